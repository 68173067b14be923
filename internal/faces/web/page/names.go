package page

import (
	"strings"

	"lapkeep/internal/tools"
)

// OwnLabel returns the label of a member of an answer: the pages' own or, if there is none, the one
// in the glossary. It returns "" if the member has neither.
func (p *Page) OwnLabel(key string) string {
	if key == "splits" && p.Miles {
		key = "splits_by_mile"
	}
	return tools.OwnLabel(p.Say, key)
}

// Label returns the label of a member of an answer, or of a part of a section. A key that is a
// value, such as a sport, is called like the value.
func (p *Page) Label(key string) string {
	if section, part, ok := strings.Cut(key, "."); ok {
		return p.Say("%s: %s", p.Section(section), p.Label(part))
	}
	if words := p.OwnLabel(key); words != "" {
		return words
	}
	if words := p.Choice("", key); words != "" || key == "" {
		return words
	}
	return tools.Humanized(key)
}

// Section returns the label of a member that consists of others, if it differs from that of a
// number with the same key.
func (p *Page) Section(key string) string {
	if _, ok := tools.AllNames().Members[key+"[]"]; ok {
		return tools.Section(p.Say, key)
	}
	return p.Label(key)
}

// FieldLabel returns the label of a field in forms.
func (p *Page) FieldLabel(key string) string {
	words, ok := tools.AllNames().Fields[key]
	switch {
	case !ok:
		return p.Label(key)
	case strings.Contains(string(words), "%s"):
		return p.Say(string(words), p.Shown(key))
	}
	return words.In(p.Say)
}

// Argument returns the label of a tool's argument that people use, or "" for others.
func (p *Page) Argument(name string) string { return tools.AllNames().Arguments[name].In(p.Say) }

// Choice returns the name of a value of an argument, or "" if it has none.
func (p *Page) Choice(argument, value string) string {
	for _, key := range []string{argument + "." + value, value} {
		if words, ok := tools.AllNames().Values[key]; ok {
			return words.In(p.Say)
		}
	}
	if sport, _, _ := strings.Cut(value, "/"); tools.AllNames().Sports[sport] != "" {
		return p.Sport(value)
	}
	return ""
}

// Term returns a name or a value of an answer in words.
func (p *Page) Term(name string) string {
	if words := p.Choice("", name); words != "" {
		return words
	}
	if said := p.word(name); said != name || strings.ContainsAny(name, " .:/") {
		return Clean(said)
	}
	return Clean(strings.ReplaceAll(name, "_", " "))
}
