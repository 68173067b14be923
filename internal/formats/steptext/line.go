package steptext

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// stepLine is a step while it is read.
type stepLine struct {
	*reader
	words []word
	s     training.WorkoutStep
	// first is the index of the first word that is no cue, -1 before there is one.
	first int
	// ramp is the column of the word ramp, 0 without it. order holds the values
	// of the targets as written, which give the direction of a ramp.
	ramp  int
	order []ends
	// strayed are words after the first token that have no meaning.
	strayed []word
	// restAt is the column of a rest, 0 without one.
	restAt int
	bad    bool
}

// ends are the two values of a target as written, with their column.
type ends struct {
	target   training.StepTarget
	from, to float64
	column   int
}

// read returns the step, or false if the line has none.
func (p *stepLine) read() (training.WorkoutStep, bool) {
	p.first = -1
	for i := 0; i < len(p.words); {
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
	return "The step says neither how long nor how far.", "Give a time such as 10m or 90s, or a distance such as 400mtr or 2km."
}

func joined(words []word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}

// cue reads the words before the first token as the text, and those after times
// as cues.
func (p *stepLine) cue() {
	words := p.words
	if p.first >= 0 {
		words = words[:p.first]
	}
	var text []word
	at := -1
	end := func() {
		if at < 0 {
			p.s.Text = joined(text)
		} else if p.s.Cues[at].Text = joined(text); len(text) == 0 {
			p.fault(words[0].column, "A timed text is empty.", "Write them after the time: 60^30 Faster.")
		}
		text = nil
	}
	for _, w := range words {
		switch w.lower {
		case "ramp", "freeride", "maxeffort", "hidepower":
			p.warn(w.column, i18n.Sentencef("%s before the duration is read as text for the athlete.", w.text), "Write it after the duration.")
		}
		if w.text == "<!>" && at >= 0 { // ends the timed texts in Intervals.icu
			continue
		}
		when, first := w, word{}
		if from, to, ok := strings.Cut(w.lower, "^"); ok && to != "" && !isDigits(to) { // "33^Faster"
			when.lower = from + "^"
			first = newWord(w.text[len(from)+1:], w.column+len(from)+1)
		}
		if c, ok := timed(when.lower); ok {
			end()
			p.s.Cues = append(p.s.Cues, c)
			at = len(p.s.Cues) - 1
			if first.text != "" {
				text = append(text, first)
			}
			continue
		}
		text = append(text, w)
	}
	end()
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// timed reads "60^30": 60 s into a step, for 30 s.
func timed(s string) (training.StepCue, bool) {
	at, long, ok := strings.Cut(s, "^")
	if !ok {
		return training.StepCue{}, false
	}
	from, err := strconv.Atoi(at)
	if err != nil || from < 0 {
		return training.StepCue{}, false
	}
	c := training.StepCue{AtS: float64(from)}
	if long == "" {
		return c, true
	}
	n, err := strconv.Atoi(long)
	c.ForS = float64(n)
	return c, err == nil && n > 0
}

// aims adds the targets to the step, only the last one of each kind, with the
// direction of a ramp.
func (p *stepLine) aims() {
	if p.ramp > 0 && !p.ramps() {
		p.fault(p.ramp, "A ramp needs two values.", "Give where it starts and where it ends: ramp 50-75%.")
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

// target returns the target with its bounds in order. A pace may be written
// either way round, since its faster end is the smaller number.
func (p *stepLine) target(o ends) training.StepTarget {
	t := o.target
	t.Low, t.High = min(o.from, o.to), max(o.from, o.to)
	switch {
	case p.ramp > 0 && t.Of != training.TargetCadence && o.from != o.to:
		if t.Ramp = training.RampUp; o.from > o.to {
			t.Ramp = training.RampDown
		}
	case o.from > o.to && t.Unit != training.TargetMPS:
		p.fault(o.column, "The range goes down, which only a ramp can do.", "Write the lower value first, or put ramp before it.")
	}
	return t
}

// ending resolves the words together.
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
}

// token reads the token that begins at word i and returns the number of its
// words, or 0 if it is none.
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

// powersShown are the powers that a device can show.
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
			p.fault(p.words[i].column, i18n.Sentencef("A device cannot show the power of %q.", value), "Use lap, 1s, 3s, 10s or 30s.")
			p.s.PowerShown = ""
		}
		return 1
	}
	return 0
}
