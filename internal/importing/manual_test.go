package importing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// enter creates manual activities in one transaction.
func enter(t *testing.T, b bench, ms ...importing.Manual) (ids []training.ActivityID, existed []bool) {
	t.Helper()
	write(t, b, func(tx *store.Tx) error {
		for _, m := range ms {
			id, was, err := b.im.Create(t.Context(), tx, me, m)
			if err != nil {
				return err
			}
			ids, existed = append(ids, id), append(existed, was != nil)
		}
		return nil
	})
	return ids, existed
}

func TestManualActivityIsUpserted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := importing.Manual{
		Sport: training.Strength, Start: start.Add(17*time.Hour + 30*time.Minute), TimerS: 1800, ManualLoad: 30, RPE: 6, Tags: []string{"gym"},
		Values: training.Values{training.MetricAvgHRBpm: 120}, ExternalID: "manual:1",
	}
	ids, existed := enter(t, b, m)
	row, err := b.db.Activity(t.Context(), storetest.Export(me), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if row.LocalDay.String() != "2026-05-02" || row.Zone != "Europe/Berlin" || row.Name != "Night strength session" || existed[0] {
		t.Errorf("%+v", row.Activity)
	}
	v := row.Summary.Values
	if v[training.MetricDurationS] != 1800 || v[training.MetricElapsedTimeS] != 1800 || row.Summary.HRSeconds != 1800 || row.ManualLoad != 30 {
		t.Errorf("%+v", row.Summary)
	}
	m.Name, m.TimerS, m.Values = "Squats", 2400, nil
	again, existed := enter(t, b, m)
	row, err = b.db.Activity(t.Context(), storetest.Export(me), again[0])
	if err != nil || !existed[0] || again[0] != ids[0] || b.count(t) != 1 {
		t.Fatalf("%v %v %v", again, existed, err)
	}
	if _, has := row.Summary.Values[training.MetricAvgHRBpm]; has || row.Name != "Squats" ||
		row.Summary.Values[training.MetricDurationS] != 2400 {
		t.Errorf("%+v %+v", row.Activity, row.Summary)
	}
	if got, err := b.db.Resolve(t.Context(), storetest.Export(me), "manual:1"); err != nil || got != ids[0] {
		t.Errorf("%s %v", got, err)
	}
}

func TestManualActivityThatWasDeletedComesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, m := range []importing.Manual{
		{Sport: training.Yoga, Start: start, TimerS: 600},
		{Sport: training.Yoga, Start: start.Add(time.Hour), TimerS: 600, ExternalID: "manual:y"},
	} {
		ids, _ := enter(t, b, m)
		write(t, b, func(tx *store.Tx) error { return tx.DeleteActivity(me, ids[0]) })
		again, _ := enter(t, b, m)
		if _, err := b.db.Activity(t.Context(), storetest.Export(me), ids[0]); err != nil || !slices.Equal(ids, again) {
			t.Errorf("%v %v %v", ids, again, err)
		}
	}
}

func TestManualActivityIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	o := importing.RunOptions{Source: "igpsport", ExternalID: func(string) string { return "42" }}
	b.run(t, o, ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1")))
	for name, tt := range map[string]struct {
		m    importing.Manual
		kind training.Kind
	}{
		"recorded":     {importing.Manual{Sport: training.Cycling, Start: start, ExternalID: "igpsport:42"}, training.KindConflict},
		"no start":     {importing.Manual{Sport: training.Cycling}, training.KindInvalid},
		"no source":    {importing.Manual{Sport: training.Cycling, Start: start, ExternalID: "42"}, training.KindInvalid},
		"not a number": {importing.Manual{Sport: training.Cycling, Start: start, Values: training.Values{"tss": inf()}}, training.KindInvalid},
	} {
		err := b.db.Write(t.Context(), func(tx *store.Tx) error {
			_, _, err := b.im.Create(t.Context(), tx, me, tt.m)
			return err
		})
		if training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.count(t) != 1 {
		t.Errorf("%d activities", b.count(t))
	}
}

func inf() float64 {
	zero := 0.0
	return 1 / zero
}

// entered states an outing as an archive does that has no file of it.
func entered(late time.Duration, seconds float64, change ...func(*training.Statement)) listing.Item {
	s := &training.Statement{
		Ref: "strava:1", Sport: training.Cycling, Name: "Along the lake", Description: "windy", PrivateNote: "tired legs", PerceivedExertion: 6,
		Entry: &training.Entry{
			Start: start.Add(late), TimerS: seconds, ElapsedS: seconds,
			Values: training.Values{training.MetricDistanceKM: 5.1},
		},
	}
	for _, c := range change {
		c(s)
	}
	return listing.Item{Path: "activities.csv/1", Statement: s, AsOf: start.Add(24 * time.Hour)}
}

// items imports items of any kind in one run.
func (b bench) items(t *testing.T, runID string, all ...listing.Item) (statuses []importing.Status) {
	t.Helper()
	_, err := b.im.Import(t.Context(), me, slices.Values(all), importing.RunOptions{RunID: runID},
		func(r importing.FileResult) { statuses = append(statuses, r.Status) })
	if err != nil {
		t.Fatal(err)
	}
	follow(t, b)
	return statuses
}

func (f file) item() listing.Item { return listing.Memory(f.name, f.data) }

// told lists each activity as it is shown beside its numbers.
func (b bench) told(t testing.TB) []string {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, r := range page.Rows {
		notes, err := b.db.Notes(t.Context(), storetest.Export(me), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %q %q rpe %g %v from %v", r.ID, r.Name, r.Description, r.PerceivedExertion, r.Tags, r.Sources)
		for _, n := range notes {
			line += " note " + n.Text
		}
		out = append(out, line)
	}
	return out
}

// TestAnEntryAndItsRecordingAreOne in every order, and taken back in every
// order.
func TestAnEntryAndItsRecordingAreOne(t *testing.T) {
	t.Parallel()
	recorded := ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")).item()
	entry := entered(time.Minute, 610)
	only := func(t *testing.T, i listing.Item) []string {
		t.Helper()
		b := newBench(t)
		b.items(t, "run", i)
		return b.told(t)
	}
	alone := map[string][]string{"run1": only(t, recorded), "run2": only(t, entry)}
	for name, order := range map[string][][]listing.Item{
		"the entry first":     {{entry}, {recorded}},
		"the recording first": {{recorded}, {entry}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			runs := map[bool][]string{true: {"run2", "run1"}, false: {"run1", "run2"}}[name == "the entry first"]
			for i, o := range order {
				b.items(t, runs[i], o...)
			}
			both := b.told(t)
			id, _, _ := strings.Cut(alone["run1"][0], " ")
			want := []string{id + ` "Along the lake" "windy" rpe 6 [] from [file] note tired legs`}
			if diff := cmp.Diff(want, both); diff != "" {
				t.Fatal(diff)
			}
			for _, name := range []string{"strava:1", strings.Fields(alone["run2"][0])[0]} {
				if got, err := b.db.Resolve(t.Context(), storetest.Export(me), name); err != nil || string(got) != id {
					t.Errorf("%s leads to %s, %v", name, got, err)
				}
			}
			seq := storetest.LastSeq(t, b.db)
			if got := b.items(t, "run3", entry, recorded); !slices.Equal(got,
				[]importing.Status{importing.Duplicate, importing.Duplicate}) || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("again: %v", got)
			}
			for _, run := range []string{"run1", "run2"} {
				other := map[string]string{"run1": "run2", "run2": "run1"}[run]
				write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, run) })
				follow(t, b)
				if diff := cmp.Diff(alone[other], b.told(t)); diff != "" {
					t.Errorf("without %s: %s", run, diff)
				}
				write(t, b, func(tx *store.Tx) error { return tx.RestoreRun(me, run) })
				follow(t, b)
				if diff := cmp.Diff(both, b.told(t)); diff != "" {
					t.Errorf("with %s again: %s", run, diff)
				}
			}
		})
	}
}

