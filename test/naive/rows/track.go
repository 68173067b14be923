package rows

import (
	"math"
	"slices"

	"lapkeep/test/naive"
)

// point is a distance covered at the time of a row.
type point struct {
	s, m float64
	row  int
}

// Track is the distance over elapsed time, cut at steps faster than the sport
// allows.
type Track [][]point

// Track builds the track from the rows' distance, or else from positions, or
// else from speed.
func (r *Recording) Track() Track { return r.cut(r.points()) }

// points returns the plausible rows of distance.
func (r *Recording) points() []point {
	var out []point
	for i, m := range r.toTotal(r.withoutBreaks(r.distance())) {
		if !math.IsNaN(m) && r.runs(i) {
			if n := len(out); n > 0 && out[n-1].s == r.TimeS[i] {
				out[n-1].m = math.Max(out[n-1].m, m) // for several rows in one second, the furthest
				continue
			}
			out = append(out, point{r.TimeS[i], m, i})
		}
	}
	return r.withoutLeaps(out)
}

func (r *Recording) distance() []float64 {
	if !zeros(r.DistanceM) {
		if r.otherUnit() {
			return nil
		}
		return r.DistanceM
	}
	if !zeros(r.LatDeg) && !zeros(r.LonDeg) {
		return r.byPosition()
	}
	return r.bySpeed()
}

// ranBetween returns the time between a and b in which the timer ran.
func (r *Recording) ranBetween(a, b float64) float64 {
	ran := b - a
	for _, p := range r.Pauses {
		ran -= math.Max(0, math.Min(b, p.ToS)-math.Max(a, p.FromS))
	}
	return ran
}

// withoutBreaks removes the distance added while the timer was stopped: steps
// more than 25 m longer than twice the sport's limit allows for the time in
// which it ran.
func (r *Recording) withoutBreaks(all []float64) []float64 {
	out, last, gone := make([]float64, len(all)), -1, 0.0
	for i, m := range all {
		out[i] = math.NaN()
		if math.IsNaN(m) || !r.runs(i) {
			continue
		}
		if last >= 0 {
			from, to := r.TimeS[last], r.TimeS[i]
			if step := m - all[last]; r.pausedBetween(from, to) && step > 25+2*r.ranBetween(from, to)*SpeedLimit(r.Sport) {
				gone += step
			}
		}
		out[i], last = m-gone, i
	}
	return out
}

// toTotal scales a distance to the device's total if nothing measured the
// distance.
func (r *Recording) toTotal(all []float64) []float64 {
	factor := r.scale(all)
	if factor == 1 {
		return all
	}
	out := make([]float64, len(all))
	for i, m := range all {
		out[i] = centimetres(m * factor)
	}
	return out
}

// scale returns the factor from a distance to the device's total if nothing
// measured the distance: indoors, or for a sum of speeds. The total has to be
// possible, between half and twice that of the rows, and no more than the rows'
// own unless they cover 95 % of the time. Otherwise it is 1.
func (r *Recording) scale(all []float64) float64 {
	summed := zeros(r.DistanceM) && zeros(r.LatDeg)
	first, last := ends(all)
	if last < 0 || r.total() == 0 || !r.Indoors && !summed {
		return 1
	}
	from := 0.0
	if all[first] <= 0 {
		from = r.TimeS[first]
	}
	after, metres := r.tail(all, r.believed(r.SpeedMPS, 0, SpeedLimit(r.Sport)))
	way := all[last] - all[first] + r.lead(all) + metres
	unseen := r.TimerS - r.ranBetween(from, r.TimeS[last]) - after
	factor := r.total() / way
	if factor >= 2 || factor <= 0.5 || factor > 1 && unseen > 0.05*r.TimerS {
		return 1
	}
	return factor
}

