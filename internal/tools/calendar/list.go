package calendar

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct {
	View       string          `json:"view,omitempty" jsonschema:"annual: weeks, phases"`
	Range      tools.DateRange `json:"range,omitzero" jsonschema:"e.g. next 14 days"`
	Categories []string        `json:"categories,omitempty" jsonschema:"e.g. workout, race, note"`
	Sport      tools.SportArg  `json:"sport,omitempty"`
	BySport    bool            `json:"by_sport,omitempty" jsonschema:"parts weeks"`
	ProjectTo  tools.PlanDate  `json:"project_to,omitzero" jsonschema:"day"`
	Limit      int             `json:"limit,omitempty"`
	Help       string          `json:"help,omitempty" jsonschema:"explains these instead"`
}

func listRow(d Deps) tools.Row {
	calendars := calendar.NewLister()
	return tools.New(tools.Spec{
		Name: "list_events", Title: "Calendar of planned events", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Planned workouts, races, notes and holidays in the calendar by date. View agenda (default; this week and next): planned " +
			"versus completed with compliance; upcoming: 30 days; annual: a year by weeks. Counts down to races, and projects CTL, ATL, " +
			"TSB from planned load, apart from facts.",
		Aliases: map[string]string{"category": "categories"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "view", calendar.Views()...)
			tools.Bounds(s, "limit", 1, calendar.MaxRows)
			tools.Enum(s, "help", helpTopics()...)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*calendar.View, error) {
		if in.Help != "" {
			return explained(c, in.Help), nil
		}
		cats, err := categories(in.Categories)
		if err != nil {
			return nil, err
		}
		q := calendar.Query{
			View: in.View, Categories: cats, Sport: in.Sport.Sport(), BySport: in.BySport,
			ProjectTo: in.ProjectTo.Or(0), Limit: in.Limit,
		}
		if in.Range.Set {
			r := in.Range.Range()
			q.Days = &r
		}
		return calendars.List(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}

// explained is an answer that explains a topic and nothing else.
func explained(c *tools.Call, topic string) *calendar.View {
	f := c.Frame()
	return &calendar.View{
		Heading: f.Heading(), Range: answers.SpanOf(training.DayRange{From: c.Today, To: c.Today}), View: topic,
		Events: []calendar.EventRow{}, Help: help(topic),
	}
}
