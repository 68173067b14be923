package page

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// neverNamed are numbers of the two answers that stand under another's name on a
// page, or on none.
func neverNamed() []string {
	return []string{
		"device", "values", "blocks", "from_row", "latest", "mean_7d", "mean_28d", "usual_from", "usual_to",
		"mean_7d_ms", "usual_from_ms", "usual_to_ms", "cv_7d_pct", "of_days", "days",
		"days_of_7", "days_of_28", "days_of_60", "mean_length_days", "estimated_cycles",
		"target_from_w", "target_to_w", "target_from_bpm", "target_to_bpm", "target_from_kmh", "target_to_kmh",
	}
}

// TestNumbersHaveANameInChinese: each number of an activity and of a day, and all
// that the glossary has, is called something on a Chinese page that is no key.
func TestNumbersHaveANameInChinese(t *testing.T) {
	t.Parallel()
	p := &Page{Call: &tools.Call{Language: settings.Chinese, Said: i18n.In(settings.Chinese).Sprintf}}
	keys := numbersOf(t, "get_activity", "get_wellness")
	for _, e := range glossary.Entries() {
		keys = append(keys, e.Key)
	}
	for _, f := range training.WellnessFields() {
		keys = append(keys, string(f))
	}
	if len(keys) < 300 {
		t.Errorf("only %d numbers were looked at", len(keys))
	}
	for _, key := range keys {
		label := p.Label(key)
		han := strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if !han && label != "FTP" && !slices.Contains(neverNamed(), key) {
			t.Errorf("%s is called %q", key, label)
		}
	}
}

// numbersOf are the names of the numbers that tools answer with, as docs/tools.md has them.
func numbersOf(t *testing.T, names ...string) (out []string) {
	t.Helper()
	b, err := os.ReadFile("../../../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	field := regexp.MustCompile("(?m)^- `(?:[^`]*\\.)?([a-z0-9_]+)(?:\\[\\])?` .*(?:number|integer)")
	for _, name := range names {
		_, section, ok := strings.Cut(string(b), "\n## "+name+"\n")
		if !ok {
			t.Fatalf("docs/tools.md has no %s", name)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, m := range field.FindAllStringSubmatch(section, -1) {
			out = append(out, m[1])
		}
	}
	return out
}
