package workout

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// mostDifferences is how many differences are told one by one.
const mostDifferences = 8

// Difference is a step that somebody else read otherwise in the same text.
type Difference struct {
	// Step is its number, as [training.StepNumbers] counts; 0 is the whole workout.
	Step int
	// Of is what differs: a target, or, where it is empty, the length.
	Of training.TargetOf
	// Here and There say what it is to us and to them; empty is no such target.
	Here, There i18n.Sentence
}

// Sentence is a phrase about the difference.
func (d Difference) Sentence() i18n.Sentence {
	switch {
	case d.Step == 0:
		return i18n.Sentencef("it has %s there and %s here", d.There, d.Here)
	case d.Of == "":
		return i18n.Sentencef("step %d: %s there, %s here", d.Step, d.There, d.Here)
	case d.There == "":
		return i18n.Sentencef("step %d: the target of %s is not there", d.Step, i18n.Word(d.Of))
	case d.Here == "":
		return i18n.Sentencef("step %d: there is a target of %s there", d.Step, i18n.Word(d.Of))
	}
	return i18n.Sentencef("step %d: the target of %s is %s there, %s here", d.Step, i18n.Word(d.Of), d.There, d.Here)
}

// Sides are what we and they have, each as a phrase that stands by itself.
func (d Difference) Sides() (here, there i18n.Sentence) {
	if d.Step == 0 {
		return d.Here, d.There
	}
	side := func(s i18n.Sentence) i18n.Sentence {
		if s == "" {
			s = i18n.Sentencef("no target of %s", i18n.Word(d.Of))
		}
		return i18n.Sentencef("step %d: %s", d.Step, s)
	}
	return side(d.Here), side(d.There)
}

// Compare compares steps with those that somebody else read in the same text:
// how long they are, and what they aim at. Of each step the first difference
// is told; further says that there are more than those.
func Compare(ours, theirs []training.WorkoutStep) (all []Difference, further bool) {
	a, b := training.WrittenOut(ours), training.WrittenOut(theirs)
	if len(a) != len(b) {
		return []Difference{{Here: steps(len(a)), There: steps(len(b))}}, false
	}
	numbers := training.StepNumbers(ours)
	told := map[int]bool{}
	for i := range a {
		if told[numbers[i]] {
			continue
		}
		if d, differs := difference(&a[i], &b[i]); differs {
			if told[numbers[i]] = true; len(all) == mostDifferences {
				return all, true
			}
			d.Step = numbers[i]
			all = append(all, d)
		}
	}
	return all, false
}

func steps(n int) i18n.Sentence { return i18n.Sentencef("%s", i18n.Numbered(n, "step", "steps")) }

// Differences are those of [Compare], each as a phrase.
func Differences(ours, theirs []training.WorkoutStep) []i18n.Sentence {
	all, further := Compare(ours, theirs)
	var out []i18n.Sentence
	for _, d := range all {
		out = append(out, d.Sentence())
	}
	if further {
		out = append(out, "further steps differ")
	}
	return out
}

func difference(a, b *training.WorkoutStep) (d Difference, differs bool) {
	if !same(a.DistanceM, b.DistanceM, 1) || a.Open != b.Open || a.DistanceM == 0 && !same(a.DurationS, b.DurationS, 1) {
		return Difference{Here: length(a), There: length(b)}, true
	}
	for _, t := range a.Targets {
		i := slices.IndexFunc(b.Targets, func(x training.StepTarget) bool { return x.Of == t.Of })
		if i < 0 {
			// What services call these two is not known, so none can be read there.
			if t.Unit == training.TargetBest || t.Unit == training.TargetOwnZone {
				continue
			}
			return Difference{Of: t.Of, Here: RampedText(t)}, true
		}
		if x := b.Targets[i]; x.Unit != t.Unit || !near(x.Low, t.Low) || !near(x.High, t.High) || x.Ramp != t.Ramp {
			return Difference{Of: t.Of, Here: RampedText(t), There: RampedText(x)}, true
		}
	}
	for _, x := range b.Targets {
		if _, ok := a.Target(x.Of); !ok {
			return Difference{Of: x.Of, There: RampedText(x)}, true
		}
	}
	return Difference{}, false
}

// length is how long a step is, as it is compared.
func length(s *training.WorkoutStep) i18n.Sentence {
	long := i18n.Sentencef("%g s", s.DurationS)
	if s.DistanceM > 0 {
		long = distance(s.DistanceM)
	}
	if s.Open {
		long = i18n.Sentencef("%s or until the lap button", long)
	}
	return long
}

// namedM is the length in m from which a distance is no name of a repeat.
const namedM = 3000

func distance(metres float64) i18n.Sentence {
	if metres < namedM {
		return i18n.Sentencef("%g m", metres)
	}
	return i18n.Sentencef("%s", i18n.Measured("%g ", metres/1000, i18n.Kilometres()))
}

func same(a, b, within float64) bool { return math.Abs(a-b) <= within }

// near allows what services round away.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.01+0.005*math.Abs(a) }
