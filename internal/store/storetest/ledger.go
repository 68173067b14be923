package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func testNotes(t *testing.T, a *Ann) {
	a.rides("a", "b")
	first := store.Note{ID: "1", Activity: "a", Target: "local", Author: "athlete", Text: "windy", At: noon}
	second := store.Note{ID: "2", Activity: "a", Target: "local", Author: "coach", Text: "well done", At: noon.Add(time.Hour)}
	a.put(func(tx *store.Tx) error { return errors.Join(tx.PutNote("ann", second), tx.PutNote("ann", first)) })
	same(t, []store.Note{first, second}, must(a.DB.Notes(a.Ctx, a.Scope, "a"))(t))
	first.Text = "very windy"
	a.put(func(tx *store.Tx) error { return errors.Join(tx.PutNote("ann", first), tx.DeleteNote("ann", "2")) })
	same(t, []store.Note{first}, must(a.DB.Notes(a.Ctx, a.Scope, "a"))(t))
	same(t, 0, len(must(a.DB.Notes(a.Ctx, a.Scope, "b"))(t)))
	_, err := a.DB.Notes(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.DeleteNote("ann", "2") })
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.PutNote("ann", store.Note{ID: "3", Activity: "none"}) })
	a.refused(training.KindInvalid, func(tx *store.Tx) error { return tx.PutNote("ann", store.Note{Activity: "a"}) })
}

func testJournal(t *testing.T, a *Ann) {
	entry := func(id string, at time.Time) store.JournalEntry {
		return store.JournalEntry{
			ID: id, Athlete: "ann", At: at, Face: "cli", Tool: "update_activity", Summary: "Rename.",
			Forward: json.RawMessage(`[1]`), Inverse: json.RawMessage(`[2]`), Irreversible: []string{"an id"},
		}
	}
	one, two := entry("one", noon), entry("two", noon.Add(-time.Hour)) // the clock was set back between them
	a.put(func(tx *store.Tx) error { return tx.PutJournal(one) })
	a.put(func(tx *store.Tx) error { return tx.PutJournal(two) })
	same(t, []store.JournalEntry{two, one}, must(a.DB.Journal(a.Ctx, a.Scope, 0))(t))
	same(t, []store.JournalEntry{two}, must(a.DB.Journal(a.Ctx, a.Scope, 1))(t))
	a.put(func(tx *store.Tx) error { return tx.MarkUndone("ann", "one", noon.Add(time.Minute)) })
	one.UndoneAt = noon.Add(time.Minute)
	same(t, one, must(a.DB.JournalEntry(a.Ctx, a.Scope, "one"))(t))
	a.refused(training.KindConflict, func(tx *store.Tx) error { return tx.MarkUndone("ann", "one", noon) })
	a.refused(training.KindConflict, func(tx *store.Tx) error { return tx.PutJournal(two) })
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.MarkUndone("ann", "none", noon) })
	_, err := a.DB.JournalEntry(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)
}

func testApprovals(t *testing.T, a *Ann) {
	ap := store.Approval{
		ID: "x", Athlete: "ann", Digest: "d", Preview: json.RawMessage(`{}`), CreatedAt: noon,
		ExpiresAt: noon.Add(15 * time.Minute),
	}
	use := func(at time.Duration) func(*store.Tx) error {
		return func(tx *store.Tx) error { return tx.UseApproval("ann", "x", noon.Add(at)) }
	}
	a.put(func(tx *store.Tx) error { return tx.PutApproval(ap) })
	a.refused(training.KindNeedsConsent, use(time.Minute)) // not granted
	ap.GrantedAt = noon.Add(time.Minute)
	a.put(func(tx *store.Tx) error { return tx.PutApproval(ap) })
	same(t, ap, must(a.DB.Approval(a.Ctx, a.Scope, "x"))(t))
	a.refused(training.KindNeedsConsent, use(15*time.Minute)) // expired
	a.put(use(2 * time.Minute))
	a.refused(training.KindNeedsConsent, use(3*time.Minute)) // used
	ap.UsedAt = noon.Add(2 * time.Minute)
	same(t, []store.Approval{ap}, must(a.DB.Approvals(a.Ctx, a.Scope))(t))
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.UseApproval("ann", "none", noon) })
	_, err := a.DB.Approval(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)
}

func testImportRuns(t *testing.T, a *Ann) {
	run := store.ImportRun{ID: "r1", Athlete: "ann", StartedAt: noon, Paths: []string{"rides"}, Counts: map[string]int{"imported": 2}}
	a.put(func(tx *store.Tx) error { return tx.PutImportRun(run) })
	second := store.ImportRun{ID: "r2", Athlete: "ann", StartedAt: noon.Add(-time.Hour)}
	a.put(func(tx *store.Tx) error { return tx.PutImportRun(second) })
	run.FinishedAt = noon.Add(time.Minute)
	a.put(func(tx *store.Tx) error { return tx.PutImportRun(run) })
	same(t, []store.ImportRun{second, run}, must(a.DB.ImportRuns(a.Ctx, a.Scope, 0))(t))
	same(t, []store.ImportRun{second}, must(a.DB.ImportRuns(a.Ctx, a.Scope, 1))(t))
}

