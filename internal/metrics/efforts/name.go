package efforts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
)

// mostSets is the maximum number of sets in one name.
const mostSets = 5

// Name returns the name of the session as a coach would write it: "5 × 4:00 @ 287
// W, 2:00 easy". If there is a threshold, in the unit of the basis, the levels of
// over-unders are given as percentages of it.
func (s *Session) Name(threshold float64) i18n.Sentence {
	return i18n.InUnits(writer{s, false}.name(threshold), writer{s, true}.name(threshold))
}

// SetName returns the name of one set.
func (s *Session) SetName(t *Set, threshold float64) i18n.Sentence {
	return i18n.InUnits(writer{s, false}.set(t, threshold), writer{s, true}.set(t, threshold))
}

// writer writes the names of a session, with levels in miles or kilometres. The
// lengths of repeats are not converted: 800 m are 800 m for everyone.
type writer struct {
	*Session
	miles bool
}

func (s writer) name(threshold float64) string {
	var words []string
	sets := s.Sets()
	for i := range sets {
		if i == mostSets {
			words = append(words, fmt.Sprintf("and %d more sets", len(sets)-i))
			break
		}
		words = append(words, s.set(&sets[i], threshold))
	}
	name := strings.Join(words, "; ")
	if s.Basis == BySpeed && s.WarmUp.DistanceM >= leastWarmUpM {
		warmUp := i18n.Measured("%.1f ", s.WarmUp.DistanceM/1000, i18n.Kilometres())
		name = fmt.Sprintf("WU %s, %s", s.said(warmUp), name)
	}
	return name
}

func (s writer) said(q i18n.Quantity) string {
	if s.miles {
		return q.InMiles()
	}
	return q.String()
}

const (
	leastWarmUpM = 400
	// mixed is the ratio of the longest to the shortest effort above which a set is
	// not called a fartlek.
	mixed = 8
)

func (s writer) set(t *Set, threshold float64) string {
	switch t.Pattern {
	case OverUnders:
		return overUnderName(s, t, threshold)
	case Ladder:
		return fmt.Sprintf("ladder %s @ %s%s", s.rungs(t), s.band(t), s.rest(t))
	case Fartlek:
		low, high := s.shortest(t)
		word := "fartlek, %d surges of %s @ %s"
		if high > mixed*low {
			word = "%d efforts of %s @ %s"
		}
		return fmt.Sprintf(word, t.Count, clocks(low, high), s.band(t))
	}
	work := s.work(t)
	if t.Repeats > 1 {
		work = fmt.Sprintf("%d × %s%s", t.Repeats, work, s.rest(t))
	}
	if t.Blocks > 1 {
		work = fmt.Sprintf("%d × (%s)", t.Blocks, work)
		if t.BetweenS > 0 {
			work += ", " + i18n.Clock(MeantS(t.BetweenS)) + " between"
		}
	}
	return work
}

// work returns the name of one interval of the set: "4:00 @ 287 W", "800 m @
// 3:40/km".
func (s writer) work(t *Set) string {
	size := i18n.Clock(MeantS(t.WorkS))
	if s.ByDistance(t) {
		size = metres(t.WorkM)
	}
	if s.uphill(t) {
		size += " uphill"
	}
	level := s.level(t.Level)
	if t.Ramp {
		level = s.span(t.FirstLevel, t.LastLevel, " → ")
		if t.Repeats == 1 {
			size = "ramp " + size
		}
	}
	return size + " @ " + level
}

func (s *Session) rest(t *Set) string {
	if t.RestS <= 0 {
		return ""
	}
	return ", " + i18n.Clock(MeantS(t.RestS)) + " " + s.restWord(t)
}

// These are the minimum speeds in m/s at which a rest on foot counts as a walk or as a
// jog, and the power in W below which a rest counts as a stop.
const (
	walkMPS, jogMPS = 0.5, 1.8
	stopW           = 25
)

func (s *Session) restWord(t *Set) string {
	l := t.RestLevel
	switch {
	case s.Basis == ByLengths, s.Basis == BySpeed && l < walkMPS, s.Basis == ByPower && l < stopW:
		return "rest"
	case s.Basis == BySpeed && l < jogMPS:
		return "walk"
	case s.Basis == BySpeed:
		return "jog"
	}
	return "easy"
}

// uphillGrade is the minimum mean grade at which repeats are called uphill.
const uphillGrade = 0.03

func (s *Session) uphill(t *Set) bool {
	return s.Basis != ByLengths && t.Repeats > 1 && t.WorkM > 0 && t.ClimbM >= uphillGrade*t.WorkM
}

