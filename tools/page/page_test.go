package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestTheCommittedBundleIsAFreshOne builds it again, byte by byte.
func TestTheCommittedBundleIsAFreshOne(t *testing.T) {
	t.Parallel()
	root, fresh := filepath.Join("..", ".."), t.TempDir()
	if err := build(root, fresh); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(root, "internal", "dashboard", "dist")
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
