package match

import (
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Untyped sets the sport of a recording whose file does not name a sport. It uses the name, or else
// the speed and climbing, and returns a sentence about this. For other recordings it returns "".
func Untyped(rec *training.Recording) i18n.Sentence {
	if !rec.SportUnsaid {
		return ""
	}
	sport, why := sportByName(rec.Name)
	if why == "" {
		sport, why = paceOf(rec).sport()
	}
	if why == "" {
		rec.Sport = training.Other
		return "The file names no sport, and neither its name nor its speed shows which it is; it is kept as other."
	}
	rec.Sport = sport
	return i18n.Sentencef("The file names no sport; because of %s it is taken as %s. Change the activity's sport if that is wrong.",
		why, i18n.Word(strings.ReplaceAll(string(sport), "_", " ")))
}

// sportByName finds a sport in a name. A word or the whole name must mean a
// sport, and no other word may mean a different one.
func sportByName(name string) (sport training.Sport, why i18n.Sentence) {
	if s, _, ok := training.ParseKind(name); ok && s != training.Other {
		return s, "its name"
	}
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		s, ok := training.ParseSport(w)
		switch {
		case !ok || s == training.Other || s == sport:
			continue
		case sport != "":
			return "", ""
		}
		sport, why = s, "its name"
	}
	return sport, why
}

// pace describes the movement in a recording, based on stretches of half a minute.
type pace struct {
	usual, fast float64 // median and ninth decile, in km/h
	climbM      float64 // metres climbed per kilometre
	liftShare   float64 // share of the climbing that was too fast for legs
	fallShare   float64 // share of the fast stretches that were steep descents
}

// These are the limits between sports. Moving at fastKmh for a tenth of the
// time means riding, even on descents. A runner's speed hardly varies.
const (
	stretchS     = 30
	leastMoves   = 4 // number of stretches
	standingKmh  = 1.5
	walkKmh      = 7
	runKmh       = 15
	fastRunKmh   = 18
	fastKmh      = 22
	unevenRatio  = 1.3
	engineKmh    = 60
	hikeClimbM   = 30
	liftMPS      = 0.6 // 2160 m per hour; on foot or by bike, even the fastest stay below 2000
	steepFall    = 0.08
	mostlyInAlps = 0.6
)

// sport returns the sport that a pace suggests, with the reason.
func (p pace) sport() (training.Sport, i18n.Sentence) {
	bySpeed := i18n.Sentencef("its speed (usually %s)", i18n.Measured("%.0f ", p.usual, i18n.KilometresPerHour()))
	switch {
	case p.usual == 0 || p.usual > engineKmh:
		return "", ""
	case p.liftShare > mostlyInAlps && p.fallShare > mostlyInAlps:
		return training.AlpineSki, "its lifts and descents"
	case p.fast >= fastKmh, p.usual >= fastRunKmh, p.usual >= runKmh && p.fast >= unevenRatio*p.usual:
		return training.Cycling, bySpeed
	case p.usual >= walkKmh:
		return training.Running, bySpeed
	case p.climbM >= hikeClimbM:
		return training.Hiking, "its speed and its climbs"
	}
	return training.Walking, bySpeed
}

// stretch is about half a minute of a recording.
type stretch struct{ seconds, metres, upM float64 }

func (s stretch) kmh() float64 {
	const kmhPerMPS = 3.6
	return s.metres / s.seconds * kmhPerMPS
}

// stretchesOf cuts a recording into stretches, using its distance or its positions.
func stretchesOf(rec *training.Recording) (out []stretch) {
	v := stream.Of(rec, stream.Limits{})
	c := v.Columns
	from := -1
	for i := range c.Len() {
		if _, ok := c.At(training.Distance, i); !ok || !v.Running.Get(i) {
			continue
		}
		if from < 0 {
			from = i
		}
		s := stretch{
			seconds: float64(c.TimeS[i] - c.TimeS[from]),
			metres:  risen(c, training.Distance, from, i), upM: risen(c, training.Altitude, from, i),
		}
		if s.seconds < stretchS {
			continue
		}
		if from = i; s.seconds <= 4*stretchS { // a longer stretch contains a gap
			out = append(out, s)
		}
	}
	return out
}

// risen returns the increase of a channel between two rows, or 0 if either has no value.
func risen(c *training.Columns, ch training.Channel, from, to int) float64 {
	a, ok1 := c.At(ch, from)
	b, ok2 := c.At(ch, to)
	if !ok1 || !ok2 {
		return 0
	}
	return float64(b-a) / ch.Scale()
}

// paceOf returns the pace of a recording.
func paceOf(rec *training.Recording) (p pace) {
	const metresPerKM = 1000
	var speeds []float64
	var wayM, rose, lifted, fast, fell float64
	for _, s := range stretchesOf(rec) {
		kmh := s.kmh()
		if kmh < standingKmh {
			continue
		}
		speeds, wayM = append(speeds, kmh), wayM+s.metres
		rose += max(0, s.upM)
		if s.upM > liftMPS*s.seconds {
			lifted += s.upM
		}
		if kmh >= fastKmh {
			fast++
			if -s.upM > steepFall*s.metres {
				fell++
			}
		}
	}
	if len(speeds) < leastMoves {
		return pace{}
	}
	slices.Sort(speeds)
	p.usual, p.fast = speeds[len(speeds)/2], speeds[len(speeds)*9/10]
	p.climbM, p.liftShare, p.fallShare = rose/wayM*metresPerKM, lifted/max(rose, 1), fell/max(fast, 1)
	return p
}
