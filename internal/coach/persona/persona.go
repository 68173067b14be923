package persona

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/coach/text"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/regularfile"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

//go:embed texts
var ours embed.FS

// The names of what is shared, below the folder of the coach.
const (
	folder     = "personas"
	guidelines = "guidelines.md"
	onboarding = "onboarding.md"
	ending     = ".md"
)

// MaxIntensity is the hardest that a coach speaks; 1 is the gentlest.
const MaxIntensity = 5

// middling is the intensity of a persona that says none.
const middling = 3

// Persona is a way to speak, without its text.
type Persona struct {
	Name      string `json:"name"` // of its file
	Title     string `json:"title"`
	About     string `json:"about,omitempty"`
	Intensity int    `json:"intensity"` // 1 to 5
	// Own says that it is a file of the athlete's.
	Own bool `json:"own,omitempty"`
}

// Set is all that there is for an athlete.
type Set struct {
	Personas   []Persona // by name
	Guidelines string
	Health     string
	Onboarding string
	// Told says what could not be read.
	Told  []phrase.Sentence
	texts map[string]string
	pages map[string]bool // those that are files of the athlete's
}

// maxFile bounds a file of the athlete's, maxFiles how many are read.
const (
	maxFile  = 64 << 10
	maxFiles = 200
)

// Read reads what there is for an athlete in a home. A file that cannot be
// read is told, and ours stands in its place.
func Read(home string, a training.AthleteID) (*Set, error) {
	s := &Set{
		texts: map[string]string{}, pages: map[string]bool{},
		Guidelines: own(guidelines), Health: own("health.md"), Onboarding: own(onboarding),
	}
	all, err := ours.ReadDir("texts/" + folder)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		s.add(f.Name(), own(path.Join(folder, f.Name())), false)
	}
	in, err := text.OpenFolder(home, a)
	if err != nil && training.KindOf(err) == training.KindForbidden {
		s.Told = append(s.Told, phrase.OfError(err))
		return s, nil
	}
	if err != nil || in == nil {
		return s, err
	}
	defer in.Close() // it was only read
	for name, to := range map[string]*string{guidelines: &s.Guidelines, onboarding: &s.Onboarding} {
		if body, ok := s.file(in, name); ok {
			*to, s.pages[name] = body, true
		}
	}
	s.files(in)
	return s, nil
}

// Load is [Read] with what is stored of the athlete's own and has no file yet,
// as after a restore.
func Load(ctx context.Context, r text.Reader, scope training.Scope, home string) (*Set, error) {
	s, err := Read(home, scope.Athlete)
	if err != nil {
		return nil, err
	}
	pages, err := text.List(ctx, r, scope, text.Page)
	if err != nil {
		return nil, err
	}
	for _, t := range pages {
		for name, to := range map[string]*string{guidelines: &s.Guidelines, onboarding: &s.Onboarding} {
			if text.Page.File(t.ID) == name && !s.pages[name] && strings.TrimSpace(t.Body) != "" {
				*to = t.Body
			}
		}
	}
	kept, err := text.List(ctx, r, scope, text.Persona)
	for _, t := range kept {
		filed := slices.ContainsFunc(s.Personas, func(p Persona) bool { return p.Own && strings.EqualFold(p.Name, t.ID) })
		if !filed && strings.TrimSpace(t.Body) != "" && len(t.Body) <= maxFile {
			s.add(t.ID+ending, t.Body, true)
		}
	}
	slices.SortFunc(s.Personas, func(a, b Persona) int { return cmp.Compare(a.Name, b.Name) })
	return s, err
}

// own is a text of ours.
func own(name string) string {
	b, err := ours.ReadFile("texts/" + name)
	if err != nil {
		panic("persona: " + err.Error()) // it is built in
	}
	return string(b)
}

