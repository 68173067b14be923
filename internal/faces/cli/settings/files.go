package settings

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/goccy/go-yaml"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// ConfigName is the config file's name in the home folder.
const ConfigName = "config.yaml"

// The most that is read of a file.
const (
	envLimit    = 64 << 10
	configLimit = 1 << 20
)

// environment is one place with names and values.
type environment struct {
	place string
	// origin is who wrote it: the files of the home are one origin.
	origin string
	vars   map[string]string
	// folder is the .env of a working folder, in which settings of services
	// alone count.
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

// readEnvFile reads a .env file of the athlete's own: a line that says nothing
// is refused there, since it may have been meant to narrow something.
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
		// The line itself may hold a secret, so only its place is named.
		return e, false, training.Errorf(training.KindInvalid, "Line %d of %s is not NAME=value.", bad[0], path).
			WithFix("Write one NAME=value a line, comments after #.")
	}
	return e, true, nil
}

// unreadable says why a settings file is not read.
func unreadable(path string, err error) error {
	e := training.Errorf(training.KindUnavailable, "The file %s cannot be read: %w.", path, err)
	switch {
	case errors.Is(err, disk.ErrNotRegular):
		return e.WithFix("Put the file itself in its place.")
	case errors.Is(err, disk.ErrTooLarge):
		return e.WithFix("Make it smaller: settings take a few lines.")
	}
	return e.WithFix("Check its permissions.")
}

// absent also holds below a path that is no folder: whoever uses the home
// says what is wrong with it.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// loadConfig reads the config file; one that is not there is empty. Unknown
// names are refused, since a misspelt bound would silently not hold.
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
		return nil, training.Errorf(training.KindInvalid, "The config file %s is not valid YAML: %w.", path, err).
			WithFix("Write one \"name: value\" a line.")
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
