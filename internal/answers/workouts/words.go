package workouts

import (
	"math"
	"slices"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
)

// whole is the share of a step from which it was done.
const whole = 0.9

// words is how a plan was followed in one line: "4 of 5 done, the last 12 W
// under the range".
func words(s *efforts.Session, steps []efforts.Step, outcomes []efforts.Outcome, extra []int) i18n.Sentence {
	done, aimed, hit := 0, 0, 0
	var cut, off []int
	for i := range outcomes {
		o := &outcomes[i]
		if o.Interval < 0 {
			continue
		}
		if cutShort(o) {
			cut = append(cut, i)
		} else {
			done++
		}
		switch o.Side {
		case efforts.OnTarget:
			aimed, hit = aimed+1, hit+1
		case efforts.Below, efforts.Above:
			aimed++
			off = append(off, i)
		}
	}
	n := len(outcomes)
	out := []i18n.Sentence{i18n.Sentencef("%d of %d done", done, n)}
	if len(cut) > 0 {
		out = append(out, shortened(outcomes, cut))
	}
	switch {
	case len(off) > 0:
		out = append(out, missedBy(s.Basis, steps, outcomes, off))
	case aimed > 1:
		out = append(out, "all on target")
	case aimed == 1 && hit == 1:
		out = append(out, "on target")
	}
	if len(extra) > 0 {
		out = append(out, i18n.Sentencef("%s besides", i18n.Numbered(len(extra), "interval", "intervals")))
	}
	return i18n.Joined("%s, %s", out...)
}

func cutShort(o *efforts.Outcome) bool { return o.Done > 0 && o.Done < whole }

func shortened(outcomes []efforts.Outcome, cut []int) i18n.Sentence {
	if len(cut) > 1 {
		return i18n.Sentencef("%d cut short", len(cut))
	}
	return i18n.Sentencef("%s cut short at %.0f %%", which(cut[0], outcomes), 100*outcomes[cut[0]].Done)
}

// which names a step of work that was done by its place; the last is the last
// that was.
func which(i int, outcomes []efforts.Outcome) i18n.Sentence {
	after := slices.ContainsFunc(outcomes[i+1:], func(o efforts.Outcome) bool { return o.Interval >= 0 })
	switch {
	case len(outcomes) == 1:
		return "it was"
	case i == 0:
		return "the first"
	case !after:
		return "the last"
	}
	return i18n.Sentencef("number %d", i+1)
}

// missedBy says by how much the targets were missed.
func missedBy(basis efforts.Basis, steps []efforts.Step, outcomes []efforts.Outcome, off []int) i18n.Sentence {
	under := map[bool][]int{}
	for _, i := range off {
		below := outcomes[i].Side == efforts.Below
		under[below] = append(under[below], i)
	}
	var out []i18n.Sentence
	for _, below := range []bool{true, false} {
		list := under[below]
		if len(list) == 0 {
			continue
		}
		worst := list[0]
		for _, i := range list {
			if math.Abs(outcomes[i].Off) > math.Abs(outcomes[worst].Off) {
				worst = i
			}
		}
		most := followedAmount(basis, &steps[outcomes[worst].Step], &outcomes[worst])
		switch len(list) {
		case 1:
			out = append(out, i18n.Sentencef("%s %s the range", which(list[0], outcomes), most))
		case len(outcomes):
			out = append(out, i18n.Sentencef("all up to %s the range", most))
		default:
			out = append(out, i18n.Sentencef("%d up to %s the range", len(list), most))
		}
	}
	return i18n.Joined("%s, %s", out...)
}

// followedAmount says by how much a level misses its bound: "12 W under", "8 s/km slower than".
func followedAmount(basis efforts.Basis, s *efforts.Step, o *efforts.Outcome) i18n.Sentence {
	by, below := basis, o.Side == efforts.Below
	if s.Of != "" {
		by = s.Of
	}
	watts, beats := "%.0f W over", "%.0f bpm over"
	if below {
		watts, beats = "%.0f W under", "%.0f bpm under"
	}
	switch by {
	case efforts.ByPower:
		return i18n.Sentencef(watts, math.Abs(o.Off))
	case efforts.ByHR:
		return i18n.Sentencef(beats, math.Abs(o.Off))
	}
	metres, unit := 1000.0, "km"
	if by == efforts.ByLengths {
		metres, unit = 100, "100m"
	}
	bound, pace := s.High, "%.0f s/%s faster than"
	if below {
		bound, pace = s.Low, "%.0f s/%s slower than"
	}
	return i18n.Sentencef(pace, math.Abs(workout.PaceS(metres, bound)-workout.PaceS(metres, bound+o.Off)), unit)
}
