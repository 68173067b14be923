package steptext

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The limits of a text.
const (
	MaxBytes  = 64 << 10
	maxFaults = 20
	// sectionRunes is the longest header of steps; a longer line is a note.
	sectionRunes = 80
)

// Read parses a workout. The sport determines the distance of paces without
// one. If there are faults, the workout has the readable part.
func Read(text string, sport training.Sport) (workout.Workout, []workout.Fault) {
	w := workout.Workout{Sport: sport}
	if len(text) > MaxBytes {
		return w, []workout.Fault{{
			What: i18n.Sentencef("The text has %d kB, which is too much for a workout.", len(text)/1000),
			Fix:  i18n.Sentencef("Give at most %d kB.", MaxBytes>>10),
		}}
	}
	if !utf8.ValidString(text) {
		return w, []workout.Fault{{What: "The text is not UTF-8.", Fix: "Save it as UTF-8."}}
	}
	r := reader{sport: sport}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		r.number = i + 1
		r.line(line, next)
	}
	r.endRepeat()
	w.Steps, w.Notes = r.steps, strings.Trim(strings.Join(r.notes, "\n"), "\n")
	if err := training.CheckSteps(w.Steps); err != nil && len(r.faults) == 0 {
		r.faults = append(r.faults, workout.FaultOf(err))
	}
	return w, r.faults
}

// reader is the state of reading a text.
type reader struct {
	sport  training.Sport
	number int // of the line, from 1
	steps  []training.WorkoutStep
	notes  []string
	faults []workout.Fault
	// kind is the kind of the steps under a header, section the header for the
	// next step.
	kind    training.StepKind
	section string
	// repeat is the repeat whose steps follow, nil outside a repeat.
	repeat *training.WorkoutStep
	// repeatLine is the line of its header.
	repeatLine int
}

func (r *reader) fault(column int, what, fix i18n.Sentence) {
	r.faultAt(r.number, column, what, fix)
}

func (r *reader) faultAt(line, column int, what, fix i18n.Sentence) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, workout.Fault{Line: line, Column: column, What: what, Fix: fix})
	}
}

// warn adds a warning about something that the workout is read without.
func (r *reader) warn(column int, what, fix i18n.Sentence) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, workout.Fault{Line: r.number, Column: column, What: what, Fix: fix, Warning: true})
	}
}

func (r *reader) line(line, next string) {
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "":
		r.endRepeat()
		if n := len(r.notes); n > 0 && r.notes[n-1] != "" {
			r.notes = append(r.notes, "")
		}
	case trimmed[0] == '-':
		r.step(line)
	default:
		if r.bulleted(trimmed) {
			r.warn(1, i18n.Sentencef("The line begins with %s, so it is not a step.", i18n.Name(strings.TrimSuffix(trimmed, bullet(trimmed)))),
				"Begin a step with a hyphen: - 10m 60%.")
		}
		r.endRepeat()
		r.header(trimmed, next)
	}
}

// bulleted reports whether a line would be a step if it began with a hyphen.
func (r *reader) bulleted(line string) bool {
	rest := bullet(line)
	if rest == line {
		return false
	}
	p := stepLine{reader: &reader{sport: r.sport}, words: split(rest, 0)}
	s, ok := p.read()
	return ok && s.Text == "" && len(p.strayed) == 0 && len(s.Targets) > 0
}

// bullet returns a line without a leading list mark other than a hyphen.
func bullet(line string) string {
	for _, mark := range []string{"*", "•", "–", "—", "·", "+"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return rest
		}
	}
	return line
}

// step reads the line of a step and adds it to its repeat or to the workout.
func (r *reader) step(line string) {
	indent := strings.IndexByte(line, '-')
	p := stepLine{reader: r, words: split(line, indent+1)}
	s, ok := p.read()
	if !ok {
		return
	}
	if s.Kind == "" {
		s.Kind = r.kind
	}
	s.Section, r.section = r.section, ""
	if r.repeat == nil {
		r.steps = append(r.steps, s)
		return
	}
	if indent > 0 {
		r.fault(1, "The step is indented, so Intervals.icu takes it out of its repeat.", "Begin the line with the dash.")
	}
	r.repeat.Steps = append(r.repeat.Steps, s)
}

// endRepeat ends the open repeat.
func (r *reader) endRepeat() {
	if r.repeat == nil {
		return
	}
	if len(r.repeat.Steps) == 0 {
		r.faultAt(r.repeatLine, 1, "The repeat has no steps.", "Write its steps on the lines below it, without a blank line between.")
	} else {
		r.steps = append(r.steps, *r.repeat)
	}
	r.repeat = nil
}

