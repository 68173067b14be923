package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

const (
	envName = ".env"
	// trustName is the list of trusted files in the home.
	trustName  = "trusted-env.json"
	trustLimit = 1 << 20
)

// Trusted is a .env file that the athlete named, as it was then.
type Trusted struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// TrustedFiles lists what the athlete named.
func TrustedFiles(home string) ([]Trusted, error) {
	path := filepath.Join(home, trustName)
	text, err := disk.ReadRegular(path, trustLimit)
	if absent(err) {
		return nil, nil
	}
	var all []Trusted
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, training.Errorf(training.KindCorrupt, "The list of trusted files %s cannot be read.", path).
			WithFix("Delete it, then name each folder again: lapkeep trust-env DIR")
	}
	return all, nil
}

// Trust lets the services' settings in the .env of dir count for processes
// that work in dir, until the file changes, and returns their names.
func Trust(home, dir string, services []Definition) (path string, names []string, err error) {
	path = envPath(dir)
	text, err := disk.ReadRegular(path, envLimit)
	if absent(err) {
		return path, nil, training.Errorf(training.KindNotFound, "There is no %s.", path).
			WithFix("Name the folder in which it lies.")
	}
	if err != nil {
		return path, nil, unreadable(path, err)
	}
	if names, _, _ = namesIn(string(text), services); len(names) == 0 {
		return path, nil, training.Errorf(training.KindInvalid, "%s holds nothing that Lapkeep reads from a folder.", path).
			WithFix("It reads there: %s.", strings.Join(serviceNames(services), ", "))
	}
	all, err := TrustedFiles(home)
	if err != nil {
		return path, nil, err
	}
	all = slices.DeleteFunc(all, func(t Trusted) bool { return t.Path == path })
	return path, names, putTrusted(home, append(all, Trusted{path, fingerprint(text)}))
}

// Distrust takes a folder's file from the list.
func Distrust(home, dir string) (path string, err error) {
	path = envPath(dir)
	all, err := TrustedFiles(home)
	if err != nil {
		return path, err
	}
	left := slices.DeleteFunc(slices.Clone(all), func(t Trusted) bool { return t.Path == path })
	if len(left) == len(all) {
		return path, training.Errorf(training.KindNotFound, "%s is not trusted.", path).
			WithFix("See what is: lapkeep trust-env --list")
	}
	return path, putTrusted(home, left)
}

func putTrusted(home string, all []Trusted) error {
	if err := MakeHome(home); err != nil {
		return err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = disk.WriteAtomic(filepath.Join(home, trustName), text, 0o600)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The list of trusted files cannot be written: %w.", err).
			WithFix("Make %s writable.", home)
	}
	return nil
}

// envPath is the .env of a folder by the one name that the folder has.
func envPath(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, envName)
}

func fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// trusted is the .env of the working folder if the athlete named it and it
// is as it was then. Any other is not even opened: it may be anything.
func (s *Settings) trusted(in Input, home string) ([]environment, error) {
	all, err := TrustedFiles(home)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	path := envPath(in.WorkDir)
	i := slices.IndexFunc(all, func(t Trusted) bool { return t.Path == path })
	if i < 0 {
		return nil, nil
	}
	text, err := disk.ReadRegular(path, envLimit)
	switch {
	case absent(err):
		return nil, nil
	case err != nil || fingerprint(text) != all[i].SHA256:
		s.Skipped = append(s.Skipped, Skip{
			textclean.Line(path, textclean.TextRunes) + " has changed since you trusted it, and is ignored.",
			"Read it, then run: lapkeep trust-env " + textclean.Here(textclean.Line(filepath.Dir(path), textclean.TextRunes)),
		})
		return nil, nil
	}
	e := environment{place: path, origin: path, folder: true}
	e.vars, _ = parseEnv(string(text))
	return []environment{e}, nil
}
