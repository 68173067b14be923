package derive_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmenttest"
)

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

func segmentsFollow(ctx context.Context, db derive.SegmentsStore) error {
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
