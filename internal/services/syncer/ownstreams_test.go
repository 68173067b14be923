package syncer_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
)

// defined is a service whose athlete defined streams.
type defined struct{ service }

func (s defined) OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error) {
	return map[string]training.OwnStream{"Lactate": {}}, s.ask(ctx, "own", id)
}

// drawer keeps them.
type drawer struct {
	sink
	kept  map[string]string
	taken []string
}

func (d *drawer) OwnStreamVersions(context.Context, training.AthleteID, []source.Activity) (map[string]string, error) {
	return d.kept, nil
}

func (d *drawer) TakeOwnStreams(_ context.Context, _ training.AthleteID, a source.Activity, all map[string]training.OwnStream) error {
	d.kept[a.ID] = a.OwnStreams
	d.taken = append(d.taken, fmt.Sprint(a.ID, " ", len(all)))
	return nil
}

// TestOwnStreamsAreReadOnceAndThoseOfTheLastDaysAgain, as a changed value shows
// nowhere; what is there no more is taken away.
func TestOwnStreamsAreReadOnceAndThoseOfTheLastDaysAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	with := func(a *source.Activity) { a.OwnStreams = "v1" }
	w.did("edge", 14, with)
	w.did("past", 15, with)
	w.did("plain", 3)
	box := &drawer{sink: sink{w}, kept: map[string]string{}}
	run := func(want ...string) {
		t.Helper()
		box.taken = nil
		if _, err := w.syncer(func(o *syncer.Options) { o.Source, o.Sink = defined{service{w}}, box }).Run(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, id := range box.taken {
			got[id] = true
		}
		expected := map[string]bool{}
		for _, id := range want {
			expected[id] = true
		}
		if d := cmp.Diff(expected, got); d != "" {
			t.Error(d)
		}
	}
	run("edge 1", "past 1")
	run("edge 1")
	gone := w.there["past"]
	gone.OwnStreams = ""
	w.there["past"] = gone
	run("edge 1", "past 0")
	w.fault = func(op, _ string) error {
		if op == "own" {
			return fails(source.NotFound, time.Time{})
		}
		return nil
	}
	run("edge 1")
}
