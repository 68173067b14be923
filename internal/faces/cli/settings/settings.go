// Package settings reads Lapkeep's settings from flags, the environment, the home's
// .env and config file, in this order, and remembers where each value came from. It
// does not depend on how settings are used.
//
// The config file limits what an assistant may write: flags, environment and .env
// can narrow this limit but never widen it, so that no client's config can grant
// more than the user wrote down.
//
// The home holds these files, so only the user may have access to it. The working
// folder may belong to anybody, so its .env is used for services only, and only if
// the athlete named it.
package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Input holds the sources of the settings. Everything is passed as a value, so that
// tests can run anywhere.
type Input struct {
	Flags    map[Key]string // only those that the user gave
	Environ  []string       // KEY=value, as os.Environ returns it
	WorkDir  string
	UserHome string       // empty if the system reports none
	EnvFile  string       // an explicit .env file; if it is given, no other is read
	Services []Definition // settings that services declare
}

// Value is one setting with its origin, for people.
type Value struct {
	Definition
	Text string
	From string // "flag --home", "environment LAPKEEP_HOME", a file, or "default"
	// Origin identifies the author: two values with the same origin were written together.
	Origin string
	// Hidden values come from a working folder's file and are never shown.
	Hidden bool
	// inEnvFile marks values from an env file.
	inEnvFile bool
	// Narrowed is the requested value, if it was refused because the config file
	// allows less.
	Narrowed string
	// Unoffered is the requested language, if there are no translations for it.
	Unoffered string
}

// Shown returns the value in printable form; a secret becomes "(set, hidden)".
func (v Value) Shown() string {
	if (v.Secret || v.Hidden) && v.Text != "" {
		return "(set, hidden)"
	}
	return textclean.Line(v.Text, textclean.NameRunes)
}

// Settings holds the values of the settings in one run.
type Settings struct {
	values     map[Key]Value
	all        []Definition
	ConfigFile string
	// NewHome reports whether the home did not exist: see [MakeHome].
	NewHome bool
	// Skipped lists the values that were found but not used.
	Skipped []Skip
}

// Skip describes in sentences a value that was not used, and what to do about it.
type Skip struct{ What, Fix string }

// Note describes how a setting differs from the requested value; it is empty if it does not
// differ.
func (v Value) Note() string { return v.NoteIn(fmt.Sprintf) }

// NoteIn returns the note translated by say.
func (v Value) NoteIn(say func(format string, args ...any) string) string {
	switch {
	case v.Narrowed != "":
		return say("the config file does not allow %s", v.Narrowed)
	case v.Unoffered != "":
		return v.Unoffered + " (" + v.From + ") is not available, so messages are in English; available: " + strings.Join(v.Allowed, ", ")
	}
	return ""
}

// Get returns the text of a setting.
func (s Settings) Get(k Key) string { return s.values[k].Text }

// Value returns a setting with its origin.
func (s Settings) Value(k Key) Value { return s.values[k] }

// All lists every setting in the catalogue's order.
func (s Settings) All() []Value {
	var out []Value
	for _, d := range s.all {
		out = append(out, s.values[d.Key])
	}
	return out
}

// List splits a setting that holds several words separated by commas.
func (s Settings) List(k Key) []string {
	return strings.FieldsFunc(s.Get(k), func(r rune) bool { return r == ',' || r == ' ' })
}

// Paths splits a setting that holds folders, separated as in PATH.
func (s Settings) Paths(k Key) []string {
	return slices.DeleteFunc(filepath.SplitList(s.Get(k)), func(p string) bool { return p == "" })
}

// Load reads the settings from all places. It returns an error for a damaged file or an
// unknown value, with the place and the valid values.
func Load(in Input) (Settings, error) {
	s := Settings{values: map[Key]Value{}, all: Catalogue(in.Services)}
	envs, err := s.named(in)
	if err != nil {
		return s, err
	}
	if err := s.findHome(in, envs); err != nil {
		return s, err
	}
	home := s.Get(Home)
	if in.EnvFile == "" {
		own, found, err := readEnvFile(filepath.Join(home, envName), home)
		if err != nil {
			return s, err
		}
		if found {
			envs = append(envs, own)
		}
		folder, err := s.trusted(in, home)
		if err != nil {
			return s, err
		}
		envs = append(envs, folder...)
	}
	s.ConfigFile = filepath.Join(home, ConfigName)
	config, err := loadConfig(s.ConfigFile, s.all)
	if err != nil {
		return s, err
	}
	for _, d := range s.all[1:] {
		if s.values[d.Key], err = s.resolve(d, in, envs, config); err != nil {
			return s, err
		}
	}
	s.pass()
	return s, nil
}

