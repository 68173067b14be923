package homes_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"lapkeep/internal/homes"
	"lapkeep/internal/training"
)

// house is a root whose homes count who has them open.
type house struct {
	homes.Options[string]

	mu     sync.Mutex
	open   map[string]int
	most   int // homes open at the same time
	closes map[string]int
	slow   chan struct{} // closing waits for it, if it is there
	began  chan struct{} // gets one token from the first closing
}

// newHouse returns a house of n homes, of which most may be open.
func newHouse(t *testing.T, n, most int) *house {
	t.Helper()
	h := &house{open: map[string]int{}, closes: map[string]int{}}
	h.Root, h.Most, h.Idle, h.Now, h.Working = homes.Root(t.TempDir()), most, time.Minute, time.Now, 2
	for i := range n {
		h.add(t, fmt.Sprintf("h%03d", i))
	}
	h.Open = func(_ context.Context, name, _ string) (string, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.open[name]++; h.open[name] > 1 {
			t.Errorf("%s has two holders", name)
		}
		total := 0
		for _, n := range h.open {
			total += n
		}
		h.most = max(h.most, total)
		return name, nil
	}
	h.Close = func(name string) error {
		if h.slow != nil {
			select {
			case h.began <- struct{}{}:
			default:
			}
			<-h.slow
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.open[name]--
		h.closes[name]++
		return nil
	}
	h.Failed = func(name string, err error) { t.Errorf("%s: %v", name, err) }
	return h
}

// closed returns how often a home was closed.
func (h *house) closed(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closes[name]
}

func (h *house) add(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(h.Root.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.Root.Dir(name), "lapkeep.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, p *homes.Pool[string], name string) (done func()) {
	t.Helper()
	got, done, err := p.Take(t.Context(), name)
	if err != nil || got != name {
		t.Fatalf("%s: got %q, %v", name, got, err)
	}
	return done
}

// TestAHundredHomesWithTenOpen: many calls at the same time never open more than may be, nor
// one home twice.
func TestAHundredHomesWithTenOpen(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 100, 10)
	p := homes.New(h.Options)
	var calls sync.WaitGroup
	for i := range 32 {
		calls.Go(func() {
			for j := range 60 {
				_, done, err := p.Take(t.Context(), fmt.Sprintf("h%03d", (i*37+j*13)%100))
				if err != nil {
					t.Error(err)
					return
				}
				done()
				done() // a second time returns nothing more
			}
		})
	}
	calls.Wait()
	if h.most > 10 || p.Open() > 10 {
		t.Errorf("%d were open, %d are", h.most, p.Open())
	}
	if err := p.Close(t.Context()); err != nil || p.Open() != 0 {
		t.Errorf("%v, %d open", err, p.Open())
	}
	if _, _, err := p.Take(t.Context(), "h000"); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("a closed pool: %v", err)
	}
}

// TestIdleHomesClose a minute after their last use, and never during one.
func TestIdleHomesClose(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 2, 2)
	synctest.Test(t, func(t *testing.T) {
		p := homes.New(h.Options)
		long := take(t, p, "h000")
		take(t, p, "h001")()
		time.Sleep(59 * time.Second)
		take(t, p, "h001")()
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if p.Open() != 2 {
			t.Errorf("%d open, closed %v", p.Open(), h.closes)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if h.closed("h001") != 1 || h.closed("h000") != 0 {
			t.Errorf("closed %v", h.closes)
		}
		time.Sleep(time.Hour)
		long()
		time.Sleep(61 * time.Second)
		synctest.Wait()
		if p.Open() != 0 {
			t.Errorf("%d open", p.Open())
		}
	})
}

// TestAPlaceIsFreeBeforeItIsNeeded: of many homes, a few are closed ahead, the longest idle first.
func TestAPlaceIsFreeBeforeItIsNeeded(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 17, 16)
	synctest.Test(t, func(t *testing.T) {
		p := homes.New(h.Options)
		for i := range 16 {
			take(t, p, fmt.Sprintf("h%03d", i))()
			synctest.Wait()
		}
		if p.Open() != 14 || h.closed("h000") != 1 || h.closed("h001") != 1 {
			t.Errorf("%d open, not the first two closed", p.Open())
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if p.Open() != 0 {
			t.Errorf("%d open", p.Open())
		}
	})
}

// TestAFolderHasOneHolderWhileItCloses: whoever asks meanwhile waits, and can be cancelled.
func TestAFolderHasOneHolderWhileItCloses(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 3, 1)
	h.slow, h.began = make(chan struct{}), make(chan struct{}, 1)
	p := homes.New(h.Options)
	take(t, p, "h000")() // idle; the next one has it closed
	other := make(chan error, 1)
	go func() {
		_, done, err := p.Take(t.Context(), "h001")
		if err == nil {
			done()
		}
		other <- err
	}()
	<-h.began
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := p.Take(ctx, "h000"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a home that closes was opened: %v", err)
	}
	second := homes.New(h.Options) // as another process has one
	_, _, err := second.Take(t.Context(), "h000")
	if training.KindOf(err) != training.KindUnavailable || !strings.Contains(err.Error(), "h000") {
		t.Errorf("two holders while it closes: %v", err)
	}
	close(h.slow)
	if err := <-other; err != nil {
		t.Error(err)
	}
	take(t, second, "h000")()
	if err := errors.Join(p.Close(t.Context()), second.Close(t.Context())); err != nil {
		t.Error(err)
	}
}

