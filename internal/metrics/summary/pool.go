package summary

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// PoolVersion is the version of the rules in [PoolOf] and [SWOLF].
const PoolVersion = 2

// Pool summarizes the lengths of a pool swim. A zero field is unknown.
type Pool struct {
	LengthM   float64 // length of the pool
	Lengths   int     // swum, without rests
	DistanceM float64
	SwimS     float64 // time swimming
	RestS     float64
	Strokes   int
	// FastestMPS is the speed in m/s of the fastest length.
	FastestMPS float64
	// AvgSWOLF is the mean of seconds plus strokes, over lengths with strokes.
	AvgSWOLF float64
}

// PoolOf adds up the lengths, or returns the reason why it cannot.
func PoolOf(r *training.Recording) (Pool, i18n.Sentence) {
	return PoolIn(r, func(training.Length) bool { return true })
}

// PoolIn adds up the lengths that in accepts, or returns the reason why it cannot.
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
		if s := lengthS(l); s > 0 {
			p.FastestMPS = max(p.FastestMPS, p.LengthM/s)
		}
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

// SWOLF returns the seconds plus strokes of one length, or false for a rest or if
// there are no strokes.
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

// Put sets the pool's metrics in v. The distance of the lengths overrides any other
// distance, because there are no positions in a pool. As in devices, speed and pace
// are computed over the time of the swum lengths. Timer time, which includes the
// rests at the wall, is used only if the lengths have no times.
func (p Pool) Put(v training.Values, timerS float64) {
	v[training.MetricLengths] = float64(p.Lengths)
	if p.LengthM > 0 {
		v[training.MetricPoolLengthM] = p.LengthM
		swimS := p.SwimS
		if swimS <= 0 {
			swimS = timerS
		}
		putDistance(v, p.DistanceM, swimS)
		if _, has := v[training.MetricMaxSpeedKMH]; has && p.FastestMPS > 0 {
			v[training.MetricMaxSpeedKMH] = p.FastestMPS * 3.6
		}
	}
	if p.Strokes > 0 {
		v[training.MetricStrokes] = float64(p.Strokes)
	}
	if p.AvgSWOLF > 0 {
		v[training.MetricAvgSWOLF] = p.AvgSWOLF
	}
}

// way sets the distance of the whole recording in the result.
func (r *Result) way(v *stream.View, timerS float64) {
	if v.Way.M <= 0 {
		return
	}
	putDistance(r.Values, v.Way.M, timerS)
	if v.Way.From == stream.WayTotal {
		fast(r.Values, v.Recording.DeviceValues)
	}
}

// fast replaces a maximum speed that is below the average with the device's own.
// Such a maximum comes from rows that cover only part of the time.
func fast(values, device training.Values) {
	avg, top := values[training.MetricAvgSpeedKMH], device[training.MetricMaxSpeedKMH]
	if most, has := values[training.MetricMaxSpeedKMH]; !has || most >= avg {
		return
	}
	if delete(values, training.MetricMaxSpeedKMH); top >= avg {
		values[training.MetricMaxSpeedKMH] = top
	}
}

// wayNotes returns notes about how the distance was chosen.
func wayNotes(v *stream.View) (out []i18n.Sentence) {
	const farM, metresPerKM, noticed = 1000, 1000, 0.01
	km := func(m float64) i18n.Quantity { return i18n.Measured("%.2f ", m/metresPerKM, i18n.Kilometres()) }
	w := v.Way
	if w.BaseM >= farM {
		out = append(out, i18n.Sentencef("The distance counter starts at %s: what it counted before is left out.", km(w.BaseM)))
	}
	apart := math.Abs(w.TotalM-w.RowsM) > noticed*max(w.TotalM, w.RowsM)
	switch {
	case w.TotalM <= 0 && v.Recording.DeviceValues[training.MetricDistanceKM] > 0 && v.Recording.TimerS > 0:
		out = append(out, "The device's total is more than anyone could cover in the time and is left out.")
	case w.TotalM <= 0 || !apart:
	case w.RowsM <= 0:
		out = append(out, "The rows have no distance: the device's total is used.")
	case w.From == stream.WayScaled:
		out = append(out, i18n.Sentencef("The device's total is %s, its rows add up to %s: using the total, with the rows scaled to it.",
			km(w.TotalM), km(w.RowsM)))
	case w.From == stream.WayTotal:
		out = append(out, i18n.Sentencef("The device's total is %s; its rows have %s, for part of the time only: using the total.",
			km(w.TotalM), km(w.RowsM)))
	default:
		out = append(out, i18n.Sentencef("The device's total is %s, its rows add up to %s: using the rows.", km(w.TotalM), km(w.RowsM)))
	}
	return out
}

func (r *Result) pool(v *stream.View) {
	p, missing := PoolOf(v.Recording)
	if missing != "" {
		return
	}
	p.Put(r.Values, r.Values[training.MetricDurationS])
}

// StrokesVersion is the version of the rule in [PutStrokes].
const StrokesVersion = 1

// PutStrokes adds values from the lengths that in accepts to the values of a swim or a part
// of it. Strokes per minute and distance per stroke use only lengths with counted strokes,
// which leaves out drills and rests at the wall. The pace per 100 m is converted from the
// pace per 1 km. Strokes are counted for the arm with the device.
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

// SportVersion returns one version for all rules that add values for a sport.
func SportVersion() int {
	return stream.RulesetVersion(pace.Version, StrokesVersion, heart.PaceDecouplingVersion)
}

// Addition adds the values that depend on the sport of a recording.
type Addition struct {
	view      *stream.View
	recording *training.Recording
	foot      *pace.Foot // nil in sports that are not on foot
	whole     training.Span
}

// SportOf prepares a recording for adding such values.
func SportOf(v *stream.View) Addition {
	return Addition{view: v, recording: v.Recording, foot: pace.NewFoot(v), whole: route.Whole(v)}
}

// Graded returns a run with the grade in every row. It returns false for any other sport,
// or if the grade is unknown for most of the distance.
func (a Addition) Graded() (*pace.Graded, bool) {
	if a.foot == nil || a.recording.Sport != training.Running {
		return nil, false
	}
	g, missing := a.foot.Graded()
	return g, missing == ""
}

// Whole adds values to the summary of the recording.
func (a Addition) Whole(res *Result) {
	if a.foot != nil {
		a.foot.Whole(res.Values, res.Missing, a.whole)
		a.decoupling(res)
	}
	a.swim(res.Values, func(training.Length) bool { return true })
}

// Laps adds values to the device's laps, and returns them.
func (a Addition) Laps(ls []Lap) []Lap {
	for i, l := range ls {
		a.run(l.Values, LapSpan(a.view, i))
		a.swim(l.Values, func(x training.Length) bool { return x.Lap == l.Index })
	}
	return ls
}

// Splits adds values to stretches of equal distance, and returns them.
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

// decoupling adds Pa:Hr of an activity on foot, for the recorded and for the
// grade-adjusted speed, or the reasons why they are missing.
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
