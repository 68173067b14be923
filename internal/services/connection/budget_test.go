package connection_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var key = ledger.ConnectionKey{Athlete: "ann", Source: "tri"}

// page is a book of one connection.
type page struct{ quotas []ledger.Quota }

func (p *page) ChangeQuotas(_ context.Context, _ ledger.ConnectionKey, _ string, f func([]ledger.Quota) ([]ledger.Quota, error)) error {
	all, err := f(append([]ledger.Quota(nil), p.quotas...))
	if err == nil {
		p.quotas = all
	}
	return err
}

var _ source.Budget = (*connection.Budget)(nil)

// budgetWorld is a budget and its clock.
type budgetWorld struct {
	*connection.Budget
	page *page
	now  time.Time
}

func budgetNewWorld(windows ...source.Quota) *budgetWorld {
	w := &budgetWorld{page: &page{}, now: time.Date(2026, 5, 1, 12, 7, 0, 0, time.UTC)}
	w.Budget = connection.NewBudget(w.page, key, connection.BudgetOptions{Windows: windows, Now: func() time.Time { return w.now }})
	return w
}

// takes counts how many requests there are, and when there will be more.
func (w *budgetWorld) takes(t testing.TB, u source.Urgency) (n int, retry time.Time) {
	t.Helper()
	for ; n < 1000; n++ {
		err := w.Take(context.Background(), u)
		if f, failed := source.FailureOf(err); failed && f.Fault == source.RateLimited {
			return n, f.RetryAt
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return n, time.Time{}
}

var (
	quarter = source.Quota{Window: 15 * time.Minute, Aligned: true, Limit: 20}
	day     = source.Quota{Window: 24 * time.Hour, Aligned: true, Limit: 50}
)

func TestAShareIsLeft(t *testing.T) {
	t.Parallel()
	w := budgetNewWorld(quarter, day)
	if n, retry := w.takes(t, source.Background); n != 16 || !retry.Equal(time.Date(2026, 5, 1, 12, 15, 0, 0, time.UTC)) {
		t.Errorf("the background has %d until %s", n, retry)
	}
	if n, _ := w.takes(t, source.Interactive); n != 4 {
		t.Errorf("%d are left", n)
	}
	w.now = w.now.Add(8 * time.Minute)
	if n, _ := w.takes(t, source.Background); n != 16 {
		t.Errorf("a new window has %d", n)
	}
	w.now = w.now.Add(15 * time.Minute)
	if n, retry := w.takes(t, source.Background); n != 4 || !retry.Equal(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("the day has %d until %s", n, retry)
	}
}

func TestLearn(t *testing.T) {
	t.Parallel()
	learn := func(w *budgetWorld, q ...source.Quota) {
		t.Helper()
		if err := w.Learn(t.Context(), q...); err != nil {
			t.Fatal(err)
		}
	}
	minute := func(limit, used int) source.Quota { return source.Quota{Window: time.Minute, Limit: limit, Used: used} }
	w := budgetNewWorld()
	if n, _ := w.takes(t, source.Background); n != 1000 {
		t.Errorf("nothing is known, but %d", n)
	}
	learn(w, minute(100, 98))
	if n, retry := w.takes(t, source.Interactive); n != 2 || !retry.Equal(w.now.Add(time.Minute)) {
		t.Errorf("%d until %s", n, retry)
	}
	learn(w, minute(100, 97))
	if n, _ := w.takes(t, source.Interactive); n != 0 {
		t.Errorf("a late answer gave %d back", n)
	}
	learn(w, minute(100, 1))
	if n, _ := w.takes(t, source.Interactive); n != 99 {
		t.Errorf("a new window of the service has %d", n)
	}
	learn(w, minute(10, 5), minute(0, 0), source.Quota{Limit: 5}, minute(7, -1))
	if n, _ := w.takes(t, source.Interactive); n != 5 {
		t.Errorf("a smaller window has %d", n)
	}
	reset := minute(10, 10)
	reset.Reset = w.now.Add(20 * time.Second)
	learn(w, reset)
	if _, retry := w.takes(t, source.Interactive); !retry.Equal(reset.Reset) {
		t.Errorf("until %s", retry)
	}
	reset.Reset = w.now.Add(time.Hour)
	learn(w, reset)
	if _, retry := w.takes(t, source.Interactive); retry.After(w.now.Add(time.Minute)) {
		t.Errorf("a window of a minute cannot end %s", retry)
	}
}

func TestBlock(t *testing.T) {
	t.Parallel()
	w := budgetNewWorld(quarter)
	for _, d := range []time.Duration{time.Minute, 10 * time.Second} {
		if err := w.Block(t.Context(), w.now.Add(d), source.RateLimited); err != nil {
			t.Fatal(err)
		}
	}
	if n, retry := w.takes(t, source.Interactive); n != 0 || !retry.Equal(w.now.Add(time.Minute)) {
		t.Errorf("%d until %s", n, retry)
	}
	w.now = w.now.Add(time.Minute)
	if n, _ := w.takes(t, source.Interactive); n != 20 {
		t.Errorf("%d after it", n)
	}
	if err := w.Block(t.Context(), w.now.AddDate(9, 0, 0), source.RateLimited); err != nil {
		t.Fatal(err)
	}
	if _, retry := w.takes(t, source.Interactive); !retry.Equal(w.now.Add(24 * time.Hour)) {
		t.Errorf("blocked until %s", retry)
	}
}

// TestALockIsTold over any limit that lasts longer, and is one account's.
func TestALockIsTold(t *testing.T) {
	t.Parallel()
	shared := quarter
	shared.Application = true
	home := storetest.Open(t)
	storetest.Athlete(t, home, "ann")
	storetest.Athlete(t, home, "bob")
	now := time.Date(2026, 5, 1, 12, 7, 0, 0, time.UTC)
	of := func(a training.AthleteID) *connection.Budget {
		return connection.NewBudget(home.Connections(), ledger.ConnectionKey{Athlete: a, Source: "tri"},
			connection.BudgetOptions{Windows: []source.Quota{shared}, Now: func() time.Time { return now }})
	}
	refused := func(a training.AthleteID, want source.Fault, until time.Duration, says string) {
		t.Helper()
		err := of(a).Take(t.Context(), source.Interactive)
		f, failed := source.FailureOf(err)
		if !failed || f.Fault != want || !f.RetryAt.Equal(now.Add(until)) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", a, err)
		}
	}
	for _, err := range []error{
		of("ann").Block(t.Context(), now.Add(time.Minute), source.LockedOut), of("bob").Take(t.Context(), source.Interactive),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	refused("ann", source.LockedOut, time.Minute, "locked the account")
	if err := of("bob").Block(t.Context(), now.Add(time.Hour), source.RateLimited); err != nil {
		t.Fatal(err)
	}
	refused("ann", source.LockedOut, time.Hour, "locked the account")
	now = now.Add(2 * time.Minute)
	refused("ann", source.RateLimited, 58*time.Minute, "have been made for now.")
}

// TestOurOwnLimitSaysSo, and changes with the program, also where an earlier version
// stored another.
func TestOurOwnLimitSaysSo(t *testing.T) {
	t.Parallel()
	w := budgetNewWorld(source.Quota{Window: time.Hour, Limit: 10})
	if n, _ := w.takes(t, source.Interactive); n != 10 {
		t.Fatalf("%d requests", n)
	}
	own := source.Quota{Window: time.Hour, Limit: 30, Own: true}
	w.Budget = connection.NewBudget(w.page, key, connection.BudgetOptions{
		Windows: []source.Quota{own}, Title: "Tri", Now: func() time.Time { return w.now },
	})
	if n, _ := w.takes(t, source.Interactive); n != 20 {
		t.Errorf("%d more requests", n)
	}
	err := w.Take(t.Context(), source.Interactive)
	if err == nil || !strings.Contains(err.Error(), "to Tri as it sends in an hour; this is Lapkeep's own limit, not the service's.") {
		t.Error(err)
	}
	if err := w.Block(t.Context(), w.now.Add(2*time.Hour), source.RateLimited); err != nil {
		t.Fatal(err)
	}
	if err := w.Take(t.Context(), source.Interactive); err == nil || strings.Contains(err.Error(), "own limit") {
		t.Errorf("of the service's own refusal it says: %v", err)
	}
}

func TestAClockPutBack(t *testing.T) {
	t.Parallel()
	w := budgetNewWorld(quarter)
	w.takes(t, source.Interactive)
	w.now = w.now.AddDate(-1, 0, 0)
	if n, retry := w.takes(t, source.Interactive); n != 0 || retry.After(w.now.Add(16*time.Minute)) {
		t.Errorf("%d until %s", n, retry)
	}
	w.now = w.now.Add(time.Hour)
	if err := w.Block(t.Context(), w.now.Add(time.Hour), source.RateLimited); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.AddDate(-1, 0, 0)
	w.takes(t, source.Interactive) // a window of the clock that was ahead
	w.now = w.now.Add(time.Hour)
	if n, retry := w.takes(t, source.Interactive); n == 0 {
		t.Errorf("a block of a clock that was ahead lasts until %s", retry)
	}
}

func TestARestartForgetsNothing(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	storetest.Athlete(t, storetest.OpenHome(t, home), "ann")
	w := budgetNewWorld(source.Quota{Window: time.Hour, Limit: 6})
	total := 0
	for range 2 {
		again := connection.NewBudget(storetest.OpenHome(t, home).Connections(), key,
			connection.BudgetOptions{Windows: []source.Quota{{Window: time.Hour, Limit: 6}}, Now: func() time.Time { return w.now }})
		for range 4 {
			if err := again.Take(t.Context(), source.Interactive); err == nil {
				total++
			} else if training.KindOf(err) != training.KindUnavailable {
				t.Fatal(err)
			}
		}
	}
	if total != 6 {
		t.Errorf("%d were taken of 6", total)
	}
}

// TestNeverOverTheServicesCount lets requests, answers and time come in any
// order, and counts as the service would.
func TestNeverOverTheServicesCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		length := time.Duration(rapid.SampledFrom([]int{1, 15, 60}).Draw(t, "minutes")) * time.Minute
		w := budgetNewWorld(source.Quota{Window: length, Aligned: true, Limit: limit})
		counts := map[time.Time]int{}
		var answers []source.Quota
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			window := w.now.Truncate(length)
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0, 1:
				if w.Take(context.Background(), source.Urgency(rapid.IntRange(0, 1).Draw(t, "urgency"))) == nil {
					counts[window]++
					answers = append(answers, source.Quota{Window: length, Limit: limit, Used: counts[window]})
				}
				if len(answers) > 4 {
					answers = answers[1:]
				}
			case 2:
				if len(answers) > 0 && answers[0].Used <= counts[window] {
					if err := w.Learn(context.Background(), answers[0]); err != nil {
						t.Fatal(err)
					}
					answers = answers[1:]
				}
			case 3:
				w.now = w.now.Add(time.Duration(rapid.IntRange(0, 900).Draw(t, "seconds")) * time.Second)
			}
			if counts[window] > limit {
				t.Fatalf("%d of %d in the window of %s", counts[window], limit, window)
			}
		}
	})
}

