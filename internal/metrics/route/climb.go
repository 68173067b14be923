package route

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ClimbsVersion is the version of the rule in [Climbs].
const ClimbsVersion = 1

// Climb is one climb of a recording.
type Climb struct {
	Span      training.Span
	StartM    float64 // distance at the foot
	LengthM   float64
	GainM     float64 // altitude difference between top and foot
	FootM     float64 // altitude above sea level
	SteepPct  float64 // the steepest 100 m
	TimerS    float64 // pauses excluded
	AvgPowerW float64 // 0 without a power meter
	AvgHRBpm  float64 // 0 without a heart rate
}

// GradePct returns the mean grade in percent.
func (c Climb) GradePct() float64 { return c.GainM / c.LengthM * 100 }

// VAM returns the metres climbed per hour, without pauses; 0 if the climb took
// no time.
func (c Climb) VAM() float64 {
	if c.TimerS <= 0 {
		return 0
	}
	return c.GainM / c.TimerS * 3600
}

// These constants define a climb.
const (
	// levelGrade is the grade that counts as level in finding where climbs begin and end.
	levelGrade = 0.02
	// turnM is the height in m by which the altitude, minus the rise of that grade, must
	// rise for a climb to begin, and fall for it to end. dropShare is the minimum fall as
	// a fraction of the rise; the larger of the two falls applies.
	turnM, dropShare = 10.0, 0.2
	leastClimbM      = 500.0
	steepM           = 100.0
)

// climbed reports whether a stretch counts as a climb. A short climb must be steeper: at
// least 60 − 10·km metres per kilometre up to 4 km, then 20.
func climbed(lengthM, gainM float64) bool {
	km := lengthM / 1000
	return lengthM >= leastClimbM && gainM >= km*max(60-10*km, 20)
}

// Climbs returns the climbs of a recording in order, or the reason why there are none. It
// uses the altitude minus 2 % of the distance, so that flat stretches fall: a climb extends
// from a low to the high before a fall of 10 m, or of a fifth of its rise if that is more.
func Climbs(v *stream.View) (climbs []Climb, missing i18n.Sentence) { return ReliefOf(v).Climbs() }

// Climbs does the same as the function [Climbs].
func (r *Relief) Climbs() (climbs []Climb, missing i18n.Sentence) {
	v := r.view
	switch {
	case !climbing(v.Recording.Sport):
		return nil, "climbs are found only in sports on wheels, on foot and on cross-country skis"
	case !v.Has(training.Altitude):
		return nil, training.NoAltitude
	case !v.Has(training.Distance):
		return nil, training.NoDistance
	}
	c := r.course()
	for _, leg := range c.rises() {
		if climbed(c.dist[leg.to]-c.dist[leg.from], c.alt[leg.to]-c.alt[leg.from]) {
			climbs = append(climbs, c.climb(v, leg))
		}
	}
	if len(climbs) == 0 {
		return nil, i18n.Sentencef("no climb of %s or more that is steep enough",
			i18n.Measured("%.0f ", leastClimbM, i18n.MetresOfWay()))
	}
	return climbs, ""
}

// climbing reports whether athletes in a sport climb by their own work, unlike with lifts
// or on water.
func climbing(s training.Sport) bool {
	switch s {
	case training.Cycling, training.Running, training.Walking, training.Hiking, training.CrossCountry, training.Skating:
		return true
	}
	return false
}

// leg is a stretch of a course, including both ends.
type leg struct{ from, to int }

// rises returns the legs from a low to a high of the altitude minus the rise of [levelGrade].
func (c course) rises() (legs []leg) {
	tilted := func(i int) float64 { return c.alt[i] - levelGrade*c.dist[i] }
	low, high, up := 0, 0, false
	for i := range c.dist {
		now := tilted(i)
		switch {
		case !up && now <= tilted(low):
			low = i
		case !up && now-tilted(low) >= turnM:
			up, high = true, i
		case up && now > tilted(high):
			high = i
		case up && tilted(high)-now > max(turnM, dropShare*(tilted(high)-tilted(low))):
			legs, up, low = append(legs, leg{low, high}), false, i
		}
	}
	if up {
		legs = append(legs, leg{low, high})
	}
	return legs
}

func (c course) climb(v *stream.View, l leg) Climb {
	times := v.Columns.TimeS
	from, to := c.row[l.from], c.row[l.to]
	out := Climb{
		Span:   training.Span{FromS: float64(times[from]), ToS: float64(times[to])},
		StartM: c.dist[l.from], LengthM: c.dist[l.to] - c.dist[l.from], GainM: c.alt[l.to] - c.alt[l.from],
		SteepPct: c.steepest(l),
	}
	foot, _ := v.At(training.Altitude, int(from)) // the recorded altitude, because the profile is shifted by changes that are not climbs
	out.FootM = float64(foot) / training.Altitude.Scale()
	out.TimerS = v.TimerIn(out.Span)
	if w, _, ok := v.MeanIn(training.Power, out.Span); ok {
		out.AvgPowerW = w
	}
	if hr, _, ok := v.MeanIn(training.HeartRate, out.Span); ok {
		out.AvgHRBpm = hr
	}
	return out
}

// steepest returns the highest grade in percent over 100 m, or over the next longer
// distance between two rows.
func (c course) steepest(l leg) float64 {
	best := 0.0
	for a, b := l.from, l.from; b <= l.to; b++ {
		for a+1 < b && c.dist[b]-c.dist[a+1] >= steepM {
			a++
		}
		if run := c.dist[b] - c.dist[a]; run >= steepM {
			best = max(best, (c.alt[b]-c.alt[a])/run*100)
		}
	}
	return min(best, maxGradePct)
}

// course holds the corrected altitude over distance, both in m; distance never
// falls. It has one value for each row that has both.
type course struct {
	row       []int32
	dist, alt []float64
}

func (r *Relief) course() course {
	v := r.view
	c := course{row: make([]int32, 0, len(r.row)), dist: make([]float64, 0, len(r.row)), alt: make([]float64, 0, len(r.row))}
	for i, row := range r.row {
		cm, ok := v.At(training.Distance, int(row))
		if d := float64(cm) / 100; ok && (len(c.dist) == 0 || d >= c.dist[len(c.dist)-1]) {
			c.row, c.dist, c.alt = append(c.row, row), append(c.dist, d), append(c.alt, r.alt[i])
		}
	}
	return c
}

// Fiets returns the difficulty of a climb by the index of the Dutch magazine
// Fiets: H²/(10·D) plus the height of the top above 1000 m, in km.
func (c Climb) Fiets() float64 {
	top := c.FootM + c.GainM
	return c.GainM*c.GainM/(10*c.LengthM) + max(0, (top-1000)/1000)
}

// Category returns HC, 1, 2, 3 or 4 by Strava's rule (help page, 2025): the product of
// length in m and grade in percent must be above 80000, 64000, 32000, 16000 or 8000. It
// returns "" for a climb below these values or with a grade under 3 %.
func (c Climb) Category() string {
	if c.GradePct() < leastCategoryPct {
		return ""
	}
	switch score := c.GainM * 100; { // length · grade
	case score > 80_000:
		return "HC"
	case score > 64_000:
		return "1"
	case score > 32_000:
		return "2"
	case score > 16_000:
		return "3"
	case score > 8_000:
		return "4"
	}
	return ""
}

const leastCategoryPct = 3
