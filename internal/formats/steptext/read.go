package steptext

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The limits of a text.
const (
	MaxBytes  = 64 << 10
	maxFaults = 20
	// sectionRunes is the maximum length of a header of steps; a longer line is a note.
	sectionRunes = 80
)

// Read parses a workout. The sport determines the distance of paces without one. If
// there are faults, the workout contains the part that could be read.
func Read(text string, sport training.Sport) (workout.Workout, []workout.Fault) {
	w := workout.Workout{Sport: sport}
	if len(text) > MaxBytes {
		return w, []workout.Fault{{
			What: i18n.Sentencef("The text is %d kB long, which is too much for a workout.", len(text)/1000),
			Fix:  i18n.Sentencef("Give at most %d kB.", MaxBytes>>10),
		}}
	}
	if !utf8.ValidString(text) {
		return w, []workout.Fault{{What: "The text is not UTF-8.", Fix: "Save it as UTF-8."}}
	}
	r := reader{sport: sport}
	lines := strings.Split(lineEnds.Replace(strings.TrimPrefix(text, "\ufeff")), "\n")
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		r.number = i + 1
		r.line(line, next)
	}
	r.endRepeat()
	w.PoolLengthM = r.poolM
	w.Steps, w.Notes = r.steps, strings.Trim(strings.Join(r.notes, "\n"), "\n")
	if err := training.CheckSteps(w.Steps); err != nil && len(r.faults) == 0 {
		r.faults = append(r.faults, workout.FaultOf(err))
	}
	return w, r.faults
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// reader is the state of reading a text.
type reader struct {
	sport  training.Sport
	number int // of the line, from 1
	steps  []training.WorkoutStep
	notes  []string
	faults []workout.Fault
	poolM  float64
	// kind is the kind of the steps under the current header. section is the header
	// for the next step.
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

// warn adds a warning about something that is ignored.
func (r *reader) warn(column int, what, fix i18n.Sentence) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, workout.Fault{Line: r.number, Column: column, What: what, Fix: fix, Warning: true})
	}
}

func (r *reader) line(line, next string) {
	trimmed := strings.TrimSpace(line)
	mark := stepMark(trimmed, r.sport)
	switch {
	case trimmed == "":
		r.endRepeat()
		if n := len(r.notes); n > 0 && r.notes[n-1] != "" {
			r.notes = append(r.notes, "")
		}
	case strings.ContainsFunc(line, isControl):
		r.fault(1, "The line contains a control character.", "Delete it.")
	case trimmed[0] == '-':
		r.step(line, "-")
	case mark != "":
		r.warn(1, i18n.Sentencef("The line begins with %s instead of a hyphen; it is read as a step.", i18n.Name(mark)),
			"Intervals.icu reads only steps with a hyphen: - 10m 60%.")
		r.step(line, mark)
	default:
		r.endRepeat()
		r.header(trimmed, next)
	}
}

func isControl(c rune) bool { return unicode.IsControl(c) && c != '\t' }

// listMarks are the characters other than a hyphen that people put before the items of a list.
const listMarks = "*•–—−‐‑·+●▪◦‣"

// stepMark returns the list mark of a line that is a step apart from its mark, or "" for any
// other line. Notes are lists more often than steps are, so nothing in the line may be
// doubtful, and a line with words needs a target.
func stepMark(line string, sport training.Sport) string {
	c, size := utf8.DecodeRuneInString(line)
	if !strings.ContainsRune(listMarks, c) {
		return ""
	}
	p := newStepLine(&reader{sport: sport}, line, size)
	s, ok := p.read()
	words := s.Text != "" || len(s.Cues) > 0
	if !ok || len(p.faults) > 0 || words && len(s.Targets) == 0 && !s.Free && !s.MaxEffort {
		return ""
	}
	return line[:size]
}

// Hyphens returns a text in which the steps with other list marks begin with a hyphen, so
// that Intervals.icu reads them too.
func Hyphens(text string, sport training.Sport) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if mark := stepMark(strings.TrimSpace(line), sport); mark != "" {
			lines[i] = strings.Replace(line, mark, "-", 1)
		}
	}
	return strings.Join(lines, "\n")
}

// step reads the line of a step with its list mark and adds it to its repeat or to the workout.
func (r *reader) step(line, mark string) {
	indent := strings.Index(line, mark)
	p := newStepLine(r, line, indent+len(mark))
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

// header reads a line that is not a step: the header of a repeat or a part, or a note.
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
	if m, ok := poolOf(line); ok && r.sport == training.Swimming {
		r.poolM = m
		r.notes = append(r.notes, line)
		return
	}
	following := strings.TrimSpace(next)
	_, _, repeats := repeatHeader(following)
	if (strings.HasPrefix(following, "-") || stepMark(following, r.sport) != "" || repeats) && utf8.RuneCountInString(line) <= sectionRunes {
		r.section = line
		return
	}
	r.notes = append(r.notes, line)
}

