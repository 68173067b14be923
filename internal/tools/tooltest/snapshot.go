package tooltest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/test/golden"
)

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
		if !golden.Update() {
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
	golden.Check(t, file, b.String())
}