// header reads a line that is no step: the header of a repeat or a part, or a note.
func (r *reader) header(line, next string) {
	if label, count, ok := repeatHeader(line); ok {
		r.kind = ""
		if count < 1 || count > training.MaxWorkoutSteps {
			r.fault(1, i18n.Sentencef("A workout cannot repeat steps %d times.", count),
				i18n.Sentencef("Repeat them 1 to %d times.", training.MaxWorkoutSteps))
			count = 1
		}
		r.repeat = &training.WorkoutStep{Kind: training.StepRepeat, Text: label, Count: count, Section: r.section}
		r.repeatLine, r.section = r.number, ""
		return
	}
	if kind, ok := kindOfHeader(line); ok {
		r.kind = kind
		return
	}
	r.kind = ""
	following := strings.TrimLeft(next, " \t")
	_, _, repeats := repeatHeader(strings.TrimSpace(next))
	if (strings.HasPrefix(following, "-") || repeats) && utf8.RuneCountInString(line) <= sectionRunes {
		r.section = line
		return
	}
	r.notes = append(r.notes, line)
}

// kindOfHeader returns the kind of the steps below a header that names one, or
// false for other headers.
func kindOfHeader(line string) (training.StepKind, bool) {
	switch strings.ToLower(strings.Join(strings.Fields(strings.TrimSuffix(line, ":")), "")) {
	case "warmup":
		return training.StepWarmup, true
	case "cooldown":
		return training.StepCooldown, true
	}
	return "", false
}

// repeatHeader reads "4x" and "Main set 4x".
func repeatHeader(line string) (label string, count int, ok bool) {
	head, found := strings.CutSuffix(line, "x")
	if !found {
		head, found = strings.CutSuffix(line, "X")
	}
	digits := head[len(strings.TrimRight(head, "0123456789")):]
	label = head[:len(head)-len(digits)]
	if !found || digits == "" || len(digits) > 6 || label != "" && !strings.HasSuffix(label, " ") {
		return "", 0, false
	}
	count, err := strconv.Atoi(digits)
	return strings.TrimSpace(label), count, err == nil
}

// word is a word of a line with its column, from 1.
type word struct {
	text, lower string
	column      int
}

// split returns the words of a line from an offset on.
func split(line string, from int) []word {
	var out []word
	column := utf8.RuneCountInString(line[:from]) + 1
	start, startColumn := -1, 0
	for i, c := range line[from:] {
		blank := c == ' ' || c == '\t' || c == '\u00a0'
		switch {
		case blank && start >= 0:
			out = append(out, newWord(line[from+start:from+i], startColumn))
			start = -1
		case !blank && start < 0:
			start, startColumn = i, column
		}
		column++
	}
	if start >= 0 {
		out = append(out, newWord(line[from+start:], startColumn))
	}
	return out
}

// dashes replaces the signs that people and programs write for a range, and for
// primes.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "’", "'", "′", "'", "″", "\"", "”", "\"")

func newWord(s string, column int) word {
	if isPlain(s) {
		return word{s, s, column}
	}
	return word{s, strings.ToLower(dashes.Replace(s)), column}
}

// isPlain reports whether a text is ASCII without capital letters, so that
// nothing in it is replaced.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// cues writes the words before the first number.
func (p *writer) cues(s *training.WorkoutStep) (words []string) {
	if s.Text != "" {
		if p.spoken(s.Text) {
			words = append(words, s.Text)
		} else {
			p.lose(i18n.Sentencef("The text %q reads like numbers of the step", s.Text), workout.LeftOut)
		}
	}
	for _, c := range s.Cues {
		if c.AtS != math.Trunc(c.AtS) || c.ForS != math.Trunc(c.ForS) || !p.spoken(c.Text) {
			p.lose(i18n.Sentencef("The text %q at %s s", c.Text, number(c.AtS)), workout.LeftOut)
			continue
		}
		at := number(c.AtS) + "^"
		if c.ForS > 0 {
			at += number(c.ForS)
		}
		words = append(words, at, c.Text)
	}
	return words
}

// spoken reports whether words are read back as a text before the first number.
func (p *writer) spoken(text string) bool {
	words := split(text, 0)
	line := stepLine{reader: &reader{sport: p.sport}, words: words, first: -1}
	for i, w := range words {
		if _, cue := timed(w.lower); cue || line.token(i) > 0 || len(line.faults) > 0 {
			return false
		}
	}
	return len(words) > 0 && joined(words) == text && !strings.ContainsAny(text, "\r\n")
}

