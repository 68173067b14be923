package importing_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

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

// renewed imports the folder by the older reader, deletes one, and has it read
// again by the newer one, which is interrupted and then called once more.
func renewed(t *testing.T, at int64, fail bool) (b bench, events int64) {
	t.Helper()
	db := newBench(t).db
	onStore(db, byOldReader).run(t, importing.RunOptions{
		RunID: "run1", Source: "strava",
		ExternalID: func(p string) string { return p },
	}, folder()...)
	b = onStore(db, byNewReader)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := &interrupter{DB: db, at: at, fail: fail, cancel: cancel}
	o := importing.Options{Now: clock, Read: i.read, ReadVersion: newReader, Workers: 2, GroupFiles: 2}
	err := importing.New(i, o).Renew(ctx, db, func(int, int) {})
	if err != nil && training.KindOf(err) != training.KindCanceled && training.KindOf(err) != training.KindUnavailable {
		t.Errorf("at %d: %v", at, err)
	}
	var told []int
	if err := b.im.Renew(t.Context(), db, func(done, total int) { told = append(told, done, total) }); err != nil {
		t.Fatal(err)
	}
	if n := len(told); n > 0 && told[n-1] != told[n-2] {
		t.Errorf("at %d: progress ends with %d of %d", at, told[n-2], told[n-1])
	}
	follow(t, b)
	return b, i.events.Load()
}

// A home whose recordings an older reader made comes to be as if the newer one
// had made them, wherever it is interrupted; and no id changes.
func TestOriginalsAreReadAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	fresh := newBench(t, byNewReader)
	fresh.run(t, importing.RunOptions{}, folder()...)
	follow(t, fresh)
	want := fresh.dump(t)
	_, events := renewed(t, 0, false)
	if events < 10 {
		t.Fatalf("only %d steps", events)
	}
	for _, fail := range []bool{false, true} {
		for at := int64(0); at <= events; at++ {
			t.Run(fmt.Sprintf("%v at %d", map[bool]string{false: "canceled", true: "failed"}[fail], at), func(t *testing.T) {
				t.Parallel()
				b, _ := renewed(t, at, fail)
				if diff := cmp.Diff(want, b.dump(t)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

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
