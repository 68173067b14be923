package derive_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmenttest"
)

func TestEffortsAreFoundWithTheirValues(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	h.ride(segmentsMe, "elsewhere", made(t, "loop", 4))
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.follow()
	got := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})
	want := of(loop, 0)
	if len(got) != len(want) || len(want) < 2 {
		t.Fatalf("%d efforts, %d are true", len(got), len(want))
	}
	for i, e := range got {
		if off := e.TimeS() - (want[i].ExitS - want[i].EntryS); math.Abs(off) > 0.5 {
			t.Errorf("effort %d is off by %.2f s", i, off)
		}
		speed := loop.Segments[0].LengthM / e.TimeS() * 3.6
		if e.Segment != "lap" || e.Activity != "loop" || e.Sport != training.Cycling || e.Indoor || e.TimerS < e.TimeS()-0.01 ||
			e.Day != training.DayOf(segmenttest.Recording(loop).Start) || len(e.Doubts) > 0 ||
			e.Values[training.MetricAvgPowerW] != 200 || e.Values[training.MetricAvgHRBpm] != 150 ||
			math.Abs(e.Values[training.MetricAvgSpeedKMH]-speed) > 0.01*speed {
			t.Errorf("%+v", e)
		}
	}
}

// TestWhateverComesFirst: segments and activities in any order, in one step or
// in several, leave the same.
func TestWhateverComesFirst(t *testing.T) {
	t.Parallel()
	loop, eight := made(t, "loop", 3), made(t, "figure_eight", 1)
	steps := []func(h *home){
		func(h *home) { h.ride(segmentsMe, "loop", loop) },
		func(h *home) { h.segment(segmentsMe, "lap", &loop.Segments[0]) },
		func(h *home) { h.ride(segmentsMe, "eight", eight) },
		func(h *home) { h.segment(segmentsMe, "half", &eight.Segments[1]) },
	}
	var want []training.SegmentEffort
	for _, order := range [][]int{{0, 1, 2, 3}, {1, 3, 0, 2}, {3, 2, 1, 0}} {
		for _, often := range []bool{false, true} {
			h := newHome(t)
			for _, k := range order {
				steps[k](h)
				if often {
					h.follow()
				}
			}
			h.follow()
			got := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{})
			if want == nil {
				want = got
			}
			if diff := gocmp.Diff(want, got); diff != "" || len(got) == 0 {
				t.Errorf("in the order %v, often %v: %s", order, often, diff)
			}
		}
	}
}

// TestWhatIsGoneHasNoEfforts, at once or when it was followed, and what comes
// back has.
func TestWhatIsGoneHasNoEfforts(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	n := len(of(loop, 0))
	h.ride(segmentsMe, "loop", loop)
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.follow()
	for _, step := range []struct {
		name string
		f    func(tx *store.Tx) error
		want int
	}{
		{"deleted", func(tx *store.Tx) error { return tx.DeleteActivity(segmentsMe, "loop") }, 0},
		{"restored", func(tx *store.Tx) error { return tx.RestoreActivity(segmentsMe, "loop") }, n},
		{"the import is undone", func(tx *store.Tx) error { return tx.RemoveRun(segmentsMe, "run") }, 0},
		{"and done again", func(tx *store.Tx) error { return tx.RestoreRun(segmentsMe, "run") }, n},
		{"merged into another", func(tx *store.Tx) error {
			return errors.Join(tx.PutActivity(segmentsMe, storetest.Activity("other", storetest.Noon())),
				tx.LinkRecording(segmentsMe, "other", "rloop", 0, store.AllChannels), tx.Redirect(segmentsMe, "loop", "other"))
		}, 0},
		{"and split", func(tx *store.Tx) error {
			return errors.Join(tx.LinkRecording(segmentsMe, "loop", "rloop", 0, store.AllChannels), tx.Redirect(segmentsMe, "loop", "loop"))
		}, n},
		{"its positions are ignored", func(tx *store.Tx) error {
			_, err := tx.SetOverride(segmentsMe, "loop", "ignored", []byte(`[{"channel":"latitude"}]`))
			return err
		}, 0},
		{"and believed", func(tx *store.Tx) error {
			_, err := tx.SetOverride(segmentsMe, "loop", "ignored", nil)
			return err
		}, n},
		{"the segment is deleted", func(tx *store.Tx) error {
			_, err := tx.PutOwn(segmentsMe, document.Segments, "lap", document.Own{Deleted: true})
			return err
		}, 0},
	} {
		h.write(step.f)
		atOnce := h.count(segmentsMe, "lap", "loop")
		h.follow()
		if got := h.count(segmentsMe, "lap", "loop"); got != step.want || atOnce > max(got, n) {
			t.Errorf("%s: %d efforts, %d at once, want %d", step.name, got, atOnce, step.want)
		}
		if step.want == 0 && step.name != "its positions are ignored" && atOnce != 0 {
			t.Errorf("%s: %d stale efforts", step.name, atOnce)
		}
	}
	if ways, err := h.db.SegmentWays(t.Context(), storetest.Export(segmentsMe)); err != nil || len(ways) != 0 {
		t.Errorf("ways of deleted segments: %v %v", ways, err)
	}
}

