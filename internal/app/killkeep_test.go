package app_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

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
	t.Logf("reliability: backups killed | %d | the %d that had their name by then, or ended before, were restored; "+
		"nothing was left", kills, finished)
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
	t.Logf("reliability: repairs killed | %d | each home was whole after the repair that was left alone", kills)
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
