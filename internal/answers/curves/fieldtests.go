package curves

import (
	"context"
	"slices"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// EstimateReader reads the settings, and the streams of the few activities that may
// hold a field test.
type EstimateReader interface {
	LastChange(ctx context.Context) (int64, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	wellness.Reader
	RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want store.ChannelSet) (*training.Columns, error)
}

// Source is a [Reader] that remembers which activities hold a field test,
// until anything changes in the store: looking for one reads whole streams,
// and the same few activities are looked at by every question about the same
// days. It is safe for concurrent use.
type Source struct {
	EstimateReader

	tests activityindex.Cache[testKey, foundTest]
	weeks activityindex.Cache[weeksKey, []curve.Peak]
	views activityindex.Cache[viewKey, *EstimateView] // without their headings
}

// viewKey holds all that an answer depends on beside the store.
type viewKey struct {
	scope   training.Scope
	today   training.Day
	days    int
	sports  string
	history bool
}

// weeksKey is whose best efforts of each week up to a day they are.
type weeksKey struct {
	scope training.Scope
	today training.Day
}

type testKey struct {
	scope training.Scope
	id    training.ActivityID
}

type foundTest struct {
	test curve.FieldTest
	ok   bool
}

// mostTests bounds how many activities are remembered.
const mostTests = 4096

// NewSource makes a source that remembers nothing yet.
func NewSource(r EstimateReader) *Source {
	return &Source{EstimateReader: r, tests: activityindex.Cache[testKey, foundTest]{Most: mostTests}}
}

// fieldTest is Friel's test in an activity, if it holds one. What was found
// before seq, a place in the change log, does not count.
func (x *Source) fieldTest(
	ctx context.Context, seq int64, s training.Scope, id training.ActivityID,
) (t curve.FieldTest, ok bool, err error) {
	f, err := x.tests.Get(ctx, seq, testKey{s, id}, func() (f foundTest, err error) {
		f.test, f.ok, err = x.search(ctx, s, id)
		return f, err
	})
	return f.test, f.ok, err
}

func (x *Source) search(ctx context.Context, s training.Scope, id training.ActivityID) (t curve.FieldTest, ok bool, err error) {
	rows, err := x.Recordings(ctx, s, id)
	if err != nil {
		return t, false, err
	}
	want := store.Channels(training.HeartRate, training.Power, training.Speed, training.Distance, training.Cadence)
	for _, row := range rows {
		if row.Chosen != 0 && !row.Chosen.Has(training.HeartRate) || !row.Channels.Has(training.HeartRate) {
			continue
		}
		cols, err := x.RecordingColumns(ctx, s, row.ID, want)
		if err != nil {
			return t, false, err
		}
		rec := row.Recording
		rec.Columns = *cols
		if t, ok = curve.FindFieldTest(stream.Of(&rec, stream.Limits{})); ok {
			return t, true, nil
		}
	}
	return t, false, nil
}

// fieldTests searches the activities with the highest half-hours of heart
// rate for Friel's test.
func (e *estimator) fieldTests(ctx context.Context, hr []Point) ([]curve.FieldTest, error) {
	var seen []training.ActivityID
	var out []curve.FieldTest
	best20 := 0.0
	for _, p := range hr {
		if p.At == 20*60 {
			best20 = p.Value
		}
	}
	for _, p := range hr {
		if p.At < 20*60 || p.At > 60*60 || slices.Contains(seen, p.Ref.ID) || len(seen) == testCandidates {
			continue
		}
		seen = append(seen, p.Ref.ID)
		t, ok, err := e.source.fieldTest(ctx, e.seq, e.scope, p.Ref.ID)
		if err != nil {
			return nil, err
		}
		if ok && t.AvgLast20Bpm >= hardShare*best20 {
			t.Activity, t.Day = p.Ref.ID, p.Ref.Day
			out = append(out, t)
		}
	}
	return out, nil
}