// pages is a book of several connections, as the store keeps one.
type pages map[[3]string][]ledger.Quota

func (p pages) ChangeQuotas(
	_ context.Context, k ledger.ConnectionKey, application string, f func([]ledger.Quota) ([]ledger.Quota, error),
) error {
	own, shared := [3]string{"athlete", string(k.Athlete), k.Source}, [3]string{"application", application, k.Source}
	all, err := f(slices.Concat(p[own], p[shared]))
	if err != nil {
		return err
	}
	p[own], p[shared] = nil, nil
	for _, q := range all {
		at := own
		if q.Application {
			at = shared
		}
		p[at] = append(p[at], q)
	}
	return nil
}

// sent is one request, as a service remembers it.
type sent struct {
	at      time.Time
	by      training.AthleteID
	through string
	buckets []string
}

// budgetLedger is the naive count: every request that ever was, looked through anew.
type budgetLedger struct {
	windows []source.Quota
	all     []sent
}

// refuses returns when there is room again for a request, zero if there is now.
func (l *budgetLedger) refuses(r sent, u source.Urgency) (again time.Time) {
	for _, w := range l.windows {
		if w.Name != "" && !slices.Contains(r.buckets, w.Name) {
			continue
		}
		begun, used := r.at.Truncate(w.Window), 0
		for _, s := range l.all {
			same := s.by == r.by
			if w.Application {
				same = s.through == r.through
			}
			if same && !s.at.Before(begun) && (w.Name == "" || slices.Contains(s.buckets, w.Name)) {
				used++
			}
		}
		room := w.Limit
		if u == source.Background {
			room -= int(0.2 * float64(w.Limit))
		}
		if end := begun.Add(w.Window); used >= room && end.After(again) {
			again = end
		}
	}
	return again
}

