package summary

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// LapVersion is the version of the lap rules of this package.
const LapVersion = 6

// LapsVersion returns one version for all rules of laps.
func LapsVersion() int {
	return stream.RulesetVersion(LapVersion, Version(), PoolVersion, route.SplitsVersion)
}

// Lap is a lap with Lapkeep's computed values and, next to them, the device's own.
type Lap struct {
	Index     int // counted from 0
	StartS    float64
	EndS      float64
	Trigger   string
	Intensity string
	Values    training.Values
	Device    training.Values
}

// LapsOf computes the laps that the device cut. A lap consists of the rows from its start
// to the next lap's start. Its normalized power uses the windows that end in it; as in
// devices, these may begin before the lap.
func LapsOf(v *stream.View) []Lap { return LapsIn(NewStretches(v)) }

// LapsIn does the same as [LapsOf] for a caller with the stretches of the recording.
func LapsIn(s *Stretches) []Lap {
	v := s.View()
	out := make([]Lap, 0, len(v.Recording.Laps))
	whole, _ := PoolOf(v.Recording)
	pool := whole.DistanceM > 0
	for i, l := range v.Recording.Laps {
		span := LapSpan(v, i)
		timer, elapsed := l.TimerS, l.ElapsedS
		if timer <= 0 {
			timer = v.TimerIn(training.Span{FromS: l.StartS, ToS: l.EndS})
		}
		if elapsed <= 0 {
			elapsed = l.EndS - l.StartS
		}
		values := s.Values(span, timer)
		s.AveragePower(values, l.Device, span, timer, i)
		putTimes(values, timer, elapsed)
		if m := l.Device[training.MetricDistanceKM] * 1000; v.Way.From == stream.WayTotal && m > values[training.MetricDistanceKM]*1000 {
			putDistance(values, m, timer)
			fast(values, l.Device)
		}
		lap := func(x training.Length) bool { return x.Lap == i }
		if p, missing := PoolIn(v.Recording, lap); missing == "" {
			p.Put(values, timer)
		} else if pool {
			rest(values)
		}
		out = append(out, Lap{
			Index: i, StartS: l.StartS, EndS: l.EndS, Trigger: l.Trigger, Intensity: l.Intensity,
			Values: values, Device: l.Device,
		})
	}
	return out
}

// Stretch returns the values that a lap over the span would have, or the reason why there
// are none. The span is cut at the end of the recording.
func Stretch(v *stream.View, span training.Span) (lap Lap, missing i18n.Sentence) {
	times := v.Columns.TimeS
	if len(times) == 0 {
		return Lap{}, "there are no stream records"
	}
	if span.ToS = min(span.ToS, max(float64(times[len(times)-1])+1, v.Recording.ElapsedS)); span.ToS <= span.FromS {
		return Lap{}, "it begins after the end of the recording"
	}
	s := NewStretches(v)
	timer := v.TimerIn(span)
	values := s.Values(span, timer)
	s.AveragePower(values, nil, span, timer, WholeStretch)
	putTimes(values, timer, span.ToS-span.FromS)
	in := func(x training.Length) bool { return x.StartS >= span.FromS && x.StartS < span.ToS }
	if p, missing := PoolIn(v.Recording, in); missing == "" {
		p.Put(values, timer)
	} else if whole, _ := PoolOf(v.Recording); whole.DistanceM > 0 {
		rest(values)
	}
	return Lap{StartS: span.FromS, EndS: span.ToS, Values: values}, ""
}

// rest removes the values that come from the distance column from a lap of rest at the
// wall. In a pool, the lengths are exact, while rows are updated only after a length.
func rest(values training.Values) {
	for _, m := range []training.Metric{
		training.MetricDistanceKM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH, training.MetricPaceSPerKM,
	} {
		delete(values, m)
	}
}

func putTimes(values training.Values, timer, elapsed float64) {
	if timer > 0 {
		values[training.MetricDurationS] = timer
	}
	if elapsed > 0 {
		values[training.MetricElapsedTimeS] = elapsed
	}
}

// Splits computes laps of equal distance (1000 m, or a mile), or the reason
// why there are none.
func Splits(v *stream.View, lengthM float64) (splits []Lap, missing i18n.Sentence) {
	return SplitsIn(NewStretches(v), lengthM)
}