// files adds the personas of the athlete's own.
func (s *Set) files(in *os.Root) {
	info, err := in.Lstat(folder)
	if err != nil || !info.IsDir() {
		if err == nil {
			s.Told = append(s.Told, phrase.Sentencef("%s is not a folder: a link is not followed.", folder))
		}
		return
	}
	dir, err := in.Open(folder)
	if err != nil {
		s.Told = append(s.Told, phrase.Sentencef("%s is not read: %s", folder, phrase.Name(err.Error())))
		return
	}
	defer dir.Close() // it was only read
	names, err := dir.Readdirnames(maxFiles)
	if err != nil && !errors.Is(err, io.EOF) {
		s.Told = append(s.Told, phrase.Sentencef("%s is not read: %s", folder, phrase.Name(err.Error())))
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ending) {
			continue
		}
		if body, ok := s.file(in, path.Join(folder, name)); ok {
			s.add(name, body, true)
		}
	}
	slices.SortFunc(s.Personas, func(a, b Persona) int { return cmp.Compare(a.Name, b.Name) })
}

// file reads a file of the athlete's, if there is one that can be.
func (s *Set) file(in *os.Root, name string) (string, bool) {
	b, err := regularfile.ReadIn(in, name, maxFile)
	switch {
	case err == nil && strings.TrimSpace(string(b)) != "":
		return string(b), true
	case err == nil:
		s.Told = append(s.Told, phrase.Sentencef("%s is empty and does not count.", name))
	case errors.Is(err, regularfile.ErrNotRegular):
		s.Told = append(s.Told, phrase.Sentencef("%s is not a plain file and is not read: a link is not followed.", name))
	case errors.Is(err, regularfile.ErrTooLarge):
		s.Told = append(s.Told, phrase.Sentencef("%s is larger than 64 KiB and is not read.", name))
	case !errors.Is(err, fs.ErrNotExist):
		s.Told = append(s.Told, phrase.Sentencef("%s is not read: %s", name, phrase.Name(err.Error())))
	}
	return "", false
}

// add takes a file in; one that has the name of another is in its place.
func (s *Set) add(file, whole string, own bool) {
	p := Persona{Name: strings.TrimSuffix(file, ending), Own: own, Intensity: middling}
	matter, body := front(whole)
	p.Title = cmp.Or(textclean.Line(matter["title"], textclean.NameRunes), textclean.Line(p.Name, textclean.NameRunes))
	p.About = textclean.Line(matter["about"], textclean.NameRunes)
	if n, err := strconv.Atoi(matter["intensity"]); err == nil && 1 <= n && n <= MaxIntensity {
		p.Intensity = n
	}
	s.Personas = slices.DeleteFunc(s.Personas, func(o Persona) bool { return strings.EqualFold(o.Name, p.Name) })
	s.Personas = append(s.Personas, p)
	s.texts[p.Name] = body
}

// front cuts front matter off a text: lines of a name and a value between two
// lines of three dashes. A text without has none.
func front(whole string) (matter map[string]string, body string) {
	whole = strings.ReplaceAll(strings.TrimPrefix(whole, "\ufeff"), "\r\n", "\n")
	rest, begins := strings.CutPrefix(whole, "---\n")
	head, body, ends := strings.Cut(rest, "\n---\n")
	if !begins || !ends {
		return nil, strings.TrimSpace(whole)
	}
	matter = map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			matter[strings.ToLower(strings.TrimSpace(name))] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return matter, strings.TrimSpace(body)
}

// Find is a persona with its text, by its name or its title in any case.
func (s *Set) Find(name string) (Persona, string, error) {
	var names []string
	for _, p := range s.Personas {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(p.Title, name) {
			return p, s.texts[p.Name], nil
		}
		names = append(names, p.Name)
	}
	e := training.Errorf(training.KindNotFound, "There is no persona %q.", textclean.Line(name, textclean.NameRunes))
	if near := phrase.Nearest(name, names); near != "" {
		return Persona{}, "", e.WithFix("Did you mean %s? There are %s.", near, strings.Join(names, ", "))
	}
	return Persona{}, "", e.WithFix("There are %s.", strings.Join(names, ", "))
}

// Intensity says how hard to speak, from 1 to 5, whatever the persona.
func Intensity(n int) phrase.Sentence {
	return [...]phrase.Sentence{
		"Gentle: encourage, ask, leave every decision to the athlete.",
		"Friendly: suggest with a reason, press on nothing.",
		"Even: say clearly what is good and what is not, agree on the next step.",
		"Firm: hold the athlete to what was agreed, name every shortfall once.",
		"Hard: blunt about the work, high standards, few words; never about the person.",
	}[max(1, min(n, MaxIntensity))-1]
}
