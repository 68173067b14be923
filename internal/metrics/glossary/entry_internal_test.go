package glossary

import (
	"fmt"
	"strings"
	"testing"
)

// TestPageIsReadWhole writes the page again from what was read: a line with
// another name, twice, or in another place would be lost.
func TestPageIsReadWhole(t *testing.T) {
	t.Parallel()
	var again strings.Builder
	for _, g := range Groups() {
		fmt.Fprintf(&again, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			text, _, _ := strings.Cut(e.Markdown(), "- Rule version: ")
			again.WriteString("\n" + text)
			if e.Decimals != 0 {
				fmt.Fprintf(&again, "- Decimals: %d\n", e.Decimals)
			}
		}
	}
	_, written, _ := strings.Cut(page, "\n## ")
	want := strings.Split("\n## "+written, "\n")
	for i, line := range strings.Split(again.String(), "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("line %d of the groups was read as %q, and is %q", i, line, want[min(i, len(want)-1)])
		}
	}
}

func TestRulesAreOfEntries(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range rules {
		if e, ok := Find(r.key); !ok || e.Version == 0 || seen[r.key] {
			t.Errorf("the rule of %s has no entry, no version, or stands twice", r.key)
		}
		seen[r.key] = true
	}
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		read(page)
	}
}
