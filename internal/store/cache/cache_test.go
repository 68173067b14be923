package cache_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
)

// log is a change log that tests write.
type log struct {
	mu      sync.Mutex
	changes []ledger.Change
	err     error
}

func (l *log) add(kinds ...ledger.ChangeKind) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range kinds {
		l.changes = append(l.changes, ledger.Change{Seq: int64(len(l.changes) + 1), Kind: k})
	}
}

func (l *log) LastChange(context.Context) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.changes)), l.err
}

func (l *log) Changes(_ context.Context, after int64, limit int) ([]ledger.Change, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	from := l.changes[min(int(after), len(l.changes)):]
	return slices.Clone(from[:min(limit, len(from))]), l.err
}

// ask returns the value of a key; a value that is not kept is read.
func ask(t *testing.T, c *cache.Cache[string, int], l cache.Log, k string, read int) int {
	t.Helper()
	v, err := c.Get(t.Context(), l, k, func() (int, error) { return read, nil })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestValuesAreKeptUntilTheLogMoves(t *testing.T) {
	t.Parallel()
	var c cache.Cache[string, int]
	l := &log{}
	steps := []struct {
		change     bool
		key        string
		read, want int
	}{
		{false, "a", 1, 1}, {false, "a", 2, 1}, {false, "b", 3, 3}, {true, "a", 4, 4}, {false, "b", 5, 5}, {false, "a", 6, 4},
	}
	for i, s := range steps {
		if s.change {
			l.add(ledger.ChangeNote)
		}
		if got := ask(t, &c, l, s.key, s.read); got != s.want {
			t.Errorf("step %d: %s is %d, want %d", i, s.key, got, s.want)
		}
	}
	l.changes = nil // a home that was restored
	if got := ask(t, &c, l, "a", 7); got != 7 {
		t.Errorf("after a restore: %d", got)
	}
	if got := ask(t, &c, nil, "a", 8); got != 7 {
		t.Errorf("without a log: %d", got)
	}
	l.err = errors.New("no log")
	if _, err := c.Get(t.Context(), l, "a", nil); !errors.Is(err, l.err) {
		t.Errorf("a log that cannot be read: %v", err)
	}
}

// TestWhatIsKeptIsTrue asks over random changes, some of more than one batch:
// every answer is what a read would give now.
func TestWhatIsKeptIsTrue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := cache.Cache[int, int]{Most: 3, On: []ledger.ChangeKind{ledger.ChangeNote}}
		l, notes := &log{}, 0
		for range rapid.IntRange(1, 30).Draw(t, "questions") {
			for range rapid.SampledFrom([]int{0, 0, 1, 2, 700}).Draw(t, "changes") {
				kind := ledger.ChangeSettings
				if rapid.IntRange(0, 99).Draw(t, "kind") == 0 {
					kind = ledger.ChangeNote
					notes++
				}
				l.add(kind)
			}
			got, err := c.Get(t.Context(), l, rapid.IntRange(0, 4).Draw(t, "key"), func() (int, error) { return notes, nil })
			if err != nil || got != notes {
				t.Fatalf("%d, %v; want %d", got, err, notes)
			}
		}
	})
}

func TestSettingsForgetNothingThatDoesNotDependOnThem(t *testing.T) {
	t.Parallel()
	c := cache.Cache[string, int]{On: ledger.OnActivities(ledger.ChangeNote)}
	l := &log{}
	ask(t, &c, l, "a", 1)
	l.add(ledger.ChangeSettings, ledger.ChangeSettings)
	if got := ask(t, &c, l, "a", 2); got != 1 {
		t.Errorf("after settings: %d", got)
	}
	l.add(ledger.ChangeSettings, ledger.ChangeNote, ledger.ChangeSettings)
	if got := ask(t, &c, l, "a", 3); got != 3 {
		t.Errorf("after a note: %d", got)
	}
}

