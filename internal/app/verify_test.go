//go:build e2e

package app_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/test/ingesttest"
)

// imported makes a home with a small collection.
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
			says: "index of activity ids",
		},
		"lost rows": {
			hurt: script("PRAGMA foreign_keys=0; DELETE FROM links; DELETE FROM channel_data; DELETE FROM recordings"),
		},
		"wrong summary": {hurt: script("UPDATE activities SET distance_km=distance_km+1"), says: "not match its recordings"},
		"wrong curve": {
			hurt: script("UPDATE primitives SET data=zeroblob(8) WHERE kind<>'report'"), says: "not match its recordings",
		},
		"cache": {hurt: func(t *testing.T, home string) {
			t.Helper()
			writeFile(t, filepath.Join(home, "cache", "x.cache"), []byte("damaged"))
		}, says: "cache"},
	}
	t.Logf("reliability: kinds of damage | %d | verify reports each one, and its repair fixes it", len(kinds))
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

// TestKilledBackups kills backups with SIGKILL at random moments: what has a
// backup's name can be restored, and after the next backup nothing is left of
// those that were killed.
func TestKilledBackups(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	home, dest := filepath.Join(t.TempDir(), "home"), t.TempDir()
	imported(t, k.program, home)
	want := stateOf(t, home)
	begin := time.Now()
	k.program.run(t, home, "backup", filepath.Join(dest, "calm.tar.zst")).must(t)
	within := time.Since(begin)
	kills, finished := 0, 0
	for i := 0; kills < k.kills; i++ {
		path := filepath.Join(dest, fmt.Sprintf("%d.tar.zst", i))
		kills += k.attempt(t, within, home, "backup", path)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		finished++
		again := filepath.Join(t.TempDir(), "again")
		k.program.run(t, again, "restore", path).must(t)
		if diff := cmp.Diff(want, stateOf(t, again)); diff != "" {
			t.Fatalf("backup %d (-want +got):\n%s", i, diff)
		}
		remove(t, path)
	}
	last := filepath.Join(t.TempDir(), "last.tar")
	k.program.run(t, home, "backup", last).must(t)
	for _, dir := range []string{dest, home, filepath.Join(home, "backups")} {
		left, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a folder of notes goes with the last of them
			t.Fatal(err)
		}
		for _, e := range left {
			if strings.HasPrefix(e.Name(), ".tmp-") {
				t.Errorf("%s was left in %s", e.Name(), dir)
			}
		}
	}
	t.Logf("reliability: backups killed | %d | all %d that had their final name, including those that finished before the "+
		"kill, could be restored; no unfinished file was left", kills, finished)
}

// TestKilledRepairs kills repairs of a damaged home: the one that is left
// alone ends as a repair that nobody disturbed.
func TestKilledRepairs(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	home := filepath.Join(t.TempDir(), "home")
	imported(t, k.program, home)
	want := stateOf(t, home)
	within, kills := time.Second, 0
	for round := 0; kills < k.kills; round++ {
		hurtPages(t, home)
		for range 1 + k.rng.IntN(4) {
			kills += k.attempt(t, within, home, "verify", "--repair")
		}
		begin := time.Now()
		k.program.run(t, home, "verify", "--repair").must(t)
		within = time.Since(begin)
		if diff := cmp.Diff(want, stateOf(t, home)); diff != "" {
			t.Fatalf("round %d (-want +got):\n%s", round, diff)
		}
	}
	t.Logf("reliability: repairs killed | %d | after an undisturbed repair, each home folder was intact", kills)
}

// attempt starts a command, kills it within a time, and tells how many were
// killed: none if it had ended.
func (k *killer) attempt(t *testing.T, within time.Duration, home string, args ...string) int {
	t.Helper()
	cmd := k.program.command(t.Context(), home, args...)
	after := time.Duration(k.rng.Float64() * float64(within))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if killedAfter(cmd, after) {
		return 1
	}
	return 0
}

// TestNothingIsCollectedAtAStart: collecting was a third of what a client
// waited for before it had the list of tools. It begins with the first call.
func TestNothingIsCollectedAtAStart(t *testing.T) {
	t.Parallel()
	built, home := buildProgram(t), filepath.Join(t.TempDir(), "home")
	built.run(t, home, "call", "get_status").must(t)
	collections := func(asked string) int {
		cmd := built.command(t.Context(), home, "serve")
		cmd.Env = append(cmd.Env, "GODEBUG=gctrace=1")
		cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
			`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + asked + "\n")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil || !strings.Contains(out.String(), `"id":2,"result"`) {
			t.Fatalf("%v: %s%s", err, &out, &errs)
		}
		return strings.Count(errs.String(), "gc ")
	}
	const list = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`
	n := collections(list)
	for range 3 { // where others keep the machine busy, a start may still be there when the change log is followed
		n = min(n, collections(list))
	}
	if n > 0 {
		t.Errorf("%d collections before the list of tools", n)
	}
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_status","arguments":{}}}` + "\n"
	if n := collections(call + strings.Repeat(strings.ReplaceAll(call, `"id":2`, `"id":3`), 300)); n == 0 {
		t.Error("none is counted after calls either")
	}
}
