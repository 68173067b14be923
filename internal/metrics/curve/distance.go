package curve

import (
	"math"
	"slices"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// EffortsVersion is the version of the rule in [Efforts].
const EffortsVersion = 4

// Effort is the shortest time over a distance.
type Effort struct {
	DistanceM float64
	TimeS     float64 // elapsed time, interpolated within a second; see [Effort.Believed]
	StartS    float64 // seconds since the start of the recording
}

// Believed reports whether the time is within what the sport's records allow. An effort
// that is faster has no time, but is kept to show that the recording is long enough.
func (e Effort) Believed() bool { return e.TimeS > 0 }

// Rounded returns the effort with its time rounded to the millisecond, so that
// every answer rounds the same time.
func (e Effort) Rounded() Effort {
	const perS = 1000
	e.TimeS = math.Round(e.TimeS*perS) / perS
	return e
}

// Efforts returns the best effort over each distance up to the length of the
// recording, or the reason why there is none. Time is elapsed time. Between rows,
// distance is interpolated linearly. The distance before the first row and after
// the last one is included, as it is in the total. The track is cut at any step faster
// than the sport allows. A shortest time below the sport's records is rejected and not
// replaced by a longer one, which would contain part of the same fault.
func Efforts(v *stream.View, distances []float64) (efforts []Effort, missing i18n.Sentence) {
	return TracksOf(v).Efforts(distances)
}

// Tracks is a recording's distance over time, cut at jumps.
type Tracks struct {
	sport    training.Sport
	recorded bool
	tracks   []track
	// totalled is set if the device's total decided whether the distance before the
	// first row belongs to the recording.
	totalled bool
	// tailS and tailM are the time and the distance after the last row.
	tailS, tailM float64
}

// TracksOf reads the distance of a recording, for [Tracks.Efforts] and [Tracks.Pace].
func TracksOf(v *stream.View) Tracks {
	t := Tracks{sport: v.Recording.Sport, recorded: v.Has(training.Distance)}
	if t.recorded {
		t.tracks = tracksOf(v)
		t.totalled = v.Way.TotalM > 0
		t.tailS, t.tailM = v.Tail()
	}
	return t
}

// mostEdgeS is the longest time in s for the distance before the first row or
// after the last one.
const mostEdgeS = 10

// mostUncountedS is the maximum time in s before the recording at which the distance of
// the first row may have begun if no total contains that distance.
const mostUncountedS = 2

// whole returns the tracks from the start of the recording to its end. Devices
// count from the start, and their first row often comes a second later, with the
// distance covered until then. The distance at either end is assumed to take at least as
// long as at the mean speed, so that it makes no effort faster. If the mean speed is low,
// a counter that began before the recording would still look like a fast start, so its
// metres are left out unless a total contains them.
func (t Tracks) whole() []track {
	if len(t.tracks) == 0 {
		return nil
	}
	out := slices.Clone(t.tracks)
	if first := out[0]; first.mps() > 0 && first.distM[0] > 0 {
		most := float64(mostEdgeS)
		if !t.totalled {
			most = min(most, first.timeS[0]+mostUncountedS)
		}
		if lead := max(first.timeS[0], first.distM[0]/first.mps()); lead <= most {
			out[0] = track{
				slices.Concat([]float64{first.timeS[0] - lead}, first.timeS), slices.Concat([]float64{0}, first.distM),
			}
		}
	}
	last := &out[len(out)-1]
	if n := len(last.timeS); last.mps() > 0 && t.tailM > 0 {
		if tail := max(t.tailS, t.tailM/last.mps()); tail <= mostEdgeS {
			*last = track{
				append(slices.Clip(last.timeS), last.timeS[n-1]+tail), append(slices.Clip(last.distM), last.distM[n-1]+t.tailM),
			}
		}
	}
	return out
}

// Efforts does the same as the function [Efforts].
func (t Tracks) Efforts(distances []float64) (efforts []Effort, missing i18n.Sentence) {
	if !t.recorded {
		return nil, training.NoDistance
	}
	whole := t.whole()
	for _, d := range distances {
		best := Effort{DistanceM: d}
		for _, tr := range whole {
			tr.shortest(&best)
		}
		best.StartS = max(0, best.StartS)
		if best.TimeS == 0 {
			continue
		}
		if best.TimeS < fastest(t.sport, d) {
			best.TimeS, best.StartS = 0, 0
		}
		efforts = append(efforts, best)
	}
	switch {
	case len(efforts) == 0:
		return nil, "shorter than the shortest distance"
	case !slices.ContainsFunc(efforts, Effort.Believed):
		return nil, "faster than the sport's records"
	}
	return efforts, ""
}

// track is distance over time; both are ascending.
type track struct{ timeS, distM []float64 }

// mps returns the mean speed in m/s, or 0 for a track of fewer than two rows.
func (tr track) mps() float64 {
	n := len(tr.timeS)
	if n < 2 {
		return 0
	}
	return (tr.distM[n-1] - tr.distM[0]) / (tr.timeS[n-1] - tr.timeS[0])
}

// tracksOf cuts the recording at steps faster than the sport allows: no window may
// include such a jump in position.
func tracksOf(v *stream.View) []track {
	var out []track
	limit := float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000
	cur := track{timeS: make([]float64, 0, v.Columns.Len()), distM: make([]float64, 0, v.Columns.Len())}
	for i, t := range v.Columns.TimeS {
		cm, ok := v.At(training.Distance, i)
		if !ok {
			continue
		}
		now, d := float64(t), float64(cm)/100
		k := len(cur.timeS) - 1
		switch {
		case k < 0:
		case now == cur.timeS[k]:
			cur.distM[k] = max(d, cur.distM[k])
			continue
		case d < cur.distM[k] || limit > 0 && d-cur.distM[k] > limit*(now-cur.timeS[k]):
			out, cur = append(out, cur), track{}
		}
		cur.timeS, cur.distM = append(cur.timeS, now), append(cur.distM, d)
	}
	return append(out, cur)
}

// shortest lowers the time of best to the shortest time over the distance of best. A
// shortest stretch begins or ends at a row, so it tries all rows.
func (tr track) shortest(best *Effort) {
	n := len(tr.timeS)
	if n == 0 || tr.distM[n-1]-tr.distM[0] < best.DistanceM-1 {
		return // too short for the distance
	}
	try := func(from, to float64) {
		if s := to - from; s > 0 && (best.TimeS == 0 || s < best.TimeS) {
			best.TimeS, best.StartS = s, from
		}
	}
	// beats avoids the interpolation if the rows inside a window already take too long.
	beats := func(least float64) bool { return best.TimeS == 0 || least < best.TimeS }
	for i, j := 0, 0; i < n; i++ {
		goal := tr.distM[i] + best.DistanceM
		for j < n && tr.distM[j] < goal {
			j++
		}
		if j == n {
			break
		}
		if beats(tr.timeS[max(j-1, 0)] - tr.timeS[i]) {
			try(tr.timeS[i], tr.timeAt(j, goal))
		}
	}
	for i, j := 0, 0; j < n; j++ {
		goal := tr.distM[j] - best.DistanceM
		for i < n && tr.distM[i] <= goal {
			i++
		}
		if i > 0 && beats(tr.timeS[j]-tr.timeS[i]) {
			try(tr.timeAt(i, goal), tr.timeS[j])
		}
	}
}

// timeAt returns the time at distance goal, which must be within the step that
// ends at j.
func (tr track) timeAt(j int, goal float64) float64 {
	if j == 0 {
		return tr.timeS[0]
	}
	share := (goal - tr.distM[j-1]) / (tr.distM[j] - tr.distM[j-1])
	return tr.timeS[j-1] + share*(tr.timeS[j]-tr.timeS[j-1])
}

// record is the shortest plausible time in s over a distance.
type record struct{ distanceM, timeS float64 }

// These are records on foot and in water, with times rounded down to be generous. Their
// speeds fall with distance, so each record also limits all longer distances.
var (
	footRecords = [...]record{
		{400, 43},
		{800, 100},
		{1000, 131},
		{1500, 206},
		{3000, 437},
		{5000, 755},
		{10_000, 1571},
		{halfMarathonM, 3400},
		{marathonM, 7230},
		{100_000, 21_900},
	}
	swimRecords = [...]record{{50, 20}, {100, 45}, {200, 99}, {400, 210}, {800, 440}, {1500, 850}, {10_000, 6000}}
)

// fastest returns the time in s below which an effort is rejected, or 0 for a
// sport without records.
func fastest(s training.Sport, distanceM float64) float64 {
	var records []record
	switch s {
	case training.Running, training.Walking, training.Hiking:
		records = footRecords[:]
	case training.Swimming:
		records = swimRecords[:]
	}
	least := 0.0
	for _, r := range records {
		if r.distanceM <= distanceM {
			least = r.timeS / r.distanceM * distanceM
		}
	}
	return least
}

// WorthVersion is the version of the rule in [Tracks.Worth].
const WorthVersion = 4

// Worth returns the tracks converted to the equivalent distance on the flat: the distance
// of each step is multiplied by the factor of the row that ends it. The distance after
// the last row uses that row's factor. t must be the tracks of v.
func (t Tracks) Worth(v *stream.View, factor func(row int) float64) Tracks {
	out := t
	out.tracks, out.tailM = make([]track, 0, len(t.tracks)), 0
	row := 0
	for i, tr := range t.tracks {
		worth := track{timeS: tr.timeS, distM: make([]float64, len(tr.distM))}
		for j, at := range tr.timeS {
			for row+1 < v.Columns.Len() && float64(v.Columns.TimeS[row]) < at {
				row++
			}
			switch {
			case j > 0:
				worth.distM[j] = worth.distM[j-1] + (tr.distM[j]-tr.distM[j-1])*factor(row)
			case i == 0:
				worth.distM[j] = tr.distM[j] * factor(row)
			}
		}
		out.tracks = append(out.tracks, worth)
	}
	if t.tailM > 0 {
		out.tailM = t.tailM * factor(row)
	}
	return out
}

// Version returns one version for all rules of this package.
func Version() int {
	return stream.RulesetVersion(CurveVersion, MeanMaxVersion, EffortsVersion, FatiguedVersion, NormalizedVersion, PaceVersion,
		WorthVersion, FurtherVersion)
}

// maxDurationS is the longest duration of a curve, one day.
const maxDurationS = 24 * 3600

// Grid returns the durations in s at which curves are stored, ascending: every
// second up to a minute, 2 % steps up to 24 h, and the usual round durations.
// All callers share the same list and must not change it.
func Grid() []int32 { return grid() }

var grid = sync.OnceValue(func() []int32 {
	var g []int32
	for d := int32(1); d <= 60; d++ {
		g = append(g, d)
	}
	for d := 60.0; d*1.02 < maxDurationS; {
		d *= 1.02
		g = append(g, int32(d+0.5))
	}
	minutes := []int32{
		2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 45, 50, 60, 75, 90, 105,
		120, 150, 180, 210, 240, 300, 360, 420, 480, 540, 600, 720, 900, 1080, 1200, 1440,
	}
	for _, m := range minutes {
		g = append(g, m*60)
	}
	g = append(g, 75, 90, 150, 210)
	slices.Sort(g)
	return slices.Compact(g)
})

// Distances returns the distances in m for which a sport's best efforts are kept.
func Distances(s training.Sport) []float64 {
	switch s {
	case training.Cycling:
		return []float64{
			1000, mileM, 5000, 10_000, 20_000, 30_000, 40_000, 50_000, 80_467.2, 90_000,
			100_000, 160_934.4, 180_000, 200_000, 300_000,
		}
	case training.Swimming:
		return []float64{50, 100, 200, 400, 500, 750, 800, 1000, 1500, 1900, 2000, 3000, 3800, 5000, 10_000}
	case training.Rowing, training.Paddling:
		return []float64{500, 1000, 2000, 5000, 6000, 10_000, halfMarathonM, marathonM}
	default:
		return []float64{
			400, 800, 1000, mileM, 3000, 2 * mileM, 5000, 10_000, 15_000, 10 * mileM, 20_000,
			halfMarathonM, 30_000, marathonM, 50_000, 100_000,
		}
	}
}

const (
	mileM         = 1609.344
	halfMarathonM = 21_097.5
	marathonM     = 42_195
)
