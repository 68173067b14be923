package athlete

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// PrivacyReader reads the stored routes of activities.
type PrivacyReader interface {
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
}

// Proposal is a place with how many of the activities begin or end there.
type Proposal struct {
	Zone       training.PrivacyZone
	Activities int
}

// The rule of a proposal.
const (
	// reachM is how far apart the ends of activities at one place may be.
	reachM = 300.0
	// leastActivities and leastShare are how many make a place a home.
	leastActivities, leastShare = 5, 0.05
	mostProposals               = 5
	// marginM is added to the radius around the ends, so that they are well within.
	marginM, leastRadiusM, mostRadiusM = 200.0, 400.0, 1000.0
	roundM                             = 50.0
	// covered is the share of a place's ends that its zone covers.
	covered = 0.95
)

const (
	stepsPerDegree  = 100_000
	metresPerDegree = 6_371_000 * math.Pi / 180
)

// end is a beginning or an end of an activity, in degrees.
type end struct {
	lat, lon float64
	activity int
}

// Propose finds the places where most activities begin or end, and how many
// activities have a position at all. Places within one of the zones that
// there are already are left out.
func Propose(ctx context.Context, r PrivacyReader, a training.AthleteID, known []training.PrivacyZone) (found []Proposal,
	of int, err error) {
	ends, of, err := read(ctx, r, training.Scope{Athlete: a, Audience: training.AudienceExport})
	if err != nil {
		return nil, 0, err
	}
	ends = slices.DeleteFunc(ends, func(e end) bool {
		return slices.ContainsFunc(known, func(z training.PrivacyZone) bool {
			return metres(e.lat, e.lon, z.LatDeg, z.LonDeg) <= z.RadiusM
		})
	})
	for len(found) < mostProposals {
		lat, lon := densest(ends)
		var near []float64
		activities := map[int]bool{}
		left := ends[:0:0]
		for _, e := range ends {
			d := metres(e.lat, e.lon, lat, lon)
			if d > reachM {
				left = append(left, e)
				continue
			}
			near, activities[e.activity] = append(near, d), true
		}
		if len(activities) < leastActivities || float64(len(activities)) < leastShare*float64(of) {
			break
		}
		slices.Sort(near)
		radius := near[int(covered*float64(len(near)-1))] + marginM
		radius = min(mostRadiusM, max(leastRadiusM, math.Ceil(radius/roundM)*roundM))
		found = append(found, Proposal{training.PrivacyZone{LatDeg: lat, LonDeg: lon, RadiusM: radius}, len(activities)})
		ends = left
	}
	return found, of, ctx.Err()
}

// read is where activities begin and end, and how many have a way.
func read(ctx context.Context, r PrivacyReader, s training.Scope) (ends []end, n int, err error) {
	always := training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}
	for p, err := range r.Primitives(ctx, s, derive.Route, always) {
		if err != nil {
			return nil, 0, err
		}
		sketch, err := derive.DecodeRoute(p.Data)
		if err != nil || len(sketch.Line) == 0 {
			continue // derive writes a damaged one anew
		}
		for _, q := range []int{0, len(sketch.Line) - 1} {
			at := sketch.Line[q]
			ends = append(ends, end{float64(at.Lat) / stepsPerDegree, math.Remainder(float64(at.Lon)/stepsPerDegree, 360), n})
		}
		n++
	}
	return ends, n, ctx.Err()
}

// metres is the distance of two places that are near each other.
func metres(lat1, lon1, lat2, lon2 float64) float64 {
	dy := (lat1 - lat2) * metresPerDegree
	dx := math.Remainder(lon1-lon2, 360) * metresPerDegree * math.Cos(lat2*math.Pi/180)
	return math.Hypot(dx, dy)
}

// densest finds the middle of the place with most ends: the fullest field of a
// grid with its neighbours, moved to the mean of all within reach.
func densest(ends []end) (lat, lon float64) {
	type field struct{ y, x int32 }
	const size = reachM / metresPerDegree
	at := func(e end) field {
		y := int32(math.Floor(e.lat / size))
		east := size / math.Max(0.01, math.Cos((float64(y)+0.5)*size*math.Pi/180))
		return field{y, int32(math.Floor(e.lon / east))}
	}
	count := map[field]int{}
	for _, e := range ends {
		count[at(e)]++
	}
	most, best := 0, end{}
	for _, e := range ends { // in order of time, so that equals are settled
		if n := count[at(e)]; n > most {
			most, best = n, e
		}
	}
	lat, lon = best.lat, best.lon
	for range 5 {
		var y, x, n float64
		for _, e := range ends {
			if metres(e.lat, e.lon, lat, lon) <= reachM {
				y, x, n = y+e.lat-lat, x+math.Remainder(e.lon-lon, 360), n+1
			}
		}
		if n == 0 {
			break
		}
		lat, lon = lat+y/n, math.Remainder(lon+x/n, 360)
	}
	return lat, lon
}

// blurShare is how far a zone's middle is moved, as a share of its radius.
const blurShare = 0.4

// Blurred moves the middle of a zone by a secret and widens it by as much, so
// that the edge where positions end does not tell where home is.
func Blurred(z training.PrivacyZone, secret string) training.PrivacyZone {
	sum := sha256.Sum256([]byte(secret))
	part := func(b []byte) float64 { return float64(binary.BigEndian.Uint32(b)) / (1 << 32) }
	far, turn := blurShare*z.RadiusM*math.Sqrt(part(sum[:])), 2*math.Pi*part(sum[4:])
	z.LatDeg += far * math.Cos(turn) / metresPerDegree
	z.LonDeg = math.Remainder(z.LonDeg+far*math.Sin(turn)/(metresPerDegree*math.Cos(z.LatDeg*math.Pi/180)), 360)
	z.RadiusM = math.Ceil((z.RadiusM+blurShare*z.RadiusM)/roundM) * roundM
	return z
}
