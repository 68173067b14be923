package power_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/naive/rows"
)

// road makes a recording second by second: speed in m/s and slope as a share
// at each; it leads north from 47° N.
func road(seconds int, at func(s int) (mps, rise float64)) *training.Recording {
	r := &training.Recording{Sport: training.Cycling, TimerS: float64(seconds), ElapsedS: float64(seconds)}
	const startM, perDeg = 200.0, 111_195.0
	dist, alt := 0.0, startM
	for s := range seconds {
		mps, rise := at(s)
		c := &r.Columns
		c.TimeS = append(c.TimeS, int32(s))
		c.Put(training.Speed, s, int32(math.Round(mps*1000)))
		c.Put(training.Distance, s, int32(math.Round(dist*100)))
		c.Put(training.Altitude, s, int32(math.Round(alt*100)))
		c.Put(training.Latitude, s, int32((47+dist/perDeg)*training.Latitude.Scale()))
		c.Put(training.Longitude, s, int32(8*training.Longitude.Scale()))
		dist, alt = dist+mps, alt+mps*rise
	}
	return r
}

func steady(mps, rise float64) func(int) (float64, float64) {
	return func(int) (float64, float64) { return mps, rise }
}

var rider = power.Ride{RiderKg: 75, BikeKg: 8.5, CdA: 0.36, Crr: 0.005}

func still() power.Air { return power.Air{TempC: 15} }

func estimated(t *testing.T, r *training.Recording, air power.Air) *power.Estimate {
	t.Helper()
	e, why := power.EstimateOf(stream.Of(r, stream.Limits{}), rider, air)
	if why != "" {
		t.Fatal(why)
	}
	return e
}

// TestSteadyRidesAreTheFormula: no noise, so that the average is one moment's.
func TestSteadyRidesAreTheFormula(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ mps, rise float64 }{
		"flat": {9, 0}, "up": {4, 0.07}, "gently down": {11, -0.01}, "braking": {3, -0.02},
	} {
		e := estimated(t, road(1200, steady(c.mps, c.rise)), still())
		alt := 200 + 600*c.mps*c.rise
		want := max(0, rider.Terms(power.Moment{MPS: c.mps, Rise: c.rise, AirKgM3: power.Density(alt, 15)}).Pedals())
		if math.Abs(e.AvgW-want) > 0.005*want+0.2 || e.KnownPct != 100 || e.DescentPct != 0 {
			t.Errorf("%s: %.1f W of %v %%, want %.1f", name, e.AvgW, e.KnownPct, want)
		}
		if w, ok := e.In(training.Span{FromS: 300, ToS: 600}); !ok || math.Abs(w-want) > 0.01*want+0.2 {
			t.Errorf("%s: five minutes of it %.1f W, want %.1f", name, w, want)
		}
	}
}

func TestWindCountsByItsDirection(t *testing.T) {
	t.Parallel()
	flat := road(1200, steady(9, 0)) // to the north
	calm := estimated(t, flat, still()).AvgW
	of := func(from float64) *power.Estimate {
		return estimated(t, flat, power.Air{TempC: 15, WindMPS: 5, FromDeg: from})
	}
	ahead, side, behind := of(0), of(90), of(180)
	if !(ahead.AvgW > calm+50 && behind.AvgW < calm-40) || math.Abs(side.AvgW-calm) > 1 {
		t.Errorf("against %.0f, from the side %.0f, with it %.0f, calm %.0f W", ahead.AvgW, side.AvgW, behind.AvgW, calm)
	}
	// 5 m/s at 10 m are 2.7 at the rider: ln 12 / ln 100
	if math.Abs(ahead.AgainstMPS-2.698) > 0.01 || ahead.WindPct < 99 || math.Abs(behind.AgainstMPS+2.698) > 0.01 {
		t.Errorf("wind %.3f m/s over %.0f %%, from behind %.3f", ahead.AgainstMPS, ahead.WindPct, behind.AgainstMPS)
	}
	flat.Columns.Data[training.Latitude] = training.Column{}
	if e := of(0); e.AvgW != calm || e.WindPct != 0 {
		t.Errorf("without a heading %.1f W, want %.1f as without wind", e.AvgW, calm)
	}
}

// TestDescentsAreNotKnown: half a ride down 6 % has no average; a tenth has one,
// in which it counts as coasting.
func TestDescentsAreNotKnown(t *testing.T) {
	t.Parallel()
	down := func(until int) func(int) (float64, float64) {
		return func(s int) (float64, float64) {
			if s < until {
				return 14, -0.06
			}
			return 8, 0
		}
	}
	flat := estimated(t, road(2000, steady(8, 0)), still()).AvgW
	short := estimated(t, road(2000, down(200)), still())
	if math.Abs(short.AvgW-0.9*flat) > 2 || math.Abs(short.DescentPct-10) > 0.5 || short.NoAvg != "" || short.Known.Get(100) {
		t.Errorf("%.1f W, flat %.1f; %+v", short.AvgW, flat, short.DescentPct)
	}
	if half := estimated(t, road(1000, down(500)), still()); half.AvgW != 0 || !strings.Contains(half.NoAvg, "three tenths") {
		t.Errorf("%.1f W, missing because %q", half.AvgW, half.NoAvg)
	}
}

