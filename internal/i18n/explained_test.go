package i18n_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
)

// explainedTexts are the texts of the glossary's entries, titles apart.
func explainedTexts() map[string]string {
	out := map[string]string{}
	for _, e := range glossary.Entries() {
		for _, text := range []string{e.Formula, e.Inputs, e.Needs, e.Unit, e.Source, e.Limits, e.Differs, e.Proof} {
			if text != "" {
				out[text] = e.Key
			}
		}
	}
	return out
}

var (
	// nameOfAll are units, symbols of formulas and names of tests.
	nameOfAll = regexp.MustCompile(`\b(km|h|s|rpm|kJ|W|kg|ml|min|bpm|m|mm|ms|cm|kN|ln|bal|kcal|kJ|[a-z0-9]+\.Test\w+)\b`)
	ofEnglish = regexp.MustCompile(`\b[a-z]{2,}\b`)
	english3  = regexp.MustCompile(`\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b`)
	numeral   = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

// TestTheGlossaryIsExplained: nothing lacks but what is the same in every language,
// nothing is left over, and every number of a formula is in it.
func TestTheGlossaryIsExplained(t *testing.T) {
	t.Parallel()
	table, texts := i18n.ExplainedChinese(), explainedTexts()
	for text, key := range texts {
		said := i18n.Explained(settings.Chinese, text)
		if table[text] == "" {
			if words := ofEnglish.FindAllString(nameOfAll.ReplaceAllString(text, ""), -1); len(words) > 0 {
				t.Errorf("%s: no Chinese for %q", key, text)
			}
			continue
		}
		if said != table[text] || i18n.Explained(settings.English, text) != text {
			t.Errorf("%s: %q is said %q", key, text, said)
		}
		if words := english3.FindString(said); words != "" {
			t.Errorf("%s: %q has English words: %q", key, said, words)
		}
		if strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "al.") && !strings.HasSuffix(said, "。") {
			t.Errorf("%s: %q ends as no sentence", key, said)
		}
		given, found := numeral.FindAllString(text, -1), numeral.FindAllString(said, -1)
		slices.Sort(given)
		slices.Sort(found)
		if !slices.Equal(given, found) {
			t.Errorf("%s: %q has the numbers %q, not %q", key, said, found, given)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(table)) {
		if texts[text] == "" {
			t.Errorf("the glossary does not say %q", text)
		}
	}
}
