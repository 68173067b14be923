// Package summary computes, in one pass, all scalars of a recording that need no threshold.
//
// # Bysport
//
// [Addition] adds the values that only some sports have to those of a recording, its laps
// and its splits: grade-adjusted pace and running dynamics on foot, strokes and pace per
// 100 m in water.
//
// # Laps
//
// [LapsOf], [Splits] and [PoolOf] compute the values of laps, splits and pool lengths.
package summary

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// RuleVersion is the version of this package's own rules: averages, maxima, and
// the conditions for a metric.
const RuleVersion = 12

// Version returns one version for all rules of a summary.
func Version() int {
	return stream.RulesetVersion(
		RuleVersion, stream.Version, power.NormalizedVersion, power.XPowerVersion, power.IntensityVersion,
		heart.RateVersion, route.ElevationVersion,
	)
}

const (
	// shortNormalizedS is the number of power samples below which the normalized power of
	// a whole recording means little (Coggan).
	shortNormalizedS = 1200
	// MinCoverage is the minimum share of timer time that must have a heart rate for
	// an efficiency factor.
	MinCoverage = 0.80
)

// Result holds the scalars of a recording that need no threshold.
type Result struct {
	Values training.Values
	// Missing gives the reason for each metric that recordings of this sport can
	// have but that is missing in this one.
	Missing map[training.Metric]i18n.Sentence
	// NPWindows is the number of 30 s windows of normalized power, and HRSeconds the
	// timer time in s with a heart rate.
	NPWindows int
	HRSeconds float64
	// Notes explain to people what was masked, guessed or found unusual.
	Notes []i18n.Sentence
}

// Of summarizes a recording.
func Of(v *stream.View) Result { return NewStretches(v).Whole() }

// Whole summarizes the recording.
func (s *Stretches) Whole() Result {
	v := s.view
	r := Result{Missing: map[training.Metric]i18n.Sentence{}}
	timer, elapsed := timesOf(v)
	r.Values = s.Values(route.Whole(v), timer)
	putTimes(r.Values, timer, elapsed)
	r.moving(v, timer)
	r.fromPower(s)
	// The variability index still uses the mean of the rows, because NP is computed
	// from the rows.
	s.AveragePower(r.Values, v.Recording.DeviceValues, route.Whole(v), timer, WholeStretch)
	r.way(v, timer)
	r.swum(v)
	r.thin(v)
	r.efficiency(v)
	if hr, ok := heart.Of(v); ok {
		r.HRSeconds = hr.Seconds
	}
	r.pool(v)
	r.nameMissing(v)
	r.Notes = append(r.Notes, notes(v)...)
	if note := s.relief.SatelliteNote(); note != "" {
		r.Notes = append(r.Notes, note)
	}
	switch {
	case s.coasts.out(WholeStretch):
		r.Notes = append(r.Notes, coastingLeftOut)
	case s.vote(route.Whole(v), v.Recording.DeviceValues) > 0:
		r.Notes = append(r.Notes, coastingCounted)
	}
	return r
}

// timesOf returns timer and elapsed time in s: those of the recording, or else the time
// that its rows cover. Timer time is limited to elapsed time, regardless of the file.
func timesOf(v *stream.View) (timer, elapsed float64) {
	timer, elapsed = v.Recording.TimerS, v.Recording.ElapsedS
	if timer <= 0 {
		timer = rowsS(v)
	}
	return timer, max(timer, elapsed)
}

// rowsS returns the seconds of timer time that the rows cover.
func rowsS(v *stream.View) float64 {
	sum := int64(0)
	for _, w := range v.WeightS {
		sum += int64(w)
	}
	return float64(sum)
}

