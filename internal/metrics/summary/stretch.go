package summary

import (
	"math"
	"sort"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Stretches computes the scalars of any stretch of a recording. It carries
// the session's running 30 s window, so that the normalized power of a lap is
// that of devices.
type Stretches struct {
	view    *stream.View
	samples stream.Samples
	running *power.Running
	relief  *route.Relief
	baseCM  float64 // distance at the start
	after   tail    // what was covered after the last row
	coasts  coasting
}

// NewStretches prepares a recording.
func NewStretches(v *stream.View) *Stretches {
	s := &Stretches{view: v, samples: v.Power(), relief: route.ReliefOf(v)}
	s.running = power.NewRunning(s.samples.Watts)
	s.baseCM = s.baseDistance()
	s.after = tailOf(v)
	s.coasts = s.coastingOf()
	return s
}

// View returns the view of the recording.
func (s *Stretches) View() *stream.View { return s.view }

// Relief returns the corrected altitude of the recording.
func (s *Stretches) Relief() *route.Relief { return s.relief }

// farStartCM is the distance of a first row that was not covered before it:
// the recording counts on from an earlier session of its file.
const farStartCM = 100_00

// baseDistance returns the distance in cm at the beginning: zero, so that the
// stretch before the first row counts, or the first row's in a later session
// whose distance continues from the one before. Sessions of FIT already have
// distances of their own.
func (s *Stretches) baseDistance() float64 {
	if r := s.view.Recording; r.SessionIndex == 0 || r.Format == training.FormatFIT {
		return 0
	}
	for i := range s.view.Columns.Len() {
		if cm, ok := s.view.At(training.Distance, i); ok {
			if cm > farStartCM {
				return float64(cm)
			}
			return 0
		}
	}
	return 0
}

// manyValues is how many values a stretch with all sensors has.
const manyValues = 20

// Values computes the values of the rows in [span.FromS, span.ToS) that take no
// threshold: power, heart rate, cadence, distance, speed, climb, temperature.
// Average speed is distance over timerS, the timer time of the stretch.
func (s *Stretches) Values(span training.Span, timerS float64) training.Values {
	v := make(training.Values, manyValues)
	rows := s.view.Measured(span)
	s.power(v, rows)
	if r, ok := heart.In(s.view, rows); ok {
		v[training.MetricAvgHRBpm], v[training.MetricMaxHRBpm] = r.AvgBpm, r.MaxBpm
	}
	s.cadence(v, rows)
	if m, ok := s.distanceM(span); ok {
		putDistance(v, m, timerS)
	}
	if top, ok := s.view.MaxIn(training.Speed, rows); ok {
		v[training.MetricMaxSpeedKMH] = float64(top) * 3.6 / 1000
	}
	if e, missing := s.relief.Elevation(span); missing == "" {
		v[training.MetricElevationGainM], v[training.MetricElevationLossM] = e.GainM, e.LossM
	}
	if t, _, ok := s.view.MeanIn(training.Temperature, rows); ok {
		v[training.MetricAvgTempC] = t / training.Temperature.Scale()
	}
	return v
}

// putDistance sets distance and what follows from it.
func putDistance(v training.Values, m, timerS float64) {
	v[training.MetricDistanceKM] = m / 1000
	if m <= 0 || timerS <= 0 {
		return
	}
	v[training.MetricAvgSpeedKMH] = m / timerS * 3.6
	v[training.MetricPaceSPerKM] = timerS / m * 1000
}

// power sets the power metrics of the samples in a span. Average power, work
// and normalized power are of the same samples.
func (s *Stretches) power(v training.Values, span training.Span) {
	from, to := s.samplesIn(span)
	watts := s.samples.Watts[from:to]
	if len(watts) == 0 {
		return
	}
	sum, top := int64(0), watts[0]
	for _, w := range watts {
		sum, top = sum+int64(w), max(top, w)
	}
	v[training.MetricAvgPowerW] = float64(sum) / float64(len(watts))
	v[training.MetricMaxPowerW] = float64(top)
	v[training.MetricWorkKJ] = float64(sum) / 1000
	if np, ok := s.running.Between(from, to); ok {
		v[training.MetricNormalizedPowerW] = np.Watts
	}
}

// samplesIn returns the range of the power samples whose rows are in the span.
func (s *Stretches) samplesIn(span training.Span) (from, to int) {
	a, b := s.view.Rows(span)
	rows := s.samples.Row
	from = sort.Search(len(rows), func(i int) bool { return int(rows[i]) >= a })
	to = sort.Search(len(rows), func(i int) bool { return int(rows[i]) >= b })
	return from, to
}

// cadence averages over the rows with a cadence: for sports on foot all of
// them, otherwise those that are not zero, as devices do. An unchanged cadence
// is not written again, so that it lasts as long as a heart rate.
func (s *Stretches) cadence(v training.Values, span training.Span) {
	var sum, weight, top int64
	zeros := s.view.Recording.Sport.OnFoot()
	first, end := s.view.Rows(span)
	u, seen := s.view.Usable(training.Cadence), false
	for from, to := u.Run(first, end); from < to; from, to = u.Run(to, end) {
		seen = true
		for i, c := range s.view.Columns.Data[training.Cadence].Values[from:to] {
			top = max(top, int64(c))
			if c == 0 && !zeros {
				continue
			}
			w := int64(max(1, s.view.WeightS[from+i], s.view.SlowWeightS(from+i)))
			sum, weight = sum+int64(c)*w, weight+w
		}
	}
	if !seen {
		return
	}
	scale := training.Cadence.Scale()
	v[training.MetricMaxCadenceRPM] = float64(top) / scale
	if weight > 0 {
		v[training.MetricAvgCadenceRPM] = float64(sum) / float64(weight) / scale
	}
}

// distanceM returns the distance in m covered in a span, interpolated at its
// ends; false where it is unknown.
func (s *Stretches) distanceM(span training.Span) (float64, bool) {
	if !s.view.Has(training.Distance) {
		return 0, false
	}
	a, okA := s.distanceAt(span.FromS)
	b, okB := s.distanceAt(span.ToS)
	return max(0, b-a) / training.Distance.Scale(), okA && okB
}

// distanceAt returns the distance in cm at a moment; before the first row with
// one it is the base, after the last row that row's plus the estimate of
// [tailOf].
func (s *Stretches) distanceAt(t float64) (float64, bool) {
	times := s.view.Columns.TimeS
	i := sort.Search(len(times), func(i int) bool { return float64(times[i]) >= t })
	after, before := i, i-1
	for after < len(times) && !s.view.Usable(training.Distance).Get(after) {
		after++
	}
	for before >= 0 && !s.view.Usable(training.Distance).Get(before) {
		before--
	}
	d := s.view.Columns.Data[training.Distance].Values
	switch {
	case before < 0 && after >= len(times):
		return 0, false
	case before < 0:
		return s.baseCM, true
	case after >= len(times):
		return float64(d[before]) + s.after.until(t), true
	}
	x, y := float64(times[before]), float64(times[after])
	share := (t - x) / max(1, y-x)
	return float64(d[before]) + math.Min(1, share)*float64(d[after]-d[before]), true
}

// mostTailS is the longest time in seconds after the last row for which its
// speed is extrapolated.
const mostTailS = 10

// tail is the way after the last row, while the timer still ran.
type tail struct {
	fromS   float64 // time of the last row with a distance
	seconds float64
	cmS     float64
}

// tailOf returns the last row's speed over the whole seconds that the timer ran
// after it: devices continue until the timer stops and need not write the row.
// An end within a second of the last row is that row's own second. The sum of
// the laps does not matter: it is the device's total.
func tailOf(v *stream.View) tail {
	i := v.Columns.Len() - 1
	for i >= 0 && !v.Usable(training.Distance).Get(i) {
		i--
	}
	if i < 0 {
		return tail{}
	}
	mms, ok := v.At(training.Speed, i)
	if !ok {
		return tail{}
	}
	l := tail{fromS: float64(v.Columns.TimeS[i]), cmS: float64(mms) / 10}
	if left := v.TimerIn(training.Span{FromS: l.fromS, ToS: v.Recording.ElapsedS}); left > 1 && left <= mostTailS {
		l.seconds = math.Floor(left)
	}
	return l
}

// until returns the distance in cm covered after the last row up to a moment.
func (l tail) until(t float64) float64 {
	return l.cmS * max(0, min(l.seconds, t-l.fromS))
}
