package storetest

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Opener opens a new, empty store that is closed when the test ends.
type Opener func(t testing.TB) *store.DB

// Run runs the contract on stores that open returns.
func Run(t *testing.T, open Opener) {
	for _, c := range []struct {
		name string
		test func(*testing.T, *Ann)
	}{
		{"athlete", testAthlete},
		{"history", testHistory},
		{"activity", testActivity},
		{"overrides", testOverrides},
		{"bad overrides", testBadOverrides},
		{"deletion", testDeletion},
		{"filters", testFilters},
		{"pages", testPages},
		{"sorting", testSorting},
		{"sports", testSports},
		{"around", testAround},
		{"ids", testResolve},
		{"redirects", testRedirects},
		{"recording", testRecording},
		{"recordings never change", testRecordingConflict},
		{"removal", testRemoval},
		{"runs", testRuns},
		{"candidates", testCandidates},
		{"shifted clocks", testShifted},
		{"import again", testImportAgain},
		{"stream", testStream},
		{"stream of two", testStreamOfTwo},
		{"stream without", testStreamWithout},
		{"summary", testSummary},
		{"load inputs", testLoadInputs},
		{"primitives", testPrimitives},
		{"notes", testNotes},
		{"journal", testJournal},
		{"approvals", testApprovals},
		{"import runs", testImportRuns},
		{"sets", testSets},
		{"changes", testChanges},
		{"counts", testCounts},
		{"originals", testOriginals},
		{"iteration", testIteration},
		{"atomicity", testAtomicity},
		{"cancellation", testCancellation},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			a := &Ann{TB: t, DB: db, Ctx: context.Background(), Scope: Export("ann"), Model: Model("ann")}
			a.put(func(tx *store.Tx) error {
				return tx.PutAthlete(training.Athlete{
					ID: "ann", Name: "Ann", TimeZone: "Europe/Berlin",
					Sharing: training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true, Sets: true, Food: true, Glucose: true},
				})
			})
			c.test(t, a)
		})
	}
}

// Ann is an athlete with a store of her own for a test.
type Ann struct {
	testing.TB
	DB    *store.DB
	Ctx   context.Context //nolint:containedctx // of the test that it lives in
	Scope training.Scope
	Model training.Scope
}

// put runs a write that must succeed.
func (a *Ann) put(f func(tx *store.Tx) error) {
	a.Helper()
	Write(a, a.DB, f)
}

// refused runs a write that must fail with an error of the given kind.
func (a *Ann) refused(kind training.Kind, f func(tx *store.Tx) error) {
	a.Helper()
	if err := a.DB.Write(a.Ctx, f); training.KindOf(err) != kind || err == nil {
		a.Errorf("got %v (%s), want an error of kind %s", err, training.KindOf(err), kind)
	}
}

// rides stores rides with the given ids in order, a day apart.
func (a *Ann) rides(ids ...training.ActivityID) {
	a.Helper()
	a.put(func(tx *store.Tx) error {
		for i, id := range ids {
			if err := AddRide(tx, "ann", id, noon.AddDate(0, 0, i), store.EveryAudience); err != nil {
				return err
			}
		}
		return nil
	})
}

// names lists the activities that a filter selects.
func (a *Ann) names(f store.ActivityFilter) []training.ActivityID {
	a.Helper()
	page := must(a.DB.Activities(a.Ctx, a.Scope, f))(a)
	ids := []training.ActivityID{}
	for _, r := range page.Rows {
		ids = append(ids, r.ID)
	}
	return ids
}

func (a *Ann) activity(id training.ActivityID) store.ActivityRow {
	a.Helper()
	return must(a.DB.Activity(a.Ctx, a.Scope, id))(a)
}

// same reports an error if want and got differ.
func same[T any](t testing.TB, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// must returns a function that returns v, or ends the test on an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// wants reports an error if err is not of the given kind.
func wants(t testing.TB, kind training.Kind, err error) {
	t.Helper()
	if err == nil || training.KindOf(err) != kind {
		t.Errorf("got %v (%s), want an error of kind %s", err, training.KindOf(err), kind)
	}
}

func testAthlete(t *testing.T, a *Ann) {
	want := training.Athlete{
		ID: "ann", Name: "Ann", Sex: training.Female, BirthYear: 1990, TimeZone: "Asia/Kolkata",
		WeekStart: time.Sunday, Units: training.ImperialUnits, Language: "de", Demo: true, Sharing: training.Sharing{Weight: true},
	}
	a.put(func(tx *store.Tx) error { return tx.PutAthlete(want) })
	same(t, want, must(a.DB.Athlete(a.Ctx, a.Scope))(t))
	a.put(func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "bob"}) })
	same(t, 2, len(must(a.DB.Athletes(a.Ctx))(t)))
	_, err := a.DB.Athlete(a.Ctx, Export("nobody"))
	wants(t, training.KindNotFound, err)
	for _, id := range []training.AthleteID{"", "..", "a/b", "Ann", "-x"} {
		a.refused(training.KindInvalid, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: id}) })
	}
}

