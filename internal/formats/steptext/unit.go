package steptext

import (
	"cmp"
	"encoding/json"
	"math"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// unit is the unit of the numbers in a target.
type unit struct {
	unit  training.TargetUnit
	per   training.PaceDistance
	overS float64
	// scale is the number of units in 1 m/s.
	scale float64
	// bare is set for a pace without a distance.
	bare bool
}

// of converts a number in the text to the unit of targets.
func (u *unit) of(x float64) float64 {
	switch {
	case u.per != "":
		return u.per.Metres() / x
	case u.scale > 0:
		return x / u.scale
	}
	return x
}

// shown returns a bound in the unit of the text.
func (u *unit) shown(x float64) string {
	switch {
	case u.per != "":
		return clockText(u.per.Metres()/x, 0) + "/" + string(u.per)
	case u.scale > 0:
		return number(x * u.scale)
	}
	return number(x)
}

// spellings holds, for each unit, the text before and after a number, and the words
// that follow in a line and in a field.
var spellings = map[training.TargetUnit]struct{ before, unit, line, field string }{
	training.TargetW:       {unit: "w"},
	training.TargetBpm:     {unit: "bpm"},
	training.TargetRPM:     {unit: "rpm"},
	training.TargetFTP:     {unit: "%"},
	training.TargetLTHR:    {unit: "%", line: " LTHR", field: " LTHR"},
	training.TargetMaxHR:   {unit: "%", line: " HR", field: " max"},
	training.TargetPacePct: {unit: "%", line: " Pace"},
	training.TargetBest:    {unit: "%", line: " MMP ", field: " of "},
	training.TargetZone:    {before: "Z"},
	training.TargetOwnZone: {before: "CZ"},
}

// unitOf reads the text around the numbers of a target, in the words of a field.
func unitOf(key string, w around, clock bool) (unit, i18n.Sentence) {
	if w.before != "" {
		return zoneOf(key, w)
	}
	if clock && key != "pace" {
		return unit{}, i18n.Sentencef("is a time, but %s has none", key)
	}
	var u unit
	switch key {
	case "power":
		u = powerUnit(w.unit)
	case "hr":
		u.unit = map[string]training.TargetUnit{
			"bpm": training.TargetBpm, "%lthr": training.TargetLTHR, "%oflthr": training.TargetLTHR,
			"%max": training.TargetMaxHR, "%maxhr": training.TargetMaxHR, "%hrmax": training.TargetMaxHR,
			"%ofmax": training.TargetMaxHR, "%ofmaxhr": training.TargetMaxHR,
		}[w.unit]
	case "pace":
		return paceUnit(w.unit, clock)
	case "speed":
		const kmh = workout.KmhPerMPS
		u.scale = map[string]float64{"km/h": kmh, "kmh": kmh, "kph": kmh, "mph": mphPerMPS, "m/s": 1}[w.unit]
		if u.scale > 0 {
			u.unit = training.TargetMPS
		}
	case "rpe":
		u.unit = map[string]training.TargetUnit{"": training.TargetOf10, "of10": training.TargetOf10, "/10": training.TargetOf10}[w.unit]
	case "cadence":
		u.unit = map[string]training.TargetUnit{"": training.TargetRPM, "rpm": training.TargetRPM}[w.unit]
	}
	switch {
	case u.unit != "":
		return u, ""
	case w.unit == "":
		return u, "has no unit"
	case w.unit == "spm":
		return u, "is in steps per minute; two steps are one revolution, so 180 steps are 90rpm"
	case w.unit == "%" && key == "hr":
		return u, "does not say whether it is a percentage of LTHR or of the maximum"
	}
	return u, i18n.Sentencef("is not in a unit of %s", key)
}

// mphPerMPS is 1 m/s in miles per hour.
const mphPerMPS = 3600 / mileM

func zoneOf(key string, w around) (unit, i18n.Sentence) {
	own := w.before == "cz"
	switch {
	case w.unit != "" && w.unit != key:
		return unit{}, i18n.Sentencef("is not in a unit of %s", key)
	case own && key == "power":
		return unit{unit: training.TargetOwnZone}, ""
	case own:
		return unit{}, "is a custom zone; only power has custom zones"
	case key != "power" && key != "hr" && key != "pace":
		return unit{}, i18n.Sentencef("is a zone, but %s has none", key)
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
		s, _, timed := seconds(over)
		if !timed {
			s, timed = clock(over)
		}
		if begins && ends && timed && s > 0 && s <= maxAmount {
			return unit{unit: training.TargetBest, overS: s}
		}
	}
	return unit{}
}

// pers maps the written distances of paces.
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
		return unit{}, "is a speed; give it as speed"
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
		return unit{}, "is not a time in minutes and seconds"
	}
	return unit{}, "has no pace unit, such as /km"
}

