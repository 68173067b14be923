package memory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/training"
)

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
