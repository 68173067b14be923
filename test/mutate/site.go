package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// site is one possible change to a file.
type site struct {
	file string // from the root of the module
	line int
	text string // the unchanged line, trimmed
	what string // "< becomes <=", "statement removed"
	nth  int    // of the same change of the same line's text in the file

	from, to int // the range of bytes to replace
	with     string
}

// name returns a name that distinguishes a site from all others, even if its
// line has moved.
func (s site) name() string {
	return s.file + "\n" + s.text + "\n" + s.what + "\n" + strconv.Itoa(s.nth)
}

// draw returns the site's position in the draw of a seed. It depends only on
// the site: a change of another line does not affect it.
func (s site) draw(seed string) [sha256.Size]byte {
	return sha256.Sum256([]byte(seed + "\n" + s.name()))
}

// apply returns the file with the change.
func (s site) apply(src []byte) []byte {
	return slices.Concat(src[:s.from], []byte(s.with), src[s.to:])
}

// finder collects the sites of one file.
type finder struct {
	set   *token.FileSet
	file  string
	src   []byte
	lines []string
	seen  map[string]int
	sites []site
}

// sitesOf returns the possible changes to a file.
func sitesOf(file string, src []byte) ([]site, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{set: set, file: file, src: src, lines: strings.Split(string(src), "\n"), seen: map[string]int{}}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				f.body(d.Type, d.Body)
			}
		case *ast.GenDecl:
			if d.Tok == token.CONST || d.Tok == token.VAR {
				f.expressions(d)
			}
		}
	}
	slices.SortStableFunc(f.sites, func(a, b site) int { return cmp.Compare(a.from, b.from) })
	return f.sites, nil
}

func (f *finder) at(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) source(n ast.Node) string { return string(f.src[f.at(n.Pos()):f.at(n.End())]) }

func (f *finder) add(from, to token.Pos, with, what string) {
	line := f.set.Position(from).Line
	s := site{file: f.file, line: line, text: strings.TrimSpace(f.lines[line-1]), what: what, from: f.at(from), to: f.at(to), with: with}
	key := s.text + "\n" + what
	s.nth = f.seen[key]
	f.seen[key]++
	f.sites = append(f.sites, s)
}

// body finds the sites of a function; nested functions are handled with their
// own results.
func (f *finder) body(of *ast.FuncType, body *ast.BlockStmt) {
	fails := 0 // how many results it has, if the last is an error
	if r := of.Results; r.NumFields() > 0 {
		if last, ok := r.List[len(r.List)-1].Type.(*ast.Ident); ok && last.Name == "error" {
			fails = r.NumFields()
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			f.body(n.Type, n.Body)
			return false
		case *ast.ReturnStmt:
			f.dropped(n, fails)
		case *ast.IfStmt:
			f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.source(n.Cond)+")", "condition negated")
		case *ast.BlockStmt:
			f.removed(n.List)
		case *ast.CaseClause:
			f.removed(n.Body)
		}
		return f.expression(n)
	})
}

// dropped replaces a returned error with nil.
func (f *finder) dropped(r *ast.ReturnStmt, fails int) {
	if fails == 0 || len(r.Results) != fails {
		return
	}
	last := r.Results[fails-1]
	if id, ok := last.(*ast.Ident); ok && id.Name == "nil" {
		return
	}
	f.add(last.Pos(), last.End(), "nil", "error dropped")
}

// removed removes statements. An assigned value is still computed, so that the
// rest compiles.
func (f *finder) removed(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt:
			if !f.logs(s) {
				f.add(s.Pos(), s.End(), "", "statement removed")
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
			blank := strings.Repeat("_, ", len(s.Lhs)-1) + "_"
			if all := f.source(s); !strings.HasPrefix(all, blank+" ") {
				f.add(s.Pos(), s.Rhs[0].Pos(), blank+" = ", "assignment removed")
			}
		case *ast.BranchStmt:
			if s.Tok == token.CONTINUE || s.Tok == token.BREAK {
				f.add(s.Pos(), s.End(), "", s.Tok.String()+" removed")
			}
		}
	}
}

// logs reports whether a statement only writes to the log, which no test has to
// cover.
func (f *finder) logs(s ast.Stmt) bool {
	call := f.source(s)
	return strings.Contains(call, ".Log.") || strings.Contains(call, "slog.")
}

// expressions finds the sites of a declaration.
func (f *finder) expressions(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			f.body(lit.Type, lit.Body)
			return false
		}
		return f.expression(n)
	})
}

// swaps maps an operator to its mutants; the first two of a comparison are its
// boundary and its opposite.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND: {token.OR}, token.OR: {token.AND},
}

// expression finds the sites of an expression itself. It returns false to leave
// out its parts.
func (f *finder) expression(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if text(n.X) || text(n.Y) {
			break // texts can only be added
		}
		for _, op := range swaps[n.Op] {
			f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String(), n.Op.String()+" becomes "+op.String())
		}
	case *ast.BasicLit:
		f.constant(n)
	case *ast.ArrayType, *ast.StructType:
		return false // lengths and tags
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "make" && len(n.Args) == 3 {
			f.expressions(n.Args[1]) // a capacity only affects speed
			return false
		}
	}
	return true
}

func text(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// constant changes an integer by one, and a fraction by a tenth.
func (f *finder) constant(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		x, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil || strings.HasPrefix(n.Value, "0o") {
			return // permissions of files
		}
		for _, to := range []int64{x + 1, x - 1} {
			f.add(n.Pos(), n.End(), fmt.Sprintf("(%d)", to), fmt.Sprintf("%s becomes %d", n.Value, to))
		}
	case token.FLOAT:
		x, err := strconv.ParseFloat(n.Value, 64)
		if err != nil || x == 0 {
			return
		}
		for _, by := range []float64{1.1, 0.9} {
			to := strconv.FormatFloat(x*by, 'g', 6, 64)
			if !strings.ContainsAny(to, ".e") {
				to += ".0" // keep it a float in divisions
			}
			f.add(n.Pos(), n.End(), to, n.Value+" becomes "+to)
		}
	default:
	}
}
