package derive_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
	"lapkeep/test/segmenttest"
)

const rings = 10

// hours returns a store with so many rides of an hour and their sketches, all
// that is followed of which is marked as done.
func hours(b *testing.B, n int) *store.DB {
	b.Helper()
	db := storetest.Open(b)
	storetest.Athlete(b, db, segmentsMe)
	for from := 0; from < n; from += 50 {
		storetest.Write(b, db, func(tx *store.Tx) (err error) {
			for i := from; i < min(n, from+50); i++ {
				err = errors.Join(err, putHour(tx, i))
			}
			return err
		})
	}
	if err := derive.SegmentsFollow(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	return db
}

func putHour(tx *store.Tx, i int) error {
	rec := segmenttest.Hour(i, rings)
	id, rid := training.ActivityID(fmt.Sprint("a", i)), training.RecordingID(fmt.Sprint("r", i))
	act := training.Activity{ID: id, Sport: training.Cycling, Start: rec.Start, LocalDay: training.DayOf(rec.Start)}
	sketch, _ := route.Of(stream.Of(rec, stream.Limits{}))
	return errors.Join(
		tx.PutActivity(segmentsMe, act),
		tx.PutRecording(segmentsMe, store.NewRecording{
			ID: rid, Origin: store.Origin{Source: "file"}, Audience: store.EveryAudience,
			Recording: rec,
		}),
		tx.LinkRecording(segmentsMe, id, rid, 0, derive.Present(&rec.Columns)),
		tx.PutPrimitive(segmentsMe, store.Primitive{Activity: id, Kind: derive.Route, Version: 1, Data: derive.EncodeRoute(&sketch)}))
}

func putWay(b *testing.B, db *store.DB, id string, ring, from, to int) {
	b.Helper()
	points, err := route.SegmentPoints(segmenttest.Part(segmenttest.Hour(ring, rings), from, to))
	if err != nil {
		b.Fatal(err)
	}
	storetest.Write(b, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(segmentsMe, document.Segments, id, document.Own{Fields: fieldsOf(b, training.Segment{Name: id, Points: points})})
		return err
	})
}

// BenchmarkASegment matches a new segment with 3,000 rides of an hour in a
// store, of which each tenth goes over it. The goal is 2 s.
func BenchmarkASegment(b *testing.B) {
	const rides = 3000
	db := hours(b, rides)
	n := 0
	for b.Loop() {
		n++
		putWay(b, db, fmt.Sprint("segment", n), 4, 900+n, 1200)
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
	}
	all, err := db.SegmentEfforts(b.Context(), storetest.Export(segmentsMe), store.EffortFilter{})
	if err != nil || len(all) != n*rides/rings {
		b.Fatal(len(all), err)
	}
}

// BenchmarkARide matches a new ride of an hour with 500 segments in a store,
// of which each tenth lies on its road. The goal is 50 ms.
func BenchmarkARide(b *testing.B) {
	db := hours(b, 1)
	for i := range 500 {
		putWay(b, db, fmt.Sprint("segment", i), i%rings, 60*(i/rings)+100, 60*(i/rings)+300)
	}
	if err := derive.SegmentsFollow(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	n := 3
	for b.Loop() {
		n += rings
		storetest.Write(b, db, func(tx *store.Tx) error { return putHour(tx, n) })
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
		all, err := db.SegmentEfforts(b.Context(), storetest.Export(segmentsMe),
			store.EffortFilter{Activity: training.ActivityID(fmt.Sprint("a", n))})
		if err != nil || len(all) != 50 {
			b.Fatal(len(all), err)
		}
	}
}

// BenchmarkNoSegments follows a new ride where there are none.
func BenchmarkNoSegments(b *testing.B) {
	db := hours(b, 1)
	n := 1
	for b.Loop() {
		b.StopTimer()
		n++
		storetest.Write(b, db, func(tx *store.Tx) error { return putHour(tx, n) })
		b.StartTimer()
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAfterBestIsAsFromStreams: distances of efforts over a duration are kept to
// the metre, everything else as it was computed.
func TestAfterBestIsAsFromStreams(t *testing.T) {
	t.Parallel()
	rec := recordingtest.Hour()
	rec.Sport = training.Cycling
	v := stream.Of(rec, stream.Limits{})
	power, _ := curve.Power(v)
	hr, _ := curve.HeartRate(v)
	efforts, _ := curve.Efforts(v, curve.Distances(training.Cycling))
	want := curve.AfterBestOf(v, curve.TracksOf(v), power, hr, efforts)
	if len(want.Power) < 10 || len(want.HeartRate) < 5 || len(want.Distance) < 5 || len(want.Power[3].After) != 2 ||
		len(want.Distance[0].After) != 2 {
		t.Fatalf("%+v", want)
	}
	got, err := derive.DecodeAfterBest(derive.EncodeAfterBest(want))
	metres := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".DistanceM" },
		cmp.Comparer(func(a, b float64) bool { return math.Round(a) == math.Round(b) }))
	empty := cmp.Comparer(func(a, b []curve.Ranked) bool { return len(a)+len(b) == 0 || cmp.Equal(a, b, metres) })
	if diff := cmp.Diff(want, got, metres, empty); err != nil || diff != "" {
		t.Fatalf("%v %s", err, diff)
	}
}

func TestAfterBestOfGarbage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "bytes")...)
		if a, err := derive.DecodeAfterBest(b); err != nil && len(a.Power)+len(a.HeartRate)+len(a.Distance) > 0 {
			t.Fatalf("%+v beside %v", a, err)
		}
	})
}