func testHistory(t *testing.T, a *Ann) {
	ftp := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 100, Values: []float64{250}}
	later := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 200, Values: []float64{260}}
	zones := training.ThresholdEntry{Key: training.KeyHRZones, From: 150, Values: []float64{120, 140, 160}}
	a.put(func(tx *store.Tx) error {
		for _, e := range []training.ThresholdEntry{later, ftp, zones} {
			if err := tx.PutThreshold("ann", e); err != nil {
				return err
			}
		}
		return nil
	})
	same(t, training.History{ftp, zones, later}, must(a.DB.History(a.Ctx, a.Scope))(t))
	ftp.Values = []float64{255}
	a.put(func(tx *store.Tx) error { return tx.PutThreshold("ann", ftp) })
	a.put(func(tx *store.Tx) error { return tx.DeleteThreshold("ann", later) })
	same(t, training.History{ftp, zones}, must(a.DB.History(a.Ctx, a.Scope))(t))
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.DeleteThreshold("ann", later) })
	a.refused(training.KindInvalid, func(tx *store.Tx) error {
		return tx.PutThreshold("ann", training.ThresholdEntry{Key: training.KeyFTP, Values: []float64{math.NaN()}})
	})
}

func testActivity(t *testing.T, a *Ann) {
	want := Activity("a", noon)
	want.Tags, want.ExternalIDs = []string{"hot", "with \"quotes\""}, []string{"intervals:i7"}
	want.Race, want.Commute, want.GearID, want.PerceivedExertion, want.ManualLoad = true, true, "g", 7, 55.5
	want.Feel, want.CarbsG, want.FluidML = 2, 60, 750
	want.SubSport, want.ParentID = training.SubGravel, "p"
	a.put(func(tx *store.Tx) error { return tx.PutActivity("ann", want) })
	got := a.activity("a")
	same(t, want, got.Activity)
	same(t, 0, len(got.Sources))
	want.Name, want.ExternalIDs = "renamed", nil
	a.put(func(tx *store.Tx) error { return tx.PutActivity("ann", want) })
	same(t, "renamed", a.activity("a").Name)
	same(t, []string{"intervals:i7"}, a.activity("a").ExternalIDs)
	_, err := a.DB.Activity(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)

	bad := []func(*training.Activity){
		func(x *training.Activity) { x.ID = "" },
		func(x *training.Activity) { x.Sport = "" },
		func(x *training.Activity) { x.Start = time.Time{} },
		func(x *training.Activity) { x.LocalDay += 3 },
		func(x *training.Activity) { x.ManualLoad = math.Inf(1) },
		func(x *training.Activity) { x.ExternalIDs = []string{"no colon"} },
	}
	for _, spoil := range bad {
		x := Activity("b", noon)
		spoil(&x)
		a.refused(training.KindInvalid, func(tx *store.Tx) error { return tx.PutActivity("ann", x) })
	}
}

