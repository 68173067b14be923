package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// ConfigName is the config file's name in the home folder.
const ConfigName = "config.yaml"

// The maximum number of bytes read from a file.
const (
	envLimit    = 64 << 10
	configLimit = 1 << 20
)

// environment is a set of variables from one place.
type environment struct {
	place string
	// origin identifies the author; all files of the home have the same origin.
	origin string
	vars   map[string]string
	// folder is the .env of a working folder, in which only the settings of
	// services are used.
	folder bool
}

func parseEnviron(environ []string) map[string]string {
	vars := map[string]string{}
	for _, kv := range environ {
		if k, v, ok := strings.Cut(kv, "="); ok {
			vars[k] = v
		}
	}
	return vars
}

// readEnvFile reads a .env file of the athlete's own. A malformed line is an error
// there, because it may have been meant to restrict something.
func readEnvFile(path, origin string) (environment, bool, error) {
	e := environment{place: path, origin: origin}
	text, err := disk.ReadRegular(path, envLimit)
	if absent(err) {
		return e, false, nil
	}
	if err != nil {
		return e, false, unreadable(path, err)
	}
	var bad []int
	if e.vars, bad = parseEnv(string(text)); len(bad) > 0 {
		// The line itself may hold a secret, so only its number is given.
		return e, false, training.Errorf(training.KindInvalid, "Line %d of %s is not in the form NAME=value.", bad[0], path).
			WithFix("Write one NAME=value per line, with comments after #.")
	}
	return e, true, nil
}

// unreadable returns an error that says why a settings file cannot be read.
func unreadable(path string, err error) error {
	e := training.Errorf(training.KindUnavailable, "The file %s cannot be read: %w.", path, err)
	switch {
	case errors.Is(err, disk.ErrNotRegular):
		return e.WithFix("Replace the link with the file itself.")
	case errors.Is(err, disk.ErrTooLarge):
		return e.WithFix("Make it smaller; settings need only a few lines.")
	}
	return e.WithFix("Check its permissions.")
}

// absent reports whether a path is missing or lies below something that is not a
// folder; the code that uses the home reports the latter.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// loadConfig reads the config file; a missing file is empty. Unknown names are
// errors, because a misspelt limit would silently have no effect.
func loadConfig(path string, all []Definition) (map[Key]string, error) {
	text, err := disk.ReadRegular(path, configLimit)
	if absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	var raw map[Key]any
	if err := yaml.Unmarshal(text, &raw); err != nil {
		return nil, notYAML(path, text, err)
	}
	out := map[Key]string{}
	for k, v := range raw {
		if !known(k, all) {
			return nil, training.Errorf(training.KindInvalid, "The config file %s has an unknown setting %q.", path, k).
				WithFix("Known settings: %s.", strings.Join(names(all), ", "))
		}
		out[k] = configText(k, v)
	}
	return out, nil
}

func notYAML(path string, text []byte, err error) error {
	e := training.Errorf(training.KindInvalid, "The config file %s is not valid YAML: %w.", path, err)
	if bytes.ContainsRune(text, '\\') {
		return e.WithFix("Put Windows paths in single quotes or no quotes: inside double quotes, \\ starts an escape.")
	}
	return e.WithFix("Write one \"name: value\" per line.")
}

func configText(k Key, v any) string {
	list, ok := v.([]any)
	if !ok {
		return strings.TrimSpace(toText(v))
	}
	sep := ","
	if k == ImportDirs {
		sep = string(os.PathListSeparator)
	}
	var parts []string
	for _, x := range list {
		parts = append(parts, toText(x))
	}
	return strings.Join(parts, sep)
}

func toText(v any) string {
	b, err := yaml.Marshal(v)
	if s, ok := v.(string); ok || err != nil {
		return s
	}
	return strings.TrimSpace(string(b))
}

func known(k Key, all []Definition) bool {
	for _, d := range all {
		if d.Key == k && k != Home {
			return true
		}
	}
	return false
}

func names(all []Definition) []string {
	var out []string
	for _, d := range all[1:] {
		out = append(out, string(d.Key))
	}
	return out
}

// Carried returns the config file as a backup may contain it, or nil if there is
// none, and the names of the secrets that were left out. A file with a secret is
// rewritten without comments, because a comment may repeat the secret.
func Carried(path string, services []Definition) (text []byte, left []string, err error) {
	text, err = disk.ReadRegular(path, configLimit)
	if absent(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, unreadable(path, err)
	}
	var all yaml.Node
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, nil, notYAML(path, text, err)
	}
	secrets := secretNames(services)
	var kept yaml.Node
	for i := 0; len(all.Content) > 0 && i+1 < len(all.Content[0].Content); i += 2 {
		name, value := all.Content[0].Content[i], all.Content[0].Content[i+1]
		if slices.Contains(secrets, name.Value) {
			left = append(left, name.Value)
			continue
		}
		kept.Kind = yaml.MappingNode
		kept.Content = append(kept.Content, &yaml.Node{Kind: name.Kind, Value: name.Value}, withoutComments(value))
	}
	switch {
	case len(left) == 0:
		return withoutSecretComments(text, secrets), nil, nil
	case len(kept.Content) == 0:
		return []byte{}, left, nil
	}
	text, err = yaml.Marshal(&kept)
	return text, left, err
}

