package house

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A file aims at 150 to 400 lines; beyond this it is an error. Packages have no cap:
// who imports one, and what changes together, says whether it is one thing.
const maxFileLines = 600

// root is the repository's top folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// tracked calls f with each text file of the tree that people write.
func tracked(t *testing.T, f func(path string, text []byte)) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != top && (name == ".git" || name == "bin" || name == "dist" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if name == ".git" { // a worktree's pointer file
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) < 0 {
			rel, _ := filepath.Rel(top, path)
			f(filepath.ToSlash(rel), text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesStaySmall(t *testing.T) {
	t.Parallel()
	tracked(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_templ.go") { // templ writes those, of shorter files
			return
		}
		n := bytes.Count(text, []byte("\n"))
		if n > maxFileLines {
			t.Errorf("%s has %d lines; %d is the most", path, n, maxFileLines)
		}
	})
}

// absolute finds paths of the machine that something was written on.
var absolute = regexp.MustCompile(`(^|[\s"'(=` + "`" + `])/(work\b|root\b|home/[a-z]+/|Users/[a-z]+/)`)

func TestTreeNamesNoMachine(t *testing.T) {
	t.Parallel()
	tracked(t, func(path string, text []byte) {
		if strings.HasPrefix(path, "internal/house/") || strings.HasSuffix(path, "go.sum") {
			return
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if m := absolute.Find(line); m != nil && !bytes.Contains(line, []byte("/home/you/")) && !bytes.Contains(line, []byte("/Users/you/")) {
				t.Errorf("%s:%d names a path of a machine: %s", path, i+1, m)
			}
		}
	})
}
