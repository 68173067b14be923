package account_test

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
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/account"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// takers are services that take things: one all kinds, one workouts alone, one nothing.
type takers struct{ *services }

func (k takers) Views(context.Context, time.Time) ([]servicevalues.ConnectedView, error) {
	of := func(name string, takes ...string) servicevalues.ConnectedView {
		return servicevalues.ConnectedView{
			Name: strings.ToUpper(name), Connected: name != "deaf", Takes: takes,
			Report: connection.Report{Source: name},
		}
	}
	var all []string
	for _, kind := range training.ThingKinds() {
		all = append(all, string(kind))
	}
	return []servicevalues.ConnectedView{of("tri", all...), of("rack", "workouts"), of("deaf")}, nil
}

func (k takers) View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error) {
	all, err := k.Views(ctx, now)
	at := slices.IndexFunc(all, func(v servicevalues.ConnectedView) bool { return v.Source == name })
	if at < 0 {
		return servicevalues.ConnectedView{}, training.Errorf(training.KindNotFound, "There is no %s.", name)
	}
	return all[at], err
}

func newTakers(t *testing.T) takers {
	t.Helper()
	k := takers{newServices(t)}
	k.table = tools.NewTable(account.Rows(account.Deps{
		Store: k.db, Journal: k.journal, Installation: athlete.Installation{Default: who},
		Connections: func(training.AthleteID) account.Connections { return k },
	})...)
	return k
}

func (k takers) shown(t *testing.T) string {
	t.Helper()
	var out athlete.ProfileView
	tooltest.Decode(t, k.table, model, "get_athlete_profile", `{}`, &out)
	return out.Home
}

// TestAHomeAKind: each call in turn, with what the profile then shows.
func TestAHomeAKind(t *testing.T) {
	t.Parallel()
	k := newTakers(t)
	if got := k.shown(t); got != "" {
		t.Errorf("at first %q", got)
	}
	for _, c := range []struct{ set, shown string }{
		{"tri", "tri"},
		{"workouts=rack", "tri, workouts=rack"},
		{"Workout: Tri", "tri"},
		{"events = local; custom_items=local", "tri, calendar=local, custom items=local"},
		{"calendar=tri,workouts=rack", "tri, workouts=rack, custom items=local"},
		{"local", "local"},
		{"workouts=rack", "local, workouts=rack"},
		{"workouts=local, everything=tri", "tri, workouts=local"},
		{"rack", "rack"},
	} {
		before := k.shown(t)
		dry := k.update(t, model, `{"home_source":"`+c.set+`","dry_run":true}`)
		if len(dry.Changes) != 1 || dry.Changes[0].After.String() != c.shown || k.shown(t) != before {
			t.Errorf("%q dry: %+v", c.set, dry)
		}
		out := k.update(t, model, `{"home_source":"`+c.set+`"}`)
		if got := k.shown(t); got != c.shown || len(out.Changes) != 1 || out.Changes[0].After.String() != c.shown {
			t.Errorf("%q: %q and %+v, want %q", c.set, got, out.Changes, c.shown)
		}
		if _, err := k.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || k.shown(t) != before {
			t.Errorf("%q undone: %q, want %q: %v", c.set, k.shown(t), before, err)
		}
		k.update(t, model, `{"home_source":"`+c.set+`"}`)
	}
	if out := k.update(t, model, `{"home_source":"rack, workouts=rack"}`); len(out.Changes) != 0 {
		t.Errorf("what holds already: %+v", out)
	}
	if out := k.update(t, model, `{"home_source":"rack","units":"imperial"}`); !strings.Contains(strings.Join(out.Notes, " "), "RACK accepts only workouts") {
		t.Errorf("notes %q", out.Notes)
	}
}

func TestAHomeThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	k := newTakers(t)
	storetest.Write(t, k.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: who, HomeSource: "tri"}) })
	for home, right := range map[string]string{
		"calendar=rack":               "The home source for calendar can be: local, tri.",
		"deaf":                        "does not accept changes",
		"workouts=deaf":               "can be: local, tri, rack.",
		"workouts=":                   "calendar=intervals, workouts=local",
		"bikes=tri":                   "activities, calendar, wellness, workouts",
		"tri, rack":                   "calendar=intervals",
		"workouts=tri, workouts=rack": "calendar=intervals",
		"workouts=nowhere":            "no nowhere",
	} {
		if p := tooltest.Fails(t, k.table, model, "update_athlete_settings", `{"home_source":"`+home+`"}`); !strings.Contains(p.String(), right) {
			t.Errorf("%s: %s", home, p)
		}
	}
	if got := k.shown(t); got != "tri" {
		t.Errorf("the home is %q", got)
	}
}

