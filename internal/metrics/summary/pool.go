package summary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
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

// SWOLF returns the seconds plus strokes of one length; false for a rest or
// without strokes.
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

// Put sets the pool's metrics in v. Distance by lengths overrides any other,
// since there is no position in a pool. Speed and pace are over the time of the
// lengths swum, as devices have them: the rests at the wall are in timer time,
// which counts only where the lengths have no times.
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

// deviceTotal uses the device's own distance where the rows have none and
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

// StrokesVersion is the version of the rule of [PutStrokes].
const StrokesVersion = 1

// PutStrokes adds to the values of a swim or a stretch of one what follows
// from the lengths that in accepts: strokes a minute and the distance of a
// stroke, over the lengths with counted strokes alone, so that drills and
// rests at the wall do not count; and from its pace that over 100 m. Strokes
// are as the device counts them: those of the arm that wears it.
func PutStrokes(v training.Values, r *training.Recording, in func(training.Length) bool) {
	if pace, ok := v[training.MetricPaceSPerKM]; ok {
		v[training.MetricPaceSPer100M] = pace / 10
	}
	strokes, seconds, counted := 0, 0.0, 0
	for _, l := range r.Lengths {
		if !in(l) {
			continue
		}
		if swolf, ok := SWOLF(l); ok {
			strokes += l.Strokes
			seconds += swolf - float64(l.Strokes)
			counted++
		}
	}
	if counted == 0 {
		return
	}
	v[training.MetricAvgStrokesPerMin] = float64(strokes) / seconds * 60
	if pool := r.DeviceValues[training.MetricPoolLengthM]; pool > 0 {
		v[training.MetricDistancePerStrokeCM] = float64(counted) * pool / float64(strokes) * 100
	}
}

// SportVersion returns the version of all rules by which values are added,
// together.
func SportVersion() int {
	return stream.RulesetVersion(pace.Version, StrokesVersion, heart.PaceDecouplingVersion)
}

// Addition adds the values of one recording's sport.
type Addition struct {
	view      *stream.View
	recording *training.Recording
	foot      *pace.Foot // nil off the feet
	whole     training.Span
}

// SportOf prepares a recording.
func SportOf(v *stream.View) Addition {
	return Addition{view: v, recording: v.Recording, foot: pace.NewFoot(v), whole: route.Whole(v)}
}

// Graded returns a run with the grade of every step; false for any other sport,
// and where the grade is unknown for most of the distance.
func (a Addition) Graded() (*pace.Graded, bool) {
	if a.foot == nil || a.recording.Sport != training.Running {
		return nil, false
	}
	g, missing := a.foot.Graded()
	return g, missing == ""
}

// Whole adds to the summary of the recording.
func (a Addition) Whole(res *Result) {
	if a.foot != nil {
		a.foot.Whole(res.Values, res.Missing, a.whole)
		a.decoupling(res)
	}
	a.swim(res.Values, func(training.Length) bool { return true })
}

// Laps adds to laps that the device cut, and returns them.
func (a Addition) Laps(ls []Lap) []Lap {
	for i, l := range ls {
		a.run(l.Values, LapSpan(a.view, i))
		a.swim(l.Values, func(x training.Length) bool { return x.Lap == l.Index })
	}
	return ls
}

// Splits adds to stretches of equal distance, and returns them.
func (a Addition) Splits(ls []Lap) []Lap {
	for _, l := range ls {
		a.run(l.Values, training.Span{FromS: l.StartS, ToS: l.EndS})
		a.swim(l.Values, func(x training.Length) bool { return x.StartS >= l.StartS && x.StartS < l.EndS })
	}
	return ls
}

func (a Addition) run(v training.Values, span training.Span) {
	if a.foot != nil {
		a.foot.Put(v, span)
	}
}

func (a Addition) swim(v training.Values, in func(training.Length) bool) {
	if a.recording.Sport == training.Swimming {
		PutStrokes(v, a.recording, in)
	}
}

// decoupling adds Pa:Hr of what was done on foot, as recorded and on the
// flat, or why it is not there.
func (a Addition) decoupling(res *Result) {
	halves, missing := heart.HalvesOf(a.view)
	put := func(m training.Metric, pct float64, why i18n.Sentence) {
		if why == "" {
			res.Values[m] = pct
			return
		}
		res.Missing[m] = why
	}
	by := func(m training.Metric, worth func(training.Span) (float64, i18n.Sentence)) {
		if missing != "" {
			put(m, 0, missing)
			return
		}
		pct, why := halves.PaceDecoupling(worth)
		put(m, pct, why)
	}
	by(training.MetricPaceDecouplingPct, nil)
	if a.recording.Sport == training.Running {
		by(training.MetricGAPDecouplingPct, a.foot.Factor)
	}
}