// pass drops settings that were not meant for Lapkeep or are not used.
func (s *Settings) pass() {
	for _, d := range s.all {
		v := s.values[d.Key]
		anybodys := slices.ContainsFunc(d.Anybodys, func(name string) bool { return strings.HasSuffix(v.From, " "+name) })
		if anybodys && s.values[d.Beside].Origin != v.Origin {
			s.values[d.Key] = Value{Definition: d, Text: d.Default, From: "default"}
		}
		if d.Instead != "" && v.Text != "" {
			s.Skipped = append(s.Skipped, Skip{v.From + " is not used.", d.Instead})
		}
	}
}

// named returns the settings chosen by the person who starts the program: the
// environment, and the file that the command line names.
func (s *Settings) named(in Input) ([]environment, error) {
	envs := []environment{{place: processOrigin, origin: processOrigin, vars: parseEnviron(in.Environ)}}
	if in.EnvFile == "" {
		return envs, nil
	}
	path := in.EnvFile
	if !filepath.IsAbs(path) {
		path = filepath.Join(in.WorkDir, path)
	}
	place := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // containers mount secrets as links
	}
	e, found, err := readEnvFile(path, place)
	if err == nil && !found {
		err = training.Errorf(training.KindNotFound, "The file %s does not exist.", place).
			WithFix("Pass an existing file with --env-file, or leave the flag out.")
	}
	e.place = place
	return append(envs, e), err
}

// findHome resolves the home first, because it holds .env and config. Only a file
// named on the command line can set it.
func (s *Settings) findHome(in Input, envs []environment) error {
	v, err := s.resolve(s.all[0], in, envs, nil)
	if err != nil {
		return err
	}
	switch {
	case v.Text == "" && !filepath.IsAbs(in.UserHome):
		return training.Errorf(training.KindUnavailable, "Your user has no known home directory.").
			WithFix("Set HOME, or choose a folder for Lapkeep with --home or LAPKEEP_HOME.")
	case v.Text == "":
		v.Text, v.From = filepath.Join(in.UserHome, ".lapkeep"), "default"
	case !filepath.IsAbs(v.Text):
		v.Text = filepath.Join(in.WorkDir, v.Text)
	}
	s.values[Home] = v
	s.NewHome, err = checkHome(v.Text)
	return err
}

func (s *Settings) resolve(d Definition, in Input, envs []environment, config map[Key]string) (Value, error) {
	v := Value{Definition: d, Text: d.Default, From: "default"}
	if d.Key == Language {
		v.ofSystem(in.Environ)
	}
	if text, ok := config[d.Key]; ok {
		v = Value{Definition: d, Text: d.word(text), From: s.ConfigFile, Origin: s.Get(Home)}
	}
	if err := d.settle(&v, in); err != nil {
		return v, err
	}
	above, ok, err := s.firstAbove(d, in, envs)
	if err != nil || !ok {
		return v, err
	}
	if d.Bounded && slices.Index(d.Allowed, above.Text) > slices.Index(d.Allowed, v.Text) {
		v.Narrowed = above.Text + " (" + above.From + ")"
		return v, nil
	}
	return above, nil
}

// firstAbove returns the value from the first place that has one, except the config file.
func (s *Settings) firstAbove(d Definition, in Input, envs []environment) (v Value, ok bool, err error) {
	v = Value{Definition: d}
	if text, ok := in.Flags[d.Key]; ok {
		v.Text, v.From, v.Origin = d.word(text), "flag --"+d.Flag, "flag"
		return v, true, d.settle(&v, in)
	}
	for _, e := range envs {
		if e.folder && !d.OfService {
			continue
		}
		for _, name := range d.Env {
			text := e.vars[name]
			if text == "" {
				continue
			}
			v.Text, v.From, v.Origin = d.word(text), e.place+" "+name, e.origin
			v.Hidden, v.inEnvFile = e.folder, e.origin != processOrigin
			err := d.settle(&v, in)
			if err == nil {
				return v, true, nil
			}
			if others := e.folder || d.Shared && !strings.HasPrefix(name, ownPrefix); !others {
				return v, false, err
			}
			s.Skipped = append(s.Skipped, Skip{v.From + " has no value that Lapkeep knows, and is ignored.", ""})
		}
	}
	return v, false, nil
}