func TestWhatCannotBeEstimatedSaysWhy(t *testing.T) {
	t.Parallel()
	without := func(chs ...training.Channel) *training.Recording {
		r := road(600, steady(8, 0))
		for _, ch := range chs {
			r.Columns.Data[ch] = training.Column{}
		}
		return r
	}
	lone := road(1, steady(8, 0))
	for name, c := range map[string]struct {
		r    *training.Recording
		want string
	}{
		"no altitude": {without(training.Altitude), training.NoAltitude},
		"no speed":    {without(training.Speed, training.Distance, training.Latitude, training.Longitude), training.NoSpeed},
		"one row":     {lone, "both a speed and a slope"},
		"no rows":     {&training.Recording{Sport: training.Cycling}, training.NoSpeed},
	} {
		if e, why := power.EstimateOf(stream.Of(c.r, stream.Limits{}), rider, still()); e != nil || !strings.Contains(why, c.want) {
			t.Errorf("%s: %v, %q", name, e, why)
		}
	}
	if short := estimated(t, road(299, steady(8, 0)), still()); short.AvgW != 0 || !strings.Contains(short.NoAvg, "five minutes") {
		t.Errorf("%.1f W of a short ride, missing because %q", short.AvgW, short.NoAvg)
	}
	half := without()
	half.TimerS, half.ElapsedS = 1200, 1200 // the last ten minutes have no rows
	if e := estimated(t, half, still()); e.AvgW != 0 || !strings.Contains(e.NoAvg, "four fifths") {
		t.Errorf("%.1f W, missing because %q", e.AvgW, e.NoAvg)
	} else if _, ok := e.In(training.Span{FromS: 700, ToS: 900}); ok {
		t.Error("a stretch without rows has a power")
	}
}

// TestGarbageGivesNoPower: leaps of speed and altitude, weights of nothing.
func TestGarbageGivesNoPower(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	r := road(1200, func(int) (float64, float64) { return random.Float64() * 36, random.Float64()*6 - 3 })
	for _, who := range []power.Ride{
		rider, {}, {RiderKg: 1e9, BikeKg: 1e9, CdA: 1e9, Crr: 1e9}, {RiderKg: math.Inf(1)}, {RiderKg: math.NaN()},
	} {
		e, _ := power.EstimateOf(stream.Of(r, stream.Limits{}), who, power.Air{TempC: math.Inf(-1), WindMPS: 1e300, FromDeg: 1e300})
		if e == nil {
			continue
		}
		for i, w := range e.Watts {
			if !(w >= 0 && w <= 2000) {
				t.Fatalf("row %d of %+v has %v W", i, who, w)
			}
		}
		if !(e.AvgW >= 0 && e.AvgW <= 2000) {
			t.Errorf("%+v: %v W", who, e.AvgW)
		}
	}
}

// TestEstimateAgreesWithTheReference on random roads with stops, pauses and
// lost values, recorded every second or not.
func TestEstimateAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		mps, rise := 7.0, 0.0
		r := road(700, func(s int) (float64, float64) {
			mps = min(max(mps+random.NormFloat64()*0.3, 0), 18)
			rise = min(max(rise+random.NormFloat64()*0.004, -0.09), 0.09)
			if s > 300 && s < 330 {
				return 0, 0
			}
			return mps, rise
		})
		for range 40 {
			r.Columns.Data[training.Speed].Valid.Clear(random.IntN(700))
		}
		if seed%3 == 1 {
			r.Pauses = []training.Span{{FromS: 410, ToS: 450}}
			r.TimerS -= 40
		}
		if seed%3 == 2 {
			thin(r, random)
		}
		v := stream.Of(r, stream.Limits{})
		e, why := power.EstimateOf(v, rider, still())
		if why != "" {
			t.Fatal(why)
		}
		want := plain(v).Estimated(rows.Cyclist{Kg: 83.5, DragM2: 0.36, Rolling: 0.005, TempC: 15})
		for i, w := range want {
			if known := e.Known.Get(i); known == math.IsNaN(w) || known && math.Abs(float64(e.Watts[i])-w) > 0.2+0.001*w {
				t.Fatalf("seed %d, row %d: %v W (%v), the reference has %v", seed, i, e.Watts[i], known, w)
			}
		}
	}
}

// thin keeps a row in some seconds.
func thin(r *training.Recording, random *rand.Rand) {
	old := r.Columns
	r.Columns = training.Columns{}
	for i := 0; i < old.Len(); i += 1 + random.IntN(6) {
		row := r.Columns.Len()
		r.Columns.TimeS = append(r.Columns.TimeS, old.TimeS[i])
		for ch := range training.NumChannels {
			if x, ok := old.At(ch, i); ok {
				r.Columns.Put(ch, row, x)
			}
		}
	}
	r.Columns.Pad()
}

// plain is a recording as the reference reads it.
func plain(v *stream.View) *rows.Recording {
	r := v.Recording
	out := &rows.Recording{Sport: string(r.Sport), ElapsedS: r.ElapsedS}
	for _, p := range r.Pauses {
		out.Pauses = append(out.Pauses, rows.Pause{FromS: p.FromS, ToS: p.ToS})
	}
	c := &r.Columns
	for i := range c.Len() {
		out.TimeS = append(out.TimeS, float64(c.TimeS[i]))
		for ch, to := range map[training.Channel]*[]float64{
			training.Speed: &out.SpeedMPS, training.Distance: &out.DistanceM, training.Altitude: &out.AltitudeM,
			training.Latitude: &out.LatDeg, training.Longitude: &out.LonDeg,
		} {
			x := math.NaN()
			if raw, ok := c.At(ch, i); ok {
				x = float64(raw) / ch.Scale()
			}
			*to = append(*to, x)
		}
	}
	return out
}

func BenchmarkOf(b *testing.B) {
	r := road(4*3600, func(s int) (float64, float64) {
		return 8 + 2*math.Sin(float64(s)/40), 0.04 * math.Sin(float64(s)/300)
	})
	v := stream.Of(r, stream.Limits{})
	air := power.Air{TempC: 15, WindMPS: 4, FromDeg: 40}
	b.ReportAllocs()
	for b.Loop() {
		power.EstimateOf(v, rider, air)
	}
}
