package tooltest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/tools"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Update says whether golden files are to be written anew.
func Update() bool { return *update }

const snapshotDir = "testdata/snapshots"

// checkSnapshots compares what each tool promises with its snapshot, so that
// a change of a contract is seen in review.
func checkSnapshots(t *testing.T, table *tools.Table) {
	t.Helper()
	want := map[string]bool{}
	for _, l := range table.List() {
		want[l.Name+".json"] = true
		checkSnapshot(t, filepath.Join(snapshotDir, l.Name+".json"), l)
	}
	files, err := filepath.Glob(filepath.Join(snapshotDir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want[filepath.Base(f)] {
			continue
		}
		if !Update() {
			t.Errorf("%s is the snapshot of no tool; run the test with -update", f)
		} else if err := os.Remove(f); err != nil {
			t.Error(err)
		}
	}
}

func checkSnapshot(t *testing.T, file string, l tools.Listing) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(l); err != nil {
		t.Fatal(err)
	}
	if Update() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%s has no snapshot; run the test with -update: %v", l.Name, err)
		return
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("the contract of %s changed (-snapshot +now); run the test with -update if meant:\n%s", l.Name, d)
	}
}