func testChanges(t *testing.T, a *Ann) {
	a.rides("a")
	after := must(a.DB.LastChange(a.Ctx))(t)
	step := func(want []store.Change, f func(tx *store.Tx) error) {
		t.Helper()
		a.put(f)
		got := must(a.DB.Changes(a.Ctx, after, 0))(t)
		for i := range want {
			want[i].Seq, want[i].Athlete, want[i].At = after+int64(i)+1, "ann", noon
		}
		same(t, want, got)
		after = must(a.DB.LastChange(a.Ctx))(t)
	}
	type cs = []store.Change
	activity := cs{{Kind: store.ChangeActivity, ID: "a"}}
	step(activity, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "name", json.RawMessage(`"x"`))
		return errors.Join(err, tx.PutActivity("ann", Activity("a", noon))) // once per transaction
	})
	step(cs{{Kind: store.ChangeRecording, ID: "r-a"}, {Kind: store.ChangeActivity, ID: "a"}},
		func(tx *store.Tx) error { return tx.RemoveRecording("ann", "r-a") })
	both := cs{{Kind: store.ChangeRecording, ID: "r-a"}, {Kind: store.ChangeActivity, ID: "a"}}
	step(both, func(tx *store.Tx) error { return tx.RestoreRecording("ann", "r-a") })
	step(both, func(tx *store.Tx) error { return tx.RemoveRun("ann", "run-1") })
	step(both, func(tx *store.Tx) error { return tx.RestoreRun("ann", "run-1") })
	step(activity, func(tx *store.Tx) error { return tx.DeleteActivity("ann", "a") })
	step(cs{{Kind: store.ChangeActivity, ID: "a"}, {Kind: store.ChangeRecording, ID: "r-a"}},
		func(tx *store.Tx) error { return tx.RestoreActivity("ann", "a") })
	step(activity, func(tx *store.Tx) error { return tx.PutExternalID("ann", "a", "x:1") })
	step(nil, func(tx *store.Tx) error { return tx.PutExternalID("ann", "a", "x:1") })
	step(activity, func(tx *store.Tx) error { return tx.LinkRecording("ann", "a", "r-a", 0, 1) })
	derived := cs{{Kind: store.ChangeDerived, ID: "a"}}
	step(derived, func(tx *store.Tx) error { return tx.PutSummary("ann", "a", Summary()) })
	step(derived, func(tx *store.Tx) error { return tx.PutPrimitive("ann", store.Primitive{Activity: "a", Kind: "k"}) })
	step(derived, func(tx *store.Tx) error { return tx.DeletePrimitives("ann", "a") })
	step(cs{{Kind: store.ChangeNote, ID: "n"}}, func(tx *store.Tx) error { return tx.PutNote("ann", store.Note{ID: "n", Activity: "a"}) })
	step(cs{{Kind: store.ChangeNote, ID: "n"}}, func(tx *store.Tx) error { return tx.DeleteNote("ann", "n") })
	ftp := training.ThresholdEntry{Key: training.KeyFTP, Values: []float64{250}}
	step(cs{{Kind: store.ChangeSettings, ID: "ftp_w"}}, func(tx *store.Tx) error { return tx.PutThreshold("ann", ftp) })
	step(cs{{Kind: store.ChangeSettings, ID: "ftp_w"}}, func(tx *store.Tx) error { return tx.DeleteThreshold("ann", ftp) })
	step(cs{{Kind: store.ChangeSettings, ID: "athlete"}}, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	same(t, 2, len(must(a.DB.Changes(a.Ctx, 1, 2))(t)))
}

func testCounts(t *testing.T, a *Ann) {
	empty := must(a.DB.Counts(a.Ctx, a.Scope))(t)
	if empty.Activities != 0 || empty.DatabaseBytes == 0 || empty.DerivedBehind != 0 {
		t.Errorf("of nothing: %+v", empty)
	}
	if _, ok, err := a.DB.DaySpan(a.Ctx, a.Scope); ok || err != nil {
		t.Error("an empty store spans days", err)
	}
	a.rides("a", "b")
	hash := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{make([]byte, 1000)}))(t)[0]
	a.put(func(tx *store.Tx) error {
		act := Activity("c", noon)
		act.Sport = training.Running
		err := tx.PutActivity("ann", act)
		if err == nil {
			err = tx.PutRecording("ann", store.NewRecording{ID: "o", Original: hash, Audience: store.EveryAudience, Recording: Recording(noon, 5)})
		}
		return err
	})
	c := must(a.DB.Counts(a.Ctx, a.Scope))(t)
	if c.OriginalBytes <= 0 || c.OriginalBytes >= 1000 {
		t.Errorf("%d bytes of originals", c.OriginalBytes)
	}
	c.OriginalBytes, c.DatabaseBytes = 0, 0
	day := training.DayOf(noon)
	want := store.Counts{
		Activities: 3, Recordings: 3, Originals: 1, First: day, Last: day + 1, DerivedBehind: 6,
		BySport: map[training.Sport]int{training.Cycling: 2, training.Running: 1},
	}
	same(t, want, c)
	seq := must(a.DB.LastChange(a.Ctx))(t)
	a.put(func(tx *store.Tx) error { return tx.SetWatermark(store.DeriveConsumer, seq-1, 4) })
	same(t, 1, must(a.DB.Counts(a.Ctx, a.Scope))(t).DerivedBehind)
	got, version, err := a.DB.Watermark(a.Ctx, store.DeriveConsumer)
	if got != seq-1 || version != 4 || err != nil {
		t.Error(got, version, err)
	}
	if got, version, err := a.DB.Watermark(a.Ctx, "nobody"); got != 0 || version != 0 || err != nil {
		t.Error("a consumer that never was", got, version, err)
	}
}

