package steptext

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The largest plausible lengths and weights of a step. A larger number must mean
// something else.
const (
	maxDurationS = 24 * 3600
	maxDistanceM = 1_000_000
	maxKg        = 1000
	max1RM       = 500
)

// lineTargets maps the text around a number, and the word after it, to a target. A
// target is described by the words that a field uses for it.
var lineTargets = map[around]map[string]struct{ key, unit string }{
	{"", "w"}:    {"": {"power", "w"}},
	{"", "bpm"}:  {"": {"hr", "bpm"}},
	{"", "rpm"}:  {"": {"cadence", "rpm"}},
	{"", "km/h"}: {"": {"speed", "km/h"}},
	{"", "mph"}:  {"": {"speed", "mph"}},
	{"", "%"}: {
		"": {"power", "%"}, "power": {"power", "%"}, "ftp": {"power", "%"},
		"hr": {"hr", "%max"}, "lthr": {"hr", "%lthr"}, "pace": {"pace", "%"},
	},
	{"z", ""}:  {"": {"power", ""}, "power": {"power", ""}, "hr": {"hr", ""}, "pace": {"pace", ""}},
	{"cz", ""}: {"": {"power", ""}},
}

// number reads a token that begins with a digit or is a zone.
func (p *stepLine) number(i int, next string) int {
	w := p.words[i].lower
	from, to, ok := spanOf(w)
	n := 0
	switch a, b := from.around, to.around; {
	case !ok || from.clock != to.clock || a.before != b.before:
	case from.clock:
		n = p.pace(i, from, to, next)
	case a == b, a.unit == "": // "200-240w"
		n = p.figures(i, from.value, to.value, b, next)
	}
	if n > 0 {
		return n
	}
	if s, ok := lineTime(w); ok {
		return p.time(i, s, next)
	}
	return p.sets(i)
}

// figures reads targets and lengths. It returns 0 if there is neither.
func (p *stepLine) figures(i int, from, to float64, a around, next string) int {
	switch {
	case a == around{unit: "%"} && next == "mmp":
		return p.best(i, from, to)
	case a == around{unit: "%"} && next == "1rm" && from == to && from > 0 && from <= max1RM:
		exercise(&p.s).Percent1RM = from
		return 2
	}
	t, known := lineTargets[a][next]
	n := 2
	if !known {
		t, known = lineTargets[a][""]
		n = 1
	}
	switch {
	case a.before != "" && (!known || from != math.Trunc(from) || to != math.Trunc(to)):
		return 0
	case !known:
		return p.length(i, from, to, a.unit)
	}
	u, _ := unitOf(t.key, around{a.before, t.unit}, false) // the table has no others
	p.aim(i, t.key, u, u.of(from), u.of(to))
	return n
}

// best reads "60% MMP 5m".
func (p *stepLine) best(i int, from, to float64) int {
	if i+2 < len(p.words) {
		if s, ok := lineTime(p.words[i+2].lower); ok && s > 0 {
			p.aim(i, "power", unit{unit: training.TargetBest, overS: s}, from, to)
			return 3
		}
	}
	p.fault(p.words[i+1].column, "MMP has no duration.", "Add the duration of the best power after it: 60% MMP 5m.")
	p.bad = true
	return 2
}

// exertion reads "RPE 8" and "RPE 6-7".
func (p *stepLine) exertion(i int, next string) int {
	from, to, ok := spanOf(next)
	if !ok || from.clock || to.clock || from.around != (around{}) || to.around != (around{}) {
		return 0
	}
	p.aim(i, "rpe", unit{unit: training.TargetOf10}, from.value, to.value)
	return 2
}

