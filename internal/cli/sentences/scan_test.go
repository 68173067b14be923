package sentences_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// scan finds the sentences of the code: texts that are given to what makes
// sentences of them, and to functions of ours that hand them on.
type scan struct {
	files  *token.FileSet
	parsed map[string][]*ast.File // by folder
	consts map[string]string      // texts, by folder or package and name
	// hands are the operands that functions hand on as sentences, by folder or
	// package and name.
	hands  map[string][]int
	found  map[string][]string // sentences, with their places
	vague  []string            // places of operands whose text is not known here
	texts  map[string]bool     // all literals of the code
	passed map[token.Pos]bool  // operands that are those of the function around
	errs   []error
}

// makers are the operands that are sentences of methods and functions of any package.
var makers = map[string][]int{"WithFix": {0}, "Errorf": {1}}

// ofFaces are those of the packages that talk to a person: their methods have
// plain names.
var ofFaces = map[string][]int{
	"say": {0, 1}, "sayAtHome": {0, 1}, "text": {0}, "Text": {0}, "Sprintf": {0}, "log": {1}, "sayingf": {0}, "sentencef": {0},
}

// fields are those of values whose text a person reads.
var fields = map[string]string{
	"Short": "/cli", "Long": "/cli", "Help": "/cli/settings",
	"Reload": "/clients", "Verify": "/clients", "Notes": "/clients", "Steps": "/clients",
}

// saying are other folders whose function of this name makes sentences.
func saying() []string {
	return []string{
		"../../workout", "../../workout/plain", "../../tools/research", "../../ingest", "../../analysis/calendar",
		"../../analysis/calendar/printed", "../../dashboard",
	}
}

func newScan(roots ...string) *scan {
	s := &scan{
		files: token.NewFileSet(), parsed: map[string][]*ast.File{}, consts: map[string]string{},
		hands: map[string][]int{}, found: map[string][]string{}, texts: map[string]bool{}, passed: map[token.Pos]bool{},
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(filepath.ToSlash(path), "cli/sentences/") || strings.HasSuffix(filepath.Dir(path), "test") {
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
	for n := -1; n != len(s.hands); {
		n = len(s.hands)
		s.each(s.handsOn)
	}
	s.each(s.sentence)
	return s
}

func (s *scan) each(look func(folder string, f *ast.File, n ast.Node)) {
	for folder, files := range s.parsed {
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool { look(folder, f, n); return true })
		}
	}
}

// fold is the text of a constant expression.
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

// operands are those of a call that are sentences.
func (s *scan) operands(folder string, call *ast.CallExpr) []int {
	name, of := "", ""
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		name, of = fun.Name, folder
	case *ast.SelectorExpr:
		name, of = fun.Sel.Name, folder
		if x, ok := fun.X.(*ast.Ident); ok {
			switch x.Name {
			case "fmt", "phrase": // the types of sentences say more
				return nil
			}
			if at := s.hands[x.Name+"."+name]; at != nil {
				return at
			}
			if name == "Errorf" && x.Name != "training" {
				return nil
			}
		}
	}
	if at := s.hands[of+"."+name]; at != nil {
		return at
	}
	if strings.Contains(folder, "/cli") && ofFaces[name] != nil || name == "say" && slices.Contains(saying(), folder) {
		return ofFaces[name]
	}
	return makers[name]
}

// handsOn notes a function that gives operands of its own to others as sentences.
func (s *scan) handsOn(folder string, f *ast.File, n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			s.handed(folder, n.Type, n.Body, folder+"."+n.Name.Name, f.Name.Name+"."+n.Name.Name)
		}
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			lit, ok := right.(*ast.FuncLit)
			if name, plain := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && plain {
				s.handed(folder, lit.Type, lit.Body, folder+"."+name.Name)
			}
		}
	}
}

func (s *scan) handed(folder string, of *ast.FuncType, body *ast.BlockStmt, keys ...string) {
	var params []string
	for _, p := range of.Params.List {
		for _, n := range p.Names {
			params = append(params, n.Name)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, i := range s.operands(folder, call) {
			if i >= len(call.Args) {
				continue
			}
			id, ok := call.Args[i].(*ast.Ident)
			if ok {
				at := slices.Index(params, id.Name)
				if at < 0 {
					continue
				}
				if s.passed[id.Pos()] = true; slices.Contains(s.hands[keys[0]], at) {
					continue
				}
				for _, k := range keys {
					s.hands[k] = append(s.hands[k], at)
				}
			}
		}
		return true
	})
}

func (s *scan) sentence(folder string, _ *ast.File, n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit, *ast.BinaryExpr:
		if text, ok := s.fold(folder, n.(ast.Expr)); ok {
			s.texts[text] = true
		}
	case *ast.CallExpr:
		for _, i := range s.operands(folder, n) {
			if i < len(n.Args) {
				s.note(folder, n.Args[i], len(s.operands(folder, n)) > 1)
			}
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
	case !ok && !maybe && !s.passed[e.Pos()]:
		s.vague = append(s.vague, at.String())
		return
	case !ok:
		return
	}
	if saysSomething(text) {
		s.found[text] = append(s.found[text], at.String())
	}
}

// saysSomething tells a sentence from a pattern of operands.
func saysSomething(format string) bool {
	rest := placeholder().ReplaceAllString(format, "")
	return strings.ContainsFunc(rest, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
}
