package tools_test

import (
	"context"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// rideIn has one argument of each kind.
type rideIn struct {
	ID       string           `json:"activity_id,omitempty" jsonschema:"Activity id."`
	From     tools.Date       `json:"from,omitzero" jsonschema:"First day."`
	To       tools.Date       `json:"to,omitzero" jsonschema:"Last day."`
	Range    tools.DateRange  `json:"range,omitzero" jsonschema:"Span of days."`
	Sport    tools.SportArg   `json:"sport,omitempty" jsonschema:"Sport."`
	Sports   []tools.SportArg `json:"several,omitempty" jsonschema:"Sports."`
	Sections []string         `json:"sections,omitempty" jsonschema:"Parts of the answer."`
	Limit    int              `json:"limit,omitempty" jsonschema:"Most rows."`
	MinKm    *float64         `json:"min_km,omitempty" jsonschema:"Least distance."`
	Race     *bool            `json:"race,omitempty" jsonschema:"Only races."`
	Text     string           `json:"text,omitempty" jsonschema:"Words to find."`
	Laps     []lapIn          `json:"laps,omitempty" jsonschema:"Laps."`
	Tags     map[string]int   `json:"tags,omitempty" jsonschema:"Tags."`
}

type lapIn struct {
	Day   tools.Date `json:"day" jsonschema:"Its day."`
	Watts int        `json:"watts,omitempty" jsonschema:"Its power."`
}

type rideOut struct {
	Got    rideIn       `json:"got"`
	Args   string       `json:"args"`
	Rows   []lapIn      `json:"rows,omitempty"`
	Series [][]*float64 `json:"series,omitempty"`
	Avg    *float64     `json:"avg_power_w"`
	Names  []string     `json:"names,omitempty"`
}

func rideSpec() tools.Spec {
	return tools.Spec{
		Name: "list_rides", Title: "List rides", Description: "Rides by date.", Toolset: "rides", Default: true,
		Aliases: map[string]string{"watts_from": "limit"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sections", "summary", "laps", "best_efforts")
			tools.Bounds(s, "limit", 1, 100)
			tools.Default(s, "limit", 20)
			tools.MaxLength(s, "text", 5)
			tools.Items(s, "laps", 0, 2)
			tools.Bounds(s, "laps.watts", 0, 3000)
		},
	}
}

// echo answers with the arguments as they were read.
func echo() tools.Row {
	return tools.New(rideSpec(), func(_ context.Context, c *tools.Call, in rideIn) (rideOut, error) {
		return rideOut{Got: in, Args: string(c.Args)}, nil
	})
}

func answer(name string, f func(context.Context, *tools.Call) (rideOut, error)) tools.Row {
	spec := rideSpec()
	spec.Name = name
	return tools.New(spec, func(ctx context.Context, c *tools.Call, _ rideIn) (rideOut, error) { return f(ctx, c) })
}

// call is on Wednesday 2026-05-20 in a week that begins on Monday.
func call() *tools.Call {
	return &tools.Call{Today: training.NewDay(2026, time.May, 20), Week: time.Monday, Location: time.UTC}
}