func testOverrides(t *testing.T, a *Ann) {
	a.rides("a")
	set := func(field, value string) (former json.RawMessage) {
		a.put(func(tx *store.Tx) (err error) {
			former, err = tx.SetOverride("ann", "a", field, json.RawMessage(value))
			return err
		})
		return former
	}
	for field, value := range map[string]string{
		"name": `"Mine"`, "description": `"words"`, "sport": `"running"`, "sub_sport": `"trail"`, "tags": `["x","y"]`, "race": `true`,
		"commute": `true`, "gear_id": `"shoe"`, "perceived_exertion": `8`, "manual_load": `42`, "hidden_from_models": `true`,
		"feel": `5`, "carbs_g": `90`, "fluid_ml": `1200`, "ignored": `[{"channel":"power"},{"channel":"hr","from_s":10,"to_s":20}]`,
		"intervals": `[{"name":"Hill","start_offset_s":10,"end_offset_s":70},{"start_offset_s":60,"end_offset_s":90}]`,
		"sets":      `[{"exercise":"Squat","kind":"warmup","reps":5,"load_kg":42.5,"start_s":0}]`,
	} {
		if former := set(field, value); former != nil {
			t.Errorf("%s had the word %s", field, former)
		}
	}
	got := a.activity("a").Activity
	want := Activity("a", noon)
	want.Name, want.Description, want.Sport, want.SubSport = "Mine", "words", training.Running, training.SubTrail
	want.Tags, want.Race, want.Commute, want.GearID = []string{"x", "y"}, true, true, "shoe"
	want.PerceivedExertion, want.ManualLoad, want.HiddenFromModels = 8, 42, true
	want.Feel, want.CarbsG, want.FluidML = 5, 90, 1200
	want.Ignored = []training.Ignored{{Channel: "power"}, {Channel: "hr", FromS: 10, ToS: 20}}
	want.Marked = []training.Marked{{Name: "Hill", StartS: 10, EndS: 70}, {StartS: 60, EndS: 90}}
	want.Sets = []training.StrengthSet{{Exercise: "Squat", Kind: training.SetWarmup, Reps: 5, LoadKg: 42.5, StartS: new(float64)}}
	want.Edited = []string{
		"carbs_g", "commute", "description", "feel", "fluid_ml", "gear_id", "hidden_from_models", "ignored", "intervals", "manual_load", "name",
		"perceived_exertion", "race", "sets", "sport", "sub_sport", "tags",
	}
	same(t, want, got)

	// A later import does not change the athlete's override.
	a.put(func(tx *store.Tx) error { return tx.PutActivity("ann", Activity("a", noon)) })
	same(t, "Mine", a.activity("a").Name)
	same(t, `"Mine"`, string(set("name", `"Other"`)))
	same(t, `"Other"`, string(set("name", `null`)))
	same(t, "Ride a", a.activity("a").Name)
	if former := set("name", `null`); former != nil {
		t.Errorf("a word that was taken back is %s", former)
	}
	in := must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)
	activeDaysAre(t, a, in)
	same(t, training.Running, in[0].Sport)
	same(t, 42.0, in[0].ManualLoad)
	same(t, training.Running, must(a.DB.Primitive(a.Ctx, a.Scope, "a", "curve"))(t).Sport)
}

func testBadOverrides(t *testing.T, a *Ann) {
	a.rides("a")
	for field, value := range map[string]string{
		"start": `"x"`, "name": `5`, "tags": `"x"`, "race": `"yes"`, "manual_load": `{`, "feel": `1.5`, "ignored": `[{"channel":"wings"}]`,
		"intervals": `[{"start_offset_s":9,"end_offset_s":9}]`, "sets": `[{"exercise":"Squat","reps":-1}]`,
	} {
		a.refused(training.KindInvalid, func(tx *store.Tx) error {
			_, err := tx.SetOverride("ann", "a", field, json.RawMessage(value))
			return err
		})
	}
	a.refused(training.KindInvalid, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "start", nil)
		return err
	})
	a.refused(training.KindNotFound, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "none", "name", json.RawMessage(`"x"`))
		return err
	})
	same(t, 0, len(a.activity("a").Edited))
}

func testDeletion(t *testing.T, a *Ann) {
	a.rides("a", "b")
	before := a.activity("a")
	a.put(func(tx *store.Tx) error { return tx.DeleteActivity("ann", "a") })
	_, err := a.DB.Activity(a.Ctx, a.Scope, "a")
	wants(t, training.KindNotFound, err)
	_, err = a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels)
	wants(t, training.KindNotFound, err)
	_, err = a.DB.Primitive(a.Ctx, a.Scope, "a", "curve")
	wants(t, training.KindNotFound, err)
	same(t, []training.ActivityID{"b"}, a.names(store.ActivityFilter{}))
	same(t, 1, len(must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)))
	activeDaysAre(t, a, must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t))
	page := must(a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{Deleted: true, Ascending: true}))(t)
	if len(page.Rows) != 2 || !page.Rows[0].Deleted || page.Rows[1].Deleted {
		t.Errorf("deleted ones are not told apart: %+v", page.Rows)
	}
	a.put(func(tx *store.Tx) error { return tx.RestoreActivity("ann", "a") })
	same(t, before, a.activity("a"))
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.DeleteActivity("ann", "none") })
}

// everyDay is a range that contains the days of all activities.
var everyDay = training.DayRange{From: 0, To: 1 << 20}