// aims writes the targets. The word ramp applies to all of them.
func (p *writer) aims(s *training.WorkoutStep) (words []string) {
	ramps := false
	for _, t := range s.Targets {
		ramps = ramps || p.ramps(t)
	}
	if ramps {
		words = append(words, "ramp")
	}
	for i, t := range s.Targets {
		for _, before := range s.Targets[:i] {
			if before.Of == t.Of {
				p.lose(i18n.Sentencef("A second %s target", i18n.Word(t.Of)), workout.LeftOut)
				t.Of = ""
			}
		}
		if t.Of == "" {
			continue
		}
		switch {
		case t.Ramp != "" && !p.ramps(t):
			p.lose(i18n.Sentencef("The ramp of %s", i18n.Word(t.Of)), "it is written without a direction")
			t.Ramp = ""
		case ramps && t.Ramp == "" && t.High > t.Low && t.Of != training.TargetCadence:
			p.lose(i18n.Sentencef("A %s range beside a ramp", i18n.Word(t.Of)), "it is written as a ramp")
		}
		words = append(words, p.target(t))
	}
	return words
}

// ramps reports whether the grammar can express the ramp: it is not of cadence,
// and its two values still differ as written.
func (p *writer) ramps(t training.StepTarget) bool {
	if t.Ramp == "" || t.Of == training.TargetCadence || t.Low == 0 || t.High <= t.Low {
		return false
	}
	metres := cmp.Or(t.Per, training.PaceOf(p.sport)).Metres()
	return t.Of != training.TargetPace || t.Unit != training.TargetMPS || math.Round(metres/t.Low) != math.Round(metres/t.High)
}

// target writes one target.
func (p *writer) target(t training.StepTarget) string {
	low, high := t.Low, t.High
	relative := !slices.Contains([]training.TargetUnit{
		training.TargetZone, training.TargetOwnZone, training.TargetMPS, training.TargetOf10,
	}, t.Unit)
	switch {
	case high == 0:
		p.lose(i18n.Sentencef("A %s target without an upper bound", i18n.Word(t.Of)), "its lower bound is written")
		high = low
	case low == 0 && !relative:
		p.lose(i18n.Sentencef("A %s target without a lower bound", i18n.Word(t.Of)), "its upper bound is written")
		low = high
	}
	if t.Ramp == training.RampDown {
		low, high = high, low
	}
	spell := spellings[t.Unit]
	behind := spell.line
	switch {
	case t.Unit == training.TargetMPS:
		return p.speed(t, low, high)
	case t.Unit == training.TargetOf10:
		return "RPE " + between(low, high, number, "", "")
	case t.Unit == training.TargetBest:
		behind += p.seconds(t.OverS)
	case t.Of == training.TargetPower && (t.Unit == training.TargetFTP || t.Unit == training.TargetZone) &&
		p.sport != training.Cycling && p.sport != "":
		behind = " Power" // some sports have other percentages
	case t.Unit == training.TargetZone:
		behind = map[training.TargetOf]string{training.TargetHR: " HR", training.TargetPace: " Pace"}[t.Of]
	}
	return between(low, high, number, spell.before, spell.unit) + behind
}

// between writes one value, or two if they differ, each with before in front.
func between(from, to float64, write func(float64) string, before, unit string) string {
	if from == to {
		return before + write(from) + unit
	}
	return before + write(from) + "-" + before + write(to) + unit
}

// speed writes a speed in km/h, or as a pace.
func (p *writer) speed(t training.StepTarget, from, to float64) string {
	if t.Of == training.TargetSpeed {
		return between(from, to, func(mps float64) string { return workout.Decimals(mps*workout.KmhPerMPS, 6) }, "", "km/h")
	}
	per, behind := t.Per, "/"+string(t.Per)
	if per == "" {
		per, behind = training.PaceOf(p.sport), ""
	}
	clock := func(mps float64) string {
		s := per.Metres() / mps
		whole := math.Round(s)
		if math.Abs(s-whole) > 1e-6 {
			p.lose(i18n.Sentencef("%s s is not a whole number of seconds for a pace", workout.Decimals(s, 6)), "they are rounded")
		}
		sec := int(whole) % 60
		return strconv.Itoa(int(whole)/60) + ":" + string([]byte{byte('0' + sec/10), byte('0' + sec%10)})
	}
	return between(from, to, clock, "", behind) + " Pace"
}
