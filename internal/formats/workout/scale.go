package workout

import (
	"cmp"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// scale converts targets to levels.
type scale struct {
	Voice
	day efforts.Day
	up  picture.Scale
	// name is the label of the line at the threshold.
	name string
	// one is set if the workout has a single measure. full is then the value at
	// level 1: the threshold, or the highest value if no threshold is set and no
	// target is relative to it.
	one  training.TargetOf
	full float64
}

// scaleOf returns a scale of values for a workout with a single measure, and a
// scale of fractions of the thresholds for one with several.
func scaleOf(v Voice, legs []Leg, day efforts.Day) *scale {
	s := &scale{Voice: v, day: day}
	var first training.StepTarget
	highest, relative := 0.0, false
	for i := range legs {
		t := legs[i].Target
		switch {
		case t.Of == "":
			continue
		case first.Of == "":
			first = t
		case t.Of != first.Of:
			s.name = v.Say("threshold")
			return s
		}
		relative = relative || ofThreshold(t.Unit)
		highest = max(highest, legs[i].Low, legs[i].High)
	}
	if first.Of == "" {
		return s
	}
	s.one, s.full = first.Of, threshold(first.Of, day)
	name, _ := measure(first.Of)
	if name != "" {
		name = v.Say(name)
	}
	switch {
	case s.full > 0 && name != "":
		s.name = name + " " + BoundsText(s.one, s.full, s.full, s.per(first)).Say(v.Say)
	case s.full > 0:
	case relative:
		s.name = name
		return s
	default:
		s.full = highest
	}
	s.up = s.written(first)
	return s
}

// written returns the scale in which levels are labelled.
func (s *scale) written(t training.StepTarget) picture.Scale {
	switch t.Of {
	case training.TargetPower:
		return picture.ProfileValues(s.full, "W")
	case training.TargetHR:
		return picture.ProfileValues(s.full, "bpm")
	case training.TargetSpeed:
		if s.Miles {
			return picture.ProfileValues(s.full*KmhPerMPS/i18n.KmPerMile, "mph")
		}
		return picture.ProfileValues(s.full*KmhPerMPS, "km/h")
	case training.TargetPace:
		if s.full > 0 {
			per := s.per(t)
			if s.Miles && per == training.PerKm {
				return picture.Pace(PaceS(perMile, s.full), "/mi")
			}
			return picture.Pace(PaceS(per.Metres(), s.full), "/"+string(per))
		}
	case training.TargetRPE:
		return picture.ProfileValues(s.full, s.Say("of 10"))
	}
	return picture.Scale{}
}

// per returns the distance to which a pace refers.
func (s *scale) per(t training.StepTarget) training.PaceDistance {
	return cmp.Or(t.Per, training.PaceOf(s.day.Sport))
}

// exertion is the highest value on the exertion scale.
const exertion = 10

// threshold returns the value of a measure at level 1, or 0 if it is not set.
func threshold(of training.TargetOf, day efforts.Day) float64 {
	switch of {
	case training.TargetPower:
		return day.Thresholds.FTPW
	case training.TargetHR:
		return day.Thresholds.LTHRBpm
	case training.TargetPace, training.TargetSpeed:
		return day.Thresholds.ThresholdMPS
	case training.TargetRPE:
		return exertion
	}
	return 0
}

// measure returns the name of a measure's threshold, and the constant that means that it is not set.
func measure(of training.TargetOf) (name, lacks string) {
	switch of {
	case training.TargetPower:
		return "FTP", efforts.LacksFTP
	case training.TargetHR:
		return "LTHR", efforts.LacksLTHR
	case training.TargetPace, training.TargetSpeed:
		return "threshold", efforts.LacksThresholdPace
	}
	return "", ""
}

// ofThreshold reports whether a unit is a percentage of the threshold itself.
func ofThreshold(u training.TargetUnit) bool {
	return u == training.TargetFTP || u == training.TargetLTHR || u == training.TargetPacePct
}

// bar returns a leg as a bar without its width, and the threshold that is missing
// to draw it.
func (s *scale) bar(l *Leg) (b picture.Bar, lacks string) {
	t := l.Target
	if t.Of == "" || l.Step.Free {
		if b.Target = picture.Free; l.Step.MaxEffort {
			b.Target, b.Zone = picture.Maximal, 7
		}
		return b, ""
	}
	low, high, from, to, lacks := s.shares(l)
	b.Zone = s.zone(l, (from+to)/2)
	switch {
	case to <= 0:
		b.Target = picture.Free
	case t.Ramp != "" || low <= 0 || high <= 0:
		b.Start, b.End = picture.ProfileAt(from), picture.ProfileAt(to)
	default:
		b.Start = picture.Level{Low: low, High: high}
		b.End = b.Start
	}
	return b, lacks
}

// shares returns the bounds and the ends of the target of a leg as levels; 0 means unknown.
func (s *scale) shares(l *Leg) (low, high, from, to float64, lacks string) {
	const percent = 100
	if t := l.Target; ofThreshold(t.Unit) {
		from, to = t.Ends()
		return t.Low / percent, t.High / percent, from / percent, to / percent, ""
	}
	if l.Lacks != "" {
		return 0, 0, 0, 0, l.Lacks
	}
	full := s.full
	if s.one == "" && l.Target.Of != training.TargetRPE { // exertion is not relative to a threshold
		full = threshold(l.Target.Of, s.day)
	}
	if full <= 0 {
		_, lacks = measure(l.Target.Of)
		return 0, 0, 0, 0, lacks
	}
	return l.Low / full, l.High / full, l.From / full, l.To / full, ""
}

// zone returns the zone that colours a leg, or 0 if it is unknown.
func (s *scale) zone(l *Leg, level float64) int {
	t := l.Target
	if t.Unit == training.TargetZone {
		return int(max(t.Low, (t.Low+t.High)/2))
	}
	kind := training.ZonesPower
	switch t.Of {
	case training.TargetHR:
		kind = training.ZonesHR
	case training.TargetPace, training.TargetSpeed:
		kind = training.ZonesPace
	case training.TargetRPE:
		return 0
	}
	th, value := s.day.Thresholds, (l.From+l.To)/2
	if value <= 0 { // the value is only relative, so it has the same zone for any threshold
		const any = 100
		th, value = training.Thresholds{FTPW: any, LTHRBpm: any, ThresholdMPS: any}, level*any
	}
	scheme, missing := zones.For(kind, s.day.Sport, th)
	if value <= 0 || missing != "" {
		return 0
	}
	return scheme.Zone(value)
}

// Voice holds the language and the units of a picture.
type Voice struct {
	Say   Say
	Miles bool // distances and paces use miles
}

// ChartOf draws a workout, using the thresholds of a day: one bar per step, with repeats
// written out. If there is nothing to draw, it returns the reason. If the threshold of a step is
// missing, the step has no level: its bar is drawn as free, and the note mentions the
// threshold.
func ChartOf(v Voice, w *Workout, day efforts.Day) (c picture.Chart, why i18n.Sentence) {
	legs := Legs(w, day)
	switch {
	case len(legs) == 0:
		return c, "the workout has no steps"
	case !slices.ContainsFunc(legs, func(l Leg) bool { return l.Step.Exercise == nil }):
		return c, "the steps are exercises, which have no intensity over time"
	}
	s, a := scaleOf(v, legs, day), axisOf(v, legs, w.Sport)
	c = picture.Chart{
		Title: w.Name, Description: strings.Join(strings.Fields(Body(v.Say, w, day)), " "),
		Across: a.axis, Up: s.up, Threshold: s.name,
	}
	var lacks []string
	for i := range legs {
		l := &legs[i]
		bar, lack := s.bar(l)
		bar.Width, bar.Label = a.width(l), s.label(l)
		c.Bars = append(c.Bars, bar)
		if l.RestS > 0 && a.isTime {
			c.Bars = append(c.Bars, picture.Bar{Width: l.RestS, Zone: 1, Label: Duration(v.Say, l.RestS) + "\n" + v.Say("rest")})
		}
		if lack != "" && !slices.Contains(lacks, lack) {
			lacks = append(lacks, lack)
		}
	}
	c.Note = strings.Join(s.notes(w, legs, &c, lacks), " · ")
	if c.Across == (picture.Axis{}) {
		c.Across = picture.Time(i18n.Minutes(v.Say), i18n.Hours(v.Say))
	}
	return c, ""
}

// notes returns what a chart says beside its title. Missing values come first, because a long note is cut.
func (s *scale) notes(w *Workout, legs []Leg, c *picture.Chart, lacks []string) (notes []string) {
	for _, lack := range lacks {
		notes = append(notes, s.Say("%s is not known", LackName(lack)))
	}
	levels, width := false, 0.0
	for _, b := range c.Bars {
		width += b.Width
		levels = levels || b.Target != picture.Free
	}
	t := TotalOf(w.Steps)
	way, total := words{s.Say}.distance(t.DistanceM), PlainTotal(s.Say, w)
	if w.Sport == training.Swimming {
		way = Decimals(t.DistanceM, 0) + " m"
	}
	switch {
	case t.DistanceM > 0 && t.DurationS > 0 && c.Across == (picture.Axis{}): // time and way cannot be added
		notes = append(notes, s.Say("%s in about %s", way, Duration(s.Say, width)))
	case t.DistanceM > 0 && t.DurationS == 0 && !t.Open:
		notes = append(notes, way)
	case total != "":
		notes = append(notes, total)
	}
	bare := func(l Leg) bool { return (l.Target.Of == "" || l.Step.Free) && !l.Step.MaxEffort }
	if slices.ContainsFunc(legs, bare) {
		notes = append(notes, s.Say("hatched: no target"))
	}
	if !levels && len(lacks) == 0 {
		c.Up = picture.NoScale()
	}
	return notes
}

// label returns the length of a step, its target according to the thresholds of the
// day, and its text.
func (s *scale) label(l *Leg) string {
	lines := []string{Head(s.Say, l.Step)}
	if t := l.Target; t.Of != "" {
		text := NoteText(t).Say(s.Say)
		if l.Lacks == "" && t.Of != training.TargetRPE {
			low, high := l.Low, l.High
			if t.Ramp == training.RampDown && low > 0 && high > 0 {
				low, high = high, low
			}
			text = BoundsText(t.Of, low, high, s.per(t)).Say(s.Say)
		}
		lines = append(lines, text)
	} else if l.Step.MaxEffort {
		lines = append(lines, s.Say("all out"))
	}
	if l.RestS > 0 {
		lines = append(lines, s.Say("then %s rest", Duration(s.Say, l.RestS)))
	}
	if l.Step.Text != "" && l.Step.Exercise == nil {
		lines = append(lines, l.Step.Text)
	}
	return strings.Join(lines, "\n")
}

// axis converts the lengths of steps to widths.
type axis struct {
	axis   picture.Axis
	isTime bool
	// unknown is the width of a step of unknown length.
	unknown float64
}

// longM is the minimum length in m of an axis in kilometres; in water an axis is always in
// metres.
const longM = 2000

// perMile is a mile in m.
const perMile = 1000 * i18n.KmPerMile

// axisOf returns an axis of distance for a workout with only distances, or else one
// of time. A leg of unknown or open length gets the mean width of the others. If
// there is such a leg, the axis has no numbers, because they would be wrong.
func axisOf(v Voice, legs []Leg, sport training.Sport) axis {
	a := axis{isTime: !byDistance(legs)}
	sum, known, open := 0.0, 0, false
	for i := range legs {
		w := a.width(&legs[i])
		if sum += w; w > 0 {
			known++
		}
		open = open || w == 0 || legs[i].Step.Open
	}
	a.unknown = 1
	if known > 0 {
		a.unknown = sum / float64(known)
	}
	switch {
	case open:
		a.axis = picture.NoAxis()
	case a.isTime:
	case sport == training.Swimming || sum < longM:
		a.axis = picture.Distance("m", 1)
	case v.Miles:
		a.axis = picture.Distance("mi", perMile)
	default:
		a.axis = picture.Distance("km", 1000)
	}
	return a
}

// byDistance reports whether the steps have distances and no durations.
func byDistance(legs []Leg) bool {
	some := false
	for i := range legs {
		s := legs[i].Step
		if s.Exercise != nil || s.DistanceM == 0 && s.DurationS > 0 {
			return false
		}
		some = some || s.DistanceM > 0
	}
	return some
}

// width returns the length of a leg; for an open one, the suggested length.
func (a *axis) width(l *Leg) float64 {
	w := l.Seconds
	switch {
	case !a.isTime:
		w = l.Step.DistanceM
	case l.Step.Open:
		w = l.Step.DurationS
	}
	if w == 0 {
		return a.unknown
	}
	return w
}
