package ledger_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var (
	ann = ledger.ConnectionKey{Athlete: "ann", Source: "tri"}
	bob = ledger.ConnectionKey{Athlete: "bob", Source: "tri"}
	two = ledger.ConnectionKey{Athlete: "ann", Source: "other"}
	now = storetest.Noon()
)

func open(t *testing.T) ledger.Connections {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	return db.Connections()
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	type cursor struct{ N int }
	b := open(t)
	var c cursor
	if found, err := b.Cursor(t.Context(), ann, "backfill", &c); found || err != nil {
		t.Error(found, err)
	}
	for n := range 3 {
		ok(t, b.SetCursor(t.Context(), ann, "backfill", cursor{n}))
	}
	for key, want := range map[ledger.ConnectionKey]bool{ann: true, bob: false, two: false} {
		if found, err := b.Cursor(t.Context(), key, "backfill", &c); found != want || err != nil || want && c.N != 2 {
			t.Errorf("%v: %v %+v %v", key, found, c, err)
		}
	}
	var wrong string
	if _, err := b.Cursor(t.Context(), ann, "backfill", &wrong); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
	if err := b.SetCursor(t.Context(), ledger.ConnectionKey{Athlete: "nobody"}, "x", 1); err == nil {
		t.Error("a cursor of nobody's")
	}
}

func TestLeases(t *testing.T) {
	t.Parallel()
	b := open(t)
	one, other := ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: "one"},
		ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: "other"}
	hold := func(l ledger.Lease, at, until time.Duration, want bool) {
		t.Helper()
		got, others, err := b.Hold(t.Context(), l, now.Add(at), now.Add(until))
		if got != want || err != nil || !want && others.IsZero() {
			t.Errorf("%s at %s: %v until %s, %v", l.Holder, at, got, others, err)
		}
	}
	hold(one, 0, time.Minute, true)
	hold(other, 0, time.Minute, false)
	hold(one, 30*time.Second, 90*time.Second, true)
	hold(other, time.Minute, 2*time.Minute, false)
	hold(ledger.Lease{Athlete: "ann", Name: "sync:more", Holder: "other"}, 0, time.Minute, true)
	hold(ledger.Lease{Athlete: "bob", Name: "sync:tri", Holder: "other"}, 0, time.Minute, true)
	hold(other, 90*time.Second, 3*time.Minute, true)
	hold(one, 100*time.Second, 3*time.Minute, false)
	ok(t, b.Release(t.Context(), one))
	hold(one, 100*time.Second, 3*time.Minute, false)
	ok(t, b.Release(t.Context(), other))
	hold(one, 100*time.Second, 3*time.Minute, true)
}

// TestOneOfManyHolds opens the file many times, as processes do.
func TestOneOfManyHolds(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	storetest.Athlete(t, storetest.OpenHome(t, home), "ann")
	var held atomic.Int32
	var wg sync.WaitGroup
	for n := range 5 {
		db := storetest.OpenHome(t, home)
		wg.Go(func() {
			got, _, err := db.Connections().Hold(t.Context(),
				ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: fmt.Sprint(n)}, now, now.Add(time.Minute))
			if err != nil {
				t.Error(err)
			}
			if got {
				held.Add(1)
			}
		})
	}
	wg.Wait()
	if held.Load() != 1 {
		t.Errorf("%d hold it", held.Load())
	}
}

func TestQuotas(t *testing.T) {
	t.Parallel()
	b := open(t)
	want := []ledger.Quota{
		{Ends: now},
		{Name: "locked", Ends: now},
		{Window: time.Minute, Allowed: 10, Used: 1, Ends: now.Add(time.Second)},
		{Window: time.Hour, Allowed: 100},
	}
	ok(t, b.ChangeQuotas(t.Context(), ann, "", func(q []ledger.Quota) ([]ledger.Quota, error) {
		if len(q) != 0 {
			t.Errorf("there is %+v", q)
		}
		return want, nil
	}))
	stop := errors.New("stop")
	if err := b.ChangeQuotas(t.Context(), ann, "", func(q []ledger.Quota) ([]ledger.Quota, error) {
		q[2].Used = 9
		return q, stop
	}); !errors.Is(err, stop) {
		t.Error(err)
	}
	for key, want := range map[ledger.ConnectionKey][]ledger.Quota{ann: want, bob: nil, two: nil} {
		got, err := b.Quotas(t.Context(), key, "")
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%v: %s %v", key, d, err)
		}
	}
}

// TestAWindowOfAnApplicationIsOneForAll athletes who are connected by it, and
// stays when one of them parts.
func TestAWindowOfAnApplicationIsOneForAll(t *testing.T) {
	t.Parallel()
	b := open(t)
	one := func(k ledger.ConnectionKey, app string) {
		ok(t, b.ChangeQuotas(t.Context(), k, app, func(q []ledger.Quota) ([]ledger.Quota, error) {
			for _, of := range []bool{false, true} {
				if !slices.ContainsFunc(q, func(q ledger.Quota) bool { return q.Application == of }) {
					q = append(q, ledger.Quota{Name: "read", Application: of, Window: time.Minute})
				}
			}
			for i := range q {
				q[i].Used++
			}
			return q, nil
		}))
	}
	one(ann, "app1")
	one(bob, "app1")
	one(bob, "app1")
	one(two, "app1")
	one(ann, "app2")
	ok(t, b.Forget(t.Context(), ann))
	for _, x := range []struct {
		key       ledger.ConnectionKey
		app       string
		own, both int
	}{{ann, "app1", 0, 3}, {bob, "app1", 2, 3}, {two, "app1", 1, 1}, {ann, "app2", 0, 1}, {bob, "", 2, 0}} {
		all, err := b.Quotas(t.Context(), x.key, x.app)
		ok(t, err)
		own, both := 0, 0
		for _, q := range all {
			if q.Application {
				both += q.Used
			} else {
				own += q.Used
			}
		}
		if own != x.own || both != x.both {
			t.Errorf("%v by %q: %d of its own, %d of the application, want %d and %d", x.key, x.app, own, both, x.own, x.both)
		}
	}
}

