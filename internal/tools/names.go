package tools

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

// Names are the English names of what answers and their arguments consist of, for pages and pictures.
type Names struct {
	Members   map[string]i18n.Sentence // of answers; "steps[]" consists of others, unlike the number "steps"
	Fields    map[string]i18n.Sentence // of forms, if a form calls a member otherwise
	Arguments map[string]i18n.Sentence // of tools, as the question page asks for them
	Values    map[string]i18n.Sentence // of members and arguments: "race", or "sort.date" for one argument
	Sports    map[string]i18n.Sentence
}

var allNames = sync.OnceValue(func() (out Names) {
	if err := json.Unmarshal(namesFile, &out); err != nil {
		panic("tools: names.json is damaged: " + err.Error())
	}
	return out
})

// AllNames returns the names. They are shared, and must not be changed.
func AllNames() Names { return allNames() }

// OwnLabel returns the name of a member of an answer, or "" if neither the table of names nor the glossary has one.
func OwnLabel(say func(format string, args ...any) string, key string) string {
	if words, ok := AllNames().Members[key]; ok {
		return words.In(say)
	}
	e, _ := glossary.Find(key)
	return i18n.Sentence(e.Title).In(say)
}

// Label returns the name of a member of an answer, or of a value such as a sport.
func Label(say func(format string, args ...any) string, key string) string {
	if label := OwnLabel(say, key); label != "" {
		return label
	}
	for _, all := range []map[string]i18n.Sentence{AllNames().Values, AllNames().Sports} {
		if words, ok := all[key]; ok {
			return words.In(say)
		}
	}
	return Humanized(key)
}

// Section returns the name of a member that consists of others, which may differ from that of a number.
func Section(say func(format string, args ...any) string, key string) string {
	if words, ok := AllNames().Members[key+"[]"]; ok {
		return words.In(say)
	}
	return Label(say, key)
}

// Humanized returns a key that has no name in words, without its unit.
func Humanized(key string) string {
	if short := strings.TrimSuffix(key, i18n.UnitOf(key).Suffix); short != "" {
		key = short
	}
	if key == "" {
		return ""
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
}

// LabelsIn returns the names of all members and values of answers in a language.
func LabelsIn(say func(format string, args ...any) string) map[string]string {
	out := map[string]string{}
	for _, e := range glossary.Entries() {
		out[e.Key] = ""
	}
	for _, all := range []map[string]i18n.Sentence{AllNames().Sports, AllNames().Values, AllNames().Members} {
		for key := range all {
			out[key] = ""
		}
	}
	for key := range out {
		out[key] = Label(say, key)
	}
	return out
}