func (r *Result) moving(v *stream.View, timer float64) {
	moving, missing := v.Moving()
	if missing != "" {
		r.Missing[training.MetricMovingTimeS] = missing
		return
	}
	if timer > 0 {
		moving = min(moving, timer)
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

// minutes formats a duration in seconds or whole minutes for people.
func minutes(seconds int) i18n.Sentence {
	if seconds < 60 {
		return i18n.Sentencef("%d s", seconds)
	}
	return i18n.Sentencef("%d min", seconds/60)
}

// efficiency sets the efficiency factor. Its numerator is speed in m/min on foot,
// and normalized power otherwise.
func (r *Result) efficiency(v *stream.View) {
	hr, ok := r.Values[training.MetricAvgHRBpm]
	output, has := r.Values[training.MetricNormalizedPowerW], i18n.Word("power")
	if v.Recording.Sport.OnFoot() {
		output, has = r.Values[training.MetricAvgSpeedKMH]*1000/60, "speed"
	}
	switch c := v.Coverage(training.HeartRate); {
	case !ok:
		r.Missing[training.MetricEfficiencyFactor] = cmp.Or(r.Missing[training.MetricAvgHRBpm], training.NoHeartRate)
	case output <= 0:
		r.Missing[training.MetricEfficiencyFactor] = i18n.Sentencef("no %s to compare heart rate with", has)
	case c < MinCoverage:
		r.Missing[training.MetricEfficiencyFactor] = i18n.Sentencef("heart rate covers only %.0f %% of the time", c*100)
	default:
		r.Values[training.MetricEfficiencyFactor] = output / hr
	}
}

func normalizedMetrics() []training.Metric {
	return []training.Metric{
		training.MetricNormalizedPowerW, training.MetricXPowerW, training.MetricVariabilityIndex,
	}
}

// nameMissing adds reasons for missing metrics that have no column. The glossary adds
// those for metrics with a column.
func (r *Result) nameMissing(v *stream.View) {
	for _, m := range []training.Metric{training.MetricElapsedTimeS, training.MetricDurationS} {
		if _, has := r.Values[m]; !has {
			r.Missing[m] = "the recording has no duration"
		}
	}
	if v.Recording.SubSport == training.SubPool || len(v.Recording.Lengths) > 0 {
		for _, m := range poolMetrics() {
			if _, has := r.Values[m]; !has {
				r.Missing[m] = "the recording does not contain it"
			}
		}
	}
}

// swum sets the average heart rate of a pool swim to that over the swum lengths, as devices do. The
// histogram also includes the rests at the wall. Each row is taken to cover the time before it.
func (r *Result) swum(v *stream.View) {
	if _, ok := r.Values[training.MetricAvgHRBpm]; !ok {
		return
	}
	var sum, weight float64
	i, times := 0, v.Columns.TimeS
	for _, l := range v.Recording.Lengths {
		end := l.StartS + max(l.ElapsedS, l.TimerS)
		for ; i < len(times) && float64(times[i]) <= end; i++ {
			bpm, ok := v.At(training.HeartRate, i)
			if !ok || !l.Active || float64(times[i]) <= l.StartS {
				continue
			}
			w := float64(max(1, v.SlowWeightS(i)))
			sum, weight = sum+w*float64(bpm), weight+w
		}
	}
	if weight > 0 {
		r.Values[training.MetricAvgHRBpm] = sum / weight
	}
}

// minShare is the share of the recorded time below which a mean does not represent the
// whole. The maximum and the work of the existing rows are kept.
const minShare = 0.5

// sensor is a channel with its name and the means that need [minShare].
type sensor struct {
	channel training.Channel
	name    i18n.Word
	means   []training.Metric
}

func sensors() []sensor {
	return []sensor{
		{training.Power, "power", append(normalizedMetrics(), training.MetricAvgPowerW)},
		{training.HeartRate, "heart rate", []training.Metric{training.MetricAvgHRBpm}},
	}
}

// minHeartS is the minimum number of seconds with a heart rate for their mean to be kept
// if the recording is more than twice as long.
const minHeartS = 60

// thin removes the means of a sensor that was present for less than half of the
// recorded time, or only for seconds, and adds the reason.
func (r *Result) thin(v *stream.View) {
	if s := v.SecondsOf(training.HeartRate); v.Has(training.HeartRate) && s < minHeartS && 2*s < v.Recording.TimerS {
		delete(r.Values, training.MetricAvgHRBpm)
		r.Missing[training.MetricAvgHRBpm] = i18n.Sentencef("heart rate was recorded for only %.0f s", s)
	}
	for _, s := range sensors() {
		share := v.Share(s.channel)
		if share == 0 || share >= minShare {
			continue
		}
		for _, m := range s.means {
			delete(r.Values, m)
			r.Missing[m] = coversOnly(s.name, share)
		}
		if s.channel == training.Power {
			r.NPWindows = 0
		}
	}
}

func coversOnly(name i18n.Word, share float64) i18n.Sentence {
	return i18n.Sentencef("%s covers only %.0f %% of the time", name, share*100)
}

// wholeShare is the minimum share for which a sensor counts as present throughout.
const wholeShare = 0.95

// gaps returns notes about sensors that had no value for part of the recorded time.
func gaps(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	for _, s := range append(sensors(), sensor{training.Altitude, "altitude", nil}) {
		if share := v.Share(s.channel); share > 0 && share < wholeShare {
			out = append(out, i18n.Sentencef("The recording has %s for %.0f %% of its time.", s.name, share*100))
		}
	}
	return out
}

// stuckS is the time in s after which an unchanged heart rate counts as unusual. In none of
// the recordings tested was it unchanged for two minutes.
const stuckS = 300

// doubts returns notes about values that look like sensor errors and are kept.
func doubts(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	if n := v.LonePowerS(); n > 0 {
		out = append(out, i18n.Sentencef("Power is far above its neighbours for a single second, %s: the sensor dropped out or spiked. "+
			"The values are kept.", i18n.Numbered(n, "time", "times")))
	}
	if s := v.StuckHRS(); s >= stuckS {
		out = append(out, i18n.Sentencef("Heart rate did not change for %.0f minutes: the sensor may have been stuck. The values are kept.",
			math.Floor(float64(s)/60)))
	}
	return out
}

// coastingLeftOut is a note about the basis of average power.
const coastingLeftOut = "Average power covers pedalling time only: the device's own lap averages leave out coasting."

// coastingCounted is a note on why the device's average power differs.
const coastingCounted = "The device's average power leaves out coasting, and Lapkeep's includes it. The file does not contain the " +
	"device's setting."

// oddEnergyPct is the energy gap in percent above which the device must have used data
// other than the rows.
const oddEnergyPct = 0.4

// notes returns notes about what was left out, guessed or found unusual.
func notes(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	for ch, n := range v.Masked {
		if n > 0 && training.Channel(ch) != training.Longitude { // positions have only one note, that for latitude
			out = append(out, maskedNote(n, training.Channel(ch)))
		}
	}
	out = append(out, leapNotes(v)...)
	if pool, _ := PoolOf(v.Recording); pool.DistanceM == 0 {
		out = append(out, wayNotes(v)...)
	}
	for ch, why := range v.Silent {
		if why != "" {
			out = append(out, i18n.Sentencef("The channel %s is left out: %s.", i18n.Word(training.Channel(ch).Words()), why))
		}
	}
	for _, ch := range v.Derived {
		out = append(out, i18n.Sentencef("No %s was recorded; it is computed from other channels.", i18n.Word(ch.Words())))
	}
	if v.Smart {
		out = append(out, i18n.Sentencef("The device did not record every second; values between rows are held for up to %d "+
			"s, power for up to %d s.", v.CapS, v.HoldS))
	}
	if gap, ok := v.EnergyGapPct(); ok && (gap > oddEnergyPct || gap < -oddEnergyPct) {
		out = append(out, gapNote(gap))
	}
	if power.DropsZeros(v) {
		out = append(out, "The device leaves coasting out of its own power values.")
	}
	return append(append(out, gaps(v)...), doubts(v)...)
}

func maskedNote(n int, ch training.Channel) i18n.Sentence {
	word := i18n.Word(ch.Words())
	if ch == training.Latitude {
		word = "position"
	}
	if n == 1 {
		return i18n.Sentencef("1 impossible value of %s was left out.", word)
	}
	return i18n.Sentencef("%d impossible values of %s were left out.", n, word)
}

// leapNotes returns notes about impossible jumps, after which the recording continues.
func leapNotes(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	if l := v.Leaps[training.Distance]; l.Count > 0 {
		out = append(out, i18n.Sentencef("The distance jumps %s, by %s in all, faster than is possible; the jumps are not counted.",
			i18n.Numbered(l.Count, "time", "times"), i18n.Measured("%.1f ", float64(l.CM)/100_000, i18n.Kilometres())))
	}
	if l := v.Leaps[training.Latitude]; l.Count > 0 {
		out = append(out,
			i18n.Sentencef("The position jumps %s by more than anyone could cover in the time; the jumps are not counted.",
				i18n.Numbered(l.Count, "time", "times")))
	}
	return out
}

func gapNote(gap float64) i18n.Sentence {
	word := i18n.Word("more")
	if gap < 0 {
		word = "less"
	}
	return i18n.Sentencef("The power records add up to %.1f %% %s energy than the device's own total work, so its power values were "+
		"not computed from these records and may differ from ours.", math.Abs(gap), word)
}
