package summary

import (
	"cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// RuleVersion is the version of this package's own rules: averages, maxima
// and when a metric is given at all.
const RuleVersion = 9

// Version is the version of all rules that a summary is made by.
func Version() int {
	return stream.RulesetVersion(
		RuleVersion, stream.Version, power.NormalizedVersion, power.XPowerVersion, power.IntensityVersion,
		heart.RateVersion, route.ElevationVersion,
	)
}

const (
	// shortNormalizedS is the power samples under which normalized power of a
	// whole recording says little (Coggan).
	shortNormalizedS = 1200
	// minCoverage is the share of timer time that heart rate has to cover for
	// the efficiency factor.
	minCoverage = 0.80
)

// Result is the scalars of a recording that no threshold enters.
type Result struct {
	Values training.Values
	// Missing says for each metric that a recording of this sport could have
	// why this one has not.
	Missing map[training.Metric]i18n.Sentence
	// NPWindows is the 30 s windows of normalized power; HRSeconds the timer
	// time with a heart rate.
	NPWindows int
	HRSeconds float64
	// Notes say what was masked, guessed or found odd, for people.
	Notes []i18n.Sentence
}

// Of summarises a recording.
func Of(v *stream.View) Result { return NewStretches(v).Whole() }

// Whole summarises the recording.
func (s *Stretches) Whole() Result {
	v := s.view
	r := Result{Missing: map[training.Metric]i18n.Sentence{}}
	timer := timerOf(v)
	r.Values = s.Values(route.Whole(v), timer)
	r.times(v, timer)
	r.fromPower(s)
	// The variability index keeps the rows' mean, as NP is of the rows.
	s.AveragePower(r.Values, v.Recording.DeviceValues, route.Whole(v), timer, WholeStretch)
	r.swum(v)
	r.thin(v)
	r.efficiency(v)
	if hr, ok := heart.Of(v); ok {
		r.HRSeconds = hr.Seconds
	}
	r.pool(v)
	r.deviceTotal(v, timer)
	r.nameMissing(v)
	r.Notes = append(r.Notes, notes(v)...)
	if note := s.relief.SatelliteNote(); note != "" {
		r.Notes = append(r.Notes, note)
	}
	if s.coasts.out(WholeStretch) {
		r.Notes = append(r.Notes, coastingLeftOut)
	}
	return r
}

// timerOf is timer time: what the recording says, else what its rows stand for.
func timerOf(v *stream.View) float64 {
	if v.Recording.TimerS > 0 {
		return v.Recording.TimerS
	}
	return rowsS(v)
}

// rowsS is the seconds of timer time that the rows stand for.
func rowsS(v *stream.View) float64 {
	sum := int64(0)
	for _, w := range v.WeightS {
		sum += int64(w)
	}
	return float64(sum)
}

func (r *Result) times(v *stream.View, timer float64) {
	if v.Recording.ElapsedS > 0 {
		r.Values[training.MetricElapsedTimeS] = v.Recording.ElapsedS
	} else if timer > 0 {
		r.Values[training.MetricElapsedTimeS] = timer
	}
	if timer > 0 {
		r.Values[training.MetricDurationS] = timer
	}
	moving, missing := v.Moving()
	if missing != "" {
		r.Missing[training.MetricMovingTimeS] = missing
		return
	}
	r.Values[training.MetricMovingTimeS] = moving
}

func (r *Result) fromPower(s *Stretches) {
	delete(r.Values, training.MetricNormalizedPowerW)
	n := len(s.samples.Watts)
	if n == 0 {
		return
	}
	np, ok := power.Normalized(s.samples.Watts)
	if !ok {
		for _, m := range normalizedMetrics() {
			r.Missing[m] = i18n.Sentencef("less than %d s of power", power.WindowS)
		}
		return
	}
	if n < shortNormalizedS {
		r.Notes = append(r.Notes, i18n.Sentencef("%s is short for normalized power (20 min).", minutes(n)))
	}
	r.NPWindows = np.Windows
	r.Values[training.MetricNormalizedPowerW] = np.Watts
	if x, ok := power.XPower(s.samples.Watts, power.AlphaGoldenCheetah); ok {
		r.Values[training.MetricXPowerW] = x
	}
	if vi, ok := power.VariabilityIndex(np.Watts, r.Values[training.MetricAvgPowerW]); ok {
		r.Values[training.MetricVariabilityIndex] = vi
	} else {
		r.Missing[training.MetricVariabilityIndex] = "average power is zero"
	}
}

// minutes are seconds for people.
func minutes(seconds int) i18n.Sentence {
	if seconds < 60 {
		return i18n.Sentencef("%d s", seconds)
	}
	return i18n.Sentencef("%d min", seconds/60)
}

// efficiency sets the efficiency factor. On foot output is speed in m/min,
// otherwise normalized power.
func (r *Result) efficiency(v *stream.View) {
	hr, ok := r.Values[training.MetricAvgHRBpm]
	output, has := r.Values[training.MetricNormalizedPowerW], i18n.Word("power")
	if onFoot(v.Recording.Sport) {
		output, has = r.Values[training.MetricAvgSpeedKMH]*1000/60, "speed"
	}
	switch c := v.Coverage(training.HeartRate); {
	case !ok:
		r.Missing[training.MetricEfficiencyFactor] = cmp.Or(r.Missing[training.MetricAvgHRBpm], training.NoHeartRate)
	case output <= 0:
		r.Missing[training.MetricEfficiencyFactor] = i18n.Sentencef("no %s to compare heart rate with", has)
	case c < minCoverage:
		r.Missing[training.MetricEfficiencyFactor] = i18n.Sentencef("heart rate covers only %.0f %% of the time", c*100)
	default:
		r.Values[training.MetricEfficiencyFactor] = output / hr
	}
}
