package intake_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

const plenty = 1 << 20

func run(t *testing.T, w *world, want connection.Result) {
	t.Helper()
	got, err := w.syncer().Run(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// complete reports what differs between what the service has and what is here.
func (w *world) complete() string {
	want := map[string]string{}
	for id, a := range w.there {
		if a.Withheld == "" {
			want["tri:"+id] = a.Version
		}
	}
	return cmp.Diff(want, w.here)
}

func TestTheNewestComesFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	var order []string
	w.refuse = func(in intake.Incoming) error { order = append(order, in.Activity.ID); return nil }
	for n := range 10 {
		w.did(fmt.Sprintf("a%d", n), 300*n)
	}
	run(t, w, connection.Result{Stored: 10})
	if d := w.complete(); d != "" || !slices.IsSorted(order) {
		t.Errorf("%v: %s", order, d)
	}
	before := w.total
	run(t, w, connection.Result{})
	if w.total-before > 4 {
		t.Errorf("nothing is new, but it took %d requests", w.total-before)
	}
}

func TestBackfillGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 30 {
		w.did(fmt.Sprintf("a%02d", n), 10*n)
	}
	stop := errors.New("stop")
	w.fault = func(_, id string) error {
		if id == "a20" {
			return errors.Join(stop, fails(source.RateLimited, w.now.Add(time.Hour)))
		}
		return nil
	}
	if r, err := w.syncer().Run(t.Context(), true); !errors.Is(err, stop) || r.Stored != 20 {
		t.Fatalf("%+v %v", r, err)
	}
	w.fault = func(op, id string) error {
		if op == "file" && id < "a20" {
			t.Errorf("%s is fetched again", id)
		}
		return nil
	}
	run(t, w, connection.Result{Stored: 10})
	if d := w.complete(); d != "" {
		t.Error(d)
	}
}

