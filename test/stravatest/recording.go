package stravatest

import (
	"math"
	"net/url"
	"strconv"
)

// recording has one row per second, except during a pause in which the device
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

// The stretches of a recording without movement, as shares of 1,000: the device
// stops by itself in the first, and continues recording in the second.
const (
	pauseFrom, pauseTo = 400, 450
	restFrom, restTo   = 700, 720
)

func round(v float64, digits int) float64 {
	p := math.Pow(10, float64(digits))
	return math.Round(v*p) / p
}

// make returns the recording, the same at each call.
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

// point returns a position on a circle with a radius of 1.5 km around the
// location, so that laps meet.
func (a *Activity) point(metres, heading float64) [2]float64 {
	const radius = 1500.0
	angle := metres/radius + heading
	lat := a.LatDeg + radius*(math.Cos(angle)-math.Cos(heading))/111_320
	lng := a.LngDeg + radius*(math.Sin(angle)-math.Sin(heading))/(111_320*math.Cos(a.LatDeg*math.Pi/180))
	return [2]float64{round(lat, 6), round(lng, 6)}
}

// body adds the values of the athlete's sensors in a second.
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

// cut returns a part of a recording with the distances and times of the whole.
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

// totals are the service's values for a stretch of a recording.
type totals struct {
	distance         float64
	elapsed, moving  int // s
	gain             float64
	high, low        float64
	hasAltitude      bool
	speed, maxSpeed  float64 // m/s, over the moving time
	heart            float64
	maxHeart         int
	cadence          float64
	temp             float64
	watts            float64 // over the moving time, without nulls, with zeros
	weighted, maxWtt int
	kilojoules       float64

	whole, trimmed trace // the track; trimmed is for tokens with only activity:read
}

// totalsOf returns an activity's totals, the same at each call; the caller
// holds the lock. Recordings are not kept, because thousands would be too many.
func (s *Server) totalsOf(a *Activity) *totals {
	if a.totals == nil {
		if a.Manual {
			a.totals = &totals{distance: a.DistanceM, elapsed: a.Seconds, moving: a.Seconds}
			if a.Seconds > 0 {
				a.totals.speed = round(a.DistanceM/float64(a.Seconds), 3)
			}
			return a.totals
		}
		r := a.make()
		t := r.totals()
		t.whole, t.trimmed = r.trace(40), r.withoutHome().trace(40)
		a.totals = &t
	}
	return a.totals
}

func (r *recording) totals() totals {
	t := totals{}
	n := len(r.time)
	if n == 0 {
		return t
	}
	t.elapsed = r.time[n-1] - r.time[0] + 1
	for _, m := range r.moving {
		if m {
			t.moving++
		}
	}
	if r.distance != nil {
		t.distance = round(r.distance[n-1]-r.distance[0], 1)
		if t.moving > 0 {
			t.speed = round(t.distance/float64(t.moving), 3)
		}
	}
	for _, v := range r.speed {
		t.maxSpeed = max(t.maxSpeed, v)
	}
	for i, h := range r.altitude {
		if i == 0 {
			t.high, t.low, t.hasAltitude = h, h, true
			continue
		}
		t.high, t.low = max(t.high, h), min(t.low, h)
		t.gain += max(0, h-r.altitude[i-1])
	}
	t.gain = round(t.gain, 1)
	t.heart, t.maxHeart = mean(r.heart, r.moving)
	t.cadence, _ = mean(r.cadence, r.moving)
	t.temp, _ = mean(r.temp, r.moving)
	t.watts, t.maxWtt = mean(r.watts, r.moving)
	t.kilojoules = round(t.watts*float64(t.moving)/1000, 1)
	t.weighted = r.weighted()
	return t
}

// mean returns the mean of the moving rows that are not null, and the maximum.
func mean(rows []int, moving []bool) (average float64, highest int) {
	sum, n := 0, 0
	for i, v := range rows {
		if !moving[i] || v < 0 {
			continue
		}
		sum, n, highest = sum+v, n+1, max(highest, v)
	}
	if n == 0 {
		return 0, 0
	}
	return round(float64(sum)/float64(n), 1), highest
}

// weighted returns the fourth root of the mean fourth power of half-minute
// means, with nulls as zero.
func (r *recording) weighted() int {
	const window = 30
	if len(r.watts) < window {
		return 0
	}
	sum, fourth := 0, 0.0
	for i, w := range r.watts {
		sum += max(w, 0)
		if i >= window {
			sum -= max(r.watts[i-window], 0)
		}
		if i >= window-1 {
			m := float64(sum) / window
			fourth += m * m * m * m
		}
	}
	return int(math.Round(math.Sqrt(math.Sqrt(fourth / float64(len(r.watts)-window+1)))))
}

// decimal returns a number among values; ok is false if there is none.
func decimal(v url.Values, name string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(v.Get(name), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}
