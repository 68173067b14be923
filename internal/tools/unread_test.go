package tools_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryArgumentIsRead: a field of a tool's arguments that no line of its
// toolset reads would count for nothing. Arguments are structs called …In.
func TestEveryArgumentIsRead(t *testing.T) {
	t.Parallel()
	structs := 0
	err := filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		read, fields := map[string]bool{}, map[string]string{}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					read[n.Sel.Name] = true
				case *ast.TypeSpec:
					if s, ok := n.Type.(*ast.StructType); ok && strings.HasSuffix(n.Name.Name, "In") {
						structs++
						for _, f := range s.Fields.List {
							for _, name := range f.Names {
								fields[name.Name] = path + ": " + n.Name.Name
							}
						}
					}
				}
				return true
			})
		}
		for name, where := range fields {
			if !read[name] {
				t.Errorf("%s: nothing reads %s", where, name)
			}
		}
		return nil
	})
	if err != nil || structs < 30 {
		t.Errorf("%d structs of arguments, %v", structs, err)
	}
}
