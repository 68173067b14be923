package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnswersOfThePagesTestsAreThoseOfTools: what the dashboard's tests take for
// answers of tools is allowed by the tools' own schemas; a page that is tested
// with another shape would fail on the true one.
func TestAnswersOfThePagesTestsAreThoseOfTools(t *testing.T) {
	t.Parallel()
	table := newSubject(t).table
	files, err := filepath.Glob("../faces/web/testdata/answers/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tool := strings.TrimSuffix(filepath.Base(file), ".json")
		row, ok := table.Lookup(tool)
		if !ok {
			t.Errorf("there is no tool %s", tool)
			continue
		}
		if err := row.CheckOutput(b); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
	}
}
