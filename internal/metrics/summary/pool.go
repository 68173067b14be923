package summary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// PoolVersion is the version of the rules of [PoolOf] and [SWOLF].
const PoolVersion = 1

// Pool sums up the lengths of a pool swim. A zero field is unknown.
type Pool struct {
	LengthM   float64 // of the pool
	Lengths   int     // swum, rests excluded
	DistanceM float64
	SwimS     float64 // time swimming
	RestS     float64
	Strokes   int
	// AvgSWOLF is the mean over lengths with strokes of seconds plus strokes.
	AvgSWOLF float64
}

// PoolOf adds up the lengths, or says why it cannot.
func PoolOf(r *training.Recording) (Pool, i18n.Sentence) {
	return PoolIn(r, func(training.Length) bool { return true })
}

// PoolIn adds up the lengths that in accepts.
func PoolIn(r *training.Recording, in func(training.Length) bool) (Pool, i18n.Sentence) {
	p := Pool{LengthM: r.DeviceValues[training.MetricPoolLengthM]}
	counted, swolf := 0, 0.0
	for _, l := range r.Lengths {
		switch {
		case !in(l):
			continue
		case !l.Active:
			p.RestS += lengthS(l)
			continue
		}
		p.Lengths++
		p.SwimS += lengthS(l)
		p.Strokes += l.Strokes
		if s, ok := SWOLF(l); ok {
			swolf += s
			counted++
		}
	}
	if p.Lengths == 0 {
		return Pool{}, "no lengths were recorded"
	}
	p.DistanceM = float64(p.Lengths) * p.LengthM
	if counted > 0 {
		p.AvgSWOLF = swolf / float64(counted)
	}
	return p, ""
}

// SWOLF is the seconds plus strokes of one length; false if it is a rest or
// has no strokes.
func SWOLF(l training.Length) (float64, bool) {
	s := lengthS(l)
	if !l.Active || l.Strokes <= 0 || s <= 0 {
		return 0, false
	}
	return s + float64(l.Strokes), true
}

func lengthS(l training.Length) float64 {
	if l.TimerS > 0 {
		return l.TimerS
	}
	return l.ElapsedS
}

func poolMetrics() []training.Metric {
	return []training.Metric{
		training.MetricPoolLengthM, training.MetricLengths, training.MetricStrokes, training.MetricAvgSWOLF,
	}
}

// Put sets the pool's metrics in v. Distance by lengths stands above any
// other, since there is no position in a pool. Speed and pace are over the
// time of the lengths swum, as devices have them: the rests at the wall are in
// timer time, which counts only where the lengths have no times.
func (p Pool) Put(v training.Values, timerS float64) {
	v[training.MetricLengths] = float64(p.Lengths)
	if p.LengthM > 0 {
		v[training.MetricPoolLengthM] = p.LengthM
		swimS := p.SwimS
		if swimS <= 0 {
			swimS = timerS
		}
		putDistance(v, p.DistanceM, swimS)
	}
	if p.Strokes > 0 {
		v[training.MetricStrokes] = float64(p.Strokes)
	}
	if p.AvgSWOLF > 0 {
		v[training.MetricAvgSWOLF] = p.AvgSWOLF
	}
}

// deviceTotal takes the device's own distance where the rows have none and
// lengths do not give one: in water, on a treadmill and on a trainer many
// measure only the whole.
func (r *Result) deviceTotal(v *stream.View, timerS float64) {
	km, said := v.Recording.DeviceValues[training.MetricDistanceKM]
	if r.Values[training.MetricDistanceKM] > 0 || v.Silent[training.Distance] != "" || !said || km <= 0 || timerS <= 0 {
		return
	}
	if fastest := float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000; fastest > 0 && km*1000 > fastest*timerS {
		return
	}
	putDistance(r.Values, km*1000, timerS)
	r.Notes = append(r.Notes, "The rows have no distance: the device's total is taken.")
}

func (r *Result) pool(v *stream.View) {
	p, missing := PoolOf(v.Recording)
	if missing != "" {
		return
	}
	p.Put(r.Values, r.Values[training.MetricDurationS])
}
