package demo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// run is a run on a loop: blocks first, then cruising until the loop is closed.
type run struct {
	text    string // text with the session's steps, from which blocks and cruise are made
	blocks  []block
	cruise  float64 // share of threshold speed
	lengthM float64
	hills   float64
	loop    uint64
	stops   int
	sub     string
}

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
	// The pace is slower uphill and faster downhill; the effort stays close to what is planned.
	slope := math.Min(math.Max(p.grade, -0.2), 0.2)
	speed := g.c.thresholdMPS * share * (1 + g.noise.next(g.rng)) / (1 + 2.6*slope + 6*slope*slope)
	effort := math.Pow(share*(1+1.2*slope), 1.5)
	g.wayM += speed
	g.rows.at(t)
	g.rows.track(p)
	g.rows.put(training.Distance, 100*g.wayM)
	g.rows.put(training.Speed, 1000*speed)
	g.rows.put(training.Temperature, 10*g.c.tempC)
	strides := math.Round(86 + 3*(speed-3.2) + 0.6*g.rng.NormFloat64()) // strides of one leg
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

// runPower returns the power in W that a foot pod would show: about one joule
// per kilogram and metre, and more uphill.
func runPower(speedMPS, slope, weightKg float64) float64 {
	return math.Max(0, weightKg*speedMPS*(1.04+3.3*slope))
}

// rows collects the seconds of a recording. A channel has values in all rows or in none.
type rows struct {
	cols    training.Columns
	missing [training.NumChannels][]int
}

func newRows(seconds int, channels ...training.Channel) *rows {
	r := &rows{}
	r.cols.TimeS = make([]int32, 0, seconds)
	for _, ch := range channels {
		r.cols.Data[ch].Values = make([]int32, 0, seconds)
	}
	return r
}

func (r *rows) at(t int) { r.cols.TimeS = append(r.cols.TimeS, int32(t)) }

// put adds a value for the current row, in the unit of the channel's integers.
func (r *rows) put(ch training.Channel, v float64) {
	r.cols.Data[ch].Values = append(r.cols.Data[ch].Values, int32(math.Round(v)))
}

// miss records that the current row has no value.
func (r *rows) miss(ch training.Channel) {
	r.missing[ch] = append(r.missing[ch], len(r.cols.Data[ch].Values))
	r.cols.Data[ch].Values = append(r.cols.Data[ch].Values, 0)
}

func (r *rows) columns() training.Columns {
	for ch := range r.cols.Data {
		col := &r.cols.Data[ch]
		if len(col.Values) == 0 {
			*col = training.Column{}
			continue
		}
		col.Valid = training.NewBitmap(len(col.Values))
		for i := range col.Values {
			col.Valid.Set(i)
		}
		for _, i := range r.missing[ch] {
			col.Valid.Clear(i)
		}
	}
	return r.cols
}

// summarise computes the values that a device would store for the rows within a span.
func summarise(rec *training.Recording, span training.Span) training.Values {
	var v training.Values
	c := &rec.Columns
	from, to := len(c.TimeS), 0
	for i, t := range c.TimeS {
		if s := float64(t); s >= span.FromS && s < span.ToS {
			from, to = min(from, i), i+1
		}
	}
	if from >= to {
		return nil
	}
	if mean, top, n := stats(c, training.Power, from, to); n > 0 {
		v = v.Put(training.MetricAvgPowerW, math.Round(mean)).Put(training.MetricMaxPowerW, top).
			Put(training.MetricWorkKJ, math.Round(mean*float64(n))/1000).Put(training.MetricCaloriesKcal, math.Round(mean*float64(n)/1000))
	}
	if mean, top, n := stats(c, training.HeartRate, from, to); n > 0 {
		v = v.Put(training.MetricAvgHRBpm, math.Round(mean)).Put(training.MetricMaxHRBpm, top)
	}
	if d := c.Data[training.Distance]; d.Present() {
		before := int32(0)
		if from > 0 {
			before = d.Values[from-1]
		}
		v = v.Put(training.MetricDistanceKM, float64(d.Values[to-1]-before)/100_000)
	}
	return v
}

func stats(c *training.Columns, ch training.Channel, from, to int) (mean, top float64, n int) {
	col, sum := c.Data[ch], 0
	if !col.Present() {
		return 0, 0, 0
	}
	for i := from; i < to; i++ {
		if col.Valid.Get(i) {
			n++
			sum += int(col.Values[i])
			top = max(top, float64(col.Values[i]))
		}
	}
	return float64(sum) / float64(max(n, 1)), top, n
}

// own returns the text of one of the athlete's sessions in the workout language,
// from which it is both planned and recorded. It is empty for a triathlon.
func (s slot) own(rng *rand.Rand) string {
	switch s.kind {
	case sweetSpot, threshold, vo2max, ftpTest, ergRide, spin:
		return s.byPower()
	case endurance:
		return s.long("Steady", "63-69%")
	case hillyRide:
		return s.long("Over the hills", "64-76%")
	case groupRide:
		return s.long("In the bunch", "62-86%")
	case granFondo:
		return s.long("With the second group", "66-86%")
	case easyRun, hillRun, tempoRun, trackRun, longRun, halfMarathon, tenK:
		return s.onFoot()
	case poolSwim:
		return s.pool(rng)
	case openSwim:
		return fmt.Sprintf("- Along the shore %.0fmtr 90-94%% Pace", 100*math.Round(s.metres()/100))
	case strength:
		return library("strength-base").Text
	default:
		return ""
	}
}

