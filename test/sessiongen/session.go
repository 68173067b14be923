package sessiongen

import (
	"math/rand/v2"
	"slices"
)

// Sport says which channel a session is steered by: power or speed.
type Sport string

// The sports that are generated.
const (
	Ride Sport = "ride"
	Run  Sport = "run"
)

// Kind says what a work interval is.
type Kind string

// The kinds of work. A ramp's target is its mean; an over-under's parts are
// intervals of their own, over and under, of one set a block.
const (
	Work  Kind = "work"
	Ramp  Kind = "ramp"
	Over  Kind = "over"
	Under Kind = "under"
	Surge Kind = "surge"
)

// Interval is one true work interval [StartS, EndS) in seconds. The output
// passes halfway between two targets at its bounds. Target is the mean asked
// for: W on rides, m/s on runs. Set counts from 1.
type Interval struct {
	StartS, EndS int
	Target       float64
	Kind         Kind
	Set          int
}

// Session is a generated recording, one element a second, and its truth.
// Power in W (all zero on runs), HeartRateBPM, SpeedMPS, CadenceRPM (a run's
// is steps a minute), AltitudeM. Intervals is empty for a session without set work.
type Session struct {
	Shape        string
	Structure    string // as a coach would write it, e.g. "5 × 4:00 @ 287 W, 2:00 @ 130 W"
	Sport        Sport
	Outdoor      bool
	Power        []float64
	HeartRateBPM []float64
	SpeedMPS     []float64
	CadenceRPM   []float64
	AltitudeM    []float64
	Intervals    []Interval
}

// segment is a stretch of one target, or of a ramp from From to To. A kind
// makes it a work interval.
type segment struct {
	seconds  int
	from, to float64
	gradePct float64
	kind     Kind
	set      int
}

type plan struct {
	structure string
	sport     Sport
	outdoor   bool
	segments  []segment
}

// Shapes names every shape, sorted.
func Shapes() []string {
	names := make([]string, 0, len(shapes()))
	for name := range shapes() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Make generates the session of a shape and a seed; false for an unknown shape.
func Make(shape string, seed uint64) (Session, bool) {
	draw, ok := shapes()[shape]
	if !ok {
		return Session{}, false
	}
	rng := rand.New(rand.NewPCG(seed, 0x5e55))
	p := draw(rng)
	return render(shape, p, rng), true
}
