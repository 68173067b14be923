package summary

import (
	"sort"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Stretches computes the scalars of any stretch of a recording. It keeps the
// running 30 s window of the whole recording, so that the normalized power of a
// lap agrees with that of devices.
type Stretches struct {
	view    *stream.View
	samples stream.Samples
	running *power.Running
	relief  *route.Relief
	coasts  coasting
}

// NewStretches prepares a recording for computing values of its stretches.
func NewStretches(v *stream.View) *Stretches {
	s := &Stretches{view: v, samples: v.Power(), relief: route.ReliefOf(v)}
	s.running = power.NewRunning(s.samples.Watts)
	s.coasts = s.coastingOf()
	return s
}

// View returns the view of the recording.
func (s *Stretches) View() *stream.View { return s.view }

// Relief returns the corrected altitude of the recording.
func (s *Stretches) Relief() *route.Relief { return s.relief }

// manyValues is the number of values of a stretch with all sensors.
const manyValues = 20

// Values computes the values of the rows in [span.FromS, span.ToS) that need no
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
	if m, ok := s.view.DistanceIn(span); ok {
		putDistance(v, m, timerS)
	}
	if top, ok := s.view.MaxIn(training.Speed, rows); ok {
		v[training.MetricMaxSpeedKMH] = float64(top) * 3.6 / 1000
	}
	if e, missing := s.relief.Elevation(span); missing == "" {
		v[training.MetricElevationGainM], v[training.MetricElevationLossM] = e.GainM, e.LossM
	}
	if share, ok := s.leftBalance(rows); ok {
		v[training.MetricAvgLeftBalancePct] = share
	}
	if t, _, ok := s.view.MeanIn(training.Temperature, rows); ok {
		v[training.MetricAvgTempC] = t / training.Temperature.Scale()
	}
	return v
}

// putDistance sets distance, average speed and pace.
func putDistance(v training.Values, m, timerS float64) {
	v[training.MetricDistanceKM] = m / 1000
	if m <= 0 || timerS <= 0 {
		return
	}
	v[training.MetricAvgSpeedKMH] = m / timerS * 3.6
	v[training.MetricPaceSPerKM] = timerS / m * 1000
}

// power sets the power metrics of the samples in a span. Average power, work
// and normalized power use the same samples.
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

// leftBalance returns the left leg's share of the power in percent, with each row
// weighted by its power, because neither leg has a share without power.
func (s *Stretches) leftBalance(span training.Span) (pct float64, ok bool) {
	var sum, weight int64
	first, end := s.view.Rows(span)
	u := s.view.Usable(training.LeftBalance)
	for from, to := u.Run(first, end); from < to; from, to = u.Run(to, end) {
		for i := from; i < to; i++ {
			watts, _ := s.view.At(training.Power, i)
			share, _ := s.view.At(training.LeftBalance, i)
			w := int64(watts) * int64(max(1, s.view.WeightS[i]))
			sum, weight = sum+w*int64(share), weight+w
		}
	}
	return float64(sum) / float64(max(1, weight)) / training.LeftBalance.Scale(), weight > 0
}

// cadence averages cadence as devices do: on foot and in apps for virtual rides, it uses
// all rows with a cadence, and otherwise only those above zero. An unchanged cadence may
// not be written again, so it is held for as long as a heart rate.
func (s *Stretches) cadence(v training.Values, span training.Span) {
	var sum, weight, top int64
	zeros := s.view.Recording.Sport.OnFoot() || s.view.Recording.SubSport == training.SubVirtual
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
