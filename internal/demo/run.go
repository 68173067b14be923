package demo

import (
	"math"
	"math/rand/v2"

	"lapkeep/internal/training"
)

// run is a run on a loop: blocks first, then cruising until it is closed.
type run struct {
	text    string // of the session; what follows from it is blocks and cruise
	blocks  []block
	cruise  float64 // share of threshold speed
	lengthM float64
	hills   float64
	loop    uint64
	stops   int
	sub     string
}

// runner is a run going on.
type runner struct {
	run
	c      conditions
	rng    *rand.Rand
	rows   *rows
	heart  *heart
	noise  wander
	wayM   float64
	laps   lapCutter
	pauses []training.Span
}

func (r run) record(c conditions) []*training.Recording {
	return []*training.Recording{r.session(c)}
}

func (r run) session(c conditions) *training.Recording {
	r.follow(c)
	g := &runner{run: r, c: c, rng: c.rand(), heart: newHeart(runLTHRBpm), noise: wander{keep: 0.85, step: 0.018}}
	g.laps.everyM = 1000
	channels := []training.Channel{
		training.Distance, training.Speed, training.Cadence, training.Temperature, training.Altitude, training.Latitude, training.Longitude,
	}
	if !c.noHR {
		channels = append(channels, training.HeartRate)
	}
	if c.runPower {
		channels = append(channels, training.Power)
	}
	if c.newWatch {
		channels = append(channels, training.VerticalOscillation, training.GroundContact, training.StepLength)
	}
	g.rows = newRows(int(r.lengthM/2.5), channels...)
	seconds := g.toTheDoor()
	rec := &training.Recording{
		Sport: training.Running, SubSport: r.sub, Start: c.start,
		ElapsedS: float64(seconds), TimerS: float64(len(g.rows.cols.TimeS)), Pauses: g.pauses,
	}
	rec.Laps = g.laps.finish(float64(seconds), g.pauses)
	rec.Columns = g.rows.columns()
	return rec
}

func (g *runner) toTheDoor() int {
	way := newRoute(g.loop, g.lengthM, g.hills, nil)
	t, timer := 0, 0
	for g.wayM < g.lengthM {
		if g.stops > 0 && t > 200 && g.rng.IntN(700) == 0 {
			wait := 15 + g.rng.IntN(40)
			g.pauses = append(g.pauses, training.Span{FromS: float64(t), ToS: float64(t + wait)})
			g.heart.rest(wait)
			g.stops--
			t += wait
		}
		g.second(t, g.planned(timer, t), way.at(g.wayM))
		t, timer = t+1, timer+1
	}
	return t
}

func (g *runner) planned(timer, t int) float64 {
	begin := 0
	for _, b := range g.blocks {
		if timer < begin+b.seconds {
			if timer == begin && b.lap != "" {
				g.laps.cut(float64(t), "manual", b.lap)
			}
			return b.from + float64(timer-begin)/float64(b.seconds)*(b.to-b.from)
		}
		begin += b.seconds
	}
	if timer == begin && begin > 0 {
		g.laps.cut(float64(t), "manual", "")
	}
	return g.cruise
}

func (g *runner) second(t int, share float64, p place) {
	// Legs ease off uphill and let go downhill; effort stays near the plan's.
	slope := math.Min(math.Max(p.grade, -0.2), 0.2)
	speed := g.c.thresholdMPS * share * (1 + g.noise.next(g.rng)) / (1 + 2.6*slope + 6*slope*slope)
	effort := math.Pow(share*(1+1.2*slope), 1.5)
	g.wayM += speed
	g.rows.at(t)
	g.rows.track(p)
	g.rows.put(training.Distance, 100*g.wayM)
	g.rows.put(training.Speed, 1000*speed)
	g.rows.put(training.Temperature, 10*g.c.tempC)
	strides := math.Round(86 + 3*(speed-3.2) + 0.6*g.rng.NormFloat64()) // of one leg
	g.rows.put(training.Cadence, 10*strides)
	g.laps.reach(g.wayM, float64(t+1))
	if !g.c.noHR {
		g.rows.put(training.HeartRate, g.heart.beat(effort, g.rng))
	}
	if g.c.runPower {
		g.rows.put(training.Power, runPower(speed, slope, g.c.weightKg)*(1+0.015*g.rng.NormFloat64()))
	}
	if g.c.newWatch {
		g.rows.put(training.VerticalOscillation, 10*(86-4*(speed-3.2)+1.5*g.rng.NormFloat64()))
		g.rows.put(training.GroundContact, 10*(246-22*(speed-3.2)+3*g.rng.NormFloat64()))
		g.rows.put(training.StepLength, 10*1000*speed*60/(2*strides))
	}
}

// runPower imitates a foot pod, in W: about a joule a kilogram and metre, more uphill.
func runPower(speedMPS, slope, weightKg float64) float64 {
	return math.Max(0, weightKg*speedMPS*(1.04+3.3*slope))
}
