package importing_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/trainingpeakstest"
	"lapkeep/test/ingesttest"
)

// channelsFrom returns the channels of each recording, by file name.
func (b bench) channelsFrom(t *testing.T, id training.ActivityID) map[string][]string {
	t.Helper()
	recs, err := b.db.Recordings(t.Context(), storetest.Export(me), id)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, r := range recs {
		var names []string
		for _, ch := range r.Chosen.List() {
			names = append(names, ch.String())
		}
		out[r.Origin.FileName] = names
	}
	return out
}

func TestWatchAndHeadUnitBecomeOne(t *testing.T) {
	t.Parallel()
	unit := ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1"))
	wrist := ride("wrist.fit", outing(training.Cycling, 0, 1), watch("2"))
	want := map[string][]string{
		"unit.fit":  {"power", "hr", "cadence", "speed", "altitude", "distance", "temp", "latitude", "longitude"},
		"wrist.fit": {"core_temp"},
	}
	for name, groups := range map[string][][]file{
		"in one group":      {{unit, wrist}},
		"the other way":     {{wrist, unit}},
		"one after another": {{unit}, {wrist}},
		"the watch first":   {{wrist}, {unit}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var all []importing.FileResult
			for _, g := range groups {
				all = append(all, b.run(t, importing.RunOptions{}, g...)...)
			}
			if diff := cmp.Diff([]importing.Status{importing.Imported, importing.Updated}, statuses(all)); diff != "" {
				t.Fatal(diff)
			}
			id := all[0].Activities[0]
			if !slices.Equal(all[1].Activities, all[0].Activities) || b.count(t) != 1 {
				t.Errorf("%+v", all)
			}
			if diff := cmp.Diff(want, b.channelsFrom(t, id)); diff != "" {
				t.Error(diff)
			}
			for _, f := range []file{unit, wrist} { // the id that each would have had alone leads here
				alone := newBench(t).run(t, importing.RunOptions{}, f)[0].Activities[0]
				if got, err := b.db.Resolve(t.Context(), storetest.Export(me), string(alone)); err != nil || got != id {
					t.Errorf("%s means %s, %v", alone, got, err)
				}
			}
			if n, err := derive.Follow(t.Context(), b.db, nil); err != nil || n != 1 {
				t.Errorf("followed %d, %v", n, err)
			}
			row, err := b.db.Activity(t.Context(), storetest.Export(me), id)
			if err != nil || !row.Summary.Channels.Has(training.CoreTemperature) || !row.Summary.Channels.Has(training.Power) {
				t.Errorf("%+v %v", row.Summary, err)
			}
		})
	}
}

func TestVirtualRideAndWatchBecomeOne(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	virtual := outing(training.Cycling, 0, 1)
	virtual.SubSport, virtual.LatDeg, virtual.LonDeg = training.SubVirtual, -11.6, 166.9
	indoor := outing(training.Cycling, 0, 1)
	indoor.SubSport = training.SubIndoor
	got := b.run(t, importing.RunOptions{},
		ride("zwift.fit", virtual, headUnit("")),
		ride("watch.fit", indoor, ingesttest.Device{Maker: "garmin", Serial: "7", Channels: []training.Channel{training.HeartRate}, Noise: 4}))
	if got[1].Status != importing.Updated || b.count(t) != 1 {
		t.Fatalf("%+v", got)
	}
	row, err := b.db.Activity(t.Context(), storetest.Export(me), got[0].Activities[0])
	if err != nil || row.SubSport != training.SubVirtual || row.Zone != "Europe/Berlin" {
		t.Errorf("%+v %v", row.Activity, err)
	}
}

func TestWhatStaysApart(t *testing.T) {
	t.Parallel()
	all := ingesttest.Everything()
	copyOf1 := outing(training.Cycling, 0, 1).Record(headUnit("1"))
	copyOf1.Name = "exported again"
	tests := []struct {
		name     string
		a, b     file
		status   importing.Status
		question bool
		count    int
	}{
		{
			"two runs a day", ride("a", outing(training.Running, 0, 1), headUnit("1")),
			ride("b", outing(training.Running, 8*time.Hour, 2), headUnit("1")), importing.Imported, false, 2,
		},
		{
			"one device, the same rows hours later", ride("a", outing(training.Running, 0, 1), headUnit("1")),
			ride("b", outing(training.Running, 8*time.Hour, 1), headUnit("1")), importing.Imported, true, 2,
		},
		{
			"one device, another start", ride("a", outing(training.Cycling, 0, 1), headUnit("1")),
			ride("b", outing(training.Cycling, 0, 1),
				ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all, LateS: 30}), importing.Imported, true, 2,
		},
		{
			"one device, the same rows in another file", ride("a", outing(training.Cycling, 0, 1), headUnit("1")),
			file{"b", ingesttest.File(copyOf1)},
			importing.Updated, false, 1,
		},
		{
			"two sports", ride("a", outing(training.Cycling, 0, 1), headUnit("1")),
			ride("b", outing(training.Running, 0, 1), watch("2")), importing.Imported, false, 2,
		},
		{
			"nothing proves it", ride("a", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.Power}}),
			ride("b", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.HeartRate}}),
			importing.Imported, true, 2,
		},
		{
			"auto-pause on one", ride("a", outing(training.Cycling, 0, 1), headUnit("1")),
			ride("b", outing(training.Cycling, 0, 1),
				ingesttest.Device{Maker: "wahoo", Serial: "1", Channels: all, PauseFrom: 200, PauseTo: 290}), importing.Updated, false, 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			first := b.run(t, importing.RunOptions{}, tt.a)[0]
			got := b.run(t, importing.RunOptions{}, tt.b)[0]
			if got.Status != tt.status || b.count(t) != tt.count || (len(got.Warnings) > 0) != tt.question {
				t.Errorf("%+v, %d activities", got, b.count(t))
			}
			if tt.question && tt.status == importing.Imported && !strings.Contains(got.Warnings[0].String(), string(first.Activities[0])) {
				t.Errorf("the question does not name %s: %q", first.Activities[0], got.Warnings)
			}
		})
	}
}

