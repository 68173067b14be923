package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/training"
)

const who training.AthleteID = "ada"

// put writes a file below the folder of the coach.
func put(t *testing.T, home, name, body string) {
	t.Helper()
	file := filepath.Join(home, memory.FolderOf(who), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, home string) *memory.PersonaSet {
	t.Helper()
	s, err := memory.ReadPersona(home, who)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOurs: five, from gentle to hard, each of a length that a context has
// room for, with a title and a line.
func TestOurs(t *testing.T) {
	t.Parallel()
	s := read(t, t.TempDir())
	hardness := map[int]bool{}
	if len(s.Personas) != 5 || len(s.Told) > 0 {
		t.Fatalf("%+v %v", s.Personas, s.Told)
	}
	for _, p := range s.Personas {
		_, body, err := s.Find(p.Name)
		words := len(strings.Fields(body))
		if err != nil || p.About == "" || p.Title == p.Name || p.Own || words < 150 || words > 300 || strings.HasPrefix(body, "---") {
			t.Errorf("%+v: %d words, %v", p, words, err)
		}
		hardness[p.Intensity] = true
	}
	if !hardness[1] || !hardness[3] || !hardness[memory.MaxIntensity] {
		t.Errorf("%v", hardness)
	}
	for what, body := range map[string]string{"guidelines": s.Guidelines, "health": s.Health, "onboarding": s.Onboarding} {
		if n := len(strings.Fields(body)); n < 100 || n > 400 {
			t.Errorf("%s has %d words", what, n)
		}
	}
}

// TestAFileOfTheAthletesCounts: in the place of ours, with front matter or
// without; nothing is in the place of the health rules.
func TestAFileOfTheAthletesCounts(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	put(t, home, "personas/Anvil.md", "\ufeff---\r\ntitle: \"Mine\"\r\nABOUT: ours: softer\r\nintensity: 9\r\n---\r\nSpeak softly.\r\n")
	put(t, home, "personas/grandma.md", "No front matter\n---\nhere.")
	put(t, home, "personas/open.md", "---\ntitle: never closed")
	put(t, home, "personas/.hidden.md", "x")
	put(t, home, "personas/notes.txt", "x")
	put(t, home, "onboarding.md", "One question.")
	put(t, home, "guidelines.md", "One rule.")
	put(t, home, "health.md", "No rules.")
	s := read(t, home)
	if len(s.Personas) != 7 || s.Onboarding != "One question." || s.Guidelines != "One rule." || strings.Contains(s.Health, "No rules.") {
		t.Errorf("%+v", s)
	}
	p, body, err := s.Find("ANVIL")
	want := memory.Persona{Name: "Anvil", Title: "Mine", About: "ours: softer", Intensity: 3, Own: true}
	if err != nil || p != want || body != "Speak softly." {
		t.Errorf("%+v %q %v", p, body, err)
	}
	if p, body, err := s.Find("grandma"); err != nil || p.Title != "grandma" || body != "No front matter\n---\nhere." {
		t.Errorf("%+v %q %v", p, body, err)
	}
	if _, body, err := s.Find("open"); err != nil || body != "---\ntitle: never closed" {
		t.Errorf("%q %v", body, err)
	}
}

// TestANameLeadsNowhere: names are looked up among those that there are, and
// no file is opened by one.
func TestANameLeadsNowhere(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	put(t, home, "secret.md", "secret")
	put(t, home, "personas/mine.md", "x")
	s := read(t, home)
	for _, name := range []string{"../secret", "..", "personas/mine", "/etc/passwd", "secret", "", "mine.md", `..\secret`} {
		if _, body, err := s.Find(name); training.KindOf(err) != training.KindNotFound || body != "" {
			t.Errorf("%q: %q %v", name, body, err)
		}
	}
	if _, _, err := s.Find("harbour"); !strings.Contains(err.Error(), "Did you mean harbor?") {
		t.Error(err)
	}
	if _, err := memory.ReadPersona(home, "../ada"); training.KindOf(err) != training.KindInvalid {
		t.Error(err)
	}
}

// TestWhatIsNotRead is told, and the rest is there.
func TestWhatIsNotRead(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	put(t, home, "personas/large.md", strings.Repeat("x", 64<<10+1))
	put(t, home, "personas/empty.md", " \n")
	put(t, home, "elsewhere/secret.md", "secret")
	at := filepath.Join(home, memory.FolderOf(who))
	for link, to := range map[string]string{
		"personas/out.md": "/etc/passwd", "personas/in.md": "../elsewhere/secret.md", "onboarding.md": "elsewhere/secret.md",
	} {
		if err := os.Symlink(to, filepath.Join(at, filepath.FromSlash(link))); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	s := read(t, home)
	if len(s.Personas) != 5 || len(s.Told) != 5 || strings.Contains(s.Onboarding, "secret") {
		t.Errorf("%+v %v", s.Personas, s.Told)
	}
	other := t.TempDir()
	put(t, other, "elsewhere/secret.md", "secret")
	if err := os.Symlink("elsewhere", filepath.Join(other, memory.FolderOf(who), "personas")); err != nil {
		t.Fatal(err)
	}
	if s := read(t, other); len(s.Personas) != 5 || len(s.Told) != 1 {
		t.Errorf("%+v %v", s.Personas, s.Told)
	}
}
