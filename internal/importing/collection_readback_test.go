package importing_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// bodies returns an object of each collection's type, which for most has a name.
func bodies() map[document.Collection]any {
	day := training.WellnessDay{Day: 20_000}
	day.Put(training.WellnessWeightKg, 61.5, "scale")
	all := map[document.Collection]any{
		document.Wellness:      day,
		document.Events:        training.CalendarEvent{Name: "Race <A> & more"},
		document.Gear:          training.Gear{Kind: training.GearBike, Name: "Steel"},
		document.Reminders:     training.GearReminder{GearID: "bike"},
		document.Routes:        training.Route{Name: "Round the lake"},
		document.Segments:      training.Segment{Name: "Up to the lake", Points: []training.RoutePoint{{LatDeg: 47, LonDeg: 8}}},
		document.SportSettings: training.SportSettings{},
		document.Digests:       training.Digest{Line: "10km [easy]", By: "assistant"},
		document.Goals:         training.Goal{Measure: training.GoalTSS, Target: 400, Period: training.GoalWeek},
		document.Rated:         training.Rated{Ref: "tri:1", Load: 187, OwnLoad: true},
		document.Fitness:       training.FitnessDay{Day: 20_000, CTL: 61.5},
		document.Drawn:         training.Drawn{Ref: "tri:3", Intervals: []training.DrawnInterval{{Name: "Hard", EndS: 60}}},
		document.OwnStreams: training.OwnStreams{Ref: "tri:4", Streams: map[string]training.OwnStream{
			"Fan": {TimeS: []int32{0}, Values: []float64{40}},
		}},
		document.Profiles:        training.Profile{Sex: training.Female, Notes: "Knee"},
		document.GearTotals:      training.GearTotals{Source: "tri", DistanceKm: 812.5},
		document.Withheld:        training.Withheld{Ref: "tri:2", Reason: "It is not shown."},
		document.BodyMarks:       training.BodyMark{Region: "left_shin", By: training.MarkedByAthlete, Date: 20_000},
		document.TrainingPlans:   training.TextVersion{Version: 1, Body: "plan_name: <b>\n"},
		document.Memory:          training.TextVersion{Version: 2, Body: "## Goals\n"},
		document.SessionLogs:     training.TextVersion{Version: 1, Body: "Talked."},
		document.Personas:        training.TextVersion{Version: 1, Body: "Speak softly."},
		document.CoachPages:      training.TextVersion{Version: 1, Body: "Ask first."},
		document.TextVersions:    training.TextVersion{Version: 1, Body: "Talked."},
		document.DatedThresholds: training.DatedThresholds{Entries: []training.ThresholdEntry{{Key: training.KeyFTP, Values: []float64{250}}}},
	}
	for _, a := range document.Described() {
		if _, ok := all[a.Collection]; !ok && a.Reads != nil {
			all[a.Collection] = map[string]any{"name": "Unnamed <A> & more"}
		}
	}
	return all
}

// shelved returns a store with, in every collection, what two sources say, what
// the athlete says over it or alone, and what is deleted; and gear the same
// way.
func shelved(t *testing.T) bench {
	t.Helper()
	b := onStore(storetest.Open(t))
	write(t, b, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me, Name: "Ada"}) })
	days := training.DayRange{From: 20_000, To: 20_003}
	for c, body := range bodies() {
		write(t, b, func(tx *store.Tx) error {
			for i, id := range []string{"both", "moved", "deleted"} {
				for _, source := range []string{"archive", "service"} {
					s := document.Statement{Collection: c, ID: id, Source: source, RunID: "first", AsOf: start.AddDate(0, 0, i), Body: body}
					if source == "service" {
						s.Days = days
					}
					if _, err := tx.PutStatement(me, s); err != nil {
						return err
					}
				}
			}
			for id, own := range map[string]document.Own{
				"alone": {Fields: json.RawMessage(`{"name":"Mine <b>"}`)}, "moved": {Days: training.DayRange{From: 20_001, To: 20_001}},
				"deleted": {Fields: json.RawMessage(`{"name":"Gone"}`), Deleted: true}, "mark": {Deleted: true},
			} {
				if _, err := tx.PutOwn(me, c, id, own); err != nil {
					return err
				}
			}
			_, err := tx.PutStatement(me, document.Statement{
				Collection: c, ID: "both", Source: "archive", RunID: "second",
				AsOf: start.AddDate(1, 0, 0),
			})
			return err // which it has no more
		})
	}
	write(t, b, func(tx *store.Tx) error {
		for _, id := range []string{"bike", "gone", "plain"} {
			if _, err := tx.PutStatement(me, document.GearStatement(training.Gear{
				ID: id, Kind: training.GearBike, Name: "Theirs " + id,
				Since: 19_000,
			})); err != nil {
				return err
			}
		}
		for id, own := range map[string]document.Own{
			"bike": {Fields: json.RawMessage(`{"name":"Green"}`)}, "gone": {Deleted: true},
			"alone": {Fields: json.RawMessage(`{"kind":"shoes","name":"Blue"}`)},
		} {
			if _, err := tx.PutOwn(me, document.Gear, id, own); err != nil {
				return err
			}
		}
		return nil
	})
	return b
}

