package steptext

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The greatest lengths that a step can have; beyond them something else was
// meant.
const (
	maxDurationS = 24 * 3600
	maxDistanceM = 1_000_000
	maxKg        = 1000
	max1RM       = 500
)

// number reads what begins with a digit.
func (p *stepLine) number(i int, next string) int {
	w := p.words[i].lower
	if n := p.pace(i, next); n > 0 {
		return n
	}
	if s, ok := seconds(w); ok {
		return p.time(i, s, next)
	}
	if n := p.sets(i); n > 0 {
		return n
	}
	from, to, unit, ok := span(w)
	if !ok {
		return 0
	}
	var t training.StepTarget
	switch unit {
	case "%":
		return p.percent(i, from, to, next)
	case "w":
		t = training.StepTarget{Of: training.TargetPower, Unit: training.TargetW}
	case "bpm":
		t = training.StepTarget{Of: training.TargetHR, Unit: training.TargetBpm}
	case "rpm":
		t = training.StepTarget{Of: training.TargetCadence, Unit: training.TargetRPM}
	case "km/h", "mph":
		per := map[string]float64{"km/h": 1 / 3.6, "mph": 1609.344 / 3600}[unit]
		t, from, to = training.StepTarget{Of: training.TargetSpeed, Unit: training.TargetMPS}, from*per, to*per
	default:
		return p.length(i, from, to, unit)
	}
	p.aimWithin(i, t, from, to)
	return 1
}

// aimWithin keeps a target that somebody can do.
func (p *stepLine) aimWithin(i int, t training.StepTarget, from, to float64) {
	least, most := workout.Limits(t.Of, t.Unit)
	bounds := t
	bounds.Low, bounds.High = least, most
	if t.Of == training.TargetPace && t.Per == "" {
		bounds.Per = training.PaceOf(p.sport)
	}
	for _, x := range []float64{from, to} {
		if from+to == 0 || x != 0 && x < least || x > most { // 0 is no bound
			p.fault(p.words[i].column, i18n.Sentencef("%s is beyond what a step can ask for.", p.words[i].text),
				i18n.Sentencef("Check the number and its unit: it can be %s.", workout.TargetText(bounds)))
			p.bad = true
			return
		}
	}
	p.aimAt(i, t, from, to)
}

// length reads a distance, an energy or a weight, which are no ranges.
func (p *stepLine) length(i int, from, to float64, unit string) int {
	column := p.words[i].column
	if metres := metresOf(unit); metres > 0 && from == to {
		if p.s.DistanceM = from * metres; !(p.s.DistanceM > 0) || p.s.DistanceM > maxDistanceM {
			p.fault(column, i18n.Sentencef("%s is no distance of a step.", p.words[i].text), "Give up to 1000km.")
			p.s.DistanceM, p.bad = 0, true
		}
		return 1
	}
	switch {
	case unit == "kcal" && from == to && from > 0:
		p.s.CaloriesKcal = from
		return 1
	case unit == "kg" && from == to && from > 0 && from <= maxKg:
		p.exercise().WeightKg = from
		return 1
	}
	if fix, ok := mends[unit]; ok {
		p.fault(column, i18n.Sentencef("%s is not read.", p.words[i].text), i18n.Sentencef("Write %s%s.", number(from), fix))
		p.bad = true
		return 1
	}
	return 0
}

// mends are units that people write and the service does not read.
var mends = map[string]string{
	"min": "m", "mins": "m", "minutes": "m", "minute": "m", "sec": "s", "secs": "s", "seconds": "s", "hr": "h", "hrs": "h", "hour": "h",
	"hours": "h", "meters": "mtr", "metres": "mtr", "meter": "mtr", "yd": "yrd", "yds": "yrd", "yards": "yrd", "mile": "mi", "miles": "mi",
	"kms": "km", "watt": "w", "watts": "w", "cal": "kcal",
}

