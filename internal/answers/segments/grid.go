package segments

import (
	"math"

	"lapkeep/internal/metrics/route"
)

// stepsPerDegree is that of a [route.Point].
const stepsPerDegree = 100_000

// cell is a place of a grid whose rows are even in latitude. Each row has
// columns of its own, so that a cell is about as wide as it is high.
type cell struct{ row, column int32 }

// grid finds what lies near a place. Its cells are square and wrap around the earth.
type grid struct{ sideM float64 }

// columns is how many cells a row has around the earth, one at the poles.
func (g grid) columns(row int32) int32 {
	lat := (float64(row) + 0.5) * g.sideM / metresPerDegree
	return max(1, int32(360*metresPerDegree*max(0, math.Cos(lat*math.Pi/180))/g.sideM))
}

const metresPerDegree = 6_371_000 * math.Pi / 180

func (g grid) row(p route.Point) int32 {
	return int32(math.Floor(float64(p.Lat) / stepsPerDegree * metresPerDegree / g.sideM))
}

// at is the cell of a place within a row.
func (g grid) at(p route.Point, row int32) cell {
	n := g.columns(row)
	turn := float64(p.Lon) / (360 * stepsPerDegree)
	return cell{row, int32((turn-math.Floor(turn))*float64(n)) % n}
}

func (g grid) of(p route.Point) cell { return g.at(p, g.row(p)) }

// around calls f with the cell of a place and those beside it: what is not in
// them is at least half a cell away.
func (g grid) around(p route.Point, f func(cell)) {
	for row := g.row(p) - 1; row <= g.row(p)+1; row++ {
		c, n := g.at(p, row), g.columns(row)
		for d := range min(3, n) {
			f(cell{row, (c.column + n + d - 1) % n})
		}
	}
}

// metres is the distance of two places that are near each other.
func metres(a, b route.Point) float64 {
	const step = metresPerDegree / stepsPerDegree
	east := math.Remainder(float64(b.Lon)-float64(a.Lon), 360*stepsPerDegree) * math.Cos(float64(a.Lat)/stepsPerDegree*math.Pi/180)
	return math.Hypot((float64(b.Lat)-float64(a.Lat))*step, east*step)
}
