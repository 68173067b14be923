package importing_test

import (
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/goldencheetahtest"
)

// cheetahHolds compares the store with the truth.
func (b bench) cheetahHolds(t testing.TB, truth goldencheetahtest.Truth, offsetS int) {
	t.Helper()
	if n := b.count(t); n != len(truth.Activities) {
		t.Errorf("%d activities, want %d", n, len(truth.Activities))
	}
	scope := storetest.Export(me)
	for _, want := range truth.Activities {
		id, err := b.db.Resolve(t.Context(), scope, "goldencheetah:"+strings.TrimSuffix(path.Base(want.File), ".json"))
		if err != nil {
			t.Errorf("%s: %v", want.File, err)
			continue
		}
		row, err := b.db.Activity(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		recs, err := b.db.Recordings(t.Context(), scope, id)
		if err != nil || len(recs) != 1+len(want.Original)/max(1, len(want.Original)) {
			t.Errorf("%s has %d recordings, %v", want.File, len(recs), err)
		}
		v := row.Summary.Values
		if row.Name != want.Title || row.Description != want.Notes || string(row.Sport) != want.Sport ||
			row.PerceivedExertion != float64(want.RPE) || !row.Start.Equal(want.Start) ||
			row.OffsetS != offsetS || math.Abs(v[training.MetricElapsedTimeS]-float64(want.ElapsedS)) > 1 ||
			math.Abs(v[training.MetricDistanceKM]*1000-want.DistanceM) > 3 {
			t.Errorf("%+v\n%v, want %+v", row.Activity, v, want)
		}
		for _, r := range recs {
			if !strings.HasSuffix(r.Origin.FileName, ".json") {
				continue
			}
			c, err := b.db.RecordingColumns(t.Context(), scope, r.ID, store.AllChannels)
			if err != nil {
				t.Fatal(err)
			}
			if hr := c.Data[training.HeartRate].Valid.Count(); c.Len() != want.Rows || hr != want.Rows-want.HRGaps ||
				c.Has(training.Power) != want.HasPower ||
				c.Has(training.Latitude) != want.HasGPS || c.Has(training.Temperature) ||
				len(r.Recording.Laps) != len(want.Intervals) || r.Recording.Device.Product != want.Device {
				t.Errorf("%s: %d rows, %d heart rates, %d laps, %+v, want %+v", want.File, c.Len(), hr, len(r.Recording.Laps), r.Recording.Device, want)
			}
		}
	}
}

func TestGoldenCheetahFolder(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]goldencheetahtest.Options{"east": {}, "west": {OffsetS: -7 * 3600, Seed: 5}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := goldencheetahtest.Build(o)
			b := stravaBench(t)
			p := filepath.Join(t.TempDir(), "athlete.zip")
			if err := os.WriteFile(p, a.Zip(), 0o600); err != nil {
				t.Fatal(err)
			}
			b.take(t, "run1", p)
			offset := o.OffsetS
			if offset == 0 {
				offset = 3600
			}
			b.cheetahHolds(t, a.Truth, offset)
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", p)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
			}
		})
	}
}
