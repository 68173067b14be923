package importing_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// shiftedPair returns a ride that lacks heart rate, and a copy with heart rate two
// hours later.
func shiftedPair() (unit, copied file) {
	position := ingesttest.Everything()[6:8]
	o := outing(training.Cycling, 0, 1)
	unit = ride("unit.fit", o, ingesttest.Device{Channels: append(position[:2:2], training.Power, training.Cadence, training.Speed)})
	o.Start = o.Start.Add(2 * time.Hour)
	return unit, ride("service.gpx", o, ingesttest.Device{Channels: append(position[:2:2], training.HeartRate)})
}

// TestACopyOfAnotherTimeZoneJoins in either order, gives its channels at the
// moments of the other's clock, and leaves when its import is undone.
func TestACopyOfAnotherTimeZoneJoins(t *testing.T) {
	t.Parallel()
	unit, copied := shiftedPair()
	for _, files := range [][]file{{unit, copied}, {copied, unit}} {
		b := newBench(t)
		first := b.run(t, importing.RunOptions{RunID: "run1"}, files[0])[0]
		follow(t, b)
		alone := b.dump(t)
		got := b.run(t, importing.RunOptions{RunID: "run2"}, files[1])[0]
		if got.Status != importing.Updated || b.count(t) != 1 || len(got.Warnings) != 1 || !cmp.Equal(first.Activities, got.Activities) {
			t.Fatalf("%+v, %d activities", got, b.count(t))
		}
		follow(t, b)
		id := got.Activities[0]
		row, err := b.db.Activity(t.Context(), storetest.Export(me), id)
		if err != nil || !row.Start.Equal(start) {
			t.Errorf("it starts %v, %v", row.Start, err)
		}
		want := outing(training.Cycling, 0, 1).Record(ingesttest.Device{Channels: ingesttest.Everything()})
		cols, err := b.db.Stream(t.Context(), storetest.Export(me), id, store.AllChannels)
		if err != nil || !slices.Equal(cols.Data[training.HeartRate].Values, want.Columns.Data[training.HeartRate].Values) {
			t.Errorf("heart rate is not that of the moments: %v", err)
		}
		joined := b.dump(t)
		again := b.run(t, importing.RunOptions{RunID: "run3"}, files...)
		follow(t, b)
		if diff := cmp.Diff(joined, b.dump(t)); diff != "" || again[0].Status != importing.Duplicate || again[1].Status != importing.Duplicate {
			t.Errorf("imported again: %v\n%s", again, diff)
		}
		storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
		follow(t, b)
		if diff := cmp.Diff(alone, b.dump(t)); diff != "" {
			t.Errorf("without the copy: %s", diff)
		}
	}
}

// TestExistingCopiesOfAnotherTimeZoneAreProposed and not joined, whatever comes
// near them, until the athlete says so; that can be taken back.
func TestExistingCopiesOfAnotherTimeZoneAreProposed(t *testing.T) {
	t.Parallel()
	unit, copied := shiftedPair()
	d := newFixture(t, storetest.Open(t), string(me))
	b := onStore(d.db)
	d.im = b.im
	first := b.run(t, importing.RunOptions{}, unit)[0].Activities[0]
	// It is read as of an activity of its own, which an earlier version made of it.
	own := match.IdentityOf(originals.Hash(copied.data), 0)
	b.run(t, importing.RunOptions{Named: sqlitedb.Names{own.Recording(): own.Activity()}}, copied)
	for n := range 3 { // others at the same time
		o := outing(training.Cycling, 0, float64(4+n))
		o.LatDeg += float64(n + 1)
		b.run(t, importing.RunOptions{}, ride(string(rune('a'+n)), o, ingesttest.Device{Channels: ingesttest.Everything()[1:]}))
	}
	d.follow()
	b.run(t, importing.RunOptions{}, unit, copied)
	d.follow()
	before := d.shown()
	doubts := slices.DeleteFunc(d.find(), func(x importing.Doubt) bool { return x.Evidence.Clock == 0 })
	if len(before) != 5 || len(doubts) != 1 || doubts[0].A.ID != first || doubts[0].B.ID != own.Activity() ||
		doubts[0].Evidence.Track.Verdict != match.Agrees {
		t.Fatalf("%q: %+v", before, doubts)
	}
	if got := doubts[0].Reasons()[0].String(); got != "Their clocks differ by 2:00 h, as if set to another time zone; "+
		"with that corrected, they overlap for 100 % of the shorter one's time." {
		t.Errorf("%q", got)
	}
	undo := d.decides(importing.Join(t.Context(), d.db, d.scope(), string(first), string(own.Activity())))
	if got := d.shown(); len(got) != 4 {
		t.Errorf("joined: %q", got)
	}
	undo()
	if diff := cmp.Diff(before, d.shown()); diff != "" {
		t.Errorf("taken back: %s", diff)
	}
}