// ConfigOf returns the config file of a home of this athlete alone. Secrets stay with the
// athlete to whom the former home's settings belong.
func ConfigOf(path string, services []Definition, athlete string, own bool) ([]byte, error) {
	text, err := disk.ReadRegular(path, configLimit)
	if err == nil && !own {
		text, _, err = Carried(path, services)
	}
	if absent(err) {
		text, err = nil, nil
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	var all yaml.Node
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, notYAML(path, text, err)
	}
	kept := yaml.Node{Kind: yaml.MappingNode}
	for i := 0; len(all.Content) > 0 && i+1 < len(all.Content[0].Content); i += 2 {
		name, value := all.Content[0].Content[i], all.Content[0].Content[i+1]
		if !slices.Contains([]Key{Athlete, Athletes, Homes, APIKey, ImportDirs}, Key(name.Value)) {
			kept.Content = append(kept.Content, name, value)
		}
	}
	for _, text := range []string{string(Athlete), athlete} {
		kept.Content = append(kept.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: text})
	}
	return yaml.Marshal(&kept)
}

// withoutComments returns a value without its comments.
func withoutComments(n *yaml.Node) *yaml.Node {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	for _, c := range n.Content {
		withoutComments(c)
	}
	return n
}

// secretNames lists the names of secrets in the file and elsewhere.
func secretNames(services []Definition) (out []string) {
	for _, d := range Catalogue(services) {
		if d.Secret {
			out = append(append(out, string(d.Key)), d.Env...)
		}
	}
	return out
}

// withoutSecretComments removes the comments that mention a secret: a secret that is
// commented out is still a secret.
func withoutSecretComments(text []byte, secrets []string) []byte {
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if ok && slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(comment, s) }) {
			continue
		}
		out.WriteString(line)
	}
	return out.Bytes()
}

// checkHome rejects a home that other users can access, or that contains links:
// anyone who can write there could have written the settings, and anyone who can
// read there has the data. A missing home is accepted.
//
// It checks the home, its entries, the keys, and the folders of originals: this
// takes a few system calls per athlete, however much is stored. The originals
// themselves are checked when they are read.
func checkHome(home string) (missing bool, err error) {
	info, err := os.Lstat(home)
	if absent(err) {
		return true, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if !ours(info) {
			return false, notOurs(home)
		}
		info, err = os.Stat(home)
	}
	switch {
	case err != nil:
		return false, training.Errorf(training.KindUnavailable, "The home folder %s cannot be read: %w.", home, err).
			WithFix("Check the permissions of the folder and its parent folders.")
	case !info.IsDir():
		return false, training.Errorf(training.KindInvalid, "%s is not a folder.", home).
			WithFix("Choose a folder with --home or LAPKEEP_HOME.")
	case !ours(info):
		return false, notOurs(home)
	case open(info):
		return false, openToOthers(home, info.Mode().Perm())
	}
	return false, checkInside(home)
}

func notOurs(home string) error {
	return training.Errorf(training.KindForbidden, "The home folder %s belongs to another user.", home).
		WithFix("Run this as that user, or choose your own folder with --home or LAPKEEP_HOME.")
}

func openToOthers(home string, mode fs.FileMode) error {
	e := training.Errorf(training.KindForbidden, "Other users can read the home folder %s (mode %o).", home, mode)
	if mode&0o022 != 0 {
		e = training.Errorf(training.KindForbidden, "Other users can write to the home folder %s (mode %o).", home, mode)
		return e.WithFix("Check that everything in it is yours, then run: chmod 700 %s", textclean.Here(home))
	}
	return e.WithFix("Run: chmod 700 %s", textclean.Here(home))
}

// AtHome returns the flag with which a printed command finds this home; it is
// empty for the default home.
func (s Settings) AtHome() string {
	if v := s.Value(Home); v.From != "default" {
		return " --home " + textclean.Here(v.Text)
	}
	return ""
}

// KeysFolder is the folder of a home that holds each athlete's keys for services.
const KeysFolder = "keys"

// Other folders in the home that contain one folder per athlete.
const (
	athletesFolder  = "athletes"
	originalsFolder = "originals"
)

// checkInside rejects links, pipes and devices in place of files and folders.
func checkInside(home string) error {
	if _, err := checkFolder(home); err != nil {
		return err
	}
	keys := filepath.Join(home, KeysFolder)
	owners, err := checkFolder(keys)
	if err != nil {
		return err
	}
	for _, a := range owners {
		if _, err := checkFolder(filepath.Join(keys, a.Name())); a.IsDir() && err != nil {
			return err
		}
	}
	athletes, err := checkFolder(filepath.Join(home, athletesFolder))
	for _, a := range athletes {
		path := filepath.Join(home, athletesFolder, a.Name(), originalsFolder)
		if info, serr := os.Lstat(path); serr == nil && !info.IsDir() {
			return planted(path)
		}
	}
	return err
}

func checkFolder(path string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "The folder %s cannot be read: %w.", path, err).
			WithFix("Check its permissions.")
	}
	for _, e := range entries {
		if e.Type()&^fs.ModeDir != 0 {
			return nil, planted(filepath.Join(path, e.Name()))
		}
	}
	return entries, nil
}

func planted(path string) error {
	return training.Errorf(training.KindForbidden, "%s is a link or not a regular file; a home folder must not contain these.", path).
		WithFix("If you created it, replace it with the real file or folder; otherwise choose another home folder with --home.")
}

// MakeHome creates a missing home that only its user can access, and checks it
// again, because a different user may have created it first.
func MakeHome(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return training.Errorf(training.KindUnavailable, "The folder %s cannot be created: %w.", home, err).
			WithFix("Choose another with --home.")
	}
	_, err := checkHome(home)
	return err
}
