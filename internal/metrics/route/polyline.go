package route

import "slices"

// smallPoints is the maximum number of points of a line for a small picture, and smallShare
// the initial tolerance as a share of its extent: about a pixel.
const (
	smallPoints = 40
	smallShare  = 1.0 / 80
)

// Small returns a line simplified for a small picture.
func Small(line []Point) []Point {
	if len(line) < 3 {
		return line
	}
	p := planeAt(line[0]).path(line)
	tolerance := smallShare * max(slices.Max(p.x)-slices.Min(p.x), slices.Max(p.y)-slices.Min(p.y), thinM)
	for {
		keep := p.simplify(tolerance)
		if tolerance *= 1.5; len(keep) > smallPoints {
			continue
		}
		out := make([]Point, len(keep))
		for i, k := range keep {
			out[i] = line[k]
		}
		return out
	}
}

// Polyline returns a line in Google's polyline encoding with five decimals:
// https://developers.google.com/maps/documentation/utilities/polylinealgorithm.
func Polyline(line []Point) string {
	var b []byte
	var last Point
	for _, p := range line {
		for _, d := range [2]int64{int64(p.Lat) - int64(last.Lat), int64(p.Lon) - int64(last.Lon)} {
			u := uint64(d<<1 ^ d>>63) //nolint:gosec // zigzag
			for ; u >= 0x20; u >>= 5 {
				b = append(b, byte(0x20|u&0x1f)+63)
			}
			b = append(b, byte(u)+63)
		}
		last = p
	}
	return string(b)
}

// ParsePolyline returns the line that [Polyline] encoded; ok is false if the text is not
// such a line.
func ParsePolyline(text string) (line []Point, ok bool) {
	var at [2]int64
	for i := 0; len(text) > 0; i ^= 1 {
		var u uint64
		for shift := 0; ; shift += 5 {
			if len(text) == 0 || text[0] < 63 || text[0] > 126 || shift > 35 {
				return nil, false
			}
			c := uint64(text[0]) - 63
			text = text[1:]
			if u |= c & 0x1f << shift; c < 0x20 {
				break
			}
		}
		at[i] += int64(u>>1) ^ -int64(u&1) //nolint:gosec // zigzag
		if at[i] != int64(int32(at[i])) {
			return nil, false
		}
		if i == 1 {
			line = append(line, Point{int32(at[0]), int32(at[1])}) //nolint:gosec // checked above
		} else if len(text) == 0 {
			return nil, false
		}
	}
	return line, true
}
