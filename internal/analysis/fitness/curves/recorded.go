package curves

import (
	"context"
	"sync"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// recorded is one activity's recording, read to find a best that is not kept.
type recorded struct {
	view   *stream.View
	watts  []int32
	tracks curve.Tracks
}

// load reads what a kind is computed from; nil if it is not there (any more).
func (c *Index) load(ctx context.Context, s training.Scope, ref bests.Ref, name string) (*recorded, error) {
	want := map[string]store.ChannelSet{
		HR:       store.Channels(training.HeartRate),
		Pace:     distanceChannels(),
		Distance: distanceChannels(),

		gradedPace:     distanceChannels() | store.Channels(training.Altitude),
		gradedDistance: distanceChannels() | store.Channels(training.Altitude),
	}[name]
	if want == 0 {
		want = store.Channels(training.Power)
	}
	rows, err := c.r.Recordings(ctx, s, ref.ID)
	if err != nil || len(rows) == 0 {
		return nil, unlessGone(err)
	}
	cols, err := c.r.Stream(ctx, s, ref.ID, want)
	if err != nil {
		return nil, unlessGone(err)
	}
	rec := rows[0].Recording
	rec.Sport, rec.Columns = ref.Sport, *cols
	r := &recorded{view: stream.Of(&rec, stream.Limits{})}
	switch name {
	case Power, NP, fatigued:
		r.watts, _, _ = curve.PowerSeries(r.view)
	case Pace, Distance:
		r.tracks = curve.TracksOf(r.view)
	case gradedPace, gradedDistance:
		if g, missing := pace.GradeWell(r.view); missing == "" {
			r.tracks = curve.TracksOf(r.view).Worth(r.view, g.RowFactor)
		}
	}
	return r, nil
}

// distanceChannels are those that distance is taken from where none was recorded.
func distanceChannels() store.ChannelSet {
	return store.Channels(training.Distance, training.Speed, training.Latitude, training.Longitude)
}

func unlessGone(err error) error {
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// at is the best at one step in the index's unit, [bests.None] if there is none.
func (r *recorded) at(name string, step float64, workJ int64, of *kind) int32 {
	steps := []int32{int32(step)}
	var points []curve.Point
	switch name {
	case Power, fatigued:
		points = curve.After(r.watts, workJ, steps)
	case NP:
		if p, ok := curve.NormalizedOf(r.watts, steps[0]); ok {
			points = []curve.Point{p}
		}
	case HR:
		points = curve.HeartRateOf(r.view, steps)
	case Pace, gradedPace:
		points = r.tracks.PaceOf(steps)
	case Distance, gradedDistance:
		if efforts, missing := r.tracks.Efforts([]float64{step}); missing == "" {
			return of.kept(efforts[0].TimeS, step)
		}
	}
	if len(points) == 0 || points[0].Value == 0 {
		return bests.None
	}
	value := points[0].Value
	if name == Pace || name == gradedPace {
		value /= curve.PerMPS
	}
	return of.kept(value, step)
}

// memory remembers what recordings gave until anything changes in the store:
// the few that come near the best are asked for by every question.
type memory struct {
	mu   sync.Mutex
	seq  int64
	held map[foundKey]int32
}

type foundKey struct {
	scope training.Scope
	id    training.ActivityID
	name  string
	step  float64
	workJ int64
}

// mostFound bounds the memory, at some 2 MB.
const mostFound = 20_000

func (m *memory) get(seq int64, k foundKey) (int32, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.held[k]
	return v, ok && m.seq == seq
}

func (m *memory) put(seq int64, k foundKey, v int32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil || m.seq != seq || len(m.held) >= mostFound {
		m.seq, m.held = seq, map[foundKey]int32{}
	}
	m.held[k] = v
}
