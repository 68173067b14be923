package match

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// Verdict is the finding of one piece of evidence on two recordings.
type Verdict uint8

// The verdicts.
const (
	Silent Verdict = iota // one of them lacks it, or it is too little to tell
	Against
	Agrees
)

// Sign is one piece of evidence. Measure is what its verdict rests on: the
// share of the moments at which both were in one place, 0 to 1, or the
// correlation of a signal, -1 to 1.
type Sign struct {
	Verdict Verdict
	Measure float64
}

// judge turns a measure into a sign.
func judge(measure, agrees, against float64) Sign {
	switch {
	case measure >= agrees:
		return Sign{Agrees, measure}
	case measure < against:
		return Sign{Against, measure}
	}
	return Sign{Silent, measure}
}

// The thresholds of the evidence.
const (
	trackPoints   = 60  // positions compared over the common time
	trackNearM    = 150 // a receiver in a pocket and a second of clock error at speed
	trackGapS     = 15  // a position further away in time says nothing
	trackAgrees   = 0.8
	trackAgainst  = 0.3
	cellS         = 5  // correlation is over means of 5 s
	minCells      = 24 // of two minutes at least
	lagCells      = 4  // clocks may differ by 20 s
	correlAgrees  = 0.8
	correlAgainst = 0.3
)

// sameTrack compares where two recordings were at the same moments.
func sameTrack(a, b *timed) Sign {
	from, to := common(a, b)
	near, seen := 0, 0
	for i := range trackPoints {
		at := from + (to-from)*(float64(i)+0.5)/trackPoints
		lat1, lon1, ok1 := a.positionAt(at)
		lat2, lon2, ok2 := b.positionAt(at)
		if !ok1 || !ok2 {
			continue
		}
		seen++
		if metresBetween(lat1, lon1, lat2, lon2) <= trackNearM {
			near++
		}
	}
	if seen < trackPoints/6 {
		return Sign{}
	}
	return judge(float64(near)/float64(seen), trackAgrees, trackAgainst)
}

// metresBetween is the distance on a sphere, good to half a percent.
func metresBetween(lat1, lon1, lat2, lon2 float64) float64 {
	const earthM, rad = 6371000.0, math.Pi / 180
	dlon := math.Mod(lon2-lon1+540, 360) - 180
	x := dlon * rad * math.Cos((lat1+lat2)/2*rad)
	y := (lat2 - lat1) * rad
	return earthM * math.Hypot(x, y)
}

// sameSignal correlates a channel of two recordings over their common time,
// letting their clocks differ a little. A signal that hardly moves says
// nothing by its correlation, only by its level.
func sameSignal(a, b *timed, ch training.Channel, noise float64) Sign {
	from, to := common(a, b)
	x, y := a.cells(ch, from, to), b.cells(ch, from, to)
	best, enough := -1.0, false
	for lag := -lagCells; lag <= lagCells; lag++ {
		r, ok := correlation(x, y, lag, noise)
		if ok {
			best, enough = max(best, r), true
		}
	}
	if !enough {
		return Sign{}
	}
	return judge(best, correlAgrees, correlAgainst)
}

// correlation is Pearson's r of x[i] and y[i+lag] where both have a value;
// false if there are too few or if either hardly moves.
func correlation(x, y []float64, lag int, noise float64) (float64, bool) {
	var n, sx, sy, sxx, syy, sxy float64
	for i := range x {
		j := i + lag
		if j < 0 || j >= len(y) || math.IsNaN(x[i]) || math.IsNaN(y[j]) {
			continue
		}
		n++
		sx, sy = sx+x[i], sy+y[j]
		sxx, syy, sxy = sxx+x[i]*x[i], syy+y[j]*y[j], sxy+x[i]*y[j]
	}
	if n < minCells {
		return 0, false
	}
	vx, vy := sxx/n-sx/n*sx/n, syy/n-sy/n*sy/n
	if vx < noise*noise || vy < noise*noise {
		return 0, false
	}
	return (sxy/n - sx/n*sy/n) / math.Sqrt(vx*vy), true
}

// timed is a recording with its columns on the clock of the world.
type timed struct {
	startS float64 // Unix seconds
	endS   float64
	cols   *training.Columns
}

func timedOf(r *training.Recording, cols *training.Columns) *timed {
	s := float64(r.Start.UnixMilli()) / 1000
	return &timed{startS: s, endS: s + r.ElapsedS, cols: cols}
}

// common is the span that both cover; it is empty if to <= from.
func common(a, b *timed) (from, to float64) { return max(a.startS, b.startS), min(a.endS, b.endS) }

// positionAt is the position in degrees nearest in time.
func (t *timed) positionAt(unixS float64) (lat, lon float64, ok bool) {
	at := int32(math.Round(unixS - t.startS))
	i, _ := slices.BinarySearch(t.cols.TimeS, at)
	bestGap := int32(trackGapS + 1)
	for _, k := range []int{i - 1, i} {
		if k < 0 || k >= t.cols.Len() {
			continue
		}
		la, ok1 := t.cols.At(training.Latitude, k)
		lo, ok2 := t.cols.At(training.Longitude, k)
		if gap := max(at-t.cols.TimeS[k], t.cols.TimeS[k]-at); ok1 && ok2 && gap < bestGap {
			lat, lon = float64(la)/training.Latitude.Scale(), float64(lo)/training.Longitude.Scale()
			bestGap, ok = gap, true
		}
	}
	return lat, lon, ok
}

// cells is the mean of a channel in each cell of the span, NaN where a cell
// has no value.
func (t *timed) cells(ch training.Channel, from, to float64) []float64 {
	n := int(max(0, to-from) / cellS)
	sums, counts := make([]float64, n), make([]int, n)
	for i, at := range t.cols.TimeS {
		c := int(math.Floor((t.startS + float64(at) - from) / cellS))
		if c < 0 || c >= n {
			continue
		}
		if v, ok := t.cols.At(ch, i); ok {
			sums[c] += float64(v)
			counts[c]++
		}
	}
	for i := range sums {
		if counts[i] == 0 {
			sums[i] = math.NaN()
			continue
		}
		sums[i] /= float64(counts[i])
	}
	return sums
}
