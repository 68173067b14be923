package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the kinds of curves that a query can ask for.
const (
	Power    = "power"
	NP       = "np"
	HR       = "hr"
	Pace     = "pace"
	Distance = "distance"
	// fatigued is the kind for power after work. A row has the values for all levels of
	// work, one level after the other.
	fatigued = "fatigued"
	// This kind is for runs with pace converted to flat ground.
	gradedPace     = "graded_pace"
	gradedDistance = "graded_distance"
)

// Kinds returns the kinds of curves that a query can ask for.
func Kinds() []string { return []string{Power, NP, HR, Pace, Distance} }

// kind is a kind of curve. It defines how to read rows from stored primitives,
// which steps they have, and how to convert values. The greatest value is the
// best, so times for distances are negative in the index.
type kind struct {
	BestKind

	steps []float64 // in s or m, ascending
	// unit converts a value from the displayed unit to the unit of the index. If sums is
	// set, values are sums of whole W or bpm over seconds, so they are exact.
	unit float64
	sums bool
	// joined means that a recording is a single series without gaps. Its best sum over a
	// longer time is then never smaller.
	joined bool
}

// These are the units of values that are not sums. They are finer than in any answer.
const (
	perW   = 10_000
	perMPS = 10_000_000
	perS   = 1000
)

// ofTimes reports whether the values are times for distances.
func (k *kind) ofTimes() bool { return k.unit < 0 }

// places returns the indexes of the stored steps that exist in the given sports.
func (k *kind) places(sports []training.Sport) []int {
	var asked []float64
	if k.ofTimes() {
		asked = curve.Distances(sportOf(sports[0]))
	}
	out := make([]int, 0, len(k.steps))
	for i, step := range k.steps {
		if asked == nil || slices.Contains(asked, step) {
			out = append(out, i)
		}
	}
	return out
}

// shown converts a value in the index to the unit of answers.
func (k *kind) shown(v int32, step float64) float64 {
	if k.sums {
		return float64(v) / step
	}
	return float64(v) / k.unit
}

// kept converts a value to the unit of the index. It is the inverse of [kind.shown].
func (k *kind) kept(value, step float64) int32 {
	if k.sums {
		value *= step
	} else {
		value *= k.unit
	}
	return int32(min(math.Round(value), math.MaxInt32))
}

func newKinds() map[string]*kind {
	fine, coarse := derive.NewCurves(), derive.NewCoarseCurves()
	distances := allDistances()
	return map[string]*kind{
		Power:    {BestKind: meanKind(derive.PowerCurve, fine, seconds(fine)), steps: seconds(fine), sums: true, joined: true},
		HR:       {BestKind: meanKind(derive.HRCurve, fine, seconds(fine)), steps: seconds(fine), sums: true},
		NP:       {BestKind: meanKind(derive.NPCurve, coarse, sameScale(coarse, perW)), steps: seconds(coarse), unit: perW, joined: true},
		Pace:     speedKind(derive.PaceCurve, coarse),
		fatigued: fatiguedKind(coarse),
		Distance: distanceKind(derive.Efforts, distances),

		gradedPace:     speedKind(derive.GradedPaceCurve, coarse),
		gradedDistance: distanceKind(derive.GradedEfforts, distances),
	}
}

func distanceKind(name string, distances []float64) *kind {
	return &kind{
		BestKind: BestKind{
			Primitive: name, Width: len(distances),
			Decode: func(row []int32, data []byte) ([]int32, error) { return times(distances, row, data) },
		},
		steps: distances, unit: -perS,
	}
}

// rows returns the name in the index for those rows of a kind that the query selects.
func (q Query) rows(k *kind) string { return Placed(k.Primitive, q.Indoor, q.Of) }

// name returns the name of the kind that the query asks for.
func (q Query) name() string {
	switch {
	case q.Graded && q.Kind == Pace:
		return gradedPace
	case q.Graded && q.Kind == Distance:
		return gradedDistance
	}
	return q.Kind
}

func meanKind(name string, codec derive.Curves, scale []float64) BestKind {
	return BestKind{
		Primitive: name, Width: len(codec.Grid()),
		Decode: func(row []int32, data []byte) ([]int32, error) {
			return codec.AppendTo(row, data, scale, None)
		},
	}
}

