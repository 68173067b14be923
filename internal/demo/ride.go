package demo

import (
	"math"
	"math/rand/v2"

	"lapkeep/internal/training"
)

// style is the way a ride is ridden outside its blocks.
type style int

const (
	steady style = iota
	grouped
	raced
)

// ride is a session on the bike. Without a route, it is on the trainer and ends with its
// blocks; otherwise it continues at a cruising effort until the loop is closed.
type ride struct {
	text    string // text with the session's steps, from which blocks and cruise are made
	blocks  []block
	cruise  float64 // share of threshold between blocks and after them
	style   style
	lengthM float64
	leadM   float64 // metres of the road out and home; see [newLead]
	hills   float64
	loop    uint64
	stops   int // number of stops at traffic lights
	coffeeS int // seconds of a long stop half-way
}

type rider struct {
	ride
	c        conditions
	rng      *rand.Rand
	rows     *rows
	heart    *heart
	noise    wander
	surge    float64
	surgeS   int
	coastS   int
	speedMPS float64
	wayM     float64
	laps     lapCutter
	pauses   []training.Span
	stopAt   []float64 // distances of stops in metres
}

func (r ride) record(c conditions) []*training.Recording {
	return []*training.Recording{r.session(c)}
}

func (r ride) session(c conditions) *training.Recording {
	r.follow()
	g := &rider{ride: r, c: c, rng: c.rand(), heart: newHeart(rideLTHRBpm), noise: wander{keep: 0.9, step: 0.05}}
	g.laps.everyM = 10_000
	if r.lengthM == 0 {
		g.noise, g.laps.everyM = wander{keep: 0.6, step: 0.012}, 0
	}
	for range r.stops {
		g.stopAt = append(g.stopAt, r.lengthM*(0.04+0.92*g.rng.Float64()))
	}
	seconds := g.run()
	rec := &training.Recording{
		Sport: training.Cycling, SubSport: training.SubRoad, Start: c.start,
		ElapsedS: float64(seconds), TimerS: float64(len(g.rows.cols.TimeS)), Pauses: g.pauses,
	}
	if r.lengthM == 0 {
		rec.SubSport = training.SubIndoor
	}
	rec.Laps = g.laps.finish(float64(seconds), g.pauses)
	rec.Columns = g.rows.columns()
	return rec
}

// run rides to the end of the session and returns the elapsed seconds.
func (g *rider) run() int {
	var way *route
	channels := []training.Channel{training.Temperature}
	planned := 60
	for _, b := range g.blocks {
		planned += b.seconds
	}
	if g.lengthM > 0 {
		way = newRoute(g.loop, g.lengthM, g.hills, newLead(g.leadM))
		channels = append(channels, training.Distance, training.Speed, training.Altitude, training.Latitude, training.Longitude)
		planned = max(planned, int(g.lengthM/6))
	}
	if !g.c.noPower {
		channels = append(channels, training.Power, training.Cadence)
	}
	if !g.c.noHR {
		channels = append(channels, training.HeartRate)
	}
	g.rows = newRows(planned, channels...)
	t, timer := 0, 0
	for {
		share, structured, more := g.planned(timer, t)
		if !more && (way == nil || g.wayM >= g.lengthM) {
			return t
		}
		var p place
		if way != nil {
			p = way.at(g.wayM)
			if !structured { // traffic lights do not interrupt intervals
				t = g.pause(t)
			}
		}
		g.second(t, share, structured, p, way != nil)
		t, timer = t+1, timer+1
	}
}

// planned returns the planned share of threshold, whether it comes from a
// block, and whether blocks are left. At the start of a block, it begins a lap.
func (g *rider) planned(timer, t int) (share float64, structured, more bool) {
	begin := 0
	for _, b := range g.blocks {
		if timer < begin+b.seconds {
			if timer == begin && b.lap != "" {
				g.laps.cut(float64(t), "manual", b.lap)
			}
			done := float64(timer-begin) / float64(b.seconds)
			return b.from + done*(b.to-b.from), b.lap != "" && b.from > 0.8, true
		}
		begin += b.seconds
	}
	if timer == begin && begin > 0 && g.lengthM > 0 {
		g.laps.cut(float64(t), "manual", "")
	}
	return g.cruise, false, false
}

