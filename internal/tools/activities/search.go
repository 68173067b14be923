package activities

import (
	"context"
	"math"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/structure"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type searchIn struct {
	Range      tools.DateRange `json:"range,omitzero" jsonschema:"default: all history"`
	From       tools.Date      `json:"from,omitzero"`
	To         tools.Date      `json:"to,omitzero"`
	Sport      tools.SportArg  `json:"sport,omitempty" jsonschema:"e.g. ride, run"`
	AboutS     float64         `json:"interval_s,omitempty" jsonschema:"within 10 %, e.g. 4min"`
	MinS       float64         `json:"min_interval_s,omitempty"`
	MaxS       float64         `json:"max_interval_s,omitempty"`
	AboutM     float64         `json:"interval_distance_m,omitempty" jsonschema:"within 5 %"`
	MinCount   int             `json:"min_count,omitempty" jsonschema:"in a block or in all"`
	MaxCount   int             `json:"max_count,omitempty"`
	MinPowerW  float64         `json:"min_power_w,omitempty" jsonschema:"mean of the intervals"`
	MaxPowerW  float64         `json:"max_power_w,omitempty"`
	MinPercent float64         `json:"min_percent,omitempty" jsonschema:"of that day's FTP, speed or LTHR"`
	MaxPercent float64         `json:"max_percent,omitempty"`
	FastestS   float64         `json:"fastest_pace_s_per_km,omitempty" jsonschema:"e.g. 3:30"`
	SlowestS   float64         `json:"slowest_pace_s_per_km,omitempty"`
	Zone       int             `json:"zone,omitempty" jsonschema:"of that day"`
	Name       string          `json:"name,omitempty" jsonschema:"of an interval"`
	Pattern    string          `json:"pattern,omitempty" jsonschema:"kind of set"`
	Cursor     string          `json:"cursor,omitempty" jsonschema:"next_cursor"`
	Limit      int             `json:"limit,omitempty"`
}

const (
	aboutShare  = 0.10
	aboutShareM = 0.05
	searchRows  = 10
)

func searchRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "search_intervals", Title: "Search intervals", Toolset: toolset, Idempotent: true,
		Description: "Finds sessions by their intervals over all history: duration, distance, count, power, pace, percent of threshold, " +
			"zone, pattern, name; those found, of laps, or marked by the athlete (origin). " +
			"Newest first, a named climb quickest first; each with the set in words (5 × 4:00 @ 287 W).",
		Aliases: map[string]string{
			"duration_s": "interval_s", "interval_duration_s": "interval_s", "distance_m": "interval_distance_m",
			"min_percent_ftp": "min_percent", "max_percent_ftp": "max_percent", "count": "min_count",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "pattern", structure.Patterns()...)
			tools.Bounds(s, "limit", 1, 50)
			tools.Default(s, "limit", searchRows)
			tools.Bounds(s, "zone", 1, 7)
			for _, name := range []string{
				"interval_s", "min_interval_s", "max_interval_s", "interval_distance_m", "min_count", "max_count", "min_power_w",
				"max_power_w", "min_percent", "max_percent", "fastest_pace_s_per_km", "slowest_pace_s_per_km",
			} {
				tools.AtLeast(s, name, 0)
			}
		},
	}, func(ctx context.Context, c *tools.Call, in searchIn) (*structure.Answer, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		if q.Name != "" {
			return structure.Named(ctx, d.Store, c.Scope, c.Frame(), q)
		}
		return d.Intervals.Search(ctx, c.Scope, c.Frame(), q)
	})
}

func (in *searchIn) query() (structure.Query, error) {
	days, err := (&listIn{Range: in.Range, From: in.From, To: in.To}).days()
	if err != nil {
		return structure.Query{}, err
	}
	q := structure.Query{
		Days: training.DayRange{From: firstDay, To: lastDay}, Pattern: in.Pattern, MinS: in.MinS, MaxS: in.MaxS,
		MinCount: in.MinCount, MaxCount: in.MaxCount, MinPowerW: in.MinPowerW, MaxPowerW: in.MaxPowerW,
		MinPercent: in.MinPercent, MaxPercent: in.MaxPercent, FastestS: in.FastestS, SlowestS: in.SlowestS,
		Zone: in.Zone, Name: textclean.Line(in.Name, textclean.NameRunes), Limit: in.Limit, Cursor: in.Cursor,
	}
	if days != nil {
		q.Days = *days
	}
	if in.Limit == 0 {
		q.Limit = searchRows
	}
	if in.Sport != "" {
		q.Sports = []training.Sport{in.Sport.Sport()}
	}
	if in.AboutS > 0 {
		if in.MinS > 0 || in.MaxS > 0 {
			return q, training.Errorf(training.KindInvalid, "interval_s and its bounds contradict each other.").
				WithFix("Give interval_s, or min_interval_s and max_interval_s.")
		}
		q.MinS, q.MaxS = math.Floor(in.AboutS*(1-aboutShare)), math.Ceil(in.AboutS*(1+aboutShare))
	}
	if in.AboutM > 0 {
		q.MinM, q.MaxM = in.AboutM*(1-aboutShareM), in.AboutM*(1+aboutShareM)
	}
	return q, ordered(&q)
}

// ordered refuses bounds with nothing between them.
func ordered(q *structure.Query) error {
	for _, b := range []struct {
		low, high float64
		name      string
	}{
		{q.MinS, q.MaxS, "interval_s"},
		{float64(q.MinCount), float64(q.MaxCount), "count"},
		{q.MinPowerW, q.MaxPowerW, "power_w"},
		{q.MinPercent, q.MaxPercent, "percent"},
	} {
		if b.high > 0 && b.low > b.high {
			return training.Errorf(training.KindInvalid, "The smallest %s is above the largest.",
				b.name).WithFix("Put the smaller one into min_%s.", b.name)
		}
	}
	if q.SlowestS > 0 && q.FastestS > q.SlowestS {
		return training.Errorf(training.KindInvalid, "The fastest pace is slower than the slowest.").
			WithFix("Put fewer seconds into fastest_pace_s_per_km.")
	}
	return nil
}
