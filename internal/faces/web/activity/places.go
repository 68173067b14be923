package activity

import (
	"math"
	"slices"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// places are those of the athlete, with room for what is rounded, and the ends
// of each way: the same rule hides all of them.
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

// around is a place that holds all within a distance of an end. Its middle is
// that of a square of a grid over the earth, not the end: all pages that begin
// at one door tell of one square, and no circle through the ends of their ways
// leads closer.
func around(end fix, clipM float64) training.PrivacyZone {
	side := clipM / math.Sqrt2 // no corner is farther than half of clipM from the middle
	step := side / metresPerDegree
	lat := (math.Floor(end.lat/step) + 0.5) * step
	wide := step / math.Max(0.01, math.Cos(lat*math.Pi/180))
	lon := (math.Floor(end.lon/wide) + 0.5) * wide
	return training.PrivacyZone{LatDeg: lat, LonDeg: math.Remainder(lon, 360), RadiusM: 1.5*clipM + 2*paddingM}
}

// crosses reports whether the line between two fixes leads over a place.
func crosses(a, b fix, places document.HiddenPlaces) bool {
	n := int(metres(a.lat, a.lon, b.lat, b.lon) / roundM)
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

// metres are between two places near each other.
func metres(lat, lon, lat2, lon2 float64) float64 {
	east := math.Remainder(lon2-lon, 360) * math.Cos((lat+lat2)/2*math.Pi/180)
	return metresPerDegree * math.Hypot(lat2-lat, east)
}