// TestAWaitIsCancelled while all homes are in use.
func TestAWaitIsCancelled(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 2, 1)
	p := homes.New(h.Options)
	done := take(t, p, "h000")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.Take(ctx, "h001"); !errors.Is(err, context.Canceled) {
		t.Errorf("it waits: %v", err)
	}
	done()
	take(t, p, "h001")()
}

// TestADamagedHomeHarmsNoOther, and its error names it.
func TestADamagedHomeHarmsNoOther(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 3, 2)
	opens := h.Open
	h.Open = func(ctx context.Context, name, dir string) (string, error) {
		if name == "h001" {
			return "", training.Errorf(training.KindCorrupt, "The database is damaged.").WithFix("Repair it.")
		}
		return opens(ctx, name, dir)
	}
	p := homes.New(h.Options)
	for range 5 {
		_, _, err := p.Take(t.Context(), "h001")
		if said := fmt.Sprint(err); training.KindOf(err) != training.KindCorrupt || !strings.Contains(said, "h001") ||
			!strings.Contains(said, "damaged") {
			t.Fatalf("the damaged home: %v", err)
		}
		take(t, p, "h000")()
		take(t, p, "h002")()
	}
}

// TestARemovedHome is not found, not created again, and closed; one put in its place is opened.
func TestARemovedHome(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 1, 2)
	p := homes.New(h.Options)
	used := take(t, p, "h000")
	if err := os.RemoveAll(h.Root.Dir("h000")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Take(t.Context(), "h000"); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("while it is in use: %v", err)
	}
	used()
	if _, _, err := p.Take(t.Context(), "h000"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a removed home: %v", err)
	}
	if _, err := os.Lstat(h.Root.Dir("h000")); err == nil {
		t.Error("the folder is there again")
	}
	for _, name := range []string{"", "..", "../x", "nobody", ".split-x"} {
		if _, _, err := p.Take(t.Context(), name); err == nil {
			t.Errorf("%q was opened", name)
		}
	}
	h.add(t, "h000")
	take(t, p, "h000")()
}

// TestWorkIsDoneWhenItIsDue, one at a time in a home, without keeping it open.
func TestWorkIsDoneWhenItIsDue(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 3, 3)
	var worked []string
	var running atomic.Int32
	h.Work = func(_ context.Context, name string) (time.Time, error) {
		if running.Add(1) > 2 {
			t.Error("more at a time than may work")
		}
		defer running.Add(-1)
		time.Sleep(time.Second)
		h.mu.Lock()
		defer h.mu.Unlock()
		worked = append(worked, name)
		if name == "h000" && len(worked) < 4 {
			return time.Now().Add(time.Hour), nil
		}
		return time.Time{}, nil
	}
	synctest.Test(t, func(t *testing.T) {
		p := homes.New(h.Options)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { p.Run(ctx); close(ended) }()
		p.Due("h001", time.Now().Add(2*time.Minute))
		p.Due("h000", time.Now())
		p.Due("gone", time.Now()) // was removed: no error, no work
		time.Sleep(time.Second / 2)
		p.Due("h000", time.Now()) // while its work is being done
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		if want := []string{"h000", "h000", "h001"}; !slices.Equal(worked, want) {
			t.Errorf("worked %q, want %q", worked, want)
		}
		if time.Sleep(2 * time.Minute); p.Open() != 0 {
			t.Errorf("%d stay open for work that is not due", p.Open())
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(worked) != 4 {
			t.Errorf("worked %q", worked)
		}
		cancel()
		<-ended
	})
}

// TestAKeyOpensItsHomeAlone, as long as it is that home's key.
func TestAKeyOpensItsHomeAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 3, 1)
	now := time.Unix(1e9, 0)
	var shared []string
	k := &homes.Keys{
		Root: h.Root, File: "http.key", Now: func() time.Time { return now }, Sums: func(file []byte) (sums [][sha256.Size]byte) {
			for key := range strings.FieldsSeq(string(file)) {
				if len(key) >= 16 {
					sums = append(sums, sha256.Sum256([]byte(key)))
				}
			}
			return sums
		},
		Shared: func(names []string) { shared = names },
	}
	put := func(home, key string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(h.Root.Dir(home), "http.key"), []byte(key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(2 * time.Second)
	}
	opens := func(key, want string) {
		t.Helper()
		if name, ok := k.Home(key); ok != (want != "") || ok && name != want {
			t.Errorf("%q opens %q %v, want %q", key, name, ok, want)
		}
	}
	first, second, short := strings.Repeat("a", 40), strings.Repeat("b", 40), "short"
	put("h000", first)
	put("h001", short)
	opens(first, "h000")
	opens(second, "")
	opens(short, "")
	opens("", "")
	put("h001", second)
	opens(second, "h001")
	put("h000", strings.Repeat("c", 40))
	opens(first, "") // replaced: refused at once
	opens(strings.Repeat("c", 40), "h000")
	put("h002", second) // a folder that was copied with its key
	k.Home("look again")
	opens(second, "")
	if !slices.Equal(shared, []string{"h001", "h002"}) {
		t.Errorf("told of %q", shared)
	}
	put("h001", first+" "+strings.Repeat("d", 40)) // several keys open one home
	opens(first, "h001")
	opens(strings.Repeat("d", 40), "h001")
	if err := os.Remove(filepath.Join(h.Root.Dir("h000"), "http.key")); err != nil {
		t.Fatal(err)
	}
	opens(strings.Repeat("c", 40), "")
}
