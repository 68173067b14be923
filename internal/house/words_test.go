package house

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
