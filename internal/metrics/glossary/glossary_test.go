package glossary_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/training"
)

// TestEveryMetricHasAnEntry asks for thresholds, tables and series by name;
// what the source names as a metric, a rule or a number, other tests find there.
func TestEveryMetricHasAnEntry(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, k := range []training.ThresholdKey{
		training.KeyFTP, training.KeyCP, training.KeyWPrime, training.KeyLTHR, training.KeyThresholdPace,
	} {
		keys = append(keys, string(k))
	}
	keys = append(keys, "ctl", "atl", "tsb", "ramp", "projection", "power_curve", "hr_curve", "best_efforts",
		"power_zones", "hr_zones", "pace_zones", "laps", "splits", "grade_pct", "coverage", "energy_gap_pct",
		"monotony", "strain", "acute_chronic_ratio", "intensity_distribution", "polarization_index", "session_rpe", "hrv_band", "alpha1")
	for _, k := range keys {
		if _, ok := glossary.Find(k); !ok {
			t.Errorf("%s has no entry", k)
		}
	}
}

// testName is a test as proofs name it: its folder and its own name.
var testName = regexp.MustCompile(`\b[a-z0-9]+\.Test[A-Z]\w*`)

// testsOfTheTree are all tests by such names.
func testsOfTheTree(t *testing.T) map[string]bool {
	t.Helper()
	out, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test[A-Z]\w*)\(`)
	for _, root := range []string{"../../../internal", "../../../test"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range declared.FindAllSubmatch(text, -1) {
				out[filepath.Base(filepath.Dir(path))+"."+string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestProofsNameTests: a proof names the tests that hold the metric against
// something else, or another entry that is proven by the same, or it says
// "not proven".
func TestProofsNameTests(t *testing.T) {
	t.Parallel()
	known := testsOfTheTree(t)
	for _, e := range glossary.Entries() {
		named := testName.FindAllString(e.Proof, -1)
		for _, name := range named {
			if !known[name] {
				t.Errorf("%s: there is no test %s", e.Key, name)
			}
		}
		key, other := strings.CutPrefix(e.Proof, "see ")
		if _, ok := glossary.Find(key); len(named) == 0 && e.Proof != "not proven" && (!other || !ok) {
			t.Errorf("%s: the proof %q names no test", e.Key, e.Proof)
		}
	}
}

func TestEntriesAreWhole(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range glossary.Entries() {
		if seen[e.Key] {
			t.Errorf("%s stands twice", e.Key)
		}
		seen[e.Key] = true
		for field, text := range map[string]string{
			"title": e.Title, "formula": e.Formula, "inputs": e.Inputs, "unit": e.Unit, "source": e.Source,
			"needs": e.Needs, "limits": e.Limits, "proof": e.Proof,
		} {
			if text == "" {
				t.Errorf("%s: no %s", e.Key, field)
			}
		}
		if e.Version == 0 && e.Formula != "as given" {
			t.Errorf("%s: computed without a version", e.Key)
		}
	}
	if _, ok := glossary.Find("no_such_metric"); ok {
		t.Error("found an entry that is not there")
	}
}

func TestMarkdownShowsEveryEntry(t *testing.T) {
	t.Parallel()
	text := glossary.Markdown()
	for _, e := range glossary.Entries() {
		for _, part := range []string{
			"### `" + e.Key + "`: " + e.Title, "- Formula: " + e.Formula, "- Needs: " + e.Needs,
			"- Proof: " + e.Proof,
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the page lacks %q", part)
			}
		}
	}
	if text != glossary.Markdown() {
		t.Error("the page is not the same twice")
	}
	if strings.Contains(text, "- Other tools: \n") || strings.HasSuffix(text, "\n\n") {
		t.Error("the page has empty lines or texts")
	}
}
