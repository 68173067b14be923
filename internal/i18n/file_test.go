package i18n_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the files of languages in their order")

// TestFilesAreSorted keeps one line a sentence, in the order of the English texts, so that a change is one line of a diff. A text that is there twice is found too.
func TestFilesAreSorted(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no file of a language: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]map[string]string
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var sorted bytes.Buffer
		enc := json.NewEncoder(&sorted)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(text, sorted.Bytes()) {
			continue
		}
		if *update {
			if err := os.WriteFile(name, sorted.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is not sorted, or has a sentence twice: go test ./internal/i18n -run Sorted -update", name)
	}
}
