package derive_test

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
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/segmenttest"
)

// segmentsKilled stops at the nth write, as a kill would.
type segmentsKilled struct {
	*store.DB
	left int
}

var errSegmentsKilled = errors.New("killed")

func (k *segmentsKilled) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if k.left--; k.left < 0 {
		return errSegmentsKilled
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
		h.ride(segmentsMe, "loop", loop)
		h.ride(segmentsMe, "other", other)
		h.segment(segmentsMe, "lap", &loop.Segments[0])
		h.segment(segmentsMe, "gone", &loop.Segments[1])
		h.segment(segmentsMe, "moved", &loop.Segments[1])
		h.follow()
		h.ride(segmentsMe, "again", loop)
		h.segment(segmentsMe, "moved", &loop.Segments[2])
		h.segment(segmentsMe, "road", &other.Segments[0])
		h.write(func(tx *store.Tx) error {
			_, err := tx.PutOwn(segmentsMe, document.Segments, "gone", document.Own{Deleted: true})
			return errors.Join(err, tx.DeleteActivity(segmentsMe, "other"), tx.RestoreActivity(segmentsMe, "other"))
		})
		if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := begin()
	h.follow()
	want := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})
	if len(want) == 0 {
		t.Fatal("no efforts")
	}
	for writes := 0; ; writes++ {
		h := begin()
		err := derive.SegmentsFollow(t.Context(), &segmentsKilled{h.db, writes})
		if err == nil {
			if writes < 4 {
				t.Errorf("only %d writes", writes)
			}
			return
		}
		if !errors.Is(err, errSegmentsKilled) {
			t.Fatal(err)
		}
		h.follow()
		if diff := gocmp.Diff(want, h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})); diff != "" {
			t.Errorf("killed at write %d: %s", writes, diff)
		}
	}
}

// TestOtherRulesMatchAnew: the watermark has the version of the rules.
func TestOtherRulesMatchAnew(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.follow()
	want := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})
	h.write(func(tx *store.Tx) error {
		former := slices.Clone(want)
		for i := range former {
			former[i].ToS += 7
		}
		return errors.Join(tx.PutSegmentEfforts(segmentsMe, "loop", nil, former), tx.SetWatermark(derive.SegmentsConsumer, 1<<40,
			derive.SegmentsVersion()-1))
	})
	h.follow()
	if diff := gocmp.Diff(want, h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})); diff != "" {
		t.Error(diff)
	}
	seq, version, err := h.db.Watermark(t.Context(), derive.SegmentsConsumer)
	if err != nil || version != derive.SegmentsVersion() || seq >= 1<<40 || cmp.Compare(seq, 1) < 0 {
		t.Errorf("%d %d %v", seq, version, err)
	}
}

// TestCheckFindsWhatIsWrong, and nothing where changes wait to be followed.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t, "bob"), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	h.ride(segmentsMe, "pauses", made(t, "pauses", 3))
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.segment(segmentsMe, "part", &loop.Segments[1])
	check := func(want ...derive.Ref) {
		t.Helper()
		wrong, err := derive.CheckSegments(t.Context(), h.db, 50)
		if diff := gocmp.Diff(want, wrong); diff != "" || err != nil {
			t.Errorf("%s %v", diff, err)
		}
	}
	check()
	h.follow()
	check()
	want := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})
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
		h.write(func(tx *store.Tx) error {
			return tx.PutSegmentEfforts(segmentsMe, "loop", nil, spoil(slices.Clone(want)))
		})
		check()
		if err := derive.SegmentsFollow(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		check(derive.Ref{Athlete: segmentsMe, Activity: "loop"})
		if err := derive.Anew(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		h.follow()
		check()
		if diff := gocmp.Diff(want, h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestTenThousandSegments, most of them elsewhere, are matched in time, and a
// ride that comes then.
func TestTenThousandSegments(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
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
			if _, err := tx.PutOwn(segmentsMe, document.Segments, fmt.Sprint("segment", i), own); err != nil {
				return err
			}
		}
		return nil
	})
	begun := time.Now()
	h.follow()
	all := time.Since(begun)
	h.ride(segmentsMe, "again", loop)
	begun = time.Now()
	h.follow()
	t.Logf("all in %v, a ride in %v", all, time.Since(begun))
	if n := len(h.efforts(storetest.Export(segmentsMe), store.EffortFilter{Segment: "segment5000"})); n != 2*len(of(loop, 0)) {
		t.Errorf("%d efforts", n)
	}
	if all > time.Minute {
		t.Errorf("10,000 segments took %v", all)
	}
}
