// Package realdata finds the collection of real recordings that some tests
// compare with. It is not part of the project: tests that need it are skipped
// without it.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of the collection: LAPKEEP_TESTDATA, or ../shared/data
// next to the repository. It skips the test if there is none.
func Dir(t testing.TB) string {
	t.Helper()
	if d := os.Getenv("LAPKEEP_TESTDATA"); d != "" {
		return d
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := wd; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			continue
		}
		d := filepath.Join(filepath.Dir(dir), "shared", "data")
		if _, err := os.Stat(d); err == nil {
			return d
		}
	}
	t.Skip("no test data; set LAPKEEP_TESTDATA to use it")
	return ""
}

// Files returns the files of the collection that match pattern ("fit/*.fit").
func Files(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Dir(t), filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no test data matches %s", pattern)
	}
	return files
}