func testOriginals(t *testing.T, a *Ann) {
	hashes := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{[]byte("one"), []byte("two")}))(t)
	_, err := a.DB.Original(a.Ctx, a.Scope, hashes[0])
	wants(t, training.KindNotFound, err) // no recording has this name yet
	a.put(func(tx *store.Tx) error {
		return tx.PutRecording("ann", store.NewRecording{
			ID: "o", Original: hashes[0], Audience: store.EveryAudience,
			Recording: Recording(noon, 5),
		})
	})
	same(t, "one", string(must(a.DB.Original(a.Ctx, a.Scope, hashes[0]))(t)))
	_, err = a.DB.KeepOriginals(a.Ctx, "../x", [][]byte{nil})
	wants(t, training.KindInvalid, err)
	ctx, cancel := context.WithCancel(a.Ctx)
	cancel()
	_, err = a.DB.KeepOriginals(ctx, "ann", [][]byte{[]byte("three")})
	wants(t, training.KindCanceled, err)
}

func testIteration(t *testing.T, a *Ann) {
	const n = 450 // more than two pages
	hash := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{[]byte("same bytes")}))(t)[0]
	a.put(func(tx *store.Tx) error {
		for i := range n {
			id := training.RecordingID(time.Duration(i).String())
			rec := &training.Recording{Start: noon.Add(time.Duration(i/2) * time.Minute)}
			if err := tx.PutRecording("ann", store.NewRecording{ID: id, Original: hash, Audience: store.EveryAudience, Recording: rec}); err != nil {
				return err
			}
		}
		return nil
	})
	seen := map[training.RecordingID]bool{}
	var last time.Time
	for r, err := range a.DB.AllRecordings(a.Ctx, a.Scope) {
		if err != nil || seen[r.ID] || r.Recording.Start.Before(last) {
			t.Fatalf("%s again or out of order: %v", r.ID, err)
		}
		seen[r.ID], last = true, r.Recording.Start
	}
	same(t, n, len(seen))
	files := 0
	for f, err := range a.DB.AllOriginals(a.Ctx, a.Scope) {
		if err != nil || string(f.Data) != "same bytes" {
			t.Fatal(f, err)
		}
		files++
	}
	same(t, 1, files)
}

func testAtomicity(t *testing.T, a *Ann) {
	a.rides("a")
	before := must(a.DB.LastChange(a.Ctx))(t)
	oops := errors.New("oops")
	half := func(tx *store.Tx) error { return AddRide(tx, "ann", "b", noon, store.EveryAudience) }
	if err := a.DB.Write(a.Ctx, func(tx *store.Tx) error { return errors.Join(half(tx), oops) }); !errors.Is(err, oops) {
		t.Errorf("the caller's error is lost: %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic was swallowed")
			}
		}()
		_ = a.DB.Write(a.Ctx, func(tx *store.Tx) error {
			_ = half(tx)
			panic("oops")
		})
	}()
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return errors.Join(half(tx), tx.LinkRecording("ann", "b", "none", 1, 0)) })
	same(t, ids{"a"}, a.names(store.ActivityFilter{}))
	same(t, before, must(a.DB.LastChange(a.Ctx))(t))
	a.put(half) // the writer must still work
	same(t, 2, len(a.names(store.ActivityFilter{})))
}

func testCancellation(t *testing.T, a *Ann) {
	a.rides("a")
	ctx, cancel := context.WithCancel(a.Ctx)
	err := a.DB.Write(ctx, func(tx *store.Tx) error {
		if err := AddRide(tx, "ann", "b", noon, store.EveryAudience); err != nil {
			return err
		}
		cancel()
		return nil
	})
	wants(t, training.KindCanceled, err)
	wants(t, training.KindCanceled, a.DB.Write(ctx, func(*store.Tx) error { return nil }))
	_, err = a.DB.Activities(ctx, a.Scope, store.ActivityFilter{})
	wants(t, training.KindCanceled, err)
	_, err = a.DB.Verify(ctx)
	wants(t, training.KindCanceled, err)
	for _, err := range a.DB.Primitives(ctx, a.Scope, "curve", everyDay) {
		wants(t, training.KindCanceled, err)
	}
	same(t, ids{"a"}, a.names(store.ActivityFilter{}))
}
