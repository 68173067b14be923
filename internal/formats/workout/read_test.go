package workout

import (
	"strings"
	"testing"
	"testing/fstest"

	"lapkeep/internal/training"
)

const sound = `name: Short spin
purpose: recovery
for: Moves the legs.
suits: Anybody.
source: Somebody A (2020). A title. A journal 1(2):3-4.
tags: indoor, short

Warmup
- 30m 50%
`

func TestParseReadsEachField(t *testing.T) {
	t.Parallel()
	for _, text := range []string{sound, strings.ReplaceAll(sound, "\n", "\r\n")} {
		s, err := parse("cycling/short-spin.txt", text)
		if err != nil {
			t.Fatal(err)
		}
		if s.ID != "short-spin" || s.Name != "Short spin" || s.Sport != training.Cycling || s.Purpose != Recovery ||
			s.About != "Moves the legs. Anybody." || s.Source != "Somebody A (2020). A title. A journal 1(2):3-4." ||
			s.Text != "Warmup\n- 30m 50%" || strings.Join(s.Tags, "+") != "indoor+short" {
			t.Errorf("%+v", s)
		}
	}
}

func TestParseRefusesDamage(t *testing.T) {
	t.Parallel()
	head, _, _ := strings.Cut(sound, "\n\n")
	for what, c := range map[string]struct{ name, text string }{
		"empty":           {"cycling/a.txt", ""},
		"unknown sport":   {"juggling/a.txt", sound},
		"no folder":       {"a.txt", sound},
		"unknown purpose": {"cycling/a.txt", strings.Replace(sound, "recovery", "fun", 1)},
		"missing key":     {"cycling/a.txt", strings.Replace(sound, "tags: indoor, short\n", "", 1)},
		"keys swapped":    {"cycling/a.txt", strings.NewReplacer("name:", "purpose:", "purpose:", "name:").Replace(sound)},
		"empty value":     {"cycling/a.txt", strings.Replace(sound, "Moves the legs.", " ", 1)},
		"no steps":        {"cycling/a.txt", head},
		"only blanks":     {"cycling/a.txt", head + "\n\n \n\n"},
	} {
		s, err := parse(c.name, c.text)
		if training.KindOf(err) != training.KindCorrupt || s.ID != "" {
			t.Errorf("%s: %+v, %v", what, s, err)
		}
	}
}

func TestReadStopsAtADamagedFile(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"cycling/a.txt": {Data: []byte(sound)}, "running/b.txt": {Data: []byte("name: B\n")}}
	if got, err := read(fsys); err == nil || !strings.Contains(err.Error(), "running/b.txt") {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("cycling/a.txt", sound)
	f.Add("a", "\n\n")
	f.Add("running/.txt", "name:\npurpose:\nfor:\nsuits:\nsource:\ntags:\n\n-")
	f.Fuzz(func(t *testing.T, name, text string) {
		s, err := parse(name, text)
		if err != nil {
			return
		}
		if s.Name == "" || s.Purpose == "" || s.About == "" || s.Source == "" || s.Text == "" || len(s.Tags) == 0 {
			t.Errorf("%q of %q is read as %+v", text, name, s)
		}
	})
}
