package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/platform/disk"
)

func TestAFileUpToItsLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := disk.ReadRegular(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := disk.ReadRegular(path, 4); !errors.Is(err, disk.ErrTooLarge) || b != nil {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := disk.ReadRegular(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
