package fitness

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/tools"
)

type summaryIn struct {
	Period string         `json:"period,omitempty" jsonschema:"the one that holds date; default week"`
	Date   tools.Date     `json:"date,omitzero" jsonschema:"a day in the period; default today"`
	daysIn                // instead of period and date
	Sport  tools.SportArg `json:"sport,omitempty"`
}

func summaryRow(r fitness.LoadReader, h *fitness.Histograms) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_training_summary", Title: "Training summary", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Totals by week, month, year, all time or any range, by sport (ride, run, swim), weekday and hour of day: " +
			"count of activities and training days, hours, distance, elevation gain, load, work, calories, time in heart rate zones, " +
			"time in power zones, biggest sessions, streaks (days in a row). Compares with the period before: week over week, month, " +
			"year over year or to date.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "period", fitness.PeriodWeek, fitness.PeriodMonth, fitness.PeriodYear, fitness.PeriodAll)
		},
	}, func(ctx context.Context, c *tools.Call, in summaryIn) (*fitness.SummaryView, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		return h.Summary(ctx, r, c.Scope, c.Frame(), q)
	})
}

func (in *summaryIn) query(c *tools.Call) (fitness.SummaryQuery, error) {
	day := in.Date.Or(c.Today)
	q := fitness.SummaryQuery{Kind: in.Period, Sports: sports(in.Sport)}
	q.Days.From, q.Days.To = day, day
	if !in.given() {
		if q.Kind == "" {
			q.Kind = fitness.PeriodWeek
		}
		return q, nil
	}
	if in.Period != "" || in.Date.Set {
		return q, twice("period or date", "range, from or to")
	}
	days, err := in.days(q.Days, c.Today)
	q.Kind, q.Days = fitness.PeriodRange, days
	return q, err
}
