package sentences

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"lapkeep/internal/cli/settings"
)

// moved are the files whose every sentence is in the catalogue.
func moved(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{
		"../root.go", "../welcome.go", "../next.go", "../settings/*.go", "../connect/*.go",
		"../../app/connections/connect.go", "../../app/connections/set.go", "../../app/connections/signin.go", "../../source/failure.go",
		"../../source/token/refusal.go", "../../source/token/callback.go",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// said finds the formats of sentences in a file: what is given to these
// functions, and what a table says.
func said(t *testing.T, file string) (formats []string) {
	t.Helper()
	at := map[string]int{"Errorf": 1, "WithFix": 0, "say": 1, "Sprintf": 0, "Text": 0}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Trim(text, "%s ") != "" {
				formats = append(formats, text)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if row, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := row.Key.(*ast.Ident); ok && key.Name == "says" {
				add(row.Value)
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, plain := fun.X.(*ast.Ident); plain && of.Name == "fmt" {
			return true
		}
		i, ok := at[fun.Sel.Name]
		if !ok || i >= len(call.Args) {
			return true
		}
		add(call.Args[i])
		return true
	})
	return formats
}

func TestEverySentenceThatWasMovedIsThere(t *testing.T) {
	t.Parallel()
	table := chinese()
	n := 0
	for _, file := range moved(t) {
		for _, format := range said(t, file) {
			n++
			if table[format] == "" {
				t.Errorf("%s: no sentence for %q", file, format)
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d sentences were found in the code", n)
	}
}

// TestNoSentenceIsLeftOver: one that nothing says would never be seen to be wrong.
func TestNoSentenceIsLeftOver(t *testing.T) {
	t.Parallel()
	written := ""
	for _, file := range append(moved(t), "../../source/abilities.go", "../../app/connections/kind.go", "../../source/token/vault.go",
		"../../source/token/oauth.go", "../../training/home.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		written += string(text)
	}
	for english := range chinese() {
		if !strings.Contains(written, strings.Trim(strconv.Quote(english), `"`)) && !strings.Contains(written, english) {
			t.Errorf("nothing says %q", english)
		}
	}
}

// verbs are the operands of a format and how each is written.
func verbs(format string) map[int]string {
	out, next := map[int]string{}, 1
	for _, m := range regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*[\d.]*[a-zA-Z%])`).FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // digits
		}
		out[next] += m[2]
		next++
	}
	return out
}

func TestPlaceholdersAreThoseOfTheEnglishSentence(t *testing.T) {
	t.Parallel()
	p := In(settings.Chinese)
	for english, said := range chinese() {
		if !maps.Equal(verbs(english), verbs(said)) {
			t.Errorf("%q has %v, %q has %v", english, verbs(english), said, verbs(said))
		}
		if !strings.ContainsFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%q is not Chinese", said)
		}
		if end := func(s string) int { return len(s) - len(strings.TrimRight(s, "\n")) }; end(english) != end(said) {
			t.Errorf("%q ends a line, or does not, unlike %q", said, english)
		}
		if got := p.Text(english); got != said {
			t.Errorf("the catalogue makes %q of %q", got, said)
		}
	}
	if got := In(settings.English).Text("Stopped."); got != "Stopped." {
		t.Errorf("English is %q", got)
	}
}
