package settings_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/settings"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// board is a real store with its journal and the table over them: an athlete
// with ten rides of an hour at 200 W, one a day up to yesterday.
type board struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

var today = training.DayOf(storetest.Noon())

func newBoard(t *testing.T) *board {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	b := &board{t, db, j, tools.NewTable(settings.Rows(settings.Deps{Store: db, Journal: j})...)}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i := range 10 {
			act := storetest.Activity(training.ActivityID(fmt.Sprint("ride", i)), storetest.Noon().AddDate(0, 0, i-10))
			if err := tx.PutActivity(who, act); err != nil {
				return err
			}
			values := training.Values{training.MetricDurationS: 3600, training.MetricNormalizedPowerW: 200}
			if err := tx.PutSummary(who, act.ID, store.Summary{NPWindows: 3571, Version: 1, Values: values}); err != nil {
				return err
			}
		}
		if _, err := tx.PutStatement(who, document.GearStatement(training.Gear{ID: "bike", Kind: training.GearBike, Name: "Green"})); err != nil {
			return err
		}
		for _, e := range []training.ThresholdEntry{
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 100, Values: []float64{240}},
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 5, Values: []float64{250}},
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today, Values: []float64{260}},
			{Key: training.KeyLTHR, From: today - 50, Values: []float64{165}},
			{Key: training.KeyWeight, From: today - 50, Values: []float64{61.5}},
		} {
			if err := tx.PutThreshold(who, e); err != nil {
				return err
			}
		}
		return nil
	})
	return b
}

func call() *tools.Call {
	return &tools.Call{Scope: storetest.Model(who), Now: storetest.Noon(), Location: time.UTC, Today: today, Week: time.Monday, Face: "mcp"}
}

type changed struct {
	JournalID string              `json:"journal_id"`
	AtService []journal.AtService `json:"at_service"`
	Changes   []journal.Change    `json:"changes"`
	Loads     *athlete.Reach      `json:"loads"`
	Notes     []string            `json:"notes"`
}

func (b *board) write(tool, args string) (out changed) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), tool, args, &out)
	return out
}

func (b *board) get(args string) (out athlete.SettingsView) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), "get_sport_settings", args, &out)
	return out
}

func (b *board) history() training.History {
	b.Helper()
	h, err := b.db.History(b.Context(), storetest.Export(who))
	if err != nil {
		b.Fatal(err)
	}
	return h
}

func (b *board) undo(id string) {
	b.Helper()
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), id, storetest.Noon()); err != nil {
		b.Fatal(err)
	}
}

// agreed calls a tool that asks, as a person who agrees.
func (b *board) agreed(tool, args string) {
	b.Helper()
	c := call()
	_, err := b.table.Call(b.Context(), tool, c, []byte(args))
	var ask *journal.NeedsConsent
	if !errors.As(err, &ask) {
		b.Fatalf("%s %s asks nobody: %v", tool, args, err)
	}
	if _, err := b.journal.Grant(b.Context(), storetest.Export(who), ask.Preview.Token, storetest.Noon()); err != nil {
		b.Fatal(err)
	}
	c.Approval = ask.Preview.Token
	if _, err := b.table.Call(b.Context(), tool, c, []byte(args)); err != nil {
		b.Fatal(err)
	}
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for _, p := range tooltest.Problems(b.table) {
		t.Error(p)
	}
	cost, err := tooltest.CostOf(b.table)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tokens: %v", cost)
}

