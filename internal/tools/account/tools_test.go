package account_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/account"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// home is a real store with its journal and the table over them.
type home struct {
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func open(t *testing.T) *home {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	return &home{db, j, tools.NewTable(account.Rows(account.Deps{
		Store: db, Journal: j, Installation: athlete.Installation{Version: "1.2.3", Home: "home", Default: who, Writes: "safe"},
	})...)}
}

func call(face string, a training.Audience) *tools.Call {
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	now := storetest.Noon().In(loc)
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: a}, Now: now, Location: loc, Today: training.DayOf(now), Week: time.Monday, Face: face,
	}
}

var (
	model = call("mcp", training.AudienceModel)
	cli   = call("cli", training.AudiencePage)
	today = model.Today
)

type changed struct {
	JournalID string           `json:"journal_id"`
	DryRun    bool             `json:"dry_run"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

func (h *home) update(t *testing.T, c *tools.Call, args string) changed {
	t.Helper()
	var out changed
	tooltest.Decode(t, h.table, c, "update_athlete_settings", args, &out)
	return out
}

func (h *home) at(t *testing.T, sport training.Sport, day training.Day) training.Thresholds {
	t.Helper()
	past, err := h.db.History(t.Context(), storetest.Export(who))
	if err != nil {
		t.Fatal(err)
	}
	return past.At(sport.Plain(), day)
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	h := open(t)
	for _, p := range tooltest.Problems(h.table) {
		t.Error(p)
	}
	cost, err := tooltest.CostOf(h.table)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tokens: %v", cost)
}

func TestSettingsAreDatedShownAndUndone(t *testing.T) {
	t.Parallel()
	h := open(t)
	first := h.update(t, model, `{"ftp_w":"240","lthr_bpm":165,"max_hr_bpm":188,"resting_hr_bpm":48,"effective_from":"2026-01-01"}`)
	if len(first.Changes) != 4 || first.JournalID == "" || len(first.Notes) == 0 || !strings.Contains(first.Notes[0], "earlier days") {
		t.Errorf("the first settings: %+v", first)
	}
	second := h.update(t, model, `{"ftp_w":262,"threshold_pace_s_per_km":250,"css_pace_s_per_100m":95}`)
	if ch := second.Changes[0]; ch.Field != "ftp_w" || ch.Before != "240 (since 2026-01-01)" || ch.After != "262" ||
		ch.Target != "cycling from 2026-05-01" {
		t.Errorf("the change reads %+v", ch)
	}
	if a, b := h.at(t, training.Cycling, today-1).FTPW, h.at(t, training.Cycling, today).FTPW; a != 240 || b != 262 {
		t.Errorf("FTP was %g and is %g", a, b)
	}
	if run, swim := h.at(t, training.Running, today), h.at(t, training.Swimming, today); run.ThresholdMPS != 4 ||
		swim.ThresholdMPS != 100.0/95 || run.FTPW != 0 || run.LTHRBpm != 165 {
		t.Errorf("running %+v, swimming %+v", run, swim)
	}
	for _, id := range []string{second.JournalID, first.JournalID} {
		if _, err := h.journal.Undo(t.Context(), storetest.Export(who), id, storetest.Noon()); err != nil {
			t.Fatal(err)
		}
	}
	past, err := h.db.History(t.Context(), storetest.Export(who))
	if err != nil || len(past) != 0 {
		t.Errorf("after both were undone there is %v, %v", past, err)
	}
}

func TestReplacingAndClearingTheSameDay(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.update(t, model, `{"ftp_w":240,"sport":"ride"}`)
	again := h.update(t, model, `{"ftp_w":245}`)
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), again.JournalID, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
	if now := h.at(t, training.Cycling, today).FTPW; now != 240 {
		t.Errorf("undoing a replacement gives %g", now)
	}
	if same := h.update(t, model, `{"ftp_w":240}`); same.JournalID != "" || len(same.Notes) == 0 {
		t.Errorf("setting what holds already: %+v", same)
	}
	gone := h.update(t, model, `{"clear":["ftp_w"]}`)
	if now := h.at(t, training.Cycling, today).FTPW; now != 0 || gone.Changes[0].Before != "240" {
		t.Errorf("cleared, it is %g (%+v)", now, gone.Changes)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), gone.JournalID, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
	if now := h.at(t, training.Cycling, today).FTPW; now != 240 {
		t.Errorf("undoing a clearing gives %g", now)
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	out := h.update(t, model, `{"ftp_w":240,"time_zone":"Asia/Kolkata","week_start":"saturday","dry_run":true}`)
	if !out.DryRun || out.JournalID != "" || len(out.Changes) != 3 {
		t.Errorf("a dry run answers %+v", out)
	}
	a, err := h.db.Athlete(t.Context(), storetest.Export(who))
	if err != nil || a.TimeZone != "Europe/Berlin" || h.at(t, training.Cycling, today).FTPW != 0 {
		t.Errorf("a dry run changed %+v, %v", a, err)
	}
}

func TestPersonAndZones(t *testing.T) {
	t.Parallel()
	h := open(t)
	out := h.update(t, model, `{"sex":"female","birth_year":1988,"time_zone":"Australia/Sydney","week_start":"sunday","units":"imperial",
		"power_zones_w":[140,190,230,270],"pace_zones_s_per_km":[360,320,290],"hr_zones_bpm":[120,140,155],"w_prime_j":18000,"critical_power_w":250}`)
	a, err := h.db.Athlete(t.Context(), storetest.Export(who))
	if err != nil || a.Sex != training.Female || a.BirthYear != 1988 || a.TimeZone != "Australia/Sydney" ||
		a.WeekStart != time.Sunday || a.Units != training.ImperialUnits {
		t.Errorf("stored %+v, %v", a, err)
	}
	th := h.at(t, training.Running, today)
	if len(th.PaceZones) != 3 || th.PaceZones[0] != 1000.0/360 || len(th.HRZones) != 3 ||
		h.at(t, training.Cycling, today).PowerZones[3] != 270 {
		t.Errorf("zones are %+v", th)
	}
	for _, ch := range out.Changes {
		if ch.Field == "pace_zones_s_per_km" && ch.After != "360, 320, 290" {
			t.Errorf("pace zones read %+v", ch)
		}
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
	if a, _ := h.db.Athlete(t.Context(), storetest.Export(who)); a.Sex != "" || a.TimeZone != "Europe/Berlin" {
		t.Errorf("undone, it is %+v", a)
	}
}

// TestAModelCannotWidenWhatItSees: sharing is turned on by a person alone.
func TestAModelCannotWidenWhatItSees(t *testing.T) {
	t.Parallel()
	h := open(t)
	for _, flag := range []string{"position", "weight", "notes"} {
		for _, face := range []string{"mcp", "dashboard"} {
			p := tooltest.Fails(t, h.table, call(face, training.AudienceModel), "update_athlete_settings", `{"share":["`+flag+`"]}`)
			if p.Kind != training.KindForbidden || !strings.Contains(p.Fix, "lapkeep call") {
				t.Errorf("%s on %s: %v", flag, face, p)
			}
		}
	}
	h.update(t, cli, `{"weight_kg":71.5}`)
	hidden := h.update(t, model, `{"weight_kg":70}`)
	if before := hidden.Changes[0].Before; strings.Contains(before.String(), "71.5") || !strings.Contains(before.String(), "not shared") {
		t.Errorf("a model was told %q", before)
	}
	guess := h.update(t, model, `{"weight_kg":70,"dry_run":true}`)
	if len(guess.Changes) != 1 || strings.Contains(guess.Changes[0].Before.String(), "70") || len(guess.Notes) > 0 {
		t.Errorf("a right guess is told from a wrong one: %+v", guess)
	}
	for _, day := range []string{"", `,"effective_from":"2020-01-01"`} { // with an entry and without
		gone := tooltest.Fails(t, h.table, model, "update_athlete_settings", `{"clear":["weight_kg"],"dry_run":true`+day+`}`)
		if gone.Kind != training.KindForbidden || strings.Contains(gone.String(), "70") {
			t.Errorf("clearing told %q", gone)
		}
	}
	profile := string(tooltest.Call(t, h.table, model, "get_athlete_profile", `{}`).Structured)
	if strings.Contains(profile, `"weight_kg":{`) || !strings.Contains(profile, "does not share weight") {
		t.Errorf("the profile tells a model: %s", profile)
	}
	h.update(t, cli, `{"share":["weight"]}`)
	if open := string(tooltest.Call(t, h.table, model, "get_athlete_profile", `{}`).Structured); !strings.Contains(open,
		`"weight_kg":{"value":70`) {
		t.Errorf("a shared weight is not told: %s", open)
	}
	h.update(t, model, `{"share":[]}`) // narrowing is free
	if a, _ := h.db.Athlete(t.Context(), storetest.Export(who)); a.Sharing.Weight {
		t.Error("a model could not stop the sharing")
	}
}

// TestLactateTest: a test holds from its day on, as given, and goes again.
func TestLactateTest(t *testing.T) {
	t.Parallel()
	h := open(t)
	for _, values := range [][]float64{{120, 1.15, 140, 1.8, 160, 3.4}, {0.28, 2.75}} {
		b, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		args := `{"sport":"ride","lactate_test":` + string(b) + `}`
		if out := h.update(t, model, `{"dry_run":true,`+args[1:]); !out.DryRun || len(out.Changes) != 1 {
			t.Errorf("shown: %+v", out)
		}
		out := h.update(t, model, args)
		if got := h.at(t, training.Cycling, today).LactateTest; !cmp.Equal(got, values) || h.at(t, training.Running, today).LactateTest != nil {
			t.Errorf("%v became %v", values, got)
		}
		if after := out.Changes[0].After; after.String() != strings.Trim(strings.ReplaceAll(string(b), ",", ", "), "[]") {
			t.Errorf("told as %s", after)
		}
		profile := string(tooltest.Call(t, h.table, model, "get_athlete_profile", `{}`).Structured)
		if !strings.Contains(profile, `"lactate_test":{"values":`+string(b)) {
			t.Errorf("the profile lacks it: %s", profile)
		}
	}
	h.update(t, model, `{"sport":"ride","clear":["lactate_test"]}`)
	if got := h.at(t, training.Cycling, today).LactateTest; got != nil {
		t.Errorf("%v stays", got)
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.update(t, model, `{"lthr_bpm":165}`)
	for args, right := range map[string]string{
		`{}`:                   "at least one",
		`{"clear":["colour"]}`: "ftp_w",
		`{"share":["all"]}`:    "weight",

		`{"ftp_w":2000}`:                           "700",
		`{"ftp_w":"strong"}`:                       "ftp_w",
		`{"sex":"x"}`:                              "female",
		`{"time_zone":"Mars/Olympus"}`:             "IANA",
		`{"time_zone":"Local"}`:                    "IANA",
		`{"birth_year":2025}`:                      "year",
		`{"week_start":"friday"}`:                  "monday",
		`{"max_hr_bpm":160}`:                       "both",
		`{"resting_hr_bpm":120,"lthr_bpm":110}`:    "Give their values from",
		`{"power_zones_w":[200,150]}`:              "easy to hard",
		`{"pace_zones_s_per_km":[290,320]}`:        "easy to hard",
		`{"power_zones_w":[-5,150]}`:               "above zero",
		`{"effective_from":"someday","ftp_w":200}`: "2026-05-01",
		`{"ftp_w":200,"clear":["ftp_w"]}`:          "one of the two",
		`{"lactate_test":[120,1.1,140]}`:           "in turn",
		`{"lactate_test":[120,1.1,140,1.7]}`:       "3 to 12",
		`{"lactate_test":[120,2,110,3,160,4]}`:     "3 to 12 steps",
		`{"lactate_test":[120,2,140,90,160,4]}`:    "3 to 12",
		`{"lactate_test":[120,2]}`:                 "constants",
		`{"lactate_test":"high"}`:                  "lactate_test",
		`{"ftp":200}`:                              "ftp_w",
		`{"password":"x"}`:                         "ftp_w",
	} {
		if p := tooltest.Fails(t, h.table, model, "update_athlete_settings", args); p.Kind != training.KindInvalid ||
			!strings.Contains(p.String(), right) {
			t.Errorf("%s: %v %s", args, p.Kind, p)
		}
	}
	if p := tooltest.Fails(t, h.table, model, "update_athlete_settings",
		`{"clear":["ftp_w"],"effective_from":"2020-01-01"}`); p.Kind != training.KindNotFound {
		t.Errorf("clearing nothing: %v", p)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range h.table.Names() {
		if _, err := h.table.Call(ctx, name, model, json.RawMessage(`{"ftp_w":200}`)); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s cancelled: %v", name, err)
		}
	}
}

func TestNotesSayHowLongASettingHolds(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.update(t, model, `{"ftp_w":240,"effective_from":"2026-04-01"}`)
	early := h.update(t, model, `{"ftp_w":220,"effective_from":"2026-01-01"}`)
	if len(early.Notes) != 1 || !strings.Contains(early.Notes[0], "A later ftp_w applies from 2026-04-01") || early.Changes[0].Before != "" {
		t.Errorf("an earlier setting: %+v", early)
	}
	if late := h.update(t, model, `{"ftp_w":260,"effective_from":"tomorrow"}`); len(late.Notes) != 0 ||
		h.at(t, training.Cycling, today).FTPW != 240 || h.at(t, training.Cycling, today+1).FTPW != 260 {
		t.Errorf("a setting of tomorrow: %+v", late)
	}
	own := h.update(t, model, `{"max_hr_bpm":190}`)
	run := h.update(t, model, `{"max_hr_bpm":196,"sport":"run"}`)
	if own.Changes[0].Target != "all sports from 2026-05-01" || run.Changes[0].Target != "running from 2026-05-01" {
		t.Errorf("targets are %q and %q", own.Changes[0].Target, run.Changes[0].Target)
	}
	if ride, on := h.at(t, training.Cycling, today).MaxHRBpm, h.at(t, training.Running, today).MaxHRBpm; ride != 190 || on != 196 {
		t.Errorf("maximum heart rate is %g riding and %g running", ride, on)
	}
}

// TestAnUndoThatWasOvertakenIsRefused: a later change of the same setting
// prevents it.
func TestAnUndoThatWasOvertakenIsRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	first := h.update(t, model, `{"ftp_w":240}`)
	h.update(t, model, `{"ftp_w":250}`)
	_, err := h.journal.Undo(t.Context(), storetest.Export(who), first.JournalID, storetest.Noon())
	if training.KindOf(err) != training.KindConflict || h.at(t, training.Cycling, today).FTPW != 250 {
		t.Errorf("undoing the first of two: %v", err)
	}
}

// TestNotesNeedAService that keeps some; without one nothing is written.
func TestNotesNeedAService(t *testing.T) {
	t.Parallel()
	h := open(t)
	if _, err := h.table.Call(t.Context(), "update_athlete_settings", cli,
		json.RawMessage(`{"athlete_notes": "Knee"}`)); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Profiles, ID: "tri:7", Source: "tri", AsOf: storetest.Noon(),
			Body: training.Profile{ID: "7", Notes: "Old"},
		})
		return err
	})
	for notes, want := range map[string]bool{`"` + strings.Repeat("x", 4001) + `"`: false, `"Knee"`: true} {
		_, err := h.table.Call(t.Context(), "update_athlete_settings", cli, json.RawMessage(`{"athlete_notes": `+notes+`}`))
		if (err == nil) != want {
			t.Errorf("%.20s: %v", notes, err)
		}
	}
	all, err := servicevalues.Profiles(t.Context(), h.db, storetest.Export(who))
	if err != nil || len(all) != 1 || all[0].Notes != "Knee" {
		t.Errorf("%+v %v", all, err)
	}
	if all, err = servicevalues.Profiles(t.Context(), h.db, model.Scope); err != nil || all[0].Notes != "" {
		t.Errorf("a model that may not see notes sees %+v %v", all, err)
	}
}
