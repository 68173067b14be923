package derive

import (
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// CheckSegments matches a sample of at most so many activities of each athlete again,
// and names those of which other efforts are stored. It says nothing of a home
// whose changes were not followed yet, and writes nothing.
func CheckSegments(ctx context.Context, db SegmentsStore, most int) (wrong []Ref, err error) {
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

// differing are the activities of a sample of which other efforts are stored.
func (f *segmentsFollower) differing(ctx context.Context, a training.AthleteID, most int) (wrong []training.ActivityID, err error) {
	ways, err := f.db.SegmentWays(ctx, scopeOf(a))
	if err != nil || len(ways) == 0 {
		return nil, err
	}
	t := &touch{athlete: a}
	for p, err := range f.db.Primitives(ctx, scopeOf(a), Route, everyDay()) {
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

// same reports whether the efforts of a job are what is stored.
func (f *segmentsFollower) same(ctx context.Context, a training.AthleteID, j *job) (bool, error) {
	found, err := f.match(ctx, a, j)
	if err != nil {
		return false, err
	}
	stored, err := f.db.SegmentEfforts(ctx, scopeOf(a), effortsOf(j.activity))
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

// near compares seconds of which milliseconds are stored.
func near(a, b float64) bool { return math.Abs(a-b) < 0.001 }

// Anew matches every segment with every activity, whatever is stored. If it is
// killed, [Follow] goes on.
func Anew(ctx context.Context, db SegmentsStore) error {
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
