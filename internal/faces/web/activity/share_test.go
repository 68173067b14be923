package activity

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/picture"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// recorded returns a ride through places in degrees, one a second.
func recorded(places [][2]float64) *training.Columns {
	c := &training.Columns{}
	for i, p := range places {
		c.TimeS = append(c.TimeS, int32(i))
		c.Put(training.Latitude, i, int32(p[0]*training.Latitude.Scale()))
		c.Put(training.Longitude, i, int32(p[1]*training.Longitude.Scale()))
		c.Put(training.Altitude, i, int32(40_000+10*i))
		c.Put(training.Speed, i, 8000)
	}
	c.Pad()
	return c
}

// wander returns a way of steps of 8 m that turns a little, and comes back the
// same way if it is to.
func wander(turns []float64, steps int, back bool) (out [][2]float64) {
	const lat, lon = 47.37, 8.54
	x, y, heading := 0.0, 0.0, 0.3
	for _, turn := range turns {
		heading += turn
		for range steps {
			x, y = x+8*math.Cos(heading), y+8*math.Sin(heading)
			out = append(out, [2]float64{lat + y/111_195, lon + x/111_195/math.Cos(lat*math.Pi/180)})
		}
	}
	if back {
		for i := len(out) - 1; i >= 0; i-- {
			out = append(out, out[i])
		}
	}
	return out
}

// haversine returns the distance on a sphere by the book, not by the rule under
// test.
func haversine(a, b [2]float64) float64 {
	const r = math.Pi / 180
	h := math.Pow(math.Sin((b[0]-a[0])*r/2), 2) + math.Cos(a[0]*r)*math.Cos(b[0]*r)*math.Pow(math.Sin((b[1]-a[1])*r/2), 2)
	return 2 * 6_371_000 * math.Asin(math.Sqrt(h))
}

// TestNothingNearHomeIsShown: whatever the way, no row that is shown and no point
// that is drawn lies within the distance of the start, of the end, or in a zone,
// and none is so near them along the way.
func TestNothingNearHomeIsShown(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		way := wander(rapid.SliceOfN(rapid.Float64Range(-1.2, 1.2), 4, 30).Draw(t, "turns"), rapid.IntRange(5, 60).Draw(t, "steps"),
			rapid.Bool().Draw(t, "back"))
		clip := rapid.SampledFrom([]float64{0, 200, 300, 500, 1000}).Draw(t, "clip")
		middle := way[rapid.IntRange(0, len(way)-1).Draw(t, "zone")]
		zone := training.PrivacyZone{LatDeg: middle[0], LonDeg: middle[1], RadiusM: rapid.Float64Range(50, 500).Draw(t, "radius")}
		k := Cutting{Places: document.HiddenPlaces{zone}, ClipM: clip, More: MoreOf("x"), Sport: training.Cycling}
		c := recorded(way)
		r := k.cut(c)
		private := func(at [2]float64) bool {
			return haversine(at, [2]float64{zone.LatDeg, zone.LonDeg}) < zone.RadiusM ||
				clip > 0 && (haversine(at, way[0]) < clip || haversine(at, way[len(way)-1]) < clip)
		}
		for _, s := range r.stretches {
			for i := s.from; i < s.to; i++ {
				if private(way[i]) || clip > 0 && (8*float64(i) < clip-8 || 8*float64(len(way)-1-i) < clip-8) {
					t.Fatalf("row %d of %d is shown: %v", i, len(way), way[i])
				}
			}
		}
		drawnIsPublic(t, &r, c, private)
	})
}

// drawnIsPublic puts the drawing back onto the earth by a row that is shown, and
// asks of its points, and of places between them.
func drawnIsPublic(t *rapid.T, r *remains, c *training.Columns, private func([2]float64) bool) {
	w := r.draw(c)
	if w == nil {
		return
	}
	flat := planeOf(c, r.stretches)
	west, north := math.MaxInt, math.MaxInt
	for _, s := range r.stretches {
		for _, p := range rounded(simplified(flat.line(c, s))) {
			west, north = min(west, p.x), min(north, p.y)
		}
	}
	at := func(x, y float64) [2]float64 {
		return [2]float64{
			flat.lat - (y+float64(north))*roundM/training.MetresPerDegree, flat.lon + (x+float64(west))*roundM/training.MetresPerDegree/flat.east,
		}
	}
	for _, line := range w.lines {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			for share := 0.0; share <= 1; share += 0.25 {
				if p := at(float64(a.x)+share*float64(b.x-a.x), float64(a.y)+share*float64(b.y-a.y)); private(p) {
					t.Fatalf("the drawing leads over %v", p)
				}
			}
		}
	}
}

// straight returns a way to the north in steps of 8 m.
func straight(steps int, back bool) [][2]float64 {
	turns := make([]float64, 1)
	return wander(turns, steps, back)
}

