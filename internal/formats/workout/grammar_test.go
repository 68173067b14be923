package workout_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// sessionsStep is one line of steps as this test understands it.
type sessionsStep struct {
	seconds, metres float64
	low, high       float64 // percent, or the bounds of a ramp
	unit            string  // of the percent: "Pace", "LTHR", or empty for FTP
	ramp, max       bool
	rest            float64 // s
}

const (
	cue     = `- (?:([A-Za-z][A-Za-z ,'-]*) )?`
	length  = `(?:((?:[1-9]h)?(?:[1-9][0-9]?m)?(?:[1-9][0-9]?s)?)|([1-9][0-9]*)mtr|([0-9]+(?:\.[0-9]+)?)km)`
	percent = `([0-9]+)(?:-([0-9]+))?%(?: (Pace|LTHR))?`
)

var (
	stepLine   = regexp.MustCompile(`^` + cue + length + `(?: (maxeffort)|(?: (ramp))? ` + percent + `)(?: ([0-9]+)-([0-9]+)rpm)?(?: ([0-9]+)s rest)?$`)
	liftLine   = regexp.MustCompile(`^- ([A-Z][A-Za-z -]+) ([1-9])x([0-9]+)(s?)(?: ([0-9]+)kg| ([0-9]+)% 1RM)? ([0-9]+)s rest$`)
	timeParts  = regexp.MustCompile(`([0-9]+)([hms])`)
	header     = regexp.MustCompile(`^[A-Z][a-z]+(?: [a-z]+)*$`)
	repeatHead = regexp.MustCompile(`^(?:([A-Z][a-z]+(?: [a-z]+)*) )?([0-9]+)x$`)
	misleading = regexp.MustCompile(`(?i)\b(ramp|free|freeride|maxeffort|rest|pace|hr|lthr|power|lap|z[0-9])\b`)
)

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64) // what the expressions let through, and 0 for nothing
	return f
}

// readStep reads a line of an endurance sport.
func readStep(sport training.Sport, line string) (sessionsStep, error) {
	m := stepLine.FindStringSubmatch(line)
	if m == nil {
		return sessionsStep{}, fmt.Errorf("%q is no step", line)
	}
	// m: 1 cue, 2 time, 3 mtr, 4 km, 5 max, 6 ramp, 7 low, 8 high, 9 unit, 10-11 cadence, 12 rest
	s := sessionsStep{
		metres: number(m[3]) + 1000*number(m[4]), max: m[5] != "", ramp: m[6] != "", low: number(m[7]),
		high: number(m[8]), unit: m[9],
	}
	for _, part := range timeParts.FindAllStringSubmatch(m[2], -1) {
		s.seconds += number(part[1]) * map[string]float64{"h": 3600, "m": 60, "s": 1}[part[2]]
	}
	s.rest = number(m[12])
	if m[8] == "" {
		s.high = s.low
	}
	switch cadence := [2]float64{number(m[10]), number(m[11])}; {
	case misleading.MatchString(m[1]):
		return s, fmt.Errorf("%q: the cue has a word of the language", line)
	case (s.seconds > 0) == (s.metres > 0):
		return s, fmt.Errorf("%q is not of a time or a distance", line)
	case !s.max && (min(s.low, s.high) < 1 || max(s.low, s.high) > 200):
		return s, fmt.Errorf("%q has percents out of range", line)
	case s.ramp && s.low == s.high, !s.ramp && m[8] != "" && s.low >= s.high:
		return s, fmt.Errorf("%q has its bounds in the wrong order", line)
	case m[10] != "" && (cadence[0] < 40 || cadence[0] >= cadence[1] || cadence[1] > 140):
		return s, fmt.Errorf("%q has no sane cadence", line)
	case s.max && s.metres > 0: // nobody knows how long it takes
		return s, fmt.Errorf("%q has a distance and no speed", line)
	case s.rest > 300:
		return s, fmt.Errorf("%q rests too long", line)
	}
	return s, ofItsSport(sport, s, m[10] != "", line)
}