// TestBucketsAreCountedAsTheServiceCounts: whoever asks, by whichever
// application, for whatever, after every restart.
func TestBucketsAreCountedAsTheServiceCounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 12)
		minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
		l := &budgetLedger{windows: []source.Quota{
			{Window: minutes(15), Application: true, Aligned: true, Limit: limit.Draw(t, "all")},
			{Name: source.Reads, Window: minutes(15), Application: true, Aligned: true, Limit: limit.Draw(t, "reads")},
			{Name: source.Reads, Window: minutes(60), Application: true, Aligned: true, Limit: 2 * limit.Draw(t, "reads of the hour")},
			{Name: "upload", Window: minutes(15), Aligned: true, Limit: limit.Draw(t, "uploads")},
			{Window: minutes(60), Aligned: true, Limit: 3 * limit.Draw(t, "of one athlete")},
		}}
		through := map[training.AthleteID]string{"ann": "app1", "bob": "app1", "eve": "app2"}
		now, book := time.Date(2026, 5, 1, 12, 7, 0, 0, time.UTC), pages{}
		for range rapid.IntRange(1, 120).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.IntRange(0, 240).Draw(t, "seconds")) * time.Second)
			who := rapid.SampledFrom([]training.AthleteID{"ann", "bob", "eve"}).Draw(t, "athlete")
			kinds := rapid.SampledFrom([][]string{nil, {source.Reads}, {"upload"}, {source.Reads, "upload"}})
			r := sent{now, who, through[who], kinds.Draw(t, "buckets")}
			u := source.Urgency(rapid.IntRange(0, 1).Draw(t, "urgency"))
			b := connection.NewBudget(book, ledger.ConnectionKey{Athlete: who, Source: "tri"},
				connection.BudgetOptions{Windows: l.windows, Application: r.through, Now: func() time.Time { return now }})
			err := b.Take(context.Background(), u, r.buckets...)
			f, _ := source.FailureOf(err)
			if want := l.refuses(r, u); (err == nil) != want.IsZero() || !f.RetryAt.Equal(want) {
				t.Fatalf("%s of %v at %s: %v, want %s", who, r.buckets, now, err, want)
			}
			if err == nil {
				l.all = append(l.all, r)
			}
		}
	})
}

