// Package skills holds coaching workflows as skills: texts that an assistant reads when a
// question calls for them. Each is in a folder's SKILL.md, which begins with its name and
// description. They mention only tools in the table, which a test checks.
//
// The package is independent of who reads the texts and where they are installed.
package skills

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// FileName is the file with a skill's text, in a folder with the skill's name.
const FileName = "SKILL.md"

//go:embed lapkeep-*/SKILL.md
var files embed.FS

// Skill is one workflow.
type Skill struct {
	Name        string // also its folder's name
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

// parse reads the front matter. The texts are part of the program, so a damaged one
// is a bug that tests find.
func parse(text string) Skill {
	var front struct{ Name, Description string }
	_, rest, _ := strings.Cut(text, "---\n")
	head, _, ok := strings.Cut(rest, "\n---\n")
	if err := yaml.Unmarshal([]byte(head), &front); err != nil || !ok {
		panic("skills: a text has no front matter")
	}
	return Skill{Name: front.Name, Description: front.Description, Text: text}
}

// Scheme is the prefix of every skill's URI.
const Scheme = "skill://"

// MIMEType is the MIME type of a skill's text.
const MIMEType = "text/markdown"

// File describes one file of a skill.
type File struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"` // "sha256:" and 64 hexadecimal digits
	Size   int    `json:"size"`   // bytes
}

// Entry is one skill as it is listed. Frontmatter has all fields of the text,
// unchanged.
type Entry struct {
	URI         string         `json:"uri"`
	Frontmatter map[string]any `json:"frontmatter"`
	Resources   []File         `json:"resources"`
}

// Set describes skills in the form of the protocol's extension: the URI of each,
// its front matter, and a digest with which a client checks that a text is the one
// that its user agreed to.
type Set struct {
	entries []Entry
	texts   map[string]string // by URI
}

// NewSet describes skills of one file each.
func NewSet(all []Skill) (*Set, error) {
	s := &Set{entries: []Entry{}, texts: map[string]string{}}
	for _, skill := range all {
		front, err := frontmatter(skill.Text)
		if err != nil {
			return nil, fmt.Errorf("skill %s: %w", skill.Name, err)
		}
		uri := Scheme + skill.Name + "/" + FileName
		sum := sha256.Sum256([]byte(skill.Text))
		s.entries = append(s.entries, Entry{
			URI: uri, Frontmatter: front,
			Resources: []File{{URI: uri, Digest: "sha256:" + hex.EncodeToString(sum[:]), Size: len(skill.Text)}},
		})
		s.texts[uri] = skill.Text
	}
	return s, nil
}

// frontmatter parses the YAML between two lines of dashes at the start of a
// text.
func frontmatter(text string) (map[string]any, error) {
	rest, ok := strings.CutPrefix(text, "---\n")
	head, _, ended := strings.Cut(rest, "\n---\n")
	if !ok || !ended {
		return nil, fmt.Errorf("it has no front matter")
	}
	var out map[string]any
	return out, yaml.Unmarshal([]byte(head), &out)
}

// Entries lists the skills.
func (s *Set) Entries() []Entry { return slices.Clone(s.entries) }

// Find returns the skill with the given URI.
func (s *Set) Find(uri string) (Entry, bool) {
	for _, e := range s.entries {
		if e.URI == uri {
			return e, true
		}
	}
	return Entry{}, false
}

// Text returns the file with the given URI.
func (s *Set) Text(uri string) (string, bool) {
	text, ok := s.texts[uri]
	return text, ok
}
