package activity

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// toleranceM is the greatest distance, in m, between the drawn line and a
// position that it omits.
const toleranceM = 5.0

// drawnWay is the track in units of roundM, relative to the west and north
// edges of the visible part: nothing in it reveals where on earth it is.
type drawnWay struct {
	lines         [][]point
	width, height int // size of the drawing
}

type point struct{ x, y int }

// draw places the stretches on the plane, or returns nil if there is nothing to draw.
func (r *remains) draw(c *training.Columns) *drawnWay {
	if !r.tracked {
		return nil
	}
	flat := planeOf(c, r.stretches)
	w := &drawnWay{}
	for _, s := range r.stretches {
		if line := rounded(simplified(flat.line(c, s))); len(line) > 1 {
			w.lines = append(w.lines, line)
		}
	}
	if len(w.lines) == 0 {
		return nil
	}
	w.toCorner()
	return w
}

// Track returns the part of a track that others may see, in units of 10 m from its corner, and
// whether anything is left out. It has no lines if nothing is left.
func (k Cutting) Track(c *training.Columns) (lines [][]picture.Point, cut bool) {
	left := k.cut(c)
	w := left.draw(c)
	if w == nil {
		return nil, left.cut
	}
	for _, line := range w.lines {
		points := make([]picture.Point, len(line))
		for i, p := range line {
			points[i] = picture.Point{X: float64(p.x), Y: float64(p.y)}
		}
		lines = append(lines, points)
	}
	return lines, left.cut
}