func library(id string) workout.Session {
	for _, s := range workout.AllSession() {
		if s.ID == id {
			return s
		}
	}
	panic("demo: there is no session " + id) // the sessions are built in, so this is a bug
}

const (
	rideWarmup   = "Warmup\n- 10m ramp 45-65%\n- 1m 95%\n- 1m 50%\n- 1m 100%\n- 2m 50%\n\n"
	rideCooldown = "\n\nCooldown\n- 8m ramp 55-45%"
)

// byPower returns the text of a session ridden to power targets.
func (s slot) byPower() string {
	switch s.kind {
	case sweetSpot:
		seconds := int(780 * s.volume)
		if s.planned {
			seconds = 60 * ((seconds + 30) / 60)
		}
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Sweet spot %s 88-92%%\n- Easy 4m 50%%", 3+s.more, clock(seconds)) + rideCooldown
	case threshold:
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Even pressure 20m 95-100%%\n- Easy 6m 50%%", 2+s.more) + rideCooldown
	case vo2max:
		return rideWarmup + fmt.Sprintf("Main set %dx\n- Hard 5m 108-114%%\n- Easy 4m30s 50%%", 5+s.more) + rideCooldown
	case ftpTest: // 20 min at threshold / 0.95
		return rideWarmup + "Test\n- Open up 5m 110%\n- Easy 8m 50%\n- As even as you can 20m ramp 106-104.6%\n\n" +
			"Cooldown\n- 10m ramp 50-40%\n- 8m ramp 55-45%"
	case ergRide:
		return fmt.Sprintf("Warmup\n- 10m ramp 45-62%%\n\nMain set\n- Steady %s ramp 68-70%%\n\nCooldown\n- 5m ramp 50-40%%",
			clock(60*int(70*s.volume)-900))
	default:
		return "- Easy 45m ramp 50-55%"
	}
}

// long returns the text of a road ride that takes about as long as the loop.
func (s slot) long(how, target string) string {
	mps := s.kind.roadMPS()
	return fmt.Sprintf("- %s %s %s", how, clock(300*int(math.Round(s.metres()/mps/300))), target)
}

// onFoot returns the text of a run. The distance of the last step is the way home.
func (s slot) onFoot() string {
	home := func(blocksM float64) string { // the remaining distance, for a threshold speed of 3.9 m/s
		return "- Home " + km(math.Max(500, s.metres()-blocksM)) + " 74-78% Pace"
	}
	switch s.kind {
	case tempoRun:
		return "Warmup\n- 13m ramp 72-80% Pace\n\nTempo\n- Firm and even 21m ramp 96.5-97% Pace\n\n" +
			"Cooldown\n- Shake out 1m 70% Pace\n" + home(7200)
	case trackRun:
		return fmt.Sprintf("Warmup\n- 15m ramp 70-80%% Pace\n\nMain set %dx\n- Fast 4m 103-106%% Pace\n- Jog 1m45s 60-64%% Pace\n\nCooldown\n%s",
			6+s.more, home(10_000))
	case longRun:
		return "- Easy and even " + km(s.metres()) + " 79-82% Pace"
	case hillRun:
		return "- Up and down " + km(s.metres()) + " 77-81% Pace"
	case halfMarathon:
		return "- Race 21.1km 93-96% Pace"
	case tenK:
		return "- Race 10km 100-103% Pace"
	default:
		return "- Easy " + km(s.metres()) + " 75-80% Pace"
	}
}

// km formats a distance, rounded to half a kilometre.
func km(metres float64) string {
	return strconv.FormatFloat(math.Round(metres/500)/2, 'f', -1, 64) + "km"
}

// clock formats a duration as in workout texts: "2h15m", "12m27s".
func clock(seconds int) string {
	var b strings.Builder
	for _, u := range []struct {
		seconds int
		name    string
	}{{3600, "h"}, {60, "m"}, {1, "s"}} {
		if n := seconds / u.seconds; n > 0 {
			fmt.Fprintf(&b, "%d%s", n, u.name)
			seconds -= n * u.seconds
		}
	}
	return b.String()
}

func (s slot) pool(rng *rand.Rand) string {
	main := "Main set\n- 200mtr 97% Pace 25s rest\n- 200mtr 97% Pace 25s rest\n- 200mtr 98% Pace 25s rest\n- 200mtr 98% Pace 40s rest"
	if rng.IntN(2) == 0 {
		main = fmt.Sprintf("Main set %dx\n- 100mtr 101%% Pace 20s rest", int(12*s.volume))
	}
	return "Warmup\n- 300mtr 86% Pace 30s rest\n- Drill 100mtr 70% Pace 20s rest\n- Breaststroke 100mtr 68% Pace 40s rest\n\n" + main +
		"\n\nCooldown\n- Drill 100mtr 75% Pace 20s rest\n- 200mtr 84% Pace"
}
