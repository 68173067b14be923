package route

import "math"

// corridor tells quickly of most positions outside a line's corridor that they
// are: it is a grid in which the cells around the line are marked.
type corridor struct {
	west, south, cells float64 // the corner, and cells a metre
	marked             [gridSide][gridSide / 64]uint64
}

const (
	gridSide = 256
	// leastCellM is the least side of a cell. A line is marked at least every
	// half of a cell, so that what is in its corridor lies within CorridorM
	// and a quarter of a cell of a place that is marked: at most one cell away.
	leastCellM = 70.0
	// gridEdge is how many cells are beyond the line on either side.
	gridEdge = 2
)

func corridorOf(line segments) *corridor {
	west, south := line[0].x, line[0].y
	east, north := west, south
	for i := range line {
		x, y := line[i].x+line[i].dx, line[i].y+line[i].dy
		west, east, south, north = min(west, x), max(east, x), min(south, y), max(north, y)
	}
	cell := max(leastCellM, max(east-west, north-south)/(gridSide-2*gridEdge-1))
	c := &corridor{west: west - gridEdge*cell, south: south - gridEdge*cell, cells: 1 / cell}
	for i := range line {
		s := &line[i]
		n := math.Ceil(2 * (s.to - s.from) * c.cells)
		for k := 0.0; k <= n; k++ {
			share := k / max(1, n)
			c.mark(s.x+share*s.dx, s.y+share*s.dy)
		}
	}
	return c
}

// mark marks the cell of a place and those around it.
func (c *corridor) mark(x, y float64) {
	column, row := int((x-c.west)*c.cells), int((y-c.south)*c.cells)
	for r := row - 1; r <= row+1; r++ {
		for k := column - 1; k <= column+1; k++ {
			c.marked[r][k/64] |= 1 << (k % 64)
		}
	}
}

// far reports that a position is outside the corridor; false says nothing.
func (c *corridor) far(x, y float64) bool {
	column, row := int((x-c.west)*c.cells), int((y-c.south)*c.cells)
	return uint(column) >= gridSide || uint(row) >= gridSide || c.marked[row][column/64]&(1<<(column%64)) == 0
}
