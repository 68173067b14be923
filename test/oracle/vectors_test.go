package oracle

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/test/metricstest"
)

// asked are the prefixes of vectors that the tests of the metrics' packages
// run the product on, read from their source.
func asked(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join("..", "..", "internal", "metrics"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if prefix, ok := vectorsCall(n); ok {
				out = append(out, prefix)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// vectorsCall is the prefix of a call metricstest.Vectors(t, "prefix").
func vectorsCall(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return "", false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Vectors" {
		return "", false
	}
	lit, ok := call.Args[1].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	prefix, err := strconv.Unquote(lit.Value)
	return prefix, err == nil
}

func begins(id string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return false
}

// TestEveryVectorIsRun fails on a published number that no test runs the
// product on.
func TestEveryVectorIsRun(t *testing.T) {
	t.Parallel()
	prefixes, all := asked(t), metricstest.Vectors(t, "")
	if slices.Contains(prefixes, "") {
		t.Error("a test asks for all vectors, which says nothing of any")
	}
	for _, v := range all {
		if !begins(v.ID, prefixes) {
			t.Errorf("no test runs the product on %s", v.ID)
		}
	}
	t.Logf("%d published numbers are run", len(all))
}
