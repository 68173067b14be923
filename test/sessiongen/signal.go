package sessiongen

import (
	"math"
	"math/rand/v2"
)

func render(shape string, p plan, r *rand.Rand) Session {
	target, grade, intervals := timeline(p, r)
	s := Session{Shape: shape, Structure: p.structure, Sport: p.sport, Outdoor: p.outdoor, Intervals: intervals}
	if p.sport == Run {
		s.Power = make([]float64, len(target))
		s.SpeedMPS = noisySpeed(target, r)
		s.CadenceRPM = around(target, func(v float64) float64 { return 150 + 8*v }, 2, r)
		s.AltitudeM = altitude(s.SpeedMPS, grade)
		s.HeartRateBPM = heartRate(s.SpeedMPS, 3.6, r)
		return s
	}
	s.Power = noisyPower(target, p.outdoor, inWork(len(target), intervals), r)
	s.SpeedMPS = rideSpeed(s.Power, grade)
	s.CadenceRPM = around(s.Power, cadence, 2, r)
	s.AltitudeM = altitude(s.SpeedMPS, grade)
	s.HeartRateBPM = heartRate(s.Power, 240, r)
	return s
}

// timeline returns each second's target with transitions of 2–6 s centred on
// the bounds, its grade, and the true intervals. Each segment is about a
// percent off its target, as people ride.
func timeline(p plan, r *rand.Rand) (target, grade []float64, intervals []Interval) {
	var bounds []int
	for _, seg := range p.segments {
		start := len(target)
		if start > 0 {
			bounds = append(bounds, start)
		}
		held := 1 + 0.012*r.NormFloat64()
		for i := range seg.seconds {
			share := (float64(i) + 0.5) / float64(seg.seconds)
			target = append(target, held*(seg.from+(seg.to-seg.from)*share))
			grade = append(grade, seg.gradePct)
		}
		if seg.kind != "" {
			intervals = append(intervals, Interval{start, len(target), (seg.from + seg.to) / 2, seg.kind, seg.set})
		}
	}
	soft := append([]float64(nil), target...)
	for _, b := range bounds {
		blend(soft, target, b, between(r, 2, 6))
	}
	return soft, grade, intervals
}

func blend(soft, target []float64, bound, width int) {
	from, to := bound-width/2, bound-width/2+width
	if from < 1 || to >= len(target) {
		return
	}
	a, b := target[from-1], target[to]
	for i := from; i < to; i++ {
		soft[i] = a + (b-a)*(float64(i-from)+0.5)/float64(width)
	}
}

func inWork(n int, intervals []Interval) []bool {
	out := make([]bool, n)
	for _, iv := range intervals {
		for i := iv.StartS; i < iv.EndS; i++ {
			out[i] = true
		}
	}
	return out
}

// noisyPower adds autoregressive noise of 5–15 W, 3–8 % of the output from
// second to second, and outdoors also drift, coasting and traffic stops outside
// work intervals.
func noisyPower(target []float64, outdoor bool, work []bool, r *rand.Rand) []float64 {
	ar, share := 5+5*r.Float64(), 0.03+0.02*r.Float64()
	if outdoor {
		ar, share = ar+5, share+0.03
	}
	coast := stretches(len(target), outdoor, work, r)
	phase, noise := 2*math.Pi*r.Float64(), 0.0
	out := make([]float64, len(target))
	for i, w := range target {
		noise = 0.7*noise + ar*math.Sqrt(1-0.49)*r.NormFloat64()
		drift := 1.0
		if outdoor && !work[i] {
			drift += 0.06 * math.Sin(phase+float64(i)/700)
		}
		if coast[i] {
			continue
		}
		out[i] = math.Max(0, math.Round(w*drift*(1+share*r.NormFloat64())+noise))
	}
	return out
}

// stretches marks coasting of 2–12 s every few minutes and an occasional
// traffic stop of 15–60 s, none within 20 s of work.
func stretches(n int, outdoor bool, work []bool, r *rand.Rand) []bool {
	out := make([]bool, n)
	for at := between(r, 60, 300); outdoor && at < n; at += between(r, 60, 300) {
		length := between(r, 2, 12)
		if r.IntN(8) == 0 {
			length = between(r, 15, 60)
		}
		if touches(work, at-20, at+length+20) {
			continue
		}
		for i := at; i < min(n, at+length); i++ {
			out[i] = true
		}
	}
	return out
}

func touches(work []bool, from, to int) bool {
	for i := max(0, from); i < min(len(work), to); i++ {
		if work[i] {
			return true
		}
	}
	return false
}

// noisySpeed adds autoregressive noise of 2–4 %.
func noisySpeed(target []float64, r *rand.Rand) []float64 {
	share, noise := 0.02+0.02*r.Float64(), 0.0
	out := make([]float64, len(target))
	for i, v := range target {
		noise = 0.6*noise + 0.8*share*r.NormFloat64()
		out[i] = math.Max(0, v*(1+noise))
	}
	return out
}

func around(from []float64, f func(float64) float64, sd float64, r *rand.Rand) []float64 {
	out := make([]float64, len(from))
	for i, v := range from {
		if c := f(v); c > 0 {
			out[i] = math.Round(c + sd*r.NormFloat64())
		}
	}
	return out
}

func cadence(watts float64) float64 {
	if watts == 0 {
		return 0
	}
	return 82 + watts/30
}

// rideSpeed computes the speed of 80 kg, CdA 0.32 m² and rolling resistance
// 0.005 on the grade at the watts.
func rideSpeed(watts, gradePct []float64) []float64 {
	v, out := 5.0, make([]float64, len(watts))
	for i, w := range watts {
		force := w/math.Max(v, 1) - 0.5*1.2*0.32*v*v - 80*9.81*(0.005+gradePct[i]/100)
		v = math.Min(22, math.Max(0.5, v+force/80))
		out[i] = v
	}
	return out
}

func altitude(speed, gradePct []float64) []float64 {
	at, out := 200.0, make([]float64, len(speed))
	for i, v := range speed {
		at += v * gradePct[i] / 100
		out[i] = math.Round(at*5) / 5
	}
	return out
}

// heartRate follows the output with a time constant of 25 s up and 45 s down,
// reaches 165 bpm at the threshold output, and drifts up by 3 bpm per hour.
func heartRate(output []float64, threshold float64, r *rand.Rand) []float64 {
	hr, out := 90.0, make([]float64, len(output))
	for i, o := range output {
		goal := 75 + 90*math.Min(1.2, o/threshold) + 3*float64(i)/3600
		tau := 25.0
		if goal < hr {
			tau = 45
		}
		hr += (goal - hr) / tau
		out[i] = math.Round(hr + 0.5*r.NormFloat64())
	}
	return out
}
