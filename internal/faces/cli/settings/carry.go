package settings

import (
	"bytes"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Carried is the config file at a path as a backup may carry it, nil if there
// is none, and the names of the secrets that were left out. A file with a
// secret in it is written anew without comments, since those may repeat it.
func Carried(path string, services []Definition) (text []byte, left []string, err error) {
	text, err = disk.ReadRegular(path, configLimit)
	if absent(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, unreadable(path, err)
	}
	var all yaml.MapSlice
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, nil, training.Errorf(training.KindInvalid, "The config file %s is not valid YAML: %w.", path, err).
			WithFix("Write one \"name: value\" a line.")
	}
	secrets := secretNames(services)
	all = slices.DeleteFunc(all, func(i yaml.MapItem) bool {
		name, ok := i.Key.(string)
		if ok && slices.Contains(secrets, name) {
			left = append(left, name)
			return true
		}
		return false
	})
	if len(left) == 0 {
		return withoutSecretComments(text, secrets), nil, nil
	}
	if len(all) == 0 {
		return []byte{}, left, nil
	}
	text, err = yaml.Marshal(all)
	return text, left, err
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

// withoutSecretComments leaves out the comments that name a secret: one that
// was put out of use is one still.
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
