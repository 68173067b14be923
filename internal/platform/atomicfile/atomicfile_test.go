package atomicfile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"lapkeep/internal/platform/atomicfile"
)

func TestWriteReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"first, and longer", "second", ""} {
		if err := atomicfile.Write(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("it holds %q, %v", got, err)
		}
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("beside it lies %v, %v", left, err)
	}
}

func TestFailureLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := atomicfile.Write(filepath.Join(dir, "none", "file"), nil, 0o600); err == nil {
		t.Error("a file in a folder that is not there")
	}
	taken := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(taken, []byte("x"), 0o600); err == nil {
		t.Error("a file in place of a folder")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

func TestIsTemp(t *testing.T) {
	t.Parallel()
	if !atomicfile.IsTemp(atomicfile.TempPrefix+"1") || atomicfile.IsTemp("ride.zst") {
		t.Error("names are not told apart")
	}
}
