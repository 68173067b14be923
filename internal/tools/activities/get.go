package activities

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/tools"
)

type getIn struct {
	ID       string             `json:"id" jsonschema:"activity id, also strava:123, latest or yesterday"`
	Sections []activity.Section `json:"sections,omitempty" jsonschema:"default: digest, summary, device, laps"`
	Split    string             `json:"split,omitempty" jsonschema:"length of splits"`
	FromRow  int                `json:"from_row,omitempty" jsonschema:"first lap, split or length to show"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_activity", Title: "Details of one activity", Toolset: toolset, Default: true, Idempotent: true, OpenWorld: true,
		Description: "One activity: summary (average and max heart rate, power, pace, grade " +
			"adjusted GAP; running dynamics, work, " +
			"intensity factor, decoupling, moving and elapsed time, RPE, feel), device, laps, splits (pace per km), zones (time), " +
			"histograms, best_efforts, climbs, segments, intervals, similar (compared), load (methods), estimated_power, hrv (RR, DFA α1), " +
			"lengths (pool), fuel (carbs), weather, notes.",
		Output: tools.OpenRows,
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sections", activity.Sections()...)
			tools.Enum(s, "split", "km", "mile")
			tools.Default(s, "split", "km")
			tools.AtLeast(s, "from_row", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*limitedrows.Detail, error) {
		id, found, err := d.pick(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		if found.Apart {
			return d.Apart.Describe(ctx, c.Scope, found, in.Sections)
		}
		q := activity.DetailQuery{
			ID: id, Sections: in.Sections, FromRow: in.FromRow, Similar: d.Similar, Timed: d.Timed,
			SplitM: route.KilometreM, Services: d.desk(),
		}
		if in.Split == "mile" {
			q.SplitM = route.MileM
		}
		if d.Calendar != nil {
			q.Plans = calendar.Planner{Store: d.Calendar, Frame: c.Frame()}
		}
		own, err := activity.Describe(ctx, d.Store, c.Scope, q)
		if err != nil {
			return nil, err
		}
		return &limitedrows.Detail{Detail: own}, nil
	})
}
