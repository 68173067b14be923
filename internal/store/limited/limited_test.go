package limited_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

const (
	ann, bea training.AthleteID = "ann", "bea"
	week                        = 7 * 24 * time.Hour
)

// home is a folder with its clock. The page may see what tri says, and export nothing.
type home struct {
	*testing.T
	dir string
	now time.Time
	db  *limited.DB
}

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{T: t, dir: t.TempDir(), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	h.db = h.another()
	return h
}

// another returns the database as another process opens it.
func (h *home) another() *limited.DB {
	db := limited.New(limited.Options{Home: h.dir, Now: func() time.Time { return h.now }, Terms: map[string]limited.Terms{"tri": {
		Retention: week,
		MayShow: func(_ context.Context, _ training.AthleteID, who training.Audience) (bool, error) {
			return who == training.AudiencePage, nil
		},
	}}})
	h.Cleanup(func() { h.must(db.Close()) })
	return db
}

func (h *home) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *home) put(a training.AthleteID, rows ...limited.Row) {
	h.Helper()
	_, err := h.db.Put(h.Context(), a, "tri", rows...)
	h.must(err)
}

func place(a training.AthleteID, who training.Audience) limited.Place {
	return limited.Place{Scope: training.Scope{Athlete: a, Audience: who}, Source: "tri", Kind: "activity"}
}

func activity(id int, body string) limited.Row {
	return limited.Row{Kind: "activity", ID: fmt.Sprint(id), Day: training.Day(20_000 + id), Body: []byte(body)}
}

func (h *home) ids(a training.AthleteID, days *training.DayRange) (ids []string) {
	h.Helper()
	rows, err := h.db.Rows(h.Context(), place(a, training.AudiencePage), days)
	h.must(err)
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids
}

// files returns the files of the database, whole; the lock of its making is
// empty.
func (h *home) files() (all []byte, n int) {
	h.Helper()
	entries, err := os.ReadDir(h.dir)
	h.must(err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(h.dir, e.Name()))
		h.must(err)
		if strings.HasSuffix(e.Name(), ".lock") && len(data) == 0 {
			continue
		}
		all, n = append(all, data...), n+1
	}
	return all, n
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNothingIsOpenedBeforeThereIsARow(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	same(t, h.ids(ann, nil), []string{})
	if _, err := h.db.Purge(t.Context()); err != nil {
		t.Error(err)
	}
	if _, n := h.files(); n != 0 {
		t.Errorf("%d files", n)
	}
	if _, err := h.db.Put(t.Context(), ann, "unknown", activity(1, "x")); err == nil {
		t.Error("a service without terms keeps rows")
	}
}

// TestRowsAreReadByDay, and those of one athlete alone.
func TestRowsAreReadByDay(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "one"), activity(3, "three"), activity(2, "two"))
	h.put(bea, activity(4, "hers"))
	n, err := h.db.Put(t.Context(), ann, "tri", activity(2, "two anew"), activity(1, "one"))
	h.must(err)
	same(t, n, 0)
	h.put(ann, limited.Row{Kind: "streams", ID: "2", Body: []byte("much")})
	same(t, h.ids(ann, nil), []string{"3", "2", "1"})
	same(t, h.ids(ann, &training.DayRange{From: 20_001, To: 20_002}), []string{"2", "1"})
	r, ok, err := h.db.Row(t.Context(), place(ann, training.AudiencePage), "2")
	if err != nil || !ok || string(r.Body) != "two anew" || r.Day != 20_002 || !r.Fetched.Equal(h.now) {
		t.Errorf("%+v %v %v", r, ok, err)
	}
	if _, ok, err := h.db.Row(t.Context(), place(ann, training.AudiencePage), "4"); ok || err != nil {
		t.Errorf("a row of another: %v %v", ok, err)
	}
}

func TestOnlyThoseWhoMayAreShownRows(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "one"))
	for who, want := range map[training.Audience]int{training.AudiencePage: 1, training.AudienceModel: 0, training.AudienceExport: 0} {
		p := place(ann, who)
		rows, err := h.db.Rows(t.Context(), p, nil)
		h.must(err)
		_, ok, err := h.db.Row(t.Context(), p, "1")
		h.must(err)
		n, err := h.db.Count(t.Context(), p)
		h.must(err)
		if len(rows) != want || ok != (want == 1) || n != want {
			t.Errorf("audience %v: %d rows, %v, %d counted", who, len(rows), ok, n)
		}
	}
}

