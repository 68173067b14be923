package derive_test

import (
	"errors"
	"fmt"
	"testing"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/segmenttest"
)

const rings = 10

// hours is a store with so many rides of an hour and their sketches, all that
// is followed of which is marked as done.
func hours(b *testing.B, n int) *store.DB {
	b.Helper()
	db := storetest.Open(b)
	storetest.Athlete(b, db, segmentsMe)
	for from := 0; from < n; from += 50 {
		storetest.Write(b, db, func(tx *store.Tx) (err error) {
			for i := from; i < min(n, from+50); i++ {
				err = errors.Join(err, putHour(tx, i))
			}
			return err
		})
	}
	if err := derive.SegmentsFollow(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	return db
}

func putHour(tx *store.Tx, i int) error {
	rec := segmenttest.Hour(i, rings)
	id, rid := training.ActivityID(fmt.Sprint("a", i)), training.RecordingID(fmt.Sprint("r", i))
	act := training.Activity{ID: id, Sport: training.Cycling, Start: rec.Start, LocalDay: training.DayOf(rec.Start)}
	sketch, _ := route.Of(stream.Of(rec, stream.Limits{}))
	return errors.Join(
		tx.PutActivity(segmentsMe, act),
		tx.PutRecording(segmentsMe, store.NewRecording{ID: rid, Origin: store.Origin{Source: "file"}, Audience: store.EveryAudience,
			Recording: rec}),
		tx.LinkRecording(segmentsMe, id, rid, 0, derive.Present(&rec.Columns)),
		tx.PutPrimitive(segmentsMe, store.Primitive{Activity: id, Kind: derive.Route, Version: 1, Data: derive.EncodeRoute(&sketch)}))
}

func putWay(b *testing.B, db *store.DB, id string, ring, from, to int) {
	b.Helper()
	points, err := route.SegmentPoints(segmenttest.Part(segmenttest.Hour(ring, rings), from, to))
	if err != nil {
		b.Fatal(err)
	}
	storetest.Write(b, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(segmentsMe, document.Segments, id, document.Own{Fields: fieldsOf(b, training.Segment{Name: id, Points: points})})
		return err
	})
}

// BenchmarkASegment matches a new segment with 3,000 rides of an hour in a
// store, of which each tenth goes over it. The goal is 2 s.
func BenchmarkASegment(b *testing.B) {
	const rides = 3000
	db := hours(b, rides)
	n := 0
	for b.Loop() {
		n++
		putWay(b, db, fmt.Sprint("segment", n), 4, 900+n, 1200)
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
	}
	all, err := db.SegmentEfforts(b.Context(), storetest.Export(segmentsMe), store.EffortFilter{})
	if err != nil || len(all) != n*rides/rings {
		b.Fatal(len(all), err)
	}
}

// BenchmarkARide matches a new ride of an hour with 500 segments in a store,
// of which each tenth lies on its road. The goal is 50 ms.
func BenchmarkARide(b *testing.B) {
	db := hours(b, 1)
	for i := range 500 {
		putWay(b, db, fmt.Sprint("segment", i), i%rings, 60*(i/rings)+100, 60*(i/rings)+300)
	}
	if err := derive.SegmentsFollow(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	n := 3
	for b.Loop() {
		n += rings
		storetest.Write(b, db, func(tx *store.Tx) error { return putHour(tx, n) })
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
		all, err := db.SegmentEfforts(b.Context(), storetest.Export(segmentsMe),
			store.EffortFilter{Activity: training.ActivityID(fmt.Sprint("a", n))})
		if err != nil || len(all) != 50 {
			b.Fatal(len(all), err)
		}
	}
}

// BenchmarkNoSegments follows a new ride where there are none.
func BenchmarkNoSegments(b *testing.B) {
	db := hours(b, 1)
	n := 1
	for b.Loop() {
		b.StopTimer()
		n++
		storetest.Write(b, db, func(tx *store.Tx) error { return putHour(tx, n) })
		b.StartTimer()
		if err := derive.SegmentsFollow(b.Context(), db); err != nil {
			b.Fatal(err)
		}
	}
}