// pace reads "5:00/km Pace", "7:15-7:00/km Pace" and "5:00 Pace".
func (p *stepLine) pace(i int, from, to figure, next string) int {
	w := p.words[i]
	a, b := from.around.unit, to.around.unit
	behind := cmp.Or(a, b)
	per, over := strings.CutPrefix(behind, "/")
	ranged := strings.Contains(w.lower, "-")
	switch {
	case behind != "" && !over, a != "" && b != "" && a != b:
		return 0
	case strings.Contains(w.lower, "."), strings.Count(w.lower, ":") > strings.Count(w.lower, "-")+1:
		return 0
	case next != "pace" && behind == "" && !ranged:
		return 0 // it is a time
	case next != "pace":
		p.fault(w.column, i18n.Sentencef("%s is not read as a pace without the word "+
			"\"Pace\".", w.text), i18n.Sentencef("Write %s Pace.", w.text))
		p.bad = true
		return 1
	}
	u := unit{unit: training.TargetMPS, per: training.PaceDistance(per)}
	distance := cmp.Or(u.per, training.PaceOf(p.sport)).Metres()
	if min(from.value, to.value) <= 0 || distance == 0 {
		p.fault(w.column, i18n.Sentencef("%s is not a pace.", w.text),
			"Write it as 5:00/km Pace, per km, mi, 100m, 100y, 250m, 400m or 500m.")
		p.bad = true
		return 2
	}
	p.aim(i, "pace", u, distance/from.value, distance/to.value)
	return 2
}

// aim adds a target if it is plausible, with its values as written.
func (p *stepLine) aim(i int, key string, u unit, from, to float64) {
	t := training.StepTarget{Of: training.TargetOf(key), Unit: u.unit, Per: u.per, OverS: u.overS}
	zone := u.unit == training.TargetZone || u.unit == training.TargetOwnZone
	bounds := t
	bounds.Low, bounds.High = workout.Limits(t.Of, t.Unit)
	if t.Of == training.TargetPace && t.Per == "" {
		bounds.Per = training.PaceOf(p.sport)
	}
	w := p.words[i]
	if t.Of == training.TargetPower && !zone && from+to == 0 {
		p.warn(w.column, i18n.Sentencef("%s is read as a rest without a target.", w.text), "Give at least 1w if a trainer is to hold it.")
		p.s.Kind = cmp.Or(p.s.Kind, training.StepRest)
		return
	}
	for _, x := range []float64{from, to} {
		none := x == 0 && from+to > 0 && !zone && u.unit != training.TargetOf10 // 0 means no bound
		if none || x >= bounds.Low && x <= bounds.High {
			continue
		}
		switch {
		case zone:
			p.fault(w.column, i18n.Sentencef("%s is not a zone.", w.text), i18n.Sentencef("Use zones 1 to %s, or a "+
				"percentage.", number(bounds.High)))
		case u.unit == training.TargetOf10:
			p.fault(w.column, "Exertion goes from 1 to 10.", "Write RPE 7 or RPE 6-7.")
		default:
			what := i18n.Sentencef("%s is more than a step allows.", w.text)
			if x < bounds.Low {
				what = i18n.Sentencef("%s is less than a step allows.", w.text)
			}
			p.fault(w.column, what,
				i18n.Sentencef("Check the number and its unit: it can be %s.", workout.TargetText(bounds)))
		}
		p.bad = true
		return
	}
	p.order = append(p.order, ends{t, from, to, w.column})
}

// length reads a distance, an energy or a weight, which cannot be ranges.
func (p *stepLine) length(i int, from, to float64, unit string) int {
	w, q := p.words[i], quantityOf(unit)
	switch {
	case q.word != "" && q.word != unit:
		p.fault(w.column, i18n.Sentencef("%s is not read.", w.text), i18n.Sentencef("Write %s%s.", number(from), q.word))
		p.bad = true
	case from != to:
		return 0
	case q.metres > 0:
		if p.s.DistanceM = from * q.metres; !(p.s.DistanceM > 0) || p.s.DistanceM > maxDistanceM {
			p.fault(w.column, i18n.Sentencef("%s is not a valid distance for a step.", w.text), "Give up to 1000km.")
			p.s.DistanceM, p.bad = 0, true
		}
	case unit == "kcal" && from > 0:
		p.s.CaloriesKcal = from
	case unit == "kg" && from > 0 && from <= maxKg:
		exercise(&p.s).WeightKg = from
	default:
		return 0
	}
	return 1
}

// exercise returns the exercise of a step. It adds one with a single set if
// there is none.
func exercise(s *training.WorkoutStep) *training.StepExercise {
	if s.Exercise == nil {
		s.Exercise = &training.StepExercise{Sets: 1}
	}
	return s.Exercise
}

