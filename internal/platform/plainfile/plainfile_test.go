package plainfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/platform/plainfile"
)

func TestAFileUpToItsLimit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := plainfile.Read(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := plainfile.Read(path, 4); !errors.Is(err, plainfile.ErrTooLarge) || b != nil {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := plainfile.Read(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
