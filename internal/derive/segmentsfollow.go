package derive

import (
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// SegmentsConsumer is the name of the segments' watermark in the change log.
const SegmentsConsumer = "segments"

// SegmentsVersion returns the version of the rules for finding efforts and
// computing their values. When it changes, every segment is matched again.
func SegmentsVersion() int { return stream.RulesetVersion(route.SegmentVersion, Version()) }

// SegmentsFollow updates the efforts up to the end of the change log. It runs after
// [derive.Follow], whose sketches it reads. It can be killed at any moment: the
// result of a step replaces the former result, and an unfinished step is done again.
func SegmentsFollow(ctx context.Context, db store.Store) error {
	f := &segmentsFollower{db: db}
	return followLog(ctx, db, SegmentsConsumer, SegmentsVersion(), f.all, func(changes []store.Change) error {
		for _, t := range segmentsTouched(changes) {
			if err := f.athlete(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// touch holds an athlete's changed activities and segments.
type touch struct {
	athlete    training.AthleteID
	activities []training.ActivityID
	segments   []string
	// anew means that unchanged segments are also matched again.
	anew bool
}

// segmentsTouched collects each athlete's changed activities and segments, without duplicates.
func segmentsTouched(changes []store.Change) (out []*touch) {
	of, seen := map[training.AthleteID]*touch{}, map[store.Change]bool{}
	for _, c := range changes {
		kind := c.Kind
		if kind == store.ChangeDerived { // the activity's sketch may have changed
			kind = store.ChangeActivity
		}
		one := store.Change{Athlete: c.Athlete, Kind: kind, ID: c.ID}
		if kind != store.ChangeActivity && kind != store.ChangeKind(document.Segments) || seen[one] {
			continue
		}
		seen[one] = true
		t := of[c.Athlete]
		if t == nil {
			t = &touch{athlete: c.Athlete}
			of[c.Athlete], out = t, append(out, t)
		}
		if kind == store.ChangeActivity {
			t.activities = append(t.activities, training.ActivityID(c.ID))
		} else {
			t.segments = append(t.segments, c.ID)
		}
	}
	return out
}

type segmentsFollower struct{ db store.Store }

// all matches every segment again.
func (f *segmentsFollower) all(ctx context.Context) error {
	athletes, err := f.db.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, a := range athletes {
		ids, err := f.ids(ctx, a.ID)
		if err != nil {
			return err
		}
		if err := f.athlete(ctx, &touch{athlete: a.ID, segments: ids, anew: true}); err != nil {
			return err
		}
	}
	return nil
}

// ids returns the ids of an athlete's segments, including deleted ones whose
// tracks are still stored.
func (f *segmentsFollower) ids(ctx context.Context, a training.AthleteID) (ids []string, err error) {
	docs, err := f.db.Documents(ctx, training.Everything(a), document.Segments, document.Filter{})
	if err != nil {
		return nil, err
	}
	for i := range docs {
		ids = append(ids, docs[i].ID)
	}
	ways, err := f.db.SegmentWays(ctx, training.Everything(a))
	for i := range ways {
		if !slices.Contains(ids, ways[i].Segment) {
			ids = append(ids, ways[i].Segment)
		}
	}
	return ids, err
}

// athlete updates the efforts of one athlete after changes.
func (f *segmentsFollower) athlete(ctx context.Context, t *touch) error {
	fresh, err := f.refresh(ctx, t)
	if err != nil {
		return err
	}
	ways, err := f.db.SegmentWays(ctx, training.Everything(t.athlete))
	if err != nil || len(ways) == 0 {
		return err
	}
	jobs, err := f.jobs(ctx, t, ways, fresh)
	if err != nil {
		return err
	}
	if err := f.run(ctx, t.athlete, jobs); err != nil || len(fresh) == 0 {
		return err
	}
	return f.db.Write(ctx, func(tx *store.Tx) error {
		for i := range ways {
			if hash, ok := fresh[ways[i].Segment]; ok {
				ways[i].Hash = hash
				if err := tx.PutSegmentWay(t.athlete, ways[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// CheckSegments matches a sample of each athlete's activities, up to the given number, again
// and returns those whose stored efforts differ. It returns none while there are unread
// changes in the log, and writes nothing.
func CheckSegments(ctx context.Context, db store.Store, most int) (wrong []Ref, err error) {
	f := &segmentsFollower{db: db}
	seq, version, err := db.Watermark(ctx, SegmentsConsumer)
	if err != nil || version != SegmentsVersion() {
		return nil, err
	}
	if last, err := db.LastChange(ctx); err != nil || last != seq {
		return nil, err
	}
	athletes, err := db.Athletes(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range athletes {
		ids, err := f.differing(ctx, a.ID, most)
		if err != nil {
			return wrong, err
		}
		for _, id := range ids {
			wrong = append(wrong, Ref{Athlete: a.ID, Activity: id})
		}
	}
	return wrong, nil
}

// differing returns the activities of a sample whose stored efforts differ from
// newly computed ones.
func (f *segmentsFollower) differing(ctx context.Context, a training.AthleteID, most int) (wrong []training.ActivityID, err error) {
	ways, err := f.db.SegmentWays(ctx, training.Everything(a))
	if err != nil || len(ways) == 0 {
		return nil, err
	}
	t := &touch{athlete: a}
	for p, err := range f.db.Primitives(ctx, training.Everything(a), Route, everyDay()) {
		if err != nil {
			return nil, err
		}
		t.activities = append(t.activities, p.Activity)
	}
	step, n := max(1, (len(t.activities)+most-1)/most), 0
	t.activities = slices.DeleteFunc(t.activities, func(training.ActivityID) bool { n++; return (n-1)%step != 0 })
	jobs, err := f.jobs(ctx, t, ways, nil)
	if err != nil {
		return nil, err
	}
	for i := range jobs {
		same, err := f.same(ctx, a, &jobs[i])
		if err != nil {
			return wrong, err
		}
		if !same {
			wrong = append(wrong, jobs[i].activity)
		}
	}
	return wrong, nil
}

// same reports whether the efforts of a job equal the stored ones.
func (f *segmentsFollower) same(ctx context.Context, a training.AthleteID, j *job) (bool, error) {
	found, err := f.match(ctx, a, j)
	if err != nil {
		return false, err
	}
	stored, err := f.db.SegmentEfforts(ctx, training.Everything(a), effortsOf(j.activity))
	if err != nil || len(found) != len(stored) {
		return false, err
	}
	for _, e := range found {
		is := func(s training.SegmentEffort) bool {
			return s.Segment == e.Segment && near(s.FromS, e.FromS) && near(s.ToS, e.ToS) && near(s.TimerS, e.TimerS) &&
				slices.Equal(s.Doubts, e.Doubts) && maps.Equal(s.Values, e.Values)
		}
		if !slices.ContainsFunc(stored, is) {
			return false, nil
		}
	}
	return true, nil
}

// near reports whether two times are equal to the millisecond.
func near(a, b float64) bool { return math.Abs(a-b) < 0.001 }

// Anew matches every segment with every activity again. If it is killed,
// [SegmentsFollow] continues.
func Anew(ctx context.Context, db store.Store) error {
	athletes, err := db.Athletes(ctx)
	if err != nil {
		return err
	}
	err = db.Write(ctx, func(tx *store.Tx) error {
		for _, a := range athletes {
			if err := tx.DropSegments(a.ID); err != nil {
				return err
			}
		}
		return tx.SetWatermark(SegmentsConsumer, 0, 0)
	})
	if err != nil {
		return err
	}
	return SegmentsFollow(ctx, db)
}