func metresOf(unit string) float64 {
	switch unit {
	case "mtr":
		return 1
	case "km":
		return 1000
	case "mi":
		return 1609.344
	case "yrd":
		return 0.9144
	}
	return 0
}

func (p *stepLine) exercise() *training.StepExercise {
	if p.s.Exercise == nil {
		p.s.Exercise = &training.StepExercise{Sets: 1}
	}
	return p.s.Exercise
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
	_, _, unit, _ := span(tail)
	if tail != "" && metresOf(unit) == 0 && !p.lifts() {
		return 0 // a word of the cue
	}
	if s, timed := seconds(tail); timed {
		p.exercise().Sets, p.s.DurationS = sets, s
	} else if reps, err := strconv.Atoi(tail); err == nil {
		p.exercise().Sets, p.exercise().Reps = sets, reps
	} else {
		p.fault(p.words[i].column, i18n.Sentencef("%s within a step is no repeat.", p.words[i].text),
			i18n.Sentencef("Write %sx on a line of its own above the steps that it repeats.", head))
		p.bad = true
		return 1
	}
	if sets < 1 || sets > training.MaxWorkoutSteps || p.s.Exercise.Reps < 0 {
		p.fault(p.words[i].column, i18n.Sentencef("%s is no number of sets.", p.words[i].text), "Write 3x5 for three sets of five.")
		p.s.Exercise, p.bad = nil, true
	}
	return 1
}

// lifts reports a sport of exercises, in which 3x5 are sets.
func (p *stepLine) lifts() bool {
	return slices.Contains([]training.Sport{"", training.Strength, training.Fitness, training.Other}, p.sport)
}

