package glossary_test

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
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

// testsOfTheTree returns all tests by such names.
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

// TestSharedSources: answers name these sources too.
func TestSharedSources(t *testing.T) {
	t.Parallel()
	for key, source := range map[string]string{
		"carbs_g_per_h": load.CarbsSource, "fluid_ml_per_h": load.FluidSource,
	} {
		if e, _ := glossary.Find(key); e.Source != "source of the range shown: "+source {
			t.Errorf("the source of %s is %q; answers name %q", key, e.Source, source)
		}
	}
}

func TestMarkdownShowsEveryEntry(t *testing.T) {
	t.Parallel()
	for _, e := range glossary.Entries() {
		text := e.Markdown()
		for _, part := range []string{
			"### `" + e.Key + "`: " + e.Title, "- Formula: " + e.Formula, "- Needs: " + e.Needs,
			"- Verification: " + e.Proof,
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the page lacks %q", part)
			}
		}
		if text != e.Markdown() {
			t.Error("the page is not the same twice")
		}
		if strings.Contains(text, "- Other tools: \n") || strings.HasSuffix(text, "\n\n") {
			t.Error("the page has empty lines or texts")
		}
	}
}

// words returns facts of results that hold no number, or numbers by name.
func words() []string {
	return []string{
		"about", "also", "approximate", "at_local", "attribution", "best_activity_id", "attachment_url", "carbs_used_from",
		"comments",
		"device", "event_id", "format", "id", "impulses", "kind", "kudos", "literature",
		"learned_from_activities", "local_date", "name", "note_id", "notes",
		"of", "order", "planned", "rank", "recording_id", "segment_id", "sent", "services", "set_at", "source", "sport", "start_local",
		"text", "time_zone", "tss_by_method",
	}
}

// inUnits are names that end in a unit, wherever they stand.
var inUnits = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*_(w|kw|j|kj|s|km|m|per_100m|cm|mm|ms|mps|kmh|bpm|rpm|spm|c|pct|kg|kcal|min|h|index|factor)$`)

// text gives the value of a string literal; false if it is none.
func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// holdsFacts reports whether a literal is of facts, of numbers by name, or of
// an element of a list of them.
func holdsFacts(e ast.Expr) bool {
	switch e := e.(type) {
	case nil:
		return true
	case *ast.Ident:
		return e.Name == "Facts"
	case *ast.SelectorExpr:
		return e.Sel.Name == "Facts"
	case *ast.MapType:
		value, named := e.Value.(*ast.Ident)
		return isNumber(e.Value) || named && value.Name == "any"
	}
	return false
}

// factNames returns the names that results give numbers and texts by hand,
// which no field of a struct tells.
func factNames(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	inSource(t, "../../answers", func(path string, file *ast.File) {
		add := func(e ast.Expr, any bool) {
			if s, ok := text(e); ok && (any || inUnits.MatchString(s)) {
				out[s] = path
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					if at, ok := e.(*ast.IndexExpr); ok {
						add(at.Index, true)
					}
				}
			case *ast.CompositeLit:
				for _, e := range n.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok && holdsFacts(n.Type) {
						add(pair.Key, true)
					}
					add(e, false)
				}
			case *ast.CallExpr:
				for _, e := range n.Args {
					add(e, false)
				}
			}
			return true
		})
	})
	return out
}

// TestEveryFactHasAnEntry checks that every number that results hold by name
// has an entry.
func TestEveryFactHasAnEntry(t *testing.T) {
	t.Parallel()
	facts, same, none := factNames(t), sameNumber(), append(noMetric(), words()...)
	if len(facts) < 50 {
		t.Fatalf("only %d facts were found in the results", len(facts))
	}
	for name, path := range facts {
		key := name
		if as, ok := same[name]; ok {
			key = as
		}
		if _, ok := glossary.Find(key); !ok && !slices.Contains(none, name) {
			t.Errorf("%s publishes %s, which has no entry; if it is no metric, say so here", filepath.Base(path), name)
		}
	}
}

// TestEveryNamedMetricHasAnEntry: those of the vocabulary, and those that are
// named elsewhere, which devices store and we do not compute.
func TestEveryNamedMetricHasAnEntry(t *testing.T) {
	t.Parallel()
	seen := 0
	inSource(t, "../..", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			named, _ := specType(s, true)
			if sel, ok := s.Type.(*ast.SelectorExpr); ok {
				named = sel.Sel.Name
			}
			for _, v := range s.Values {
				key, ok := text(v)
				if named != "Metric" || !ok {
					continue
				}
				seen++
				if _, ok := glossary.Find(key); !ok {
					t.Errorf("%s names the metric %s, which has no entry", path, key)
				}
			}
			return true
		})
	})
	if seen < 60 {
		t.Errorf("only %d metrics were found", seen)
	}
}