// ofItsSport holds the measures that each sport is steered by.
func ofItsSport(sport training.Sport, s sessionsStep, cadence bool, line string) error {
	var ok bool
	switch sport {
	case training.Cycling:
		ok = s.seconds > 0 && s.unit == "" && s.rest == 0
	case training.Running:
		ok = (s.max || s.unit != "") && !s.ramp && !cadence && s.rest == 0
	case training.Swimming:
		ok = (s.max || s.unit == "Pace") && !s.ramp && !cadence && s.metres > 0 && int(s.metres)%25 == 0
	}
	if !ok {
		return fmt.Errorf("%q is no step of %s", line, sport)
	}
	return nil
}

// repetitionS is what a repetition of a lift takes.
const repetitionS = 4

// readLift reads a line of strength.
func readLift(line string) (sessionsStep, error) {
	m := liftLine.FindStringSubmatch(line)
	if m == nil {
		return sessionsStep{}, fmt.Errorf("%q is no exercise", line)
	}
	// m: 1 name, 2 sets, 3 repetitions, 4 seconds, 5 kg, 6 percent, 7 rest
	sets, each, rest := number(m[2]), number(m[3]), number(m[7])
	if each < 1 || m[4] == "" && each > 30 || each > 600 || rest < 10 || rest > 300 || m[5] != "" && number(m[5]) > 200 ||
		m[6] != "" && (number(m[6]) < 20 || number(m[6]) > 95) {
		return sessionsStep{}, fmt.Errorf("%q is not sane", line)
	}
	if m[4] == "" {
		each *= repetitionS
	}
	if name := strings.ToLower(m[1]); strings.Contains(name, "single-leg") || strings.HasSuffix(name, " each leg") ||
		strings.HasSuffix(name, " each side") {
		each *= 2
	}
	return sessionsStep{seconds: sets * (each + rest)}, nil
}

// readText reads the steps of a session in the order in which they are done.
func readText(sport training.Sport, text string) ([]sessionsStep, error) {
	var out, block []sessionsStep
	var sections []string
	count, before := 0, "" // of an open repeat, and the line above
	for line := range strings.SplitSeq(text+"\n", "\n") {
		repeat := repeatHead.FindStringSubmatch(line)
		if count > 0 && !strings.HasPrefix(line, "- ") {
			if line != "" || len(block) == 0 {
				return nil, fmt.Errorf("%q is in a repeat", line)
			}
			out, block, count = append(out, slices.Repeat(block, count)...), nil, 0
		}
		switch {
		case line == "":
		case strings.HasPrefix(line, "- "):
			s, err := readStep(sport, line)
			if sport == training.Strength {
				s, err = readLift(line)
			}
			if err != nil {
				return nil, err
			}
			if count > 0 {
				block = append(block, s)
			} else {
				out = append(out, s)
			}
		case repeat != nil && before == "" && number(repeat[2]) >= 2 && number(repeat[2]) <= 30:
			count = int(number(repeat[2]))
			if repeat[1] == "Main set" {
				sections = append(sections, repeat[1])
			}
		case header.MatchString(line) && before == "":
			sections = append(sections, line)
		default:
			return nil, fmt.Errorf("%q is neither step nor header, or does not stand alone", line)
		}
		before = line
	}
	wanted := []string{"Warmup", "Main set", "Cooldown"}
	if sport == training.Strength {
		wanted = []string{"Warmup", "Main set"}
		sections = sections[:min(2, len(sections))] // others may follow
	}
	if !slices.Equal(sections, wanted) {
		return nil, fmt.Errorf("the sections are %q", sections)
	}
	return out, nil
}

