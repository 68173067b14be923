package i18n_test

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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// phrasePath is the package of sentences with operands.
const phrasePath = "lapkeep/internal/i18n"

// printerText says a sentence without operands.
const printerText = "(lapkeep/internal/i18n.Printer).Text"

// typed finds what is a sentence by its type: constants that are one, formats
// that make one, and what is given to a function that says it in the reader's
// language, in whatever package of the program.
type typed struct {
	files *token.FileSet
	// hands are the parameters that functions hand on to such a function, by the
	// function's name or the place of its variable; params says whose they are.
	hands  map[string][]int
	handed int // how many
	params map[types.Object]param
	names  map[string][]int // the same operands by a function's name alone
	// found are sentences with their places, formats those that take operands,
	// vague places of formats and words whose text is not known there.
	found   map[string][]string
	formats map[string]bool
	vague   []string
}

// param is a parameter of a function.
type param struct {
	of string
	at int
}

// checked is a package with its types.
type checked struct {
	path  string
	files []*ast.File
	info  *types.Info
}

type listed struct {
	ImportPath, Dir, Export string
	GoFiles, IgnoredGoFiles []string
}

func newTyped() (*typed, error) {
	out, err := exec.Command("go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles,IgnoredGoFiles", "lapkeep/internal/...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	s := &typed{
		files: token.NewFileSet(), found: map[string][]string{}, formats: map[string]bool{},
		hands: map[string][]int{}, params: map[types.Object]param{}, names: map[string][]int{},
	}
	exports, ours := map[string]string{}, []listed(nil)
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, "lapkeep/") && !strings.HasSuffix(p.ImportPath, "test") {
			ours = append(ours, p)
		}
	}
	from := importer.ForCompiler(s.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []checked
	for _, p := range ours {
		c, err := s.read(&p, from)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	each := func(look func(c *checked, n ast.Node)) {
		for _, c := range all {
			for _, f := range c.files {
				ast.Inspect(f, func(n ast.Node) bool { look(&c, n); return true })
			}
		}
	}
	each(s.declared)
	for n := -1; n != s.handed; {
		n = s.handed
		each(s.handsOn)
	}
	each(s.look)
	for _, p := range ours {
		for _, name := range p.IgnoredGoFiles {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			if err := s.untyped(filepath.Join(p.Dir, name)); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// untyped finds the sentences of a file of another system by the names of the
// functions that say them.
func (s *typed) untyped(path string) error {
	f, err := parser.ParseFile(s.files, path, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, i := range s.names[called(call).Name] {
			if i >= len(call.Args) {
				continue
			}
			if lit, ok := call.Args[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					s.note(call, text)
				}
			}
		}
		return true
	})
	return nil
}

// called returns the name of the function that is called.
func called(call *ast.CallExpr) *ast.Ident {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return &ast.Ident{}
}

func (s *typed) read(p *listed, from types.Importer) (checked, error) {
	c := checked{path: p.ImportPath, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
	}}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.files, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			return c, err
		}
		c.files = append(c.files, f)
	}
	conf := types.Config{Importer: from}
	_, err := conf.Check(p.ImportPath, s.files, c.files, c.info)
	return c, err
}

// declared notes whose parameters those of a function are.
func (s *typed) declared(c *checked, n ast.Node) {
	of := func(key string, fun *ast.FuncType) {
		at := 0
		for _, field := range fun.Params.List {
			for _, p := range field.Names {
				if _, there := s.params[c.info.Defs[p]]; !there {
					s.params[c.info.Defs[p]] = param{key, at}
				}
				at++
			}
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		of(s.key(c, n.Name), n.Type)
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			lit, isFunc := right.(*ast.FuncLit)
			if name, isName := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); isFunc && isName {
				of(s.key(c, name), lit.Type)
			}
		}
	case *ast.FuncLit:
		if sig, ok := c.info.Types[n].Type.(*types.Signature); ok && says(sig) {
			of(s.files.Position(n.Pos()).String(), n.Type)
		}
	}
}

