package curves

import (
	"context"
	"slices"
	"sync"

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
func (c *Index) load(ctx context.Context, s training.Scope, ref Ref, name string) (*recorded, error) {
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

// values is the best at ascending steps in the index's unit, [curves.None]
// where there is none.
func (r *recorded) values(name string, steps []float64, workJ int64, of *kind) []int32 {
	out := slices.Repeat([]int32{None}, len(steps))
	put := func(step, value float64) {
		if i, ok := slices.BinarySearch(steps, step); ok && value != 0 {
			out[i] = of.kept(value, step)
		}
	}
	if of.ofTimes() {
		efforts, _ := r.tracks.Efforts(steps)
		for _, e := range efforts {
			put(e.DistanceM, e.TimeS)
		}
		return out
	}
	for _, p := range r.points(name, steps, workJ) {
		put(float64(p.DurationS), p.Value)
	}
	return out
}

// points is the best means over durations.
func (r *recorded) points(name string, steps []float64, workJ int64) (points []curve.Point) {
	durations := make([]int32, len(steps))
	for i, s := range steps {
		durations[i] = int32(s)
	}
	switch name {
	case Power, fatigued:
		return curve.After(r.watts, workJ, durations)
	case HR:
		return curve.HeartRateOf(r.view, durations)
	case NP:
		for _, d := range durations {
			if p, ok := curve.NormalizedOf(r.watts, d); ok {
				points = append(points, p)
			}
		}
	case Pace, gradedPace:
		points = r.tracks.PaceOf(durations)
		for i := range points {
			points[i].Value /= curve.PerMPS
		}
	}
	return points
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
