package workouts

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Intensity compares the intensity of a session with that of its plan.
type Intensity struct {
	efforts.Aim      // zero if the intensity was not judged
	Easy        bool // the work of the plan is easy
	// Words says what was found, or why nothing was judged. It is empty if the plan has no targets.
	Words i18n.Sentence
}

// Effort is what is known about the intensity of an activity. Zero fields are unknown.
type Effort struct {
	Found     *efforts.Session // intervals; nil if none stood out
	Whole     efforts.Means    // of the whole activity
	DurationS float64
	// Histogram returns the time at each level of a channel. The histogram is empty if there is none.
	Histogram func(training.Channel) (zones.Histogram, error)
}

// IntensityOf compares the intensity of an activity with that of its plan. An easy session is judged
// by the time over its ceiling, one without intervals by its mean, and other sessions by the means of their
// intervals, or by the time at their level if no interval stands out. If e is nil, nothing was done.
func IntensityOf(steps []training.WorkoutStep, day efforts.Day, e *Effort) (Intensity, error) {
	basis := efforts.PlannedBasis(steps)
	if e != nil && e.Found != nil {
		basis = e.Found.Basis
	}
	resolved, unresolved := efforts.Resolve(steps, basis, day)
	d := efforts.DemandOf(resolved, basis, day)
	switch {
	case d.Asked == 0 && len(unresolved) > 0:
		return Intensity{Words: whyUnresolved(unresolved[0])}, nil
	case d.Asked == 0:
		return Intensity{}, nil
	case e == nil:
		return Intensity{Aim: efforts.Aim{Asked: d.Asked}, Easy: d.Ceiling > 0}, nil
	case d.Only != nil && d.Ceiling == 0:
		only := []efforts.Step{*d.Only}
		only[0].Of = ""
		return byIntervals(efforts.WholeOf(d.Of, e.Whole, e.DurationS), only), nil
	case e.Found != nil && d.Ceiling == 0:
		return byIntervals(e.Found, resolved), nil
	}
	return e.byTime(&d)
}

// byTime judges a session by the time over its ceiling, or at the level of its work.
func (e *Effort) byTime(d *efforts.Demand) (Intensity, error) {
	h, err := e.Histogram(d.Of.Channel())
	total := h.TotalS()
	switch {
	case err != nil || total <= 0:
		return Intensity{Words: notRecorded(d.Of)}, err
	case d.Ceiling > 0:
		over := d.TimeOver(h) / total
		in := Intensity{
			Aim: efforts.Aim{Asked: d.Asked, On: d.Asked * (1 - over)}, Easy: true,
			Words: i18n.Sentencef("%.0f %% of the time above the easy range", 100*over),
		}
		if level := e.Whole.Level(d.Of); level > 0 && level <= d.Ceiling*(1+efforts.Tolerance) && in.Band() != efforts.Green {
			in.On, in.Words = d.Asked, i18n.Sentencef("%s, but easy as a whole", in.Words) // up hills and down again (custom)
		}
		return in, nil
	}
	at := d.TimeOver(h)
	words := i18n.Sentencef("no interval stands out; %s of %s at or above the target", i18n.Clock(at), i18n.Clock(d.Asked))
	return Intensity{Aim: efforts.Aim{Asked: d.Asked, On: at}, Words: words}, nil
}

// byIntervals judges a session by the means of its intervals.
func byIntervals(s *efforts.Session, steps []efforts.Step) Intensity {
	outcomes, _ := efforts.Match(s, steps, nil)
	j := efforts.Judge(steps, outcomes)
	switch u := j.Unknown; {
	case j.Asked == 0 && u != nil && u.Lags:
		return Intensity{Words: "heart rate lags behind intervals this short, so they are not compared"}
	case j.Asked == 0 && u != nil:
		return Intensity{Words: notRecorded(measuredBy(&steps[u.Step], s.Basis))}
	}
	parts := []i18n.Sentence{i18n.Sentencef("%d of %s on target", j.Hit, i18n.Numbered(j.Steps, "step", "intervals"))}
	if j.Below > 0 {
		parts = append(parts, i18n.Sentencef("%d below target", j.Below))
	}
	if j.Above > 0 {
		parts = append(parts, i18n.Sentencef("%d above target", j.Above))
	}
	if j.Missed > 0 {
		parts = append(parts, i18n.Sentencef("%d not done", j.Missed))
	}
	return Intensity{Aim: j.Aim, Words: i18n.Joined("%s, %s", parts...)}
}

// notRecorded returns the reason why a target cannot be compared.
func notRecorded(of efforts.Basis) i18n.Sentence {
	switch of {
	case efforts.ByPower:
		return training.NoPower
	case efforts.ByHR:
		return training.NoHeartRate
	}
	return training.NoSpeed
}