func exported(t *testing.T, b bench, name string) string {
	t.Helper()
	dest := filepath.Join(t.TempDir(), name)
	if _, err := export.Write(t.Context(), b.db, me, dest); err != nil {
		t.Fatal(err)
	}
	return dest
}

// files returns an exported folder's, by their names in it.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p) //nolint:gosec // a test's own folder
		rel, _ := filepath.Rel(dir, p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func back(t *testing.T, b bench, dest, runID string) (map[string]importing.FileResult, store.ImportRun) {
	t.Helper()
	results := map[string]importing.FileResult{}
	run, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), []string{dest}, archive.Limits{}), importing.RunOptions{RunID: runID},
		func(r importing.FileResult) { results[filepath.Base(r.Path)] = r })
	if err != nil {
		t.Fatal(err)
	}
	return results, run
}

func empty(t *testing.T) bench {
	t.Helper()
	b := onStore(storetest.Open(t))
	write(t, b, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me}) })
	return b
}

func TestEveryCollectionComesBackEqual(t *testing.T) {
	t.Parallel()
	from := shelved(t)
	want := files(t, exported(t, from, "export"))
	if n := len(export.Collections()); n != len(bodies()) || len(want) != n+3 {
		t.Fatalf("%d files of %d collections", len(want), n)
	}
	for _, name := range []string{"export", "export.zip"} {
		to := empty(t)
		dest := exported(t, from, name)
		results, run := back(t, to, dest, "back")
		for name := range want {
			if r := results[filepath.Base(name)]; strings.HasSuffix(name, "l") && r.Status != importing.Imported {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if diff := cmp.Diff(want, files(t, exported(t, to, "again"))); diff != "" {
			t.Error(name, diff)
		}
		seq := storetest.LastSeq(t, to.db)
		results, second := back(t, to, dest, "twice")
		if now := storetest.LastSeq(t, to.db); now != seq || len(second.Own) != 0 {
			t.Errorf("a second time: the log is at %d, was at %d; %v; %+v", now, seq, second.Own, results)
		}
		undone(t, to, run)
	}
}

// undone takes the run back, as the journal does.
func undone(t *testing.T, b bench, run store.ImportRun) {
	t.Helper()
	write(t, b, func(tx *store.Tx) error {
		for _, o := range run.Own {
			if _, err := tx.PutOwn(me, document.Collection(o.Kind), o.ID, document.Own{}); err != nil {
				return err
			}
		}
		return tx.RemoveRun(me, run.ID)
	})
	for _, c := range export.Collections() {
		if left, err := b.db.DocumentLayers(t.Context(), storetest.Export(me), c); len(left) != 0 || err != nil {
			t.Errorf("%s is left: %+v %v", c, left, err)
		}
	}
}

// TestWhatStandsHereStays: newer words, words of the athlete, and what was
// deleted elsewhere only.
func TestWhatStandsHereStays(t *testing.T) {
	t.Parallel()
	dest := exported(t, shelved(t), "export")
	to := empty(t)
	event := func(id, source, name string, asOf time.Time) document.Statement {
		return document.Statement{Collection: document.Events, ID: id, Source: source, AsOf: asOf, Body: training.CalendarEvent{Name: name}}
	}
	write(t, to, func(tx *store.Tx) error {
		for _, s := range []document.Statement{
			event("both", "service", "Newer", start.AddDate(2, 0, 0)), event("moved", "service", "Older", start.AddDate(-1, 0, 0)),
			event("deleted", "service", "Standing", start.AddDate(2, 0, 0)),
		} {
			if _, err := tx.PutStatement(me, s); err != nil {
				return err
			}
		}
		if _, err := tx.PutOwn(me, document.Events, "alone", document.Own{Fields: json.RawMessage(`{"name":"Mine here"}`)}); err != nil {
			return err
		}
		gone := training.Gear{ID: "gone", Kind: training.GearBike, Name: "Standing"}
		if _, err := tx.PutStatement(me, document.GearStatement(gone)); err != nil {
			return err
		}
		_, err := tx.PutOwn(me, document.Gear, "bike", document.Own{Fields: json.RawMessage(`{"kind":"bike","name":"Red"}`)})
		return err
	})
	back(t, to, dest, "back")
	got := map[string]string{}
	all, err := to.db.Documents(t.Context(), storetest.Export(me), document.Events, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		e, err := document.Show[training.CalendarEvent](d, "service")
		if err != nil {
			t.Fatal(err)
		}
		got[d.ID] = e.Name
	}
	things, err := to.db.Gear(t.Context(), storetest.Export(me))
	for _, g := range things {
		got["gear "+g.ID] = g.Name
	}
	want := map[string]string{
		"both": "Newer", "moved": "Race <A> & more", "deleted": "Standing", "alone": "Mine here",
		"gear bike": "Red", "gear gone": "Standing", "gear plain": "Theirs plain", "gear alone": "Blue", "gear both": "Steel",
		"gear moved": "Steel",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestAnInterruptedReadBackTellsWhatItKept, so that it can be undone, and is
// completed by the next.
func TestAnInterruptedReadBackTellsWhatItKept(t *testing.T) {
	t.Parallel()
	from := shelved(t)
	want := files(t, exported(t, from, "export"))
	dest := exported(t, from, "export")
	db := storetest.Open(t)
	to := onStore(db, func(o *importing.Options) { o.GroupFiles = 1 })
	write(t, to, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me, Name: "Ada"}) })
	ctx, cancel := context.WithCancel(t.Context())
	kept := 0
	run, err := to.im.Import(ctx, me, archive.Walk(ctx, []string{dest}, archive.Limits{}),
		importing.RunOptions{RunID: "cut"}, func(r importing.FileResult) {
			if r.Status == importing.Imported || r.Status == importing.Updated {
				if kept++; kept == 3 {
					cancel()
				}
			}
		})
	if err == nil || kept < 3 || len(run.Own) == 0 {
		t.Fatalf("%v: %d files were kept, %v", err, kept, run.Own)
	}
	back(t, to, dest, "rest")
	if diff := cmp.Diff(want, files(t, exported(t, to, "again"))); diff != "" {
		t.Error(diff)
	}
}

// TestADamagedCollectionIsNotTaken, and the others are.
func TestADamagedCollectionIsNotTaken(t *testing.T) {
	t.Parallel()
	dest := exported(t, shelved(t), "export")
	p := filepath.Join(dest, "documents", "event.jsonl")
	data, err := os.ReadFile(p) //nolint:gosec // a test's own folder
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, data[:len(data)-40], 0o600); err != nil {
		t.Fatal(err)
	}
	to := empty(t)
	results, _ := back(t, to, dest, "back")
	if r := results["event.jsonl"]; r.Status != importing.Failed || !strings.Contains(r.Reason.String(), "cut off") {
		t.Errorf("%+v", r)
	}
	events, err := to.db.Documents(t.Context(), storetest.Export(me), document.Events, document.Filter{})
	routes, rerr := to.db.Documents(t.Context(), storetest.Export(me), document.Routes, document.Filter{})
	if len(events) != 0 || len(routes) == 0 || err != nil || rerr != nil {
		t.Errorf("%d events, %d routes, %v %v", len(events), len(routes), err, rerr)
	}
}

