package heart

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// ImpulseVersion is the version of the rules in [Edwards], [Lucia] and [Zonal].
const ImpulseVersion = 1

// These are the ids, in results, of the training impulses other than Banister's.
const (
	TRIMPEdwards    = "trimp_edwards"
	TRIMPLucia      = "trimp_lucia"
	TRIMPZonal      = "trimp_zonal"
	TRIMPIndividual = "trimp_individual"
)

// Edwards returns Edwards' TRIMP (1993): minutes in 50–60, 60–70, … 90–100 % of the
// maximum heart rate, weighted 1 to 5. A rate below 50 % has weight 0, and a rate
// above the maximum counts as in the highest zone.
func Edwards(h zones.Histogram, maxBpm float64) (float64, i18n.Sentence) {
	if maxBpm <= 0 {
		return 0, "no maximum heart rate is set"
	}
	return weighed(h, shares(maxBpm, 50, 60, 70, 80, 90), 0, 1, 2, 3, 4, 5)
}

// Lucia returns Lucía's TRIMP (2003): minutes below the first ventilatory
// threshold, between it and the second, and above the second, weighted 1 to 3.
func Lucia(h zones.Histogram, vt1Bpm, vt2Bpm float64) (float64, i18n.Sentence) {
	switch {
	case vt1Bpm <= 0 || vt2Bpm <= 0:
		return 0, "no heart rates at the two thresholds are set"
	case vt2Bpm <= vt1Bpm:
		return 0, "the second threshold is not above the first"
	}
	return weighed(h, []float64{vt1Bpm, vt2Bpm}, 1, 2, 3)
}

// firstOfSecond is the first threshold as a percentage of the second if only the
// second is known: the upper bound of endurance in Friel's zones.
const firstOfSecond = 90

// Ventilatory returns the heart rates in bpm at the two ventilatory thresholds: the
// bounds of the athlete's own three zones or, if there are none, 90 % of LTHR and LTHR
// itself. It returns false if neither is set.
func Ventilatory(t training.Thresholds) (vt1Bpm, vt2Bpm float64, ok bool) {
	if len(t.HRZones) == 2 {
		return t.HRZones[0], t.HRZones[1], true
	}
	return math.Ceil(firstOfSecond * t.LTHRBpm / 100), t.LTHRBpm, t.LTHRBpm > 0
}

// Zonal returns GoldenCheetah's zonal TRIMP: minutes in Coggan's five heart rate
// zones (68, 83, 94 and 105 % of LTHR), weighted 0.9, 1.1, 1.2, 2 and 5.
func Zonal(h zones.Histogram, lthrBpm float64) (float64, i18n.Sentence) {
	if lthrBpm <= 0 {
		return 0, "no threshold heart rate is set"
	}
	return weighed(h, shares(lthrBpm, 68, 83, 94, 105), 0.9, 1.1, 1.2, 2, 5)
}

func shares(of float64, percents ...float64) []float64 {
	for i, p := range percents {
		percents[i] = p * of / 100
	}
	return percents
}

func weighed(h zones.Histogram, lower []float64, weights ...float64) (float64, i18n.Sentence) {
	if h.TotalS() == 0 {
		return 0, training.NoHeartRate
	}
	sum := 0.0
	for i, s := range zones.Custom(training.ZonesHR, lower).TimeIn(h) {
		sum += s / 60 * weights[i]
	}
	return sum, ""
}

// PaceDecouplingVersion is the version of the rules in [HalvesOf] and
// [Halves.PaceDecoupling].
const PaceDecouplingVersion = 1

const (
	minDecouplingS  = 20 * 60
	minCoverage     = 0.80
	maxMissingShare = 0.05
	maxVariability  = 1.10
)

// pairs holds the speed and the heart rate of single seconds, and their rows.
type pairs struct{ mmps, bpm, row []int32 }

// Half is one half of a run: its span, and the means over its seconds with both
// a speed and a heart rate.
type Half struct {
	Span    training.Span
	AvgMPS  float64
	AvgBpm  float64
	Seconds int
}