// SplitsIn does the same as [Splits] for a caller with the stretches of the recording.
func SplitsIn(s *Stretches, lengthM float64) (splits []Lap, missing i18n.Sentence) {
	cuts, missing := route.Splits(s.View(), lengthM)
	if missing != "" {
		return nil, missing
	}
	splits = make([]Lap, 0, len(cuts))
	for i, c := range cuts {
		values := s.Values(c.Span, c.TimerS)
		putTimes(values, c.TimerS, c.Span.ToS-c.Span.FromS)
		values[training.MetricDistanceKM] = c.DistanceM / 1000
		splits = append(splits, Lap{
			Index: i, StartS: c.Span.FromS, EndS: c.Span.ToS, Trigger: "distance", Values: values,
		})
	}
	return splits, ""
}

// lapGapS is the minimum running time in s between the end of a lap and the next start
// for the lap to end at its own end.
const lapGapS = 10

// LapSpan returns the span of a lap: up to the next lap's start, or to its own end if the
// timer ran between the two, as between the intervals of SRM. The row at the very end of
// a recording belongs to the last lap. If there is only one lap, all rows belong to it.
func LapSpan(v *stream.View, lap int) training.Span {
	l := v.Recording.Laps[lap]
	span := training.Span{FromS: l.StartS, ToS: l.EndS}
	if end := l.StartS + l.ElapsedS; len(v.Recording.Laps) > 1 && l.ElapsedS > 0 && l.TimerS > 0 && end < l.EndS-lapGapS &&
		v.TimerIn(span) > l.TimerS+lapGapS {
		span.ToS = end
		return span
	}
	if lap == len(v.Recording.Laps)-1 {
		span.ToS = max(span.ToS, route.Whole(v).ToS)
	}
	return span
}

// maxEnergyGapPct is the maximum difference in percent between the energy of the rows and
// the device's total for the total to be used. Beyond that, one of the two is wrong.
const maxEnergyGapPct = 20

// AveragePower sets average power as the device computes it. If the device recorded
// work, average power is that work divided by the seconds with power, because a
// sensor that drops out sends the missing energy afterwards, and the rows never
// contain it. Otherwise, or if that work differs too much from the work of the rows, it
// is the mean of the rows over time, where a row also covers lost rows after it. If the
// device leaves out coasting, only the seconds of pedalling count. timerS is the timer
// time of the span, and lap the index of its lap or [WholeStretch].
func (s *Stretches) AveragePower(values, device training.Values, span training.Span, timerS float64, lap int) {
	rowsKJ, workKJ := values[training.MetricWorkKJ], device[training.MetricWorkKJ]
	if values[training.MetricAvgPowerW] <= 0 || rowsKJ <= 0 {
		return
	}
	rows := s.view.Measured(span)
	p := s.pedalled(rows)
	if workKJ > 0 && math.Abs(rowsKJ-workKJ)*100 <= maxEnergyGapPct*workKJ {
		values[training.MetricAvgPowerW] *= workKJ / rowsKJ
		if seconds := s.poweredS(p, timerS, lap); seconds > 0 {
			values[training.MetricAvgPowerW] = workKJ * 1000 / seconds
		}
	} else if mean, ok := s.view.HeldMeanIn(training.Power, rows); ok && !s.view.Smart {
		values[training.MetricAvgPowerW] = mean
	}
	if s.coasts.out(lap) {
		values[training.MetricAvgPowerW] *= float64(p.all) / float64(p.turning)
	}
}

// poweredS returns the number of seconds that the device's work covers, or 0 if the
// seconds of the samples are to be used. Rows can be missing for seconds that had
// power, so for the whole recording it is the timer time minus the rows without
// power. Wahoo counts missing power as zero, as in its normalized power.
func (s *Stretches) poweredS(p pedalling, timerS float64, lap int) float64 {
	switch {
	case s.view.Recording.Device.Manufacturer == "wahoo_fitness":
		return timerS
	case lap == WholeStretch:
		return max(float64(p.all), timerS-max(0, rowsS(s.view)-float64(p.all)))
	}
	return 0
}

// pedalling counts the power samples of a stretch.
type pedalling struct {
	all, turning int // turning counts those with power or cadence
	sumW         int64
}

