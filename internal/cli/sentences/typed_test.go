package sentences_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// phrasePath is the package of sentences with operands.
const phrasePath = "lapkeep/internal/platform/phrase"

// typed finds what is a sentence by its type: constants that are one, and
// formats that make one.
type typed struct {
	files *token.FileSet
	// found are sentences with their places, formats those that take operands,
	// vague places of formats and words whose text is not known there.
	found   map[string][]string
	formats map[string]bool
	vague   []string
}

type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Deps           []string
}

func newTyped() (*typed, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Deps", "lapkeep/internal/...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	s := &typed{files: token.NewFileSet(), found: map[string][]string{}, formats: map[string]bool{}}
	exports, ours := map[string]string{}, []listed(nil)
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if slices.Contains(append(p.Deps, p.ImportPath), phrasePath) && !strings.HasSuffix(p.ImportPath, "test") {
			ours = append(ours, p)
		}
	}
	from := importer.ForCompiler(s.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range ours {
		if err := s.read(&p, from); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *typed) read(p *listed, from types.Importer) error {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.files, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: from}
	if _, err := conf.Check(p.ImportPath, s.files, files, info); err != nil {
		return err
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool { s.look(info, p.ImportPath, n); return true })
	}
	return nil
}

func (s *typed) look(info *types.Info, pkg string, n ast.Node) {
	e, ok := n.(ast.Expr)
	if !ok {
		return
	}
	if tv := info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String && isSentence(tv.Type) {
		s.note(e, constant.StringVal(tv.Value))
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	if tv := info.Types[call.Fun]; tv.IsType() { // a conversion
		if arg := info.Types[call.Args[0]]; named(tv.Type) == "Word" && arg.Value == nil {
			s.dim(pkg, call)
		}
		return
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || info.Uses[fun.Sel] == nil || info.Uses[fun.Sel].Pkg() == nil || info.Uses[fun.Sel].Pkg().Path() != phrasePath {
		return
	}
	at, counted := map[string]int{"Sentencef": 1, "Joined": 1, "Numbered": 3}[fun.Sel.Name], ""
	if fun.Sel.Name == "Numbered" {
		counted = "%d "
	}
	if at == 0 {
		return
	}
	if tv := info.Types[call.Args[at-1]]; tv.Value != nil {
		format := counted + constant.StringVal(tv.Value)
		s.formats[format] = true
		s.note(call, format)
	} else {
		s.dim(pkg, call)
	}
}

func named(t types.Type) string {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != phrasePath {
		return ""
	}
	return n.Obj().Name()
}

func isSentence(t types.Type) bool { return named(t) == "Sentence" || named(t) == "Word" }

func (s *typed) at(e ast.Expr) string {
	at := s.files.Position(e.Pos())
	_, file, _ := strings.Cut(filepath.ToSlash(at.Filename), "/internal/")
	return fmt.Sprintf("%s:%d", file, at.Line)
}

func (s *typed) note(e ast.Expr, text string) {
	if saysSomething(text) && !slices.Contains(s.found[text], s.at(e)) {
		s.found[text] = append(s.found[text], s.at(e))
	}
}

// dim notes a place in another package than that of sentences themselves.
func (s *typed) dim(pkg string, e ast.Expr) {
	if pkg != phrasePath {
		s.vague = append(s.vague, s.at(e))
	}
}
