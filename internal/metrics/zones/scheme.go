package zones

import (
	"math"
	"slices"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Scheme is a set of zones.
type Scheme struct {
	Kind   training.ZoneKind
	Method string // coggan7, friel_cycling, friel_running, friel_pace or custom
	// Lower is the lower bounds of zones 2 and up in W, bpm or m/s.
	Lower []float64
	Names []string // one a zone, len(Lower)+1
}

// The default schemes' lower bounds of zones 2 and up, in percent of the
// threshold: Coggan's seven by FTP, Friel's by heart rate at lactate
// threshold, and Friel's by threshold pace, which is a time: his zone 2 ends
// at 114 % of the threshold's seconds per kilometre.
var (
	cogganPct       = [...]float64{55, 75, 90, 105, 120, 150}
	frielCyclingPct = [...]float64{81, 90, 94, 100, 103, 107}
	frielRunningPct = [...]float64{85, 90, 95, 100, 103, 107}
	frielPacePct    = [...]float64{129, 114, 106, 100, 97, 90}
)

func frielNames() []string { return []string{"Z1", "Z2", "Z3", "Z4", "Z5a", "Z5b", "Z5c"} }

// For is the scheme of a kind for a sport: the athlete's own bounds, else the
// default from the threshold, else the reason why there is none.
func For(kind training.ZoneKind, sport training.Sport, t training.Thresholds) (Scheme, i18n.Sentence) {
	switch kind {
	case training.ZonesPower:
		return choose(kind, t.PowerZones, t.FTPW, coggan, "no FTP is set")
	case training.ZonesHR:
		return choose(kind, t.HRZones, t.LTHRBpm, func(x float64) Scheme { return friel(x, sport) }, "no threshold heart rate is set")
	case training.ZonesPace:
		return choose(kind, t.PaceZones, t.ThresholdMPS, pace, "no threshold pace is set")
	default:
		return Scheme{}, "there are no zones of this kind"
	}
}

func choose(kind training.ZoneKind, own []float64, threshold float64, from func(float64) Scheme,
	reason i18n.Sentence,
) (Scheme, i18n.Sentence) {
	switch {
	case len(own) > 0:
		return Custom(kind, own), ""
	case threshold > 0:
		return from(threshold), ""
	default:
		return Scheme{}, reason
	}
}

func coggan(ftp float64) Scheme {
	s := Scheme{Kind: training.ZonesPower, Method: "coggan7", Names: numbered(7)}
	for _, p := range cogganPct {
		s.Lower = append(s.Lower, p*ftp/100)
	}
	return s
}

// friel rounds bounds up to whole beats, so that a beat lies in one zone.
func friel(lthr float64, sport training.Sport) Scheme {
	s := Scheme{Kind: training.ZonesHR, Method: "friel_cycling", Names: frielNames()}
	pct := frielCyclingPct
	if onFoot(sport) {
		s.Method, pct = "friel_running", frielRunningPct
	}
	for _, p := range pct {
		s.Lower = append(s.Lower, math.Ceil(p*lthr/100))
	}
	return s
}

func onFoot(s training.Sport) bool {
	return s == training.Running || s == training.Walking || s == training.Hiking
}

func pace(threshold float64) Scheme {
	s := Scheme{Kind: training.ZonesPace, Method: "friel_pace", Names: frielNames()}
	for _, p := range frielPacePct {
		s.Lower = append(s.Lower, threshold*100/p)
	}
	return s
}

// Custom is a scheme of given lower bounds of zones 2 and up. They are put in
// ascending order; the given slice is not changed.
func Custom(kind training.ZoneKind, lower []float64) Scheme {
	sorted := slices.Sorted(slices.Values(lower))
	return Scheme{Kind: kind, Method: "custom", Lower: sorted, Names: numbered(len(sorted) + 1)}
}

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "Z" + strconv.Itoa(i+1)
	}
	return names
}

// Zone is the zone of a value, counted from 1. A value that equals a bound
// lies in the upper zone.
func (s Scheme) Zone(x float64) int {
	z := 1
	for _, low := range s.Lower {
		if x < low {
			break
		}
		z++
	}
	return z
}

// TimeIn is the seconds of h in each zone of s. It costs one pass over the
// bins; a bin that a bound divides counts where its lower edge lies.
func (s Scheme) TimeIn(h Histogram) []float64 {
	out := make([]float64, len(s.Lower)+1)
	scale := h.Channel.Scale()
	z, sum := 0, uint64(0)
	next := s.firstBin(h, 0, scale)
	for i, n := range h.Seconds {
		for z < len(s.Lower) && int64(i) >= next {
			out[z] += float64(sum)
			z, sum = z+1, 0
			next = s.firstBin(h, z, scale)
		}
		sum += uint64(n)
	}
	out[z] += float64(sum)
	return out
}

// firstBin is the index of the first bin of h at or above bound z.
func (s Scheme) firstBin(h Histogram, z int, scale float64) int64 {
	if z >= len(s.Lower) {
		return math.MaxInt64
	}
	x := s.Lower[z] * scale / float64(max(1, h.Width))
	return int64(math.Ceil(min(x-boundSlack, math.MaxInt32))) - int64(h.First)
}

// boundSlack forgives the rounding of a bound computed from a percentage: 75 %
// of 200 is 150 however the machine multiplies.
const boundSlack = 1e-9
