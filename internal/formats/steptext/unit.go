package steptext

import (
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// unit is what the numbers of a target are in.
type unit struct {
	unit  training.TargetUnit
	per   training.PaceDistance
	overS float64
	// scale makes metres per second of a speed.
	scale float64
	// bare is a pace without its distance.
	bare bool
}

// of is a number of the text in the unit of targets.
func (u *unit) of(x float64) float64 {
	switch {
	case u.per != "":
		return u.per.Metres() / x
	case u.scale > 0:
		return x / u.scale
	}
	return x
}

// shown is a bound in the words of the text.
func (u *unit) shown(x float64) string {
	switch {
	case u.per != "":
		return clockText(u.per.Metres()/x, 0) + "/" + string(u.per)
	case u.scale > 0:
		return strconv.FormatFloat(x*u.scale, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// unitOf reads what stands around the numbers of a field's target.
func unitOf(key string, w written, clock bool) (unit, i18n.Sentence) {
	if w.zone != "" {
		return zoneOf(key, w)
	}
	if clock && key != "pace" {
		return unit{}, i18n.Sentencef("is a time, and %s has none", key)
	}
	var u unit
	switch key {
	case "power":
		u = powerUnit(w.text)
	case "hr":
		u.unit = map[string]training.TargetUnit{
			"bpm": training.TargetBpm, "%lthr": training.TargetLTHR, "%oflthr": training.TargetLTHR,
			"%max": training.TargetMaxHR, "%maxhr": training.TargetMaxHR, "%hrmax": training.TargetMaxHR,
			"%ofmax": training.TargetMaxHR, "%ofmaxhr": training.TargetMaxHR,
		}[w.text]
	case "pace":
		return paceUnit(w.text, clock)
	case "speed":
		const kmh = workout.KmhPerMPS
		u.scale = map[string]float64{"km/h": kmh, "kmh": kmh, "kph": kmh, "mph": mphPerMPS, "m/s": 1}[w.text]
		if u.scale > 0 {
			u.unit = training.TargetMPS
		}
	case "rpe":
		u.unit = map[string]training.TargetUnit{"": training.TargetOf10, "of10": training.TargetOf10, "/10": training.TargetOf10}[w.text]
	case "cadence":
		u.unit = map[string]training.TargetUnit{"": training.TargetRPM, "rpm": training.TargetRPM}[w.text]
	}
	switch {
	case u.unit != "":
		return u, ""
	case w.text == "":
		return u, "has no unit"
	case w.text == "spm":
		return u, "is in steps a minute; two steps are one revolution, as 180 steps are 90rpm"
	case w.text == "%" && key == "hr":
		return u, "does not say whether it is of LTHR or of the maximum"
	}
	return u, i18n.Sentencef("is in no unit of %s", key)
}

// mphPerMPS is a speed of 1 m/s in miles per hour.
const mphPerMPS = 3600 / 1609.344

func zoneOf(key string, w written) (unit, i18n.Sentence) {
	own := w.zone == "own"
	switch {
	case w.text != "" && w.text != key:
		return unit{}, i18n.Sentencef("is in no unit of %s", key)
	case own && key == "power":
		return unit{unit: training.TargetOwnZone}, ""
	case own:
		return unit{}, "is a zone of your own, which power alone has"
	case key != "power" && key != "hr" && key != "pace":
		return unit{}, i18n.Sentencef("is a zone, and %s has none", key)
	}
	return unit{unit: training.TargetZone}, ""
}

func powerUnit(text string) unit {
	switch text {
	case "w", "watt", "watts":
		return unit{unit: training.TargetW}
	case "%", "%ftp", "%offtp":
		return unit{unit: training.TargetFTP}
	}
	// "%of5mbest", "%ofthebest5:00", "%mmp5m"
	for _, w := range [][2]string{{"%of", "best"}, {"%ofbest", ""}, {"%ofthebest", ""}, {"%mmp", ""}} {
		over, begins := strings.CutPrefix(text, w[0])
		over, ends := strings.CutSuffix(over, w[1])
		s, timed := stepformSeconds(over)
		if !timed && strings.Contains(over, ":") {
			s, timed = stepformClock(over)
		}
		if begins && ends && timed && s > 0 && s <= maxAmount {
			return unit{unit: training.TargetBest, overS: s}
		}
	}
	return unit{}
}

// pers are the distances of paces as they are written.
var pers = map[string]training.PaceDistance{
	"/km": training.PerKm, "min/km": training.PerKm, "/mi": training.PerMile, "/mile": training.PerMile, "min/mi": training.PerMile,
	"min/mile": training.PerMile, "/100m": training.Per100M, "/100y": training.Per100Y, "/100yd": training.Per100Y,
	"/250m": training.Per250M, "/400m": training.Per400M, "/500m": training.Per500M,
}

func paceUnit(text string, clock bool) (unit, i18n.Sentence) {
	per, known := pers[text]
	switch text {
	case "%", "%pace", "%thresholdpace", "%ofthresholdpace":
		if !clock {
			return unit{unit: training.TargetPacePct}, ""
		}
	case "km/h", "kmh", "kph", "mph", "m/s":
		return unit{}, "is a speed, which is given as speed"
	case "":
		if clock {
			return unit{bare: true}, ""
		}
		return unit{}, "has no unit"
	}
	switch {
	case known && clock:
		return unit{unit: training.TargetMPS, per: per}, ""
	case known:
		return unit{}, "is no time in minutes and seconds"
	}
	return unit{}, "is in no unit of pace"
}

// bare is the unit of a pace that does not say for what distance: that of a
// sport whose paces are always told for one.
func (d *draft) bare(at, key, text string) (unit, i18n.Sentence) {
	switch d.sport {
	case training.Running, training.Walking, training.Hiking, training.Swimming, training.Rowing:
		u := unit{unit: training.TargetMPS, per: training.PaceOf(d.sport)}
		d.note(at, i18n.Name(strings.TrimSpace(text)+"/"+string(u.per)))
		return u, ""
	}
	return unit{}, i18n.Sentencef("does not say for what distance the %s is", key)
}
