package glossary_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// metricConstants reads the metrics from the vocabulary's source, so that a
// new one cannot be forgotten here.
func metricConstants(t *testing.T) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../training/metric.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Metric") {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			key, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, key)
		}
		return true
	})
	return out
}

func TestEveryMetricHasAnEntry(t *testing.T) {
	t.Parallel()
	keys := metricConstants(t)
	if len(keys) < 30 {
		t.Fatalf("only %d metrics were found in the vocabulary", len(keys))
	}
	for _, m := range summary.Metrics() {
		keys = append(keys, string(m))
	}
	for _, m := range []load.Method{load.MethodPower, load.MethodHeartRate, load.MethodManual} {
		keys = append(keys, string(m))
	}
	for _, v := range power.Variants() {
		if v != power.Canonical {
			keys = append(keys, "normalized_power_"+string(v))
		}
	}
	for _, k := range []training.ThresholdKey{
		training.KeyFTP, training.KeyCP, training.KeyWPrime, training.KeyLTHR, training.KeyThresholdPace,
	} {
		keys = append(keys, string(k))
	}
	keys = append(keys, "ctl", "atl", "tsb", "ramp", "projection", "power_curve", "hr_curve", "best_efforts",
		"power_zones", "hr_zones", "pace_zones", "laps", "splits", "grade_pct", "coverage", "energy_gap_pct")
	for _, k := range keys {
		if _, ok := glossary.Find(k); !ok {
			t.Errorf("%s has no entry", k)
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
			"limits": e.Limits, "proof": e.Proof,
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
		for _, part := range []string{"### `" + e.Key + "`: " + e.Title, "- Formula: " + e.Formula, "- Proof: " + e.Proof} {
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