// speedKind returns a kind for means over data from which implausible values were removed.
func speedKind(name string, codec derive.Curves) *kind {
	k := &kind{BestKind: meanKind(name, codec, sameScale(codec, perMPS/curve.PerMPS)), steps: seconds(codec), unit: perMPS}
	mean := k.Decode
	k.Decode = func(row []int32, data []byte) ([]int32, error) {
		row, err := mean(row, data)
		for i, v := range row {
			if v == 0 {
				row[i] = Hole
			}
		}
		return row, err
	}
	return k
}

func fatiguedKind(codec derive.Curves) *kind {
	width := len(codec.Grid())
	k := &kind{steps: seconds(codec), sums: true, joined: true}
	k.BestKind = BestKind{
		Primitive: derive.FatiguedCurve, Width: width * len(curve.FatigueLevelsKJ()),
		Decode: func(row []int32, data []byte) ([]int32, error) {
			err := codec.EachFatigued(data, func(level, i int, v float64) {
				row = put(row, level*width+i, k.kept(v, k.steps[i]))
			})
			return row, err
		},
	}
	return k
}

func sameScale(codec derive.Curves, unit float64) []float64 {
	return slices.Repeat([]float64{unit}, len(codec.Grid()))
}

func seconds(codec derive.Curves) []float64 {
	out := make([]float64, len(codec.Grid()))
	for i, d := range codec.Grid() {
		out[i] = float64(d)
	}
	return out
}

func allDistances() []float64 {
	var out []float64
	for _, s := range training.Sports() {
		out = append(out, curve.Distances(s)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// put sets the value of step i. Skipped steps get the value [None].
func put(row []int32, i int, v int32) []int32 {
	for len(row) < i {
		row = append(row, None)
	}
	return append(row, v)
}

func times(distances []float64, row []int32, data []byte) ([]int32, error) {
	efforts, err := derive.DecodeEfforts(data)
	if err != nil {
		return row, err
	}
	slices.SortFunc(efforts, func(a, b curve.Effort) int { return int(math.Copysign(1, a.DistanceM-b.DistanceM)) })
	for _, e := range efforts {
		i, ok := slices.BinarySearch(distances, e.DistanceM)
		if !ok || i < len(row) {
			continue
		}
		v := int32(Hole)
		if e.Believed() {
			v = -int32(math.Round(e.TimeS * perS))
		}
		row = put(row, i, v)
	}
	return row, nil
}

// recorded is the recording of an activity, read to find a best that is not stored.
type recorded struct {
	view   *stream.View
	watts  []int32
	firstS int32 // time of the first value in watts
	tracks curve.Tracks
}

// load reads the channels from which a kind is computed, and the additional channels in
// more, if they exist. It returns nil if the recording is missing or deleted.
func (c *Index) load(ctx context.Context, s training.Scope, ref Ref, name string, more ...training.Channel) (*recorded, error) {
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
		return nil, training.UnlessNotFound(err)
	}
	cols, err := c.r.Stream(ctx, s, ref.ID, want|store.Channels(more...))
	if err != nil {
		return nil, training.UnlessNotFound(err)
	}
	rec := rows[0].Recording
	rec.Sport, rec.Columns = ref.Sport, *cols
	r := &recorded{view: stream.Of(&rec, stream.Limits{})}
	switch name {
	case Power, NP, fatigued:
		r.watts, r.firstS, _ = curve.PowerSeries(r.view)
	case Pace, Distance:
		r.tracks = curve.TracksOf(r.view)
	case gradedPace, gradedDistance:
		if g, missing := pace.GradeWell(r.view); missing == "" {
			r.tracks = curve.TracksOf(r.view).Worth(r.view, g.RowFactor)
		}
	}
	return r, nil
}

// distanceChannels returns the channels from which distance can be computed.
func distanceChannels() store.ChannelSet {
	return store.Channels(training.Distance, training.Speed, training.Latitude, training.Longitude)
}

// values returns the bests at the given steps, which must be ascending, in the
// unit of the index. A step without a best has the value [None].
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

// points returns the best means for the given durations.
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

type foundKey struct {
	scope training.Scope
	id    training.ActivityID
	name  string
	workJ int64
}

// mostFound is the maximum number of entries in the cache. They need about 2 MB.
const mostFound = 1000
