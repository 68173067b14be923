// Package sessiongen generates training sessions with a known structure, for
// tests of the detector. It is for tests only: the product must not import it.
//
// A session is a function of its shape and a seed: the same two give the same
// series. The package knows no detector; noise and transitions are as large as
// in real recordings.
package sessiongen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Sport selects the channel that controls a session: power or speed.
type Sport string

// The sports that are generated.
const (
	Ride Sport = "ride"
	Run  Sport = "run"
)

// Kind is the kind of a work interval.
type Kind string

// The kinds of work. A ramp's target is its mean. The parts of an over-under
// are separate intervals, over and under, in one set per block.
const (
	Work  Kind = "work"
	Ramp  Kind = "ramp"
	Over  Kind = "over"
	Under Kind = "under"
	Surge Kind = "surge"
)

// Interval is one true work interval [StartS, EndS) in seconds. At its bounds
// the output is halfway between two targets. Target is the planned mean: W on
// rides, m/s on runs. Set counts from 1.
type Interval struct {
	StartS, EndS int
	Target       float64
	Kind         Kind
	Set          int
}

// Session is a generated recording, one element per second, and its truth:
// power in W (all zero on runs), HeartRateBPM, SpeedMPS, CadenceRPM (steps per
// minute on runs), AltitudeM. Intervals is empty for a session without
// intervals.
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

// segment is a stretch with one target, or a ramp from From to To. A kind makes
// it a work interval.
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

// Make generates the session of a shape and a seed, or returns false for an
// unknown shape.
func Make(shape string, seed uint64) (Session, bool) {
	draw, ok := shapes()[shape]
	if !ok {
		return Session{}, false
	}
	rng := rand.New(rand.NewPCG(seed, 0x5e55))
	p := draw(rng)
	return render(shape, p, rng), true
}

type drawer func(*rand.Rand) plan

func shapes() map[string]drawer {
	return map[string]drawer{
		"steady_indoor":  func(r *rand.Rand) plan { return steady(r, false) },
		"steady_outdoor": func(r *rand.Rand) plan { return steady(r, true) },
		"tempo":          func(r *rand.Rand) plan { return sets(r, 1, 1, between(r, 20, 45)*60, 0, 230, 150, Work) },
		"5x4min":         func(r *rand.Rand) plan { return sets(r, 1, 5, 240, 120, 287, 130, Work) },
		"3x10min":        func(r *rand.Rand) plan { return sets(r, 1, 3, 600, 300, 262, 140, Work) },
		"8x1min":         func(r *rand.Rand) plan { return sets(r, 1, 8, 60, 60, 350, 130, Work) },
		"30_30":          func(r *rand.Rand) plan { return sets(r, 1, between(r, 8, 14), 30, 30, 360, 140, Work) },
		"30_30_two_sets": func(r *rand.Rand) plan { return sets(r, 2, between(r, 8, 12), 30, 30, 360, 140, Work) },
		"sprints":        func(r *rand.Rand) plan { return sets(r, 1, between(r, 5, 8), 15, 225, 800, 150, Work) },
		"hills":          hills,
		"ramp_test":      rampTest,
		"progressive":    progressive,
		"over_unders":    overUnders,
		"fartlek":        fartlek,
		"run_6x800m":     runRepeats,
		"run_steady":     runSteady,
	}
}

// between returns a whole number from low to high, both included.
func between(r *rand.Rand, low, high int) int { return low + r.IntN(high-low+1) }

// strength scales the day's targets, so that no two seeds have the same watts.
func strength(r *rand.Rand) float64 { return 0.8 + 0.5*r.Float64() }

func flat(seconds int, target float64) segment {
	return segment{seconds: seconds, from: target, to: target}
}

func work(seconds int, target float64, kind Kind, set int) segment {
	return segment{seconds: seconds, from: target, to: target, kind: kind, set: set}
}

func clock(seconds int) string { return fmt.Sprintf("%d:%02d", seconds/60, seconds%60) }

func warmUp(r *rand.Rand, easy float64) segment {
	return segment{seconds: between(r, 10, 18) * 60, from: 0.8 * easy, to: 1.1 * easy}
}

func coolDown(r *rand.Rand, easy float64) segment { return flat(between(r, 6, 12)*60, 0.9*easy) }

func steady(r *rand.Rand, outdoor bool) plan {
	watts := math.Round(185 * strength(r))
	return plan{"steady", Ride, outdoor, []segment{flat(between(r, 50, 120)*60, watts)}}
}

