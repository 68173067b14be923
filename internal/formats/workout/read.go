package workout

import (
	"cmp"
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/training"
)

//go:embed cycling/*.txt running/*.txt swimming/*.txt strength/*.txt
var files embed.FS

var library = sync.OnceValues(func() ([]Session, error) { return read(files) })

func read(fsys fs.FS) ([]Session, error) {
	names, err := fs.Glob(fsys, "*/*.txt")
	if err != nil {
		return nil, err
	}
	out := make([]Session, 0, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		s, err := parse(name, string(text))
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	sports, purposes := training.Sports(), Purposes()
	slices.SortFunc(out, func(a, b Session) int {
		return cmp.Or(
			cmp.Compare(slices.Index(sports, a.Sport), slices.Index(sports, b.Sport)),
			cmp.Compare(slices.Index(purposes, a.Purpose), slices.Index(purposes, b.Purpose)),
			cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// keys begin the lines above the steps, in this order.
var keys = [...]string{"name", "purpose", "for", "suits", "source", "tags"}

// parse reads the file of one session. Its folder is the sport, its name the id.
func parse(name, text string) (Session, error) {
	dir, file := path.Split(name)
	s := Session{ID: strings.TrimSuffix(file, ".txt"), Sport: training.Sport(strings.TrimSuffix(dir, "/"))}
	if !slices.Contains(training.Sports(), s.Sport) {
		return Session{}, damaged(name, "its folder is no sport")
	}
	head, steps, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) != len(keys) {
		return Session{}, damaged(name, "it does not begin with a line for each key")
	}
	var values [len(keys)]string
	for i, key := range keys {
		value, ok := strings.CutPrefix(lines[i], key+":")
		values[i] = strings.TrimSpace(value)
		if !ok || values[i] == "" {
			return Session{}, damaged(name, "it has no "+key+" in its place")
		}
	}
	s.Name, s.Purpose, s.About, s.Source = values[0], Purpose(values[1]), values[2]+" "+values[3], values[4]
	s.Tags, s.Text = strings.Split(values[5], ", "), strings.TrimSpace(steps)
	if !slices.Contains(Purposes(), s.Purpose) {
		return Session{}, damaged(name, "its purpose is none of the library's")
	}
	if s.Text == "" {
		return Session{}, damaged(name, "it has no steps")
	}
	return s, nil
}

func damaged(name, why string) error {
	return training.Errorf(training.KindCorrupt, "The session %s cannot be read: %s.", name, why).
		WithFix("Write it as the others are written.")
}