// TestARowIsGoneWhenItsTimeIsOver for who reads it, and in no file after a purge.
func TestARowIsGoneWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "canary "+string(bytes.Repeat([]byte("long"), 5000))))
	h.now = h.now.Add(time.Hour)
	h.put(ann, activity(2, "stays"))
	h.now = h.now.Add(week - time.Hour - time.Second)
	same(t, h.ids(ann, nil), []string{"2", "1"})
	h.now = h.now.Add(time.Second)
	if all, _ := h.files(); !bytes.Contains(all, []byte("canary")) {
		t.Error("the row was not there to be wiped")
	}
	other := h.another()
	n, err := other.Purge(t.Context())
	h.must(err)
	same(t, n, 1)
	h.must(other.Close())
	if all, _ := h.files(); bytes.Contains(all, []byte("canary")) || bytes.Contains(all, []byte("longlong")) {
		t.Error("a trace is left")
	} else if !bytes.Contains(all, []byte("stays")) {
		t.Error("too much is gone")
	}
	same(t, h.ids(ann, nil), []string{"2"})
	h.now = h.now.Add(week)
	_, err = h.db.Purge(t.Context())
	h.must(err)
	if _, n := h.files(); n != 0 {
		t.Errorf("%d files are left of no row", n)
	}
	h.put(ann, activity(5, "again"))
	same(t, h.ids(ann, nil), []string{"5"})
}

// TestAClockThatWasAhead: since when a row is here is not known.
func TestAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.now = h.now.Add(48 * time.Hour)
	h.put(ann, activity(1, "of tomorrow"))
	h.now = h.now.Add(-48 * time.Hour)
	n, err := h.db.Purge(t.Context())
	h.must(err)
	same(t, n, 1)
}

// TestDeletedAndForgotten: the file goes with whoever has it open last.
func TestDeletedAndForgotten(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	other := h.another()
	h.put(ann, activity(1, "one"), activity(2, "two"), limited.Row{Kind: "streams", ID: "2", Body: []byte("much")})
	h.put(bea, activity(4, "hers"))
	n, err := other.Delete(t.Context(), ann, "tri", "2", "9")
	h.must(err)
	same(t, n, 2)
	same(t, h.ids(ann, nil), []string{"1"})
	went, err := other.Tally(t.Context(), ann, "tri")
	h.must(err)
	same(t, went, map[string]int{"activity": 1})
	h.must(other.Forget(t.Context(), ann, "tri"))
	same(t, h.ids(bea, nil), []string{"4"})
	h.must(other.Forget(t.Context(), bea, "tri"))
	if all, n := h.files(); n == 0 || bytes.Contains(all, []byte("hers")) {
		t.Errorf("%d files, and another has them open", n)
	}
	same(t, h.ids(bea, nil), []string{})
	if _, n := h.files(); n != 0 {
		t.Errorf("%d files, and nobody has them open", n)
	}
	h.put(bea, activity(7, "new"))
	rows, err := other.Rows(t.Context(), place(bea, training.AudiencePage), nil)
	h.must(err)
	same(t, len(rows), 1)
}

// TestADamagedFileIsMadeAnew: what it held can be fetched again, and must not
// stay longer than it may because nobody can read it.
func TestADamagedFileIsMadeAnew(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	garbage := func() {
		h.must(h.db.Close())
		h.must(os.WriteFile(filepath.Join(h.dir, limited.FileName), bytes.Repeat([]byte("garbage"), 1000), 0o600))
	}
	garbage()
	if _, err := h.db.Count(t.Context(), place(ann, training.AudiencePage)); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("garbage is read: %v", err)
	}
	h.put(ann, activity(1, "one"))
	same(t, h.ids(ann, nil), []string{"1"})
	garbage()
	if _, err := h.db.Purge(t.Context()); err != nil {
		t.Error(err)
	}
	if _, n := h.files(); n != 0 {
		t.Error("a file that nobody can read stays")
	}
}