// bare returns the unit of a pace without a distance, if the sport's paces have
// a fixed one, or else the fault.
func (d *draft) bare(at, key, text string) (unit, i18n.Sentence) {
	switch d.sport {
	case training.Running, training.Walking, training.Hiking, training.Swimming, training.Rowing:
		u := unit{unit: training.TargetMPS, per: training.PaceOf(d.sport)}
		d.note(at, i18n.Name(strings.TrimSpace(text)+"/"+string(u.per)))
		return u, ""
	}
	return unit{}, i18n.Sentencef("does not say which distance the %s is for", key)
}

// examples shows valid targets.
var examples = map[string]i18n.Sentence{
	"power":   "220-240w, 88-94% (of FTP), Z2, CZ1 (own zone) or 60% of 5m best",
	"hr":      "140-150bpm, 90-95% LTHR, 70-80% max or Z2",
	"pace":    "5:00-5:10/km, 8:00/mi, 1:45/100m, 95-100% (of threshold pace) or Z3",
	"speed":   "30-32km/h",
	"rpe":     "7 or 6-7",
	"cadence": "90-95rpm",
}

// ask is the content of a target's text, before it is checked.
type ask struct {
	from, to float64
	// low or high is set if only that bound is given; it is then in from.
	low, high bool
	ramp      bool
	unit      unit
}

// target reads the target in a field. ramp is set if the step has a ramp.
func (d *draft) target(key string, v any, ramp bool) (training.StepTarget, bool) {
	at := d.at(key)
	text, ok := v.(string)
	if n, isNumber := v.(json.Number); isNumber {
		text, ok = n.String(), true
	}
	if !ok {
		d.fault(at, i18n.Sentencef("%s is not a target.", quoted(v)), i18n.Sentencef("Write a text such as %s.", examples[key]))
		return training.StepTarget{}, false
	}
	a, why := parse(key, fold(text))
	if why == "" && a.unit.bare {
		a.unit, why = d.bare(at, key, text)
		a.from, a.to = a.unit.of(a.from), a.unit.of(a.to)
	}
	if why == "" {
		a.ramp = a.ramp || ramp
		why = a.wrong(key)
	}
	if why != "" {
		d.fault(at, i18n.Sentencef("%s %s.", quoted(text), why), i18n.Sentencef("Write it like %s.", examples[key]))
		return training.StepTarget{}, false
	}
	if a.unit.per != "" && (a.low || a.high) { // "from" and "up to" could also mean the seconds
		d.note(at, i18n.Sentencef(map[bool]string{true: "%s or faster", false: "%s or slower"}[a.low], a.unit.shown(a.from)))
	}
	return a.made(key), true
}

// fold normalizes a text: lower case, one kind of dash, no spaces.
func fold(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	return strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-", "->", "-", "→", "-", "…", "-", "≥", ">=", "≤", "<=").Replace(text)
}

