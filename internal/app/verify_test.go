package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/test/ingesttest"
)

// imported is a home with a small collection.
func imported(t *testing.T, p program, home string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "files")
	collection(t, folder, 12, 120, ingesttest.Everything())
	p.run(t, home, "import", folder).must(t)
}

// TestVerifyAndRepair: each damage is reported, and repaired from the originals.
func TestVerifyAndRepair(t *testing.T) {
	t.Parallel()
	p := buildProgram(t)
	script := func(s string) func(*testing.T, string) {
		return func(t *testing.T, home string) {
			t.Helper()
			if err := sqlitedb.Script(t.Context(), filepath.Join(home, "lapkeep.db"), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	kinds := map[string]struct {
		hurt func(t *testing.T, home string)
		says string
	}{
		"pages": {hurt: hurtPages, says: "damaged"},
		"no database": {
			hurt: func(t *testing.T, home string) { t.Helper(); remove(t, filepath.Join(home, "lapkeep.db")) },
			says: "database in",
		},
		"first page": {
			hurt: func(t *testing.T, home string) { t.Helper(); overwrite(t, filepath.Join(home, "lapkeep.db"), 0, 60) },
			says: "damaged",
		},
		"names": {
			hurt: func(t *testing.T, home string) {
				t.Helper()
				overwrite(t, filepath.Join(home, "lapkeep.db.names"), 20, 4)
			},
			says: "what activities are called",
		},
		"lost rows": {
			hurt: script("PRAGMA foreign_keys=0; DELETE FROM links; DELETE FROM channel_data; DELETE FROM recordings"),
		},
		"wrong summary": {hurt: script("UPDATE activities SET distance_km=distance_km+1"), says: "not what its recordings give"},
		"wrong curve": {
			hurt: script("UPDATE primitives SET data=zeroblob(8) WHERE kind<>'report'"), says: "not what its recordings give",
		},
		"cache": {hurt: func(t *testing.T, home string) {
			t.Helper()
			writeFile(t, filepath.Join(home, "cache", "x.cache"), []byte("damaged"))
		}, says: "cache"},
	}
	t.Logf("reliability: kinds of damage | %d | each is told by verify and taken back by its repair", len(kinds))
	for name, c := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := filepath.Join(t.TempDir(), "home")
			imported(t, p, home)
			want := stateOf(t, home)
			p.run(t, home, "verify").must(t)
			c.hurt(t, home)
			if told := p.run(t, home, "verify"); c.says != "" && (told.code == 0 || !strings.Contains(told.out+told.err, c.says)) {
				t.Errorf("%d %s %s", told.code, told.out, told.err)
			}
			done := p.run(t, home, "verify", "--repair").must(t)
			if !strings.Contains(done.out, "Restored:") && name != "cache" && name != "names" {
				t.Error(done.out)
			}
			if diff := cmp.Diff(want, stateOf(t, home)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, done.out)
			}
			p.run(t, home, "verify").must(t)
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// overwrite puts nonsense at a place of a file.
func overwrite(t *testing.T, path string, at, n int) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(whole[at:at+n], bytes.Repeat([]byte{0xA5}, n))
	writeFile(t, path, whole)
}

// hurtPages damages some pages in the middle of the database and at its end.
func hurtPages(t *testing.T, home string) {
	t.Helper()
	path := filepath.Join(home, "lapkeep.db")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := int(info.Size()) / 4096
	for _, page := range []int{pages / 2, pages/2 + 1, pages - 3} {
		overwrite(t, path, page*4096, 40)
	}
}
