package syncer_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

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

// refuses says when there is room again for a request, zero if there is now.
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
			b := syncer.NewBudget(book, ledger.ConnectionKey{Athlete: who, Source: "tri"},
				syncer.BudgetOptions{Windows: l.windows, Application: r.through, Now: func() time.Time { return now }})
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
	of := func(a training.AthleteID) *syncer.Budget {
		return syncer.NewBudget(book, ledger.ConnectionKey{Athlete: a, Source: "tri"},
			syncer.BudgetOptions{Windows: []source.Quota{quarter, read}, Now: func() time.Time { return now }})
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
