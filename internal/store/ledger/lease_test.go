package ledger_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
)

// holderHome makes this test binary a process that holds a lease there.
const holderHome = "LAPKEEP_TEST_HOLDER"

func lease(holder string) ledger.Lease {
	return ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: holder}
}

// TestHolder is no test: it is the other process of those below.
func TestHolder(t *testing.T) {
	home := os.Getenv(holderHome)
	if home == "" {
		t.Skip("only as another process")
	}
	b := storetest.OpenHome(t, home).Connections()
	if got, _, err := b.Hold(t.Context(), lease("the other"), now, now.Add(time.Hour)); err != nil || !got {
		t.Fatal(got, err)
	}
	_, _ = os.Stdout.WriteString("held\n")
	_, _ = os.Stdin.Read(make([]byte, 1)) // until it is killed
}

// holder starts a process that holds the lease for an hour.
func holder(t *testing.T, home string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	ok(t, err)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), self, "-test.run=^TestHolder$")
	cmd.Env = append(os.Environ(), holderHome+"="+home)
	out, err := cmd.StdoutPipe()
	ok(t, err)
	_, err = cmd.StdinPipe()
	ok(t, err)
	ok(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }) // it may have ended
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("the other process does not hold it: %q %v", line, err)
	}
	return cmd
}

func TestALeaseEndsWithItsProcess(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	b, later := db.Connections(), now.Add(time.Second)
	cmd := holder(t, home)
	for range 2 {
		got, until, err := b.Hold(t.Context(), lease("me"), later, later.Add(time.Minute))
		if err != nil || got || !until.Equal(now.Add(time.Hour)) {
			t.Fatalf("beside a living holder: %v until %s, %v", got, until, err)
		}
	}
	ok(t, cmd.Process.Kill())
	_ = cmd.Wait() // what killed it is no news
	if got, _, err := b.Hold(t.Context(), lease("me"), later, later.Add(time.Minute)); err != nil || !got {
		t.Fatalf("after a dead one: %v, %v", got, err)
	}
	if got, _, err := storetest.OpenHome(t, home).Connections().Hold(t.Context(), lease("you"), later,
		later.Add(time.Minute)); err != nil || got {
		t.Errorf("two hold what the dead one left: %v, %v", got, err)
	}
	ok(t, b.Release(t.Context(), lease("me")))
}

// TestOnlyTheTimeCountsWithoutLocks: where no lock can be had, nobody is taken
// for dead.
func TestOnlyTheTimeCountsWithoutLocks(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ok(t, os.WriteFile(filepath.Join(home, "leases"), nil, 0o600)) // no folder can be made there
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	b := db.Connections()
	try := func(who string, at time.Duration, want bool) {
		t.Helper()
		if got, _, err := b.Hold(t.Context(), lease(who), now.Add(at), now.Add(at+time.Minute)); err != nil || got != want {
			t.Errorf("%s at %s: %v, %v", who, at, got, err)
		}
	}
	try("ahead", 365*24*time.Hour, true)
	try("one", 0, true) // the clock was put back
	try("other", 59*time.Second, false)
	ok(t, os.Remove(filepath.Join(home, "leases")))
	try("other", 59*time.Second, false) // it has a lock, and one might live
	try("one", 59*time.Second, true)
	try("other", time.Minute, false)
	ok(t, b.Release(t.Context(), lease("one")))
	try("other", time.Minute, true)
}
