// Package zones divides power, heart rate and pace into zones and counts the time
// in them. It uses histograms that do not depend on thresholds, so that no stream
// has to be read again when a threshold changes.
//
// A zone includes its lower bound, but not its upper bound.
package zones

import (
	"math"
	"slices"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version is the version of the rules of histograms and zones.
const Version = 2

// Histogram holds seconds by value: bin i contains the values from (First+i)·Width up to,
// but not including, (First+i+1)·Width, in the channel's integer units.
type Histogram struct {
	Channel training.Channel
	Width   int32 // 1 W, 1 bpm, 1 mm/s
	First   int32
	Seconds []uint32
}

// Of counts a recording's power, heart rate or speed in bins of one integer unit. The
// histogram is empty if the recording has none. A row counts its seconds of timer time;
// heart rate is held for less than 30 s. While the pedals still turn, a power of 0 counts
// as the power before it for at most two seconds, as it does in head units.
func Of(v *stream.View, ch training.Channel) Histogram {
	if ch == training.Power {
		return OfValues(v, ch, turning(v))
	}
	return OfValues(v, ch, v.Columns.Data[ch].Values)
}

// Work counts power exactly as it was recorded, so that the bins add up to the work.
func Work(v *stream.View) Histogram {
	return OfValues(v, training.Power, v.Columns.Data[training.Power].Values)
}

// lastTurnS is the maximum time in s for which a head unit keeps the last power while pedals
// turn, because a meter that sends once per turn has nothing to send between two slow turns.
const lastTurnS = 2

// turning returns the power in all rows, with the last power kept for up to two seconds
// while pedals turn.
func turning(v *stream.View) []int32 {
	watts, times := v.Columns.Data[training.Power].Values, v.Columns.TimeS
	if !v.Has(training.Cadence) {
		return watts
	}
	out, last := slices.Clone(watts), -1
	u := v.Usable(training.Power)
	for i, w := range watts {
		switch c, ok := v.At(training.Cadence, i); {
		case !u.Get(i):
		case w > 0:
			last = i
		case ok && c > 0 && last >= 0 && times[i]-times[last] <= lastTurnS:
			out[i] = watts[last]
		}
	}
	return out
}

// OfValues does the same as [Of] with other values of the same rows, such as
// equivalent speed on the flat. values has one value for each row of the channel.
func OfValues(v *stream.View, ch training.Channel, values []int32) Histogram {
	h := Histogram{Channel: ch, Width: 1}
	u := v.Usable(ch)
	low, high, ok := bounds(values, u)
	if !ok || int64(high)-int64(low) > maxBins {
		return h
	}
	h.First, h.Seconds = low, make([]uint32, high-low+1)
	weight := func(i int) int32 { return v.WeightS[i] }
	if ch == training.HeartRate {
		weight = v.SlowWeightS
	}
	for i, x := range values {
		if u.Get(i) {
			h.Seconds[x-low] += uint32(weight(i))
		}
	}
	return h
}

// maxBins limits the memory of a histogram if the channel has no limits.
const maxBins = 1 << 17

func bounds(values []int32, u training.Bitmap) (low, high int32, ok bool) {
	for i, x := range values {
		if !u.Get(i) {
			continue
		}
		if !ok {
			low, high, ok = x, x, true
		}
		low, high = min(low, x), max(high, x)
	}
	return low, high, ok
}

// TotalS returns the seconds in all bins.
func (h Histogram) TotalS() float64 {
	var sum uint64
	for _, s := range h.Seconds {
		sum += uint64(s)
	}
	return float64(sum)
}

// Coarse returns the histogram in bins of width units, for display. It returns
// h itself if width is not a multiple of its own width.
func (h Histogram) Coarse(width int32) Histogram {
	if len(h.Seconds) == 0 || width <= h.Width || width%h.Width != 0 {
		return h
	}
	k := width / h.Width
	first := floorDiv(h.First, k)
	out := Histogram{Channel: h.Channel, Width: width, First: first}
	last := floorDiv(h.First+int32(len(h.Seconds))-1, k)
	out.Seconds = make([]uint32, last-first+1)
	for i, s := range h.Seconds {
		out.Seconds[floorDiv(h.First+int32(i), k)-first] += s
	}
	return out
}

func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Scheme is a set of zones.
type Scheme struct {
	Kind   training.ZoneKind
	Method string // coggan7, friel_cycling, friel_running, friel_pace or custom
	// Lower holds the lower bounds of zone 2 and above, in W, bpm or m/s.
	Lower []float64
	Names []string // one per zone, len(Lower)+1
}

// These are the lower bounds of zone 2 and above in the default schemes, as percentages
// of the threshold: Coggan's seven zones by FTP, Friel's by heart rate at lactate
// threshold, and Friel's by threshold pace. Pace is a time per distance: Friel's zone 2
// ends at 114 % of the threshold's seconds per kilometre.
var (
	cogganPct       = [...]float64{55, 75, 90, 105, 120, 150}
	frielCyclingPct = [...]float64{81, 90, 94, 100, 103, 107}
	frielRunningPct = [...]float64{85, 90, 95, 100, 103, 107}
	frielPacePct    = [...]float64{129, 114, 106, 100, 97, 90}
)

func frielNames() []string { return []string{"Z1", "Z2", "Z3", "Z4", "Z5a", "Z5b", "Z5c"} }

// For returns the scheme of a kind for a sport: with the athlete's own bounds, or else
// the default scheme for the threshold. If there is none, it returns the reason.
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

// friel returns Friel's heart rate zones for a threshold in bpm. Bounds are
// rounded up to whole beats, so that every rate is in one zone.
func friel(lthr float64, sport training.Sport) Scheme {
	s := Scheme{Kind: training.ZonesHR, Method: "friel_cycling", Names: frielNames()}
	pct := frielCyclingPct
	if sport.OnFoot() {
		s.Method, pct = "friel_running", frielRunningPct
	}
	for _, p := range pct {
		s.Lower = append(s.Lower, math.Ceil(p*lthr/100))
	}
	return s
}

func pace(threshold float64) Scheme {
	s := Scheme{Kind: training.ZonesPace, Method: "friel_pace", Names: frielNames()}
	for _, p := range frielPacePct {
		s.Lower = append(s.Lower, threshold*100/p)
	}
	return s
}

// Custom returns a scheme with the given lower bounds of zone 2 and above. It sorts the
// bounds without changing the argument.
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

// Zone returns the zone of a value, counted from 1. A value at a bound belongs to the
// upper zone.
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

// TimeIn returns the seconds of h in each zone of s. It makes one pass over the
// bins. A bin that a bound divides belongs to the zone of its lower edge.
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

// firstBin returns the index of the first bin of h at or above the bound of zone z.
func (s Scheme) firstBin(h Histogram, z int, scale float64) int64 {
	if z >= len(s.Lower) {
		return math.MaxInt64
	}
	x := s.Lower[z] * scale / float64(max(1, h.Width))
	return int64(math.Ceil(min(x-boundSlack, math.MaxInt32))) - int64(h.First)
}

// boundSlack allows for the rounding of a bound computed from a percentage: 75 % of
// 200 must be 150, regardless of how the machine multiplies.
const boundSlack = 1e-9

// DistributionVersion is the version of the rules in [Thirds].
const DistributionVersion = 1

// Thirds holds time or sessions at three intensities: below the first
// threshold, between the two, and above the second.
type Thirds [3]float64

// Total returns the sum of the three parts.
func (t Thirds) Total() float64 { return t[0] + t[1] + t[2] }

// Shares returns the three parts as shares of their sum, or false if the sum is 0.
func (t Thirds) Shares() (Thirds, bool) {
	total := t.Total()
	if total <= 0 {
		return Thirds{}, false
	}
	return Thirds{t[0] / total, t[1] / total, t[2] / total}, true
}

// Group returns the time at the three intensities from the time in zones. Three zones are
// kept as they are. Five or more become zones 1–2, zones 3–4 and all above, which fits
// Coggan's and Friel's thresholds. It returns false for other numbers of zones.
func Group(seconds []float64) (Thirds, bool) {
	var t Thirds
	switch n := len(seconds); {
	case n == len(t):
		copy(t[:], seconds)
	case n >= 5:
		for i, s := range seconds {
			t[min(i/2, 2)] += s
		}
	default:
		return Thirds{}, false
	}
	return t, true
}

// polarizedIndex is the index above which Treff et al. call a distribution polarized.
const polarizedIndex = 2

// noMiddle is used in place of a middle share of 0.
const noMiddle = 0.01

// Polarization returns Treff's polarization index (2019), log10(z1/z2·z3·100) with fractions of
// the total, and whether the distribution is polarized: easy > hard > middle, and an index above
// 2. If there is no time at high intensity, the index is 0. A middle share of 0 is replaced by
// 0.01, which is subtracted from the hard share. It returns false if the index is undefined: if
// there is no time at all or none at low intensity, or if the hard share is at most that 0.01.
func (t Thirds) Polarization() (index float64, polarized, ok bool) {
	z, ok := t.Shares()
	if !ok {
		return 0, false, false
	}
	if z[2] == 0 {
		return 0, false, true
	}
	shape := z[0] > z[2] && z[2] > z[1]
	if z[1] == 0 {
		z[1], z[2] = noMiddle, z[2]-noMiddle
	}
	if z[0] <= 0 || z[2] <= 0 {
		return 0, false, false
	}
	index = math.Log10(z[0] / z[1] * z[2] * 100)
	return index, shape && index > polarizedIndex, true
}

// These are the shapes of a distribution.
const (
	ShapePolarized = "polarized" // easy > hard > middle, and an index above 2
	ShapePyramidal = "pyramidal" // easy > middle > hard
	ShapeThreshold = "threshold" // most time in the middle
	ShapeHard      = "high intensity"
	ShapeUnclear   = "unclear"
)

// Shape returns the name of the distribution according to Treff et al.
func (t Thirds) Shape() string {
	_, polarized, _ := t.Polarization()
	switch {
	case t.Total() <= 0:
		return ShapeUnclear
	case polarized:
		return ShapePolarized
	case t[0] > t[1] && t[1] >= t[2]:
		return ShapePyramidal
	case t[1] > t[0] && t[1] > t[2]:
		return ShapeThreshold
	case t[2] > t[0] && t[2] > t[1]:
		return ShapeHard
	}
	return ShapeUnclear
}

// These are the minimum times in s and the minimum shares for a session to count as hard,
// or as at threshold.
const (
	hardS, hardShare       = 4 * 60, 0.10
	thresholdS, aboveShare = 15 * 60, 0.25
)

// Session returns the intensity of a session, 0 to 2, based on its time in the three parts:
// hard if 4 minutes or a tenth of the time are above the second threshold, otherwise at
// threshold if 15 minutes or a quarter are above the first, and otherwise easy. It
// represents the athlete's intention (Seiler and Kjerland 2006) if no plan states that.
func (t Thirds) Session() int {
	total := t.Total()
	if total <= 0 {
		return 0
	}
	above := t[1] + t[2]
	switch {
	case t[2] >= hardS || t[2] >= hardShare*total:
		return 2
	case above >= thresholdS || above >= aboveShare*total:
		return 1
	}
	return 0
}