// TestANewFTPNamesWhatIsPlannedInWatts from its day on, of its sport, and no
// other setting does.
func TestANewFTPNamesWhatIsPlannedInWatts(t *testing.T) {
	t.Parallel()
	h := open(t)
	plan := func(id string, day training.Day, sport, text string) {
		t.Helper()
		fields := fmt.Sprintf(`{"category":"workout","name":"%s","start_local":"%sT00:00:00","sport":"%s","description":"%s"}`, id, day, sport, text)
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			_, err := tx.PutOwn(who, document.Events, id, document.Own{Fields: []byte(fields), Days: training.DayRange{From: day, To: day}})
			return err
		})
	}
	named := func(args, want string) {
		t.Helper()
		notes := h.update(t, cli, args).Notes
		if text := strings.Join(notes, "\n"); want == "" && strings.Contains(text, "Planned in watts") || !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", args, notes, want)
		}
	}
	named(`{"ftp_w":250}`, "")
	plan("past", today-1, "cycling", "- 10m 200w")
	plan("later", today+20, "cycling", "- 10m 50%\\n- 10m 200w")
	plan("percent", today+1, "cycling", "- 10m 50%")
	plan("run", today+1, "running", "- 10m 300w")
	named(`{"ftp_w":251,"dry_run":true}`, "have them: 2026-05-21 later.")
	named(`{"ftp_w":252}`, "have them: 2026-05-21 later.")
	named(`{"ftp_w":252}`, "") // nothing changed
	named(`{"ftp_w":253,"effective_from":"2026-06-01"}`, "")
	named(`{"ftp_w":300,"sport":"run"}`, "have them: 2026-05-02 run.")
	named(`{"lthr_bpm":160}`, "")
	for i := range 6 {
		plan(fmt.Sprint("w", i), today+2, "cycling", "- 10m 200w")
	}
	named(`{"ftp_w":254}`, "2026-05-03 w4 and 2 more.")
}

