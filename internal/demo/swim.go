package demo

import (
	"math"
	"math/rand/v2"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// poolM is the length of the athlete's pool.
const poolM = 25

// set is a swim over a number of pool lengths, with the rest after it.
type set struct {
	lengths int
	share   float64 // share of critical swim speed
	stroke  string
	restS   int
}

type swim struct{ text string }

type swimmer struct {
	c         conditions
	rng       *rand.Rand
	rows      *rows
	heart     *heart
	elapsed   float64
	distanceM float64
	rec       *training.Recording
}

func (s swim) record(c conditions) []*training.Recording {
	g := &swimmer{c: c, rng: c.rand(), heart: newHeart(160), rec: &training.Recording{
		Sport: training.Swimming, SubSport: training.SubPool, Start: c.start,
	}}
	g.rows = newRows(4000, training.HeartRate, training.Distance, training.Speed, training.Cadence)
	for _, st := range s.sets() {
		g.swim(st)
	}
	last := len(g.rec.Laps) - 1
	g.rec.Laps[last].Trigger = "session_end"
	g.rec.ElapsedS, g.rec.TimerS = g.elapsed, g.elapsed
	g.rec.Columns = g.rows.columns()
	active, strokes := 0.0, 0.0
	for _, l := range g.rec.Lengths {
		if l.Active {
			active++
			strokes += float64(l.Strokes)
		}
	}
	g.rec.DeviceValues = training.Values{
		training.MetricPoolLengthM: poolM, training.MetricLengths: active, training.MetricStrokes: strokes,
	}
	return []*training.Recording{g.rec}
}

// swim swims a set and rests after it. The swim and the rest are separate laps.
func (g *swimmer) swim(st set) {
	begin := g.elapsed
	speed := g.c.cssMPS * st.share
	if st.stroke == "breaststroke" {
		speed *= breaststrokeShare
	}
	for range st.lengths {
		// FIT files store the starts of lengths in whole seconds.
		seconds := math.Round(poolM / speed * (1 + 0.025*g.rng.NormFloat64()))
		strokes := int(math.Round(19 + 3*(st.share-0.9) + 0.8*g.rng.NormFloat64()))
		if st.stroke == "drill" {
			strokes = 0 // watches do not count breaststroke
		}
		g.length(seconds, strokes, st, true)
	}
	g.lap(begin, "active")
	if st.restS > 0 {
		begin = g.elapsed
		g.length(float64(st.restS), 0, set{}, false)
		g.lap(begin, "rest")
	}
}

func (g *swimmer) lap(begin float64, intensity string) {
	d := g.elapsed - begin
	g.rec.Laps = append(g.rec.Laps, training.Lap{
		StartS: begin, EndS: g.elapsed, ElapsedS: d, TimerS: d, Trigger: "manual", Intensity: intensity,
	})
}

func (g *swimmer) length(seconds float64, strokes int, st set, active bool) {
	g.rec.Lengths = append(g.rec.Lengths, training.Length{
		StartS: g.elapsed, ElapsedS: seconds, TimerS: seconds, Strokes: strokes, Stroke: st.stroke, Active: active, Lap: len(g.rec.Laps),
	})
	speed, effort := 0.0, 0.0
	if active {
		speed, effort = poolM/seconds, st.share*st.share
	}
	for t := int(math.Ceil(g.elapsed)); float64(t) < g.elapsed+seconds; t++ {
		g.rows.at(t)
		g.rows.put(training.HeartRate, g.heart.beat(effort, g.rng))
		g.rows.put(training.Distance, 100*(g.distanceM+speed*(float64(t)-g.elapsed)))
		g.rows.put(training.Speed, 1000*speed)
		g.rows.put(training.Cadence, 10*math.Round(60*float64(strokes)/seconds))
	}
	if active {
		g.distanceM += poolM
	}
	g.elapsed += seconds
}

// openWater is a swim along the shore, recorded with GPS.
type openWater struct {
	text           string // text with the session's steps, which determines share
	lengthM, share float64
}

func (o openWater) record(c conditions) []*training.Recording {
	return []*training.Recording{o.session(c)}
}

func (o openWater) session(c conditions) *training.Recording {
	if o.text != "" {
		o.share = blocksOf(o.text, training.Swimming)[0].from
	}
	rng, beat, pace := c.rand(), newHeart(160), wander{keep: 0.97, step: 0.01}
	way := newRoute(900, o.lengthM, 0, nil)
	r := newRows(int(o.lengthM), training.HeartRate, training.Distance, training.Speed, training.Cadence,
		training.Latitude, training.Longitude, training.Altitude)
	metres, t := 0.0, 0
	for ; metres < o.lengthM; t++ {
		p := way.at(metres)
		speed := c.cssMPS * o.share * (1 + pace.next(rng))
		metres += speed
		r.at(t)
		r.track(p)
		r.put(training.Distance, 100*metres)
		r.put(training.Speed, 1000*speed)
		r.put(training.Cadence, 10*math.Round(30+rng.NormFloat64()))
		r.put(training.HeartRate, beat.beat(o.share*o.share, rng))
	}
	var laps lapCutter
	return &training.Recording{
		Sport: training.Swimming, SubSport: training.SubOpenWater, Start: c.start, ElapsedS: float64(t), TimerS: float64(t),
		Laps: laps.finish(float64(t), nil), Columns: r.columns(),
	}
}

// gym is strength training, recorded as heart rate and time.
type gym struct {
	text  string
	chatS int // seconds of recording after the session
}

func (s gym) record(c conditions) []*training.Recording { return []*training.Recording{s.session(c)} }

func (s gym) session(c conditions) *training.Recording {
	w, _ := steptext.Read(s.text, training.Strength)
	takes := w.Takes(efforts.Day{Sport: training.Strength}, load.Rules{})
	return still(c, training.Strength, int(takes.DurationS)+s.chatS, func(t int) float64 {
		if t%150 < 45 {
			return 0.75
		}
		return 0.15
	})
}

// still returns a recording that has only heart rate, computed from the effort over time.
func still(c conditions, sport training.Sport, seconds int, effort func(t int) float64) *training.Recording {
	rng, beat := c.rand(), newHeart(rideLTHRBpm)
	r := newRows(seconds, training.HeartRate)
	for t := range seconds {
		r.at(t)
		r.put(training.HeartRate, beat.beat(effort(t), rng))
	}
	var laps lapCutter
	return &training.Recording{
		Sport: sport, Start: c.start, ElapsedS: float64(seconds), TimerS: float64(seconds),
		Laps: laps.finish(float64(seconds), nil), Columns: r.columns(),
	}
}

// block is a step of a session that is to be recorded: a number of seconds, or a number
// of metres followed by a rest.
type block struct {
	seconds, restS int
	metres         float64
	from, to       float64 // shares of threshold; a ramp if they differ
	lap            string  // intensity of its own lap; empty means that the last lap continues
	text           string
}

// blocksOf returns the steps of a text with repeats written out. A session with
// a single step has no laps, and a warm-up is a single lap.
func blocksOf(text string, sport training.Sport) []block {
	w, _ := steptext.Read(text, sport) // a test reads every text without errors
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

// follow makes a ride follow its text. Outdoors, a single step lasts until the loop is closed.
func (r *ride) follow() {
	if r.text == "" {
		return
	}
	r.blocks, r.cruise = blocksOf(r.text, training.Cycling), rideHome
	if len(r.blocks) == 1 && r.lengthM > 0 {
		r.blocks, r.cruise = nil, r.blocks[0].from
	}
}

// These are the shares of threshold on the way home, if no step contains one.
const (
	rideHome = 0.6
	runHome  = 0.76
)

// follow makes a run follow its text. If the last step is a distance, it is the way home;
// otherwise, the loop ends with the last step.
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

// breaststrokeShare is the athlete's speed in breaststroke, relative to
// freestyle at the same effort.
const breaststrokeShare = 0.8

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
