package structure

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// View is the structure of one activity.
type View struct {
	Name i18n.Sentence `json:"name"`
	// FoundIn names the values that the intervals were found in: power, pace, hr or lengths.
	FoundIn string `json:"found_in"`
	Sets    []Set  `json:"sets"`
	// Intervals are columns on one index; a cell is null where it is not known,
	// and a column is left out where all are.
	Intervals Columns `json:"intervals"`
	// Scheme names the zones.
	Scheme string `json:"zone_scheme,omitempty"`
	// Missing says why there are no percentages or zones.
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	// Planned is how the workout that was planned for the session was followed.
	Planned *workouts.ComplianceView `json:"planned,omitempty"`
}

// Set is intervals that belong together.
type Set struct {
	Name      i18n.Sentence `json:"name"`
	Pattern   string        `json:"pattern"`
	Blocks    int           `json:"blocks,omitempty"`
	Intervals int           `json:"intervals"`
	DurationS float64       `json:"duration_s"`
	RestS     float64       `json:"rest_s,omitempty"`
	Level
}

// Level is how hard something was, in the unit of its values, and its class by
// the thresholds of the day.
type Level struct {
	DistanceKM float64 `json:"distance_km,omitempty"`
	AvgPowerW  float64 `json:"avg_power_w,omitempty"`
	PaceSPerKM float64 `json:"pace_s_per_km,omitempty"`
	PaceS100M  float64 `json:"pace_s_per_100m,omitempty"`
	AvgHRBpm   float64 `json:"avg_hr_bpm,omitempty"`
	Percent    float64 `json:"percent_of_threshold,omitempty"`
	Zone       int     `json:"zone,omitempty"`
}

// Columns are intervals in columns.
type Columns struct {
	StartOffsetS []int32    `json:"start_offset_s"`
	DurationS    []float64  `json:"duration_s"`
	Kind         []string   `json:"kind"`
	ByLaps       []bool     `json:"by_laps,omitempty"`
	AvgPowerW    []*float64 `json:"avg_power_w,omitempty"`
	AvgHRBpm     []*float64 `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm     []*float64 `json:"max_hr_bpm,omitempty"`
	PaceSPerKM   []*float64 `json:"pace_s_per_km,omitempty"`
	PaceS100M    []*float64 `json:"pace_s_per_100m,omitempty"`
	SpeedKMH     []*float64 `json:"avg_speed_kmh,omitempty"`
	CadenceRPM   []*float64 `json:"avg_cadence_rpm,omitempty"`
	DistanceKM   []*float64 `json:"distance_km,omitempty"`
	ClimbM       []*float64 `json:"elevation_gain_m,omitempty"`
	Percent      []*float64 `json:"percent_of_threshold,omitempty"`
	Zone         []*int     `json:"zone,omitempty"`
	RestS        []*float64 `json:"rest_s,omitempty"`
}

// mostShown bounds the intervals of one answer.
const mostShown = 80

// Of shows a session by the thresholds of its sport and day.
func Of(s *efforts.Session, sport training.Sport, t training.Thresholds) *View {
	c := classesOf(s.Basis, sport, t)
	v := &View{Name: s.Name(c.threshold), FoundIn: foundIn(s.Basis), Sets: []Set{}, Scheme: c.scheme.Method}
	sets := s.Sets()
	for i := range sets {
		v.Sets = append(v.Sets, setOf(s, &sets[i], c))
	}
	w := writer{s: s, c: c, paced: paced(sport)}
	for i := range s.Intervals {
		if i == mostShown {
			v.Truncated = true
			break
		}
		w.add(&v.Intervals, i)
	}
	v.Intervals.prune()
	if c.threshold <= 0 {
		v.Missing = v.Missing.Add("percent_of_threshold", noThreshold(s.Basis))
	}
	if c.missing != "" {
		v.Missing = v.Missing.Add("zone", c.missing)
	}
	return v
}

func foundIn(b efforts.Basis) string {
	if b == efforts.BySpeed {
		return "pace"
	}
	return string(b)
}

func noThreshold(b efforts.Basis) i18n.Sentence {
	switch b {
	case efforts.ByPower:
		return answers.NoFTP
	case efforts.ByHR:
		return answers.NoLTHR
	}
	return answers.NoThreshold
}

func setOf(s *efforts.Session, x *efforts.Set, c classes) Set {
	out := Set{
		Name: s.SetName(x, c.threshold), Pattern: string(x.Pattern), Intervals: x.Count,
		DurationS: answers.Round(x.WorkS, 0), RestS: answers.Round(x.RestS, 0), Level: levelOf(s.Basis, x.Level, c),
	}
	if x.Blocks > 1 {
		out.Blocks = x.Blocks
	}
	if byPace(s.Basis) {
		out.DistanceKM = answers.Round(x.WorkM/1000, 3)
	}
	return out
}

func levelOf(b efforts.Basis, level float64, c classes) Level {
	out := Level{Percent: answers.Round(c.percent(level), 1), Zone: c.zone(level)}
	switch {
	case b == efforts.ByPower:
		out.AvgPowerW = answers.Round(level, 1)
	case b == efforts.ByHR:
		out.AvgHRBpm = answers.Round(level, 1)
	case level > 0 && b == efforts.BySpeed:
		out.PaceSPerKM = answers.Round(1000/level, 1)
	case level > 0:
		out.PaceS100M = answers.Round(100/level, 1)
	}
	return out
}

func paced(s training.Sport) bool {
	return s == training.Running || s == training.Walking || s == training.Hiking
}
