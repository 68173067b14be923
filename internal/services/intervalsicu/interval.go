package intervalsicu

import (
	"encoding/json"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Intervals are those of an activity.
type Intervals struct {
	All    []interval      `json:"icu_intervals"`
	Groups []intervalGroup `json:"icu_groups"`
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

	more map[string]float64
}

// intervalGroup has the numbers of an interval, which are not of one stretch.
type intervalGroup struct {
	interval
	id       string
	count    int
	elapsedS float64
}

// UnmarshalJSON reads an interval with the numbers of [moreOfInterval].
func (i *interval) UnmarshalJSON(b []byte) error {
	type plain interval
	if err := json.Unmarshal(b, (*plain)(i)); err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for there, here := range moreOfInterval {
		var x *float64
		if err := unmarshal(all[there], &x); err != nil {
			return err
		}
		if x == nil {
			continue
		}
		if i.more == nil {
			i.more = map[string]float64{}
		}
		i.more[here.name] = *x * here.times
	}
	return nil
}

// UnmarshalJSON reads a group, whose id is its word.
func (g *intervalGroup) UnmarshalJSON(b []byte) error {
	if err := g.interval.UnmarshalJSON(b); err != nil {
		return err
	}
	var own struct {
		ID       string  `json:"id"`
		Count    float64 `json:"count"`
		ElapsedS float64 `json:"elapsed_time"`
	}
	err := json.Unmarshal(b, &own)
	g.id, g.count, g.elapsedS = own.ID, int(own.Count), own.ElapsedS
	return err
}

// kmh is how many km/h a metre a second is.
const kmh = 3.6

// moreOfInterval are the numbers that are kept as they are said: their names
// here, and what one of there is here. Watts by weight are not among them: they
// would tell a weight that the athlete may keep from assistants. The document
// names no units; those of torque, haemoglobin, EPOC and gradient nobody says,
// so their names have none.
var moreOfInterval = map[string]struct {
	name  string
	times float64
}{
	"joules":           {"work_kj", 0.001},
	"joules_above_ftp": {"work_above_ftp_kj", 0.001},
	"wbal_start":       {"w_prime_balance_start_j", 1}, "wbal_end": {"w_prime_balance_end_j", 1}, "avg_lr_balance": {"pedal_balance_pct", 1},
	"w5s_variability": {"variability_5s", 1}, "average_torque": {"avg_torque", 1}, "min_torque": {"min_torque", 1},
	"max_torque":    {"max_torque", 1},
	"min_heartrate": {"min_hr_bpm", 1}, "decoupling": {"decoupling_pct", 1}, "average_dfa_a1": {"dfa_alpha1", 1},
	"average_respiration": {"respiration_per_min", 1}, "average_epoc": {"epoc", 1}, "average_smo2": {"smo2_pct", 1},
	"average_smo2_2": {"smo2_2_pct", 1}, "average_thb": {"thb", 1}, "average_thb_2": {"thb_2", 1}, "min_speed": {"min_speed_kmh", kmh},
	"max_speed": {"max_speed_kmh", kmh}, "gap": {"graded_speed_kmh", kmh}, "min_cadence": {"min_cadence_rpm", 1},
	"max_cadence":    {"max_cadence_rpm", 1},
	"average_stride": {"avg_stride_m", 1}, "min_altitude": {"min_altitude_m", 1}, "max_altitude": {"max_altitude_m", 1},
	"average_gradient": {"avg_gradient", 1}, "average_temp": {"avg_temp_c", 1}, "average_weather_temp": {"weather_temp_c", 1},
	"average_feels_like": {"feels_like_c", 1}, "average_wind_speed": {"wind_speed_kmh", kmh}, "average_wind_gust": {"wind_gust_kmh", kmh},
	"prevailing_wind_deg": {"wind_from_deg", 1}, "headwind_percent": {"headwind_pct", 1}, "tailwind_percent": {"tailwind_pct", 1},
}

// Read is an activity's intervals in our words.
func (i *Intervals) Read() training.Drawn {
	out := training.Drawn{Intervals: make([]training.DrawnInterval, len(i.All))}
	for n := range i.All {
		out.Intervals[n] = i.All[n].read()
	}
	for n := range i.Groups {
		g := &i.Groups[n]
		group := training.DrawnGroup{Count: g.count, DrawnInterval: g.read()}
		group.Group, group.StartS, group.EndS = textclean.Line(g.id, textclean.NameRunes), 0, g.elapsedS
		out.Groups = append(out.Groups, group)
	}
	return out
}

func (i *interval) read() training.DrawnInterval {
	const percent = 100
	return training.DrawnInterval{
		Name: textclean.Line(i.Label, textclean.NameRunes), Group: textclean.Line(i.Group, textclean.NameRunes), Rest: i.Type == "RECOVERY",
		StartS: i.StartS, EndS: i.EndS, MovingS: i.MovingS, DistanceM: i.DistanceM, AvgPowerW: i.AvgWatts, MaxPowerW: i.MaxWatts,
		NormalizedPowerW: i.Weighted, Intensity: i.Intensity / percent, Load: i.Load, AvgHRBpm: i.AvgHR, MaxHRBpm: i.MaxHR, CadenceRPM: i.Cadence,
		SpeedMPS: i.Speed, ClimbM: i.ClimbM, Zone: int(i.Zone), More: i.more,
	}
}