func TestASegmentIsForASport(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	s := training.Segment{Points: segmenttest.Points(&loop.Segments[0]), Sport: training.Running}
	h.put(segmentsMe, "lap", s)
	h.follow()
	if n := h.count(segmentsMe, "lap", ""); n != 0 {
		t.Errorf("%d efforts of another sport", n)
	}
	s.Sport = training.Cycling
	h.put(segmentsMe, "lap", s)
	h.follow()
	if n := h.count(segmentsMe, "lap", ""); n != len(of(loop, 0)) {
		t.Errorf("%d efforts", n)
	}
	h.write(func(tx *store.Tx) error {
		_, err := tx.SetOverride(segmentsMe, "loop", "sport", []byte(`"running"`))
		return err
	})
	h.follow()
	if n := h.count(segmentsMe, "lap", ""); n != 0 {
		t.Errorf("%d efforts after it became a run", n)
	}
}

// counting counts the columns that are read.
type counting struct {
	*store.DB
	streams int
}

func (c *counting) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error) {
	c.streams++
	return c.DB.Stream(ctx, s, id, want)
}

// TestWordsMatchNothingAnew: a segment that is renamed or starred is the same,
// and an activity far away is not read.
func TestWordsMatchNothingAnew(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	far, _ := segmentgen.Make("loop", 3, segmentgen.Clean(segmentgen.Sydney))
	h.ride(segmentsMe, "far", &far)
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
		t.Fatal(err)
	}
	db := &counting{DB: h.db}
	if err := derive.SegmentsFollow(t.Context(), db); err != nil || db.streams != 1 {
		t.Errorf("%d columns read, %v", db.streams, err)
	}
	h.put(segmentsMe, "lap", training.Segment{Name: "The lap", Starred: true, Points: segmenttest.Points(&loop.Segments[0])})
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	db.streams = 0
	if err := derive.SegmentsFollow(t.Context(), db); err != nil || db.streams != 0 {
		t.Errorf("%d columns read for words, %v", db.streams, err)
	}
}

func TestAthletesAreApart(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t, "bob"), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	h.ride("bob", "loop", loop)
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.segment("bob", "part", &loop.Segments[1])
	h.follow()
	for _, c := range []struct {
		who     training.AthleteID
		segment string
		want    int
	}{{segmentsMe, "lap", len(of(loop, 0))}, {segmentsMe, "part", 0}, {"bob", "part", len(of(loop, 1))}, {"bob", "lap", 0}} {
		if n := h.count(c.who, c.segment, ""); n != c.want {
			t.Errorf("%s has %d efforts on %s, want %d", c.who, n, c.segment, c.want)
		}
	}
}

// TestASegmentThatIsNoneStopsNothing: what came with an export of elsewhere
// may hold anything.
func TestASegmentThatIsNoneStopsNothing(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(segmentsMe, "loop", loop)
	h.put(segmentsMe, "empty", training.Segment{Name: "Nothing"})
	h.put(segmentsMe, "far", training.Segment{Points: []training.RoutePoint{{LatDeg: 89.9}, {LatDeg: 89.95}}})
	h.write(func(tx *store.Tx) error {
		_, err := tx.PutOwn(segmentsMe, document.Segments, "odd", document.Own{Fields: []byte(`{"points":[[91,0],[92,0]]}`)})
		return err
	})
	h.segment(segmentsMe, "lap", &loop.Segments[0])
	h.follow()
	if all := h.efforts(storetest.Export(segmentsMe), store.EffortFilter{}); len(all) != len(of(loop, 0)) {
		t.Errorf("%d efforts", len(all))
	}
	h.put(segmentsMe, "lap", training.Segment{Name: "Nothing"})
	h.follow()
	if n := h.count(segmentsMe, "lap", ""); n != 0 {
		t.Errorf("%d efforts on what is no segment any more", n)
	}
}

