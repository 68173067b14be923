package segments_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/derive/segments"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/segmenttest"
)

// killed stops at the nth write, as a kill would.
type killed struct {
	*store.DB
	left int
}

var errKilled = errors.New("killed")

func (k *killed) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if k.left--; k.left < 0 {
		return errKilled
	}
	return k.DB.Write(ctx, f)
}

// TestKilledAtAnyWrite: whatever was written before, following again leaves
// what following once would have.
func TestKilledAtAnyWrite(t *testing.T) {
	t.Parallel()
	loop, other := made(t, "loop", 3), made(t, "pauses", 2)
	begin := func() *home {
		h := newHome(t)
		h.ride(me, "loop", loop)
		h.ride(me, "other", other)
		h.segment(me, "lap", &loop.Segments[0])
		h.segment(me, "gone", &loop.Segments[1])
		h.segment(me, "moved", &loop.Segments[1])
		h.follow()
		h.ride(me, "again", loop)
		h.segment(me, "moved", &loop.Segments[2])
		h.segment(me, "road", &other.Segments[0])
		h.write(func(tx *store.Tx) error {
			_, err := tx.PutOwn(me, document.Segments, "gone", document.Own{Deleted: true})
			return errors.Join(err, tx.DeleteActivity(me, "other"), tx.RestoreActivity(me, "other"))
		})
		if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := begin()
	h.follow()
	want := h.efforts(storetest.Export(me), store.EffortFilter{})
	if len(want) == 0 {
		t.Fatal("no efforts")
	}
	for writes := 0; ; writes++ {
		h := begin()
		err := segments.Follow(t.Context(), &killed{h.db, writes})
		if err == nil {
			if writes < 4 {
				t.Errorf("only %d writes", writes)
			}
			return
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		h.follow()
		if diff := gocmp.Diff(want, h.efforts(storetest.Export(me), store.EffortFilter{})); diff != "" {
			t.Errorf("killed at write %d: %s", writes, diff)
		}
	}
}

// TestOtherRulesMatchAnew: the watermark has the version of the rules.
func TestOtherRulesMatchAnew(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	h.segment(me, "lap", &loop.Segments[0])
	h.follow()
	want := h.efforts(storetest.Export(me), store.EffortFilter{})
	h.write(func(tx *store.Tx) error {
		former := slices.Clone(want)
		for i := range former {
			former[i].ToS += 7
		}
		return errors.Join(tx.PutSegmentEfforts(me, "loop", nil, former), tx.SetWatermark(segments.Consumer, 1<<40, segments.Version()-1))
	})
	h.follow()
	if diff := gocmp.Diff(want, h.efforts(storetest.Export(me), store.EffortFilter{})); diff != "" {
		t.Error(diff)
	}
	seq, version, err := h.db.Watermark(t.Context(), segments.Consumer)
	if err != nil || version != segments.Version() || seq >= 1<<40 || cmp.Compare(seq, 1) < 0 {
		t.Errorf("%d %d %v", seq, version, err)
	}
}

// TestCheckFindsWhatIsWrong, and nothing where changes wait to be followed.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t, "bob"), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	h.ride(me, "pauses", made(t, "pauses", 3))
	h.segment(me, "lap", &loop.Segments[0])
	h.segment(me, "part", &loop.Segments[1])
	check := func(want ...derive.Ref) {
		t.Helper()
		wrong, err := segments.Check(t.Context(), h.db, 50)
		if diff := gocmp.Diff(want, wrong); diff != "" || err != nil {
			t.Errorf("%s %v", diff, err)
		}
	}
	check()
	h.follow()
	check()
	want := h.efforts(storetest.Export(me), store.EffortFilter{})
	for name, spoil := range map[string]func(e []training.SegmentEffort) []training.SegmentEffort{
		"one is missing": func(e []training.SegmentEffort) []training.SegmentEffort { return e[1:] },
		"one is later":   func(e []training.SegmentEffort) []training.SegmentEffort { e[0].ToS += 0.002; return e },
		"another power": func(e []training.SegmentEffort) []training.SegmentEffort {
			e[0].Values = training.Values{training.MetricAvgPowerW: 1}
			return e
		},
		"a doubt": func(e []training.SegmentEffort) []training.SegmentEffort {
			e[0].Doubts = []training.EffortDoubt{training.DoubtGap}
			return e
		},
	} {
		h.write(func(tx *store.Tx) error { return tx.PutSegmentEfforts(me, "loop", nil, spoil(slices.Clone(want))) })
		check()
		if err := segments.Follow(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		check(derive.Ref{Athlete: me, Activity: "loop"})
		if err := segments.Anew(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		h.follow()
		check()
		if diff := gocmp.Diff(want, h.efforts(storetest.Export(me), store.EffortFilter{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestTenThousandSegments, most of them elsewhere, are matched in time, and a
// ride that comes then.
func TestTenThousandSegments(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	points, err := route.SegmentPoints(segmenttest.Points(&loop.Segments[0]))
	if err != nil {
		t.Fatal(err)
	}
	h.write(func(tx *store.Tx) error {
		for i := range 10_000 {
			moved := slices.Clone(points)
			for k := range moved {
				moved[k].LatDeg -= 0.001 * float64(i%5000)
			}
			own := document.Own{Fields: fieldsOf(t, training.Segment{Points: moved})}
			if _, err := tx.PutOwn(me, document.Segments, fmt.Sprint("segment", i), own); err != nil {
				return err
			}
		}
		return nil
	})
	begun := time.Now()
	h.follow()
	all := time.Since(begun)
	h.ride(me, "again", loop)
	begun = time.Now()
	h.follow()
	t.Logf("all in %v, a ride in %v", all, time.Since(begun))
	if n := len(h.efforts(storetest.Export(me), store.EffortFilter{Segment: "segment5000"})); n != 2*len(of(loop, 0)) {
		t.Errorf("%d efforts", n)
	}
	if all > time.Minute {
		t.Errorf("10,000 segments took %v", all)
	}
}
