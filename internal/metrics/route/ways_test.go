package route_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/realdata"
)

// xy is a place in metres.
type xy struct{ x, y float64 }

// way is a polyline of places.
type way []xy

// loop returns a round of about so many metres.
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

// streets returns a way along a grid, with turns every few hundred metres.
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

// oval returns laps of a running track.
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

// first returns the first part of the way.
func (w way) first(share float64) way {
	for i := range w {
		if w[:i+1].length() > share*w.length() {
			return w[:i]
		}
	}
	return w
}

// at returns every place of the way at a speed, one a second.
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

// recorded returns a recording of places, one a second, over hills.
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

// hills returns a made-up terrain.
func hills(seed uint64, metres float64) func(float64) float64 {
	r := rand.New(rand.NewPCG(seed, 7))
	var amp, phase [6]float64
	for k := range amp {
		amp[k], phase[k] = 120*r.Float64()/float64(k+1), 2*math.Pi*r.Float64()
	}
	return func(m float64) float64 {
		sum := 300.0
		for k := range amp {
			sum += amp[k] * math.Sin(2*math.Pi*float64(k+1)*m/metres+phase[k])
		}
		return sum
	}
}

func profile(t *testing.T, r *training.Recording) route.Profile {
	t.Helper()
	p, ok := route.ProfileOf(sketch(r).ProfileDM)
	if !ok {
		t.Fatal("no profile")
	}
	return p
}

// TestProfiles: the same hills are alike on other roads, at another height
// and with a drifting sensor; other hills are not.
func TestProfiles(t *testing.T) {
	t.Parallel()
	const metres = 30000
	straight := way{{0, 0}, {metres, 0}}
	unlike := 0
	for seed := range uint64(seeds) {
		h, r := hills(seed, metres), rand.New(rand.NewPCG(seed, 8))
		a := profile(t, recorded(home{45, 7}, straight.at(8), h))
		drift := func(m float64) float64 { return 1000 + h(m*0.99) + 10*m/metres + r.NormFloat64() }
		b := profile(t, recorded(home{-33, 151}, straight.at(6), drift))
		if got := a.Likeness(&b); got < 0.75 {
			t.Errorf("seed %d: the same hills are %.2f alike", seed, got)
		}
		c := profile(t, recorded(home{45, 7}, straight.at(8), hills(seed+1000, metres)))
		if a.Likeness(&c) < 0.75 {
			unlike++
		}
		if a.Likeness(&a) != 1 || math.Abs(a.Likeness(&b)-b.Likeness(&a)) > 1e-12 {
			t.Errorf("seed %d: likeness has a direction", seed)
		}
	}
	if unlike < seeds {
		t.Errorf("only %d of %d other hills are unlike", unlike, seeds)
	}
}

// TestProfileOfHalves: each part is the mean of its rows, empty ones lie
// between their neighbours, and without most of them there is no profile.
func TestProfileOfHalves(t *testing.T) {
	t.Parallel()
	straight := way{{0, 0}, {6400, 0}}
	rec := recorded(home{45, 7}, straight.at(10), func(m float64) float64 { return m / 10 })
	lose(rec, training.Altitude, 100, 120)
	s := sketch(rec)
	for i, dm := range s.ProfileDM {
		if want := 100*i + 50; math.Abs(float64(int(dm)-want)) > 10 {
			t.Errorf("part %d: %d dm, want about %d", i, dm, want)
		}
	}
	if s.DistanceDM != 64000 || s.TimerDS < 6400 {
		t.Errorf("%d dm in %d ds", s.DistanceDM, s.TimerDS)
	}
	lose(rec, training.Altitude, 0, 200)
	if s := sketch(rec); s.ProfileDM != nil {
		t.Error("a third of the altitudes is missing")
	}
	if _, ok := route.ProfileOf(nil); ok {
		t.Error("a profile of nothing")
	}
	flat := route.Profile{}
	if flat.Likeness(&flat) != 0 {
		t.Error("what does not rise is like nothing")
	}
}

// twice are recordings of one outing, by the beginnings of their files' names.
var twice = [][2]string{
	{"fit-parser__triathlon_summary_first", "fit-parser__triathlon_summary_last"},
	{"fit-javascript-sdk__Activity", "fit-python-sdk__ActivityDevFields"},
	{"fit-javascript-sdk__Activity", "fit__chained_Activity_activity_poolswim"},
	{"fit-python-sdk__ActivityDevFields", "fit__chained_Activity_activity_poolswim"},
	{"rowingdata__davidfit", "rowingdata__temp"},
	{"rowingdata__cottwich", "rowingdata__test_export_nk_oarlock"},
}

type real struct {
	file  string
	sport training.Sport
	s     route.Sketch
	// sparse is the sketch of every third row alone.
	sparse route.Sketch
}

// reals returns the recordings that have a way.
func reals(t *testing.T) (all []real) {
	t.Helper()
	for _, file := range realdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			s := sketch(r)
			metricstest.Drop(r, func(second int) bool { return second%3 != 0 })
			if len(s.Line) > 0 {
				all = append(all, real{filepath.Base(file), r.Sport, s, sketch(r)})
			}
		}
	}
	return all
}

// TestRealRecordings: each is itself with fewer rows and the other way round,
// and no other but a second recording of the same outing.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	all := reals(t)
	points, doubles := 0, 0
	for i, a := range all {
		points += len(a.s.Line)
		if m, same := compared(a.s, a.sparse); len(a.sparse.Line) > 0 && (!same || m.Share < 0.9 || m.Reversed) {
			t.Errorf("%s with a third of its rows: %v %+v", a.file, same, m)
		}
		for _, b := range all[:i] {
			m, same := compared(a.s, b.s)
			if same && a.sport == b.sport {
				doubles++
				if !recordedTwice(a.file, b.file) {
					t.Errorf("%s and %s are said to be the same: %+v", a.file, b.file, m)
				}
			}
		}
	}
	t.Logf("%d ways of %d points, %d recorded twice", len(all), points, doubles)
	if len(all) < 50 || doubles < len(twice) {
		t.Errorf("%d ways, %d recorded twice", len(all), doubles)
	}
}

func recordedTwice(a, b string) bool {
	for _, pair := range twice {
		if strings.HasPrefix(a, pair[0]) && strings.HasPrefix(b, pair[1]) || strings.HasPrefix(a, pair[1]) && strings.HasPrefix(b, pair[0]) {
			return true
		}
	}
	return false
}
