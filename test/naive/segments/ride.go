package segments

import "math"

// Point is a point of a segment's polyline.
type Point struct{ LatDeg, LonDeg float64 }

// Row is a row of a recording: Unix seconds, a position and a distance, NaN
// where there is none.
type Row struct{ TimeS, LatDeg, LonDeg, DistanceM float64 }

// Tolerances are the numbers of the definition.
type Tolerances struct {
	StepM       float64
	CorridorM   float64
	TypicalM    float64
	StrayM      float64
	JoinM       float64
	JoinS       float64
	MaxSpeedMPS float64
	LengthShare float64
	OverlapS    float64
}

// Default is chosen for the errors of devices: drift up to 12 m and white
// noise of 3 m (three of its deviations are rarely passed) by a rider 3 m
// beside the middle of the road are 24 m, and rows are up to 8 s apart.
func Default() Tolerances {
	return Tolerances{
		StepM: 1, CorridorM: 30, TypicalM: 15, StrayM: 100, JoinM: 150, JoinS: 15, MaxSpeedMPS: 25, LengthShare: 0.1, OverlapS: 10,
	}
}

type xy struct{ x, y float64 }

func apart(a, b xy) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

const (
	earthM = 6371008.8
	radian = math.Pi / 180
)

// plane lays a position onto the plane about another: as far from it and in
// the same direction as on the sphere.
func plane(centre Point, latDeg, lonDeg float64) xy {
	lat1, lat2, dLon := centre.LatDeg*radian, latDeg*radian, (lonDeg-centre.LonDeg)*radian
	h := math.Pow(math.Sin((lat2-lat1)/2), 2) + math.Cos(lat1)*math.Cos(lat2)*math.Pow(math.Sin(dLon/2), 2)
	far := 2 * earthM * math.Asin(math.Min(1, math.Sqrt(h)))
	east := math.Sin(dLon) * math.Cos(lat2)
	north := math.Cos(lat1)*math.Sin(lat2) - math.Sin(lat1)*math.Cos(lat2)*math.Cos(dLon)
	if far == 0 {
		return xy{}
	}
	long := math.Hypot(east, north)
	return xy{far * east / long, far * north / long}
}

// place is a point of the dense ride: the time and distance there, how far the
// nearer row is, and whether the join that leads to it is unseen.
type place struct {
	xy
	t, d   float64
	rowM   float64
	unseen bool
}

// placed are the rows with positions that are believed; unseen says that
// others lie between a row and the one before.
func placed(centre Point, rows []Row, strayM float64) []place {
	var out []place
	unseen := false
	for _, r := range rows {
		if math.IsNaN(r.LatDeg) || math.IsNaN(r.LonDeg) {
			unseen = true
			continue
		}
		out = append(out, place{xy: plane(centre, r.LatDeg, r.LonDeg), t: r.TimeS, d: r.DistanceM, unseen: unseen})
		unseen = false
	}
	for {
		worst, most := -1, strayM
		for i := 1; i < len(out)-1; i++ {
			a, b, c := out[i-1].xy, out[i].xy, out[i+1].xy
			if longer := apart(a, b) + apart(b, c) - apart(a, c); longer > most {
				worst, most = i, longer
			}
		}
		if worst < 0 {
			return out
		}
		out[worst+1].unseen = true
		out = append(out[:worst], out[worst+1:]...)
	}
}

// dense fills the seen joins with points.
func (tol Tolerances) dense(rows []place) []place {
	var out []place
	for i, b := range rows {
		if i == 0 {
			out = append(out, b)
			continue
		}
		a := rows[i-1]
		long := apart(a.xy, b.xy)
		b.unseen = b.unseen || long > tol.JoinM || b.t-a.t > tol.JoinS && long > tol.CorridorM
		steps := int(math.Max(1, math.Ceil(long/tol.StepM)))
		for k := 1; k < steps && !b.unseen; k++ {
			out = append(out, between(a, b, float64(k)/float64(steps)))
		}
		out = append(out, b)
	}
	return out
}

func between(a, b place, share float64) place {
	p := place{xy: xy{a.x + share*(b.x-a.x), a.y + share*(b.y-a.y)}, t: a.t + share*(b.t-a.t), d: a.d + share*(b.d-a.d)}
	p.rowM = math.Min(a.rowM+apart(a.xy, p.xy), b.rowM+apart(b.xy, p.xy))
	return p
}

// resampled is a polyline at points that lie evenly on each leg.
func resampled(segment []Point, stepM float64) []xy {
	out := []xy{{}}
	last := xy{}
	for _, p := range segment[1:] {
		next := plane(segment[0], p.LatDeg, p.LonDeg)
		steps := math.Ceil(apart(last, next) / stepM)
		for k := 1.0; k <= steps; k++ {
			out = append(out, xy{last.x + (next.x-last.x)*k/steps, last.y + (next.y-last.y)*k/steps})
		}
		last = next
	}
	return out
}
