package demo

import (
	"math"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// block is a step of a session as it is done: for some seconds, or for some
// metres and a rest behind them.
type block struct {
	seconds, restS int
	metres         float64
	from, to       float64 // shares of threshold, a ramp where they differ
	lap            string  // intensity of a lap of its own, or empty to go on with the last
	text           string
}

// blocksOf are the steps of a text, one by one. A session of one step has no
// laps of its own, and its warm-up is one lap.
func blocksOf(text string, sport training.Sport) []block {
	w, _ := steptext.Read(text, sport) // a test reads every text that there is
	steps := training.WrittenOut(w.Steps)
	parted, _ := efforts.Resolve(w.Steps, basisOf(sport), efforts.Day{Sport: sport})
	out := make([]block, len(steps))
	for i := range steps {
		s := &steps[i]
		t, _ := s.Leading()
		from, to := t.Ends()
		const percent = 100
		out[i] = block{
			seconds: int(s.DurationS), restS: int(s.RestS), metres: s.DistanceM, from: from / percent, to: to / percent, text: s.Text,
		}
		switch {
		case len(steps) == 1, i > 0 && s.Kind == training.StepWarmup && steps[i-1].Kind == training.StepWarmup:
		case s.Kind != "":
			out[i].lap = string(s.Kind)
		case parted[i].Work:
			out[i].lap = "active"
		default:
			out[i].lap = "rest"
		}
	}
	return out
}

func basisOf(sport training.Sport) efforts.Basis {
	switch sport {
	case training.Running:
		return efforts.BySpeed
	case training.Swimming:
		return efforts.ByLengths
	}
	return efforts.ByPower
}

// follow has a ride go by its text: outside, a session of one step goes on
// until the loop is closed.
func (r *ride) follow() {
	if r.text == "" {
		return
	}
	r.blocks, r.cruise = blocksOf(r.text, training.Cycling), rideHome
	if len(r.blocks) == 1 && r.lengthM > 0 {
		r.blocks, r.cruise = nil, r.blocks[0].from
	}
}

// The shares of threshold on the way home, where no step says it.
const (
	rideHome = 0.6
	runHome  = 0.76
)

// follow has a run go by its text: a distance at its end is the way to the
// door, and without one the door is where the last step should end.
func (r *run) follow(c conditions) {
	if r.text == "" {
		return
	}
	r.blocks, r.cruise = blocksOf(r.text, training.Running), runHome
	last := len(r.blocks) - 1
	if r.blocks[last].metres > 0 {
		r.blocks, r.cruise = r.blocks[:last], r.blocks[last].from
		return
	}
	for _, b := range r.blocks {
		r.lengthM += c.thresholdMPS * float64(b.seconds) * (b.from + b.to) / 2
	}
}

// breaststrokeShare is how fast the athlete swims it at an effort.
const breaststrokeShare = 0.8

// sets are the steps of a text in the pool.
func (s swim) sets() []set {
	var out []set
	for _, b := range blocksOf(s.text, training.Swimming) {
		st := set{lengths: int(math.Round(b.metres / poolM)), share: b.from, stroke: "freestyle", restS: b.restS}
		switch first, _, _ := strings.Cut(b.text, " "); first {
		case "Drill", "Kick":
			st.stroke = "drill"
		case "Breaststroke":
			st.stroke, st.share = "breaststroke", b.from/breaststrokeShare
		}
		out = append(out, st)
	}
	return out
}