// TestTheServicesCountIsOfABucket: what it says of one changes no other of the same length.
func TestTheServicesCountIsOfABucket(t *testing.T) {
	t.Parallel()
	read := source.Quota{Name: source.Reads, Window: 15 * time.Minute, Aligned: true, Limit: 10, Application: true}
	book, now := pages{}, time.Date(2026, 5, 1, 12, 7, 0, 0, time.UTC)
	of := func(a training.AthleteID) *connection.Budget {
		return connection.NewBudget(book, ledger.ConnectionKey{Athlete: a, Source: "tri"},
			connection.BudgetOptions{Windows: []source.Quota{quarter, read}, Now: func() time.Time { return now }})
	}
	if err := of("ann").Learn(t.Context(), source.Quota{Name: source.Reads, Window: 15 * time.Minute, Limit: 10, Used: 10}); err != nil {
		t.Fatal(err)
	}
	for _, a := range []training.AthleteID{"ann", "bob"} {
		err := of(a).Take(t.Context(), source.Interactive, source.Reads)
		f, failed := source.FailureOf(err)
		if !failed || !f.RetryAt.Equal(now.Add(8*time.Minute)) || !strings.Contains(err.Error(), "of the kind read") {
			t.Errorf("%s may read: %v", a, err)
		}
		if err := of(a).Take(t.Context(), source.Interactive); err != nil {
			t.Errorf("%s may not write: %v", a, err)
		}
	}
}