func TestEditsAndDeletions(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 40 {
		w.did(fmt.Sprintf("a%02d", n), 20*n)
	}
	run(t, w, connection.Result{Stored: 40})
	edit := func(id string, f func(*source.Activity)) {
		a := w.there[id]
		a.Version += "+"
		f(&a)
		w.there[id] = a
	}
	w.did("new", 0)
	edit("a00", func(*source.Activity) {})
	edit("a30", func(*source.Activity) {})
	edit("a31", func(a *source.Activity) { a.Day += 40 })
	edit("a01", func(a *source.Activity) { a.Day -= 300 })
	delete(w.there, "a02")
	delete(w.there, "a33")
	w.now = w.now.AddDate(0, 0, 1)
	first, err := w.syncer().Run(t.Context(), true)
	if err != nil || w.here["tri:new"] != "1" || w.here["tri:a00"] != "1+" || w.here["tri:a02"] != "" {
		t.Errorf("at once: %+v %v %v", first, err, w.here)
	}
	for range 8 {
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	if d := w.complete(); d != "" {
		t.Errorf("once the past was checked: %s", d)
	}
	if n := slices.Max(slices.Collect(maps.Values(w.takes))); n != 1 {
		t.Errorf("something was taken %d times", n)
	}
	w.did("a02", 40)
	for range 8 {
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	if w.here["tri:a02"] != "1" {
		t.Error("what came back is not here")
	}
}

func TestNotEverythingVanishesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 13 {
		w.did(fmt.Sprintf("a%02d", n), n)
	}
	run(t, w, connection.Result{Stored: 13})
	kept := maps.Clone(w.there)
	clear(w.there)
	r, err := w.syncer().Run(t.Context(), true)
	if err != nil || r.Gone != 0 || len(w.here) != 13 || len(r.Words) == 0 || !strings.Contains(r.Words[0].String(), "13 of 13") {
		t.Errorf("%+v %v, %d here", r, err, len(w.here))
	}
	w.there = kept
	run(t, w, connection.Result{})
}

func TestWhatIsWithheldIsCounted(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	stub := func(a *source.Activity) { a.Withheld = "It came from elsewhere." }
	w.did("a", 1)
	w.did("b", 2, stub)
	w.did("c", 300, stub)
	run(t, w, connection.Result{Stored: 1, Withheld: 2})
	run(t, w, connection.Result{})
	w.did("b", 2, func(a *source.Activity) { a.Version = "2" })
	delete(w.there, "c")
	r, err := w.syncer().Run(t.Context(), true)
	for range 3 {
		_, err = w.syncer().Run(t.Context(), true)
	}
	if err != nil || r.Stored != 1 || r.Gone != 0 {
		t.Errorf("%+v %v", r, err)
	}
	if d := w.complete(); d != "" {
		t.Error(d)
	}
}

func TestTheBestRecordingThereIs(t *testing.T) {
	t.Parallel()
	none := fails(source.NotFound, time.Time{})
	w := newWorld(plenty)
	w.did("file", 1)
	w.did("streams", 2, func(a *source.Activity) { a.HasFile, a.HasStreams = false, true })
	w.did("words", 3, func(a *source.Activity) { a.HasFile = false })
	w.did("lost", 4)
	w.did("lostfile", 5, func(a *source.Activity) { a.HasStreams = true })
	w.did("badfile", 6, func(a *source.Activity) { a.HasStreams = true })
	w.did("nothing", 7, func(a *source.Activity) { a.HasFile, a.HasStreams = false, true })
	w.fault = func(op, id string) error {
		if strings.HasPrefix(id, "lost") && op == "file" || id == "nothing" && op == "streams" {
			return none
		}
		return nil
	}
	w.refuse = func(in intake.Incoming) error {
		if in.Activity.ID == "badfile" && in.File != nil {
			return training.Errorf(training.KindCorrupt, "No FIT file.")
		}
		return nil
	}
	run(t, w, connection.Result{Stored: 7})
	want := map[string]string{
		"file": "file", "streams": "streams", "words": "words", "lost": "words",
		"lostfile": "streams", "badfile": "streams", "nothing": "words",
	}
	if d := cmp.Diff(want, w.with); d != "" {
		t.Error(d)
	}
}

func TestOneThatFailsStopsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 6 {
		w.did(fmt.Sprintf("a%d", n), n)
	}
	w.refuse = func(in intake.Incoming) error {
		switch in.Activity.ID {
		case "a1":
			return training.Errorf(training.KindCorrupt, "The file is damaged%s", strings.Repeat("!", 200))
		case "a3":
			return errors.New("a defect with a secret in it")
		}
		return nil
	}
	w.fault = func(_, id string) error {
		if id == "a5" {
			return fails(source.Unavailable, time.Time{})
		}
		return nil
	}
	run(t, w, connection.Result{Stored: 3, Failed: 3})
	run(t, w, connection.Result{})
	if r := w.state.items["a3"].Reason; strings.Contains(r, "secret") || r == "" {
		t.Errorf("the reason is %q", r)
	}
	if r := w.state.items["a1"].Reason; utf8.RuneCountInString(r) != 200 {
		t.Errorf("a long reason is %q", r)
	}
	for try := 2; try <= 8; try++ {
		w.now = w.now.AddDate(0, 0, 90)
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if got := w.state.items["a1"].Tries; got != min(try, 6) {
			t.Errorf("tried %d times at the %dth", got, try)
		}
	}
	w.refuse, w.fault = func(intake.Incoming) error { return nil }, func(string, string) error { return nil }
	edited := w.there["a1"]
	edited.Version = "2"
	w.there["a1"] = edited
	for range 12 {
		if _, err := w.syncer().Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	if w.here["tri:a1"] != "2" {
		t.Error("one that changed is tried again")
	}
}

func TestAServiceThatIsDownIsLeftAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 20 {
		w.did(fmt.Sprintf("a%02d", n), n)
	}
	files := 0
	w.fault = func(op, _ string) error {
		if op == "file" {
			files++
			return fails(source.Unavailable, time.Time{})
		}
		return nil
	}
	var waits []time.Duration
	for range 9 {
		before := w.total
		_, err := w.syncer().Run(t.Context(), true)
		if training.KindOf(err) != training.KindUnavailable || w.total-before > 9 {
			t.Fatalf("%v after %d requests", err, w.total-before)
		}
		if len(waits) == 0 && files != 3 {
			t.Errorf("%d files are asked for", files)
		}
		var runs intake.Runs
		if _, err := w.state.Cursor(t.Context(), ledger.ConnectionKey{}, "runs", &runs); err != nil {
			t.Fatal(err)
		}
		waits = append(waits, runs.Next.Sub(w.now))
		w.now = runs.Next
	}
	want := []time.Duration{1, 2, 4, 8, 16, 32, 60, 60, 60}
	for i := range want {
		want[i] *= time.Minute
	}
	if d := cmp.Diff(want, waits); d != "" {
		t.Error(d)
	}
	w.fault = func(string, string) error { return nil }
	w.now = w.now.AddDate(0, 0, 30)
	if _, err := w.syncer().Run(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if d := w.complete(); d != "" {
		t.Error(d)
	}
}

func TestHowARunEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault error
		next  time.Duration
		state string
	}{
		"well":            {nil, 15 * time.Minute, "up_to_date"},
		"limit":           {fails(source.RateLimited, newWorld(1).now.Add(7*time.Minute)), 7 * time.Minute, "waiting"},
		"limit, not said": {fails(source.RateLimited, time.Time{}), 15 * time.Minute, "waiting"},
		"no key":          {fails(source.Unauthorised, time.Time{}), 6 * time.Hour, "failing"},
		"limit, too long": {fails(source.RateLimited, newWorld(1).now.AddDate(0, 1, 0)), 24 * time.Hour, "waiting"},
		"down, said when": {fails(source.Unavailable, newWorld(1).now.Add(3*time.Hour)), 3 * time.Hour, "failing"},
		"down, too long":  {fails(source.Unavailable, newWorld(1).now.AddDate(0, 1, 0)), 24 * time.Hour, "failing"},
		"down, too soon":  {fails(source.Unavailable, newWorld(1).now.Add(time.Second)), time.Minute, "failing"},
		"changed":         {fails(source.Changed, time.Time{}), time.Minute, "failing"},
	} {
		w := newWorld(plenty)
		w.did("a", 1)
		w.fault = func(string, string) error { return tt.fault }
		_, err := w.syncer().Run(t.Context(), true)
		if !errors.Is(err, tt.fault) {
			t.Errorf("%s: %v", name, err)
		}
		r := report(t, w)
		if r.State != tt.state || r.NextTry != w.now.Add(tt.next).Format(time.RFC3339) || (r.Error != "") != (err != nil) {
			t.Errorf("%s: %+v", name, r)
		}
		before := w.total
		if r, err := w.syncer().Run(t.Context(), false); !r.Skipped || err != nil || w.total != before {
			t.Errorf("%s: before its time: %+v %v", name, r, err)
		}
	}
}

func TestGivingUpIsNoFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	ctx, cancel := context.WithCancel(t.Context())
	w.fault = func(string, string) error { cancel(); return nil }
	if _, err := w.syncer().Run(ctx, true); training.KindOf(err) != training.KindCanceled {
		t.Error(err)
	}
	if r := report(t, w); r.State == "failing" || len(w.state.leases) != 0 {
		t.Errorf("%+v, leases %v", r, w.state.leases)
	}
	w.fault = func(string, string) error { return nil }
	run(t, w, connection.Result{Stored: 1})
}

// TestWhatIsNoFaultOfAnActivity ends the run, and is not noted as the activity's.
func TestWhatIsNoFaultOfAnActivity(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]func(giveUp func()) error{
		"our own disk": func(func()) error { return training.Errorf(training.KindUnavailable, "The disk is full.") },
		"given up": func(giveUp func()) error {
			giveUp()
			return training.Errorf(training.KindCorrupt, "Half of it is there.")
		},
	} {
		w := newWorld(plenty)
		w.did("a", 1)
		w.did("b", 2)
		ctx, cancel := context.WithCancel(t.Context())
		w.refuse = func(intake.Incoming) error { return refuse(cancel) }
		if r, err := w.syncer().Run(ctx, true); err == nil || r.Failed != 0 || len(w.state.items) != 0 {
			t.Errorf("%s: %+v, %v, %v", name, r, err, w.state.items)
		}
		cancel()
	}
}

