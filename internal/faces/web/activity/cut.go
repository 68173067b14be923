package activity

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// The rule for the parts of a track that are cut before others see it.
const (
	// roundM is the grid to which positions in the file are rounded, and paddingM
	// the most that rounding and straight lines between rows may move a position.
	roundM   = 10.0
	paddingM = 15.0
	// A step that is jumpM longer than the sport's top speed allows, or longer than
	// holeM, ends the track: a new one begins after it, and both ends are cut.
	jumpM   = 100.0
	holeM   = 1000.0
	fastMPS = 36.0 // if the sport has no limit
	// leastStretchM is the shortest stretch to keep between two cut stretches, and
	// leastLeftM the shortest remainder that is worth showing.
	leastStretchM = 200.0
	leastLeftM    = 500.0
	// thinM is the shortest step that counts as movement: positions wander while a
	// sensor stands still.
	thinM = 10.0
)

// Cutting defines the parts to hide from others in addition to the athlete's own hidden
// places.
type Cutting struct {
	Places document.HiddenPlaces
	// ClipM is the distance in m that is cut at both ends: along the track, and around each end.
	ClipM float64
	// More extends the cut along the track at the start and at the end, each by a
	// share of ClipM. If both ends were equal, half the difference between the
	// stated and the drawn distance would lead to the door.
	More  [2]float64
	Sport training.Sport
}

// MoreOf returns two shares from 0 to a half that are always the same for an
// activity, so that comparing two copies of its page reveals nothing.
func MoreOf(id string) [2]float64 {
	sum := sha256.Sum256([]byte("share " + id))
	part := func(b []byte) float64 { return float64(binary.BigEndian.Uint32(b)) / (1 << 33) }
	return [2]float64{part(sum[:]), part(sum[4:])}
}

// stretch is a range of a recording's rows, from one up to, but not including, another.
type stretch struct{ from, to int }

// remains holds the parts of a recording that may be shown.
type remains struct {
	stretches []stretch
	tracked   bool      // the recording has positions
	cut       bool      // some of it is not shown
	alongM    []float64 // the distance up to each row; nil without positions
}

// fix is a position in a recording.
type fix struct {
	row      int
	lat, lon float64
	alongM   float64
}

// cut removes from a recording the parts that others may not see. A recording
// without positions does not reveal where it was made.
func (k Cutting) cut(c *training.Columns) remains {
	fixes := fixesOf(c)
	if c.Len() == 0 {
		return remains{}
	}
	if len(fixes) == 0 {
		return remains{stretches: []stretch{{0, c.Len()}}}
	}
	ways := k.ways(c, fixes)
	places := k.places(fixes, ways)
	r := remains{tracked: true, alongM: alongRows(c.Len(), fixes)}
	seen := shownFixes(c, fixes, places)
	total := 0.0
	for _, w := range ways {
		k.clip(seen[w.from:w.to], fixes[w.from:w.to])
		for _, s := range runs(seen[w.from:w.to], fixes[w.from:w.to], places) {
			total += fixes[w.from+s.to-1].alongM - fixes[w.from+s.from].alongM
			r.stretches = append(r.stretches, stretch{fixes[w.from+s.from].row, fixes[w.from+s.to-1].row + 1})
		}
	}
	if len(places) == 0 { // nothing is hidden, not even before the first position
		if len(ways) == 1 {
			r.stretches = []stretch{{0, c.Len()}}
		}
		return r
	}
	whole := stretch{fixes[0].row, fixes[len(fixes)-1].row + 1}
	r.cut = len(r.stretches) != 1 || r.stretches[0] != whole
	if r.cut && total < leastLeftM {
		r.stretches = nil
	}
	return r
}

// fixesOf returns the positions of a recording, with the distance up to each.
func fixesOf(c *training.Columns) []fix {
	out := make([]fix, 0, c.Len())
	var counted fix // the last fix that counted as movement
	for i := range c.Len() {
		lat, lon, ok := c.Position(i)
		if !ok {
			continue
		}
		f := fix{row: i, lat: lat, lon: lon}
		if len(out) == 0 {
			counted = f
		}
		f.alongM = counted.alongM
		if d := training.MetresBetween(counted.lat, counted.lon, f.lat, f.lon); d >= thinM {
			f.alongM += d
			counted = f
		}
		out = append(out, f)
	}
	return out
}

