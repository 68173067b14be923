package stravatest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/test/archivetest/stravatest"
)

func TestTheUnpackedFolderHoldsWhatTheZipHolds(t *testing.T) {
	t.Parallel()
	a, dir := stravatest.Build(stravatest.Options{Language: stravatest.German}), t.TempDir()
	if err := a.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Name)))
		if err != nil || !bytes.Equal(got, f.Data) {
			t.Errorf("%s: %d bytes of %d, %v", f.Name, len(got), len(f.Data), err)
		}
	}
}
