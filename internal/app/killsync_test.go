package app_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/source/intervalstest"
)

// mostKilledSyncs is how many syncs are killed: each takes as long as the
// service's pace wants.
const mostKilledSyncs = 6

// TestKilledSyncs kills syncs with SIGKILL at random moments, two at once in
// every second round: in the end the home is as after a sync that nobody
// disturbed, and nothing was asked for by two at a time.
func TestKilledSyncs(t *testing.T) {
	k := newKiller(t)
	server := intervalstest.New(t, intervalstest.Options{Activities: 30, Seconds: 60, Now: clock})
	connect := func(name string) string {
		home := filepath.Join(t.TempDir(), name)
		cmd := k.sync(t.Context(), server, home, "connect", "intervals")
		cmd.Stdin = strings.NewReader(intervalstest.DefaultKey)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		return home
	}
	calm, home := connect("calm"), connect("home")
	begin := time.Now()
	if out, err := k.sync(t.Context(), server, calm, "sync").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	within := time.Since(begin)
	want := stateOf(t, calm)
	for round := range min(k.kills, mostKilledSyncs) {
		var running sync.WaitGroup
		for range 1 + round%2 {
			cmd := k.sync(t.Context(), server, home, "sync")
			after := time.Duration(k.rng.Float64() * float64(within))
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			running.Go(func() {
				timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
				_ = cmd.Wait()                                                    // what killed it is in its state
				timer.Stop()
			})
		}
		running.Wait()
		sound(t, filepath.Join(home, "lapkeep.db"))
	}
	if out, err := k.sync(t.Context(), server, home, "sync").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if diff := cmp.Diff(want, stateOf(t, home)); diff != "" || len(want) < 20 {
		t.Errorf("it ended otherwise than undisturbed (-want +got):\n%s", diff)
	}
	fetched := map[string]int{}
	for _, r := range server.Requests() {
		if r.Operation == "downloadActivityFile" {
			fetched[r.Path]++
		}
	}
	twice := 0
	for _, n := range fetched {
		twice += max(0, n-2) // once for each home
	}
	if twice > mostKilledSyncs {
		t.Errorf("%d files were fetched again", twice)
	}
	t.Logf("reliability: syncs killed | %d | the home ended as undisturbed", min(k.kills, mostKilledSyncs))
}

// sync is a command on services, which lie at the emulator.
func (k *killer) sync(ctx context.Context, s *intervalstest.Server, home string, args ...string) *exec.Cmd {
	cmd := k.program.command(ctx, home, args...)
	cmd.Env = append(cmd.Env, "INTERVALS_API_BASE_URL="+s.URL)
	return cmd
}
