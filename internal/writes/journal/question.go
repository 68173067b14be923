package journal

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Gravity is how much a change weighs in a question to a person.
type Gravity uint8

// The gravities; what a person is asked names the gravest first.
const (
	Ordinary  Gravity = iota
	Public            // others can see it at a service
	Recorded          // recorded data, which nobody types in again
	Race              // a race, planned or done
	gravities = iota
)

func (g Gravity) heading() i18n.Sentence {
	return [...]i18n.Sentence{"Besides:", "Others can then see:", "Recorded data:", "Races:"}[g]
}

// The most that one question holds: a person reads it to its end.
const (
	maxAsked      = 400
	maxAskedBytes = 48_000
)

// weigh puts the gravest changes first, each gravity in its order, and counts
// them.
func (p *Preview) weigh() {
	p.Changes = slices.Clone(p.Changes)
	for i := range p.Changes {
		c := &p.Changes[i]
		public := slices.ContainsFunc(p.AtService, func(a AtService) bool { return a.Others != "" && a.of == c.Of })
		if public {
			c.Gravity = max(c.Gravity, Public)
		}
	}
	slices.SortStableFunc(p.Changes, func(a, b Change) int { return int(b.Gravity) - int(a.Gravity) })
	p.Grave = [gravities]int{}
	for _, c := range p.Changes {
		p.Grave[gravities-1-c.Gravity]++
	}
	for _, a := range p.AtService {
		who := i18n.Sentencef("%s: %s", a.Service, a.Others)
		if a.Others != "" && !slices.Contains(p.Others, who) {
			p.Others = append(p.Others, who)
		}
	}
}

// Question words a preview for the person who agrees, as say does: all that would happen, the gravest first.
func (p *Preview) Question(say Say) string {
	var b strings.Builder
	b.WriteString(line(p.Summary.In(say)))
	rest := p.Changes
	for i, n := range p.Grave {
		g := Gravity(gravities - 1 - i)
		if n > 0 && (g != Ordinary || n < len(p.Changes)) {
			b.WriteString("\n" + g.heading().In(say))
		}
		for _, c := range rest[:n] {
			b.WriteString("\n- " +
				i18n.Sentencef("%s, %s: %s → %s", line(c.Target), line(c.Field), orNothing(c.Before), orNothing(c.After)).In(say))
		}
		rest = rest[n:]
		if g == Public {
			p.tellOutside(&b, say)
		}
	}
	return b.String()
}

// tellOutside says who sees what leaves, and what cannot be taken back.
func (p *Preview) tellOutside(b *strings.Builder, say Say) {
	for _, who := range p.Others {
		b.WriteString("\n- " + line(i18n.Sentencef("seen at %s", who).In(say)))
	}
	for _, what := range Going(p.AtService) {
		b.WriteString("\n- " + line(what.In(say)))
	}
	for _, what := range p.Irreversible {
		b.WriteString("\n- " + line(i18n.Sentencef("cannot be undone: %s", what).In(say)))
	}
}

// askable refuses what nobody would read to its end.
func (p *Preview) askable() error {
	n := len(p.Changes)
	if n <= maxAsked && len(p.Question(nil)) <= maxAskedBytes {
		return nil
	}
	return training.Errorf(training.KindTooLarge, "%d changes are too many for one question, so nobody was asked and nothing was changed.", n).
		WithFix("Make several calls with fewer things or fewer days; each is asked by itself.")
}

// line keeps a name from beginning a line of its own in the question.
func line(s string) string { return textclean.Line(s, textclean.TextRunes) }

func orNothing(s i18n.Sentence) i18n.Sentence {
	if s == "" {
		return "nothing"
	}
	return s.Cleaned(textclean.TextRunes)
}

// Say says a format with its operands in the language of a person; nil is English.
type Say = func(format string, args ...any) string