// TestTheOrderOfSourcesIsSetShownAndUndone: the order of sources of wellness.
func TestTheOrderOfSourcesIsSetShownAndUndone(t *testing.T) {
	t.Parallel()
	h := open(t)
	shown := func() training.WellnessOrder {
		var v athlete.ProfileView
		tooltest.Decode(t, h.table, cli, "get_athlete_profile", `{}`, &v)
		return v.Wellness
	}
	out := h.update(t, model, `{"wellness_sources":"hrv=oura, garmin; sleep=oura"}`)
	if len(out.Changes) != 1 || out.Changes[0].Field != "wellness_sources" || shown() != "sleep=oura; hrv=oura,garmin" {
		t.Fatalf("%+v, now %q", out, shown())
	}
	if same := h.update(t, model, `{"wellness_sources":"hrv=oura,garmin"}`); len(same.Changes) != 0 {
		t.Errorf("the same again changes %+v", same.Changes)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || shown() != "" {
		t.Errorf("undone: %v, now %q", err, shown())
	}
	p := tooltest.Fails(t, h.table, model, "update_athlete_settings", `{"wellness_sources":"hrv=acme"}`)
	if !strings.Contains(p.String(), "hrv=oura,garmin") || shown() != "" {
		t.Errorf("%+v, now %q", p, shown())
	}
}

func (h *home) loads(t *testing.T) string {
	t.Helper()
	var v athlete.ProfileView
	tooltest.Decode(t, h.table, cli, "get_athlete_profile", `{}`, &v)
	return v.Loads
}

func TestTheOrderOfLoadMethodsIsSetShownAndUndone(t *testing.T) {
	t.Parallel()
	h := open(t)
	out := h.update(t, model, `{"load_methods":"pace, power,hr"}`)
	if len(out.Changes) != 1 || out.Changes[0].Field != "load_methods" || h.loads(t) != "pace,power,hr" {
		t.Fatalf("%+v, now %q", out, h.loads(t))
	}
	if same := h.update(t, model, `{"load_methods":"pace,power,hr"}`); len(same.Changes) != 0 {
		t.Errorf("the same again changes %+v", same.Changes)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || h.loads(t) != "" {
		t.Errorf("undone: %v, now %q", err, h.loads(t))
	}
	h.update(t, model, `{"load_methods":"rpe"}`)
	h.update(t, model, `{"load_methods":"default"}`)
	if got := h.loads(t); got != "" {
		t.Errorf("the usual order is %q", got)
	}
	p := tooltest.Fails(t, h.table, model, "update_athlete_settings", `{"load_methods":"watts,hr"}`)
	if !strings.Contains(p.String(), "manual, power, pace") {
		t.Errorf("%+v", p)
	}
}

func TestStatusOfAnEmptyStoreHelps(t *testing.T) {
	t.Parallel()
	var v athlete.StatusView
	tooltest.Decode(t, open(t).table, model, "get_status", `{}`, &v)
	if v.Version != "1.2.3" || len(v.Athletes) != 1 || !v.Athletes[0].Default || v.Data.Activities != 0 || v.Data.First != nil {
		t.Errorf("status is %+v", v)
	}
	if len(v.Better) != 1 || !strings.Contains(v.Better[0].How.String(), "lapkeep import") || !strings.Contains(v.Words[0].String(), "empty") {
		t.Errorf("it advises %+v %q", v.Better, v.Words)
	}
}

// TestStatusTellsWhatAnUpgradeChanged: metrics of the most activities first, for a
// month, and of what is hidden from assistants neither ids nor counts.
func TestStatusTellsWhatAnUpgradeChanged(t *testing.T) {
	t.Parallel()
	h := open(t)
	told := derive.Changed{At: storetest.Noon(), Activities: 2, Metrics: map[training.Metric]derive.ChangedMetric{
		training.MetricAvgPowerW: {Activities: 2, Most: []derive.ChangedNumber{
			{ID: "hidden", From: new(190.0004), To: new(200.0)}, {ID: "a", From: new(199.0004), To: new(200.0)},
		}},
		training.MetricAvgHRBpm: {Activities: 1, Most: []derive.ChangedNumber{{ID: "hidden", From: new(139.0), To: new(140.0)}}},
	}}
	tell := func() {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			_, err := tx.PutStatement(who, document.Statement{Collection: document.ChangedNumbers, ID: "upgrade", Source: "rules", Body: told})
			return err
		})
	}
	status := func(c *tools.Call) (v athlete.StatusView) {
		tooltest.Decode(t, h.table, c, "get_status", `{}`, &v)
		return v
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return errors.Join(storetest.AddRide(tx, who, "a", storetest.Noon(), store.EveryAudience),
			storetest.AddRide(tx, who, "hidden", storetest.Noon().Add(5*time.Hour), store.EveryAudience&^(1<<training.AudienceModel)))
	})
	if v := status(cli); v.Changed != nil {
		t.Errorf("before any upgrade: %+v", v.Changed)
	}
	tell()
	power := func(from float64, id training.ActivityID) derive.ChangedNumber {
		return derive.ChangedNumber{ID: id, From: new(from), To: new(200.0)}
	}
	want := &athlete.ChangedView{Date: today, Activities: 2, Metrics: []athlete.ChangedMetricView{
		{Metric: training.MetricAvgPowerW, Activities: 2, Most: []derive.ChangedNumber{power(190, "hidden"), power(199, "a")}},
		{Metric: training.MetricAvgHRBpm, Activities: 1, Most: []derive.ChangedNumber{{ID: "hidden", From: new(139.0), To: new(140.0)}}},
	}}
	v := status(cli)
	if diff := cmp.Diff(want, v.Changed); diff != "" {
		t.Error(diff)
	}
	if last := v.Words[len(v.Words)-1].String(); !strings.Contains(last, "The upgrade on "+today.String()) {
		t.Errorf("it says %q", last)
	}
	want = &athlete.ChangedView{Date: today, Metrics: []athlete.ChangedMetricView{
		{Metric: training.MetricAvgPowerW, Most: []derive.ChangedNumber{power(199, "a")}},
	}}
	if diff := cmp.Diff(want, status(model).Changed); diff != "" {
		t.Errorf("an assistant: %s", diff)
	}
	told.At = storetest.Noon().Add(-31 * 24 * time.Hour)
	tell()
	if v := status(cli); v.Changed != nil {
		t.Errorf("after a month: %+v", v.Changed)
	}
}

func TestStatusSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := open(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		if err := tx.PutImportRun(store.ImportRun{
			ID: "run-1", Athlete: who, StartedAt: storetest.Noon(), FinishedAt: storetest.Noon(),
			Paths: []string{"/home/you/secret"}, Counts: map[string]int{"imported": 3},
		}); err != nil {
			return err
		}
		for i, id := range []training.ActivityID{"a", "b", "c"} {
			if err := storetest.AddRide(tx, who, id, storetest.Noon().Add(-time.Duration(i)*24*time.Hour), store.EveryAudience); err != nil {
				return err
			}
		}
		return nil
	})
	var v athlete.StatusView
	res := tooltest.Call(t, h.table, model, "get_status", `{}`)
	tooltest.Decode(t, h.table, model, "get_status", `{}`, &v)
	if v.Data.Activities != 3 || v.Data.BySport[training.Cycling] != 3 || *v.Data.Last != today || v.Imports[0].Counts["imported"] != 3 {
		t.Errorf("status is %+v", v)
	}
	if strings.Contains(string(res.Structured), "secret") {
		t.Error("the paths of imports were told")
	}
	named := func() string {
		var v athlete.StatusView
		tooltest.Decode(t, h.table, model, "get_status", `{}`, &v)
		var out []string
		for _, a := range v.Better {
			out = append(out, a.Missing)
		}
		return strings.Join(out, " ")
	}
	if got := named(); !strings.Contains(got, "ftp_w") || !strings.Contains(got, "lthr_bpm") || !strings.Contains(got, "sex") {
		t.Errorf("missing are %s", got)
	}
	h.update(t, model, `{"ftp_w":250,"lthr_bpm":165,"sex":"male"}`)
	if got := named(); strings.Contains(got, "ftp_w") || strings.Contains(got, "lthr_bpm") || strings.Contains(got, "sex") {
		t.Errorf("with settings still missing %s", got)
	}
}

func TestProfileShowsThresholdsAndTheirZones(t *testing.T) {
	t.Parallel()
	h := open(t)
	var empty athlete.ProfileView
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &empty)
	if len(empty.Thresholds) != 0 || empty.Missing["thresholds"] == "" || empty.Missing["sex"] == "" || empty.Units != training.MetricUnits {
		t.Errorf("a new athlete: %+v", empty)
	}
	h.update(t, model, `{"ftp_w":200,"lthr_bpm":170,"threshold_pace_s_per_km":250,"css_pace_s_per_100m":90,"effective_from":"2026-03-01"}`)
	h.update(t, model, `{"hr_zones_bpm":[120,150],"sport":"run"}`)
	var v athlete.ProfileView
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &v)
	if !v.Default || v.AthleteID != who || v.LocalDate != today || v.TimeZone != "Europe/Berlin" || v.WeekStart != "monday" {
		t.Errorf("profile is %+v", v)
	}
	sports := map[training.Sport]athlete.SportSettings{}
	for _, s := range v.Thresholds {
		sports[s.Sport.Sport] = s
	}
	if d := sports[training.Cycling].Settings["ftp_w"]; d.Value != 200 || d.Since.String() != "2026-03-01" {
		t.Errorf("FTP is %+v", d)
	}
	if run := sports[training.Running].Settings; run["threshold_pace_s_per_km"].Value != 250 ||
		sports[training.Swimming].Settings["css_pace_s_per_100m"].Value != 90 {
		t.Errorf("paces are %+v", run)
	}
	for sport, schemes := range map[training.Sport]string{
		training.Cycling: "coggan7 friel_cycling", training.Running: "custom friel_pace",
	} {
		var got []string
		for _, z := range sports[sport].Zones {
			got = append(got, z.Scheme)
			if n := len(z.LowerW) + len(z.LowerBpm) + len(z.SlowestKM) + len(z.Slowest100); n != len(z.Names) {
				t.Errorf("%s %s has %d names and %d bounds", sport, z.Kind, len(z.Names), n)
			}
		}
		if strings.Join(got, " ") != schemes {
			t.Errorf("%s has zones by %v, want %s", sport, got, schemes)
		}
	}
	if w := sports[training.Cycling].Zones[0].LowerW; w[0] != 0 || w[1] != 110 || w[4] != 210 {
		t.Errorf("power zones begin at %v", w)
	}
	h.update(t, model, `{"ftp_w":210,"effective_from":"2026-04-01"}`)
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &v)
	if at := slices.IndexFunc(v.Histories, func(c athlete.Course) bool { return c.Setting == "ftp_w" }); at < 0 ||
		!slices.Equal(v.Histories[at].Values, []float64{200, 210}) {
		t.Errorf("the FTP was %+v", v.Histories)
	}
}
