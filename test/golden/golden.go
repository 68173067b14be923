// Package golden compares test results with stored files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files that are kept anew")

// Update reports whether files should be rewritten.
func Update() bool { return *update }

// Check compares a text with its stored file, or rewrites the file.
func Check(t testing.TB, file, text string) {
	t.Helper()
	file = filepath.FromSlash(file)
	if Update() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v: run the test with -update", err)
		return
	}
	if d := cmp.Diff(strings.Split(string(kept), "\n"), strings.Split(text, "\n")); d != "" {
		t.Errorf("%s says something else (-kept +now); run the test with -update if meant:\n%s", file, d)
	}
}
