package stravatest

import (
	"math"
	"strings"
)

// trace is where an activity was, thinned.
type trace struct {
	line       string // "" is no GPS
	start, end [2]float64
}

// homeSeconds is how much of each end a token without activity:read_all is not
// shown of what has GPS. In life it depends on the athlete's privacy zones.
const homeSeconds = 60

// withoutHome is a recording without its ends, if it has GPS. Times and
// distances stay as they are, so that they begin above zero.
func (r *recording) withoutHome() *recording {
	n := len(r.time)
	if r.latlng == nil || n <= 2*homeSeconds {
		return r
	}
	return r.cut(homeSeconds, n-homeSeconds)
}

func (r *recording) trace(points int) trace {
	if len(r.latlng) == 0 {
		return trace{}
	}
	return trace{polyline(thinned(r.latlng, points)), r.latlng[0], r.latlng[len(r.latlng)-1]}
}

// thinned has so many rows at most, the first and the last among them.
func thinned[T any](rows []T, points int) []T {
	if rows == nil || len(rows) <= points {
		return rows
	}
	out := make([]T, points)
	for i := range out {
		out[i] = rows[i*(len(rows)-1)/(points-1)]
	}
	return out
}

// polyline is Google's encoding with five digits.
func polyline(points [][2]float64) string {
	var b strings.Builder
	last := [2]int{}
	for _, p := range points {
		for k, v := range p {
			now := int(math.Round(v * 1e5))
			chunk(&b, now-last[k])
			last[k] = now
		}
	}
	return b.String()
}

func chunk(b *strings.Builder, v int) {
	v <<= 1
	if v < 0 {
		v = ^v
	}
	for v >= 0x20 {
		b.WriteByte(byte(0x20|v&0x1f) + 63)
		v >>= 5
	}
	b.WriteByte(byte(v) + 63)
}
