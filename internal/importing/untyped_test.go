package importing_test

import (
	"strings"
	"testing"
	"time"

	"lapkeep/internal/importing"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// untyped is a recording whose file names no sport.
func untyped(name string, o ingesttest.Outing, d ingesttest.Device) file {
	r := o.Record(d)
	r.Sport, r.SportUnsaid = training.Other, true
	return file{name, ingesttest.File(r)}
}

// TestARecordingWithoutASport merges with one that has one, whichever comes
// first, takes a sport of its own where it is alone, and is asked about where
// nothing proves whose it is.
func TestARecordingWithoutASport(t *testing.T) {
	t.Parallel()
	place := ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude, training.Altitude}}
	o := outing(training.Running, 0, 1)
	unit, phone := ride("unit.fit", o, headUnit("1")), untyped("phone.gpx", o, place)
	for name, order := range map[string][]file{"last": {unit, phone}, "first": {phone, unit}} {
		b := newBench(t)
		got := b.run(t, importing.RunOptions{}, order...)
		row, err := b.db.Activity(t.Context(), storetest.Export(me), got[1].Activities[0])
		if err != nil || b.count(t) != 1 || row.Sport != training.Running {
			t.Errorf("%s: %d activities, %s, %v", name, b.count(t), row.Sport, err)
		}
	}

	b := newBench(t)
	got := b.run(t, importing.RunOptions{}, phone)[0]
	row, err := b.db.Activity(t.Context(), storetest.Export(me), got.Activities[0])
	if err != nil || row.Sport != training.Cycling || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].String(), "names no sport") {
		t.Errorf("alone it is %s: %q, %v", row.Sport, got.Warnings, err)
	}
	b.run(t, importing.RunOptions{}, ride("strap", outing(training.Swimming, 10*time.Second, 1),
		ingesttest.Device{Channels: []training.Channel{training.HeartRate}}))
	doubts, err := importing.FindDuplicates(t.Context(), b.db, storetest.Export(me))
	if err != nil || len(doubts) != 1 {
		t.Errorf("%d in doubt, %v", len(doubts), err)
	}
}