// prefixes lists the words that begin a target with one bound, or a ramp.
var prefixes = []struct {
	text            string
	low, high, ramp bool
}{
	{text: "ramp", ramp: true},
	{text: "from", low: true},
	{text: "atleast", low: true},
	{text: ">=", low: true},
	{text: ">", low: true},
	{text: "upto", high: true},
	{text: "atmost", high: true},
	{text: "<=", high: true},
	{text: "<", high: true},
	{text: "rpe"},
}

// parse reads a normalized text. why is the end of a sentence about what is wrong with the
// text.
func parse(key, text string) (a ask, why i18n.Sentence) {
	if text, why = a.begin(key, text); why != "" {
		return a, why
	}
	parts := strings.Split(strings.ReplaceAll(text, "to", "-"), "-")
	two := len(parts) == 2
	a.low = a.low && !two // as in "from 50 to 65 %"
	if len(parts) > 2 || two && a.high {
		return a, "is neither a value nor a range"
	}
	x, isX := figureOf(parts[0])
	y, isY := figureOf(parts[len(parts)-1])
	x.around.unit = cmp.Or(x.around.unit, y.around.unit) // "220-240w"
	y.around = around{cmp.Or(y.around.before, x.around.before), cmp.Or(y.around.unit, x.around.unit)}
	switch {
	case !isX || !isY || x.clock && x.value*y.value == 0:
		return a, "is not a number with a unit"
	case x.around != y.around || x.clock != y.clock:
		return a, "has two units"
	}
	if a.unit, why = unitOf(key, x.around, x.clock); why != "" {
		return a, why
	}
	a.from, a.to = x.value, y.value
	if !a.unit.bare {
		a.from, a.to = a.unit.of(a.from), a.unit.of(a.to)
	}
	return a, ""
}

// begin reads the prefixes of a text and returns the rest.
func (a *ask) begin(key, text string) (rest string, why i18n.Sentence) {
	for _, p := range prefixes {
		rest, ok := strings.CutPrefix(text, p.text)
		if !ok || p.text == "rpe" && key != "rpe" {
			continue
		}
		if key == "pace" && strings.ContainsAny(p.text, "<>") {
			return "", "could refer to the time or the speed; from and up to refer to the speed"
		}
		text, a.low, a.high = rest, p.low, p.high
		if a.ramp = a.ramp || p.ramp; !p.ramp {
			break
		}
	}
	return text, ""
}

// wrong returns the fault of an impossible target, or "" if there is none.
func (a *ask) wrong(key string) i18n.Sentence {
	u := &a.unit
	least, most := workout.Limits(training.TargetOf(key), u.unit)
	for _, x := range []float64{a.from, a.to} {
		open := x == 0 && a.from == 0 && a.to > 0 && !a.ramp // 0-50 % means up to 50 %
		if !open && !(x >= least && x <= most) {
			return i18n.Sentencef("is out of bounds: a bound can be from %s to %s", u.shown(least), u.shown(most))
		}
		if (u.unit == training.TargetZone || u.unit == training.TargetOwnZone) && x != math.Trunc(x) {
			return "is not a zone"
		}
	}
	switch {
	case a.ramp && (a.low || a.high || a.from == a.to):
		return "does not ramp from one value to another"
	case a.from > a.to && !a.ramp && u.unit != training.TargetMPS:
		return "runs downwards; write the lower bound first, or \"ramp\":true if it should fall"
	}
	return ""
}

func (a *ask) made(key string) training.StepTarget {
	t := training.StepTarget{Of: training.TargetOf(key), Unit: a.unit.unit, Low: a.from, High: a.to, Per: a.unit.per, OverS: a.unit.overS}
	switch {
	case a.low:
		t.High = 0
	case a.high:
		t.Low = 0
	case a.from > a.to: // the bounds of a pace may be in either order, because both orders are common
		t.Low, t.High = a.to, a.from
	}
	if a.ramp {
		t.Ramp = training.RampUp
		if a.from > a.to {
			t.Ramp = training.RampDown
		}
	}
	return t
}