// pause stops the timer at a traffic light, or for coffee half-way, and returns
// the time after the stop.
func (g *rider) pause(t int) int {
	wait := 0
	for i, at := range g.stopAt {
		if g.wayM >= at {
			wait = 18 + g.rng.IntN(60)
			g.stopAt = append(g.stopAt[:i:i], g.stopAt[i+1:]...)
			break
		}
	}
	if g.coffeeS > 0 && g.wayM >= g.lengthM/2 {
		wait, g.coffeeS = g.coffeeS, 0
	}
	if wait == 0 || t == 0 {
		return t
	}
	g.pauses = append(g.pauses, training.Span{FromS: float64(t), ToS: float64(t + wait)})
	g.heart.rest(wait)
	g.speedMPS = 0
	return t + wait
}

func (g *rider) second(t int, share float64, structured bool, p place, outside bool) {
	watts := 0.0
	if effort := g.effort(share, structured, p.grade); effort > 0 {
		watts = math.Max(0, g.c.ftpW*effort*(1+g.noise.next(g.rng)))
	}
	g.rows.at(t)
	if outside {
		g.advance(watts, p.grade)
		g.rows.track(p)
		g.rows.put(training.Distance, 100*g.wayM)
		g.rows.put(training.Speed, 1000*g.speedMPS)
		g.laps.reach(g.wayM, float64(t+1))
	}
	g.rows.put(training.Temperature, 10*g.c.tempNow(outside))
	if !g.c.noHR {
		g.rows.put(training.HeartRate, g.heart.beat(watts/g.c.ftpW, g.rng))
	}
	if g.c.noPower {
		return
	}
	if t < 4 { // the power meter is waking up
		g.rows.miss(training.Power)
	} else {
		g.rows.put(training.Power, watts)
	}
	g.rows.put(training.Cadence, 10*g.cadence(watts, p.grade))
}

func (c conditions) tempNow(outside bool) float64 {
	if outside {
		return c.tempC
	}
	return 20
}

// advance moves the rider on by one second, using power, slope, air resistance and
// rolling resistance.
func (g *rider) advance(watts, grade float64) {
	mass := g.c.weightKg + 9
	area := 0.34
	if g.style != steady {
		area = 0.26 // drafting behind others
	}
	v := math.Max(g.speedMPS, 1)
	energy := 0.5*mass*v*v + 0.97*watts - v*(mass*9.81*(grade+0.005)+0.5*1.15*area*v*v)
	g.speedMPS = math.Min(math.Max(math.Sqrt(math.Max(0, 2*energy/mass)), 1.8), 17)
	g.wayM += g.speedMPS
}

func (g *rider) cadence(watts, grade float64) float64 {
	if watts == 0 {
		return 0
	}
	return math.Round(math.Max(52, 88-160*math.Max(0, grade)+2*g.rng.NormFloat64()))
}

// effort returns the share of threshold at which the rider really rides: higher uphill,
// and zero on descents and in bends.
func (g *rider) effort(share float64, structured bool, grade float64) float64 {
	if g.lengthM == 0 {
		return share
	}
	if g.speedMPS > 15.5 {
		return 0
	}
	if structured {
		return share
	}
	if grade < -0.035 && g.speedMPS > 9 {
		return 0
	}
	if g.coastS > 0 {
		g.coastS--
		return 0
	}
	if g.rng.IntN(150) == 0 {
		g.coastS = 3 + g.rng.IntN(8)
	}
	const climb = 0.04 // on a climb, there is no drafting and there are no attacks
	if g.style != steady && grade < climb {
		share *= g.surging()
	}
	return share * math.Min(math.Max(1+5.5*grade, 0.55), 1.45)
}

