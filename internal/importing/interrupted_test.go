package importing_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// interrupter counts what an import does and stops it at one of them, either
// by cancelling its context or by a failure like that of a full disk.
type interrupter struct {
	*store.DB
	at     int64 // 0: never
	fail   bool
	events atomic.Int64
	cancel context.CancelFunc
}

func errFull() error {
	return training.Errorf(training.KindUnavailable, "The disk is full.").WithFix("Make room.")
}

// event returns one step of the import.
func (i *interrupter) event() error {
	if i.events.Add(1) != i.at {
		return nil
	}
	if i.fail {
		return errFull()
	}
	i.cancel()
	return nil
}

func (i *interrupter) KeepHashed(ctx context.Context, a training.AthleteID, files [][]byte, known []string) ([]string, error) {
	if err := i.event(); err != nil {
		return nil, err
	}
	hashes, err := i.DB.KeepHashed(ctx, a, files, known)
	if err == nil {
		err = i.event()
	}
	return hashes, err
}

func (i *interrupter) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if err := i.event(); err != nil {
		return err
	}
	err := i.DB.Write(ctx, func(tx *store.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return i.event()
	})
	if err == nil { // committed: what fails now does not undo it
		err = i.event()
	}
	return err
}

func (i *interrupter) read(ctx context.Context, name string, data []byte, l recording.Limits) (recording.Result, error) {
	_ = i.event()
	return ingesttest.Read(ctx, name, data, l)
}

// folder returns a small collection in which files belong together across
// groups.
func folder() []file {
	short := func(o ingesttest.Outing) ingesttest.Outing { o.Seconds = 300; return o }
	a, b, c := short(outing(training.Cycling, 0, 1)), short(outing(training.Running, 3*time.Hour, 2)),
		short(outing(training.Cycling, 6*time.Hour, 3))
	return []file{
		ride("1.fit", a, headUnit("1")),
		{"2.fit", []byte(ingesttest.Garbage)},
		ride("3.fit", b, headUnit("2")),
		ride("4.fit", a, watch("3")),
		{"5.fit", ingesttest.File(c.Record(watch("5")), short(outing(training.Running, 7*time.Hour, 4)).Record(watch("5")))},
		ride("6.fit", c, headUnit("1")),
		{"7.fit", []byte(ingesttest.Ignored)},
	}
}

// interrupted imports the folder with an interruption and then again without,
// and checks that what was reported was there in between.
func interrupted(t *testing.T, at int64, fail bool) (dump string, events int64) {
	t.Helper()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := &interrupter{DB: b.db, at: at, fail: fail, cancel: cancel}
	im := importing.New(i, importing.Options{Now: clock, Read: i.read, Derive: b.derive, Workers: 2, GroupFiles: 2})
	var reported []importing.FileResult
	_, err := im.Import(ctx, me, items(folder()...), importing.RunOptions{RunID: "run1"},
		func(r importing.FileResult) { reported = append(reported, r) })
	if err != nil && training.KindOf(err) != training.KindCanceled && training.KindOf(err) != training.KindUnavailable {
		t.Errorf("at %d: %v", at, err)
	}
	for _, r := range reported {
		for _, id := range r.Activities {
			if _, err := b.db.Activity(t.Context(), storetest.Export(me), id); err != nil {
				t.Errorf("at %d: %s was reported and is not there: %v", at, r.Path, err)
			}
		}
	}
	again := b.run(t, importing.RunOptions{RunID: "run2"}, folder()...)
	if len(again) != len(folder()) {
		t.Errorf("at %d: %d results", at, len(again))
	}
	follow(t, b)
	return b.dump(t), i.events.Load()
}

func TestInterruptedAnywhereThenRunAgain(t *testing.T) {
	t.Parallel()
	want, events := interrupted(t, 0, false)
	if events < 20 {
		t.Fatalf("only %d steps", events)
	}
	for _, fail := range []bool{false, true} {
		step := int64(1)
		if testing.Short() {
			step = 5
		}
		for at := int64(1); at <= events; at += step {
			t.Run(fmt.Sprintf("%v at %d", map[bool]string{false: "canceled", true: "failed"}[fail], at), func(t *testing.T) {
				t.Parallel()
				if got, _ := interrupted(t, at, fail); got != want {
					t.Error(cmp.Diff(want, got))
				}
			})
		}
	}
}

func TestTwoImportersAtOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	one := onStore(storetest.OpenHome(t, home))
	storetest.Athlete(t, one.db, me)
	two := onStore(storetest.OpenHome(t, home)) // a database of its own, as another process has
	var wg sync.WaitGroup
	results := make([][]importing.FileResult, 2)
	for i, b := range []bench{one, two} {
		wg.Go(func() { results[i] = b.run(t, importing.RunOptions{}, folder()...) })
	}
	wg.Wait()
	for i := range folder() {
		a, b := results[0][i], results[1][i]
		if diff := cmp.Diff(a.Activities, b.Activities); diff != "" {
			t.Errorf("%s: %s", a.Path, diff)
		}
		if len(a.Activities) > 0 && (a.Status == importing.Duplicate) == (b.Status == importing.Duplicate) {
			t.Errorf("%s: %s and %s; one of them brought it, the other found it", a.Path, a.Status, b.Status)
		}
	}
	follow(t, one)
	alone := newBench(t)
	alone.run(t, importing.RunOptions{}, folder()...)
	follow(t, alone)
	if one.count(t) != alone.count(t) {
		t.Errorf("%d activities, want %d", one.count(t), alone.count(t))
	}
}

