package route

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWhatIsFarIsOutside: a position that the grid calls far lies in the
// corridor of no segment, however long the line and the cells are.
func TestWhatIsFarIsOutside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		spread := rapid.SampledFrom([]int32{300, 5000, 90_000, 2_000_000}).Draw(t, "spread")
		steps := rapid.Int32Range(-spread, spread)
		line := make([]Point, rapid.IntRange(2, 30).Draw(t, "points"))
		for i := range line {
			line[i] = Point{Lat: 4_600_000 + steps.Draw(t, "lat"), Lon: 17_990_000 + steps.Draw(t, "lon")}
		}
		own := planeAt(line[0]).segments(line, nil)
		c := corridorOf(own)
		offset := rapid.Float64Range(-120, 120)
		for i := range own {
			x, y := own[i].position(own[i].from + rapid.Float64Range(0, 1).Draw(t, "along")*(own[i].to-own[i].from))
			x, y = x+offset.Draw(t, "east"), y+offset.Draw(t, "north")
			if _, _, in := own.search(x, y); in && c.far(x, y) {
				t.Fatalf("%v, %v is in the corridor and far from it", x, y)
			}
		}
		if x, y := own[0].x, own[0].y; !c.far(x+1e9, y) || !c.far(x, y-1e9) || c.far(x, y) {
			t.Fatal("what lies a million kilometres away is near, or the start is far")
		}
	})
}
