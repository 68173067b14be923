package app

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/web/ask"
	"lapkeep/internal/faces/web/page"
)

// sameInChinese lists the names that a Chinese athlete reads as they are.
func sameInChinese() []string { return []string{"FTP"} }

// members collects the members of a schema at any depth.
func members(s *jsonschema.Schema, found func(name string)) {
	if s == nil {
		return
	}
	for name, inner := range s.Properties {
		found(name)
		members(inner, found)
	}
	members(s.Items, found)
	members(s.AdditionalProperties, found)
	for _, inner := range s.AnyOf {
		members(inner, found)
	}
}

// TestTheQuestionPageHasAWordForEverything: each member of an answer that the page shows, each
// argument and each choice has a label of its own in English, and a Chinese one.
func TestTheQuestionPageHasAWordForEverything(t *testing.T) {
	t.Parallel()
	english, chinese := asker(settings.English, "/ask"), asker(settings.Chinese, "/ask")
	checked := 0
	check := func(tool, what string, label func(p *page.Page) string) {
		checked++
		if label(english) == "" {
			t.Errorf("%s: %s has no label: add it to internal/tools/names.json", tool, what)
			return
		}
		said := label(chinese)
		han := strings.ContainsFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if !han && !slices.Contains(sameInChinese(), said) {
			t.Errorf("%s: %s is %q in Chinese: add %q to zh.json", tool, what, said, label(english))
		}
	}
	hidden := map[string]bool{}
	for _, r := range wholeTable(t).Rows() {
		if !ask.Readable(r) {
			continue
		}
		members(r.Output(), func(name string) {
			if hidden[name] = !ask.Shown(name); !hidden[name] {
				check(r.Name, name, func(p *page.Page) string { return p.OwnLabel(name) })
			}
		})
		for name, s := range r.Input().Properties {
			if ask.Shown(name) || slices.Contains(r.Input().Required, name) {
				check(r.Name, "the argument "+name, func(p *page.Page) string { return cmp.Or(p.Argument(name), p.OwnLabel(name)) })
			}
			values := s.Enum
			if s.Items != nil {
				values = append(slices.Clone(values), s.Items.Enum...)
			}
			for _, v := range values {
				text, _ := v.(string)
				check(r.Name, name+" = "+text, func(p *page.Page) string { return p.Choice(name, text) })
			}
		}
	}
	if checked < 2000 || !hidden["next_cursor"] || hidden["sport"] {
		t.Errorf("only %d words were checked; %v are not shown", checked, hidden)
	}
}
