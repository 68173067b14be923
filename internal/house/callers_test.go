package house

import (
	"go/ast"
	"strings"
	"testing"
)

// TestEveryCapabilityHasACaller: nothing that a service could do is declared in
// internal/services/source unless something outside of it asks for it.
func TestEveryCapabilityHasACaller(t *testing.T) {
	t.Parallel()
	_, byDir := goFiles(t)
	unused := map[string]bool{}
	for _, f := range byDir["internal/services/source"] {
		ast.Inspect(f, func(n ast.Node) bool {
			if ts, ok := n.(*ast.TypeSpec); ok && ts.Name.IsExported() {
				if _, ok := ts.Type.(*ast.InterfaceType); ok {
					unused[ts.Name.Name] = true
				}
			}
			return true
		})
	}
	if len(unused) < 10 {
		t.Fatalf("only %d interfaces are declared in internal/services/source", len(unused))
	}
	for dir, files := range byDir {
		if within(dir, "internal/services/source") || strings.HasSuffix(dir, "test") || within(dir, "test") {
			continue
		}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == "source" {
						delete(unused, sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
	for name := range unused {
		t.Errorf("source.%s is declared, and nothing asks for it", name)
	}
}