const (
	// ownPrefix is the prefix of names that no other program uses.
	ownPrefix = "LAPKEEP_"
	// processOrigin is the environment that the program was started with.
	processOrigin = "environment"
)

// On reports whether a switch is on.
func (s Settings) On(k Key) bool { return s.Get(k) == "true" }

// words returns the valid values; nil allows any text.
func (d Definition) words() []string {
	if d.Switch {
		return []string{"false", "true"}
	}
	return d.Allowed
}

// switched maps alternative spellings of a switch to its values.
func switched() map[string]string {
	return map[string]string{
		"1": "true", "yes": "true", "on": "true", "0": "false", "no": "false", "off": "false",
	}
}

// word returns the valid word for a text in any case or in other programs' words.
func (d Definition) word(text string) string {
	if d.words() == nil {
		return text
	}
	same := d.Same
	if d.Switch {
		same = switched()
	}
	lower := strings.ToLower(text)
	if right, ok := same[lower]; ok {
		return right
	}
	return lower
}

// settle converts a written value to its valid form, and rejects a meaningless one.
func (d Definition) settle(v *Value, in Input) error {
	if d.Key == Language && v.Unoffered == "" {
		v.Text, v.Unoffered = offered(v.Text)
	}
	if err := d.check(*v); err != nil {
		return err
	}
	list := []string{v.Text}
	switch {
	case d.Places:
		list = filepath.SplitList(v.Text)
	case !d.Path:
		return nil
	}
	if strings.ContainsFunc(v.Text, unicode.IsControl) {
		return training.Errorf(training.KindInvalid, "%s contains a control character (%s).", d.Key, v.From).
			WithFix("Remove it. In YAML, put Windows paths in single quotes or no quotes: inside double quotes, \\ starts an escape.")
	}
	for i, path := range list {
		var err error
		if list[i], err = ExpandHome(path, in.UserHome); err != nil {
			return err
		}
	}
	v.Text = strings.Join(list, string(os.PathListSeparator))
	return nil
}

// ExpandHome returns a path with ~ replaced by the user's home folder, as a
// shell does. It returns an error for another user's home folder.
func ExpandHome(path, home string) (string, error) {
	rest, ok := strings.CutPrefix(path, "~")
	switch {
	case !ok:
		return path, nil
	case rest != "" && !os.IsPathSeparator(rest[0]):
		return "", training.Errorf(training.KindInvalid, "%q starts with another user's home directory.", path).
			WithFix("Write the full path; if the name itself starts with ~, write ./~.")
	case !filepath.IsAbs(home):
		return "", training.Errorf(training.KindUnavailable, "~ in %q means your home directory, which is not known.", path).
			WithFix("Set HOME, or write the full path.")
	}
	return filepath.Join(home, rest), nil
}

// check rejects an unknown value. A value from an env file is not repeated, because
// it may be a secret in the wrong place.
func (d Definition) check(v Value) error {
	if d.Number && v.Text != "" {
		if n, err := strconv.Atoi(v.Text); err != nil || n <= 0 {
			return training.Errorf(training.KindInvalid, "%s is not a whole number (%s).", d.Key, v.From).WithFix("Use digits only, " +
				"such as 250.")
		}
	}
	words := d.words()
	if words == nil || v.Text == d.Default || slices.Contains(words, v.Text) {
		return nil
	}
	if v.inEnvFile {
		return training.Errorf(training.KindInvalid, "%s has an unknown value (%s).", d.Key, v.From).
			WithFix("Use one of: %s.", strings.Join(words, ", "))
	}
	return training.Errorf(training.KindInvalid, "%s is %q (%s).", d.Key, v.Text, v.From).
		WithFix("Use one of: %s.", strings.Join(words, ", "))
}

// DefaultUserHome returns the user's home folder, or "" if the system reports none.
func DefaultUserHome() string {
	h, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return h
}
