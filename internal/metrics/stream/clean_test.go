package stream_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// tour is an hour at 5 m/s straight north, with distance, position, speed and
// an altitude that rises 100 m.
func tour(sport training.Sport) *training.Recording {
	const n = 3600
	r := metricstest.Recording(sport, n)
	dist, lat, alt := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range dist {
		dist[i] = 5 * float64(i)
		lat[i] = 50 + dist[i]/111_195
		alt[i] = 300 + float64(i)/36
	}
	metricstest.Put(r, training.Distance, dist)
	metricstest.Put(r, training.Latitude, lat)
	metricstest.Put(r, training.Longitude, metricstest.Repeat(8, n))
	metricstest.Put(r, training.Speed, metricstest.Repeat(5, n))
	metricstest.Put(r, training.Altitude, alt)
	return r
}

// end is the last believed distance in m.
func end(t *testing.T, v *stream.View) float64 {
	t.Helper()
	for i := v.Columns.Len() - 1; i >= 0; i-- {
		if cm, ok := v.At(training.Distance, i); ok {
			return float64(cm) / 100
		}
	}
	t.Fatal("no distance")
	return 0
}

// TestOneBadRowOfDistance: whatever one row or the counter does, the rest adds
// up to what was covered.
func TestOneBadRowOfDistance(t *testing.T) {
	t.Parallel()
	const whole = 5 * 3599
	for name, c := range map[string]struct {
		spoil  func(cm []int32)
		want   float64
		masked int
		leaps  int
	}{
		"as it was":      {func([]int32) {}, whole, 0, 0},
		"the first":      {func(cm []int32) { cm[0] = 1_400_000_000 }, whole, 1, 0},
		"one":            {func(cm []int32) { cm[1800] = 1_400_000_000 }, whole, 1, 0},
		"one of zero":    {func(cm []int32) { cm[1800] = 0 }, whole, 1, 0},
		"a few":          {func(cm []int32) { add(cm[1800:1810], 5_000_00) }, whole, 10, 0},
		"the last":       {func(cm []int32) { cm[3599] = 1_400_000_000 }, whole - 5, 0, 1},
		"from there on":  {func(cm []int32) { add(cm[1800:], 500_000_00) }, whole - 5, 0, 1},
		"and back again": {func(cm []int32) { add(cm[1000:2000], 90_000_00) }, whole - 10, 0, 2},
		"starts anew":    {func(cm []int32) { add(cm[1800:], -9000_00) }, whole - 5, 0, 1},
		"half a km":      {func(cm []int32) { add(cm[1800:], 500_00) }, whole - 5, 0, 1},
		"catches up":     {func(cm []int32) { stand(cm[1000:1060]) }, whole, 0, 0},
	} {
		r := tour(training.Running)
		c.spoil(r.Columns.Data[training.Distance].Values)
		v := stream.Of(r, stream.Limits{})
		if got := end(t, v); got != c.want {
			t.Errorf("%s: %v m, want %v", name, got, c.want)
		}
		if v.Masked[training.Distance] != c.masked || v.Leaps[training.Distance].Count != c.leaps {
			t.Errorf("%s: %d masked, %+v", name, v.Masked[training.Distance], v.Leaps[training.Distance])
		}
	}
}

func add(cm []int32, d int32) {
	for i := range cm {
		cm[i] += d
	}
}

func stand(cm []int32) {
	for i := range cm {
		cm[i] = cm[0]
	}
}

// TestATrainRideIsNotRidden: steps that nobody makes count no more for coming
// one after another.
func TestATrainRideIsNotRidden(t *testing.T) {
	t.Parallel()
	r := tour(training.Running)
	cm := r.Columns.Data[training.Distance].Values
	for i := 1800; i < 2400; i++ {
		add(cm[i:i+1], int32(50_00*(i-1799)))
	}
	add(cm[2400:], 50_00*600)
	if got := end(t, stream.Of(r, stream.Limits{})); math.Abs(got-5*3000) > 110 {
		t.Errorf("%v m", got)
	}
}