// toCorner shifts the coordinates so that they start from the corner of the
// box.
func (w *drawnWay) toCorner() {
	low, high := w.lines[0][0], w.lines[0][0]
	for _, line := range w.lines {
		for _, p := range line {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	for _, line := range w.lines {
		for i := range line {
			line[i].x, line[i].y = line[i].x-low.x, line[i].y-low.y
		}
	}
	w.width, w.height = high.x-low.x, high.y-low.y
}

// plane measures metres east and south of a centre.
type plane struct{ lat, lon, east float64 }

type place struct{ x, y float64 }

func planeOf(c *training.Columns, all []stretch) plane {
	low, high, lon, some := 0.0, 0.0, 0.0, false
	for _, s := range all {
		for i := s.from; i < s.to; i++ {
			lat, at, ok := c.Position(i)
			if ok && !some {
				low, high, lon, some = lat, lat, at, true
			}
			if ok {
				low, high = min(low, lat), max(high, lat)
			}
		}
	}
	middle := (low + high) / 2
	return plane{middle, lon, math.Cos(middle * math.Pi / 180)}
}

func (f plane) line(c *training.Columns, s stretch) (out []place) {
	for i := s.from; i < s.to; i++ {
		if lat, lon, ok := c.Position(i); ok {
			x := math.Remainder(lon-f.lon, 360) * f.east * training.MetresPerDegree
			out = append(out, place{x, (f.lat - lat) * training.MetresPerDegree})
		}
	}
	return out
}

// simplified returns a simplified line, with every omitted point within the
// tolerance, by Douglas and Peucker (1973).
func simplified(line []place) (out []place) {
	if len(line) < 3 {
		return line
	}
	keep := make([]bool, len(line))
	keep[0], keep[len(line)-1] = true, true
	for open := []stretch{{0, len(line) - 1}}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if k := farthest(line, s); k > 0 {
			keep[k] = true
			open = append(open, stretch{s.from, k}, stretch{k, s.to})
		}
	}
	for i, p := range line {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// farthest returns the index of the point farthest from the line between two
// others, or 0 if all are within the tolerance.
func farthest(line []place, s stretch) (best int) {
	a, b, limit := line[s.from], line[s.to], toleranceM
	for k := s.from + 1; k < s.to; k++ {
		share, square := 0.0, (b.x-a.x)*(b.x-a.x)+(b.y-a.y)*(b.y-a.y)
		if square > 0 {
			share = min(1, max(0, ((line[k].x-a.x)*(b.x-a.x)+(line[k].y-a.y)*(b.y-a.y))/square))
		}
		if d := math.Hypot(line[k].x-a.x-share*(b.x-a.x), line[k].y-a.y-share*(b.y-a.y)); d > limit {
			best, limit = k, d
		}
	}
	return best
}

// rounded returns the points in whole units, without consecutive repetitions.
func rounded(line []place) (out []point) {
	for _, p := range line {
		q := point{int(math.Round(p.x / roundM)), int(math.Round(p.y / roundM))}
		if n := len(out); n == 0 || out[n-1] != q {
			out = append(out, q)
		}
	}
	return out
}

// path returns the line as an SVG path.
func (w *drawnWay) path() string {
	var b strings.Builder
	for _, line := range w.lines {
		for i, p := range line {
			pen := "L"
			if i == 0 {
				pen = "M"
			}
			b.WriteString(pen + strconv.Itoa(p.x) + " " + strconv.Itoa(p.y))
		}
	}
	return b.String()
}

// The smallest and greatest ratio of the picture's width to its height.
const (
	leastRatio = 1.5
	mostRatio  = 2.4
)

// frame returns the box of the picture: the track is in its middle, with a margin.
func (w *drawnWay) frame() (x, y, width, height float64) {
	wide, high := float64(max(w.width, 10)), float64(max(w.height, 5))
	margin := 0.07 * max(wide, high*leastRatio)
	wide, high = wide+2*margin, high+2*margin
	ratio := min(mostRatio, max(leastRatio, wide/high))
	width = max(wide, high*ratio)
	height = width / ratio
	return (float64(w.width) - width) / 2, (float64(w.height) - height) / 2, width, height
}

func (w *drawnWay) viewBox() string {
	x, y, width, height := w.frame()
	return page.Coordinate(x) + " " + page.Coordinate(y) + " " + page.Coordinate(width) + " " + page.Coordinate(height)
}

// scale returns a round length and its share of the picture's width.
func (w *drawnWay) scale(p *page.Page) (text, percent string) {
	_, _, width, _ := w.frame()
	metres := width * roundM
	unit, per := lengthUnit(p, metres/5)
	n := niceBelow(metres / 5 / per)
	return strconv.FormatFloat(n, 'f', -1, 64) + " " + unit, page.Coordinate(100*n*per/metres) + "%"
}

// zoneTable returns the time in the zones of the given kind, or nil if there are
// none.
func zoneTable(p *page.Page, a *Activity, kind string) *page.Table {
	z := page.Or(a.Zones[kind])
	if len(z.Zones) == 0 {
		return nil
	}
	unit := "_w"
	switch {
	case kind == "hr":
		unit = "_bpm"
	case kind == "pace" && a.Sport == "swimming":
		unit = "_pace_s_per_100m"
	case kind == "pace":
		unit = "_pace_s_per_km"
	}
	t := &page.Table{ID: "zones-" + kind, Caption: zoneTitle(p, kind), Columns: []page.Column{
		{Key: "zone", Title: p.Say("Zone"), Text: true},
		{Key: "from" + unit, Title: p.Say("From")},
		{Key: "to" + unit, Title: p.Say("To")},
		{Key: "duration_s", Title: p.Say("Time")},
		{Key: "share_pct", Title: p.Say("Share")},
	}}
	for _, x := range z.Zones {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			page.Words(text(x["name"])), p.Cell("from"+unit, figure(x["from"+unit])), p.Cell("to"+unit, figure(x["to"+unit])),
			p.Cell("duration_s", figure(x["seconds"])), p.Cell("share_pct", figure(x["percent"])),
		}})
	}
	return p.Show(t)
}

func zoneTitle(p *page.Page, kind string) string {
	switch kind {
	case "power":
		return p.Say("Time in power zones")
	case "hr":
		return p.Say("Time in heart rate zones")
	}
	return p.Say("Time in pace zones")
}
