package steptext

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Write returns the text of a workout, which [Read] reads back, and what the
// grammar cannot express.
func Write(w *workout.Workout) (string, []workout.Loss) {
	p := writer{sport: w.Sport}
	p.notes(w.Notes)
	p.pool(w)
	p.blocks(w.Steps)
	return strings.TrimRight(p.b.String(), "\n"), p.losses.All()
}

type writer struct {
	b      strings.Builder
	sport  training.Sport
	losses workout.Losses
	step   int // the number of the step being written
	within int // number of written-out repeats around it
}

func (p *writer) lose(what, instead i18n.Sentence) { p.losses.Add(p.step, what, instead) }

func (p *writer) notes(notes string) {
	if strings.TrimSpace(notes) == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSpace(notes), "\n") {
		if line = strings.TrimSpace(line); line != "" && !p.plain(line) {
			p.lose(i18n.Sentencef("The note %q would be read as a step", line), workout.LeftOut)
			continue
		}
		p.b.WriteString(line + "\n")
	}
	p.b.WriteByte('\n')
}

// pool writes the length of the pool as a note, unless the notes contain it.
func (p *writer) pool(w *workout.Workout) {
	for line := range strings.SplitSeq(w.Notes, "\n") {
		if m, ok := poolOf(line); ok && m == w.PoolLengthM {
			return
		}
	}
	if m := w.PoolLengthM; m > 0 && p.sport == training.Swimming {
		text := workout.Decimals(m, 2) + " m"
		if yards := math.Round(m / yardM); math.Abs(yards*yardM-m) < 0.005 && m != math.Round(m) {
			text = number(yards) + " yd"
		}
		p.b.WriteString("Pool: " + text + "\n\n")
	}
}

// plain reports whether a line is read as words.
func (p *writer) plain(line string) bool {
	_, _, repeats := repeatHeader(line)
	_, kind := kindOfHeader(line)
	return line != "" && line[0] != '-' && !repeats && !kind && line == strings.TrimSpace(line) && !strings.ContainsFunc(line, isControl) &&
		stepMark(line, p.sport) == ""
}

// blocks writes steps outside repeats.
func (p *writer) blocks(steps []training.WorkoutStep) {
	headed := training.StepKind("") // the kind that the current header gives
	for i := 0; i < len(steps); i++ {
		s := &steps[i]
		if s.Kind == training.StepRepeat {
			p.repeat(s)
			headed = ""
			continue
		}
		p.step++
		if n := p.underHeader(steps[i:]); n > 0 && p.within == 0 && (i == 0 || steps[i-1].Kind != s.Kind) {
			headed = s.Kind
			p.paragraph()
			p.b.WriteString(map[training.StepKind]string{training.StepWarmup: "Warmup\n", training.StepCooldown: "Cooldown\n"}[headed])
		}
		if s.Section != "" {
			p.paragraph()
			p.section(s.Section)
			headed = ""
		}
		p.line(s, s.Kind == headed)
	}
}

// underHeader returns the number of steps that a header of their kind covers: up to the
// step whose own header ends it. It returns 0 for steps that cannot have such a header.
func (p *writer) underHeader(steps []training.WorkoutStep) int {
	kind := steps[0].Kind
	if kind != training.StepWarmup && kind != training.StepCooldown {
		return 0
	}
	n := 0
	for n < len(steps) && steps[n].Kind == kind {
		if steps[n].Section != "" {
			return 0
		}
		n++
	}
	if n == len(steps) || repeatsFirst(&steps[n]) || steps[n].Kind != training.StepRepeat && p.heads(steps[n].Section) ||
		p.underHeader(steps[n:]) > 0 {
		return n
	}
	return 0
}

// repeatsFirst reports whether a repeat begins with the header of a repeat even if
// it is written out. Such a header ends the previous header.
func repeatsFirst(s *training.WorkoutStep) bool {
	return s.Kind == training.StepRepeat && (!nests(s) || repeatsFirst(&s.Steps[0]))
}

// nests reports whether a repeat contains repeats.
func nests(s *training.WorkoutStep) bool {
	return slices.ContainsFunc(s.Steps, func(in training.WorkoutStep) bool { return in.Kind == training.StepRepeat })
}

// paragraph begins a new paragraph.
func (p *writer) paragraph() {
	if s := p.b.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		p.b.WriteByte('\n')
	}
}

// heads reports whether a name would be read back as the name of a part, or as a label.
func (p *writer) heads(name string) bool {
	return p.plain(name) && utf8.RuneCountInString(name) <= sectionRunes
}

func (p *writer) section(name string) {
	if !p.heads(name) {
		p.lose(i18n.Sentencef("The header %q would be read as something else", name), workout.LeftOut)
		return
	}
	p.b.WriteString(name + "\n")
}