// TestWhatIsOverGoesWhenSomebodyLooks: a server that stands still between two
// purges has none of it any more.
func TestWhatIsOverGoesWhenSomebodyLooks(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "canary"))
	h.now = h.now.Add(week)
	same(t, h.ids(ann, nil), []string{})
	if _, n := h.files(); n != 0 {
		t.Errorf("%d files", n)
	}
}

// TestWhatWasSaidBeforeIsInNoLog after the next purge, though the row stands.
func TestWhatWasSaidBeforeIsInNoLog(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "canary"))
	h.put(ann, activity(1, "stays"))
	if all, _ := h.files(); !bytes.Contains(all, []byte("canary")) {
		t.Error("the former words were not there to be wiped")
	}
	n, err := h.db.Purge(t.Context())
	h.must(err)
	same(t, n, 0)
	if all, _ := h.files(); bytes.Contains(all, []byte("canary")) || !bytes.Contains(all, []byte("stays")) {
		t.Error("a trace is left, or too little")
	}
}

// TestWhatAListingHasNoMoreIsGone with all that was fetched of it; what was
// listed since, or is of other days, stays.
func TestWhatAListingHasNoMoreIsGone(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.put(ann, activity(1, "other days"), activity(2, "gone"), activity(3, "stays"))
	h.put(ann, limited.Row{Kind: limited.Streams, ID: "2", Body: []byte("much")})
	h.put(bea, activity(2, "hers"))
	h.now = h.now.Add(time.Hour)
	began := h.now
	h.put(ann, activity(3, "stays"))
	n, err := h.another().Unlisted(t.Context(), ann, "tri", "activity", training.DayRange{From: 20_002, To: 20_009}, began)
	h.must(err)
	same(t, n, 1)
	same(t, h.ids(ann, nil), []string{"3", "1"})
	same(t, h.ids(bea, nil), []string{"2"})
	if all, _ := h.files(); bytes.Contains(all, []byte("much")) {
		t.Error("what was fetched of it is still there")
	}
}

// TestManyAtOnce: the file comes and goes under those who read and put, and
// nobody is told that it was closed.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	other := h.another()
	var all sync.WaitGroup
	for n := range 4 {
		for _, db := range []*limited.DB{h.db, other} {
			all.Go(func() {
				for i := range 25 {
					_, err := db.Put(t.Context(), ann, "tri", activity(25*n+i, "one"))
					_, rerr := db.Rows(t.Context(), place(ann, training.AudiencePage), nil)
					_, cerr := db.Count(t.Context(), place(ann, training.AudiencePage))
					_, terr := db.Tally(t.Context(), ann, "tri")
					ferr := db.Forget(t.Context(), ann, "tri")
					for _, err := range []error{err, rerr, cerr, terr, ferr} {
						if err != nil && training.KindOf(err) != training.KindUnavailable {
							t.Errorf("%v: %v", training.KindOf(err), err)
						}
					}
				}
			})
		}
	}
	all.Wait()
}

func BenchmarkPurge(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		now := time.Unix(1e9, 0)
		db := limited.New(limited.Options{Home: b.TempDir(), Now: func() time.Time { return now }, Terms: map[string]limited.Terms{"tri": {
			Retention: week, MayShow: func(context.Context, training.AthleteID, training.Audience) (bool, error) { return true, nil },
		}}})
		rows := make([]limited.Row, 5000)
		for i := range rows {
			rows[i] = activity(i, string(bytes.Repeat([]byte("x"), 2000)))
		}
		if _, err := db.Put(b.Context(), ann, "tri", rows...); err != nil {
			b.Fatal(err)
		}
		now = now.Add(week / 2)
		if _, err := db.Put(b.Context(), ann, "tri", activity(9999, "stays")); err != nil {
			b.Fatal(err)
		}
		now = now.Add(week / 2)
		b.StartTimer()
		if n, err := db.Purge(b.Context()); n != 5000 || err != nil {
			b.Fatal(n, err)
		}
		b.StopTimer()
		_ = db.Close()
		b.StartTimer()
	}
}
