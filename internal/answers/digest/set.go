package digest

import (
	"fmt"
	"strings"

	"lapkeep/internal/metrics/efforts"
)

// set is one set: "6×800m @3:40/km HR 160→176 rec 2min". The heart rates are the
// means of its first and its last interval.
func (a *account) set(x *set) string {
	rest := ""
	if x.RestS > 0 && (x.Repeats > 1 || x.Pattern != efforts.Repeats) {
		rest = "rec " + span(efforts.MeantS(x.RestS))
	}
	hr := heart(x.firstHR, x.lastHR)
	switch x.Pattern {
	case efforts.OverUnders:
		return join(a.overUnders(x), hr)
	case efforts.Ladder:
		return join("ladder "+a.rungs(x), at(a.band(x)), hr, rest)
	case efforts.Fartlek:
		low, high := a.shortest(x)
		return join(fmt.Sprintf("%d×%s", x.Count, ranged(span(low), span(high), "–")), at(a.band(x)), hr, rest)
	}
	size := span(x.seconds)
	if x.metres > 0 {
		size = repeatSize(x.metres, a.Sport)
	}
	level := a.level(x.powerW, x.speedMPS)
	if x.Ramp {
		level = a.span(x.FirstLevel, x.LastLevel, "→")
	}
	if x.Repeats > 1 {
		size = fmt.Sprintf("%d×%s", x.Repeats, size)
	}
	if x.Blocks <= 1 {
		return join(size, at(level), hr, rest)
	}
	between := ""
	if x.BetweenS > 0 {
		between = "rec " + span(efforts.MeantS(x.BetweenS))
	}
	return join(fmt.Sprintf("%d×(%s)", x.Blocks, join(size, at(level), rest)), hr, between)
}

// level is "312W" or "3:40/km"; empty by heart rate, which stands for itself.
func (a *account) level(powerW, mps float64) string {
	if w := watts(powerW); w != "" {
		return w
	}
	return a.pace(mps, a.Sport)
}

// levelOf is a level of the session's basis.
func (a *account) levelOf(x float64) string {
	switch a.session.Basis {
	case efforts.ByPower:
		return watts(x)
	case efforts.ByHR:
		return ""
	}
	return a.pace(x, a.Sport)
}

// span is two levels: "180→240W", "4:10–3:30/km".
func (a *account) span(from, to float64, sep string) string {
	return ranged(a.levelOf(from), a.levelOf(to), sep)
}

// band is the levels of unlike intervals.
func (a *account) band(x *set) string { return a.span(x.FirstLevel, x.LastLevel, "–") }

// ranged is two values of one unit, which is written once.
func ranged(a, b, sep string) string {
	if a == b {
		return a
	}
	return strings.TrimRight(strings.TrimSuffix(a, unitAt(b)), " ") + sep + b
}

// unitAt is what stands behind the digits of a value.
func unitAt(s string) string {
	if i := strings.LastIndex(s, "/"); i >= 0 {
		return s[i:]
	}
	return s[strings.LastIndexAny(s, "0123456789")+1:]
}

// overUnders is "3×4×(2min @270W/1min @240W)".
func (a *account) overUnders(x *set) string {
	count := fmt.Sprintf("%d×", x.Repeats)
	if x.Blocks > 1 {
		count = fmt.Sprintf("%d×%s", x.Blocks, count)
	}
	part := func(p efforts.Part) string { return join(span(efforts.MeantS(p.WorkS)), at(a.levelOf(p.Level))) }
	out := count + "(" + part(x.Parts[0]) + "/" + part(x.Parts[1]) + ")"
	if x.BetweenS > 0 {
		out += " rec " + span(efforts.MeantS(x.BetweenS))
	}
	return out
}

// rungs are the durations of a ladder.
func (a *account) rungs(x *set) string {
	var out []string
	for _, iv := range a.session.Intervals[x.First : x.First+x.Count] {
		out = append(out, clock(efforts.MeantS(iv.Seconds())))
	}
	return strings.Join(out, "–")
}

func (a *account) shortest(x *set) (low, high float64) {
	for i, iv := range a.session.Intervals[x.First : x.First+x.Count] {
		s := efforts.MeantS(iv.Seconds())
		if i == 0 {
			low = s
		}
		low, high = min(low, s), max(high, s)
	}
	return low, high
}
