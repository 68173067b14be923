package connect

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
)

// TestManyAlikeAreOneLine: the first of a reason are named, the rest counted,
// and one with a reason of its own is not lost among them.
func TestManyAlikeAreOneLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := importReport{CollectEnv: &CollectEnv{Out: &out}, seen: map[string]int{}}
	for i := range 100 {
		name := fmt.Sprintf("%d.jpg", i)
		r.line(importing.FileResult{Path: "a.zip/media/" + name, Status: importing.Ignored, Reason: "It is a picture."})
		r.line(importing.FileResult{Path: "a.zip/" + name, Status: importing.Failed, Reason: i18n.Sentence(name + " is empty.")})
		r.line(importing.FileResult{Path: name, Status: importing.Imported, Warnings: []i18n.Sentence{"cut short"}})
		r.line(importing.FileResult{Path: "a.zip/aside" + name, Status: importing.Ignored, Reason: "It is sleep.", Aside: true})
	}
	r.line(importing.FileResult{Path: "z.fit", Status: importing.Failed, Reason: "It is damaged."})
	r.rest()
	got := out.String()
	for text, n := range map[string]int{
		"It is a picture.": alike + 1, " is empty.": alike + 1, "          cut short\n": 100, "failed    z.fit: It is damaged.\n": 1,
		"ignored   80 files more: It is a picture.\n": 1, "failed    80 files more: … is empty.\n": 1,
		"ignored   100 files: It is sleep.\n": 1, "aside": 0,
	} {
		if strings.Count(got, text) != n {
			t.Errorf("%q is there %d times, want %d", text, strings.Count(got, text), n)
		}
	}
}

func TestFilesAreCountedMeanwhile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, n := range []string{"1.fit", "2.fit", "3.jpg"} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := countFiles(t.Context(), []string{dir})
	<-c.done
	c.end()
	if c.total() != 3 {
		t.Errorf("%d files, want 3", c.total())
	}
	c = countFiles(t.Context(), []string{filepath.Join(dir, "none"), dir})
	c.end()
	if n := c.total(); n != 0 && n != 4 {
		t.Errorf("%d files of a count that was stopped", n)
	}
}