// TestOneFileThatCannotBeStored checks that one file that cannot be stored is
// refused alone; its group is kept.
func TestOneFileThatCannotBeStored(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	bad := outing(training.Cycling, 0, 1)
	bad.Start = time.Time{} // no store takes a recording without a start
	got := b.run(t, importing.RunOptions{RunID: "run1"},
		ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1")),
		ride("2.fit", bad, headUnit("2")),
		ride("3.fit", outing(training.Running, 3*time.Hour, 1), headUnit("1")))
	want := []importing.Status{importing.Imported, importing.Failed, importing.Imported}
	if diff := cmp.Diff(want, statuses(got)); diff != "" || got[1].Reason == "" {
		t.Error(diff, got[1])
	}
}

// readers are the two versions of these tests. The older one takes the wrong
// heart rate, knows no core temperature and sees but the first leg of a file.
const oldReader, newReader = 7, 8

func readOldly(ctx context.Context, name string, data []byte, l recording.Limits) (recording.Result, error) {
	res, err := ingesttest.Read(ctx, name, data, l)
	if len(res.Recordings) > 1 {
		res.Recordings = res.Recordings[:1]
		res.Recordings[0].Sessions = 1
	}
	for _, r := range res.Recordings {
		heart := r.Columns.Data[training.HeartRate].Values
		for i := range heart {
			heart[i] -= 22
		}
		r.Columns.Data[training.CoreTemperature] = training.Column{}
	}
	return res, err
}

func byOldReader(o *importing.Options) { o.Read, o.ReadVersion = readOldly, oldReader }
func byNewReader(o *importing.Options) { o.ReadVersion = newReader }

// What was said of a recording beside its file stays: its run, its source, who
// may see it, and that it was deleted.
func TestReadAgainKeepsWhereItCameFrom(t *testing.T) {
	t.Parallel()
	db := newBench(t).db
	old := onStore(db, byOldReader)
	got := old.run(t, importing.RunOptions{
		RunID: "run1", Source: "strava",
		ExternalID: func(string) string { return "17" },
	}, folder()[0], folder()[2])
	write(t, old, func(tx *store.Tx) error { return tx.DeleteActivity(me, got[1].Activities[0]) })
	before, err := db.Recordings(t.Context(), storetest.Export(me), got[0].Activities[0])
	if err != nil {
		t.Fatal(err)
	}
	b := onStore(db, byNewReader)
	if err := b.im.Renew(t.Context(), db, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	after, err := db.Recordings(t.Context(), storetest.Export(me), got[0].Activities[0])
	if err != nil || after[0].Recording.ReadVersion != newReader {
		t.Fatal(after, err)
	}
	if diff := cmp.Diff(before[0].Origin, after[0].Origin); diff != "" || after[0].RunID != "run1" || after[0].Audience != before[0].Audience {
		t.Errorf("%s: %+v", diff, after[0])
	}
	if b.count(t) != 1 {
		t.Error("what was deleted is there again")
	}
	again := 0
	if err := b.im.Renew(t.Context(), db, func(int, int) { again++ }); err != nil || again > 0 {
		t.Errorf("read %d again once more, %v", again, err)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "run1") })
	if b.count(t) != 0 {
		t.Error("the run cannot be taken back")
	}
}

// TestWhatNoReaderKnowsStaysAsItWas: a form may be read no more, and the
// recordings that came of it stay.
func TestWhatNoReaderKnowsStaysAsItWas(t *testing.T) {
	t.Parallel()
	db := newBench(t).db
	old := onStore(db, byOldReader)
	old.run(t, importing.RunOptions{}, folder()...)
	follow(t, old)
	before := old.dump(t)
	unknown := func(ctx context.Context, name string, _ []byte, l recording.Limits) (recording.Result, error) {
		return recording.Read(ctx, name, []byte(`[{"start_time": "2016-05-01 07:12:33.0"}, {"duration_s": 300}]`), l)
	}
	b := onStore(db, byNewReader, func(o *importing.Options) { o.Read = unknown })
	read := 0
	for range 2 {
		if err := b.im.Renew(t.Context(), db, func(int, int) { read++ }); err != nil {
			t.Fatal(err)
		}
	}
	follow(t, b)
	if diff := cmp.Diff(before, b.dump(t)); diff != "" || read == 0 || read > len(folder()) {
		t.Errorf("%d originals were read: %s", read, diff)
	}
}
