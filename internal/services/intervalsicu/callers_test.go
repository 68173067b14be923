package intervalsicu

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestEveryMethodHasACaller: what the client can do the program does. Callers
// know it by the interfaces of package source, so that they import that.
func TestEveryMethodHasACaller(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	root := filepath.FromSlash("../..")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, filepath.Join(root, "services")) && !strings.HasPrefix(path, filepath.Join(root, "services", "syncer")) {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			if i.Path.Value == `"lapkeep/internal/services/source"` {
				ast.Inspect(f, func(n ast.Node) bool { asks(n, used); return true })
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	client := reflect.TypeFor[*Client]()
	for i := range client.NumMethod() {
		if name := client.Method(i).Name; !used[name] {
			t.Errorf("nothing calls %s", name)
		}
	}
}

// asks notes a method that is called or handed on as a value. A name alone, as
// of a type, is none.
func asks(n ast.Node, used map[string]bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	for _, e := range append([]ast.Expr{call.Fun}, call.Args...) {
		if s, ok := e.(*ast.SelectorExpr); ok {
			used[s.Sel.Name] = true
		}
	}
}