// TestPowerOnFootHasASource: which may be another recording than the primary one.
func TestPowerOnFootHasASource(t *testing.T) {
	t.Parallel()
	watch := recorded(training.Running, 400, training.Power, training.HeartRate)
	watch.Device.Manufacturer = "COROS"
	pod := &training.Recording{Device: training.Device{Manufacturer: "stryd"}}
	run := activity("a", training.Running, 0)
	for name, c := range map[string]struct {
		in   derive.Inputs
		want string
	}{
		"the watch":         {derive.Inputs{Activity: run, Recording: watch, Hash: "h"}, "coros"},
		"another recording": {derive.Inputs{Activity: run, Recording: watch, PowerFrom: pod, Hash: "h"}, "stryd"},
		"a bicycle":         {derive.Inputs{Activity: activity("b", training.Cycling, 0), Recording: watch, Hash: "h"}, ""},
		"no power":          {derive.Inputs{Activity: run, Recording: recorded(training.Running, 400, training.HeartRate), Hash: "h"}, ""},
	} {
		_, prims := derive.Compute(c.in)
		got := ""
		for _, p := range prims {
			if p.Kind == derive.PowerSource {
				source, err := derive.DecodeSource(p.Data)
				if err != nil {
					t.Error(err)
				}
				got = source
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestClimbsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e6, 1e6)
		want := make([]route.Climb, rapid.IntRange(0, 9).Draw(t, "climbs"))
		for i := range want {
			want[i] = route.Climb{
				Span: training.Span{FromS: x.Draw(t, "from"), ToS: x.Draw(t, "to")}, StartM: x.Draw(t, "start"), LengthM: x.Draw(t, "length"),
				GainM: x.Draw(t, "gain"), FootM: x.Draw(t, "foot"), SteepPct: x.Draw(t, "steep"), TimerS: x.Draw(t, "timer"),
				AvgPowerW: x.Draw(t, "watts"), AvgHRBpm: x.Draw(t, "bpm"),
			}
		}
		got, err := derive.DecodeClimbs(derive.EncodeClimbs(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func TestDamagedClimbsAreCorrupt(t *testing.T) {
	t.Parallel()
	b := derive.EncodeClimbs([]route.Climb{{GainM: math.NaN(), LengthM: 900}, {GainM: 5}})
	got, err := derive.DecodeClimbs(b)
	if err != nil || got[0].GainM != 0 || got[0].LengthM != 900 {
		t.Errorf("%+v %v", got, err)
	}
	for cut := range b {
		if _, err := derive.DecodeClimbs(b[:cut]); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if _, err := derive.DecodeClimbs(append([]byte{99}, b[1:]...)); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("another format: %v", err)
	}
}

func FuzzDecodeClimbs(f *testing.F) {
	f.Add(derive.EncodeClimbs([]route.Climb{{LengthM: 900, GainM: 80}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if climbs, err := derive.DecodeClimbs(b); err == nil {
			if again, err := derive.DecodeClimbs(derive.EncodeClimbs(climbs)); err != nil || len(again) != len(climbs) {
				t.Fatal(err, len(again), len(climbs))
			}
		}
	})
}

func TestWaysRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := make([][]route.Point, rapid.IntRange(0, 5).Draw(t, "ways"))
		for i := range want {
			for range rapid.IntRange(0, 9).Draw(t, "points") {
				want[i] = append(want[i], route.Point{Lat: rapid.Int32().Draw(t, "lat"), Lon: rapid.Int32().Draw(t, "lon")})
			}
		}
		b := derive.EncodeWays(want)
		got, err := derive.DecodeWays(b)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
		if _, err := derive.DecodeWays(b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]); training.KindOf(err) != training.KindCorrupt {
			t.Fatalf("cut: %v", err)
		}
	})
}
