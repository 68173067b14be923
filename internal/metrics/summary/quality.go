package summary

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// minShare is the share of the recorded time under which a mean says nothing
// of the whole. The rows that there are keep their maximum and their work.
const minShare = 0.5

// sensor is a channel whose means need its share, and what it is called.
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

// minHeartS is the seconds of heart rate under which their mean is not that of
// a recording that is at least twice as long.
const minHeartS = 60

// thin takes the means of a sensor that was there for less than half of the
// recorded time, or for seconds, with the reason.
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

// wholeShare is the share from which a sensor counts as there throughout.
const wholeShare = 0.95

// gaps say which sensors have no value for some of the recorded time.
func gaps(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	for _, s := range append(sensors(), sensor{training.Altitude, "altitude", nil}) {
		if share := v.Share(s.channel); share > 0 && share < wholeShare {
			out = append(out, i18n.Sentencef("The recording has %s for %.0f %% of its time.", s.name, share*100))
		}
	}
	return out
}

// stuckS is the time in seconds after which an unchanged heart rate is odd;
// no recording of the collection holds one for two minutes.
const stuckS = 300

// doubts say which values look like a sensor's mistake and are kept.
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

// coastingLeftOut tells on what average power rests.
const coastingLeftOut = "Average power is over the time pedalled: the device's own averages of the laps leave coasting out."

// oddEnergyPct is the energy gap from which the rows are not what the device
// computed from.
const oddEnergyPct = 0.4

// notes say what was left out, guessed or found odd.
func notes(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	for ch, n := range v.Masked {
		if n > 0 && training.Channel(ch) != training.Longitude { // latitude says it
			out = append(out, maskedNote(n, training.Channel(ch)))
		}
	}
	out = append(out, leapNotes(v)...)
	for ch, why := range v.Silent {
		if why != "" {
			out = append(out, i18n.Sentencef("The channel %s is left out: %s.", training.Channel(ch), why))
		}
	}
	for _, ch := range v.Derived {
		out = append(out, i18n.Sentencef("No %s was recorded; it is computed from other channels.", ch))
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
	word := i18n.Word(ch.String())
	if ch == training.Latitude {
		word = "position"
	}
	if n == 1 {
		return i18n.Sentencef("1 value of %s was beyond what is possible and was left out.", word)
	}
	return i18n.Sentencef("%d values of %s were beyond what is possible and were left out.", n, word)
}

// leapNotes say where the recording goes on from where nobody gets in the time.
func leapNotes(v *stream.View) []i18n.Sentence {
	var out []i18n.Sentence
	if l := v.Leaps[training.Distance]; l.Count > 0 {
		out = append(out, i18n.Sentencef("The distance leaps %s, by %s in all, faster than is possible; that is not counted.",
			i18n.Numbered(l.Count, "time", "times"), i18n.Measured("%.1f ", float64(l.CM)/100_000, i18n.Kilometres())))
	}
	if l := v.Leaps[training.Latitude]; l.Count > 0 {
		out = append(out,
			i18n.Sentencef("The position leaps %s further than anybody could go in the time; the distance between is not counted.",
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