// ends returns the first and the last row with a value, -1 if there is none.
func ends(all []float64) (first, last int) {
	first, last = -1, -1
	for i, m := range all {
		if !math.IsNaN(m) {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	return first, last
}

// total returns the device's own distance in m, 0 if it is missing or
// impossible in the time.
func (r *Recording) total() float64 {
	if r.TotalM <= 0 || r.TotalM > SpeedLimit(r.Sport)*r.TimerS {
		return 0
	}
	return r.TotalM
}

// lead returns how much of the first row's distance was covered in this
// recording: all or nothing, whichever is nearer to the device's total. Without
// a total it is everything within 50 m of twice the sport's limit.
func (r *Recording) lead(all []float64) float64 {
	first, last := ends(all)
	if first < 0 {
		return 0
	}
	m, total := all[first], r.total()
	counts := math.Abs(total-all[last]) <= math.Abs(total-(all[last]-m))
	if total == 0 || all[last] <= m {
		counts = m <= 50+2*SpeedLimit(r.Sport)*math.Max(1, r.TimeS[first])
	}
	if !counts {
		return 0
	}
	return m
}

// tail returns the time and the distance after the last row. The distance is
// the device's total minus that of the rows if the last row's speed explains it
// in that time, or in 3 s. Otherwise it is that speed over the whole seconds, 2
// to 10, until the timer first stopped.
func (r *Recording) tail(all, speeds []float64) (seconds, metres float64) {
	first, last := ends(all)
	if last < 0 || speeds == nil || math.IsNaN(speeds[last]) {
		return 0, 0
	}
	stops := r.ElapsedS
	for _, p := range r.Pauses {
		if p.ToS > r.TimeS[last] {
			stops = math.Min(stops, p.FromS)
		}
	}
	if ran := stops - r.TimeS[last]; ran > 1 && ran <= 10 {
		seconds = math.Floor(ran)
	}
	lacks := r.total() - (all[last] - all[first] + r.lead(all))
	if r.total() > 0 && lacks >= 0 && lacks <= speeds[last]*math.Max(seconds, 3) {
		return math.Max(1, seconds), lacks
	}
	return seconds, seconds * speeds[last]
}

// Whole returns a track of the recording, which may be graded, including the
// distance before its first row and after its last one.
func (r *Recording) Whole(tr Track, graded bool) Track {
	if len(tr) == 0 {
		return tr
	}
	all := r.withoutBreaks(r.distance())
	first, last := ends(all)
	before, factor := r.lead(all), r.scale(all)
	after, metres := r.tail(all, r.speeds())
	before, metres = before*factor, metres*factor
	if graded {
		grades, speeds := r.grades(), r.speeds()
		before, metres = before*worth(grades[first], speeds[first]), metres*worth(grades[last], speeds[last])
	}
	out := slices.Clone(tr)
	start := out[0][0]
	took := edge(out[0], start.s, before)
	if r.total() == 0 && took > start.s+2 { // it began long before the recording
		took = 0
	}
	if took > 0 {
		out[0] = append([]point{{s: start.s - took, m: start.m - before}}, out[0]...)
	}
	piece := out[len(out)-1]
	if end, took := piece[len(piece)-1], edge(piece, after, metres); took > 0 {
		out[len(out)-1] = append(slices.Clone(piece), point{s: end.s + took, m: end.m + metres})
	}
	return out
}

// edge returns the time counted for the distance before or after a piece, NaN
// if it does not count.
func edge(piece []point, seconds, metres float64) float64 {
	var times, all []float64
	for _, p := range piece {
		times, all = append(times, p.s), append(all, p.m)
	}
	return naive.EdgeS(times, all, seconds, metres)
}

// otherUnit reports whether the whole distance would need three times the speed
// that the sport allows, and most of its steps jump.
func (r *Recording) otherUnit() bool {
	var all []point
	for i, m := range r.DistanceM {
		if !math.IsNaN(m) {
			all = append(all, point{r.TimeS[i], m, i})
		}
	}
	if len(all) < manyRows {
		return false
	}
	leaps := 0
	for i := 1; i < len(all); i++ {
		if r.leaps(all[i-1], all[i]) {
			leaps++
		}
	}
	a, b := all[0], all[len(all)-1]
	return 2*leaps >= len(all) && b.m-a.m > farBeyond*SpeedLimit(r.Sport)*r.ElapsedS
}

func (r *Recording) byPosition() []float64 {
	out, sum, last := make([]float64, len(r.TimeS)), 0.0, -1
	for i := range r.TimeS {
		out[i] = math.NaN()
		if math.IsNaN(r.LatDeg[i]) || math.IsNaN(r.LonDeg[i]) || !r.runs(i) {
			continue
		}
		if last >= 0 && !r.pausedBetween(r.TimeS[last], r.TimeS[i]) {
			sum += greatCircle(r.LatDeg[last], r.LonDeg[last], r.LatDeg[i], r.LonDeg[i])
		}
		out[i], last = centimetres(sum), i
	}
	return out
}

// centimetres rounds a distance to the unit of recordings.
func centimetres(m float64) float64 { return math.Round(m*100) / 100 }

// greatCircle returns the distance in m between two positions on a sphere of
// 6371.0088 km.
func greatCircle(lat1, lon1, lat2, lon2 float64) float64 {
	const radius, degree = 6_371_008.8, math.Pi / 180
	a := math.Pow(math.Sin((lat2-lat1)/2*degree), 2) +
		math.Cos(lat1*degree)*math.Cos(lat2*degree)*math.Pow(math.Sin((lon2-lon1)/2*degree), 2)
	return 2 * radius * math.Asin(math.Sqrt(a))
}

func (r *Recording) bySpeed() []float64 {
	speeds := r.believed(r.SpeedMPS, 0, SpeedLimit(r.Sport))
	out, sum := make([]float64, len(speeds)), 0.0
	longest := r.Cap()
	for i, v := range speeds {
		out[i] = sum
		if !math.IsNaN(v) {
			sum += v * math.Min(r.lasts(i), longest)
		}
	}
	return out
}

// withoutLeaps removes rows that leap away and come back: steps more than 50 m
// beyond twice the sport's limit.
func (r *Recording) withoutLeaps(all []point) []point {
	var out []point
	for i, p := range all {
		if len(out) > 0 && i+1 < len(all) && r.leaps(out[len(out)-1], p) && !r.leaps(out[len(out)-1], all[i+1]) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// leaps reports whether b is out of reach from a at twice the sport's limit.
func (r *Recording) leaps(a, b point) bool {
	return math.Abs(b.m-a.m) > 50+2*SpeedLimit(r.Sport)*(b.s-a.s)
}

func (r *Recording) cut(all []point) Track {
	return cutWhere(all, func(i int) bool { return r.breaks(all[i-1], all[i]) })
}

// breaks reports whether nobody can get from a to b, because it is backwards or
// too fast.
func (r *Recording) breaks(a, b point) bool {
	return b.m < a.m || b.m-a.m > SpeedLimit(r.Sport)*(b.s-a.s)
}

// cutWhere cuts points before those for which anew is true.
func cutWhere(all []point, anew func(i int) bool) (out Track) {
	for i, p := range all {
		if i == 0 || anew(i) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// Metres returns the greatest distance covered in d seconds that start on a
// whole second. It is NaN if no piece of the track is long enough or none has a
// distance.
func (tr Track) Metres(d float64) float64 {
	best := math.NaN()
	for _, piece := range tr {
		from, to := 0, 0
		for t := math.Ceil(piece[0].s); t+d <= piece[len(piece)-1].s; t++ {
			from, to = reach(piece, from, t), reach(piece, to, t+d)
			if m := at(piece, to, t+d) - at(piece, from, t); m > 0 && !(m <= best) {
				best = m
			}
		}
	}
	return best
}

// reach returns the first point from i on that is not before t.
func reach(piece []point, i int, t float64) int {
	for piece[i].s < t {
		i++
	}
	return i
}

// at returns the interpolated distance at t, between points i-1 and i.
func at(piece []point, i int, t float64) float64 {
	if i == 0 || piece[i].s == t {
		return piece[i].m
	}
	a, b := piece[i-1], piece[i]
	return a.m + (b.m-a.m)*(t-a.s)/(b.s-a.s)
}

// Seconds returns the shortest time between two points a distance in metres
// apart, one of which is a row. It is NaN if the track is shorter.
func (tr Track) Seconds(metres float64) float64 {
	best := math.NaN()
	try := func(s float64) {
		if !(s >= best) {
			best = s
		}
	}
	for _, piece := range tr {
		for i, j := 0, 0; i < len(piece); i++ { // it begins at row i
			for j < len(piece) && piece[j].m < piece[i].m+metres {
				j++
			}
			if j < len(piece) {
				try(when(piece[j-1], piece[j], piece[i].m+metres) - piece[i].s)
			}
		}
		for i, j := len(piece)-1, len(piece)-1; j >= 0; j-- { // it ends at row j
			for i >= 0 && piece[i].m > piece[j].m-metres {
				i--
			}
			if i >= 0 {
				try(piece[j].s - when(piece[i], piece[i+1], piece[j].m-metres))
			}
		}
	}
	return best
}

// when returns the time at distance m on the line from a to b.
func when(a, b point, m float64) float64 { return a.s + (b.s-a.s)*(m-a.m)/(b.m-a.m) }
