package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Edits is what an activity says of its intervals.
type Edits struct {
	Edited   bool     `json:"icu_intervals_edited"`
	Summary  []string `json:"interval_summary"`
	Analyzed string   `json:"analyzed"`
}

func editsFields() []string { return []string{"icu_intervals_edited", "interval_summary", "analyzed"} }

// drawn is the version of intervals that the athlete drew, empty for those
// that the service found. That an activity was analysed anew may mean that
// they were drawn anew; there is no field that says when they were.
func (e *Edits) drawn() string {
	if !e.Edited {
		return ""
	}
	text, err := json.Marshal(e)
	if err != nil { // there is no such text
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Intervals are those of an activity.
type Intervals struct {
	All []interval `json:"icu_intervals"`
}

type interval struct {
	Label     string  `json:"label"`
	Type      string  `json:"type"` // WORK or RECOVERY
	Group     string  `json:"group_id"`
	StartS    float64 `json:"start_time"`
	EndS      float64 `json:"end_time"`
	MovingS   float64 `json:"moving_time"`
	DistanceM float64 `json:"distance"`
	AvgWatts  float64 `json:"average_watts"`
	MaxWatts  float64 `json:"max_watts"`
	Weighted  float64 `json:"weighted_average_watts"`
	Intensity float64 `json:"intensity"` // percent
	Load      float64 `json:"training_load"`
	AvgHR     float64 `json:"average_heartrate"`
	MaxHR     float64 `json:"max_heartrate"`
	Cadence   float64 `json:"average_cadence"`
	Speed     float64 `json:"average_speed"` // m/s
	ClimbM    float64 `json:"total_elevation_gain"`
	Zone      float64 `json:"zone"`
}

// Read is an activity's intervals in our words.
func (i *Intervals) Read() []training.DrawnInterval {
	const percent = 100
	out := make([]training.DrawnInterval, len(i.All))
	for n, x := range i.All {
		out[n] = training.DrawnInterval{
			Name: textclean.Line(x.Label, textclean.NameRunes), Group: textclean.Line(x.Group, textclean.NameRunes), Rest: x.Type == "RECOVERY",
			StartS: x.StartS, EndS: x.EndS, MovingS: x.MovingS, DistanceM: x.DistanceM, AvgPowerW: x.AvgWatts, MaxPowerW: x.MaxWatts,
			NormalizedPowerW: x.Weighted, Intensity: x.Intensity / percent, Load: x.Load, AvgHRBpm: x.AvgHR, MaxHRBpm: x.MaxHR, CadenceRPM: x.Cadence,
			SpeedMPS: x.Speed, ClimbM: x.ClimbM, Zone: int(x.Zone),
		}
	}
	return out
}