// TestPatchedValues: a patched value is what a read would give, a value that cannot be patched is
// read again, and a failure of the patch leaves nothing half-patched.
func TestPatchedValues(t *testing.T) {
	t.Parallel()
	reads, failed := 0, errors.New("no")
	c := cache.Cache[string, int]{On: []ledger.ChangeKind{ledger.ChangeNote, ledger.ChangePair}}
	c.Patch = func(_ context.Context, k string, v int, changes []ledger.Change) (int, bool, error) {
		for _, change := range changes {
			if change.Kind == ledger.ChangePair {
				return 0, false, nil
			}
			if k == "fails" {
				return 0, true, failed
			}
			v += 10
		}
		return v, true, nil
	}
	l := &log{}
	get := func(k string) (int, error) {
		return c.Get(t.Context(), l, k, func() (int, error) { reads++; return len(l.changes), nil })
	}
	for i, x := range []struct {
		add         []ledger.ChangeKind
		want, reads int
	}{
		{nil, 0, 1},
		{[]ledger.ChangeKind{ledger.ChangeNote, ledger.ChangeSettings, ledger.ChangeNote}, 20, 1},
		{[]ledger.ChangeKind{ledger.ChangeSettings}, 20, 1},
		{[]ledger.ChangeKind{ledger.ChangeNote, ledger.ChangePair}, 6, 2},
		{make([]ledger.ChangeKind, 600), 606, 3}, // more than are looked at
	} {
		l.add(x.add...)
		if got, err := get("a"); got != x.want || reads != x.reads || err != nil {
			t.Errorf("step %d: %d after %d reads, want %d after %d, %v", i, got, reads, x.want, x.reads, err)
		}
	}
	if _, err := get("fails"); err != nil {
		t.Fatal(err)
	}
	l.add(ledger.ChangeNote)
	if _, err := get("a"); !errors.Is(err, failed) {
		t.Errorf("a patch that fails: %v", err)
	}
	if got, err := get("a"); got != 607 || err != nil {
		t.Errorf("after a patch that failed: %d, %v", got, err)
	}
}

// TestTheAthletesRowIsOneOfTheSettings: a value may depend on the athlete's own row alone.
func TestTheAthletesRowIsOneOfTheSettings(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		on   []ledger.ChangeKind
		id   string
		want int
	}{
		{[]ledger.ChangeKind{ledger.ChangeAthlete}, "athlete", 2},
		{[]ledger.ChangeKind{ledger.ChangeAthlete}, "ftp_w", 1},
		{[]ledger.ChangeKind{ledger.ChangeSettings}, "athlete", 2},
		{[]ledger.ChangeKind{ledger.ChangeSettings}, "ftp_w", 2},
		{[]ledger.ChangeKind{}, "athlete", 1},
	} {
		c, l := cache.Cache[string, int]{On: x.on}, &log{}
		ask(t, &c, l, "a", 1)
		l.changes = append(l.changes, ledger.Change{Seq: 1, Kind: ledger.ChangeSettings, ID: x.id})
		if got := ask(t, &c, l, "a", 2); got != x.want {
			t.Errorf("on %v, a change of %s gives %d, want %d", x.on, x.id, got, x.want)
		}
	}
}

// TestAChangeWhileAValueIsReadIsSeen: what was read before a change is not kept after it.
func TestAChangeWhileAValueIsReadIsSeen(t *testing.T) {
	t.Parallel()
	var c cache.Cache[string, int]
	l := &log{}
	_, err := c.Get(t.Context(), l, "a", func() (int, error) { l.add(ledger.ChangeNote); return 1, nil })
	if got := ask(t, &c, l, "a", 2); got != 2 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}

func TestFewValuesAreKept(t *testing.T) {
	t.Parallel()
	var c cache.Cache[int, int]
	reads := 0
	get := func(k int) {
		if v, err := c.Get(t.Context(), nil, k, func() (int, error) { reads++; return k, nil }); v != k || err != nil {
			t.Errorf("%d is %d, %v", k, v, err)
		}
	}
	for k := range 1000 {
		get(k)
	}
	reads = 0
	for k := range 1000 {
		get(999 - k)
	}
	if reads < 1000-64 || reads == 1000 {
		t.Errorf("%d of 1000 were read again", reads)
	}
}

// TestOneReadsForAll: of many who ask for a value at once one reads it, and a
// failure is nobody else's.
func TestOneReadsForAll(t *testing.T) {
	t.Parallel()
	var c cache.Cache[string, int]
	l := &log{}
	begun, fail := make(chan struct{}), make(chan struct{})
	go c.Get(t.Context(), l, "a", func() (int, error) { //nolint:errcheck // it fails
		close(begun)
		<-fail
		return 0, context.Canceled
	})
	<-begun
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Get(gone, l, "a", func() (int, error) { return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who is gone waited: %v", err)
	}
	var reads atomic.Int64
	var askers sync.WaitGroup
	for range 50 {
		askers.Go(func() {
			v, err := c.Get(t.Context(), l, "a", func() (int, error) { return int(reads.Add(1)), nil })
			if v != 1 || err != nil {
				t.Errorf("%d, %v", v, err)
			}
		})
	}
	close(fail)
	askers.Wait()
	l.add(ledger.ChangeNote)
	if v := ask(t, &c, l, "a", 7); v != 7 || reads.Load() != 1 {
		t.Errorf("%d after %d reads", v, reads.Load())
	}
}