func TestSiblingsOfOneFileStayApart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	// Two sessions that overlap and agree in everything, in one file.
	twin := ingesttest.File(outing(training.Running, 0, 1).Record(watch("1")), outing(training.Running, 0, 1).Record(watch("1")))
	got := b.run(t, importing.RunOptions{}, file{"tri.fit", twin})[0]
	if got.Status != importing.Imported || len(got.Activities) != 2 || got.Activities[0] == got.Activities[1] {
		t.Fatalf("%+v", got)
	}
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Parent: got.Activities[0]})
	if err != nil || page.Total != 2 {
		t.Errorf("%d share the parent, %v", page.Total, err)
	}
	// A second device joins one of them, and only one.
	again := b.run(t, importing.RunOptions{}, ride("unit.fit", outing(training.Running, 0, 1), headUnit("9")))[0]
	if again.Status != importing.Updated || len(again.Activities) != 1 || b.count(t) != 2 {
		t.Errorf("%+v", again)
	}
}

func TestSplitAndMergeChangeLinksOnly(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	b := newBench(t)
	files := []file{
		ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")),
		ride("wrist.fit", outing(training.Cycling, 0, 1), watch("2")),
	}
	id := b.run(t, importing.RunOptions{}, files...)[0].Activities[0]
	follow(t, b)
	joined := b.dump(t)
	recs, err := b.db.Recordings(ctx, storetest.Export(me), id)
	if err != nil {
		t.Fatal(err)
	}
	var out training.ActivityID
	write(t, b, func(tx *store.Tx) (err error) {
		out, err = b.im.Split(ctx, tx, me, id, training.Activity{}, recs[1].ID)
		return err
	})
	follow(t, b)
	for _, id := range []training.ActivityID{id, out} {
		if row, err := b.db.Activity(ctx, storetest.Export(me), id); err != nil || !slices.Equal(row.Sources, []string{"file"}) {
			t.Errorf("%s: sources %v, %v", id, row.Sources, err)
		}
	}
	for _, f := range files { // apart, each looks as if it had come alone
		alone := newBench(t)
		want := alone.run(t, importing.RunOptions{}, f)[0].Activities[0]
		if want != id && want != out {
			t.Errorf("%s has another id than alone", f.name)
		}
		if !strings.Contains(b.dump(t), alone.dump(t)) {
			t.Errorf("%s differs from alone:\n%s\n%s", f.name, alone.dump(t), b.dump(t))
		}
	}
	write(t, b, func(tx *store.Tx) error { return b.im.Merge(ctx, tx, me, id, out) })
	follow(t, b)
	if diff := cmp.Diff(joined, b.dump(t)); diff != "" {
		t.Error(diff)
	}
	if got, err := b.db.Resolve(ctx, storetest.Export(me), string(out)); err != nil || got != id {
		t.Errorf("%s means %s, %v", out, got, err)
	}
}

