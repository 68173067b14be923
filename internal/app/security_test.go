package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	checkRow  = regexp.MustCompile(`(?m)^\| (\d\d) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$`)
	checkTest = regexp.MustCompile(`(?m)^func TestCheck(\d\d)_(\w+)\(`)
)

// TestSecurityTableIsInStep: every check is in SECURITY.md once; one that is
// enforced names exactly the tests that enforce it, any other says why not.
func TestSecurityTableIsInStep(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(repository, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := checkTests(t)
	rows := checkRow.FindAllStringSubmatch(string(page), -1)
	if len(rows) != 34 {
		t.Errorf("%d checks, want 34", len(rows))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		number, state, listed := row[1], row[2], map[string]bool{}
		for _, name := range inCode.FindAllStringSubmatch(row[3], -1) {
			listed[name[1]] = true
		}
		if seen[number] {
			t.Errorf("check %s stands twice", number)
		}
		seen[number] = true
		switch {
		case strings.HasPrefix(state, "enforced"):
			if d := cmp.Diff(tests[number], listed); d != "" || len(listed) == 0 {
				t.Errorf("check %s (-tests +page):\n%s", number, d)
			}
		case !strings.HasPrefix(state, "not applicable: ") && !strings.HasPrefix(state, "not enforced: "):
			t.Errorf("check %s is %q", number, state)
		case len(listed)+len(tests[number]) > 0:
			t.Errorf("check %s has tests and is %q", number, state)
		}
	}
	for number := range tests {
		if !seen[number] {
			t.Errorf("there is no check %s", number)
		}
	}
}

// checkTests are the tests of all packages that are named after a check.
func checkTests(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	err := filepath.WalkDir(filepath.Join(repository, "internal"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range checkTest.FindAllSubmatch(text, -1) {
			if out[string(m[1])] == nil {
				out[string(m[1])] = map[string]bool{}
			}
			out[string(m[1])][string(m[2])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