// Halves are the two halves of a run, with equally many seconds. An odd second
// belongs to the second half.
type Halves struct{ First, Second Half }

// PaceDecoupling returns the fall in the ratio of speed to heart rate (Pa:Hr) from
// the first half to the second, in percent: (R1−R2)/R1·100 with R = average speed /
// average heart rate. If worth is not nil, each half's speed is multiplied by it. worth
// returns the equivalent distance on the flat of a span, divided by the actual distance.
func (h Halves) PaceDecoupling(worth func(training.Span) (factor float64, missing i18n.Sentence)) (pct float64, missing i18n.Sentence) {
	r1, r2 := h.First.AvgMPS/h.First.AvgBpm, h.Second.AvgMPS/h.Second.AvgBpm
	if worth != nil {
		f1, why := worth(h.First.Span)
		if why != "" {
			return 0, why
		}
		f2, why := worth(h.Second.Span)
		if why != "" {
			return 0, why
		}
		r1, r2 = r1*f1, r2*f2
	}
	return (r1 - r2) / r1 * 100, ""
}

// HalvesOf divides a run into two halves. It returns the reason in missing if it cannot:
// if the run is shorter than 20 minutes, if heart rate or speed covers less than 80 % of
// timer time, if more than 5 % of the seconds with a speed have no heart rate, or if the
// fourth-power mean of the 30 s speed is more than 1.10 times its mean.
func HalvesOf(v *stream.View) (h Halves, missing i18n.Sentence) {
	for _, k := range []struct {
		ch     training.Channel
		absent i18n.Sentence
		name   i18n.Word
	}{{training.Speed, training.NoSpeed, "speed"}, {training.HeartRate, training.NoHeartRate, "heart rate"}} {
		if !v.Has(k.ch) {
			return h, cmp.Or(v.Silent[k.ch], k.absent)
		}
		if c := v.Coverage(k.ch); c < minCoverage {
			return h, i18n.Sentencef("%s covers only %.0f %% of the time", k.name, c*100)
		}
	}
	p, seconds := paired(v)
	switch lost := seconds - len(p.mmps); {
	case len(p.mmps) < minDecouplingS:
		return h, "shorter than 20 minutes"
	case float64(lost) > maxMissingShare*float64(seconds):
		return h, "heart rate has too many gaps"
	}
	if np, _ := power.Normalized(p.mmps); np.Watts > maxVariability*stream.Mean(p.mmps) {
		return h, i18n.Sentencef("pace varied too much (30 s speed above %.2f of its mean)", maxVariability)
	}
	middle := len(p.mmps) / 2
	h = Halves{First: p.half(v, 0, middle), Second: p.half(v, middle, len(p.mmps))}
	if h.First.AvgMPS == 0 {
		return h, "no movement in the first half"
	}
	return h, ""
}

// paired returns the seconds with both speed and heart rate, and the number of
// seconds with a speed.
func paired(v *stream.View) (p pairs, seconds int) {
	speed, values := v.Usable(training.Speed), v.Columns.Data[training.Speed].Values
	for i, w := range v.WeightS {
		if !speed.Get(i) {
			continue
		}
		seconds += int(w)
		bpm, ok := v.At(training.HeartRate, i)
		for range w {
			if ok {
				p.mmps, p.bpm, p.row = append(p.mmps, values[i]), append(p.bpm, bpm), append(p.row, int32(i))
			}
		}
	}
	return p, seconds
}

// half returns the means of the seconds [from, to) of the pairs.
func (p pairs) half(v *stream.View, from, to int) Half {
	times := v.Columns.TimeS
	h := Half{AvgMPS: stream.Mean(p.mmps[from:to]) / training.Speed.Scale(), AvgBpm: stream.Mean(p.bpm[from:to]), Seconds: to - from}
	h.Span.FromS = float64(times[p.row[from]])
	if h.Span.ToS = math.Inf(1); to < len(p.row) {
		h.Span.ToS = float64(times[p.row[to]])
	}
	return h
}
