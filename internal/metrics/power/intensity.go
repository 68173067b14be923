package power

import (
	"cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// IntensityVersion is the version of the rules of intensity and TSS.
const IntensityVersion = 1

// IntensityFactor returns the ratio of np to ftp, both in W, or false if either
// is not positive.
func IntensityFactor(np, ftp float64) (float64, bool) {
	if np <= 0 || ftp <= 0 {
		return 0, false
	}
	return np / ftp, true
}

// VariabilityIndex returns the ratio of np to the average power of the same
// samples, or false if either is not positive.
func VariabilityIndex(np, avg float64) (float64, bool) { return IntensityFactor(np, avg) }

// TSS returns the training stress score as Garmin devices compute it: hours of
// full windows · IF² · 100, with unrounded normalized power. It returns false if np or
// ftp is not positive.
func TSS(np NP, ftp float64) (float64, bool) {
	return TSSOver(np.Watts, ftp, float64(np.Windows))
}

// TSSOver does the same as [TSS] over a given time in s. It is for variants that use
// timer time (Wahoo, iGPSport's assistant server).
func TSSOver(np, ftp, seconds float64) (float64, bool) {
	f, ok := IntensityFactor(np, ftp)
	if !ok || seconds <= 0 {
		return 0, false
	}
	return seconds / 3600 * f * f * 100, true
}

// DecouplingVersion is the version of the rule in [Decoupling].
const DecouplingVersion = 1

const (
	minDecouplingS  = 20 * 60
	minCoverage     = 0.80
	maxMissingShare = 0.05
	maxVI           = 1.10
)

// pairs holds the samples with both power and heart rate.
type pairs struct{ watts, bpm []int32 }

// Decoupling returns the fall in the ratio of power to heart rate (Pw:Hr) from the first
// half to the second, in percent: (R1−R2)/R1·100 with R = NP / average heart rate over the
// samples that have both. It returns the reason in missing if the recording is shorter than
// 20 minutes, if heart rate or power covers less than 80 % of timer time, if more than 5 %
// of the power samples have no heart rate, or if the variability index is above 1.10.
func Decoupling(v *stream.View) (pct float64, missing i18n.Sentence) {
	for _, k := range []struct {
		ch     training.Channel
		absent i18n.Sentence
		name   i18n.Word
	}{{training.Power, training.NoPower, "power"}, {training.HeartRate, training.NoHeartRate, "heart rate"}} {
		if !v.Has(k.ch) {
			return 0, cmp.Or(v.Silent[k.ch], k.absent)
		}
		if c := v.Coverage(k.ch); c < minCoverage {
			return 0, i18n.Sentencef("%s covers only %.0f %% of the time", k.name, c*100)
		}
	}
	samples := v.Power()
	p := pair(v, samples)
	switch lost := len(samples.Watts) - len(p.watts); {
	case len(p.watts) < minDecouplingS:
		return 0, "shorter than 20 minutes"
	case float64(lost) > maxMissingShare*float64(len(samples.Watts)):
		return 0, "heart rate has too many gaps"
	}
	if np, _ := Normalized(p.watts); np.Watts > maxVI*stream.Mean(p.watts) {
		return 0, i18n.Sentencef("power varied too much (variability index above %.2f)", maxVI)
	}
	return fall(p)
}

func pair(v *stream.View, s stream.Samples) pairs {
	p := pairs{watts: make([]int32, 0, len(s.Watts)), bpm: make([]int32, 0, len(s.Watts))}
	for i, w := range s.Watts {
		if h, ok := v.At(training.HeartRate, int(s.Row[i])); ok {
			p.watts, p.bpm = append(p.watts, w), append(p.bpm, h)
		}
	}
	return p
}

// fall returns the fall from the first half of the pairs to the second. An odd sample
// belongs to the second half.
func fall(p pairs) (float64, i18n.Sentence) {
	half := len(p.watts) / 2
	first, _ := Normalized(p.watts[:half])
	second, _ := Normalized(p.watts[half:])
	if first.Watts == 0 {
		return 0, "no power in the first half"
	}
	r1 := first.Watts / stream.Mean(p.bpm[:half])
	r2 := second.Watts / stream.Mean(p.bpm[half:])
	return (r1 - r2) / r1 * 100, ""
}