// sets returns n × on, with off between, count times with five easy minutes
// between sets.
func sets(r *rand.Rand, count, n, onS, offS int, on, off float64, kind Kind) plan {
	k := strength(r)
	on, off = math.Round(on*k), math.Round(off*k)
	segs := []segment{warmUp(r, off)}
	for set := 1; set <= count; set++ {
		if set > 1 {
			segs = append(segs, flat(300, off))
		}
		for i := range n {
			segs = append(segs, work(onS, on, kind, set))
			if i+1 < n {
				segs = append(segs, flat(offS, off))
			}
		}
	}
	text := fmt.Sprintf("%d × %s @ %.0f W", n, clock(onS), on)
	if n > 1 {
		text += fmt.Sprintf(", %s @ %.0f W", clock(offS), off)
	}
	if count > 1 {
		text = fmt.Sprintf("%d × (%s)", count, text)
	}
	return plan{text, Ride, r.IntN(3) == 0 && onS >= 60, append(segs, coolDown(r, off))}
}

func hills(r *rand.Rand) plan {
	k := strength(r)
	n, up, on, off := between(r, 4, 8), between(r, 12, 24)*10, math.Round(310*k), math.Round(110*k)
	grade := 4 + 4*r.Float64()
	segs := []segment{warmUp(r, off)}
	for range n {
		hill, down := work(up, on, Work, 1), flat(up*2/3, off)
		hill.gradePct, down.gradePct = grade, -grade
		segs = append(segs, hill, down)
	}
	return plan{fmt.Sprintf("%d × %s uphill @ %.0f W", n, clock(up), on), Ride, true, append(segs, coolDown(r, off))}
}

func rampTest(r *rand.Rand) plan {
	k := strength(r)
	easy, top := 100*k, 360*k
	ramp := segment{seconds: between(r, 14, 22) * 60, from: easy, to: top, kind: Ramp, set: 1}
	return plan{"ramp " + clock(ramp.seconds), Ride, false, []segment{flat(300, easy), ramp, flat(480, 0.8*easy)}}
}

// progressive returns intervals that each rise steadily.
func progressive(r *rand.Rand) plan {
	k := strength(r)
	n, onS, easy := between(r, 3, 5), between(r, 4, 8)*60, 130*k
	segs := []segment{warmUp(r, easy)}
	for i := range n {
		segs = append(segs, segment{seconds: onS, from: 230 * k, to: 300 * k, kind: Ramp, set: 1})
		if i+1 < n {
			segs = append(segs, flat(180, easy))
		}
	}
	text := fmt.Sprintf("%d × %s @ %.0f → %.0f W", n, clock(onS), 230*k, 300*k)
	return plan{text, Ride, false, append(segs, coolDown(r, easy))}
}

func overUnders(r *rand.Rand) plan {
	ftp := math.Round(260 * strength(r))
	blocks, pairs, easy := between(r, 2, 4), between(r, 3, 4), 0.5*ftp
	segs := []segment{warmUp(r, easy)}
	for set := 1; set <= blocks; set++ {
		for range pairs {
			segs = append(segs, work(120, 0.92*ftp, Under, set), work(60, 1.08*ftp, Over, set))
		}
		if set < blocks {
			segs = append(segs, flat(300, easy))
		}
	}
	text := fmt.Sprintf("over-unders %d × %d × (2:00/1:00) @ %.0f/%.0f W", blocks, pairs, 0.92*ftp, 1.08*ftp)
	return plan{text, Ride, false, append(segs, coolDown(r, easy))}
}

func fartlek(r *rand.Rand) plan {
	k := strength(r)
	easy := 150 * k
	segs := []segment{warmUp(r, easy)}
	n := between(r, 6, 12)
	for range n {
		segs = append(segs, work(between(r, 30, 240), (270+110*r.Float64())*k, Surge, 1), flat(between(r, 60, 300), easy))
	}
	return plan{fmt.Sprintf("fartlek, %d surges", n), Ride, true, append(segs, coolDown(r, easy))}
}

func runRepeats(r *rand.Rand) plan {
	k := strength(r)
	fast, jog := 4.5*k, 2.5*k
	onS := int(math.Round(800 / fast))
	segs := []segment{flat(between(r, 10, 15)*60, 3*k)}
	for i := range 6 {
		segs = append(segs, work(onS, fast, Work, 1))
		if i < 5 {
			segs = append(segs, flat(120, jog))
		}
	}
	pace := int(math.Round(1000 / fast))
	return plan{fmt.Sprintf("6 × 800 m @ %s/km, 2:00 jog", clock(pace)), Run, true, append(segs, flat(600, 2.8*k))}
}

func runSteady(r *rand.Rand) plan {
	return plan{"steady", Run, true, []segment{flat(between(r, 35, 80)*60, 3.2*strength(r))}}
}
