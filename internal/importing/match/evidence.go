package match

import (
	"math"
	"slices"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// minOverlap is the minimum share of the shorter recording during which the
// other must be recording too.
const minOverlap = 0.8

func compared() []training.Channel {
	return []training.Channel{training.Latitude, training.Longitude, training.HeartRate, training.Power}
}

// Channels returns the channels that a comparison needs.
func Channels() store.ChannelSet {
	return store.Channels(compared()...) | store.Channels(training.Cadence)
}

// These are the minimum standard deviations at which a signal counts as evidence.
const (
	hrNoiseBpm  = 2
	powerNoiseW = 10
)

// Relation describes how two recordings of an athlete belong together.
type Relation uint8

// These are the relations.
const (
	Unlike   Relation = iota // different activities, judging by times and sports
	Doubtful                 // possibly one activity; the athlete must decide
	Copy                     // the same recording in a different file
	Same                     // one activity
)

// Overlap returns the time that both recordings cover, as a share of the shorter one.
func Overlap(a, b *training.Recording) float64 {
	shorter := min(a.ElapsedS, b.ElapsedS)
	if shorter <= 0 {
		return 0
	}
	offset := b.Start.Sub(a.Start).Seconds()
	return max(0, min(a.ElapsedS, offset+b.ElapsedS)-max(0, offset)) / shorter
}

// CommonS returns the time that both recordings cover, in seconds.
func CommonS(a, b *training.Recording) float64 { return Overlap(a, b) * min(a.ElapsedS, b.ElapsedS) }

// Candidate reports whether two recordings could be of the same activity, before their
// columns are compared.
func Candidate(a, b *training.Recording) bool {
	return Overlap(a, b) >= minOverlap && Kindred(a, b)
}

// Kindred reports whether two recordings may be of the same sport. A file that does not name
// a sport may be of any sport.
func Kindred(a, b *training.Recording) bool {
	return a.SportUnsaid || b.SportUnsaid || OneFamily(Sport(a.Sport), Sport(b.Sport))
}

// startSlackS is the maximum difference between the start times of an unfinished file and
// the complete file. The start of the first is the time of its first row, and the start of
// the second is in its session's summary.
const startSlackS = 2

// Comparable reports whether a comparison of columns can show how two recordings
// belong together. That is the case for candidates, and for recordings that
// start at the same time, because an unfinished file may not name the sport yet.
func Comparable(a, b *training.Recording) bool {
	return Candidate(a, b) || Overlap(a, b) >= minOverlap && math.Abs(a.Start.Sub(b.Start).Seconds()) <= startSlackS
}

// Entered is an activity without a recording, in the form for comparisons with
// recordings. A distance of 0 is unknown.
type Entered struct {
	Sport      training.Sport
	Start      time.Time
	ElapsedS   float64
	DistanceKm float64
}

// distanceSlack is the maximum difference between the distances of an entry and
// a recording, as a share of the longer one.
const distanceSlack = 0.1

// OfEntry returns the relation of an entry and a recording. ok is false if they are
// not candidates. An entry has no signals to compare, so the overlap must be four
// fifths of the longer one, and if both have a distance, the distances must agree.
func OfEntry(e Entered, r *training.Recording, distanceKm float64) (rel Relation, ok bool) {
	as := training.Recording{Sport: e.Sport, Start: e.Start, ElapsedS: e.ElapsedS}
	if !Candidate(&as, r) {
		return Doubtful, false
	}
	common := Overlap(&as, r) * min(e.ElapsedS, r.ElapsedS)
	if common < minOverlap*max(e.ElapsedS, r.ElapsedS) {
		return Doubtful, true
	}
	if e.DistanceKm > 0 && distanceKm > 0 && math.Abs(e.DistanceKm-distanceKm) > distanceSlack*max(e.DistanceKm, distanceKm) {
		return Doubtful, true
	}
	return Same, true
}

// OneDevice reports whether two recordings are from the same device, which can
// record only one activity at a time.
func OneDevice(a, b training.Device) bool {
	return a.Serial != "" && a.Serial == b.Serial && a.Manufacturer == b.Manufacturer
}

// Evidence is the evidence for and against two recordings being one activity.
type Evidence struct {
	Overlap   float64 // see [Overlap]
	OneDevice bool
	// SameRows means that recordings from one device have the same
	// measurements, or that one recording is the beginning of the other.
	SameRows bool
	Track    Sign
	HR       Sign
	Power    Sign

	// Clock is how far the second clock is ahead of the first, if the
	// recordings were compared with a shifted clock; see [Shifted].
	Clock time.Duration
	// Exact means that with the shifted clock, they begin and end at the same seconds.
	Exact   bool
	Cadence Sign // compared only with a shifted clock
}

// compare collects the evidence on two recordings.
func (a *Sketch) compare(b *Sketch) Evidence {
	e := Evidence{Overlap: Overlap(a.rec, b.rec), OneDevice: OneDevice(a.rec.Device, b.rec.Device)}
	e.SameRows = e.OneDevice && SameRows(a.rec, a.cols, b.rec, b.cols) ||
		Begins(a.rec, a.cols, b.rec, b.cols) || Begins(b.rec, b.cols, a.rec, a.cols)
	e.Track = sameTrack(a, b, trackNearM, trackAgrees, trackAgainst)
	e.HR = sameSignal(a, b, training.HeartRate, hrNoiseBpm)
	e.Power = sameSignal(a, b, training.Power, powerNoiseW)
	return e
}

// Relation judges two candidates by the evidence.
func (e Evidence) Relation() Relation {
	if e.Clock != 0 {
		return e.shifted()
	}
	signs := []Verdict{e.Track.Verdict, e.HR.Verdict, e.Power.Verdict}
	switch {
	case e.SameRows:
		return Copy
	case e.OneDevice || !slices.Contains(signs, Agrees) || slices.Contains(signs, Against):
		return Doubtful
	}
	return Same
}

// SameRows reports whether two recordings have the same measurements. The files
// may still differ, because a service may have rewritten one of them.
func SameRows(a *training.Recording, ac *training.Columns, b *training.Recording, bc *training.Columns) bool {
	if !a.Start.Equal(b.Start) || a.ElapsedS != b.ElapsedS || !slices.Equal(ac.TimeS, bc.TimeS) {
		return false
	}
	for _, ch := range compared() {
		for i := range ac.TimeS {
			va, oka := ac.At(ch, i)
			vb, okb := bc.At(ch, i)
			if va != vb || oka != okb {
				return false
			}
		}
	}
	return true
}

// fewestChanges is the number of times that values must change for their sequence to
// identify a recording without a serial number.
const fewestChanges = 10

// Begins reports whether a is the beginning of b, because the file of a was
// read before the device had finished it. Its last row may be incomplete. Files
// with several sessions are excluded, because each session has its own end.
// Some values of a row may be known only when the file is finished.
func Begins(a *training.Recording, ac *training.Columns, b *training.Recording, bc *training.Columns) bool {
	n, oneDevice := ac.Len(), OneDevice(a.Device, b.Device)
	if a.Sessions > 1 || n == 0 || n > bc.Len() || n == bc.Len() && !oneDevice ||
		!oneDevice && a.Device.Serial != "" && b.Device.Serial != "" {
		return false
	}
	if n > 1 {
		n--
	}
	shift := int32(math.Round(a.Start.Sub(b.Start).Seconds()))
	for i := range n {
		if ac.TimeS[i]+shift != bc.TimeS[i] {
			return false
		}
	}
	changes := 0
	for _, ch := range compared() {
		last := int32(0)
		for i := range n {
			va, oka := ac.At(ch, i)
			vb, okb := bc.At(ch, i)
			if oka && (!okb || va != vb) {
				return false
			}
			if oka && va != last {
				changes, last = changes+1, va
			}
		}
	}
	return oneDevice || changes >= fewestChanges
}

// Verdict is the result of one piece of evidence.
type Verdict uint8

// These are the verdicts.
const (
	Silent Verdict = iota // one of the recordings lacks it, or there is too little of it
	Against
	Agrees
)

// Sign is one piece of evidence. The verdict is based on Measure. For a track,
// Measure is the share of moments at which both were in the same place, 0 to 1.
// For a signal, it is the correlation, -1 to 1.
type Sign struct {
	Verdict Verdict
	Measure float64
}

// judge converts a measure to a sign.
func judge(measure, agrees, against float64) Sign {
	switch {
	case measure >= agrees:
		return Sign{Agrees, measure}
	case measure < against:
		return Sign{Against, measure}
	}
	return Sign{Silent, measure}
}

// These are the thresholds for recordings whose clocks agree.
const (
	trackPoints   = 60  // number of positions compared
	trackNearM    = 150 // allows for a receiver in a pocket, and for a second of clock error at speed
	trackGapS     = 15  // positions that are further away in time are not used
	trackAgrees   = 0.8
	trackAgainst  = 0.3
	cellS         = 5  // correlation uses means over 5 s
	minCells      = 24 // at least two minutes
	lagCells      = 4  // clocks may differ by up to 20 s
	correlAgrees  = 0.8
	correlAgainst = 0.3
)

// sameTrack compares the positions of two recordings at the same times.
func sameTrack(a, b *Sketch, nearM, agrees, against float64) Sign {
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
		if training.MetresBetween(lat1, lon1, lat2, lon2) <= nearM {
			near++
		}
	}
	if seen < trackPoints/6 {
		return Sign{}
	}
	return judge(float64(near)/float64(seen), agrees, against)
}

