package i18n_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/i18n"
)

// TestOneWordOneMeaning: a term of docs/vocabulary.zh-CN.md is the same in
// every sentence. Names of tools, arguments and commands are no words.
func TestOneWordOneMeaning(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/vocabulary.zh-CN.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ([a-z ]+) \| ([^|-]+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 25 {
		t.Fatalf("only %d terms were read", len(rows))
	}
	for _, row := range rows {
		word := regexp.MustCompile(`(?i)(?:^|[\s("])` + row[1] + `(?:$|[\s,.;:!?")])`)
		n := 0
		for english, said := range i18n.Chinese() {
			if !word.MatchString(english) || slices.Contains(otherMeanings(), english) ||
				strings.HasPrefix(english, "Categories of events") { // pace is a value there
				continue
			}
			if n++; !strings.Contains(said, row[2]) {
				t.Errorf("%s is %s, and %q is %q", row[1], row[2], english, said)
			}
		}
		if n == 0 {
			t.Errorf("no sentence has %q", row[1])
		}
	}
}

// otherMeanings are sentences whose word is a name there.
func otherMeanings() []string {
	return []string{
		"Use kind \"pace\" or \"distance\" of running, or leave graded out.", "Give power, hr or pace, or leave it out for automatic.",
		"It is not a table of TrainingPeaks workouts: %w.", "Run: lapkeep connect SERVICE",
		"on pace", "behind, %s would be on pace", "%s: %d reached, %d on pace, %d behind.",
		"It can be power_zone, power_custom, power_percent_ftp, hr_zone, hr_custom, cadence or speed.", "Write %s Pace.",
		"Write it as 5:00/km Pace, per km, mi, 100m, 100y, 250m, 400m or 500m.",
		"Request the archive again with the account set to English, or import its activities folder by itself.",
	}
}
