package skills

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"lapkeep/internal/platform/textclean"
)

// FileName is the file of a skill's text, in a folder of the skill's name.
const FileName = "SKILL.md"

//go:embed lapkeep-*/SKILL.md
var files embed.FS

// Skill is one workflow.
type Skill struct {
	Name        string // also its folder's
	Description string // when to use it, in one or two sentences
	Text        string // the whole file, front matter included
}

// All lists the skills by name.
func All() []Skill {
	names, err := fs.Glob(files, "*/"+FileName)
	if err != nil {
		panic("skills: " + err.Error())
	}
	slices.Sort(names)
	out := make([]Skill, 0, len(names))
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("skills: " + err.Error())
		}
		out = append(out, parse(string(text)))
	}
	return out
}

// parse reads the front matter; the texts are ours, so a damaged one is a
// defect that the tests find.
func parse(text string) Skill {
	var front struct{ Name, Description string }
	_, rest, _ := strings.Cut(text, "---\n")
	head, _, ok := strings.Cut(rest, "\n---\n")
	if err := yaml.Unmarshal([]byte(head), &front); err != nil || !ok {
		panic("skills: a text has no front matter")
	}
	return Skill{Name: front.Name, Description: front.Description, Text: text}
}

var named = textclean.LazyRegexp("`([a-z]+(?:_[a-z]+)+)`")

// Body is the text behind the front matter.
func (s Skill) Body() string {
	parts := strings.SplitN(s.Text, "---\n", 3)
	return strings.TrimLeft(parts[len(parts)-1], "\n")
}

// Identifiers are the words in code that a skill names: tools and fields.
func (s Skill) Identifiers() []string {
	var out []string
	for _, m := range named.Get().FindAllStringSubmatch(s.Text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}
