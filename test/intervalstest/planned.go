package intervalstest

import (
	"math"
	"strings"
)

// athlete holds the thresholds by which a workout is measured: those of its
// sport, the same indoors.
type athlete struct {
	ftp, lthr, maxHR, restHR, speed float64
	powerPct, hrBpm, pacePct        []float64 // the zones' upper bounds
	paceUnits                       string
	paceExponent                    float64
	order                           []string // precedence of several targets
}

func athleteOf(a *Athlete, workout Doc) athlete {
	s := a.SettingsFor(Text(workout, "type"))
	t := athlete{
		ftp: Number(s, "ftp"), lthr: Number(s, "lthr"), maxHR: Number(s, "max_hr"),
		restHR: Number(a.Profile, "icu_resting_hr"), speed: Number(s, "threshold_pace"),
		powerPct: Numbers(s["power_zones"]), hrBpm: Numbers(s["hr_zones"]), pacePct: Numbers(s["pace_zones"]),
		paceUnits: "secs/km", paceExponent: 2, order: []string{"power", "hr", "pace"},
	}
	if Text(s, "pace_load_type") == "SWIM" {
		t.paceExponent = 3
	}
	if units, ok := map[string]string{
		"MINS_MILE": "secs/mi", "SECS_100M": "secs/100m", "SECS_100Y": "secs/100y", "SECS_250M": "secs/250m",
		"SECS_400M": "secs/400m", "SECS_500M": "secs/500m",
	}[Text(s, "pace_units")]; ok {
		t.paceUnits = units
	}
	if order := Text(s, "workout_order"); order != "" {
		t.order = strings.Split(strings.ToLower(order), "_")
	}
	if target := strings.ToLower(Text(workout, "target")); target != "" && target != "auto" {
		t.order = append([]string{target}, t.order...)
	}
	return t
}

// ends returns a target's values at the start and at the end of a step. A range
// that is not a ramp has its middle.
func ends(target Doc, ramp bool) (from, to float64) {
	if v, ok := target["value"].(float64); ok {
		return v, v
	}
	from, to = Number(target, "start"), Number(target, "end")
	if ramp {
		return from, to
	}
	return (from + to) / 2, (from + to) / 2
}

// zone returns the middle of some zones. upper has their upper bounds, and
// above is the distance of a zone's lower bound from the bound below. The first
// zone begins at 0.8 of its own bound. How the service treats the last one,
// which has no bound, is unknown: here it has its lower bound.
func zone(target Doc, upper []float64, above float64) float64 {
	first, last := Number(target, "value"), Number(target, "value")
	if first == 0 {
		first, last = Number(target, "start"), Number(target, "end")
	}
	if first < 1 || last < first || int(last) > len(upper) {
		return 0
	}
	low, high := 0.8*upper[0], upper[int(last)-1]
	if first > 1 {
		low = upper[int(first)-2] + above
	}
	if int(last) == len(upper) && last > 1 {
		high = low
	}
	return (low + high) / 2
}

// watts returns the upper bounds of the power zones in W, without fractions.
func (a athlete) watts() []float64 {
	var out []float64
	for _, share := range a.powerPct {
		out = append(out, math.Floor(share*a.ftp/100))
	}
	return out
}

// power returns a step's share of the FTP at its start and its end, 0 if
// unknown.
func (a athlete) power(s step) (from, to float64) {
	target, _ := s.doc["power"].(Doc)
	from, to = ends(target, Truth(s.doc, "ramp"))
	switch units := Text(target, "units"); {
	case units == "%ftp":
		return from / 100, to / 100
	case units == "w" && a.ftp > 0:
		return from / a.ftp, to / a.ftp
	case units == "power_zone" && a.ftp > 0:
		share := zone(target, a.watts(), 1) / a.ftp
		return share, share
	}
	return 0, 0
}

// pace returns a step's speed in m/s in the middle of its time, 0 if unknown.
func (a athlete) pace(s step) float64 {
	target, _ := s.doc["pace"].(Doc)
	from, to := ends(target, false)
	middle := (from + to) / 2
	switch units := Text(target, "units"); {
	case units == "%pace":
		return middle / 100 * a.speed
	case units == "pace_zone":
		return zone(target, a.pacePct, 0) / 100 * a.speed
	case middle > 0:
		return paceMetres(units) / middle
	}
	return 0
}

// beats returns a step's heart rate in bpm, 0 if unknown.
func (a athlete) beats(s step) float64 {
	target, _ := s.doc["hr"].(Doc)
	from, to := ends(target, false)
	switch Text(target, "units") {
	case "bpm":
		return (from + to) / 2
	case "%hr":
		return (from + to) / 2 / 100 * a.maxHR
	case "%lthr":
		return (from + to) / 2 / 100 * a.lthr
	case "hr_zone":
		return zone(target, a.hrBpm, 1)
	}
	return 0
}

