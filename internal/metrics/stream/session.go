package stream

import (
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PlausibleVersion of the rules in this package.
const PlausibleVersion = 2

// Session holds the values that are judged. Zero fields are unknown.
type Session struct {
	Sport     training.Sport
	TimerS    float64
	DistanceM float64
	// PowerW is the normalized power, or the mean where there is none.
	PowerW float64
}

// shortestS is the time under which nothing is judged: over seconds, the
// limits of single rows are the better ones.
const shortestS = 60

const dayS = 86_400

// Speed says why the session's distance cannot be, or nothing. One without a
// duration is held against what can be done in a day.
func (s Session) Speed() i18n.Sentence {
	seconds := s.TimerS
	if seconds <= 0 {
		seconds = dayS
	}
	known := speeds(s.Sport)
	if seconds < shortestS || len(known.best) == 0 || known.allow(s.DistanceM/seconds, seconds) {
		return ""
	}
	const kmhPerMPS, metresPerKM = 3.6, 1000
	return i18n.Sentencef("%s in %s is beyond what a person can do in the sport (%s at most)",
		i18n.Measured("%.1f ", s.DistanceM/metresPerKM, i18n.Kilometres()), spoken(seconds),
		i18n.Measured("%.1f ", known.at(seconds)*kmhPerMPS, i18n.KilometresPerHour()))
}

// Power says why the session's power cannot be, or nothing.
func (s Session) Power() i18n.Sentence {
	if s.TimerS <= 0 {
		return ""
	}
	return Power(s.PowerW, s.TimerS)
}

// Power says why a power over some seconds cannot be, or nothing.
func Power(watts, seconds float64) i18n.Sentence {
	if seconds < shortestS || power.allow(watts, seconds) {
		return ""
	}
	return i18n.Sentencef("%.0f W over %s is beyond what a person can do (%.0f W at most)", watts, spoken(seconds), PowerW(seconds))
}

// Climb says why nobody rises so many metres in some seconds, or nothing: an
// altitude jumped, or a lift or a car went up.
func Climb(gainM, seconds float64) i18n.Sentence {
	const hourS = 3600
	if seconds <= 0 || ascents.allow(gainM*hourS/seconds, seconds) {
		return ""
	}
	return i18n.Sentencef("%s up in %s is beyond what a person can do (%s an hour at most)",
		i18n.Measured("%.0f ", gainM, i18n.Metres()), spoken(seconds),
		i18n.Measured("%.0f ", AscentMPH(seconds), i18n.Metres()))
}

// Doubt is the first of what cannot be, or nothing.
func (s Session) Doubt() i18n.Sentence {
	if why := s.Speed(); why != "" {
		return why
	}
	return s.Power()
}

// LoadBound says why a training stress score over some seconds cannot be, or
// nothing. A wrong threshold makes one as well as a wrong recording.
func LoadBound(tss, seconds float64) i18n.Sentence {
	if limit := TSS(seconds); !(tss <= limit) {
		return i18n.Sentencef("a load of %.0f is beyond what a person can do; check the recording and the threshold that it rests on", tss)
	}
	return ""
}

// Day says why the training stress scores of a day's sessions, which took so
// many seconds together, cannot be one person's, or nothing.
func Day(tss, seconds float64) i18n.Sentence {
	if limit := TSS(seconds); !(tss <= limit) {
		return i18n.Sentencef("the loads of its day add up to %.0f, beyond what a person can do (%.0f at most); check what "+
			"was recorded twice and the thresholds", tss, limit)
	}
	return ""
}

func spoken(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}
