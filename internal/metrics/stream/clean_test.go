package stream_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// tour returns an hour at 5 m/s straight north, with distance, position, speed
// and an altitude that rises 100 m.
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

// end returns the last believed distance in m.
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

func TestShare(t *testing.T) {
	t.Parallel()
	half := ride(100)
	for i := range 50 {
		half.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	paused := ride(100)
	metricstest.Pause(paused, 20, 80)
	sparse := ride(4000)
	metricstest.Drop(sparse, func(s int) bool { return s%100 != 0 })
	for _, c := range []struct {
		name string
		r    *training.Recording
		ch   training.Channel
		want float64
	}{
		{"whole", ride(100), training.HeartRate, 1},
		{"half", half, training.HeartRate, 0.5},
		{"pauses do not count", paused, training.HeartRate, 1},
		{"rows that stand for nothing count one each", sparse, training.HeartRate, 1},
		{"absent", ride(100), training.Cadence, 0},
		{"empty", ride(0), training.Power, 0},
	} {
		if got := stream.Of(c.r, stream.Limits{}).Share(c.ch); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLonePower(t *testing.T) {
	t.Parallel()
	gap := math.NaN()
	for _, c := range []struct {
		name  string
		watts []float64
		want  int
	}{
		{"between zeros", []float64{0, 0, 900, 0, 0}, 1},
		{"twice", []float64{100, 500, 100, 2000, 100}, 2},
		{"a sprint", []float64{100, 700, 1100, 900, 100}, 0},
		{"a quarter is enough", []float64{125, 500, 125}, 0},
		{"little", []float64{0, 499, 0}, 0},
		{"at the ends", []float64{900, 0, 900}, 0},
		{"beside nothing", []float64{0, 900, gap, 0}, 0},
		{"beyond what is possible it is masked instead", []float64{0, 3000, 0}, 0},
	} {
		if got := metricstest.Power(c.watts).LonePowerS(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	r := metricstest.Recording(training.Cycling, 9)
	metricstest.Put(r, training.Power, []float64{0, 0, 0, 0, 900, 0, 0, 0, 0})
	metricstest.Drop(r, func(s int) bool { return s == 3 })
	if got := stream.Of(r, stream.Limits{}).LonePowerS(); got != 0 {
		t.Errorf("a neighbour is two seconds away: %d", got)
	}
}

func TestStuckHeartRate(t *testing.T) {
	t.Parallel()
	beats := func(n int) *training.Recording {
		r := metricstest.Recording(training.Running, n)
		bpm := make([]float64, n)
		for i := range bpm {
			bpm[i] = 120 + float64(i%7)
		}
		metricstest.Put(r, training.HeartRate, bpm)
		return r
	}
	stuck := beats(900)
	for i := 100; i < 500; i++ {
		stuck.Columns.Data[training.HeartRate].Values[i] = 88
	}
	lost := beats(900)
	for i := 100; i < 500; i++ {
		lost.Columns.Data[training.HeartRate].Values[i] = 0 // how straps say that they have none
	}
	for name, c := range map[string]struct {
		r    *training.Recording
		want int32
	}{"beating": {beats(900), 1}, "stuck": {stuck, 400}, "lost": {lost, 1}, "none": {ride(0), 0}} {
		if got := stream.Of(c.r, stream.Limits{}).StuckHRS(); got != c.want {
			t.Errorf("%s: %d s, want %d", name, got, c.want)
		}
	}
}

func TestLeast(t *testing.T) {
	t.Parallel()
	l, ok := stream.Least([]float64{1, 2, 3, 4}, []float64{3, 5, 7, 9})
	if !ok || math.Abs(l.Slope-2) > 1e-12 || math.Abs(l.Intercept-1) > 1e-12 || l.SEE > 1e-12 || l.SlopeSE > 1e-12 {
		t.Errorf("%+v %v", l, ok)
	}
	// x 1..5, y 2 4 5 4 5: slope 0.6, intercept 2.2, residual sum 2.4.
	l, _ = stream.Least([]float64{1, 2, 3, 4, 5}, []float64{2, 4, 5, 4, 5})
	metricstest.Close(t, "slope", l.Slope, 0.6, 1e-12)
	metricstest.Close(t, "intercept", l.Intercept, 2.2, 1e-12)
	metricstest.Close(t, "standard error of the estimate", l.SEE, math.Sqrt(0.8), 1e-12)
	metricstest.Close(t, "standard error of the slope", l.SlopeSE, math.Sqrt(0.08), 1e-12)
	metricstest.Close(t, "standard error of the intercept", l.InterceptSE, math.Sqrt(0.8*(0.2+9.0/10)), 1e-12)
}

func TestLeastRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range [][2][]float64{{nil, nil}, {{1}, {1}}, {{2, 2}, {1, 3}}, {{1, 2}, {1}}} {
		if l, ok := stream.Least(c[0], c[1]); ok {
			t.Errorf("%v gives %+v", c, l)
		}
	}
	if l, ok := stream.Least([]float64{1, 2}, []float64{1, 3}); !ok || l.SEE != 0 || l.Slope != 2 {
		t.Errorf("two points give %+v %v", l, ok)
	}
}