// TestOneBadPosition: rows that are off and come back are masked, at the ends
// too; the way is what it was.
func TestOneBadPosition(t *testing.T) {
	t.Parallel()
	const degree = 1 << 31 / 180
	for name, c := range map[string]struct {
		from, to int
		leaps    int
	}{
		"one": {1800, 1801, 0}, "a few": {1800, 1820, 0}, "the first": {0, 1, 0}, "the first three": {0, 3, 0},
		"the last": {3599, 3600, 0}, "two at the end": {3598, 3600, 0}, "from there on": {1800, 3600, 1},
	} {
		r := tour(training.Cycling)
		r.Columns.Data[training.Distance], r.Columns.Data[training.Speed] = training.Column{}, training.Column{}
		for i := c.from; i < c.to; i++ {
			r.Columns.Data[training.Latitude].Values[i] += 3 * degree
			r.Columns.Data[training.Longitude].Values[i] -= 90 * degree
		}
		v := stream.Of(r, stream.Limits{})
		if n := v.Masked[training.Latitude]; c.leaps == 0 && n != c.to-c.from || c.leaps > 0 && n != 0 || v.Masked[training.Longitude] != n {
			t.Errorf("%s: %d masked", name, n)
		}
		if v.Leaps[training.Latitude].Count != c.leaps {
			t.Errorf("%s: %+v", name, v.Leaps[training.Latitude])
		}
		for i := range v.Columns.Len() {
			y, ok := v.At(training.Latitude, i)
			if off := float64(y)/degree - 50; ok && c.leaps == 0 && (off < -0.01 || off > 0.2) {
				t.Fatalf("%s: row %d is at %v", name, i, off+50)
			}
		}
		if got := end(t, v); math.Abs(got-5*3599) > 20 {
			t.Errorf("%s: %v m by position", name, got)
		}
		if top, _ := v.MaxIn(training.Speed, training.Span{ToS: 4000}); top > 30_000 {
			t.Errorf("%s: %d mm/s", name, top)
		}
	}
}

// TestOneBadAltitude: what is nowhere on earth, or off and back, is masked; a
// calibration stays for whoever adds up climbs.
func TestOneBadAltitude(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil  func(cm []int32)
		masked int
	}{
		"as it was":   {func([]int32) {}, 0},
		"beyond":      {func(cm []int32) { cm[100] = 1_400_000_000; cm[0] = -60_000 }, 2},
		"off":         {func(cm []int32) { cm[100] += 200_00 }, 1},
		"a few off":   {func(cm []int32) { add(cm[100:110], -200_00) }, 10},
		"calibrated":  {func(cm []int32) { add(cm[100:], 80_00) }, 0},
		"beyond, all": {func(cm []int32) { add(cm, 10_000_00) }, 3600},
	} {
		r := tour(training.Cycling)
		c.spoil(r.Columns.Data[training.Altitude].Values)
		if v := stream.Of(r, stream.Limits{}); v.Masked[training.Altitude] != c.masked {
			t.Errorf("%s: %d masked, want %d", name, v.Masked[training.Altitude], c.masked)
		}
	}
}

// TestSpeedsOfAnySportHaveALimit: 3.7 million km/h is nobody's.
func TestSpeedsOfAnySportHaveALimit(t *testing.T) {
	t.Parallel()
	for _, sport := range append(training.Sports(), "sailing") {
		r := tour(sport)
		r.Columns.Data[training.Speed].Values[50] = 1_027_777_777
		v := stream.Of(r, stream.Limits{})
		if top, _ := v.MaxIn(training.Speed, training.Span{ToS: 4000}); top > 5000 {
			t.Errorf("%s: %d mm/s", sport, top)
		}
	}
}

// TestALoneSpeedIsNotBelieved: within the limit too, where the rows around it
// know nothing of it; a sprint is.
func TestALoneSpeedIsNotBelieved(t *testing.T) {
	t.Parallel()
	r := tour(training.Cycling)
	mms := r.Columns.Data[training.Speed].Values
	mms[50] = 33_000
	copy(mms[100:], []int32{9_000, 14_000, 19_000, 17_000, 12_000})
	v := stream.Of(r, stream.Limits{})
	if top, _ := v.MaxIn(training.Speed, training.Span{ToS: 4000}); top != 19_000 || v.Masked[training.Speed] != 1 {
		t.Errorf("%d mm/s, %d masked", top, v.Masked[training.Speed])
	}
}

// TestTheRecordingIsNotCleaned: the view alone is.
func TestTheRecordingIsNotCleaned(t *testing.T) {
	t.Parallel()
	r := tour(training.Cycling)
	for _, ch := range []training.Channel{training.Distance, training.Latitude, training.Altitude} {
		r.Columns.Data[ch].Values[1800] += 1 << 29
	}
	stream.Of(r, stream.Limits{})
	for _, ch := range []training.Channel{training.Distance, training.Latitude, training.Altitude} {
		if c := &r.Columns.Data[ch]; c.Valid.Count() != 3600 || c.Values[1800] < 1<<29 {
			t.Errorf("%s was changed", ch)
		}
	}
}