var poolWords = strings.NewReplacer("泳池", "pool", "length", "", "：", "", ":", "", "米", "m", "码", "yd")

// poolOf reads a note such as "Pool: 25 m" or "25yd pool". It returns the length of the pool in
// metres.
func poolOf(line string) (float64, bool) {
	text := poolWords.Replace(strings.ToLower(strings.Join(strings.Fields(line), "")))
	length, ok := strings.CutPrefix(text, "pool")
	if !ok {
		length, ok = strings.CutSuffix(text, "pool")
	}
	m, isLength := metres(length)
	return math.Round(m*100) / 100, ok && isLength && m >= 5 && m <= 500
}

// kindOfHeader returns the kind of the steps below a header if the header contains a kind;
// it returns false for other headers.
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
		blank := c == ' ' || c == '\t' || c == '\n' || c == '\u00a0'
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

// dashes replaces the characters that people and programs write as dashes and as primes.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "’", "'", "′", "'", "″", "\"", "”", "\"")

func newWord(s string, column int) word {
	if isPlain(s) {
		return word{s, s, column}
	}
	return word{s, strings.ToLower(dashes.Replace(s)), column}
}

// isPlain reports whether a text is ASCII without capital letters, so that nothing
// in it has to be replaced.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// cues writes the words before the first number. Timed texts need the divider, and so do
// words that would be read as numbers.
func (p *writer) cues(s *training.WorkoutStep) (words []string) {
	divided := len(s.Cues) > 0
	if s.Text != "" {
		if text, ok := p.words(s.Text); ok {
			words = append(words, text)
			divided = divided || !p.spoken(text)
		}
	}
	for _, c := range s.Cues {
		text, ok := p.words(c.Text)
		if !ok {
			continue
		}
		at := number(math.Round(c.AtS)) + "^"
		if c.ForS > 0 {
			at += number(max(1, math.Round(c.ForS)))
		}
		if c.AtS != math.Round(c.AtS) || c.ForS != math.Round(c.ForS) {
			p.lose(i18n.Sentencef("The text %q at %s s", c.Text, number(c.AtS)), i18n.Sentencef("it is written as %s", i18n.Name(at)))
		}
		words = append(words, at, text)
	}
	if divided && len(words) > 0 {
		words = append(words, divider)
	}
	return words
}

// words returns a text on one line, or false if it would not be read back as the words before
// the divider.
func (p *writer) words(text string) (string, bool) {
	words := split(lineEnds.Replace(text), 0)
	for _, w := range words {
		if _, _, cue := timed(w); cue || strings.Contains(w.text, divider) || strings.ContainsFunc(w.text, isControl) {
			p.lose(i18n.Sentencef("The text %q would be read as something else", text), workout.LeftOut)
			return "", false
		}
	}
	out := joined(words)
	if out != text {
		p.lose(i18n.Sentencef("The line breaks and spaces of the text %q", text), "single spaces are written")
	}
	return out, out != ""
}

// spoken reports whether text would be read back as the words before the first number.
func (p *writer) spoken(text string) bool {
	line := stepLine{reader: &reader{sport: p.sport}, words: split(text, 0), first: -1}
	for i, w := range line.words {
		if line.doubtful(w); line.token(i) > 0 || len(line.faults) > 0 {
			return false
		}
	}
	return true
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
			p.lose(i18n.Sentencef("A %s range in addition to a ramp", i18n.Word(t.Of)), "it is written as a ramp")
		}
		words = append(words, p.target(t))
	}
	return words
}

// ramps reports whether the grammar can express the ramp: it is not a ramp of
// cadence, and its two values still differ when written.
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
		behind = " Power" // without it, some sports would read other percentages
	case t.Unit == training.TargetZone:
		behind = map[training.TargetOf]string{training.TargetHR: " HR", training.TargetPace: " Pace"}[t.Of]
	}
	return between(low, high, number, spell.before, spell.unit) + behind
}

// between writes one value, or two if they differ, each preceded by the given text.
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
			p.lose(i18n.Sentencef("%s s is not a whole number of seconds for a pace", workout.Decimals(s, 6)), "it is rounded")
		}
		sec := int(whole) % 60
		return strconv.Itoa(int(whole)/60) + ":" + string([]byte{byte('0' + sec/10), byte('0' + sec%10)})
	}
	return between(from, to, clock, "", behind) + " Pace"
}
