package glossary_test

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"lapkeep/internal/metrics/glossary"
)

// words are facts of results that hold no number, or numbers by name.
func words() []string {
	return []string{
		"about", "also", "approximate", "at_local", "best_activity_id", "attachment_url", "bike", "bike_weight_from", "carbs_used_from", "climbs",
		"comments",
		"device", "error_basis", "error_of", "event_id", "format", "id", "impulses", "kind", "kudos", "literature", "model",
		"learned_from_activities", "local_date", "name", "note_id", "notes",
		"of", "order", "planned", "rank", "recording_id", "segment_id", "sent", "services", "set_at", "source", "sport", "start_local",
		"temp_from", "text", "wind_from", "time_zone", "tss_by_method",
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

// holdsFacts is whether a literal is of facts, of numbers by name, or of an
// element of a list of them.
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

// factNames are the names that results give numbers and texts by hand, which
// no field of a struct tells.
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

// TestEveryFactHasAnEntry is the same of the numbers that results hold by name.
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