func TestWhatIsCut(t *testing.T) {
	t.Parallel()
	laps := append(straight(400, true), straight(400, true)...) // past the start in the middle
	jump := append([][2]float64{{46, 7}, {46, 7}}, straight(400, false)...)
	noFix := recorded(straight(500, false))
	for i := range 20 { // the sensor found no position at first
		noFix.Data[training.Latitude].Valid.Clear(i)
	}
	for name, is := range map[string]struct {
		c         *training.Columns
		clip      float64
		stretches int
		cut       bool
		first     int // no row before it
	}{
		"out and back":           {recorded(straight(400, true)), 300, 1, true, 38},
		"past the start":         {recorded(laps), 300, 2, true, 38},
		"shorter than the clip":  {recorded(straight(30, false)), 300, 0, true, 0},
		"little is left":         {recorded(straight(120, false)), 300, 0, true, 0},
		"nothing is cut":         {recorded(straight(400, false)), 0, 1, false, 0},
		"a stale first position": {recorded(jump), 300, 1, true, 40},
		"no position at first":   {noFix, 300, 1, true, 58},
	} {
		r := Cutting{ClipM: is.clip, Sport: training.Cycling}.cut(is.c)
		if len(r.stretches) != is.stretches || r.cut != is.cut {
			t.Errorf("%s: %v, cut %v", name, r.stretches, r.cut)
		}
		if len(r.stretches) > 0 && r.stretches[0].from < is.first {
			t.Errorf("%s: it begins at %d", name, r.stretches[0].from)
		}
	}
	indoor := &training.Columns{TimeS: []int32{0, 1, 2}}
	if r := (Cutting{ClipM: 300}).cut(indoor); r.cut || r.tracked || len(r.stretches) != 1 {
		t.Errorf("indoor: %+v", r)
	}
}

// TestAHoleOverAPlaceIsNotDrawnThrough: the sensor slept while it passed home.
func TestAHoleOverAPlaceIsNotDrawnThrough(t *testing.T) {
	t.Parallel()
	way := straight(300, false)
	home := way[150]
	way = append(append([][2]float64{}, way[:110]...), way[190:]...)
	c := recorded(way)
	for i := 110; i < len(way); i++ {
		c.TimeS[i] += 80
	}
	zone := training.PrivacyZone{LatDeg: home[0], LonDeg: home[1], RadiusM: 100}
	r := Cutting{Places: document.HiddenPlaces{zone}, Sport: training.Cycling}.cut(c)
	if len(r.stretches) != 2 || r.stretches[0].to != 110 {
		t.Errorf("%v", r.stretches)
	}
}

// TestPagesOfOneDoorTellOneSquare: starts some metres apart have the same circle,
// whose middle is not the start.
func TestPagesOfOneDoorTellOneSquare(t *testing.T) {
	t.Parallel()
	seen := map[training.PrivacyZone]int{}
	for i := range 100 {
		end := fix{lat: 47.37 + float64(i%10)/1e5, lon: 8.54 + float64(i/10)/1e5}
		z := around(end, 300)
		seen[z]++
		if d := haversine([2]float64{end.lat, end.lon}, [2]float64{z.LatDeg, z.LonDeg}); d > 151 || d+300 > z.RadiusM {
			t.Errorf("%v lies %.0f m from the middle of %v", end, d, z)
		}
	}
	if len(seen) > 4 {
		t.Errorf("100 starts within 15 m have %d circles", len(seen))
	}
}

func TestMarksStandAtRoundValues(t *testing.T) {
	t.Parallel()
	for _, m := range append(ups(0, 37.4), paces(5.2, 1000)...) {
		at, err := strconv.ParseFloat(m.at[:len(m.at)-1], 64)
		if err != nil || at < 0 || at > 100 {
			t.Errorf("%v", m)
		}
	}
	for v, want := range map[float64]float64{7: 10, 0.3: 0.5, 21: 25, 100: 100} {
		if got := picture.Round(v); math.Abs(got-want) > 1e-9 {
			t.Errorf("Round(%g) is %g, not %g", v, got, want)
		}
	}
}

// TestATrackToSendIsThatOfThePage: a picture shows no point that a page for others would not.
func TestATrackToSendIsThatOfThePage(t *testing.T) {
	t.Parallel()
	c := recorded(wander([]float64{0.1, 0.3, 0.5, 0.2, 0.4}, 60, false))
	for _, clipM := range []float64{0, 300, 1000, 5000} {
		k := Cutting{ClipM: clipM, More: MoreOf("a1"), Sport: training.Cycling}
		left := k.cut(c)
		want := left.draw(c)
		lines, cut := k.Track(c)
		if cut != left.cut || (want == nil) != (lines == nil) {
			t.Fatalf("%g m: cut %v, %d lines", clipM, cut, len(lines))
		}
		for i := range lines {
			for n, p := range lines[i] {
				if q := want.lines[i][n]; p != (picture.Point{X: float64(q.x), Y: float64(q.y)}) {
					t.Errorf("%g m: point %d of line %d is %v, not %v", clipM, n, i, p, q)
				}
			}
		}
		if whole := clipM == 0; whole == cut || clipM <= 300 && lines == nil {
			t.Errorf("%g m are cut: %v, %d lines", clipM, cut, len(lines))
		}
	}
	if lines, cut := (Cutting{ClipM: 300}).Track(&training.Columns{}); lines != nil || cut {
		t.Errorf("a ride indoors has %d lines", len(lines))
	}
}
