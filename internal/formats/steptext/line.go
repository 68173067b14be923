package steptext

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// stepLine is a step while it is being read.
type stepLine struct {
	*reader
	words []word
	s     training.WorkoutStep
	// first is the index of the first word that is not part of the cue, or -1 if
	// none has been read yet. divided is set if the divider precedes that word.
	first   int
	divided bool
	// cueAt holds the columns of the timed texts.
	cueAt []int
	// ramp is the column of the word "ramp", or 0 if there is none. order holds the
	// values of the targets as written, which give the direction of a ramp.
	ramp  int
	order []ends
	// strayed holds words after the first token that have no meaning.
	strayed []word
	// restAt is the column of a rest, or 0 if there is none.
	restAt int
	bad    bool
}

// ends holds the two values of a target as written, with their column.
type ends struct {
	target   training.StepTarget
	from, to float64
	column   int
}

// divider separates the words of a step from its numbers, so that the words may contain numbers.
const divider = "<!>"

// newStepLine returns the step in the part of a line that begins at an offset.
func newStepLine(r *reader, line string, from int) stepLine {
	p := stepLine{reader: r, first: -1}
	if at := strings.Index(line[from:], divider); at >= 0 {
		p.words = split(line[:from+at], from)
		p.first, p.divided = len(p.words), true
		from += at + len(divider)
	}
	p.words = append(p.words, split(line, from)...)
	return p
}

// read returns the step, or false if the line has none.
func (p *stepLine) read() (training.WorkoutStep, bool) {
	for i := max(p.first, 0); i < len(p.words); {
		n := p.token(i)
		switch {
		case n > 0 && p.first < 0:
			p.first = i
		case n == 0 && p.first >= 0:
			p.strayed = append(p.strayed, p.words[i])
		}
		i += max(1, n)
	}
	p.cue()
	p.aims()
	p.ending()
	if len(p.strayed) > 0 {
		p.warn(p.strayed[0].column, i18n.Sentencef("%q is ignored.", joined(p.strayed)), "Put words for the athlete before the duration.")
	}
	s := &p.s
	long := s.DurationS > 0 || s.DistanceM > 0 || s.CaloriesKcal > 0 || s.Open || s.Exercise != nil
	if !long && !p.bad {
		what, fix := p.noLength()
		p.fault(1, what, fix)
	}
	return p.s, long
}

// noLength returns the fault of a step without a length, and its fix.
func (p *stepLine) noLength() (what, fix i18n.Sentence) {
	for i := 1; i < len(p.words); i++ {
		unit := quantityOf(p.words[i].lower)
		if _, err := strconv.ParseFloat(p.words[i-1].lower, 64); err == nil && unit.seconds+unit.metres > 0 {
			return i18n.Sentencef("%q is treated as plain text.", p.words[i-1].text+" "+p.words[i].text),
				i18n.Sentencef("Write %s%s.", p.words[i-1].text, unit.word)
		}
	}
	return "The step has neither a duration nor a distance.", "Give a time such as 10m or 90s, or a distance such as 400mtr or 2km."
}

func joined(words []word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}

// cue reads the words before the first token as the step's text, and those after a
// time as cues.
func (p *stepLine) cue() {
	words := p.words
	if p.first >= 0 {
		words = words[:p.first]
	}
	var text []word
	end := func() {
		if n := len(p.s.Cues); n == 0 {
			p.s.Text = joined(text)
		} else if p.s.Cues[n-1].Text = joined(text); len(text) == 0 {
			p.fault(p.cueAt[n-1], "A timed text is empty.", "Write them after the time: 60^30 Faster.")
		}
		text = nil
	}
	for _, w := range words {
		c, first, ok := timed(w)
		if !ok {
			p.doubtful(w)
			text = append(text, w)
			continue
		}
		end()
		if len(p.s.Cues) == maxCues {
			p.fault(w.column, i18n.Sentencef("It contains more than %d cues.", maxCues), "Keep only the most important ones.")
			return
		}
		p.s.Cues, p.cueAt = append(p.s.Cues, c), append(p.cueAt, w.column)
		if first.text != "" {
			text = append(text, first)
		}
	}
	end()
}

// doubtful warns about a word of the cue that was probably meant as something else.
func (p *stepLine) doubtful(w word) {
	if !p.divided && slices.Contains([]string{"ramp", "freeride", "maxeffort", "hidepower"}, w.lower) {
		p.warn(w.column, i18n.Sentencef("%s before the duration is read as text for the athlete.", w.text), "Write it after the duration.")
	}
	if at, _, ok := strings.Cut(w.lower, "^"); ok && strings.Trim(at, "0123456789.:+-hms") == "" {
		p.warn(w.column, i18n.Sentencef("%q is read as text, not as a time.", w.text),
			"Write the whole seconds since the start of the step: 90^ Faster.")
	}
}

// Cues returns the words before the numbers of a step as its text and its timed texts.
func Cues(words string) (string, []training.StepCue) {
	p := stepLine{reader: &reader{}, words: split(words, 0), first: -1}
	p.cue()
	return p.s.Text, p.s.Cues
}

