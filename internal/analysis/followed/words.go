package followed

import (
	"math"
	"slices"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/workout"
)

// whole is the share of a step from which it was done.
const whole = 0.9

// words is how a plan was followed in one line: "4 of 5 done, the last 12 W
// under the range".
func words(s *efforts.Session, steps []planned.Step, outcomes []planned.Outcome, extra []int) phrase.Sentence {
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
		case planned.OnTarget:
			aimed, hit = aimed+1, hit+1
		case planned.Below, planned.Above:
			aimed++
			off = append(off, i)
		}
	}
	n := len(outcomes)
	out := []phrase.Sentence{phrase.Sentencef("%d of %d done", done, n)}
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
		out = append(out, phrase.Sentencef("%s besides", phrase.Numbered(len(extra), "interval", "intervals")))
	}
	return phrase.Joined("%s, %s", out...)
}

func cutShort(o *planned.Outcome) bool { return o.Done > 0 && o.Done < whole }

func shortened(outcomes []planned.Outcome, cut []int) phrase.Sentence {
	if len(cut) > 1 {
		return phrase.Sentencef("%d cut short", len(cut))
	}
	return phrase.Sentencef("%s cut short at %.0f %%", which(cut[0], outcomes), 100*outcomes[cut[0]].Done)
}

// which names a step of work that was done by its place; the last is the last
// that was.
func which(i int, outcomes []planned.Outcome) phrase.Sentence {
	after := slices.ContainsFunc(outcomes[i+1:], func(o planned.Outcome) bool { return o.Interval >= 0 })
	switch {
	case len(outcomes) == 1:
		return "it was"
	case i == 0:
		return "the first"
	case !after:
		return "the last"
	}
	return phrase.Sentencef("number %d", i+1)
}

// missedBy says by how much the targets were missed.
func missedBy(basis efforts.Basis, steps []planned.Step, outcomes []planned.Outcome, off []int) phrase.Sentence {
	under := map[bool][]int{}
	for _, i := range off {
		below := outcomes[i].Side == planned.Below
		under[below] = append(under[below], i)
	}
	var out []phrase.Sentence
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
		most := amount(basis, &steps[outcomes[worst].Step], &outcomes[worst])
		switch len(list) {
		case 1:
			out = append(out, phrase.Sentencef("%s %s the range", which(list[0], outcomes), most))
		case len(outcomes):
			out = append(out, phrase.Sentencef("all up to %s the range", most))
		default:
			out = append(out, phrase.Sentencef("%d up to %s the range", len(list), most))
		}
	}
	return phrase.Joined("%s, %s", out...)
}

// amount says by how much a level misses its bound: "12 W under", "8 s/km slower than".
func amount(basis efforts.Basis, s *planned.Step, o *planned.Outcome) phrase.Sentence {
	by, below := basis, o.Side == planned.Below
	if s.Of != "" {
		by = s.Of
	}
	watts, beats := "%.0f W over", "%.0f bpm over"
	if below {
		watts, beats = "%.0f W under", "%.0f bpm under"
	}
	switch by {
	case efforts.ByPower:
		return phrase.Sentencef(watts, math.Abs(o.Off))
	case efforts.ByHR:
		return phrase.Sentencef(beats, math.Abs(o.Off))
	}
	metres, unit := 1000.0, "km"
	if by == efforts.ByLengths {
		metres, unit = 100, "100m"
	}
	bound, pace := s.High, "%.0f s/%s faster than"
	if below {
		bound, pace = s.Low, "%.0f s/%s slower than"
	}
	return phrase.Sentencef(pace, math.Abs(workout.PaceS(metres, bound)-workout.PaceS(metres, bound+o.Off)), unit)
}
