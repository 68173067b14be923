package settings

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/training"
)

func TestAHomeIsMadeForItsUserAlone(t *testing.T) {
	t.Parallel()
	in := place(t, nil)
	s, err := Load(in)
	if err != nil || !s.NewHome {
		t.Fatalf("%v, %v", s.NewHome, err)
	}
	if err := MakeHome(s.Get(Home)); err != nil {
		t.Fatal(err)
	}
	if s, err = Load(in); err != nil || s.NewHome {
		t.Errorf("%v, %v", s.NewHome, err)
	}
	if err := os.WriteFile(filepath.Join(in.UserHome, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{"file", "file/below"} {
		if err := MakeHome(filepath.Join(in.UserHome, home)); err == nil || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s: %v", home, err)
		}
	}
}

// BenchmarkLoad measures what each start waits for.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	in := Input{WorkDir: dir, UserHome: dir}
	home := filepath.Join(dir, ".lapkeep")
	for _, f := range []string{
		"config.yaml", "lapkeep.db", "lapkeep.db-wal", "lapkeep.db-shm", "http.key", "cache/a", "exports/a", "backups/a", "leases/a",
		"keys/me/intervals.json", "athletes/me/originals/ab/x.zst",
	} {
		path := filepath.Join(home, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := Load(in); err != nil {
			b.Fatal(err)
		}
	}
}
