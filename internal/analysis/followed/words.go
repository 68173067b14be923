package followed

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/workout"
)

// whole is the share of a step from which it was done.
const whole = 0.9

// words is how a plan was followed in one line: "4 of 5 done, the last 12 W
// under the range".
func words(s *efforts.Session, steps []planned.Step, outcomes []planned.Outcome, extra []int) string {
	done, aimed, hit := 0, 0, 0
	var cut, off []int
	for i := range outcomes {
		o := &outcomes[i]
		if o.Interval < 0 {
			continue
		}
		if o.Done > 0 && o.Done < whole {
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
	out := []string{fmt.Sprintf("%d of %d done", done, n)}
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
		out = append(out, phrase.Counted(len(extra), "interval", "intervals")+" besides")
	}
	return strings.Join(out, ", ")
}

func shortened(outcomes []planned.Outcome, cut []int) string {
	if len(cut) > 1 {
		return fmt.Sprintf("%d cut short", len(cut))
	}
	return fmt.Sprintf("%s cut short at %.0f %%", which(cut[0], outcomes), 100*outcomes[cut[0]].Done)
}

// which names a step of work that was done by its place; the last is the last
// that was.
func which(i int, outcomes []planned.Outcome) string {
	after := slices.ContainsFunc(outcomes[i+1:], func(o planned.Outcome) bool { return o.Interval >= 0 })
	switch {
	case len(outcomes) == 1:
		return "it was"
	case i == 0:
		return "the first"
	case !after:
		return "the last"
	}
	return fmt.Sprintf("number %d", i+1)
}

// missedBy says by how much the targets were missed.
func missedBy(basis efforts.Basis, steps []planned.Step, outcomes []planned.Outcome, off []int) string {
	under := map[bool][]int{}
	for _, i := range off {
		below := outcomes[i].Side == planned.Below
		under[below] = append(under[below], i)
	}
	var out []string
	for _, below := range []bool{true, false} {
		list := under[below]
		if len(list) == 0 {
			continue
		}
		who, most := which(list[0], outcomes), ""
		worst := list[0]
		for _, i := range list {
			if math.Abs(outcomes[i].Off) > math.Abs(outcomes[worst].Off) {
				worst = i
			}
		}
		if len(list) > 1 {
			who, most = fmt.Sprintf("%d", len(list)), "up to "
			if len(list) == len(outcomes) {
				who = "all"
			}
		}
		out = append(out, who+" "+most+amount(basis, &steps[outcomes[worst].Step], &outcomes[worst])+" the range")
	}
	return strings.Join(out, ", ")
}

// amount says by how much a level misses its bound: "12 W under", "8 s/km slower than".
func amount(basis efforts.Basis, s *planned.Step, o *planned.Outcome) string {
	by, below := basis, o.Side == planned.Below
	if s.Of != "" {
		by = s.Of
	}
	side := "over"
	if below {
		side = "under"
	}
	switch by {
	case efforts.ByPower:
		return fmt.Sprintf("%.0f W %s", math.Abs(o.Off), side)
	case efforts.ByHR:
		return fmt.Sprintf("%.0f bpm %s", math.Abs(o.Off), side)
	}
	metres, unit := 1000.0, "km"
	if by == efforts.ByLengths {
		metres, unit = 100, "100m"
	}
	bound, pace := s.High, "faster than"
	if below {
		bound, pace = s.Low, "slower than"
	}
	return fmt.Sprintf("%.0f s/%s %s", math.Abs(workout.PaceS(metres, bound)-workout.PaceS(metres, bound+o.Off)), unit, pace)
}