// repeat writes a repeat with its steps. A repeat that contains repeats is written
// out, because the grammar does not allow nesting.
func (p *writer) repeat(s *training.WorkoutStep) {
	if !nests(s) {
		p.paragraph()
		if s.Section != "" {
			p.section(s.Section)
		}
		p.header(s)
		for i := range s.Steps {
			p.step++
			if s.Steps[i].Section != "" {
				p.lose(i18n.Sentencef("The header %q inside a repeat", s.Steps[i].Section), workout.LeftOut)
			}
			p.line(&s.Steps[i], false)
		}
		p.step++
		p.b.WriteByte('\n')
		return
	}
	from := p.step
	p.within++
	_ = p.losses.Times(s.Count, func() error { // writing a text cannot fail
		p.step = from
		p.blocks(s.Steps)
		return nil
	})
	p.within--
	p.step++
	p.lose("Repeats within a repeat", i18n.Sentencef("the outer one is written out %d times", s.Count))
	for _, lost := range []struct{ what, text string }{{"header", s.Section}, {"label", s.Text}} {
		if lost.text != "" {
			p.lose(i18n.Sentencef("The %s %q of a repeat that is written out", lost.what, lost.text), workout.LeftOut)
		}
	}
	p.paragraph()
}

func (p *writer) header(s *training.WorkoutStep) {
	label := s.Text
	if label != "" && !p.heads(label) {
		p.lose(i18n.Sentencef("The label %q would be read as something else", label), workout.LeftOut)
		label = ""
	}
	if label != "" {
		label += " "
	}
	p.b.WriteString(label + strconv.Itoa(s.Count) + "x\n")
}

// line writes a step. headed is set if a header already gives its kind.
func (p *writer) line(s *training.WorkoutStep, headed bool) {
	words := []string{"-"}
	words = append(words, p.cues(s)...)
	words = append(words, p.long(s)...)
	words = append(words, p.aims(s)...)
	for _, f := range []struct {
		on   bool
		word string
	}{{s.Free, "freeride"}, {s.MaxEffort, "maxeffort"}, {s.HidePower, "hidepower"}, {s.PowerShown != "", "power=" + string(s.PowerShown)}} {
		if f.on {
			words = append(words, f.word)
		}
	}
	if s.Kind != "" && !headed {
		words = append(words, "intensity="+map[training.StepKind]string{
			training.StepWarmup: "warmup", training.StepWork: "active", training.StepRest: "rest", training.StepCooldown: "cooldown",
		}[s.Kind])
	}
	if s.RestS > 0 {
		if s.DistanceM > 0 || s.Exercise != nil {
			words = append(words, p.seconds(s.RestS), "rest")
		} else {
			p.lose(i18n.Sentencef("The rest of %s after a timed step", duration(s.RestS)), workout.LeftOut)
		}
	}
	p.b.WriteString(strings.Join(words, " ") + "\n")
}

// seconds writes a time in whole seconds.
func (p *writer) seconds(s float64) string {
	if s != float64(int(s)) {
		whole := float64(max(1, int(s+0.5)))
		p.lose(i18n.Sentencef("%s s is not a whole number of seconds", number(s)), i18n.Sentencef("it is written as %s", duration(whole)))
		s = whole
	}
	return spelled(p.sport, s)
}

// long writes the length of a step.
func (p *writer) long(s *training.WorkoutStep) (words []string) {
	switch e := s.Exercise; {
	case e != nil:
		words = append(words, p.sets(s)...)
	case s.DistanceM > 0:
		words = append(words, distance(s.DistanceM))
		if s.DurationS > 0 {
			p.lose(i18n.Sentencef("The time of %s in addition to a distance", duration(s.DurationS)), workout.LeftOut)
		}
	case s.DurationS > 0:
		words = append(words, p.seconds(s.DurationS))
	}
	if s.CaloriesKcal > 0 {
		words = append(words, number(s.CaloriesKcal)+"kcal")
	}
	if s.Open {
		words = append(words, "press lap")
	}
	return words
}

func (p *writer) sets(s *training.WorkoutStep) []string {
	e := s.Exercise
	if !(&stepLine{reader: &reader{sport: p.sport}}).lifts() {
		p.lose(i18n.Sentencef("The sets of an exercise in a workout for %s", string(p.sport)), workout.LeftOut)
		return nil
	}
	size := strconv.Itoa(e.Reps)
	if s.DurationS > 0 {
		size = p.seconds(s.DurationS)
		if e.Reps > 0 {
			p.lose("The number of repetitions in addition to a time", workout.LeftOut)
		}
	}
	words := []string{strconv.Itoa(e.Sets) + "x" + size}
	if e.WeightKg > 0 {
		words = append(words, number(e.WeightKg)+"kg")
	}
	if e.Percent1RM > 0 {
		words = append(words, number(e.Percent1RM)+"%", "1RM")
	}
	return words
}

// distance writes metres in the unit in which they are a round number.
func distance(m float64) string {
	round := func(unit, step float64) (float64, bool) {
		x := float64(int(m/unit/step+0.5)) * step
		return x, x > 0 && x*unit-m < 1e-9 && m-x*unit < 1e-9
	}
	if x, ok := round(1000, 0.1); ok && m >= 1000 {
		return workout.Decimals(x, 6) + "km"
	}
	if _, ok := round(1, 1); ok {
		return workout.Decimals(m, 6) + "mtr"
	}
	if x, ok := round(mileM, 0.25); ok {
		return workout.Decimals(x, 6) + "mi"
	}
	if x, ok := round(yardM, 1); ok {
		return workout.Decimals(x, 6) + "yrd"
	}
	return number(m) + "mtr"
}