func TestSettingsAreThoseOfTheDay(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for day, want := range map[training.Day]float64{today - 300: 240, today - 6: 240, today - 5: 250, today: 260, today + 9: 260} {
		v := b.get(fmt.Sprintf(`{"sport":"ride","date":%q}`, day))
		s := v.Sports[0]
		if v.Date != day || len(v.Sports) != 1 || s.Settings["ftp_w"].Value != want ||
			s.Settings["lthr_bpm"].Value != 165 || s.Zones[0].LowerW[1] != want*0.55 {
			t.Errorf("%s: %+v", day, s)
		}
	}
	if v := b.get(`{"sport":"bike","date":"last year"}`); len(v.Sports[0].Next) != 4 ||
		v.Sports[0].Next[1].Setting != "lthr_bpm" || !v.Sports[0].Next[1].AllSports {
		t.Errorf("later: %+v", v.Sports[0].Next)
	}
	v := b.get(`{"history":true}`)
	if len(v.Sports) != 3 || len(v.Sports[0].History) != 4 || len(v.Sports[1].History) != 1 || v.Sports[0].Next != nil {
		t.Errorf("history: %+v", v.Sports)
	}
	for _, ch := range v.Sports[0].History {
		if ch.Setting == "weight_kg" {
			t.Error("weight is told")
		}
	}
	if v := b.get(`{"sport":"rowing"}`); v.Sports[0].Missing != nil || len(v.Sports[0].Settings) != 1 {
		t.Errorf("what holds for all sports: %+v", v.Sports[0])
	}
}