// surging returns the factor on effort in a bunch: it is lower while drafting and higher in surges.
func (g *rider) surging() float64 {
	if g.surgeS == 0 {
		g.surge, g.surgeS = 0.72+0.2*g.rng.Float64(), 40+g.rng.IntN(120)
		if g.rng.IntN(3) == 0 {
			g.surge, g.surgeS = 1.5+0.7*g.rng.Float64(), 8+g.rng.IntN(30)
		}
	}
	g.surgeS--
	return g.surge
}

// heart models a heart rate that follows effort with a delay: it rises slowly,
// falls more slowly, and drifts up by a few beats per hour of work.
type heart struct {
	lthr    float64
	rate    float64
	drift   float64
	flutter wander
}

// standingBpm is the heart rate in bpm of an athlete who stands still after work.
const standingBpm = 88

func newHeart(lthr float64) *heart {
	return &heart{lthr: lthr, rate: 78, flutter: wander{keep: 0.95, step: 0.25}}
}

// beat returns the heart rate in bpm one second later. An effort of 1 is at threshold.
func (h *heart) beat(effort float64, rng *rand.Rand) float64 {
	h.drift = math.Min(12, h.drift+0.0018*effort*effort)
	reserve := h.lthr - standingBpm
	target := standingBpm + reserve*math.Min(effort, 1) + h.drift*math.Min(1, effort)
	if effort > 1 { // heart rate rises little above threshold
		target += 0.4 * reserve * math.Min(effort-1, 0.3)
	}
	lag := 38.0
	if target < h.rate {
		lag = 55
	}
	h.rate = math.Min(h.rate+(target-h.rate)/lag, maxHRBpm-1)
	return math.Min(math.Max(h.rate+h.flutter.next(rng), 55), maxHRBpm)
}

// rest lowers the heart rate while nothing is recorded.
func (h *heart) rest(seconds int) {
	h.rate = standingBpm + (h.rate-standingBpm)*math.Exp(-float64(seconds)/55)
}

// wander is a first-order autoregressive process around zero.
type wander struct{ keep, step, value float64 }

func (w *wander) next(rng *rand.Rand) float64 {
	w.value = w.keep*w.value + w.step*rng.NormFloat64()
	return w.value
}

// lapCutter collects laps that are cut by hand or else by distance.
type lapCutter struct {
	everyM float64 // lap distance in m; 0 means no laps by distance
	nextM  float64
	byHand bool
	laps   []training.Lap
}

// cut begins a lap by hand at the given second of the recording.
func (l *lapCutter) cut(atS float64, trigger, intensity string) {
	l.byHand = true
	l.begin(atS, trigger, intensity)
}

func (l *lapCutter) begin(atS float64, trigger, intensity string) {
	if n := len(l.laps); n > 0 && atS > 0 {
		l.laps[n-1].EndS, l.laps[n-1].Trigger = atS, trigger
	} else if n == 0 && atS > 0 {
		l.laps = append(l.laps, training.Lap{EndS: atS, Trigger: trigger})
	}
	l.laps = append(l.laps, training.Lap{StartS: atS, Intensity: intensity})
}

// reach cuts a lap if its full distance has been covered.
func (l *lapCutter) reach(metres, atS float64) {
	if l.everyM == 0 || l.byHand {
		return
	}
	if l.nextM == 0 {
		l.nextM = l.everyM
	}
	if metres >= l.nextM {
		l.nextM += l.everyM
		l.begin(atS, "distance", "")
	}
}

func (l *lapCutter) finish(endS float64, pauses []training.Span) []training.Lap {
	if len(l.laps) == 0 {
		l.laps = []training.Lap{{}}
	}
	if last := &l.laps[len(l.laps)-1]; last.StartS >= endS && len(l.laps) > 1 {
		l.laps = l.laps[:len(l.laps)-1]
	}
	l.laps[len(l.laps)-1].EndS, l.laps[len(l.laps)-1].Trigger = endS, "session_end"
	for i := range l.laps {
		lap := &l.laps[i]
		lap.ElapsedS = lap.EndS - lap.StartS
		lap.TimerS = lap.ElapsedS
		for _, p := range pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
	}
	return l.laps
}