const segmentsMe training.AthleteID = "me"

// home is a store with generated rides.
type home struct {
	*testing.T
	db *store.DB
}

func newHome(t *testing.T, athletes ...training.AthleteID) *home {
	t.Helper()
	h := &home{t, storetest.Open(t)}
	for _, a := range append(athletes, segmentsMe) {
		storetest.Athlete(t, h.db, a)
	}
	return h
}

func (h *home) write(f func(tx *store.Tx) error) {
	h.Helper()
	storetest.Write(h, h.db, f)
}

func made(t *testing.T, shape string, seed uint64) *segmentgen.Ride {
	t.Helper()
	ride, ok := segmentgen.Make(shape, seed, segmentgen.Clean(segmentgen.Oslo))
	if !ok {
		t.Fatalf("no shape %s", shape)
	}
	return &ride
}

// ride keeps a ride as an activity, without anything derived.
func (h *home) ride(a training.AthleteID, id string, r *segmentgen.Ride) {
	h.Helper()
	rec := segmenttest.Recording(r)
	power := make([]int32, rec.Columns.Len())
	for i := range power {
		rec.Columns.Put(training.Power, i, 200)
		rec.Columns.Put(training.HeartRate, i, 150)
	}
	rid := training.RecordingID("r" + id)
	h.write(func(tx *store.Tx) error {
		act := training.Activity{
			ID: training.ActivityID(id), Sport: training.Cycling, Start: rec.Start, LocalDay: training.DayOf(rec.Start), Name: id,
		}
		return errors.Join(
			tx.PutActivity(a, act),
			tx.PutRecording(a, store.NewRecording{
				ID: rid, Origin: store.Origin{Source: "file"}, Audience: store.EveryAudience, RunID: "run", Recording: rec,
			}),
			tx.LinkRecording(a, act.ID, rid, 0, derive.Present(&rec.Columns)))
	})
}

// segment keeps a segment of a ride.
func (h *home) segment(a training.AthleteID, id string, s *segmentgen.Segment) {
	h.Helper()
	points, err := route.SegmentPoints(segmenttest.Points(s))
	if err != nil {
		h.Fatal(err)
	}
	h.put(a, id, training.Segment{Name: id, Points: points})
}

func (h *home) put(a training.AthleteID, id string, s training.Segment) {
	h.Helper()
	fields := fieldsOf(h, s)
	h.write(func(tx *store.Tx) error {
		_, err := tx.PutOwn(a, document.Segments, id, document.Own{Fields: fields})
		return err
	})
}

func fieldsOf(t testing.TB, s training.Segment) []byte {
	t.Helper()
	fields, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return fields
}

// follow derives all there is.
func (h *home) follow() {
	h.Helper()
	if err := segmentsFollow(h.Context(), h.db); err != nil {
		h.Fatal(err)
	}
}

func segmentsFollow(ctx context.Context, db store.Store) error {
	if _, err := derive.Follow(ctx, db, nil); err != nil {
		return err
	}
	return derive.SegmentsFollow(ctx, db)
}

func (h *home) efforts(s training.Scope, f store.EffortFilter) []training.SegmentEffort {
	h.Helper()
	all, err := h.db.SegmentEfforts(h.Context(), s, f)
	if err != nil {
		h.Fatal(err)
	}
	return all
}

// count returns how many efforts of an activity there are on a segment.
func (h *home) count(a training.AthleteID, segment, activity string) int {
	h.Helper()
	return len(h.efforts(storetest.Export(a), store.EffortFilter{Segment: segment, Activity: training.ActivityID(activity)}))
}

// of returns the true efforts of a ride on one of its segments.
func of(r *segmentgen.Ride, segment int) (out []segmentgen.Effort) {
	for _, e := range r.Efforts {
		if e.Segment == segment {
			out = append(out, e)
		}
	}
	return out
}
