package tools_test

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func export(text string) tools.File {
	return tools.File{Athlete: "ann", Name: "2026-05-01-ride", Ext: ".fit", Data: []byte(text)}
}

func TestKeepWritesWholeAndInside(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "exports")
	for _, text := range []string{"one", "another"} {
		path := export(text).Path(dir)
		if err := export(text).Keep(dir); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("%q, %v", b, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "ann", "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	out := t.TempDir()
	if err := os.Symlink(out, filepath.Join(dir, "bob")); err != nil {
		t.Skip("no symbolic links here")
	}
	file := export("x")
	file.Athlete = "bob"
	if err := file.Keep(dir); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("wrote through a link out: %v", err)
	}
	if files, _ := os.ReadDir(out); len(files) > 0 {
		t.Error("a file appeared outside")
	}
}

// TestTheSameExportIsOneFile: it is not written again, unless it was changed.
func TestTheSameExportIsOneFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := export("one")
	path := file.Path(dir)
	for range 3 {
		if err := file.Keep(dir); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := file.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o400 {
		t.Errorf("it was written anew: %v, %v", info, err)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := file.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one" {
		t.Errorf("what somebody changed is taken for the export: %q, %v", b, err)
	}
}

// TestExportsDoNotFillTheDisk: at the limit one more is refused, and one that
// is there already is not.
func TestExportsDoNotFillTheDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := export("there").Keep(dir); err != nil {
		t.Fatal(err)
	}
	sparse, err := os.Create(filepath.Join(dir, "ann", "others.fit"))
	if err != nil {
		t.Fatal(err)
	}
	defer sparse.Close()
	if err := sparse.Truncate(tools.Most - 8); err != nil {
		t.Fatal(err)
	}
	if err := export("more").Keep(dir); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("beyond the limit: %v", err)
	}
	if err := export("there").Keep(dir); err != nil {
		t.Errorf("what is there: %v", err)
	}
	if err := sparse.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if err := export("more").Keep(dir); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestCheck22_PlainNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"a0": "a0", "../../x": "------x", "": "-", "strava:12": "strava-12", "é": "-"} {
		if got := tools.PlainName(in); got != want {
			t.Errorf("PlainName(%q) = %q, want %q", in, got, want)
		}
	}
}
