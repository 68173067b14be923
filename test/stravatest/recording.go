package stravatest

import (
	"math"
)

// recording is a row a second, without the rows of a pause in which the device
// had stopped: time jumps there. All columns have the same rows.
type recording struct {
	time     []int
	moving   []bool
	distance []float64 // m, from the start
	altitude []float64
	speed    []float64
	grade    []float64
	latlng   [][2]float64 // nil: no GPS
	heart    []int        // nil: no sensor
	cadence  []int
	watts    []int // -1 is null; nil: none
	temp     []int
}

// The stretches of a recording in which nobody moves, as shares of 1,000: the
// device stops itself in the first, and goes on recording in the second.
const (
	pauseFrom, pauseTo = 400, 450
	restFrom, restTo   = 700, 720
)

func round(v float64, digits int) float64 {
	p := math.Pow(10, float64(digits))
	return math.Round(v*p) / p
}

// make is the recording, the same whenever it is asked for.
func (a *Activity) make() *recording {
	n := a.Seconds
	r := &recording{time: make([]int, 0, n), moving: make([]bool, 0, n)}
	phase := float64(a.serial%17) / 3
	heading := float64(a.serial) * 0.7
	metres, height := 0.0, 0.0
	for t := range n {
		if t > n*pauseFrom/1000 && t < n*pauseTo/1000 {
			continue
		}
		x := float64(t)
		moves := t < n*restFrom/1000 || t >= n*restTo/1000
		speed := 0.0
		if moves && !a.Still {
			speed = a.SpeedMps * (1 + 0.18*math.Sin(x/97+phase) + 0.03*math.Sin(x/7))
		}
		if t > 0 {
			metres += speed
		}
		before := height
		height = 30*math.Sin(metres/900+phase) + 4*math.Sin(metres/130)
		r.time, r.moving = append(r.time, t), append(r.moving, moves)
		if a.Still {
			a.body(r, t, moves)
			continue
		}
		r.distance, r.speed = append(r.distance, round(metres, 1)), append(r.speed, round(speed, 3))
		if !a.Pool {
			grade := 0.0
			if speed > 0 && t > 0 {
				grade = round(100*(height-before)/speed, 1)
			}
			r.altitude, r.grade = append(r.altitude, round(110+height, 1)), append(r.grade, grade)
		}
		if !a.Indoor && !a.Pool {
			r.latlng = append(r.latlng, a.point(metres, heading))
		}
		a.body(r, t, moves)
	}
	return r
}

// point lies on a circle of 1.5 km around the place, so that laps meet.
func (a *Activity) point(metres, heading float64) [2]float64 {
	const radius = 1500.0
	angle := metres/radius + heading
	lat := a.LatDeg + radius*(math.Cos(angle)-math.Cos(heading))/111_320
	lng := a.LngDeg + radius*(math.Sin(angle)-math.Sin(heading))/(111_320*math.Cos(a.LatDeg*math.Pi/180))
	return [2]float64{round(lat, 6), round(lng, 6)}
}

// body is what sensors on the athlete say in a second.
func (a *Activity) body(r *recording, t int, moves bool) {
	x, phase := float64(t), float64(a.serial%13)
	if a.HeartRate {
		r.heart = append(r.heart, int(118+34*(1-math.Exp(-x/240))+9*math.Sin(x/61+phase)))
	}
	if a.Cadence > 0 {
		cadence := 0
		if moves {
			cadence = a.Cadence + int(4*math.Sin(x/19))
		}
		r.cadence = append(r.cadence, cadence)
	}
	if a.Power == NoPower {
		return
	}
	r.temp = append(r.temp, 16+t/600)
	watts := 0
	switch {
	case a.Power == Metered && t%211 >= 200 && t%211 < 207:
		watts = -1
	case moves && t%97 > 8: // coasts for the others
		watts = int(185 + 60*math.Sin(x/97+phase) + 35*math.Sin(x/11+phase))
	}
	r.watts = append(r.watts, watts)
}

// cut is a part of a recording; it has the whole one's distances and times.
func (r *recording) cut(from, to int) *recording {
	return &recording{
		time: part(r.time, from, to), moving: part(r.moving, from, to), distance: part(r.distance, from, to),
		altitude: part(r.altitude, from, to), speed: part(r.speed, from, to), grade: part(r.grade, from, to),
		latlng: part(r.latlng, from, to), heart: part(r.heart, from, to), cadence: part(r.cadence, from, to),
		watts: part(r.watts, from, to), temp: part(r.temp, from, to),
	}
}

func part[T any](rows []T, from, to int) []T {
	if rows == nil {
		return nil
	}
	return rows[from:to:to]
}
