package workout

import (
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/training"
)

// mostDifferences is how many differences are told one by one.
const mostDifferences = 8

// Differences compares steps with those that somebody else read in the same
// text: how long they are, and what they aim at. Each is a phrase.
func Differences(ours, theirs []training.WorkoutStep) []string {
	a, b := training.WrittenOut(ours), training.WrittenOut(theirs)
	numbers := training.StepNumbers(ours)
	if len(a) != len(b) {
		return []string{fmt.Sprintf("it has %d steps there and %d here", len(b), len(a))}
	}
	var out []string
	told := map[int]bool{}
	for i := range a {
		if told[numbers[i]] {
			continue
		}
		if diff := difference(&a[i], &b[i]); diff != "" {
			if told[numbers[i]] = true; len(out) == mostDifferences {
				return append(out, "further steps differ")
			}
			out = append(out, fmt.Sprintf("step %d: %s", numbers[i], diff))
		}
	}
	return out
}

func difference(a, b *training.WorkoutStep) string {
	switch {
	case !same(a.DistanceM, b.DistanceM, 1):
		return fmt.Sprintf("%g m there, %g m here", b.DistanceM, a.DistanceM)
	case a.DistanceM == 0 && !same(a.DurationS, b.DurationS, 1):
		return fmt.Sprintf("%g s there, %g s here", b.DurationS, a.DurationS)
	case a.Open != b.Open:
		return "one of both lasts until the lap button"
	}
	for _, t := range a.Targets {
		i := slices.IndexFunc(b.Targets, func(x training.StepTarget) bool { return x.Of == t.Of })
		if i < 0 {
			return "the target of " + string(t.Of) + " is not there"
		}
		if x := b.Targets[i]; x.Unit != t.Unit || !near(x.Low, t.Low) || !near(x.High, t.High) || x.Ramp != t.Ramp {
			return fmt.Sprintf("the target of %s is %s there, %s here", t.Of, TargetText(x), TargetText(t))
		}
	}
	for _, x := range b.Targets {
		if _, ok := a.Target(x.Of); !ok {
			return "there is a target of " + string(x.Of) + " there"
		}
	}
	return ""
}

func same(a, b, within float64) bool { return math.Abs(a-b) <= within }

// near allows what services round away.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.01+0.005*math.Abs(a) }