// TestALeaseThatIsLost: a process that stood still for too long writes no
// more, even if what it fetched is on its way.
func TestALeaseThatIsLost(t *testing.T) {
	t.Parallel()
	for name, ended := range map[string]bool{"another reads": false, "another read to the end": true} {
		w := newWorld(plenty)
		for n := range 4 {
			w.did(fmt.Sprintf("a%d", n), n)
		}
		w.fault = func(_, id string) error {
			if id != "a2" || w.runs > 1 {
				return nil
			}
			w.now = w.now.Add(time.Hour)
			other := w.syncer()
			if ended {
				_, err := other.Run(t.Context(), true)
				return err
			}
			_, _, err := w.state.Hold(t.Context(), ledger.Lease{Athlete: "ann", Name: "sync:tri", Holder: "other"}, w.now, w.now.Add(time.Hour))
			return err
		}
		r, err := w.syncer().Run(t.Context(), true)
		if ended && (err != nil || len(w.here) != 4 || w.takes["a2 1"] != 1) {
			t.Errorf("%s: %v, a2 was taken %d times", name, err, w.takes["a2 1"])
		}
		if !ended && (training.KindOf(err) != training.KindConflict || len(w.here) != 2 || r.Failed != 0) {
			t.Errorf("%s: %v, %d here, %+v", name, err, len(w.here), r)
		}
	}
}

// TestAConnectionThatEndsInTheMiddle: no activity is stored without its
// recording because the key is gone.
func TestAConnectionThatEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	for n := range 4 {
		w.did(fmt.Sprintf("a%d", n), n)
	}
	keys := &token.Keeper{Vault: &token.Vault{Dir: t.TempDir()}, Source: "tri", Now: w.clock}
	w.fault = func(_, id string) error {
		if id != "a2" {
			return nil
		}
		_, err := keys.Token(t.Context())
		return err
	}
	_, err := w.syncer().Run(t.Context(), true)
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || len(w.here) != 2 {
		t.Errorf("%v, %d here", err, len(w.here))
	}
}

func TestTermsComeFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	strict := func(o *intake.Options) { o.Source = withTerms{service{w}} }
	if _, err := w.syncer(strict).Run(t.Context(), true); training.KindOf(err) != training.KindForbidden || w.total != 0 {
		t.Errorf("%v after %d requests", err, w.total)
	}
	agreed := func(o *intake.Options) { o.Acknowledged = true }
	if _, err := w.syncer(strict, agreed).Run(t.Context(), true); err != nil {
		t.Error(err)
	}
}

type withTerms struct{ service }

func (withTerms) Policy() source.Policy {
	return source.Policy{Acknowledge: "Do you agree?", Retention: source.Forever, Joined: true}
}

// stuck gives the same page again and again.
type stuck struct{ service }

func (stuck) ListActivities(_ context.Context, _ source.ActivityQuery) (source.ActivityPage, error) {
	return source.ActivityPage{Next: "more"}, nil
}

func TestPagesThatDoNotEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	_, err := w.syncer(func(o *intake.Options) { o.Source = stuck{service{w}} }).Run(t.Context(), true)
	if f, _ := source.FailureOf(err); f.Fault != source.Changed {
		t.Error(err)
	}
}

// silent lists nothing at all.
type silent struct{ source.Service }

func TestASourceWithoutActivities(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	if _, err := w.syncer(func(o *intake.Options) { o.Source = silent{service{w}} }).Run(t.Context(), true); err != nil || w.total != 0 {
		t.Error(err)
	}
}
