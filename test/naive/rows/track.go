package rows

import "math"

// point is a distance covered at the time of a row.
type point struct {
	s, m float64
	row  int
}

// Track is the distance over elapsed time, cut where a step is faster than
// the sport allows.
type Track [][]point

// Track builds it from the rows' distance, else from positions, else speed.
func (r *Recording) Track() Track { return r.cut(r.points()) }

// points returns the plausible rows of distance.
func (r *Recording) points() []point {
	var out []point
	for i, m := range r.toTotal(r.withoutBreaks(r.distance())) {
		if !math.IsNaN(m) && r.runs(i) {
			if n := len(out); n > 0 && out[n-1].s == r.TimeS[i] {
				out[n-1].m = math.Max(out[n-1].m, m) // of rows in one second the furthest
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

// ranBetween returns the time from a to b in which the timer ran.
func (r *Recording) ranBetween(a, b float64) float64 {
	ran := b - a
	for _, p := range r.Pauses {
		ran -= math.Max(0, math.Min(b, p.ToS)-math.Max(a, p.FromS))
	}
	return ran
}

// withoutBreaks takes out what a distance grew while the timer stood: a step
// that is 25 m longer than twice the sport's limit allows for the time in which it ran.
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

// toTotal scales a distance to the device's total where nothing measured the
// way: indoors, and where it is a sum of speeds. The total has to be possible,
// within half and twice the rows, and no more than the rows' own unless they
// cover 95 % of the time.
func (r *Recording) toTotal(all []float64) []float64 {
	summed := zeros(r.DistanceM) && zeros(r.LatDeg)
	first, last := -1, -1
	for i, m := range all {
		if !math.IsNaN(m) {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if last < 0 || r.TotalM <= 0 || !r.Indoors && !summed || r.TotalM > SpeedLimit(r.Sport)*r.TimerS {
		return all
	}
	way, from := all[last], 0.0 // what was counted before the first row is of this recording
	if math.Abs(r.TotalM-way) > math.Abs(r.TotalM-(way-all[first])) {
		way -= all[first]
	}
	if all[first] <= 0 {
		from = r.TimeS[first]
	}
	after := r.ranBetween(r.TimeS[last], r.ElapsedS)
	if after <= 1 || after > 10 {
		after = 0
	}
	after = math.Floor(after)
	if v := r.believed(r.SpeedMPS, 0, SpeedLimit(r.Sport)); v == nil || math.IsNaN(v[last]) {
		after = 0
	} else if lacks := r.TotalM - way; lacks >= 0 && lacks <= v[last]*math.Max(after, 3) {
		return all // the total is the same counter, read at the end
	} else {
		way += after * v[last]
	}
	unseen := r.TimerS - r.ranBetween(from, r.TimeS[last]) - after
	factor := r.TotalM / way
	if factor >= 2 || factor <= 0.5 || factor > 1 && unseen > 0.05*r.TimerS {
		return all
	}
	out := make([]float64, len(all))
	for i, m := range all {
		out[i] = centimetres(m * factor)
	}
	return out
}

// otherUnit reports whether the distance as a whole would need three times the
// speed that the sport allows, and most of its steps jump.
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

// centimetres rounds a distance to what a recording counts in.
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

// withoutLeaps leaves out rows that leap away and come back: a step of more
// than 50 m beyond twice the sport's limit.
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

// breaks reports whether nobody can get from a to b: it is back, or too fast.
func (r *Recording) breaks(a, b point) bool {
	return b.m < a.m || b.m-a.m > SpeedLimit(r.Sport)*(b.s-a.s)
}

// cutWhere cuts points before those of which anew is true.
func cutWhere(all []point, anew func(i int) bool) (out Track) {
	for i, p := range all {
		if i == 0 || anew(i) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// Metres returns the greatest distance covered in d seconds that begin at a
// whole second, NaN without such a stretch or where none has any.
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

// at returns the distance at t, on the straight line that ends in point i.
func at(piece []point, i int, t float64) float64 {
	if i == 0 || piece[i].s == t {
		return piece[i].m
	}
	a, b := piece[i-1], piece[i]
	return a.m + (b.m-a.m)*(t-a.s)/(b.s-a.s)
}

// Seconds returns the shortest time between two points so many metres apart:
// one of the two is a row. NaN where the track is not so long.
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