func TestNoRequestIsForgotten(t *testing.T) {
	t.Parallel()
	b := open(t)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			err := b.ChangeQuotas(t.Context(), ann, "", func(q []ledger.Quota) ([]ledger.Quota, error) {
				if len(q) == 0 {
					q = []ledger.Quota{{Window: time.Minute}}
				}
				q[0].Used++
				return q, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if q, err := b.Quotas(t.Context(), ann, ""); err != nil || q[0].Used != 10 {
		t.Errorf("%+v %v", q, err)
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	b := open(t)
	put := func(k ledger.ConnectionKey, i ledger.ConnectionItem) { t.Helper(); ok(t, b.PutItem(t.Context(), k, i)) }
	a := ledger.ConnectionItem{ID: "a", Day: 10, Version: "1", State: ledger.Stored}
	late := ledger.ConnectionItem{ID: "b", Day: 12, Version: "1", State: ledger.ConnectionFailed, Reason: "bad file", Tries: 1, Due: now}
	soon := ledger.ConnectionItem{ID: "c", Day: 11, State: ledger.ConnectionFailed, Reason: "bad file", Tries: 2, Due: now.Add(-time.Hour)}
	stub := ledger.ConnectionItem{ID: "d", Day: 20, State: ledger.Withheld, Reason: "not shown"}
	for _, i := range []ledger.ConnectionItem{stub, soon, late, a} {
		put(ann, i)
	}
	put(bob, a)
	put(two, a)
	items := func(r training.DayRange) []ledger.ConnectionItem {
		t.Helper()
		got, err := b.Items(t.Context(), ann, r)
		ok(t, err)
		return got
	}
	if d := cmp.Diff([]ledger.ConnectionItem{a, soon, late}, items(training.DayRange{From: 10, To: 12})); d != "" {
		t.Error(d)
	}
	if got, found, err := b.Item(t.Context(), ann, "b"); got != late || !found || err != nil {
		t.Error(got, found, err)
	}
	if _, found, err := b.Item(t.Context(), ann, "z"); found || err != nil {
		t.Error(found, err)
	}
	due := func(at time.Time) []ledger.ConnectionItem {
		t.Helper()
		got, err := b.DueItems(t.Context(), ann, at, at.Add(256*time.Hour), 10)
		ok(t, err)
		return got
	}
	if d := cmp.Diff([]ledger.ConnectionItem{late, soon}, due(now)); d != "" {
		t.Error(d)
	}
	if got := due(now.Add(-2 * time.Hour)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	late.Day, late.State, late.Reason, late.Due, late.Tries, late.Version = 13, ledger.Stored, "", time.Time{}, 0, "2"
	put(ann, late)
	if d := cmp.Diff([]ledger.ConnectionItem{late, stub}, items(training.DayRange{From: 12, To: 99})); d != "" {
		t.Error(d)
	}
	tallies, err := b.Tallies(t.Context(), ann)
	want := []ledger.Tally{
		{State: ledger.Stored, Items: 2},
		{State: ledger.ConnectionFailed, Reason: "bad file", Items: 1},
		{State: ledger.Withheld, Reason: "not shown", Items: 1},
	}
	if d := cmp.Diff(want, tallies); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	b := open(t)
	for _, k := range []ledger.ConnectionKey{ann, two} {
		ok(t, b.SetCursor(t.Context(), k, "x", 1))
		ok(t, b.PutItem(t.Context(), k, ledger.ConnectionItem{ID: "a", State: ledger.Stored}))
		ok(t, b.ChangeQuotas(t.Context(), k, "", func([]ledger.Quota) ([]ledger.Quota, error) {
			return []ledger.Quota{{Window: time.Minute}}, nil
		}))
	}
	ok(t, b.Forget(t.Context(), ann))
	for key, want := range map[ledger.ConnectionKey]int{ann: 0, two: 1} {
		var n int
		found, err := b.Cursor(t.Context(), key, "x", &n)
		q, qErr := b.Quotas(t.Context(), key, "")
		i, iErr := b.Items(t.Context(), key, training.DayRange{To: 1})
		tallies, tErr := b.Tallies(t.Context(), key)
		if errors.Join(err, qErr, iErr, tErr) != nil || found != (want == 1) || len(q) != want || len(i) != want || len(tallies) != want {
			t.Errorf("%v: %v %v %v %v", key, found, q, i, tallies)
		}
	}
}

func TestAReadOnlyStoreKeepsNothing(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	storetest.Athlete(t, storetest.OpenHome(t, home), "ann")
	db, err := store.Open(t.Context(), store.Options{Home: home, ReadOnly: true})
	ok(t, err)
	defer db.Close()
	if err := db.Connections().PutItem(t.Context(), ann, ledger.ConnectionItem{ID: "a"}); err == nil ||
		training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v: %v", training.KindOf(err), err)
	}
}

// holderHome makes this test binary a process that holds a lease there.
const holderHome = "LAPKEEP_TEST_HOLDER"

func lease(holder string) ledger.Lease {
	return ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: holder}
}

// TestHolder plays the other process of the tests below; by itself it tests
// nothing.
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