// sets reads "3x5", three sets of five, and "3x45s".
func (p *stepLine) sets(i int) int {
	head, tail, ok := strings.Cut(p.words[i].lower, "x")
	if !ok {
		return 0
	}
	sets, err := strconv.Atoi(head)
	if err != nil {
		return 0
	}
	_, size, sized := spanOf(tail)
	unit := size.around.unit
	if q := quantityOf(unit); tail != "" && (!sized || q.metres == 0 || q.word != unit) && !p.lifts() {
		return 0 // it is a word of the cue
	}
	if s, timed := lineTime(tail); timed {
		exercise(&p.s).Sets, p.s.DurationS = sets, s
	} else if reps, err := strconv.Atoi(tail); err == nil {
		exercise(&p.s).Sets, exercise(&p.s).Reps = sets, reps
	} else {
		p.fault(p.words[i].column, i18n.Sentencef("%s inside a step is not a repeat.", p.words[i].text),
			i18n.Sentencef("Write %sx on a line of its own above the steps that it repeats.", head))
		p.bad = true
		return 1
	}
	if sets < 1 || sets > training.MaxWorkoutSteps || p.s.Exercise.Reps < 0 {
		p.fault(p.words[i].column, i18n.Sentencef("%s is not a valid number of sets.", p.words[i].text), "Write 3x5 for three sets of five.")
		p.s.Exercise, p.bad = nil, true
	}
	return 1
}

// lifts reports whether the sport has exercises, so 3x5 means sets.
func (p *stepLine) lifts() bool {
	return slices.Contains([]training.Sport{"", training.Strength, training.Fitness, training.Other}, p.sport)
}

// time reads a duration or a rest.
func (p *stepLine) time(i int, s float64, next string) int {
	w, column := p.words[i], p.words[i].column
	if s <= 0 || s > maxDurationS {
		p.fault(column, i18n.Sentencef("%s is not a valid duration for a step.", w.text), "Give up to 24h.")
		p.bad = true
		return 1
	}
	if metresMeant(p.sport, w.lower) {
		p.fault(column, i18n.Sentencef("%s means %s minutes.", w.text, strings.TrimSuffix(w.lower, "m")),
			i18n.Sentencef("Write %smtr for metres, or %s for the time.", strings.TrimSuffix(w.lower, "m"), spelled(p.sport, s)))
		p.bad = true
		return 1
	}
	if next == "rest" && (p.s.DistanceM > 0 || p.s.Exercise != nil || p.s.DurationS > 0) {
		p.s.RestS, p.restAt = s, column
		return 2
	}
	if p.s.DurationS > 0 && p.s.Exercise == nil {
		p.warn(column, "The step has two durations; the last one counts.", "Leave the other out.")
	}
	p.s.DurationS = s
	return 1
}

// metresMeant reports whether a number of minutes looks like a common distance in
// metres, as in 400m.
func metresMeant(sport training.Sport, w string) bool {
	digits, ok := strings.CutSuffix(w, "m")
	n, err := strconv.Atoi(digits)
	switch {
	case !ok || err != nil:
		return false
	case sport == training.Swimming:
		return n >= 25 && n%25 == 0
	case sport == training.Running || sport == training.Rowing:
		return n >= 100 && n%50 == 0
	}
	return n >= 200 && n%50 == 0
}

// spelled writes seconds in the grammar, in a way that avoids confusion of minutes
// with metres.
func spelled(sport training.Sport, s float64) string {
	text := duration(s)
	if metresMeant(sport, text) {
		text += "0s"
	}
	return text
}

// lineTime reads a time in a line: whole seconds, as a clock or with units of
// one letter.
func lineTime(w string) (float64, bool) {
	if s, ok := clock(w); ok {
		return s, !strings.Contains(w, ".")
	}
	s, plain, ok := seconds(w)
	return s, ok && plain
}

// duration writes seconds in the grammar: 1h2m30s.
func duration(s float64) string {
	n := int(s)
	out := ""
	for _, u := range []struct {
		unit string
		s    int
	}{{"h", 3600}, {"m", 60}, {"s", 1}} {
		if n >= u.s {
			out += strconv.Itoa(n/u.s) + u.unit
			n %= u.s
		}
	}
	return out
}