// ways splits the fixes at jumps that the athlete cannot have made.
func (k Cutting) ways(c *training.Columns, fixes []fix) (out []stretch) {
	fast := float64(stream.MaxSpeedMMS(k.Sport)) / 1000
	if fast == 0 {
		fast = fastMPS
	}
	from := 0
	for i := 1; i < len(fixes); i++ {
		a, b := fixes[i-1], fixes[i]
		far, took := training.MetresBetween(a.lat, a.lon, b.lat, b.lon), float64(c.TimeS[b.row]-c.TimeS[a.row])
		if far > holeM || far > jumpM+fast*took {
			out = append(out, stretch{from, i})
			from = i
		}
	}
	return append(out, stretch{from, len(fixes)})
}

// shownFixes reports for each fix whether it is outside every hidden place.
func shownFixes(c *training.Columns, fixes []fix, places document.HiddenPlaces) []bool {
	left := &training.Columns{TimeS: c.TimeS}
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		left.Data[ch] = training.Column{Values: slices.Clone(c.Data[ch].Values), Valid: slices.Clone(c.Data[ch].Valid)}
	}
	places.Blank(left)
	out := make([]bool, len(fixes))
	for i, f := range fixes {
		_, out[i] = left.At(training.Latitude, f.row)
	}
	return out
}

// clip hides both ends of a track.
func (k Cutting) clip(seen []bool, way []fix) {
	if k.ClipM <= 0 {
		return
	}
	first, last := way[0].alongM, way[len(way)-1].alongM
	for i, f := range way {
		if f.alongM-first < k.ClipM*(1+k.More[0]) || last-f.alongM < k.ClipM*(1+k.More[1]) {
			seen[i] = false
		}
	}
}

// runs returns the visible stretches of a track; a straight line across a
// hidden place also ends one.
func runs(seen []bool, way []fix, places document.HiddenPlaces) (out []stretch) {
	from := -1
	end := func(to int) {
		whole := from == 0 && to == len(way)
		if from >= 0 && (whole || way[to-1].alongM-way[from].alongM >= leastStretchM) {
			out = append(out, stretch{from, to})
		}
		from = -1
	}
	for i := range way {
		if !seen[i] || i > 0 && seen[i-1] && crosses(way[i-1], way[i], places) {
			end(i)
		}
		if seen[i] && from < 0 {
			from = i
		}
	}
	end(len(way))
	return out
}

// alongRows returns the distance up to each row, in metres: the distance of the
// last fix.
func alongRows(rows int, fixes []fix) []float64 {
	out, at := make([]float64, rows), 0
	for i := range out {
		for at+1 < len(fixes) && fixes[at+1].row <= i {
			at++
		}
		out[i] = fixes[at].alongM
	}
	return out
}

// places returns the athlete's hidden places, enlarged for rounding, and the
// places around the ends of each track, so that one rule hides them all.
func (k Cutting) places(fixes []fix, ways []stretch) document.HiddenPlaces {
	out := slices.Clone(k.Places)
	for i := range out {
		out[i].RadiusM += paddingM
	}
	if k.ClipM <= 0 {
		return out
	}
	for _, w := range ways {
		for _, end := range []fix{fixes[w.from], fixes[w.to-1]} {
			if z := around(end, k.ClipM); !slices.Contains(out, z) {
				out = append(out, z)
			}
		}
	}
	return out
}

// around returns a place that covers everything within a distance of an end. Its centre is
// the centre of a grid square on the earth, not the end itself: all pages that begin at one
// door show the same square, so a circle through the ends of their tracks does not lead
// closer.
func around(end fix, clipM float64) training.PrivacyZone {
	side := clipM / math.Sqrt2 // no corner is farther than half of clipM from the centre
	step := side / training.MetresPerDegree
	lat := (math.Floor(end.lat/step) + 0.5) * step
	wide := step / math.Max(0.01, math.Cos(lat*math.Pi/180))
	lon := (math.Floor(end.lon/wide) + 0.5) * wide
	return training.PrivacyZone{LatDeg: lat, LonDeg: math.Remainder(lon, 360), RadiusM: 1.5*clipM + 2*paddingM}
}

// crosses reports whether the line between two fixes crosses a hidden place.
func crosses(a, b fix, places document.HiddenPlaces) bool {
	n := int(training.MetresBetween(a.lat, a.lon, b.lat, b.lon) / roundM)
	if len(places) == 0 {
		return false
	}
	for i := 1; i < n; i++ {
		share := float64(i) / float64(n)
		if places.Hold(a.lat+share*(b.lat-a.lat), a.lon+share*math.Remainder(b.lon-a.lon, 360)) {
			return true
		}
	}
	return false
}
