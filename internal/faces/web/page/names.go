package page

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
)

//go:embed names.json
var namesFile []byte

// names are the English names of what answers and forms consist of.
type names struct {
	Members   map[string]i18n.Sentence // of answers; "steps[]" consists of others, unlike the number "steps"
	Fields    map[string]i18n.Sentence // of forms, if a form calls a member otherwise
	Arguments map[string]i18n.Sentence // of tools, as the question page asks for them
	Values    map[string]i18n.Sentence // of members and arguments: "race", or "sort.date" for one argument
}

var named = sync.OnceValue(func() (out names) {
	if err := json.Unmarshal(namesFile, &out); err != nil {
		panic("page: names.json is damaged: " + err.Error())
	}
	return out
})

// NamesIn returns the names of all members and values of answers in a language.
func NamesIn(say func(format string, args ...any) string) map[string]string {
	out := map[string]string{}
	for _, all := range []map[string]i18n.Sentence{named().Values, named().Members} {
		for key, words := range all {
			out[key] = words.In(say)
		}
	}
	return out
}

// OwnLabel returns the label of a member of an answer: the pages' own or, if there is none, the one
// in the glossary. It returns "" if the member has neither.
func (p *Page) OwnLabel(key string) string {
	if key == "splits" && p.Miles {
		key = "splits_by_mile"
	}
	if words, ok := named().Members[key]; ok {
		return words.In(p.Say)
	}
	if e, ok := glossary.Find(key); ok {
		return p.Glossed(e.Title)
	}
	return ""
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
	if short := strings.TrimSuffix(key, i18n.UnitOf(key).Suffix); short != "" {
		key = short
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
}

// Section returns the label of a member that consists of others, if it differs from that of a
// number with the same key.
func (p *Page) Section(key string) string {
	if words, ok := named().Members[key+"[]"]; ok {
		return words.In(p.Say)
	}
	return p.Label(key)
}

// FieldLabel returns the label of a field in forms.
func (p *Page) FieldLabel(key string) string {
	words, ok := named().Fields[key]
	switch {
	case !ok:
		return p.Label(key)
	case strings.Contains(string(words), "%s"):
		return p.Say(string(words), p.Shown(key))
	}
	return words.In(p.Say)
}

// Argument returns the label of a tool's argument that people use, or "" for others.
func (p *Page) Argument(name string) string { return named().Arguments[name].In(p.Say) }

// Choice returns the name of a value of an argument, or "" if it has none.
func (p *Page) Choice(argument, value string) string {
	for _, key := range []string{argument + "." + value, value} {
		if words, ok := named().Values[key]; ok {
			return words.In(p.Say)
		}
	}
	if sport, _, _ := strings.Cut(value, "/"); sportNames[sport] != "" {
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