func TestMergeAndSplitRefuse(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	b := newBench(t)
	multi := ingesttest.File(outing(training.Swimming, 0, 1).Record(watch("w")), outing(training.Cycling, time.Hour, 1).Record(watch("w")))
	got := b.run(t, importing.RunOptions{}, file{"tri.fit", multi})[0].Activities
	var manual training.ActivityID
	write(t, b, func(tx *store.Tx) (err error) {
		manual, _, err = b.im.Create(ctx, tx, me, importing.Manual{Sport: training.Yoga, Start: start, TimerS: 600})
		return err
	})
	recs, err := b.db.Recordings(ctx, storetest.Export(me), got[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		try  func(tx *store.Tx) error
		kind training.Kind
	}{
		"siblings": {func(tx *store.Tx) error { return b.im.Merge(ctx, tx, me, got[0], got[1]) }, training.KindConflict},
		"itself":   {func(tx *store.Tx) error { return b.im.Merge(ctx, tx, me, got[0], got[0]) }, training.KindInvalid},
		"manual":   {func(tx *store.Tx) error { return b.im.Merge(ctx, tx, me, got[0], manual) }, training.KindUnsupported},
		"nothing":  {func(tx *store.Tx) error { return b.im.Merge(ctx, tx, me, got[0], "nothing") }, training.KindNotFound},
		"the only one": {func(tx *store.Tx) error {
			_, err := b.im.Split(ctx, tx, me, got[0], training.Activity{}, recs[0].ID)
			return err
		}, training.KindConflict},
		"not its own": {func(tx *store.Tx) error {
			_, err := b.im.Split(ctx, tx, me, got[1], training.Activity{}, recs[0].ID)
			return err
		}, training.KindNotFound},
	} {
		if err := b.db.Write(ctx, tt.try); training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func follow(t *testing.T, b bench) {
	t.Helper()
	if err := b.im.Follow(t.Context(), b.db); err != nil {
		t.Fatal(err)
	}
	if _, err := derive.Follow(t.Context(), b.db, nil); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, b bench, change func(tx *store.Tx) error) {
	t.Helper()
	if err := b.db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// TestUndoingAMergeLeavesWhatWasThere imports the second recording in a run
// of its own and takes that run back.
func TestUndoingAMergeLeavesWhatWasThere(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.run(t, importing.RunOptions{RunID: "run1"}, ride("wrist.fit", outing(training.Cycling, 0, 1), watch("2")))[0]
	shown := func() store.ActivityRow {
		follow(t, b)
		row, err := b.db.Activity(t.Context(), storetest.Export(me), first.Activities[0])
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	before := shown()
	second := b.run(t, importing.RunOptions{RunID: "run2"}, ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")))[0]
	if second.Status != importing.Updated || !shown().Summary.Channels.Has(training.Power) {
		t.Fatalf("%+v", second)
	}
	both := shown()
	if !both.Start.Equal(start) || before.Start.Equal(start) {
		t.Error("a joined activity begins with its primary recording")
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
	if diff := cmp.Diff(before, shown()); diff != "" {
		t.Error(diff)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RestoreRun(me, "run2") })
	if diff := cmp.Diff(both, shown()); diff != "" {
		t.Error(diff)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
	again := b.run(t, importing.RunOptions{RunID: "run3"}, ride("unit.fit", outing(training.Cycling, 0, 1), headUnit("1")))[0]
	if again.Status != importing.Updated || b.count(t) != 1 {
		t.Errorf("%+v", again)
	}
}

// peaksHolds compares the store with the truth.
func (b bench) peaksHolds(t testing.TB, truth trainingpeakstest.Truth) {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil || len(page.Rows) != len(truth.Activities) {
		t.Errorf("%d activities, want %d, %v", len(page.Rows), len(truth.Activities), err)
	}
	for _, want := range truth.Activities {
		found := 0
		for _, row := range page.Rows {
			v := row.Summary.Values
			if row.Start.Equal(want.Start) || want.Start.IsZero() && row.LocalDay.String() == want.Day && string(row.Sport) == want.Sport {
				found++
			} else {
				continue
			}
			title, comments, rpe := want.Title, want.Comments, want.RPE
			if !want.InTable {
				title, comments, rpe = row.Name, "", 0
			}
			if row.Name != title || row.Description != comments || row.PerceivedExertion != float64(rpe) ||
				string(row.Sport) != want.Sport || row.LocalDay.String() != want.Day ||
				math.Abs(v[training.MetricElapsedTimeS]-float64(want.DurationS)) > 1 || strings.Contains(row.Description, "Well done") {
				t.Errorf("%+v, want %+v", row.Activity, want)
			}
		}
		if found != 1 {
			t.Errorf("%d activities are %+v", found, want)
		}
	}
}

func TestTrainingPeaksExport(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]trainingpeakstest.Options{
		"winter": {},
		"summer": {OffsetS: 7200, From: time.Date(2024, 6, 1, 21, 50, 0, 0, time.UTC), Seed: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := trainingpeakstest.Build(o)
			b := stravaBench(t)
			dir := t.TempDir()
			if err := a.Unpack(dir); err != nil {
				t.Fatal(err)
			}
			b.take(t, "run1", dir)
			b.peaksHolds(t, a.Truth)
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", dir)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
			}
			names, err := filepath.Glob(filepath.Join(dir, "WorkoutExport-*.zip"))
			if err != nil || len(names) != 1 {
				t.Fatal(names, err)
			}
			_, alone := b.take(t, "run3", names[0])
			if _, err := os.Stat(names[0]); err != nil || len(alone) != 1 || alone[0].Status != importing.Ignored || storetest.LastSeq(t,
				b.db) != seq {
				t.Errorf("the table alone: %+v", alone)
			}
		})
	}
}
