package power

import (
	"math"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// EstimateVersion of the rules in this package.
const EstimateVersion = 1

const (
	// DescentPct is the slope below which nobody can tell from speed what was
	// pedalled: riders coast, tuck and brake.
	DescentPct = -3.0
	// mostDescent is the share of the time on such slopes up to which the
	// average of a ride was compared with meters.
	mostDescent = 0.3
	// leastS is the time in seconds from which a ride has an average.
	leastS = 300
	// leastKnown is the least share of the time that has an estimate.
	leastKnown = 0.8
	// standingMMS is a speed that is none, in mm/s.
	standingMMS = 500
	// speedHalfS makes speed the mean over 5 s before it is differentiated; where
	// rows stand for longer, over theirs and the next.
	speedHalfS = 2
	// smoothHalfS makes power the mean over 11 s, before what is below 0 counts
	// as none: else the noise of speed and altitude would only ever add.
	smoothHalfS = 5
	// mostW is more than a rider gives for 11 s: what is above it is an altitude
	// or a speed gone wrong.
	mostW = 2000
	// oddW is more than a leap of a second makes of a ride that went on.
	oddW = 100_000
)

// Estimate is the power of a ride, row by row.
type Estimate struct {
	Watts []float32
	Known training.Bitmap // the rows that have one
	// Counted are those and the rows of descents, which count as 0 W in means.
	Counted training.Bitmap
	// AvgW is the mean over the whole time, or NoAvg says why there is none.
	AvgW  float64
	NoAvg string
	// KnownPct is the share of the time that has an estimate, DescentPct the
	// share that counts as coasting.
	KnownPct, DescentPct float64
	AirKgM3              float64 // mean density
	// AgainstMPS is the mean wind from ahead, over WindPct of the time.
	AgainstMPS, WindPct float64

	// Altitude is what measured the slopes.
	Altitude route.TerrainKind

	view       *stream.View
	relief     *route.Relief
	air, ahead powerestimateMean
}

// EstimateOf estimates the power of a recording, or says why it cannot be known.
func EstimateOf(v *stream.View, r Ride, a Air) (e *Estimate, missing string) {
	switch {
	case !v.Has(training.Speed):
		return nil, training.NoSpeed
	case !v.Has(training.Altitude):
		return nil, training.NoAltitude
	}
	e = &Estimate{view: v, relief: route.ReliefOf(v)}
	e.Altitude = e.relief.Kind()
	pct, sloped := e.relief.Grade()
	e.rows(r, a, pct, sloped)
	e.smooth()
	if !e.total() {
		return nil, "no second of it has both a speed and a slope"
	}
	return e, ""
}

// rows makes the power of each row that has a speed and a slope; the others and
// those of descents are not known.
func (e *Estimate) rows(r Ride, a Air, pct []float32, sloped training.Bitmap) {
	v := e.view
	n := v.Columns.Len()
	e.Watts, e.Known, e.Counted = make([]float32, n), training.NewBitmap(n), training.NewBitmap(n)
	speed, moved := e.speeds()
	density := densities{tempC: a.TempC}
	wind, blows := windOf(a)
	for i := range n {
		switch {
		case !moved.Get(i):
			continue
		case speed[i]*1000 < standingMMS:
			e.Known.Set(i)
		case !sloped.Get(i):
			continue
		case pct[i] >= DescentPct:
			m := Moment{MPS: float64(speed[i]), Rise: float64(pct[i]) / 100, AccelMPS2: e.accel(speed, moved, i)}
			m.AirKgM3 = density.of(v, i)
			if blows {
				m.AgainstMPS = e.against(&wind, i)
			}
			w := r.Terms(m).Pedals()
			if !(math.Abs(w) <= oddW) {
				continue
			}
			e.air.add(m.AirKgM3, v.WeightS[i])
			e.Watts[i] = float32(w)
			e.Known.Set(i)
		}
		e.Counted.Set(i)
	}
}

// against returns the headwind in m/s in row i, 0 where the heading is unknown.
func (e *Estimate) against(w *wind, i int) float64 {
	mps, ok := w.ahead(e.view, i)
	if ok {
		e.ahead.add(mps, e.view.WeightS[i])
	}
	return mps
}

// powerestimateMean is one over time.
type powerestimateMean struct{ sum, seconds float64 }

func (m *powerestimateMean) add(x float64, seconds int32) {
	m.sum, m.seconds = m.sum+x*float64(seconds), m.seconds+float64(seconds)
}

func (m *powerestimateMean) of() float64 { return m.sum / max(1, m.seconds) }

// densities caches the density of the air until the altitude differs by more
// than matters: 5 m are 0.05 %.
type densities struct{ tempC, altM, kgM3 float64 }

func (d *densities) of(v *stream.View, i int) float64 {
	const step = 5
	cm, ok := v.At(training.Altitude, i)
	altM := float64(cm) / training.Altitude.Scale()
	if d.kgM3 == 0 || ok && math.Abs(altM-d.altM) > step {
		d.altM, d.kgM3 = altM, Density(altM, d.tempC)
	}
	return d.kgM3
}

// speeds returns the means of speed in m/s within 2 s of each row, and the rows
// that have one.
func (e *Estimate) speeds() ([]float32, training.Bitmap) {
	mms := e.view.Columns.Data[training.Speed].Values
	out := make([]float32, len(mms))
	u := e.view.Usable(training.Speed)
	e.means(u, e.halfS(speedHalfS), func(i int) float64 { return float64(mms[i]) }, func(i int, mean float64) {
		out[i] = float32(mean / 1000)
	})
	return out, u
}

// accel returns the acceleration in m/s² over the 4 s around a row, as far as
// speed is known without a break.
func (e *Estimate) accel(speed []float32, moved training.Bitmap, i int) float64 {
	v, half := e.view, e.halfS(speedHalfS)
	times := v.Columns.TimeS
	a, b := i, i
	for a > 0 && times[i]-times[a-1] <= half && moved.Get(a-1) && !v.PauseBetween(a-1) {
		a--
	}
	for b+1 < len(times) && times[b+1]-times[i] <= half && moved.Get(b+1) && !v.PauseBetween(b) {
		b++
	}
	if times[a] == times[b] {
		return 0
	}
	return float64(speed[b]-speed[a]) / float64(times[b]-times[a])
}

// halfS returns half a window in s, at least as long as a row counts for.
func (e *Estimate) halfS(s int32) int32 { return max(s, e.view.CapS) }

// means gives each row of a bitmap the mean of those within some seconds of it.
func (e *Estimate) means(rows training.Bitmap, halfS int32, of func(i int) float64, use func(i int, mean float64)) {
	times := e.view.Columns.TimeS
	from, to, sum, n := 0, 0, 0.0, 0.0
	for i, t := range times {
		for ; to < len(times) && times[to] <= t+halfS; to++ {
			if rows.Get(to) {
				sum, n = sum+of(to), n+1
			}
		}
		for ; times[from] < t-halfS; from++ {
			if rows.Get(from) {
				sum, n = sum-of(from), n-1
			}
		}
		if rows.Get(i) {
			use(i, sum/n)
		}
	}
}

// smooth makes each power the mean of those known within 5 s, and 0 of what is
// below that.
func (e *Estimate) smooth() {
	out := make([]float32, len(e.Watts))
	e.means(e.Known, e.halfS(smoothHalfS), func(i int) float64 { return float64(e.Watts[i]) }, func(i int, mean float64) {
		out[i] = float32(max(0, mean))
	})
	e.Watts = out
	for i, w := range out {
		if w > mostW {
			out[i] = 0
			e.Known.Clear(i)
			e.Counted.Clear(i)
		}
	}
}

// total sets what is known of the whole; false if nothing is.
func (e *Estimate) total() bool {
	v := e.view
	var known, down, work float64
	all := v.Recording.TimerS
	for i, w := range v.WeightS {
		switch s := float64(w); {
		case e.Known.Get(i):
			known, work = known+s, work+s*float64(e.Watts[i])
		case e.Counted.Get(i):
			down += s
		}
	}
	if known <= 0 {
		return false
	}
	all = max(all, known+down)
	e.KnownPct, e.DescentPct = 100*known/all, 100*down/all
	e.AirKgM3, e.AgainstMPS, e.WindPct = e.air.of(), e.ahead.of(), 100*e.ahead.seconds/all
	switch {
	case all < leastS:
		e.NoAvg = "the recording is shorter than five minutes"
	case down > mostDescent*all:
		e.NoAvg = "more than three tenths of the time went down steep slopes, where speed does not tell what was pedalled"
	case known+down < leastKnown*all:
		e.NoAvg = "speed and slope are known for less than four fifths of the time"
	default:
		e.AvgW = work / (known + down)
	}
	return true
}

// Relief returns the altitude from which the slopes come.
func (e *Estimate) Relief() *route.Relief { return e.relief }

// In returns the mean power of a stretch in W, with 0 on descents; false where
// less than four fifths of its rows count.
func (e *Estimate) In(span training.Span) (watts float64, ok bool) {
	from, to := e.view.Rows(span)
	var all, counted, work float64
	for i := from; i < to; i++ {
		s := float64(e.view.WeightS[i])
		all += s
		if e.Counted.Get(i) {
			counted, work = counted+s, work+s*float64(e.Watts[i])
		}
	}
	if counted <= 0 || counted < leastKnown*all {
		return 0, false
	}
	return work / counted, true
}

// Air is what is known of the air of a ride.
type Air struct {
	TempC float64 // NaN is not known
	// WindMPS is the wind's speed at 10 m, as weather services tell it, and
	// FromDeg where it came from: 0 is north, 90 east. No speed is no wind known.
	WindMPS, FromDeg float64
}

// riderWind is the share of the wind at 10 m that is left at 1.2 m over open
// land with some obstacles: ln(1.2/z)/ln(10/z) with a roughness length z of
// 0.1 m (logarithmic profile, class "roughly open" by Davenport 1960).
var riderWind = math.Log(1.2/0.1) / math.Log(10/0.1)

// wayHalfS makes a heading that of the way within 3 s of a row: a step of one
// second is too near to what positions scatter by.
const wayHalfS = 3

// leastWayDeg is the way, in degrees of latitude, that has a direction: 5 m.
const leastWayDeg = 5.0 / 111_195

// wind is that of a ride, by where it comes from.
type wind struct {
	northMPS, eastMPS float64
	// shrink is how much shorter a degree of longitude is than one of latitude,
	// at the ride's first position: over 200 km it turns a heading by a degree.
	shrink float64
}

// windOf returns the wind at the rider; false where none is known.
func windOf(a Air) (w wind, ok bool) {
	from, mps := a.FromDeg*math.Pi/180, a.WindMPS*riderWind
	return wind{northMPS: mps * math.Cos(from), eastMPS: mps * math.Sin(from)}, mps > 0
}

// ahead returns the headwind in m/s at row i; false where no position, or
// hardly any movement, is within seconds of it.
func (w *wind) ahead(v *stream.View, i int) (mps float64, ok bool) {
	a, b := i, i
	times := v.Columns.TimeS
	for a > 0 && times[i]-times[a-1] <= wayHalfS && placed(v, a-1) {
		a--
	}
	for b+1 < len(times) && times[b+1]-times[i] <= wayHalfS && placed(v, b+1) {
		b++
	}
	if !placed(v, a) || !placed(v, b) {
		return 0, false
	}
	lat, lon := v.Columns.Data[training.Latitude].Values, v.Columns.Data[training.Longitude].Values
	scale := training.Latitude.Scale()
	if w.shrink == 0 {
		w.shrink = math.Cos(float64(lat[i]) / scale * math.Pi / 180)
	}
	north := float64(lat[b]-lat[a]) / scale
	east := float64(lon[b]-lon[a]) / scale * w.shrink // semicircles wrap at 180° as an int32 does
	way := north*north + east*east
	if way < leastWayDeg*leastWayDeg {
		return 0, false
	}
	return (w.northMPS*north + w.eastMPS*east) / math.Sqrt(way), true
}

func placed(v *stream.View, i int) bool {
	_, lat := v.At(training.Latitude, i)
	_, lon := v.At(training.Longitude, i)
	return lat && lon
}

// IntensityVersion is the version of the rules in this file.
const IntensityVersion = 1

// IntensityFactor returns the ratio of np to ftp, both in W; false if either is
// not positive.
func IntensityFactor(np, ftp float64) (float64, bool) {
	if np <= 0 || ftp <= 0 {
		return 0, false
	}
	return np / ftp, true
}

// VariabilityIndex returns the ratio of np to the average power of the same
// samples; false if either is not positive.
func VariabilityIndex(np, avg float64) (float64, bool) { return IntensityFactor(np, avg) }

// TSS returns the training stress score as Garmin devices count it: hours of
// full windows · IF² · 100, with normalized power not rounded. False if np or
// ftp is not positive.
func TSS(np NP, ftp float64) (float64, bool) {
	return TSSOver(np.Watts, ftp, float64(np.Windows))
}

// TSSOver does the same as [TSS] over a time in seconds that the caller
// chooses, for the variants with timer time (Wahoo, iGPSport's assistant
// server).
func TSSOver(np, ftp, seconds float64) (float64, bool) {
	f, ok := IntensityFactor(np, ftp)
	if !ok || seconds <= 0 {
		return 0, false
	}
	return seconds / 3600 * f * f * 100, true
}
