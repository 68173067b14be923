package app

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/tools"
)

var (
	// coded are words in code, or the names in an example of arguments.
	coded = regexp.MustCompile("`([a-z]+(?:_[a-z]+)*)`|\"([a-z_]+)\":")
	// joined are words that only names of tools, arguments and fields look like.
	joined = regexp.MustCompile(`\b[a-z]+(?:_[a-z]+)+\b`)
	step   = regexp.MustCompile(`(?m)^\d+\. `)
)

// TestSkillsAndPromptsNameWhatThereIs: a step of a skill names tools, and of
// arguments and fields only those of the tools that it names; a prompt names
// nothing else either.
func TestSkillsAndPromptsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	table := wholeTable(t)
	for _, s := range skills.All() {
		for _, text := range step.Split(s.Body(), -1) {
			var words []string
			for _, m := range coded.FindAllStringSubmatch(text, -1) {
				words = append(words, m[1]+m[2])
			}
			namesOnly(t, table, s.Name, words)
		}
	}
	for _, p := range mcp.AllPrompts() {
		given := map[string]string{}
		for _, a := range p.Arguments {
			given[a.Name] = "x"
		}
		text, err := p.Fill(given, func(...string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		namesOnly(t, table, p.Name, joined.FindAllString(text, -1))
	}
}

// namesOnly checks words that stand together.
func namesOnly(t *testing.T, table *tools.Table, where string, words []string) {
	t.Helper()
	names := map[string]bool{}
	for _, w := range words {
		if row, ok := table.Lookup(w); ok {
			names[w] = true
			maps.Copy(names, propertiesOf(row.Input()))
			maps.Copy(names, propertiesOf(row.Output()))
		}
	}
	for _, w := range words {
		if !names[w] && strings.Trim(w, "_") != "" {
			t.Errorf("%s names %s, which is no tool, and no argument or field of the tools beside it", where, w)
		}
	}
}

// propertiesOf are the names of a schema, nested ones and the values of enums too.
func propertiesOf(s *jsonschema.Schema) map[string]bool {
	out := map[string]bool{}
	var walk func(*jsonschema.Schema)
	walk = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for name, p := range s.Properties {
			out[name] = true
			walk(p)
		}
		for _, v := range s.Enum {
			if word, ok := v.(string); ok {
				out[word] = true
			}
		}
		walk(s.Items)
		walk(s.AdditionalProperties)
	}
	walk(s)
	return out
}
