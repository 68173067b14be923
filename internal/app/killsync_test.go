package app_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// TestKilledSyncs kills syncs with SIGKILL at random moments, two at once in
// every second round: in the end each home is as after a sync that nobody
// disturbed, and hardly a file was fetched again.
func TestKilledSyncs(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	server := intervalstest.New(t, intervalstest.Options{Activities: 30, Seconds: 60, Now: clock})
	calm := k.connected(t, server)
	begin := time.Now()
	k.syncs(t, server, calm)
	within := time.Since(begin)
	want := stateOf(t, calm)
	homes, kills := 1, 0
	for ; kills < k.kills; homes++ {
		home := k.connected(t, server)
		for round := range 1 + k.rng.IntN(4) {
			kills += k.killSyncs(t, server, home, 1+round%2, within)
		}
		k.syncs(t, server, home)
		if diff := cmp.Diff(want, stateOf(t, home)); diff != "" || len(want) < 20 {
			t.Fatalf("home %d ended otherwise than undisturbed (-want +got):\n%s", homes, diff)
		}
	}
	fetched := map[string]int{}
	for _, r := range server.Requests() {
		if r.Operation == "downloadActivityFile" {
			fetched[r.Path]++
		}
	}
	again := 0
	for _, n := range fetched {
		again += max(0, n-homes) // once for each home
	}
	if again > kills {
		t.Errorf("%d files were fetched again after %d kills", again, kills)
	}
	t.Logf("reliability: syncs killed | %d | each of %d homes ended as undisturbed; %d files were fetched again", kills, homes-1, again)
}

// connected is a home that may read the service.
func (k *killer) connected(t *testing.T, s *intervalstest.Server) (home string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "home")
	cmd := k.sync(t.Context(), s, home, "connect", "intervals")
	cmd.Stdin = strings.NewReader(intervalstest.DefaultKey)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return home
}

// syncs has a sync end by itself.
func (k *killer) syncs(t *testing.T, s *intervalstest.Server, home string) {
	t.Helper()
	if out, err := k.sync(t.Context(), s, home, "sync").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
}

// killSyncs starts so many syncs at once, kills each within a time, and tells
// how many had not ended by themselves.
func (k *killer) killSyncs(t *testing.T, s *intervalstest.Server, home string, n int, within time.Duration) int {
	t.Helper()
	var running sync.WaitGroup
	var kills atomic.Int64
	for range n {
		cmd := k.sync(t.Context(), s, home, "sync")
		after := time.Duration(k.rng.Float64() * float64(within))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			if killedAfter(cmd, after) {
				kills.Add(1)
			}
		})
	}
	running.Wait()
	sound(t, filepath.Join(home, "lapkeep.db"))
	return int(kills.Load())
}

// sync runs a command on services, with the emulator's address.
func (k *killer) sync(ctx context.Context, s *intervalstest.Server, home string, args ...string) *exec.Cmd {
	cmd := k.program.command(ctx, home, args...)
	cmd.Env = append(cmd.Env, "INTERVALS_API_BASE_URL="+s.URL)
	return cmd
}