func overUnderName(s writer, t *Set, threshold float64) string {
	count := fmt.Sprint(t.Repeats)
	if t.Blocks > 1 {
		count = fmt.Sprintf("%d × %d", t.Blocks, t.Repeats)
	}
	a, b := t.Parts[0], t.Parts[1]
	level := s.span(a.Level, b.Level, "/")
	if threshold > 0 {
		level = i18n.Fixed(100*a.Level/threshold, 0) + "/" + i18n.Fixed(100*b.Level/threshold, 0) + " %"
	}
	return fmt.Sprintf("over-unders %s × (%s/%s) @ %s", count, i18n.Clock(MeantS(a.WorkS)), i18n.Clock(MeantS(b.WorkS)), level)
}

// rungs returns the durations of a ladder.
func (s *Session) rungs(t *Set) string {
	var out []string
	for _, iv := range s.Intervals[t.First : t.First+t.Count] {
		out = append(out, i18n.Clock(MeantS(iv.Seconds())))
	}
	const most = 9
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return strings.Join(out, "–")
}

func (s *Session) shortest(t *Set) (low, high float64) {
	low = math.Inf(1)
	for _, iv := range s.Intervals[t.First : t.First+t.Count] {
		low, high = min(low, iv.Seconds()), max(high, iv.Seconds())
	}
	return low, high
}

func (s writer) band(t *Set) string { return s.span(t.FirstLevel, t.LastLevel, "–") }

// level returns a level with the unit of the basis: "287 W", "3:40/km",
// "1:38/100m".
func (s writer) level(x float64) string { return s.number(x) + s.unit() }

func (s writer) span(a, b float64, sep string) string {
	return s.number(a) + sep + s.number(b) + s.unit()
}

func (s writer) unit() string {
	switch s.Basis {
	case ByPower:
		return " W"
	case ByHR:
		return " bpm"
	case BySpeed:
		if s.miles {
			return i18n.PacePerKm().Miles.Shown
		}
		return i18n.PacePerKm().Shown
	}
	if s.miles {
		return "/100yd"
	}
	return "/100m"
}

func (s writer) number(x float64) string {
	over, unit := 1000.0, i18n.PacePerKm()
	if s.Basis == ByLengths {
		over, unit = 100, i18n.PacePer100m()
	}
	switch {
	case s.Basis != BySpeed && s.Basis != ByLengths || x <= 0:
		return i18n.Fixed(x, 0)
	case s.miles:
		return i18n.Clock(unit.Miles.Of(over / x))
	}
	return i18n.Clock(over / x)
}

// repeatM lists the usual distances of repeats in m.
var repeatM = []float64{
	100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1600, 2000, 2400, 3000, 4000, 5000, 10000,
}

const (
	// nearM is the maximum difference from a usual distance, as a fraction.
	nearM = 0.025
	// evenM is the maximum variation of the distances in a set.
	evenM = 0.03
	// wholeS is the step in s between the durations that athletes usually choose.
	wholeS = 30
)

// ByDistance reports whether the repeats of a set are over a distance rather
// than for a time.
func (s *Session) ByDistance(t *Set) bool {
	if s.Basis == ByLengths {
		return true
	}
	if s.Basis != BySpeed || t.WorkM <= 0 || math.Abs(t.WorkS-wholeS*math.Round(t.WorkS/wholeS)) <= 1 {
		return false
	}
	var m []float64
	for _, iv := range s.Intervals[t.First : t.First+t.Count] {
		m = append(m, iv.DistanceM)
	}
	return middleVariation(m) <= evenM && math.Abs(niceM(t.WorkM)-t.WorkM) <= nearM*t.WorkM
}

// MeantM returns the distance in m that was most likely intended: a usual distance of
// repeats if m is close to one.
func MeantM(m float64) float64 {
	if n := niceM(m); math.Abs(n-m) <= nearM*m {
		return n
	}
	return m
}

func niceM(m float64) float64 {
	return slices.MinFunc(repeatM, func(a, b float64) int { return int(math.Copysign(1, math.Abs(a-m)-math.Abs(b-m))) })
}

// yardM is a yard in m.
const yardM = 0.9144

func metres(m float64) string {
	if yd := m / yardM; math.Abs(yd-25*math.Round(yd/25)) < 0.1 && math.Abs(m-5*math.Round(m/5)) > 0.1 {
		return i18n.Fixed(yd, 0) + " yd"
	}
	m = MeantM(m)
	if m >= 3000 {
		return i18n.Fixed(m/1000, 1) + " km"
	}
	return i18n.Fixed(m, 0) + " m"
}

// MeantS returns the duration in s that was most likely intended: a multiple of 15 s or
// of 5 s if s is close to one.
func MeantS(s float64) float64 {
	if r := 15 * math.Round(s/15); r > 0 && math.Abs(r-s) <= max(2, min(6, 0.015*s)) {
		return r
	}
	if r := 5 * math.Round(s/5); r > 0 && math.Abs(r-s) <= 1 {
		return r
	}
	return math.Round(s)
}

// clocks returns a range of durations, or a single one if both have the same text.
func clocks(low, high float64) string {
	if i18n.Clock(low) == i18n.Clock(high) {
		return i18n.Clock(low)
	}
	return i18n.Clock(low) + "–" + i18n.Clock(high)
}
