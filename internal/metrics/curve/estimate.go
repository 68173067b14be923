package curve

import (
	"cmp"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ThresholdVersion of the rules in this package.
const ThresholdVersion = 1

// Confidence is how much an estimate is worth, by rules that each estimator
// states.
type Confidence string

// The levels of confidence.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// lowered is one level less.
func (c Confidence) lowered() Confidence {
	if c == High {
		return Medium
	}
	return Low
}

// ThresholdEffort is a best effort that an estimate rests on.
type ThresholdEffort struct {
	Activity  training.ActivityID
	Day       training.Day
	DurationS float64
	Value     float64 // W, bpm or m/s
	DistanceM float64 // 0 for efforts over a duration
}

// Estimate is an estimated threshold.
type Estimate struct {
	Key        training.ThresholdKey
	Value      float64 // in the unit of Key
	Method     string
	Confidence Confidence
	Evidence   []ThresholdEffort
	// Notes say what raised or lowered the confidence.
	Notes []i18n.Sentence
	// Advice is how to confirm it.
	Advice i18n.Sentence
}

// note lowers the confidence for a reason.
func (e *Estimate) note(lower bool, why i18n.Sentence) {
	if lower {
		e.Confidence = e.Confidence.lowered()
	}
	e.Notes = append(e.Notes, why)
}

// fewActivities is how many activities of a window are too few to trust.
const fewActivities = 3

func (e *Estimate) judgeCount(n int) {
	if n < fewActivities {
		e.note(true, "Fewer than three activities have what this needs.")
	}
}

// Input holds one sport's bests over the window. Each list has the best of a duration
// or distance over all activities of the window, with the activity it comes from.
type Input struct {
	Sport      training.Sport
	Power      []ThresholdEffort // best mean power by duration
	HR         []ThresholdEffort // best mean heart rate by duration
	FieldTests []FieldTest
	Pace       []ThresholdEffort // best times over distances, Value is speed
	Activities int               // with the channel, in the window
}

// at is the effort of exactly a duration.
func at(efforts []ThresholdEffort, durationS float64) (ThresholdEffort, bool) {
	i := slices.IndexFunc(efforts, func(e ThresholdEffort) bool { return e.DurationS == durationS && e.Value > 0 })
	if i < 0 {
		return ThresholdEffort{}, false
	}
	return efforts[i], true
}

// between is the efforts of durations from least to most, by duration.
func between(efforts []ThresholdEffort, least, most float64) []ThresholdEffort {
	var out []ThresholdEffort
	for _, e := range efforts {
		if e.Value > 0 && e.DurationS >= least && e.DurationS <= most {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b ThresholdEffort) int { return cmp.Compare(a.DurationS, b.DurationS) })
	return out
}
