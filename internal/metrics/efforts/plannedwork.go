package efforts

import (
	"cmp"
	"slices"

	"lapkeep/internal/training"
)

// contrast is how many times harder work is than rest, at least, by what the
// targets are about: less is a workout that is work throughout.
func contrast(of training.TargetOf) float64 {
	switch of {
	case training.TargetPower:
		return 1.2
	case training.TargetHR:
		return 1.08
	}
	return 1.1
}

// The size in seconds of steps that are measured otherwise, for weighing.
const (
	openS  = 60
	metreS = 0.3
)

// levelled is a step that nobody says the purpose of, with what it asks for.
type levelled struct {
	at            int
	level, weight float64
}

// markWork says which steps are work. What the workout says counts; of the
// others, the level that parts their targets and those of rests best tells
// work from rest (the largest variance between two classes, by time, as
// sessions are parted), if there is contrast. Without any they are work, unless
// another step says that it is and none that it is rest. Where some steps have
// a target, those without are rest.
func markWork(written []training.WorkoutStep, out []Step) {
	var unsaid, rests []levelled
	var free []int
	work, rest := false, false
	for i := range written {
		w := &written[i]
		l := levelled{i, levelOf(&out[i]), weightOf(w)}
		switch {
		case w.Kind == training.StepWork || w.MaxEffort && w.Kind == "":
			out[i].Work, work = true, true
		case w.Kind == training.StepRest:
			rest = true
			if l.level > 0 {
				rests = append(rests, l)
			}
		case w.Kind != "":
		case out[i].Target.Of == "":
			free = append(free, i)
		default:
			unsaid = append(unsaid, l)
		}
	}
	if len(unsaid) == 0 && !work {
		for _, i := range free {
			out[i].Work = true
		}
	}
	least := leastWork(unsaid, rests, rest, out)
	for _, u := range unsaid {
		out[u.at].Work = u.level >= least && (least > 0 || !work || rest)
	}
}

// leastWork is the least level of work; 0 if all of it is. Rests that say no
// level tell nothing of the others but that they are apart.
func leastWork(unsaid, rests []levelled, rest bool, out []Step) float64 {
	switch {
	case len(unsaid) == 0, rest && len(rests) == 0, !oneScale(unsaid, out):
		return 0
	case oneScale(slices.Concat(unsaid, rests), out):
		unsaid = slices.Concat(unsaid, rests)
	}
	return parting(unsaid, contrast(out[unsaid[0].at].Target.Of))
}

// oneScale reports that all targets are of one kind and resolved, or in one unit.
func oneScale(unsaid []levelled, out []Step) bool {
	first := &out[unsaid[0].at]
	return !slices.ContainsFunc(unsaid, func(u levelled) bool {
		s := &out[u.at]
		return s.Target.Of != first.Target.Of || s.resolved() != first.resolved() || !s.resolved() && s.Target.Unit != first.Target.Unit
	})
}

func (s *Step) resolved() bool { return s.Low > 0 || s.High > 0 }

// levelOf is the middle of a target, or its one bound; that of the target as
// it was written where it is not resolved.
func levelOf(s *Step) float64 {
	low, high := s.Low, s.High
	if !s.resolved() {
		low, high = s.Target.Low, s.Target.High
	}
	if low > 0 && high > 0 {
		return (low + high) / 2
	}
	return max(low, high)
}

func weightOf(w *training.WorkoutStep) float64 {
	return cmp.Or(w.DurationS, w.DistanceM*metreS, openS)
}

// parting is the least level of work; 0 if all of it is.
func parting(steps []levelled, contrast float64) float64 {
	sorted := slices.Clone(steps)
	slices.SortStableFunc(sorted, func(a, b levelled) int { return cmp.Compare(a.level, b.level) })
	weight, sum := 0.0, 0.0
	for _, s := range sorted {
		weight, sum = weight+s.weight, sum+s.weight*s.level
	}
	best, least := 0.0, 0.0
	below, under := 0.0, 0.0
	for i, s := range sorted[:len(sorted)-1] {
		below, under = below+s.weight, under+s.weight*s.level
		if sorted[i+1].level <= s.level {
			continue
		}
		easy, hard := under/below, (sum-under)/(weight-below)
		if between := below * (weight - below) * (hard - easy) * (hard - easy); hard >= contrast*easy && between > best {
			best, least = between, sorted[i+1].level
		}
	}
	return least
}
