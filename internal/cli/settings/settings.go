package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Input is where settings are looked for. Everything comes in as a value, so
// that a test can stand anywhere.
type Input struct {
	Flags    map[Key]string // only those that the user gave
	Environ  []string       // KEY=value, as os.Environ gives it
	WorkDir  string
	UserHome string
	EnvFile  string // an explicit .env file; then no other is read
}

// Value is one setting with its origin, for people.
type Value struct {
	Definition
	Text string
	From string // "flag --home", "environment LAPKEEP_HOME", a file, or "default"
	// Narrowed is the word that was asked for and refused because the config
	// file allows less.
	Narrowed string
}

// Shown is the value as it may be printed.
func (v Value) Shown() string {
	if v.Secret && v.Text != "" {
		return "(set, hidden)"
	}
	return v.Text
}

// Settings are the values of one run.
type Settings struct {
	values map[Key]Value
	// EnvFiles and ConfigFile are the files that were read.
	EnvFiles   []string
	ConfigFile string
}

// Get is the text of a setting.
func (s Settings) Get(k Key) string { return s.values[k].Text }

// Value is a setting with its origin.
func (s Settings) Value(k Key) Value { return s.values[k] }

// All lists every setting in the catalogue's order.
func (s Settings) All() []Value {
	var out []Value
	for _, d := range Catalogue() {
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

// candidate is one place's word for a setting.
type candidate struct{ text, from string }

// Load reads all places. It fails on a file that is damaged and on a word
// that a setting does not know, naming the place and the right words.
func Load(in Input) (Settings, error) {
	s := Settings{values: map[Key]Value{}}
	if in.EnvFile != "" && !filepath.IsAbs(in.EnvFile) {
		in.EnvFile = filepath.Join(in.WorkDir, in.EnvFile)
	}
	env := environment{place: "environment", vars: parseEnviron(in.Environ)}
	home, err := loadHome(in, env)
	if err != nil {
		return s, err
	}
	s.values[Home] = home
	envFiles, err := loadEnvFiles(in, home.Text)
	if err != nil {
		return s, err
	}
	for _, f := range envFiles {
		s.EnvFiles = append(s.EnvFiles, f.place)
	}
	s.ConfigFile = filepath.Join(home.Text, ConfigName)
	config, err := loadConfig(s.ConfigFile)
	if err != nil {
		return s, err
	}
	for _, d := range Catalogue() {
		if d.Key == Home {
			continue
		}
		v, err := resolve(d, in, append([]environment{env}, envFiles...), config, s.ConfigFile)
		if err != nil {
			return s, err
		}
		s.values[d.Key] = v
	}
	return s, nil
}

// loadHome finds the home first, since .env and config stand in it. A .env of
// the working folder may name it too.
func loadHome(in Input, env environment) (Value, error) {
	d := Catalogue()[0]
	places := []environment{env}
	files := []string{filepath.Join(in.WorkDir, ".env")}
	if in.EnvFile != "" {
		files = []string{in.EnvFile}
	}
	for _, f := range files {
		e, found, err := readEnvFile(f)
		if err != nil {
			return Value{}, err
		}
		if found {
			places = append(places, e)
		}
	}
	v, err := resolve(d, in, places, nil, "")
	if v.Text == "" {
		v.Text, v.From = filepath.Join(in.UserHome, ".lapkeep"), "default"
	}
	if !filepath.IsAbs(v.Text) {
		v.Text = filepath.Join(in.WorkDir, v.Text)
	}
	return v, err
}

func loadEnvFiles(in Input, home string) ([]environment, error) {
	files := []string{filepath.Join(home, ".env"), filepath.Join(in.WorkDir, ".env")}
	if in.EnvFile != "" {
		files = []string{in.EnvFile}
	}
	var out []environment
	for _, f := range files {
		e, found, err := readEnvFile(f)
		if err != nil {
			return nil, err
		}
		if !found && in.EnvFile != "" {
			return nil, training.Errorf(training.KindNotFound, "The file %s is not there.", f).
				WithFix("Name an existing file with --env-file, or leave the flag out.")
		}
		e.clone = in.EnvFile == "" && f != files[0]
		if found && !slices.ContainsFunc(out, func(o environment) bool { return o.place == f }) {
			out = append(out, e)
		}
	}
	return out, nil
}

func resolve(d Definition, in Input, envs []environment, config map[Key]string, configFile string) (Value, error) {
	v := Value{Definition: d, Text: d.Default, From: "default"}
	if text, ok := config[d.Key]; ok {
		v.Text, v.From = d.word(text), configFile
	}
	if err := d.check(v.Text, v.From); err != nil {
		return v, err
	}
	above, ok := firstAbove(d, in, envs)
	if !ok {
		return v, nil
	}
	above.text = d.word(above.text)
	if err := d.check(above.text, above.from); err != nil {
		return v, err
	}
	if d.Bounded && slices.Index(d.Allowed, above.text) > slices.Index(d.Allowed, v.Text) {
		v.Narrowed = above.text + " (" + above.from + ")"
		return v, nil
	}
	v.Text, v.From = above.text, above.from
	return v, nil
}

// firstAbove is the word of the first place before the config file.
func firstAbove(d Definition, in Input, envs []environment) (candidate, bool) {
	if text, ok := in.Flags[d.Key]; ok {
		return candidate{text, "flag --" + d.Flag}, true
	}
	for _, e := range envs {
		if d.Exposing && e.clone {
			continue
		}
		for _, name := range d.Env {
			if text := e.vars[name]; text != "" {
				return candidate{text, e.place + " " + name}, true
			}
		}
	}
	return candidate{}, false
}

// On is whether a switch is set.
func (s Settings) On(k Key) bool { return s.Get(k) == "true" }

// words are the right ones; nil is any text.
func (d Definition) words() []string {
	if d.Switch {
		return []string{"false", "true"}
	}
	return d.Allowed
}

// switched are other ways to write a switch.
func switched() map[string]string {
	return map[string]string{
		"1": "true", "yes": "true", "on": "true", "0": "false", "no": "false", "off": "false",
	}
}

// word reads a setting of few words in any letters and in others' words.
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

func (d Definition) check(text, from string) error {
	words := d.words()
	if words == nil || slices.Contains(words, text) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%s is %q (%s).", d.Key, text, from).
		WithFix("Use one of: %s.", strings.Join(words, ", "))
}

// DefaultUserHome is the user's home folder, or the working folder where the
// system does not know one.
func DefaultUserHome() string {
	if h, err := os.UserHomeDir(); err == nil {
		return h
	}
	return "."
}
