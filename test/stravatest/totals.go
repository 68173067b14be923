package stravatest

import (
	"math"
	"net/url"
	"strconv"
)

// totals are what the service says of a stretch of a recording.
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
	watts            float64 // over the moving time, nulls left out, zeros not
	weighted, maxWtt int
	kilojoules       float64

	whole, trimmed trace // where it was; trimmed is what activity:read alone is shown
}

// totalsOf are an activity's, the same whenever they are asked for; the caller
// holds the lock. Recordings are not kept: thousands would be too many.
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

// mean is the mean of the rows that move and are no null, and the maximum.
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

// weighted is the fourth root of the mean fourth power of half a minute's mean,
// nulls counted as zero.
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

// decimal is a number among values; ok is false if there is none.
func decimal(v url.Values, name string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(v.Get(name), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}
