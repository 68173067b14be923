package house

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goFiles parses the non-test Go files of the tree, by folder.
func goFiles(t *testing.T) (*token.FileSet, map[string][]*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	byDir := map[string][]*ast.File{}
	tracked(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		f, err := parser.ParseFile(fset, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		byDir[filepath.Dir(path)] = append(byDir[filepath.Dir(path)], f)
	})
	return fset, byDir
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	t.Parallel()
	_, byDir := goFiles(t)
	for dir, files := range byDir {
		said := false
		for _, f := range files {
			said = said || f.Doc != nil
		}
		if !said {
			t.Errorf("package %s has no package comment", dir)
		}
	}
}

// TestNoInitNoPackageClock keeps hidden state and hidden inputs out: no init
// functions, and no clock or randomness read below the composition.
func TestNoInitNoPackageClock(t *testing.T) {
	t.Parallel()
	fset, byDir := goFiles(t)
	for dir, files := range byDir {
		edge := within(dir, "internal/app") || within(dir, "cmd") || within(dir, "host/cmd") || within(dir, "test") ||
			strings.HasSuffix(dir, "test")
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv == nil && n.Name.Name == "init" {
						t.Errorf("%s: init function", fset.Position(n.Pos()))
					}
				case *ast.SelectorExpr:
					x, ok := n.X.(*ast.Ident)
					if ok && x.Name == "time" && x.Obj == nil && n.Sel.Name == "Now" && !edge {
						t.Errorf("%s: time.Now below the composition", fset.Position(n.Pos()))
					}
				}
				return true
			})
		}
	}
}

// TestArchitectureNamesWhatThereIs: each place that the page says to start
// reading at is declared.
func TestArchitectureNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	_, byDir := goFiles(t)
	for _, files := range byDir {
		for _, f := range files {
			for _, d := range f.Decls {
				declare(f.Name.Name, d, declared)
			}
		}
	}
	named := startAt.FindAllStringSubmatch(string(page), -1)
	for _, m := range named {
		if !declared[m[1]] {
			t.Errorf("docs/architecture.md: there is no %s", m[1])
		}
	}
	if len(named) < 15 {
		t.Errorf("docs/architecture.md names %d places", len(named))
	}
}

// startAt is a name in a package: of a function, a method or a type.
var startAt = regexp.MustCompile("`([a-z]+(?:\\.[A-Z][A-Za-z]*)+)`")

// TestEveryCacheIsListed: the list of what is kept in memory has each package that keeps
// something, and no package that keeps nothing any more.
func TestEveryCacheIsListed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(text), "| kept | package | until a change of |")
	if !found {
		t.Fatal("docs/performance.md has no list of what is kept")
	}
	list, _, _ = strings.Cut(list, "\n\n")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z/]+)`").FindAllStringSubmatch(list, -1) {
		named[m[1]] = true
	}
	keeps := map[string]bool{}
	_, byDir := goFiles(t)
	for dir, files := range byDir {
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if at, ok := n.(*ast.SelectorExpr); ok {
					of, ok := at.X.(*ast.Ident)
					if ok && (of.Name == "cache" && at.Sel.Name == "Cache" || of.Name == "fitness" && at.Sel.Name == "MonthlyCache") {
						keeps[strings.TrimPrefix(dir, "internal/")] = true
					}
				}
				return true
			})
		}
	}
	if len(keeps) == 0 {
		t.Fatal("no package keeps anything")
	}
	for dir := range keeps {
		if !named[dir] {
			t.Errorf("%s keeps data that was read: add what it is, and when it is read again, to the list in docs/performance.md", dir)
		}
	}
	for dir := range named {
		if !keeps[dir] {
			t.Errorf("%s keeps nothing: remove it from the list in docs/performance.md", dir)
		}
	}
}

func declare(pkg string, d ast.Decl, into map[string]bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if id, ok := of.(*ast.Ident); ok {
				name = id.Name + "." + name
			}
		}
		into[pkg+"."+name] = true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if ts, ok := s.(*ast.TypeSpec); ok {
				into[pkg+"."+ts.Name.Name] = true
			}
		}
	}
}

func TestLinksInDocsLead(t *testing.T) {
	t.Parallel()
	top := root(t)
	tracked(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, ".md") {
			return
		}
		for _, part := range strings.Split(string(text), "](")[1:] {
			target, _, ok := strings.Cut(part, ")")
			target, _, _ = strings.Cut(target, "#")
			if !ok || target == "" || strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(top, filepath.Dir(path), filepath.FromSlash(target))); err != nil {
				t.Errorf("%s links to %s, which is not there", path, target)
			}
		}
	})
}

// A file aims at 150 to 400 lines; beyond this it is an error. Packages have no cap:
// who imports one, and what changes together, says whether it is one thing.
const maxFileLines = 600

// root returns the repository's top folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// tracked calls f with each text file of the tree that people write.
func tracked(t *testing.T, f func(path string, text []byte)) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != top && (name == ".git" || name == "bin" || name == "dist" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if name == ".git" { // a worktree's pointer file
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) < 0 {
			rel, _ := filepath.Rel(top, path)
			f(filepath.ToSlash(rel), text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesStaySmall(t *testing.T) {
	t.Parallel()
	tracked(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_templ.go") { // templ writes those, of shorter files
			return
		}
		n := bytes.Count(text, []byte("\n"))
		if n > maxFileLines {
			t.Errorf("%s has %d lines; %d is the most", path, n, maxFileLines)
		}
	})
}

// absolute finds paths of the machine that something was written on.
var absolute = regexp.MustCompile(`(^|[\s"'(=` + "`" + `])/(work\b|root\b|home/[a-z]+/|Users/[a-z]+/)`)

func TestTreeNamesNoMachine(t *testing.T) {
	t.Parallel()
	tracked(t, func(path string, text []byte) {
		if strings.HasPrefix(path, "internal/house/") || strings.HasSuffix(path, "go.sum") {
			return
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if m := absolute.Find(line); m != nil && !bytes.Contains(line, []byte("/home/you/")) && !bytes.Contains(line, []byte("/Users/you/")) {
				t.Errorf("%s:%d names a path of a machine: %s", path, i+1, m)
			}
		}
	})
}

var (
	retiredRow = regexp.MustCompile(`(?m)^\| ([a-z]+) \| .* \|$`)
	// nameWords are the words of a name: "heartRateOf" is of heart, Rate and Of.
	nameWords = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)
)

// TestRetiredWordsAreNoNames: what docs/vocabulary.md retires names no package
// and nothing that is declared.
func TestRetiredWordsAreNoNames(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root(t), "docs", "vocabulary.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "\n## Retired\n")
	retired := map[string]bool{}
	for _, row := range retiredRow.FindAllStringSubmatch(table, -1) {
		retired[row[1]] = row[1] != "word"
	}
	if !ok || len(retired) < 2 {
		t.Fatalf("%d words are retired", len(retired))
	}
	fset, byDir := goFiles(t)
	for _, files := range byDir {
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				name, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				for _, word := range nameWords.FindAllString(name.Name, -1) {
					if retired[strings.ToLower(word)] {
						t.Errorf("%s: %s has a word that docs/vocabulary.md retires", fset.Position(name.Pos()), name.Name)
					}
				}
				return true
			})
		}
	}
}
