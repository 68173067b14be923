package summary

import (
	"math"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// maxEnergyGapPct is how far the rows may add up to another energy than the
// device's for its total to be believed; beyond it one of the two is broken.
const maxEnergyGapPct = 20

// AveragePower sets average power as the device averages it: its accumulated
// work over the seconds that have power, where it recorded its work, since a
// sensor that drops out sends what it missed afterwards as energy, which the
// rows never get. Without it, or where the two are far apart, it is the rows'
// mean over time, in which a row stands for those that were lost after it. A
// device that leaves coasting out has it over the seconds
// pedalled. The span is the stretch's, timerS its timer time; lap is the
// index of its lap, [WholeStretch] that of the recording.
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

// poweredS is the seconds that the device's work is of, 0 for those of the
// samples. A recording's rows can lack where its power did not, but no power is
// in more rows than seconds; Wahoo counts missing power as zero, as in its
// normalized power.
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
	all, turning int // turning: with power or cadence
	sumW         int64
}

// pedalled counts the samples in a span of rows.
func (s *Stretches) pedalled(rows training.Span) pedalling {
	from, to := s.samplesIn(rows)
	p := pedalling{all: to - from}
	for i := from; i < to; i++ {
		p.sumW += int64(s.samples.Watts[i])
		if s.samples.Watts[i] > 0 {
			p.turning++
			continue
		}
		if s.ofStrokes() { // a rate stays until the next stroke
			continue
		}
		if c, ok := s.view.At(training.Cadence, int(s.samples.Row[i])); ok && c > 0 {
			p.turning++
		}
	}
	return p
}

// ofStrokes says whether power is that of strokes, in a boat or on a rowing
// machine: where there is none there is no power to average.
func (s *Stretches) ofStrokes() bool {
	sport := s.view.Recording.Sport
	return sport == training.Rowing || sport == training.Paddling
}

// WholeStretch is the index of the whole recording among its laps.
const WholeStretch = -1

// coasting says of a device whether its averages of power leave coasting out.
// The setting is in no file: it is learned from what the device stored for
// other stretches of the same recording, never from the value that is wanted.
type coasting struct {
	strokes bool  // power is of strokes, which nobody coasts between
	fromNP  bool  // its normalized power leaves the zeros out
	votes   []int // of each lap: 1 for out, -1 for in, 0 for neither
	whole   int
	sum     int // of the laps
}

// out reports whether coasting is left out of a stretch's average.
func (c coasting) out(lap int) bool {
	sum := c.sum
	if lap != WholeStretch {
		sum += c.whole - c.votes[lap]
	}
	return sum > 0 || sum == 0 && (c.strokes || c.fromNP)
}

// coastingOf asks every lap, and the device's normalized power. The one lap of
// a recording says nothing: it has the value of the whole.
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

// zerosLeaveNP says that the device's normalized power is that of the samples
// above zero: older devices leave the zeros out of it where they leave them out
// of the average. That it is of all samples says nothing, newer ones keep them.
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

// roundedW is how far a device's normalized power may be off by rounding and
// by what its rows lost.
const roundedW = 1

// tellingW is how far the means with and without coasting have to lie apart
// for a device's value to say which of them it is.
const tellingW = 3

// vote says whether a device's average of a stretch is the mean without
// coasting (1) or with it (-1); 0 where it is neither or the two are alike.
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
