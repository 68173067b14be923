package exportfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/tools/exportfile"
	"lapkeep/internal/training"
)

func TestKeepWritesWholeAndInside(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "exports")
	path := filepath.Join(dir, "ann", "x.fit")
	for _, text := range []string{"one", "another"} {
		if err := exportfile.Keep(dir, path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("%q, %v", b, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "ann", "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	out := t.TempDir()
	if err := os.Symlink(out, filepath.Join(dir, "bob")); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := exportfile.Keep(dir, filepath.Join(dir, "bob", "x.fit"), []byte("x")); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("wrote through a link out: %v", err)
	}
	if files, _ := os.ReadDir(out); len(files) > 0 {
		t.Error("a file appeared outside")
	}
}

func TestCheck22_PlainNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"a0": "a0", "../../x": "------x", "": "-", "strava:12": "strava-12", "é": "-"} {
		if got := exportfile.PlainName(in); got != want {
			t.Errorf("PlainName(%q) = %q, want %q", in, got, want)
		}
	}
}