// estimate sets the duration of steps with a distance: at the pace of the step,
// or else at the threshold. Without either it sets none, because the service's
// behaviour is unknown.
func (a athlete) estimate(steps []step) {
	for _, s := range steps {
		a.estimate(s.steps)
		if s.doc["distance"] == nil || s.doc["duration"] != nil {
			continue
		}
		speed := a.pace(s)
		if speed == 0 {
			speed = a.speed
		}
		if speed > 0 {
			s.doc["duration"] = math.Round(Number(s.doc, "distance") / speed)
		}
	}
}

// total returns the duration and distance of steps, including rests.
func total(steps []step) (duration, distance float64) {
	for _, s := range steps {
		t, m := Number(s.doc, "duration")+s.restS, Number(s.doc, "distance")
		if s.reps > 0 {
			t, m = total(s.steps)
			t, m = t*float64(s.reps), m*float64(s.reps)
		}
		duration, distance = duration+t, distance+m
	}
	return duration, distance
}

// profile is a workout second by second, with the targets of its steps.
type profile struct {
	athlete
	shares []float64 // of the FTP, 0 where a step has no power
	trimp  float64
	paced  float64 // seconds by the power of the share of the threshold speed
}

func (p *profile) reserve(bpm float64) float64 {
	return max(bpm-p.restHR, 0) / (p.maxHR - p.restHR)
}

func (p *profile) add(steps []step) {
	for _, s := range steps {
		for range s.reps {
			p.add(s.steps)
		}
		n := int(Number(s.doc, "duration"))
		from, to := 0.0, 0.0
		switch p.steered(s) {
		case "power":
			from, to = p.power(s)
		case "hr":
			if p.maxHR > p.restHR {
				p.trimp += impulse(p.reserve(p.beats(s))) * float64(n) / 60
			}
		case "pace":
			if p.speed > 0 {
				p.paced += math.Pow(p.pace(s)/p.speed, p.paceExponent) * float64(n)
			}
		}
		for i := range n {
			p.shares = append(p.shares, from+(to-from)*(float64(i)+0.5)/float64(n))
		}
		p.shares = append(p.shares, make([]float64, int(s.restS))...)
	}
}

// steered returns the first kind in the athlete's order for which a step has a
// target.
func (p *profile) steered(s step) string {
	for _, kind := range p.order {
		if s.doc[kind] != nil {
			return kind
		}
	}
	return ""
}

// load returns IF² times hours, with the IF of the normalized power, and HRSS
// or a load by pace for steps with such targets. The means of the first 30 s
// use the seconds so far.
func (p *profile) load() float64 {
	sum, window := 0.0, 0.0
	for i, share := range p.shares {
		window += share
		if i >= 30 {
			window -= p.shares[i-30]
		}
		sum += math.Pow(window/float64(min(i+1, 30)), 4)
	}
	load := p.paced / 36
	if n := float64(len(p.shares)); n > 0 {
		load += math.Sqrt(max(sum/n, 0)) * n / 36
	}
	if p.lthr > p.restHR && p.maxHR > p.restHR {
		load += 100 * p.trimp / (60 * impulse(p.reserve(p.lthr)))
	}
	return load
}

// longest is longer than any planned workout; a longer one has no load here.
const longest = 7 * 24 * 3600

// Read fills in an athlete's workout from its text. A text without a step
// leaves the supplied values.
func Read(a *Athlete, d, patch Doc) {
	t := athleteOf(a, d)
	steps := readSteps(Text(d, "description"), t.paceUnits)
	if len(steps) == 0 {
		d["workout_doc"] = Doc{}
		return
	}
	t.estimate(steps)
	duration, distance := total(steps)
	d["workout_doc"] = Doc{"steps": stepDocs(steps), "duration": duration, "distance": distance}
	d["moving_time"] = duration
	if distance > 0 {
		d["distance"] = distance
	}
	load := 0.0
	if Text(d, "type") != "WeightTraining" && duration > 0 && duration <= longest {
		p := profile{athlete: t}
		p.add(steps)
		load = p.load()
	}
	if load == 0 {
		delete(d, "icu_intensity")
		if _, told := patch["icu_training_load"]; !told {
			delete(d, "icu_training_load")
		}
		return
	}
	d["icu_training_load"] = Round(load, 0)
	d["icu_intensity"] = Round(math.Sqrt(load/100/(duration/3600))*100, 1)
}