// time keeps a duration, or a rest.
func (p *stepLine) time(i int, s float64, next string) int {
	w, column := p.words[i], p.words[i].column
	if s <= 0 || s > maxDurationS {
		p.fault(column, i18n.Sentencef("%s is no duration of a step.", w.text), "Give up to 24h.")
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

// metresMeant reports minutes that are a usual distance in metres: 400m.
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

// spelled writes seconds as the grammar has them, and so that nobody takes
// minutes for metres.
func spelled(sport training.Sport, s float64) string {
	text := duration(s)
	if metresMeant(sport, text) {
		text += "0s"
	}
	return text
}

// percent keeps a share of what the words behind it say.
func (p *stepLine) percent(i int, from, to float64, next string) int {
	t, n := training.StepTarget{Of: training.TargetPower, Unit: training.TargetFTP}, 2
	switch next {
	case "hr":
		t.Of, t.Unit = training.TargetHR, training.TargetMaxHR
	case "lthr":
		t.Of, t.Unit = training.TargetHR, training.TargetLTHR
	case "pace":
		t.Of, t.Unit = training.TargetPace, training.TargetPacePct
	case "mmp":
		over, ok := 0.0, false
		if i+2 < len(p.words) {
			over, ok = seconds(p.words[i+2].lower)
		}
		if !ok || over <= 0 {
			p.fault(p.words[i+1].column, "MMP has no time.", "Write the time of the best power behind it: 60% MMP 5m.")
			p.bad = true
			return n
		}
		t.Unit, t.OverS, n = training.TargetBest, over, 3
	case "1rm":
		if from == to && from > 0 && from <= max1RM {
			p.exercise().Percent1RM = from
			return n
		}
	case "power", "ftp":
	default:
		n = 1
	}
	p.aimWithin(i, t, from, to)
	return n
}

// pace reads "5:00/km Pace", "7:15-7:00/km Pace" and "5:00 Pace".
func (p *stepLine) pace(i int, next string) int {
	w := p.words[i].lower
	first, second, ranged := strings.Cut(w, "-")
	from, per, ok := clockPer(first)
	if !ok {
		return 0
	}
	to := from
	if ranged {
		last := ""
		if to, last, ok = clockPer(second); !ok {
			return 0
		}
		if per != "" && last != "" && per != last {
			return 0
		}
		if last != "" {
			per = last
		}
	}
	if next != "pace" {
		if per == "" && !ranged {
			return 0 // a time
		}
		p.fault(p.words[i].column, i18n.Sentencef("%s is not read as a pace without the word.", p.words[i].text),
			i18n.Sentencef("Write %s Pace.", p.words[i].text))
		p.bad = true
		return 1
	}
	distance := training.PaceDistance(per)
	if per == "" {
		distance = training.PaceOf(p.sport)
	}
	if min(from, to) <= 0 || distance.Metres() == 0 {
		p.fault(p.words[i].column, i18n.Sentencef("%s is no pace.", p.words[i].text),
			"Write it as 5:00/km Pace, per km, mi, 100m, 100y, 250m, 400m or 500m.")
		p.bad = true
		return 2
	}
	t := training.StepTarget{Of: training.TargetPace, Unit: training.TargetMPS, Per: training.PaceDistance(per)}
	p.aimWithin(i, t, distance.Metres()/from, distance.Metres()/to)
	return 2
}

// clockPer reads "5:00" and "5:00/km".
func clockPer(s string) (secs float64, per string, ok bool) {
	clock, per, _ := strings.Cut(s, "/")
	m, rest, ok := strings.Cut(clock, ":")
	minutes, err := strconv.Atoi(m)
	if !ok || err != nil || minutes < 0 || len(rest) != 2 {
		return 0, "", false
	}
	sec, err := strconv.Atoi(rest)
	return float64(60*minutes + sec), per, err == nil && sec >= 0 && sec < 60
}

// seconds reads 1h, 10m, 90s, 1h2m30s, 1m30, 5', 30", 1'30", 5:00 and 1:30:00.
func seconds(s string) (float64, bool) {
	if strings.Contains(s, ":") {
		return clock(s)
	}
	total, n, digits, last := 0, 0, 0, 3
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= '0' && c <= '9' {
			if n, digits = 10*n+int(c-'0'), digits+1; digits > 7 {
				return 0, false
			}
			continue
		}
		rank, scale := 0, 1
		switch c {
		case 'h':
			rank, scale = 2, 3600
		case 'm', '\'':
			rank, scale = 1, 60
		case 's', '"':
		default:
			return 0, false
		}
		if digits == 0 || rank >= last {
			return 0, false
		}
		total, n, digits, last = total+n*scale, 0, 0, rank
	}
	if digits > 0 { // 1m30
		if last != 1 {
			return 0, false
		}
		total += n
	}
	return float64(total), last < 3
}

// clock reads 5:00 and 1:30:00.
func clock(s string) (float64, bool) {
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := 0
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || i > 0 && (len(part) != 2 || n > 59) || len(part) > 3 || part[0] == '+' {
			return 0, false
		}
		total = 60*total + n
	}
	return float64(total), true
}

// span reads a number or a range with its unit: "75%", "50%-75%", "200-240w".
func span(s string) (from, to float64, unit string, ok bool) {
	from, unit, rest, ok := leadingNumber(s)
	if !ok {
		return 0, 0, "", false
	}
	if !strings.HasPrefix(rest, "-") {
		return from, from, unit, rest == ""
	}
	to, last, rest, ok := leadingNumber(rest[1:])
	if !ok || rest != "" || unit != "" && unit != last {
		return 0, 0, "", false
	}
	return from, to, last, true
}

// leadingNumber takes a number and its unit from the front.
func leadingNumber(s string) (x float64, unit, rest string, ok bool) {
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' && n > 0) {
		n++
	}
	x, err := strconv.ParseFloat(s[:n], 64)
	if err != nil || n > 12 {
		return 0, "", "", false
	}
	end := strings.IndexByte(s[n:], '-')
	if end < 0 {
		return x, s[n:], "", true
	}
	return x, s[n : n+end], s[n+end:], true
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// duration writes seconds as the grammar has them: 1h2m30s.
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