// sameSignal correlates a channel of two recordings over their common time,
// allowing for a small difference between the clocks. If a signal hardly
// varies, its correlation means nothing, so only its level is compared.
func sameSignal(a, b *Sketch, ch training.Channel, noise float64) Sign {
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

// correlation returns Pearson's r of x[i] and y[i+lag] over all i for which both
// have a value. It returns false if there are too few, or if either hardly varies.
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

// Sketch is a recording in the form for comparisons. It keeps the means of its signals, so that
// they are computed once, with however many recordings it is compared. It is not safe for
// concurrent use.
type Sketch struct {
	rec    *training.Recording // without columns
	cols   *training.Columns   // only those of [Channels]
	startS float64             // in Unix seconds
	endS   float64
	means  map[grid][]float64
}

// grid divides the time of a recording into cells, the first of which begins the given number
// of seconds after its start.
type grid struct {
	of    training.Channel
	after float64
}

// mostGrids is the maximum number of grids whose means are kept. Recordings that start at full
// seconds need five for each signal.
const mostGrids = 32

// NewSketch returns the sketch of a recording with the given columns, which must include
// [Channels]. It does not keep others.
func NewSketch(r *training.Recording, all *training.Columns) *Sketch {
	rec, cols := *r, training.Columns{TimeS: all.TimeS}
	rec.Columns = training.Columns{}
	for ch := range training.NumChannels {
		if Channels().Has(ch) {
			cols.Data[ch] = all.Data[ch]
		}
	}
	s := &Sketch{rec: &rec, cols: &cols, means: map[grid][]float64{}}
	s.setStart(r.Start)
	return s
}

// Rows returns the number of rows that the sketch keeps.
func (s *Sketch) Rows() int { return s.cols.Len() }

func (s *Sketch) setStart(at time.Time) {
	s.rec.Start = at
	s.startS = float64(at.UnixMilli()) / 1000
	s.endS = s.startS + s.rec.ElapsedS
}

// shifted returns a sketch of the recording with its clock put back.
func (s *Sketch) shifted(by time.Duration) *Sketch {
	rec := *s.rec
	out := &Sketch{rec: &rec, cols: s.cols, means: s.means}
	out.setStart(rec.Start.Add(-by))
	return out
}

// common returns the span that both recordings cover. It is empty if to <= from.
func common(a, b *Sketch) (from, to float64) { return max(a.startS, b.startS), min(a.endS, b.endS) }

// positionAt returns the position at a time in degrees, interpolated between
// the rows before and after.
func (t *Sketch) positionAt(unixS float64) (lat, lon float64, ok bool) {
	at := unixS - t.startS
	i, _ := slices.BinarySearch(t.cols.TimeS, int32(math.Ceil(at)))
	gap := math.Inf(1)
	for _, k := range []int{i - 1, i} {
		if k < 0 || k >= t.cols.Len() {
			continue
		}
		la, lo, is := t.cols.Position(k)
		away := math.Abs(at - float64(t.cols.TimeS[k]))
		switch {
		case !is || away > trackGapS:
			continue
		case ok && gap+away > 0 && math.Abs(lo-lon) < 180: // do not interpolate across the date line
			share := gap / (gap + away)
			return lat + share*(la-lat), lon + share*(lo-lon), true
		}
		lat, lon, gap, ok = la, lo, away, true
	}
	return lat, lon, ok
}

// cells returns the mean of a channel in each cell of a span that begins in the recording and
// ends no later, or NaN for a cell without values.
func (t *Sketch) cells(ch training.Channel, from, to float64) []float64 {
	n := int(max(0, to-from) / cellS)
	if n == 0 {
		return nil
	}
	after := from - t.startS
	g := grid{ch, math.Mod(after, cellS)}
	all, known := t.means[g]
	if !known {
		if len(t.means) >= mostGrids {
			clear(t.means)
		}
		all = t.meansOf(g)
		t.means[g] = all
	}
	first := int((after - g.after) / cellS)
	return all[first : first+n]
}

// meansOf returns the means of all cells of a grid.
func (t *Sketch) meansOf(g grid) []float64 {
	n := int(t.rec.ElapsedS/cellS) + 1
	sums, counts := make([]float64, n), make([]int, n)
	for i, at := range t.cols.TimeS {
		c := int(math.Floor((float64(at) - g.after) / cellS))
		if c < 0 || c >= n {
			continue
		}
		if v, ok := t.cols.At(g.of, i); ok {
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