// TestTheCheckRefuses: the rules that the library is held to are rules.
func TestTheCheckRefuses(t *testing.T) {
	t.Parallel()
	frame := func(main string) string { return "Warmup\n- 5m 50%\n\nMain set\n" + main + "\n\nCooldown\n- 5m 50%" }
	if _, err := readText(training.Cycling, frame("- Hard 30s 120-125% 90-100rpm")); err != nil {
		t.Error(err)
	}
	for _, main := range []string{
		"- 90%", "- Hard 90%", "- 5m", "- 5m 0%", "- 5m 90-210%", "- 5m 95-90%", "- 5m ramp 90-90%", "- 5m ramp 90%",
		"- 5m 90-90%", "- 5m 88-93% Pace", "- 400m 90%",
		"- 5m 90% 200-210rpm", "- Do 2m of this 5m 90%", "- Keep the pace 5m 90%", "- 5m 90% RPE 8", "- 1km 90%", "-5m 90%", " - 5m 90%",
		"5m 90%", "3x\n- 5m 90%", "\n3x\n\n- 5m 90%", "\n3x\n- 5m 90%\nMain set", "\n3x\n  - 5m 90%", "\n3x\n2x\n- 5m 90%", "\n1x\n- 5m 90%",
		"- 5m 90%\nTrunk\n- 5m 80%", "- 5m 90%\n\nAnother\n- 5m 80%",
	} {
		if steps, err := readText(training.Cycling, frame(main)); err == nil {
			t.Errorf("%q is taken as %v", main, steps)
		}
	}
	for line, sport := range map[string]training.Sport{
		"- 5m 90%": training.Running, "- 5m ramp 60-70% Pace": training.Running, "- 5m 90% Pace": training.Swimming,
		"- 410mtr 90% Pace": training.Swimming, "- 400mtr 90% LTHR": training.Swimming,
		"- 400mtr maxeffort": training.Swimming,
	} {
		if s, err := readStep(sport, line); err == nil {
			t.Errorf("%s: %q is taken as %v", sport, line, s)
		}
	}
	for _, line := range []string{
		"- Back squat", "- Back squat 3x5", "- Back squat 3x50 60s rest", "- Back squat 3x5 120% 1RM 60s rest", "- 3x5 60s rest",
		"- Back squat 3x5 80% 60s rest", "- Plank 3x900s 30s rest", "- Back squat 3x5 500kg 60s rest", "- Back squat 3x5 3m rest",
	} {
		if s, err := readLift(line); err == nil {
			t.Errorf("%q is taken as %v", line, s)
		}
	}
}

// sessionsPlanned returns the load of steps by power, IF² · hours · 100: over
// the fourth power mean of each second, and over that of the running mean of 30
// s. A range counts at its middle, a ramp is swept. Steps without a target are
// left out of the mean and of the hours; noTargetS is how long they are.
func sessionsPlanned(steps []sessionsStep) (load, load30s, noTargetS float64) {
	var power []float64 // of FTP, by the second
	for _, s := range steps {
		if s.max {
			noTargetS += s.seconds
			continue
		}
		for i := range int(s.seconds) {
			share := 0.5
			if s.ramp {
				share = (float64(i) + 0.5) / s.seconds
			}
			power = append(power, (s.low+(s.high-s.low)*share)/100)
		}
	}
	var sum, fourth, fourth30s float64
	for i, p := range power {
		sum += p
		if i >= 30 {
			sum -= power[i-30]
		}
		fourth += math.Pow(p, 4)
		fourth30s += math.Pow(sum/float64(min(i+1, 30)), 4)
	}
	seconds := float64(len(power))
	return math.Sqrt(fourth/seconds) * seconds / 36, math.Sqrt(fourth30s/seconds) * seconds / 36, noTargetS
}

// rides returns the table of rides by id: duration_s, no_target_s, load,
// load_30s.
func rides(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/rides.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 5 {
			t.Fatalf("%q is no row", line)
		}
		if f[0] != "id" {
			table[f[0]] = f[1:]
		}
	}
	return table
}

// TestPlannedLoadOfRides holds the rides against a table that was integrated in
// closed form, apart from this code.
func TestPlannedLoadOfRides(t *testing.T) {
	t.Parallel()
	table := rides(t)
	near := func(got float64, want string) bool { return math.Abs(got-number(want)) < 0.2 }
	for _, s := range workout.AllSession() {
		row, ok := table[s.ID]
		if delete(table, s.ID); s.Sport != training.Cycling {
			continue
		}
		steps, err := readText(s.Sport, s.Text)
		if err != nil || !ok {
			t.Errorf("%s: %v, %q", s.ID, err, row)
			continue
		}
		load, load30s, noTargetS := sessionsPlanned(steps)
		if got := lasts(s.Sport, steps); got != number(row[0]) || noTargetS != number(row[1]) {
			t.Errorf("%s lasts %g s, %g s of it without a target, not %s and %s", s.ID, got, noTargetS, row[0], row[1])
		}
		if !near(load, row[2]) || (row[3] == "-") != (noTargetS > 0) || noTargetS == 0 && !near(load30s, row[3]) {
			t.Errorf("%s: the load is %.2f, over 30 s %.2f, not %s and %s", s.ID, load, load30s, row[2], row[3])
		}
	}
	if len(table) != 0 {
		t.Errorf("the table has other sessions: %v", table)
	}
}