// timed reads "60^30", 60 s into a step for 30 s, and "33^Faster", whose first word it returns.
func timed(w word) (c training.StepCue, first word, ok bool) {
	at, rest, ok := strings.Cut(w.lower, "^")
	from, err := strconv.Atoi(at)
	if !ok || err != nil || !isDigits(at) {
		return c, first, false
	}
	c.AtS = float64(from)
	if rest == "" {
		return c, first, true
	}
	if !isDigits(rest) {
		return c, newWord(w.text[len(at)+1:], w.column+len(at)+1), true
	}
	n, err := strconv.Atoi(rest)
	c.ForS = float64(n)
	return c, first, err == nil && n > 0
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// aims adds the last target of each kind to the step, with the direction of a ramp.
func (p *stepLine) aims() {
	if p.ramp > 0 && !p.ramps() {
		p.fault(p.ramp, "A ramp needs two values.", "Give its start and its end: ramp 50-75%.")
		p.bad = true
	}
	for i, o := range p.order {
		later := false
		for _, l := range p.order[i+1:] {
			later = later || l.target.Of == o.target.Of
		}
		if later {
			p.warn(o.column,
				i18n.Sentencef("The step has two targets of %s; the last one counts.", i18n.Word(o.target.Of)), "Leave the other out.")
			continue
		}
		p.s.Targets = append(p.s.Targets, p.target(o))
	}
}

func (p *stepLine) ramps() bool {
	for _, o := range p.order {
		if o.target.Of != training.TargetCadence && o.from != o.to {
			return true
		}
	}
	return false
}

// target returns the target with its bounds in order. The bounds of a pace may be
// written in either order, because the faster end is the smaller number.
func (p *stepLine) target(o ends) training.StepTarget {
	t := o.target
	t.Low, t.High = min(o.from, o.to), max(o.from, o.to)
	switch {
	case p.ramp > 0 && t.Of != training.TargetCadence && t.Low == 0:
		p.warn(o.column, "A ramp that begins or ends at 0 is read as an upper bound.", "Give both of its ends.")
	case p.ramp > 0 && t.Of != training.TargetCadence && o.from != o.to:
		if t.Ramp = training.RampUp; o.from > o.to {
			t.Ramp = training.RampDown
		}
	case o.from > o.to && t.Unit != training.TargetMPS:
		p.fault(o.column, "The range goes down, which only a ramp can do.", "Write the lower value first, or put ramp before it.")
	}
	return t
}

// ending interprets the words that depend on each other.
func (p *stepLine) ending() {
	s := &p.s
	if s.Exercise != nil {
		return
	}
	if p.restAt > 0 && s.DistanceM == 0 {
		if s.DurationS == 0 {
			s.DurationS, s.RestS = s.RestS, 0
			return
		}
		p.fault(p.restAt, "A rest can only follow a distance.", "Write it as a separate step.")
	}
	if s.DistanceM > 0 && s.DurationS > 0 {
		p.warn(p.words[p.first].column, "The step has a time and a distance; the distance counts.", "Give one of them.")
		s.DurationS = 0
	}
	for i, c := range s.Cues {
		if s.DurationS > 0 && c.AtS >= s.DurationS && !s.Open {
			p.warn(p.cueAt[i], i18n.Sentencef("The text %q comes after the end of the step.", c.Text),
				i18n.Sentencef("Give it a time of less than %s s.", number(s.DurationS)))
		}
	}
}

// token reads the token that begins at word i and returns the number of its words,
// or 0 if there is none.
func (p *stepLine) token(i int) int {
	w := p.words[i].lower
	next := ""
	if i+1 < len(p.words) {
		next = p.words[i+1].lower
	}
	switch w {
	case "ramp", "freeride", "free", "maxeffort", "hidepower":
		return p.keyword(i, w)
	case "press", "lap":
		if w == "press" && next == "lap" || w == "lap" && next == "press" {
			p.s.Open = true
			return 2
		}
		return 0
	case "rpe":
		return p.exertion(i, next)
	}
	if key, value, ok := strings.Cut(w, "="); ok {
		return p.setting(i, key, value)
	}
	if strings.IndexByte("0123456789zc", w[0]) < 0 || strings.Contains(w, "^") || strings.HasPrefix(w, "zone") {
		return 0
	}
	return p.number(i, next)
}

// keyword reads a word that is a keyword only after the cue.
func (p *stepLine) keyword(i int, w string) int {
	if p.first < 0 {
		return 0
	}
	switch w {
	case "ramp":
		p.ramp = p.words[i].column
	case "maxeffort":
		p.s.MaxEffort = true
	case "hidepower":
		p.s.HidePower = true
	default:
		p.s.Free = true
	}
	return 1
}

// powersShown lists the powers that a device can show.
var powersShown = []training.PowerShown{training.ShowLap, training.Show1S, training.Show3S, training.Show10S, training.Show30S}

func (p *stepLine) setting(i int, key, value string) int {
	switch key {
	case "intensity":
		kind, ok := map[string]training.StepKind{
			"warmup": training.StepWarmup, "active": training.StepWork, "interval": training.StepWork, "rest": training.StepRest,
			"recovery": training.StepRest, "cooldown": training.StepCooldown, "other": "",
		}[value]
		if !ok {
			p.fault(p.words[i].column, i18n.Sentencef("%q is not a kind of step.", value), "Use warmup, active, rest or cooldown.")
		}
		p.s.Kind = kind
		return 1
	case "power":
		if p.s.PowerShown = training.PowerShown(value); !slices.Contains(powersShown, p.s.PowerShown) {
			p.fault(p.words[i].column, i18n.Sentencef("%q is not a way to show power.", value), "Use lap, 1s, 3s, 10s or 30s.")
			p.s.PowerShown = ""
		}
		return 1
	}
	return 0
}
