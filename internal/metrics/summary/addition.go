package summary

import (
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// SportVersion is that of all rules that values are added by.
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

// Graded is a run with the grade of every step; false of any other sport, and
// where the grade is not known for most of the distance.
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
