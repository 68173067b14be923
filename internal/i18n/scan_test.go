package i18n_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// scan finds the sentences in fields of values whose text a person reads, and
// all texts of the code.
type scan struct {
	files  *token.FileSet
	parsed map[string][]*ast.File // by folder
	consts map[string]string      // texts, by folder or package and name
	found  map[string][]string    // sentences, with their places
	vague  []string               // places of operands whose text is not known here
	texts  map[string]bool        // all literals of the code
	errs   []error
}

// fields are those of values whose text a person reads.
var fields = map[string]string{
	"Short": "/cli", "Long": "/cli", "Help": "/cli/settings",
	"Reload": "/clients", "Verify": "/clients", "Notes": "/clients", "Steps": "/clients",
}

func newScan(roots ...string) *scan {
	s := &scan{
		files: token.NewFileSet(), parsed: map[string][]*ast.File{}, consts: map[string]string{},
		found: map[string][]string{}, texts: map[string]bool{},
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasSuffix(filepath.Dir(path), "test") {
				return err
			}
			f, err := parser.ParseFile(s.files, path, nil, 0)
			folder := filepath.ToSlash(filepath.Dir(path))
			s.parsed[folder] = append(s.parsed[folder], f)
			return err
		})
		if err != nil {
			s.errs = append(s.errs, err)
		}
	}
	for range 3 { // one constant may be made of others
		s.each(s.constant)
	}
	s.each(s.sentence)
	return s
}

// wording reads what pages say in place of sentences of tools.
func (s *scan) wording(file string) {
	var all map[string]string
	s.data(file, &all)
	for of, said := range all {
		s.texts[of] = true // some tools say it in parts
		s.found[said] = append(s.found[said], file)
	}
}

// names reads what pages call the members and values of answers.
func (s *scan) names(file string) {
	var all map[string]map[string]string
	s.data(file, &all)
	for _, part := range all {
		for _, name := range part {
			s.found[name] = append(s.found[name], file)
		}
	}
}

func (s *scan) data(file string, into any) {
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || reflect.ValueOf(into).Elem().Len() == 0 {
		s.errs = append(s.errs, fmt.Errorf("%s has no sentences: %w", file, err))
	}
}

func (s *scan) each(look func(folder string, f *ast.File, n ast.Node)) {
	for folder, files := range s.parsed {
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool { look(folder, f, n); return true })
		}
	}
}

// fold returns the text of a constant expression.
func (s *scan) fold(folder string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		a, ok1 := s.fold(folder, e.X)
		b, ok2 := s.fold(folder, e.Y)
		return a + b, ok1 && ok2
	case *ast.ParenExpr:
		return s.fold(folder, e.X)
	case *ast.Ident:
		text, ok := s.consts[folder+"."+e.Name]
		return text, ok
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			text, ok := s.consts[of.Name+"."+e.Sel.Name]
			return text, ok
		}
	}
	return "", false
}

func (s *scan) constant(folder string, f *ast.File, n ast.Node) {
	v, ok := n.(*ast.GenDecl)
	if !ok || v.Tok != token.CONST {
		return
	}
	for _, spec := range v.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok || len(spec.Names) != len(spec.Values) {
			continue
		}
		for i, name := range spec.Names {
			if text, ok := s.fold(folder, spec.Values[i]); ok {
				s.consts[folder+"."+name.Name], s.consts[f.Name.Name+"."+name.Name] = text, text
			}
		}
	}
}

func (s *scan) sentence(folder string, _ *ast.File, n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit, *ast.BinaryExpr:
		if text, ok := s.fold(folder, n.(ast.Expr)); ok {
			s.texts[text] = true
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && fields[key.Name] != "" && strings.Contains(folder, fields[key.Name]) {
			list, ok := n.Value.(*ast.CompositeLit)
			if !ok {
				s.note(folder, n.Value, true) // those of commands are looked at as help says them
				return
			}
			for _, e := range list.Elts {
				s.note(folder, e, false)
			}
		}
	}
}

func (s *scan) note(folder string, e ast.Expr, maybe bool) {
	at := s.files.Position(e.Pos())
	text, ok := s.fold(folder, e)
	switch {
	case !ok && !maybe:
		s.vague = append(s.vague, at.String())
		return
	case !ok:
		return
	}
	if saysSomething(text) {
		s.found[text] = append(s.found[text], at.String())
	}
}

// saysSomething reports whether a format is a sentence and not only a pattern
// of operands.
func saysSomething(format string) bool {
	rest := placeholder().ReplaceAllString(format, "")
	return strings.ContainsFunc(rest, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
}