// key returns the name of a function, or the place of a variable that holds one.
func (s *typed) key(c *checked, name *ast.Ident) string {
	obj := c.info.Defs[name]
	if obj == nil {
		obj = c.info.Uses[name]
	}
	switch obj := obj.(type) {
	case *types.Func:
		return obj.FullName()
	case *types.Var:
		return s.files.Position(obj.Pos()).String()
	}
	return ""
}

// said returns the operands of a call that are said in the reader's language.
func (s *typed) said(c *checked, call *ast.CallExpr) []int {
	name := called(call)
	obj := c.info.Uses[name]
	if obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), "lapkeep/") ||
		obj.Pkg().Path() == phrasePath && !strings.Contains(s.key(c, name), "i18n.Printer)") {
		return nil
	}
	if sig, ok := obj.Type().Underlying().(*types.Signature); ok && says(sig) {
		return []int{sig.Params().Len() - 2}
	}
	if key := s.key(c, name); key != printerText {
		return s.hands[key]
	}
	return []int{0}
}

// says reports whether a function makes a text, or a value of ours with one,
// from a format and its operands.
func says(sig *types.Signature) bool {
	at := sig.Params().Len() - 2
	return at >= 0 && sig.Variadic() && sig.Params().At(at).Type() == types.Typ[types.String] &&
		types.TypeString(sig.Params().At(at+1).Type(), nil) == "[]any" && sig.Results().Len() == 1 &&
		(sig.Results().At(0).Type() == types.Typ[types.String] || sig.Results().At(0).Type().String() == "error" ||
			strings.Contains(sig.Results().At(0).Type().String(), "lapkeep/"))
}

// handsOn notes a parameter that a function hands on to what says it.
func (s *typed) handsOn(c *checked, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	for _, i := range s.said(c, call) {
		if p, ok := s.parameter(c, call, i); ok && !slices.Contains(s.hands[p.of], p.at) {
			s.hands[p.of] = append(s.hands[p.of], p.at)
			s.handed++
		}
	}
}

// parameter returns the parameter that an operand is.
func (s *typed) parameter(c *checked, call *ast.CallExpr, at int) (p param, ok bool) {
	if at < len(call.Args) {
		if name, isName := call.Args[at].(*ast.Ident); isName {
			p, ok = s.params[c.info.Uses[name]]
		}
	}
	return p, ok && p.of != ""
}

func (s *typed) look(c *checked, n ast.Node) {
	info, pkg := c.info, c.path
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
	for _, i := range s.said(c, call) {
		if i >= len(call.Args) {
			continue
		}
		if name := called(call).Name; !slices.Contains(s.names[name], i) {
			s.names[name] = append(s.names[name], i)
		}
		if tv := info.Types[call.Args[i]]; tv.Value != nil {
			s.formats[constant.StringVal(tv.Value)] = true
			s.note(call, constant.StringVal(tv.Value))
		} else if _, handed := s.parameter(c, call, i); !handed {
			s.dim(pkg, call)
		}
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
	file := filepath.ToSlash(at.Filename)
	if _, below, ok := strings.Cut(file, "/internal/"); ok {
		file = below
	}
	return fmt.Sprintf("%s:%d", file, at.Line)
}

// statement is one of SQL.
var statement = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(DELETE FROM|INSERT INTO) `) })

func (s *typed) note(e ast.Expr, text string) {
	if saysSomething(text) && !statement().MatchString(text) && !slices.Contains(s.found[text], s.at(e)) {
		s.found[text] = append(s.found[text], s.at(e))
	}
}

// dim notes a place in another package than that of sentences themselves.
func (s *typed) dim(pkg string, e ast.Expr) {
	if pkg != phrasePath {
		s.vague = append(s.vague, s.at(e))
	}
}
