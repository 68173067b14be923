package page

import (
	"math"
	"strings"

	"lapkeep/internal/metrics/route"
)

// The size of the box in which the small picture of a track is drawn.
const (
	ThumbWide = 60
	ThumbHigh = 36
)

// TrackCell returns a cell with the small picture of an encoded track, or an empty cell.
func TrackCell(encoded string) Cell {
	line, _ := route.ParsePolyline(encoded)
	lat, lon := make([]float64, len(line)), make([]float64, len(line))
	for i, p := range line {
		lat[i], lon[i] = p.Degrees()
	}
	c := Cell{Line: Drawn(lat, lon, ThumbWide, ThumbHigh), Class: "drawn"}
	if c.Line != "" {
		c.Value = encoded
	}
	return c
}

// Drawn returns a track as an SVG path in a box of the given size, north up. It is empty
// if there are fewer than two points.
func Drawn(lat, lon []float64, wide, high float64) string {
	if len(lat) < 2 || len(lon) != len(lat) {
		return ""
	}
	narrow := math.Cos(lat[0] * math.Pi / 180) // a degree of longitude, in degrees of latitude
	left, right, low, top := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, y := range lat {
		x := lon[i] * narrow
		left, right, low, top = min(left, x), max(right, x), min(low, y), max(top, y)
	}
	scale := min((wide-4)/max(right-left, 1e-9), (high-4)/max(top-low, 1e-9))
	var b strings.Builder
	pen := "M"
	for i, y := range lat {
		x := wide/2 + (lon[i]*narrow-(left+right)/2)*scale
		b.WriteString(pen + Coordinate(x) + " " + Coordinate(high/2-(y-(low+top)/2)*scale))
		pen = "L"
	}
	return b.String()
}
