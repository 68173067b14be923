package regularfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/platform/regularfile"
)

func TestAFileUpToItsLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := regularfile.Read(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := regularfile.Read(path, 4); !errors.Is(err, regularfile.ErrTooLarge) || b != nil {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := regularfile.Read(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
