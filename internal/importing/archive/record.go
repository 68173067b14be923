package archive

import (
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// recordRow is a personal record. What its number is depends on its type.
type recordRow struct {
	ActivityID float64 `json:"activityId"`
	Value      float64 `json:"value"`
	Start      string  `json:"prStartTimeGMT"`
	Type       string  `json:"personalRecordType"`
	Current    *bool   `json:"current"`
}

// recordNameRunes is how long the name of a record may be.
const recordNameRunes = 40

// record reads a row; ok is false for one that was beaten since or that is
// neither a time over a distance nor a distance.
func (r *recordRow) record() (p training.PersonalRecord, ok bool) {
	p.Name = textclean.Line(r.Type, recordNameRunes)
	at, err := time.Parse("Mon Jan 02 15:04:05 MST 2006", r.Start)
	if err != nil || r.Current != nil && !*r.Current {
		return p, false
	}
	p.At = at.UTC()
	if r.ActivityID >= 1 {
		p.Ref = GarminSource + ":" + number(r.ActivityID)
	}
	words := strings.Fields(strings.ToLower(p.Name))
	if len(words) < 2 {
		return p, false
	}
	switch last := words[len(words)-1]; {
	case last == "run", strings.HasSuffix(last, "marathon"): // "Half Marathon", "Best Half-Marathon"
		p.Sport = training.Running
	case last == "ride", last == "cycle":
		p.Sport = training.Cycling
	case last == "swim":
		p.Sport = training.Swimming
	default:
		return p, false
	}
	switch words[0] {
	case "best", "fastest", "half":
		p.DurationS = positive(r.Value)
	case "farthest", "longest":
		p.DistanceM = positive(r.Value)
	}
	return p, p.DurationS > 0 || p.DistanceM > 0
}
