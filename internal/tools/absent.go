package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// absentKey is where an answer says how to get the tools that its advice names
// and that are not offered.
const absentKey = "not_offered"

// advising are the members of answers that hold our own advice. Words that
// people wrote are never looked at: what they name is no advice.
func advising() []string {
	return []string{"missing", "how", "how_to", "narrow", "advice", "notes", "words", "help", "fix"}
}

// absent are the tools that a text names and that are not offered, in the
// order of the text. Names of one word are words of the language too.
func (t *Table) absent(text string) []string {
	var out []string
	for at := 0; at < len(text); {
		end, joined := at, false
		for end < len(text) && nameByte(text[end]) {
			joined = joined || text[end] == '_'
			end++
		}
		if word := text[at:end]; joined && t.hides(word) && !slices.Contains(out, word) {
			out = append(out, word)
		}
		at = end + 1
	}
	return out
}

func nameByte(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// hides says that there is such a tool and that it is not offered.
func (t *Table) hides(name string) bool {
	if _, offered := t.at[name]; offered {
		return false
	}
	_, there := slices.BinarySearchFunc(t.all, name, func(r Row, name string) int { return strings.Compare(r.Name, name) })
	return there
}

// tellAbsent adds to an answer how to get the tools that its advice names.
func (t *Table) tellAbsent(structured []byte) ([]byte, error) {
	if len(t.rows) == len(t.all) || len(t.absent(string(structured))) == 0 {
		return structured, nil
	}
	var answer map[string]any
	if err := json.Unmarshal(structured, &answer); err != nil {
		return structured, err
	}
	ways := map[string]string{}
	for _, name := range t.absent(advice(answer, false)) {
		ways[name] = t.way(name)
	}
	if len(ways) == 0 {
		return structured, nil
	}
	return appendMember(structured, absentKey, ways)
}

// atHome has the commands of an answer's advice find the home.
func (t *Table) atHome(structured []byte) ([]byte, error) {
	if t.home == "" || !bytes.Contains(structured, []byte("lapkeep ")) {
		return structured, nil
	}
	var answer map[string]any
	if err := json.Unmarshal(structured, &answer); err != nil {
		return structured, err
	}
	for _, text := range advices(answer, false) {
		told := disk.Commands(text, t.home)
		if told == text {
			continue
		}
		was, err := Marshal(text)
		if err != nil {
			return structured, err
		}
		now, err := Marshal(told)
		if err != nil {
			return structured, err
		}
		structured = bytes.ReplaceAll(structured, was, now)
	}
	return structured, nil
}

// advice is the text of the members that advise; ours says that v is one.
func advice(v any, ours bool) string { return strings.Join(advices(v, ours), "\n") }

// advices are its sentences one by one.
func advices(v any, ours bool) (out []string) {
	switch x := v.(type) {
	case string:
		if ours {
			out = append(out, x)
		}
	case []any:
		for _, item := range x {
			if _, told := item.(map[string]any); !told || !ours { // notes with an author are people's
				out = append(out, advices(item, ours)...)
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			out = append(out, advices(x[name], ours || slices.Contains(advising(), name))...)
		}
	}
	return out
}

// Advised is an error whose advice says how to get the tools that it names,
// and whose commands find the home.
func (t *Table) Advised(err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok || e.Kind == training.KindInternal {
		return err
	}
	fix := disk.Commands(e.Fix, t.home)
	for _, name := range t.absent(fix) {
		if way := t.way(name); !strings.Contains(fix, way) && !strings.Contains(fix, upper(way)) {
			fix += " " + upper(way)
		}
	}
	if fix == e.Fix {
		return err
	}
	c := *e
	c.Fix, c.Err = fix, err
	return &c
}

// describe is a row's description without the sentences that name tools which
// are not offered.
func (t *Table) describe(r Row) string {
	if len(t.absent(r.Description)) == 0 {
		return r.Description
	}
	var out []string
	for s := range strings.SplitSeq(r.Description, ". ") {
		if len(t.absent(s)) == 0 {
			out = append(out, strings.TrimSuffix(s, "."))
		}
	}
	return strings.Join(out, ". ") + "."
}
