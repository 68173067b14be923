package route_test

import (
	"math"
	"math/rand/v2"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// xy is a place in metres.
type xy struct{ x, y float64 }

// way is a polyline of places.
type way []xy

// loop is a round of about so many metres.
func loop(r *rand.Rand, metres float64) way {
	var amp, phase [7]float64
	for k := 1; k < len(amp); k++ {
		amp[k], phase[k] = r.Float64()*0.5/float64(k), r.Float64()*2*math.Pi
	}
	var w way
	for i := range 721 {
		a := float64(i) / 720 * 2 * math.Pi
		radius := 1.0
		for k := 1; k < len(amp); k++ {
			radius += amp[k] * math.Sin(float64(k)*a+phase[k])
		}
		w = append(w, xy{radius * math.Cos(a), radius * math.Sin(a)})
	}
	return w.stretched(metres / w.length())
}

// streets is a way along a grid, with turns every few hundred metres.
func streets(r *rand.Rand, metres float64) way {
	w, heading, gone := way{{}}, 0, 0.0
	for gone < metres {
		side := 120 * float64(1+r.IntN(4))
		last := w[len(w)-1]
		dx, dy := [4]float64{1, 0, -1, 0}[heading], [4]float64{0, 1, 0, -1}[heading]
		w = append(w, xy{last.x + dx*side, last.y + dy*side})
		heading = (heading + 3 + 2*r.IntN(2)) % 4
		gone += side
	}
	return w
}

// oval is laps of a running track.
func oval(laps int) way {
	var w way
	for range laps {
		for i := range 40 {
			a := float64(i) / 40 * 2 * math.Pi
			w = append(w, xy{37*math.Cos(a) + 42*math.Copysign(1, math.Cos(a)), 37 * math.Sin(a)})
		}
	}
	return w
}

func (w way) length() float64 {
	sum := 0.0
	for i := 1; i < len(w); i++ {
		sum += math.Hypot(w[i].x-w[i-1].x, w[i].y-w[i-1].y)
	}
	return sum
}

func (w way) stretched(by float64) way {
	out := make(way, len(w))
	for i, p := range w {
		out[i] = xy{p.x * by, p.y * by}
	}
	return out
}

func (w way) moved(x, y float64) way {
	out := make(way, len(w))
	for i, p := range w {
		out[i] = xy{p.x + x, p.y + y}
	}
	return out
}

func (w way) reversed() way {
	out := make(way, 0, len(w))
	for i := range w {
		out = append(out, w[len(w)-1-i])
	}
	return out
}

// out goes the way and comes back.
func (w way) andBack() way { return append(append(way{}, w...), w.reversed()[1:]...) }

// first is the first part of the way.
func (w way) first(share float64) way {
	for i := range w {
		if w[:i+1].length() > share*w.length() {
			return w[:i]
		}
	}
	return w
}

// at is every place of the way at a speed, one a second.
func (w way) at(mps float64) way {
	out, left := way{w[0]}, mps
	for i := 1; i < len(w); i++ {
		a, b := w[i-1], w[i]
		long := math.Hypot(b.x-a.x, b.y-a.y)
		for d := left; d <= long; d += mps {
			out = append(out, xy{a.x + (b.x-a.x)*d/long, a.y + (b.y-a.y)*d/long})
		}
		left = math.Mod(left-long, mps)
		if left <= 0 {
			left += mps
		}
	}
	return out
}

// noisy adds what a satellite receiver errs by, which changes slowly.
func (w way) noisy(r *rand.Rand, metres float64) way {
	const stay = 0.98
	fresh := metres * math.Sqrt(1-stay*stay)
	ex, ey := r.NormFloat64()*metres, r.NormFloat64()*metres
	out := make(way, len(w))
	for i, p := range w {
		ex, ey = stay*ex+fresh*r.NormFloat64(), stay*ey+fresh*r.NormFloat64()
		out[i] = xy{p.x + ex, p.y + ey}
	}
	return out
}

// home is where the ways begin.
type home struct{ lat, lon float64 }

// recorded is a recording of places, one a second, over hills.
func recorded(h home, places way, hills func(metres float64) float64) *training.Recording {
	r := metricstest.Recording(training.Cycling, len(places))
	lat, lon := make([]float64, len(places)), make([]float64, len(places))
	alt, dist := make([]float64, len(places)), make([]float64, len(places))
	east := 111195 * math.Cos(h.lat*math.Pi/180)
	for i, p := range places {
		lat[i], lon[i] = h.lat+p.y/111195, h.lon+p.x/east
		if lon[i] >= 180 {
			lon[i] -= 360
		}
		if i > 0 {
			dist[i] = dist[i-1] + math.Hypot(p.x-places[i-1].x, p.y-places[i-1].y)
		}
		if hills != nil {
			alt[i] = hills(dist[i])
		}
	}
	metricstest.Put(r, training.Latitude, lat)
	metricstest.Put(r, training.Longitude, lon)
	metricstest.Put(r, training.Distance, dist)
	if hills != nil {
		metricstest.Put(r, training.Altitude, alt)
	}
	return r
}

func sketch(r *training.Recording) route.Sketch {
	s, _ := route.Of(stream.Of(r, stream.Limits{}))
	return s
}

// compared compares two sketches as the index does.
func compared(a, b route.Sketch) (route.Match, bool) {
	if len(a.Line) == 0 || !a.Extent.Near(b.Extent) {
		return route.Match{}, false
	}
	return route.NewMatcher(a.Line).Same(b.Line)
}

// lose takes away the values of some rows.
func lose(r *training.Recording, ch training.Channel, from, to int) {
	for i := from; i < to; i++ {
		r.Columns.Data[ch].Valid.Clear(i)
	}
}
