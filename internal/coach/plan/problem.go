package plan

import (
	"strings"

	"lapkeep/internal/i18n"
)

// Problem is something that is wrong with the text of a plan.
type Problem struct {
	// Where it stands: the line from 1, the number of the week and the id of
	// the session; each zero where it is of none.
	Line    int
	Week    int
	Session string
	// What is wrong, and Fix is what is right, each a sentence.
	What, Fix i18n.Sentence
	// Warning tells of something that is read all the same, but perhaps not as
	// it was meant.
	Warning bool
}

func (p Problem) String() string { return p.Sentence().String() }

// Sentence tells the problem with its place.
func (p Problem) Sentence() i18n.Sentence {
	said := i18n.InARow(p.What, p.Fix)
	switch {
	case p.Session != "" && p.Line > 0:
		return i18n.Sentencef("Line %d, week %d, session %s: %s", p.Line, p.Week, p.Session, said)
	case p.Week > 0 && p.Line > 0:
		return i18n.Sentencef("Line %d, week %d: %s", p.Line, p.Week, said)
	case p.Line > 0:
		return i18n.Sentencef("Line %d: %s", p.Line, said)
	}
	return said
}

// Sound reports that nothing is wrong; warnings do not count.
func Sound(all []Problem) bool {
	for _, p := range all {
		if !p.Warning {
			return false
		}
	}
	return true
}

// maxProblems is how many problems of a text are told.
const maxProblems = 100

// nameTheKey names the key that was meant, or all that there are.
func nameTheKey(key string, known []string) i18n.Sentence {
	if near := i18n.Nearest(key, known); near != "" {
		return i18n.Sentencef("Did you mean %s?", i18n.Name(near))
	}
	return i18n.Sentencef("There are %s.", i18n.Name(strings.Join(known, ", ")))
}