// TestAnEntryOfTheSameRun: both come at once, in one group.
func TestAnEntryOfTheSameRun(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.items(t, "run1", entered(0, 600), ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")).item())
	if got := b.told(t); len(got) != 1 || !strings.Contains(got[0], `"Along the lake"`) {
		t.Errorf("%q", got)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "run1") })
	follow(t, b)
	if got := b.told(t); len(got) != 0 {
		t.Errorf("without it: %q", got)
	}
}

func TestEntriesThatAreOthers(t *testing.T) {
	t.Parallel()
	for name, entry := range map[string]listing.Item{
		"much shorter":     entered(0, 300),
		"at another time":  entered(4*time.Minute, 600),
		"much farther":     entered(0, 600, func(s *training.Statement) { s.Entry.Values = training.Values{training.MetricDistanceKM: 9} }),
		"of another sport": entered(0, 600, func(s *training.Statement) { s.Sport = training.Running }),
		"of no length":     entered(0, 0),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.items(t, "run1", entry, ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")).item())
			if got := b.told(t); len(got) != 2 {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestAnEntryByHand gives its words to the recording; taken out, it is what it
// was, and stays out.
func TestAnEntryByHand(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := importing.Manual{
		Sport: training.Cycling, Start: start.Add(time.Minute), TimerS: 600, Name: "Lunch ride", Description: "with Ann",
		Tags: []string{"easy"}, RPE: 3,
	}
	ids, _ := enter(t, b, m)
	write(t, b, func(tx *store.Tx) error {
		if _, err := tx.SetOverride(me, ids[0], "name", []byte(`"Long lunch"`)); err != nil {
			return err
		}
		return tx.PutNote(me, store.Note{ID: "n1", Activity: ids[0], Author: "athlete", Text: "hot", At: start})
	})
	before := b.told(t)
	recorded := ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")).item()
	b.items(t, "run1", recorded)
	got := b.told(t)
	if len(got) != 1 || !strings.HasSuffix(got[0], `"Long lunch" "with Ann" rpe 3 [easy] from [file] note hot`) {
		t.Fatalf("%q", got)
	}
	err := b.db.Write(t.Context(), func(tx *store.Tx) error {
		_, _, err := b.im.Create(t.Context(), tx, me, m)
		return err
	})
	if training.KindOf(err) != training.KindConflict {
		t.Errorf("entered again: %v", err)
	}
	pairs, err := match.ReadPair(t.Context(), b.db, me)
	if err != nil || len(pairs.Pairs) != 1 || pairs.Pairs[0].ByHand {
		t.Fatalf("%+v %v", pairs, err)
	}
	write(t, b, func(tx *store.Tx) error {
		_, err := match.Choose(tx, me, pairs.Pairs[0].Pair, match.Apart)
		return err
	})
	follow(t, b)
	if got := b.told(t); len(got) != 2 || !slices.Contains(got, before[0]) {
		t.Errorf("apart: %q, want %q in it", got, before)
	}
	b.items(t, "run2", recorded)
	if got := b.told(t); len(got) != 2 {
		t.Errorf("imported again: %q", got)
	}
}

// TestAnEntryThatAServiceRecords: a service brings one activity a run, so that
// its entries are found when the log is followed.
func TestAnEntryThatAServiceRecords(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.items(t, "run1", entered(0, 600))
	b.run(t, importing.RunOptions{Source: "intervals", RunID: "sync"}, ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")))
	if got := b.told(t); len(got) != 2 {
		t.Errorf("before it is followed: %q", got)
	}
	follow(t, b)
	if got := b.told(t); len(got) != 1 || !strings.Contains(got[0], `"Along the lake"`) {
		t.Errorf("%q", got)
	}
	seq := storetest.LastSeq(t, b.db)
	follow(t, b)
	if storetest.LastSeq(t, b.db) != seq {
		t.Error("following again changed something")
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "sync") })
	follow(t, b)
	if got := b.told(t); len(got) != 1 || !strings.HasSuffix(got[0], "from [] note tired legs") {
		t.Errorf("without the recording: %q", got)
	}
}
