package settings

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/goccy/go-yaml"

	"lapkeep/internal/training"
)

// ConfigName is the config file's name in the home folder.
const ConfigName = "config.yaml"

// environment is one place with names and values.
type environment struct {
	place string
	vars  map[string]string
	clone bool // the .env of the working folder
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

// readEnvFile reads KEY=value lines; blank lines, comments, a leading
// "export" and quotes around a value are understood.
func readEnvFile(path string) (environment, bool, error) {
	e := environment{place: path, vars: map[string]string{}}
	text, err := os.ReadFile(path)
	if absent(err) || errors.Is(err, fs.ErrPermission) && !strings.HasSuffix(path, ".env") {
		return e, false, nil
	}
	if err != nil {
		return e, false, training.Errorf(training.KindUnavailable, "The file %s cannot be read: %w.", path, err).
			WithFix("Check its permissions.")
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, v, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		if !ok {
			// The line itself may hold a secret, so only its place is named.
			return e, false, training.Errorf(training.KindInvalid, "Line %d of %s is not NAME=value.", i+1, path).
				WithFix("Write one NAME=value a line, comments after #.")
		}
		e.vars[strings.TrimSpace(k)] = unquote(strings.TrimSpace(v))
	}
	return e, true, nil
}

// absent also holds below a path that is no folder: whoever uses the home
// says what is wrong with it.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func unquote(v string) string {
	if len(v) >= 2 && (v[0] == '"' || v[0] == '\'') && v[len(v)-1] == v[0] {
		return v[1 : len(v)-1]
	}
	if i := strings.Index(v, " #"); i >= 0 {
		return strings.TrimSpace(v[:i])
	}
	return v
}

// loadConfig reads the config file; one that is not there is empty. Unknown
// names are refused, since a misspelt bound would silently not hold.
func loadConfig(path string) (map[Key]string, error) {
	text, err := os.ReadFile(path)
	if absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "The config file %s cannot be read: %w.", path, err).
			WithFix("Check its permissions.")
	}
	var raw map[Key]any
	if err := yaml.Unmarshal(text, &raw); err != nil {
		return nil, training.Errorf(training.KindInvalid, "The config file %s is not valid YAML: %w.", path, err).
			WithFix("Write one \"name: value\" a line.")
	}
	out := map[Key]string{}
	for k, v := range raw {
		if !known(k) {
			return nil, training.Errorf(training.KindInvalid, "The config file %s has an unknown setting %q.", path, k).
				WithFix("Known settings: %s.", strings.Join(names(), ", "))
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

func known(k Key) bool {
	for _, d := range Catalogue() {
		if d.Key == k && k != Home {
			return true
		}
	}
	return false
}

func names() []string {
	var out []string
	for _, d := range Catalogue()[1:] {
		out = append(out, string(d.Key))
	}
	return out
}