// TestRealRecordings imports a collection of real files, damaged ones
// included, twice.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads hundreds of files")
	}
	root := realdata.Dir(t)
	b := newBench(t, func(o *importing.Options) { o.Read, o.Zones = recording.Read, &timezone.Finder{} })
	var paths []string
	for _, d := range []string{"fit", "fit-bad", "tcx", "gpx"} {
		paths = append(paths, filepath.Join(root, d))
	}
	pass := func() (results []importing.FileResult, counts map[string]int) {
		t.Helper()
		run, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), paths, archive.Limits{}), importing.RunOptions{},
			func(r importing.FileResult) { results = append(results, r) })
		if err != nil {
			t.Fatal(err)
		}
		return results, run.Counts
	}
	first, counts := pass()
	t.Log(counts)
	if counts["imported"] < 100 {
		t.Errorf("only %d files gave an activity", counts["imported"])
	}
	for _, r := range first {
		understood := r.Status == importing.Imported || r.Status == importing.Updated || r.Status == importing.Duplicate
		apart := strings.HasPrefix(r.Reason.String(), "It is a course to follow") || strings.Contains(r.Path, "MonitoringFile") // days
		if understood != (len(r.Activities)+len(r.Workouts) > 0 || apart) || !understood && r.Reason == "" {
			t.Errorf("%+v", r)
		}
	}
	if _, err := derive.Follow(t.Context(), b.db, nil); err != nil {
		t.Error(err)
	}
	before := b.dump(t)
	second, _ := pass()
	for i, r := range second {
		if len(r.Activities)+len(r.Workouts) > 0 && r.Status != importing.Duplicate || r.Path != first[i].Path {
			t.Errorf("a second time: %+v", r)
		}
	}
	if diff := cmp.Diff(before, b.dump(t)); diff != "" {
		t.Error(diff)
	}
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range page.Rows {
		if row.Summary.Version != derive.RulesOf(&training.Recording{ReadVersion: recording.Version}) || row.Sport == "" || row.Name == "" ||
			row.Zone == "" && row.ZoneSource != training.ZoneFromFile {
			t.Errorf("%+v", row)
		}
	}
}
