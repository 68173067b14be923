package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

// TestWhatIsNotRead checks that what is not read is reported, and the rest is
// there.
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

func day(t *testing.T, s string) *training.Day {
	t.Helper()
	d, err := training.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

const withFacts = `## Facts

As agreed:
- [goal] Half under 1:30 (athlete, 2026-05-01, until 2026-10-04) #2
- [Injury] Left Achilles (after hills)
- not a fact
* [equipment] No pool (for now) (2026-05-02)
`

// TestFactsOfAText: those that a person wrote by hand too.
func TestFactsOfAText(t *testing.T) {
	t.Parallel()
	want := []memory.Fact{
		{ID: 2, Kind: memory.Goal, Text: "Half under 1:30", Author: training.ByAthlete, Date: day(t, "2026-05-01"), Until: day(t, "2026-10-04")},
		{ID: 3, Kind: memory.Injury, Text: "Left Achilles (after hills)"},
		{ID: 4, Kind: memory.Equipment, Text: "No pool (for now)", Date: day(t, "2026-05-02")},
	}
	if d := cmp.Diff(want, memory.Facts(withFacts)); d != "" {
		t.Error(d)
	}
	m := memory.Memory{Facts: want}
	if n := len(m.Holding(*day(t, "2026-10-04"))); n != 3 {
		t.Errorf("%d hold on the last day", n)
	}
	if held := m.Holding(*day(t, "2026-10-05")); len(held) != 2 || held[0].ID != 3 {
		t.Errorf("%+v", held)
	}
}

// TestAFactIsWrittenInItsPlace: what a person wrote between them stays.
func TestAFactIsWrittenInItsPlace(t *testing.T) {
	t.Parallel()
	f := memory.Fact{ID: 3, Kind: memory.Injury, Text: "Healed\n## at  last", Author: training.ByAssistant, Date: day(t, "2026-06-01")}
	got, id, err := memory.SetFact(withFacts, f)
	if err != nil || id != 3 {
		t.Fatal(id, err)
	}
	want := `## Facts

As agreed:
- [goal] Half under 1:30 (athlete, 2026-05-01, until 2026-10-04) #2
- [injury] Healed ## at last (assistant, 2026-06-01) #3
- not a fact
- [equipment] No pool (for now) (2026-05-02) #4
`
	if got != want {
		t.Error(got)
	}
	if got, id, err = memory.SetFact(got, memory.Fact{Kind: memory.Decision, Text: "Run by feel"}); err != nil || id != 5 ||
		got != want+"- [decision] Run by feel #5\n" {
		t.Errorf("%d %v %s", id, err, got)
	}
	got, was, err := memory.Forget(got, 2)
	if err != nil || was.Text != "Half under 1:30" || strings.Contains(got, "1:30") || len(memory.Facts(got)) != 3 {
		t.Errorf("%+v %v %s", was, err, got)
	}
}

func TestFactsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f    memory.Fact
		kind training.Kind
	}{
		{memory.Fact{Kind: "mood", Text: "x"}, training.KindInvalid},
		{memory.Fact{Kind: memory.Goal, Text: " \n "}, training.KindInvalid},
		{memory.Fact{Kind: memory.Goal, Text: strings.Repeat("x", memory.FactRunes+1)}, training.KindTooLarge},
		{memory.Fact{ID: 9, Kind: memory.Goal, Text: "x"}, training.KindNotFound},
	} {
		if _, _, err := memory.SetFact(withFacts, tt.f); training.KindOf(err) != tt.kind {
			t.Errorf("%+v: %v", tt.f, err)
		}
	}
	if _, _, err := memory.Forget("", 1); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

// TestAnyFactComesBack: whatever its words are.
func TestAnyFactComesBack(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{"x", " ", "(", ")", "#3", "[goal]", "until ", "2026-05-01", "assistant", "- ", ", ", "\\", "## ", "```"})
	words := rapid.Map(rapid.SliceOfN(piece, 1, 12), func(all []string) string { return "w" + strings.Join(all, "") })
	d := *day(t, "2026-05-01")
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		var want []memory.Fact
		for i := range rapid.IntRange(1, 5).Draw(t, "facts") {
			f := memory.Fact{
				Kind: rapid.SampledFrom(memory.FactKinds()).Draw(t, "kind"), Text: words.Draw(t, "words"), Author: training.ByAssistant, Date: &d,
			}
			var err error
			if text, f.ID, err = memory.SetFact(text, f); err != nil || f.ID != i+1 {
				t.Fatal(f.ID, err)
			}
			f.Text = strings.Join(strings.Fields(f.Text), " ")
			want = append(want, f)
		}
		if d := cmp.Diff(want, memory.Facts(text)); d != "" {
			t.Fatalf("%s\n%s", d, text)
		}
	})
}
