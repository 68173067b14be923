package mcp

import (
	"strings"

	"lapkeep/internal/training"

	"lapkeep/internal/platform/textclean"
)

// Prompt is one question, offered where its tools are.
type Prompt struct {
	Name, Title, Description string
	Needs                    []string // tools
	Arguments                []Argument
	text                     string // with {places} for the arguments
	also                     []step
}

// step is a sentence at the end of a prompt that depends on which tools are
// offered: a server without writes, say, lets nobody plan.
type step struct {
	needs   []string
	with    string // where all of them are offered
	without string // where one is not; may be nothing
}

// Argument is a word or two that the person puts in.
type Argument struct {
	Name, Description string
	Kind              PromptKind
	Fallback          string // without one the argument is required
	Values            []string
}

// PromptKind says where an argument's values come from.
type PromptKind uint8

// The kinds of arguments.
const (
	Words    PromptKind = iota // the person's own, or one of Values
	Period                     // days, as words or dates
	Date                       // one day
	Sport                      // a sport
	Activity                   // an activity's id
)

// Required says that there is no prompt without the argument.
func (a Argument) Required() bool { return a.Fallback == "" }

// Argument finds an argument by name.
func (p Prompt) Argument(name string) (Argument, bool) {
	for _, a := range p.Arguments {
		if a.Name == name {
			return a, true
		}
	}
	return Argument{}, false
}

var place = textclean.LazyRegexp(`\{[a-z_]+\}`)

// Fill is the text with the person's words in their places, for a server that
// offers some tools. What is put in is one line each and is not read for
// places again.
func (p Prompt) Fill(given map[string]string, offers func(tools ...string) bool) (string, error) {
	values := map[string]string{}
	for _, a := range p.Arguments {
		v := strings.Join(strings.Fields(given[a.Name]), " ")
		if a.Kind == Activity {
			v, _, _ = strings.Cut(v, " ") // a completed id has its name behind it
		}
		if v == "" {
			v = a.Fallback
		}
		if v == "" {
			return "", training.Errorf(training.KindInvalid, "%s needs %s.", p.Name, a.Name).WithFix("%s", a.Description)
		}
		values["{"+a.Name+"}"] = v
	}
	return place.Get().ReplaceAllStringFunc(p.whole(offers), func(s string) string {
		if v, ok := values[s]; ok {
			return v
		}
		return s
	}), nil
}

// whole is the text with its last steps.
func (p Prompt) whole(offers func(tools ...string) bool) string {
	text := p.text
	for _, s := range p.also {
		said := s.without
		if offers(s.needs...) {
			said = s.with
		}
		if said != "" {
			text += "\n" + said
		}
	}
	return text
}
