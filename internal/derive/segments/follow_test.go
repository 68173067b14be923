package segments_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmenttest"
)

const me training.AthleteID = "me"

// home is a store with generated rides.
type home struct {
	*testing.T
	db *store.DB
}

func newHome(t *testing.T, athletes ...training.AthleteID) *home {
	t.Helper()
	h := &home{t, storetest.Open(t)}
	for _, a := range append(athletes, me) {
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
	if err := follow(h.Context(), h.db); err != nil {
		h.Fatal(err)
	}
}

func follow(ctx context.Context, db segments.Store) error {
	if _, err := derive.Follow(ctx, db, nil); err != nil {
		return err
	}
	return segments.Follow(ctx, db)
}

func (h *home) efforts(s training.Scope, f store.EffortFilter) []training.SegmentEffort {
	h.Helper()
	all, err := h.db.SegmentEfforts(h.Context(), s, f)
	if err != nil {
		h.Fatal(err)
	}
	return all
}

// count is how many efforts of an activity there are on a segment.
func (h *home) count(a training.AthleteID, segment, activity string) int {
	h.Helper()
	return len(h.efforts(storetest.Export(a), store.EffortFilter{Segment: segment, Activity: training.ActivityID(activity)}))
}

// of are the true efforts of a ride on one of its segments.
func of(r *segmentgen.Ride, segment int) (out []segmentgen.Effort) {
	for _, e := range r.Efforts {
		if e.Segment == segment {
			out = append(out, e)
		}
	}
	return out
}

func TestEffortsAreFoundWithTheirValues(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	h.ride(me, "elsewhere", made(t, "loop", 4))
	h.segment(me, "lap", &loop.Segments[0])
	h.follow()
	got := h.efforts(storetest.Export(me), store.EffortFilter{})
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
		func(h *home) { h.ride(me, "loop", loop) },
		func(h *home) { h.segment(me, "lap", &loop.Segments[0]) },
		func(h *home) { h.ride(me, "eight", eight) },
		func(h *home) { h.segment(me, "half", &eight.Segments[1]) },
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
			got := h.efforts(storetest.Export(me), store.EffortFilter{})
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
	h.ride(me, "loop", loop)
	h.segment(me, "lap", &loop.Segments[0])
	h.follow()
	for _, step := range []struct {
		name string
		f    func(tx *store.Tx) error
		want int
	}{
		{"deleted", func(tx *store.Tx) error { return tx.DeleteActivity(me, "loop") }, 0},
		{"restored", func(tx *store.Tx) error { return tx.RestoreActivity(me, "loop") }, n},
		{"the import is undone", func(tx *store.Tx) error { return tx.RemoveRun(me, "run") }, 0},
		{"and done again", func(tx *store.Tx) error { return tx.RestoreRun(me, "run") }, n},
		{"merged into another", func(tx *store.Tx) error {
			return errors.Join(tx.PutActivity(me, storetest.Activity("other", storetest.Noon())),
				tx.LinkRecording(me, "other", "rloop", 0, store.AllChannels), tx.Redirect(me, "loop", "other"))
		}, 0},
		{"and split", func(tx *store.Tx) error {
			return errors.Join(tx.LinkRecording(me, "loop", "rloop", 0, store.AllChannels), tx.Redirect(me, "loop", "loop"))
		}, n},
		{"its positions are ignored", func(tx *store.Tx) error {
			_, err := tx.SetOverride(me, "loop", "ignored", []byte(`[{"channel":"latitude"}]`))
			return err
		}, 0},
		{"and believed", func(tx *store.Tx) error {
			_, err := tx.SetOverride(me, "loop", "ignored", nil)
			return err
		}, n},
		{"the segment is deleted", func(tx *store.Tx) error {
			_, err := tx.PutOwn(me, document.Segments, "lap", document.Own{Deleted: true})
			return err
		}, 0},
	} {
		h.write(step.f)
		atOnce := h.count(me, "lap", "loop")
		h.follow()
		if got := h.count(me, "lap", "loop"); got != step.want || atOnce > max(got, n) {
			t.Errorf("%s: %d efforts, %d at once, want %d", step.name, got, atOnce, step.want)
		}
		if step.want == 0 && step.name != "its positions are ignored" && atOnce != 0 {
			t.Errorf("%s: %d stale efforts", step.name, atOnce)
		}
	}
	if ways, err := h.db.SegmentWays(t.Context(), storetest.Export(me)); err != nil || len(ways) != 0 {
		t.Errorf("ways of deleted segments: %v %v", ways, err)
	}
}

func TestASegmentIsForASport(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	s := training.Segment{Points: segmenttest.Points(&loop.Segments[0]), Sport: training.Running}
	h.put(me, "lap", s)
	h.follow()
	if n := h.count(me, "lap", ""); n != 0 {
		t.Errorf("%d efforts of another sport", n)
	}
	s.Sport = training.Cycling
	h.put(me, "lap", s)
	h.follow()
	if n := h.count(me, "lap", ""); n != len(of(loop, 0)) {
		t.Errorf("%d efforts", n)
	}
	h.write(func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, "loop", "sport", []byte(`"running"`))
		return err
	})
	h.follow()
	if n := h.count(me, "lap", ""); n != 0 {
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
	h.ride(me, "loop", loop)
	far, _ := segmentgen.Make("loop", 3, segmentgen.Clean(segmentgen.Sydney))
	h.ride(me, "far", &far)
	h.segment(me, "lap", &loop.Segments[0])
	if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
		t.Fatal(err)
	}
	db := &counting{DB: h.db}
	if err := segments.Follow(t.Context(), db); err != nil || db.streams != 1 {
		t.Errorf("%d columns read, %v", db.streams, err)
	}
	h.put(me, "lap", training.Segment{Name: "The lap", Starred: true, Points: segmenttest.Points(&loop.Segments[0])})
	h.segment(me, "lap", &loop.Segments[0])
	db.streams = 0
	if err := segments.Follow(t.Context(), db); err != nil || db.streams != 0 {
		t.Errorf("%d columns read for words, %v", db.streams, err)
	}
}

func TestAthletesAreApart(t *testing.T) {
	t.Parallel()
	h, loop := newHome(t, "bob"), made(t, "loop", 3)
	h.ride(me, "loop", loop)
	h.ride("bob", "loop", loop)
	h.segment(me, "lap", &loop.Segments[0])
	h.segment("bob", "part", &loop.Segments[1])
	h.follow()
	for _, c := range []struct {
		who     training.AthleteID
		segment string
		want    int
	}{{me, "lap", len(of(loop, 0))}, {me, "part", 0}, {"bob", "part", len(of(loop, 1))}, {"bob", "lap", 0}} {
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
	h.ride(me, "loop", loop)
	h.put(me, "empty", training.Segment{Name: "Nothing"})
	h.put(me, "far", training.Segment{Points: []training.RoutePoint{{LatDeg: 89.9}, {LatDeg: 89.95}}})
	h.write(func(tx *store.Tx) error {
		_, err := tx.PutOwn(me, document.Segments, "odd", document.Own{Fields: []byte(`{"points":[[91,0],[92,0]]}`)})
		return err
	})
	h.segment(me, "lap", &loop.Segments[0])
	h.follow()
	if all := h.efforts(storetest.Export(me), store.EffortFilter{}); len(all) != len(of(loop, 0)) {
		t.Errorf("%d efforts", len(all))
	}
	h.put(me, "lap", training.Segment{Name: "Nothing"})
	h.follow()
	if n := h.count(me, "lap", ""); n != 0 {
		t.Errorf("%d efforts on what is no segment any more", n)
	}
}

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