// pedalled counts the power samples in the rows of a span.
func (s *Stretches) pedalled(rows training.Span) pedalling {
	from, to := s.samplesIn(rows)
	p := pedalling{all: to - from}
	for i := from; i < to; i++ {
		p.sumW += int64(s.samples.Watts[i])
		if s.samples.Watts[i] > 0 {
			p.turning++
			continue
		}
		if s.ofStrokes() { // a rate is held until the next stroke
			continue
		}
		if c, ok := s.view.At(training.Cadence, int(s.samples.Row[i])); ok && c > 0 {
			p.turning++
		}
	}
	return p
}

// ofStrokes reports whether power is measured per stroke, in a boat or on a rowing
// machine: without a stroke, there is no power to average.
func (s *Stretches) ofStrokes() bool {
	sport := s.view.Recording.Sport
	return sport == training.Rowing || sport == training.Paddling
}

// WholeStretch is the lap index that stands for the whole recording.
const WholeStretch = -1

// coasting holds the evidence for whether a device's averages of power leave out coasting.
// Files do not contain this setting. It is inferred from the values that the device stored
// for other stretches of the same recording, never from the value in question.
type coasting struct {
	strokes bool  // power is measured per stroke, so there is no coasting
	fromNP  bool  // the device's normalized power leaves zeros out
	votes   []int // per lap: 1 for left out, -1 for included, 0 for neither
	whole   int
	sum     int // sum of the votes of the laps
}

// out reports whether the average of a lap leaves out coasting.
func (c coasting) out(lap int) bool {
	sum := c.sum
	if lap != WholeStretch {
		sum += c.whole - c.votes[lap]
	}
	return sum > 0 || sum == 0 && (c.strokes || c.fromNP)
}

// coastingOf uses every lap and the device's normalized power. A single lap is not evidence,
// because it has the same value as the whole recording.
func (s *Stretches) coastingOf() coasting {
	r := s.view.Recording
	c := coasting{strokes: s.ofStrokes(), fromNP: s.zerosLeaveNP(), votes: make([]int, len(r.Laps))}
	if len(r.Laps) < 2 || len(s.samples.Watts) == 0 {
		return c
	}
	for i, l := range r.Laps {
		c.votes[i] = s.vote(LapSpan(s.view, i), l.Device)
		c.sum += c.votes[i]
	}
	c.whole = s.vote(training.Span{ToS: math.Inf(1)}, r.DeviceValues)
	return c
}

// zerosLeaveNP reports whether the device's normalized power is that of the samples above
// zero. Older devices leave zeros out of normalized power if they leave them out of the
// average. The opposite case is not evidence, because newer devices keep the zeros in any case.
func (s *Stretches) zerosLeaveNP() bool {
	device := s.view.Recording.DeviceValues[training.MetricNormalizedPowerW]
	if device <= 0 {
		return false
	}
	above := make([]int32, 0, len(s.samples.Watts))
	for _, w := range s.samples.Watts {
		if w > 0 {
			above = append(above, w)
		}
	}
	all, _ := power.Normalized(s.samples.Watts)
	without, ok := power.Normalized(above)
	return ok && without.Watts-all.Watts >= tellingW && math.Abs(device-without.Watts) <= roundedW
}

// roundedW is the maximum error in W of a device's normalized power due to rounding and
// lost rows.
const roundedW = 1

// tellingW is the minimum difference in W between the means with and without coasting for
// a device's value to be attributed to one of them.
const tellingW = 3

// vote returns 1 if a device's average over a stretch is the mean without coasting, -1 if
// it is the mean with coasting, and 0 if it is neither or if the two means are too close.
func (s *Stretches) vote(span training.Span, device training.Values) int {
	avg, p := device[training.MetricAvgPowerW], s.pedalled(s.view.Measured(span))
	if avg <= 0 || p.turning == 0 {
		return 0
	}
	energy := float64(p.sumW)
	if workJ := device[training.MetricWorkKJ] * 1000; workJ > 0 && math.Abs(energy-workJ)*100 <= maxEnergyGapPct*workJ {
		energy = workJ
	}
	with, without := energy/float64(p.all), energy/float64(p.turning)
	switch apart := without - with; {
	case apart < tellingW:
		return 0
	case math.Abs(avg-without) < apart/4:
		return 1
	case math.Abs(avg-with) < apart/4:
		return -1
	}
	return 0
}
