package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheCommittedBundleIsAFreshOne builds it again, byte by byte.
func TestTheCommittedBundleIsAFreshOne(t *testing.T) {
	t.Parallel()
	root, fresh := filepath.Join("..", ".."), t.TempDir()
	if err := build(root, fresh); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(root, "internal", "faces", "web", "dist")
	for _, dir := range [][2]string{{fresh, kept}, {kept, fresh}} {
		entries, err := os.ReadDir(dir[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			a, err := os.ReadFile(filepath.Join(dir[0], e.Name()))
			b, berr := os.ReadFile(filepath.Join(dir[1], e.Name()))
			if err != nil || berr != nil || !bytes.Equal(a, b) {
				t.Errorf("%s is not that of a fresh build; run make page", e.Name())
			}
		}
	}
}

// TestLongLines: a line of a script that is too long is refused, and told.
func TestLongLines(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{140: "", 141: "a.ts:2: the line has 141 letters"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.ts"), []byte("\n"+strings.Repeat("é", n)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := checkLines(dir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d: %v", n, err)
		}
	}
}
