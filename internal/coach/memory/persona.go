package memory

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

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

//go:embed texts
var ours embed.FS

// These are the names of the shared files in the coach folder.
const (
	personaFolder = "personas"
	guidelines    = "guidelines.md"
	onboarding    = "onboarding.md"
	ending        = ".md"
)

// MaxIntensity is the intensity of the harshest coach. The gentlest coach has 1.
const MaxIntensity = 5

// middling is the intensity of a persona that does not specify one.
const middling = 3

// Persona describes the way in which a coach speaks. Its text is separate.
type Persona struct {
	Name      string `json:"name"` // name of its file, without extension
	Title     string `json:"title"`
	About     string `json:"about,omitempty"`
	Intensity int    `json:"intensity"` // 1 to 5
	// Own is set for a persona from the athlete's files.
	Own bool `json:"own,omitempty"`
}

// PersonaSet holds all personas available to an athlete.
type PersonaSet struct {
	Personas   []Persona // ordered by name
	Guidelines string
	Health     string
	Onboarding string
	// Told holds messages about files that could not be read.
	Told  []i18n.Sentence
	texts map[string]string
	pages map[string]bool // the pages that come from the athlete's files
}

// maxFile is the maximum size in bytes of an athlete's file, and personaMaxFiles the
// maximum number of files that are read.
const (
	maxFile         = 64 << 10
	personaMaxFiles = 200
)

// ReadPersona reads the built-in personas and pages, and those of an athlete in a home.
// For a file that cannot be read, it adds a message and uses the built-in text.
func ReadPersona(home string, a training.AthleteID) (*PersonaSet, error) {
	s := &PersonaSet{
		texts: map[string]string{}, pages: map[string]bool{},
		Guidelines: own(guidelines), Health: own("health.md"), Onboarding: own(onboarding),
	}
	all, err := ours.ReadDir("texts/" + personaFolder)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		s.add(f.Name(), own(path.Join(personaFolder, f.Name())), false)
	}
	in, err := OpenFolder(home, a)
	if err != nil && training.KindOf(err) == training.KindForbidden {
		s.Told = append(s.Told, i18n.OfError(err))
		return s, nil
	}
	if err != nil || in == nil {
		return s, err
	}
	defer in.Close() // nothing was written
	for name, to := range map[string]*string{guidelines: &s.Guidelines, onboarding: &s.Onboarding} {
		if body, ok := s.file(in, name); ok {
			*to, s.pages[name] = body, true
		}
	}
	s.files(in)
	return s, nil
}

// LoadPersona reads the same as [ReadPersona], and also the athlete's stored texts that
// have no file yet, for example after a restore.
func LoadPersona(ctx context.Context, r store.Reader, scope training.Scope, home string) (*PersonaSet, error) {
	s, err := ReadPersona(home, scope.Athlete)
	if err != nil {
		return nil, err
	}
	pages, err := ListText(ctx, r, scope, Page)
	if err != nil {
		return nil, err
	}
	for _, t := range pages {
		for name, to := range map[string]*string{guidelines: &s.Guidelines, onboarding: &s.Onboarding} {
			if Page.File(t.ID) == name && !s.pages[name] && strings.TrimSpace(t.Body) != "" {
				*to = t.Body
			}
		}
	}
	kept, err := ListText(ctx, r, scope, PersonaKind)
	for _, t := range kept {
		filed := slices.ContainsFunc(s.Personas, func(p Persona) bool { return p.Own && strings.EqualFold(p.Name, t.ID) })
		if !filed && strings.TrimSpace(t.Body) != "" && len(t.Body) <= maxFile {
			s.add(t.ID+ending, t.Body, true)
		}
	}
	slices.SortFunc(s.Personas, func(a, b Persona) int { return cmp.Compare(a.Name, b.Name) })
	return s, err
}

func own(name string) string {
	b, err := ours.ReadFile("texts/" + name)
	if err != nil {
		panic("persona: " + err.Error()) // the text is built in, so this is a bug
	}
	return string(b)
}

func (s *PersonaSet) files(in *os.Root) {
	info, err := in.Lstat(personaFolder)
	if err != nil || !info.IsDir() {
		if err == nil {
			s.Told = append(s.Told, i18n.Sentencef("%s is not a folder: links are not followed.", personaFolder))
		}
		return
	}
	dir, err := in.Open(personaFolder)
	if err != nil {
		s.Told = append(s.Told, i18n.Sentencef("%s is not read: %s", personaFolder, i18n.Name(err.Error())))
		return
	}
	defer dir.Close() // nothing was written
	names, err := dir.Readdirnames(personaMaxFiles)
	if err != nil && !errors.Is(err, io.EOF) {
		s.Told = append(s.Told, i18n.Sentencef("%s is not read: %s", personaFolder, i18n.Name(err.Error())))
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ending) {
			continue
		}
		if body, ok := s.file(in, path.Join(personaFolder, name)); ok {
			s.add(name, body, true)
		}
	}
	slices.SortFunc(s.Personas, func(a, b Persona) int { return cmp.Compare(a.Name, b.Name) })
}

// file reads one of the athlete's files. It returns false if it is missing or unreadable.
func (s *PersonaSet) file(in *os.Root, name string) (string, bool) {
	b, err := disk.ReadIn(in, name, maxFile)
	switch {
	case err == nil && strings.TrimSpace(string(b)) != "":
		return string(b), true
	case err == nil:
		s.Told = append(s.Told, i18n.Sentencef("%s is empty and is ignored.", name))
	case errors.Is(err, disk.ErrNotRegular):
		s.Told = append(s.Told, i18n.Sentencef("%s is not a regular file and is not read: links are not followed.", name))
	case errors.Is(err, disk.ErrTooLarge):
		s.Told = append(s.Told, i18n.Sentencef("%s is larger than 64 KiB and is not read.", name))
	case !errors.Is(err, fs.ErrNotExist):
		s.Told = append(s.Told, i18n.Sentencef("%s is not read: %s", name, i18n.Name(err.Error())))
	}
	return "", false
}

// add adds the persona in a file, replacing one with the same name.
func (s *PersonaSet) add(file, whole string, own bool) {
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

// front separates the front matter from a text. It consists of lines with a name and a
// value, between two lines of three dashes. The map is nil if there is none.
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

// Find returns a persona and its text by name or title, ignoring case.
func (s *PersonaSet) Find(name string) (Persona, string, error) {
	var names []string
	for _, p := range s.Personas {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(p.Title, name) {
			return p, s.texts[p.Name], nil
		}
		names = append(names, p.Name)
	}
	e := training.Errorf(training.KindNotFound, "There is no persona %q.", textclean.Line(name, textclean.NameRunes))
	if near := i18n.Nearest(name, names); near != "" {
		return Persona{}, "", e.WithFix("Did you mean %s? The choices are: %s.", near, strings.Join(names, ", "))
	}
	return Persona{}, "", e.WithFix("The choices are: %s.", strings.Join(names, ", "))
}

// Intensity explains how direct a persona should be at an intensity from 1 to 5.
func Intensity(n int) i18n.Sentence {
	return [...]i18n.Sentence{
		"Gentle: encourage, ask, leave every decision to the athlete.",
		"Friendly: give reasons for suggestions, and do not push.",
		"Even: say clearly what is good and what is not, agree on the next step.",
		"Firm: hold the athlete to what was agreed, name every shortfall once.",
		"Hard: blunt about the work, never about the person; high standards, few words.",
	}[max(1, min(n, MaxIntensity))-1]
}
