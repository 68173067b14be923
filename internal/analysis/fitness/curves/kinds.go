package curves

import (
	"math"
	"slices"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// The kinds of curve that can be asked for.
const (
	Power    = "power"
	NP       = "np"
	HR       = "hr"
	Pace     = "pace"
	Distance = "distance"
	// fatigued is power after work; a row holds its levels one behind the other.
	fatigued = "fatigued"
	// Of runs, as on the flat.
	gradedPace     = "graded_pace"
	gradedDistance = "graded_distance"
)

// Kinds lists those that can be asked for.
func Kinds() []string { return []string{Power, NP, HR, Pace, Distance} }

// kind is one sort of curve: how its rows are read from stored primitives, at
// which steps, and how a value of the index is shown. The greatest is the
// best: times over distances are kept negated.
type kind struct {
	bests.Kind

	steps []float64 // s or m, ascending
	unit  float64   // values of the index in one of what is shown
}

// Values of the index by kind: means in tenths (W, bpm) or hundredths (cm/s),
// times over distances in hundredths of a second.
const (
	tenths     = 10
	hundredths = 100
)

func newKinds() map[string]*kind {
	fine, coarse := primitive.NewCurves(), primitive.NewCoarseCurves()
	distances := allDistances()
	return map[string]*kind{
		Power:    meanKind(primitive.PowerCurve, fine, tenths),
		HR:       meanKind(primitive.HRCurve, fine, tenths),
		NP:       meanKind(primitive.NPCurve, coarse, tenths),
		Pace:     meanKind(primitive.PaceCurve, coarse, hundredths),
		fatigued: fatiguedKind(coarse),
		Distance: distanceKind(primitive.Efforts, distances),

		gradedPace:     meanKind(primitive.GradedPaceCurve, coarse, hundredths),
		gradedDistance: distanceKind(primitive.GradedEfforts, distances),
	}
}

func distanceKind(name string, distances []float64) *kind {
	return &kind{
		Kind: bests.Kind{
			Primitive: name, Width: len(distances),
			Decode: func(row []int32, data []byte) ([]int32, error) { return times(distances, row, data) },
		},
		steps: distances, unit: -hundredths,
	}
}

// rows is what the index calls the rows of a kind that the question is about.
func (q Query) rows(k *kind) string { return bests.Placed(k.Primitive, q.Indoor) }

// name is what the index calls the kind that is asked for.
func (q Query) name() string {
	switch {
	case q.Graded && q.Kind == Pace:
		return gradedPace
	case q.Graded && q.Kind == Distance:
		return gradedDistance
	}
	return q.Kind
}

func meanKind(name string, codec primitive.Curves, unit float64) *kind {
	return &kind{
		Kind: bests.Kind{
			Primitive: name, Width: len(codec.Grid()),
			Decode: func(row []int32, data []byte) ([]int32, error) {
				return codec.AppendTo(row, data, unit, bests.None)
			},
		},
		steps: seconds(codec), unit: unit,
	}
}

func fatiguedKind(codec primitive.Curves) *kind {
	width := len(codec.Grid())
	return &kind{
		Kind: bests.Kind{
			Primitive: primitive.FatiguedCurve, Width: width * len(curve.FatigueLevelsKJ()),
			Decode: func(row []int32, data []byte) ([]int32, error) {
				err := codec.EachFatigued(data, func(level, i int, v float64) {
					row = put(row, level*width+i, int32(math.Round(v*tenths)))
				})
				return row, err
			},
		},
		steps: seconds(codec), unit: tenths,
	}
}

func seconds(codec primitive.Curves) []float64 {
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

// put stores a step; those before it that have no value are marked so.
func put(row []int32, i int, v int32) []int32 {
	for len(row) < i {
		row = append(row, bests.None)
	}
	return append(row, v)
}

func times(distances []float64, row []int32, data []byte) ([]int32, error) {
	efforts, err := primitive.DecodeEfforts(data)
	if err != nil {
		return row, err
	}
	slices.SortFunc(efforts, func(a, b curve.Effort) int { return int(math.Copysign(1, a.DistanceM-b.DistanceM)) })
	for _, e := range efforts {
		i, ok := slices.BinarySearch(distances, e.DistanceM)
		if ok && i >= len(row) && e.TimeS > 0 {
			row = put(row, i, -int32(math.Round(e.TimeS*hundredths)))
		}
	}
	return row, nil
}