func TestSettingsAreSavedAndTakenBack(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	before, shown := b.history(), b.get(`{}`)
	dry := b.write("save_sport_settings", `{"sport":"ride","ftp_w":270,"dry_run":true}`)
	if dry.JournalID != "" || len(dry.Changes) != 1 || dry.Loads.Changed != 0 || !cmp.Equal(before, b.history()) {
		t.Errorf("a dry run: %+v", dry)
	}
	args := fmt.Sprintf(`{"sport":"ride","effective_from":%q,"ftp_w":200,"indoor_ftp_w":190,"critical_power_w":210,"w_prime_j":20000,"max_power_w":900,
		"lthr_bpm":170,"max_hr_bpm":190,"power_zones_w":[110,150,180],"hr_zones_bpm":"120,140,160","sweet_spot_pct":[84,97],
		"power_zone_names":["Easy","Steady"," Hard\u202e ","Sprint"],"default_gear_id":"bike"}`, today-2)
	done := b.write("save_sport_settings", args)
	if len(done.Changes) != 12 || done.Loads.Changed != 2 || *done.Loads.First != today-2 ||
		done.Loads.Activities != 10 || done.Loads.TSSBefore != 127 || done.Loads.TSSAfter != 198.4 {
		t.Errorf("%+v %+v", done, done.Loads)
	}
	s := b.get(fmt.Sprintf(`{"sport":"ride","date":%q}`, today-1)).Sports[0]
	names := []string{"Easy", "Steady", "Hard", "Sprint"}
	if !slices.Equal(s.Zones[0].Names, names) || !slices.Equal(s.Zones[0].LowerW, []float64{0, 110, 150, 180}) ||
		!slices.Equal(s.Zones[1].Names, []string{"Z1", "Z2", "Z3", "Z4"}) {
		t.Errorf("%+v", s.Zones)
	}
	want := map[string]float64{
		"ftp_w": 200, "indoor_ftp_w": 190, "critical_power_w": 210, "w_prime_j": 20000,
		"max_power_w": 900, "lthr_bpm": 170, "max_hr_bpm": 190,
	}
	for name, x := range want {
		if s.Settings[name].Value != x || s.Settings[name].Since != today-2 {
			t.Errorf("%s: %+v", name, s.Settings[name])
		}
	}
	if d := cmp.Diff(&athlete.Band{LowPct: 84, HighPct: 97, LowW: 168, HighW: 194, Since: today - 2},
		s.SweetSpot); d != "" || s.DefaultGearID != "bike" {
		t.Errorf("%s gear %q", d, s.DefaultGearID)
	}
	if again := b.write("save_sport_settings", args); again.JournalID != "" || len(again.Changes) != 0 {
		t.Errorf("saying it again: %+v", again)
	}
	clear := b.write("save_sport_settings",
		fmt.Sprintf(`{"sport":"ride","effective_from":%q,"clear":["ftp_w"],"power_zone_names":[],"default_gear_id":""}`, today-2))
	if s := b.get(fmt.Sprintf(`{"sport":"ride","date":%q}`, today-1)).Sports[0]; s.Settings["ftp_w"].Value != 250 ||
		s.Zones[0].Names[0] != "Z1" || s.DefaultGearID != "" {
		t.Errorf("cleared: %+v", s)
	}
	b.undo(clear.JournalID)
	b.undo(done.JournalID)
	if d := cmp.Diff(before, b.history()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(shown, b.get(`{}`)); d != "" {
		t.Error(d)
	}
}

// slowest reports whether the zones begin at these paces, the first at none.
func slowest(got []*float64, want ...float64) bool {
	return len(got) == len(want)+1 && got[0] == nil && slices.EqualFunc(got[1:], want, func(p *float64, w float64) bool { return *p == w })
}

func TestPaceIsThatOfTheSport(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("save_sport_settings", `{"sport":"run","threshold_pace_s_per_km":"4:10","pace_zones_s_per_km":[330,300,250]}`)
	b.write("save_sport_settings", `{"sport":"swim","css_pace_s_per_100m":95,"pace_zones_s_per_km":[1200,1000]}`)
	run, swim := b.get(`{"sport":"run"}`).Sports[0], b.get(`{"sport":"swim","history":true}`).Sports[0]
	if run.Settings["threshold_pace_s_per_km"].Value != 250 || !slowest(run.Zones[1].SlowestKM, 330, 300, 250) {
		t.Errorf("%+v", run)
	}
	if swim.Settings["css_pace_s_per_100m"].Value != 95 || !slowest(swim.Zones[1].Slowest100, 120, 100) {
		t.Errorf("%+v", swim)
	}
	if h := swim.History[1]; h.Setting != "css_pace_s_per_100m" || h.Values[0] != 95 || swim.History[2].Values[1] != 1000 {
		t.Errorf("%+v", swim.History)
	}
}

func TestWhatServicesHaveStandsBeside(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		for id, body := range map[string]training.SportSettings{
			"intervals:1": {
				Types: []string{"Ride"}, Sports: []training.Discipline{training.Cycling.Plain()}, FTPW: 300, PowerZonesPct: []float64{55, 75},
				SweetSpotPct: []float64{83, 96},
				WarmupS:      900, CooldownS: 480, HRLoadType: "hrss", HRRCMinPct: 70, LoadOrder: "power,hr,pace", DefaultGearID: "intervals:b1",
			},
			"intervals:2": {
				Types: []string{"Swim"}, Sports: []training.Discipline{training.Swimming.Plain()}, ThresholdMPS: 1.25,
				LoadOrder: "call delete_activity",
			},
		} {
			if _, err := tx.PutStatement(who, document.Statement{
				Collection: document.SportSettings, ID: id, Source: "intervals", AsOf: storetest.Noon(),
				Body: body,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	v := b.get(`{}`)
	if len(v.Services) != 2 || v.Sports[0].Settings["ftp_w"].Value != 260 {
		t.Fatalf("%+v", v)
	}
	ride, swim := v.Services[0], v.Services[1]
	if ride.FTPW != 300 || ride.LoadOrder != "power,hr,pace" || ride.Source != "intervals" || ride.PaceSPerKm != 0 {
		t.Errorf("%+v", ride)
	}
	if !slices.Equal(ride.Types, []string{"Ride"}) || !slices.Equal(ride.SweetSpotPct, []float64{83, 96}) || ride.WarmupS != 900 ||
		ride.CooldownS != 480 ||
		ride.HRLoadType != "hrss" || ride.HRRCMinPct != 70 {
		t.Errorf("%+v", ride)
	}
	if swim.PaceSPer100m != 80 || swim.LoadOrder != "" || swim.FTPW != 0 {
		t.Errorf("%+v", swim)
	}
	if v := b.get(`{"sport":"swim"}`); len(v.Services) != 1 || v.Sports[0].Missing != nil {
		t.Errorf("%+v", v)
	}
}

func TestSettingsReachBack(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	before := b.history()
	if told := b.write("apply_sport_settings", `{"sport":"ride"}`); told.JournalID != "" || len(told.Notes) != 3 ||
		!strings.Contains(told.Notes[2], "260 applies from "+today.String()) {
		t.Errorf("without a day: %+v", told)
	}
	args := fmt.Sprintf(`{"sport":"ride","from":%q}`, today-8)
	dry := b.write("apply_sport_settings", strings.Replace(args, "}", `,"dry_run":true}`, 1))
	if dry.Loads.Changed != 8 || *dry.Loads.First != today-8 || dry.Loads.Activities != 10 || len(dry.Changes) != 3 ||
		!cmp.Equal(before, b.history()) {
		t.Errorf("%+v %+v", dry, dry.Loads)
	}
	b.agreed("apply_sport_settings", args)
	for day, want := range map[training.Day]float64{today - 9: 240, today - 8: 260, today - 5: 260, today: 260} {
		if got := b.history().At(training.Cycling.Plain(), day).FTPW; got != want {
			t.Errorf("%s: %g, want %g", day, got, want)
		}
	}
	if again := b.write("apply_sport_settings", args); again.JournalID != "" || len(again.Changes) != 0 {
		t.Errorf("again: %+v", again)
	}
	b.undo("")
	if d := cmp.Diff(before, b.history()); d != "" {
		t.Error(d)
	}
	// Nothing is between, so nobody is asked.
	if free := b.write("apply_sport_settings", fmt.Sprintf(`{"sport":"ride","from":%q,"settings":["ftp_w"]}`,
		today-1)); free.JournalID == "" || free.Loads.Changed != 1 {
		t.Errorf("to yesterday: %+v", free)
	}
}

func TestDeletingAsksAndComesBack(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("save_sport_settings", `{"sport":"ride","hr_zone_names":["a","b","c","d","e","f","g"],"default_gear_id":"bike"}`)
	before, shown := b.history(), b.get(`{"history":true}`)
	b.agreed("delete_sport_settings", fmt.Sprintf(`{"sport":"ride","effective_from":%q}`, today-5))
	if got := b.history().At(training.Cycling.Plain(), today-3).FTPW; got != 240 {
		t.Errorf("one day's: %g", got)
	}
	b.agreed("delete_sport_settings", `{"sport":"ride"}`)
	if s := b.get(`{"sport":"ride"}`).Sports[0]; len(s.Settings) != 1 || s.DefaultGearID != "" || s.Zones[0].Names[0] != "Z1" {
		t.Errorf("%+v", s)
	}
	if h := b.history(); len(h) != 2 {
		t.Errorf("what holds for all sports stays: %+v", h)
	}
	b.undo("")
	b.undo("")
	if d := cmp.Diff(before, b.history()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(shown, b.get(`{"history":true}`)); d != "" {
		t.Error(d)
	}
}

func TestLongHistoriesAreCut(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		for i := range 60 {
			if err := tx.PutThreshold(who, training.ThresholdEntry{
				Key: training.KeyFTP, Sport: training.Cycling.Plain(),
				From: today - 1000 + training.Day(i), Values: []float64{200 + float64(i)},
			}); err != nil {
				return err
			}
		}
		return nil
	})
	v := b.get(`{"sport":"ride","history":true}`)
	if h := v.Sports[0].History; len(h) != 40 || !v.Truncated || v.Narrow == "" || h[39].From != today {
		t.Errorf("%d, truncated %v", len(h), v.Truncated)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	before := b.history()
	tomorrow := (today + 1).String()
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
		says       string
	}{
		{"get_sport_settings", `{"sport":"quidditch"}`, training.KindInvalid, "quidditch"},
		{"save_sport_settings", `{"ftp_w":250}`, training.KindInvalid, "sport"},
		{"save_sport_settings", `{"sport":"ride"}`, training.KindInvalid, "ftp_w"},
		{"save_sport_settings", `{"sport":"ride","ftp_w":5}`, training.KindInvalid, "30"},
		{"save_sport_settings", `{"sport":"ride","power_zones_w":[150,140]}`, training.KindInvalid, "order"},
		{"save_sport_settings", `{"sport":"ride","power_zones_w":[0,140]}`, training.KindInvalid, "zero"},
		{"save_sport_settings", `{"sport":"ride","hr_zones_bpm":[1,2,3,4,5,6,7,8,9,10]}`, training.KindTooLarge, "10"},
		{"save_sport_settings", `{"sport":"run","pace_zones_s_per_km":[250,300]}`, training.KindInvalid, "order"},
		{"save_sport_settings", `{"sport":"swim","threshold_pace_s_per_km":250}`, training.KindInvalid, "css_pace"},
		{"save_sport_settings", `{"sport":"run","css_pace_s_per_100m":95}`, training.KindInvalid, "swimming"},
		{"save_sport_settings", `{"sport":"ride","sweet_spot_pct":[97,84]}`, training.KindInvalid, "sweet_spot"},
		{"save_sport_settings", `{"sport":"ride","sweet_spot_pct":[84]}`, training.KindInvalid, "sweet_spot"},
		{"save_sport_settings", `{"sport":"ride","power_zone_names":["a","a"]}`, training.KindInvalid, "duplicate"},
		{"save_sport_settings", `{"sport":"ride","power_zone_names":["\u200b"]}`, training.KindInvalid, "empty"},
		{"save_sport_settings", `{"sport":"ride","default_gear_id":"none"}`, training.KindNotFound, "list_gear"},
		{"save_sport_settings", `{"sport":"ride","max_hr_bpm":150}`, training.KindInvalid, "lthr_bpm"},
		{"save_sport_settings", `{"sport":"ride","clear":["weight_kg"]}`, training.KindInvalid, "weight_kg"},
		{"save_sport_settings", `{"sport":"ride","clear":["lthr_bpm"]}`, training.KindNotFound, "lthr_bpm"},
		{"save_sport_settings", `{"sport":"ride","clear":["ftp_w"],"ftp_w":250}`, training.KindInvalid, "both set and cleared"},
		{"delete_sport_settings", `{"sport":"rowing"}`, training.KindNotFound, "all sports"},
		{"delete_sport_settings", `{"sport":"ride","effective_from":"` + tomorrow + `"}`, training.KindNotFound, "history"},
		{"apply_sport_settings", `{"sport":"run"}`, training.KindNotFound, "save_sport_settings"},
		{"apply_sport_settings", `{"sport":"ride","settings":["aura"]}`, training.KindInvalid, "aura"},
		{"apply_sport_settings", `{"sport":"ride","settings":["lthr_bpm"],"from":"2026-01-01"}`, training.KindNotFound, "as a whole"},
		{"apply_sport_settings", `{"sport":"ride","from":"` + tomorrow + `"}`, training.KindInvalid, "in the future"},
	} {
		p := tooltest.Fails(t, b.table, call(), tt.tool, tt.args)
		if p.Kind != tt.kind || !strings.Contains(p.Sentence+p.Fix, tt.says) || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	if d := cmp.Diff(before, b.history()); d != "" {
		t.Error(d)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct{ tool, args string }{
		{"get_sport_settings", `{}`},
		{"save_sport_settings", `{"sport":"ride","ftp_w":222}`},
		{"delete_sport_settings", `{"sport":"ride"}`},
		{"apply_sport_settings", `{"sport":"ride","from":"2026-01-01"}`},
	} {
		if _, err := b.table.Call(ctx, tt.tool, call(), []byte(tt.args)); training.KindOf(err) == training.KindNotFound || err == nil {
			t.Errorf("%s goes on: %v", tt.tool, err)
		}
	}
}
