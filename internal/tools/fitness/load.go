package fitness

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type loadIn struct {
	daysIn
	Sport      tools.SportArg `json:"sport,omitempty"`
	Method     string         `json:"load_method,omitempty" jsonschema:"count it by this alone"`
	CTLDays    float64        `json:"ctl_days,omitempty" jsonschema:"fitness time constant"`
	ATLDays    float64        `json:"atl_days,omitempty" jsonschema:"fatigue time constant"`
	Alpha      string         `json:"alpha,omitempty" jsonschema:"1-exp(-1/days), 1/days or 2/(days+1)"`
	TSB        string         `json:"tsb,omitempty" jsonschema:"form of which day"`
	Resolution string         `json:"resolution,omitempty" jsonschema:"of the series"`
	Sections   []string       `json:"sections,omitempty" jsonschema:"default series, alerts"`
	Planned    []plannedIn    `json:"planned,omitempty" jsonschema:"load of days to come"`
	Assumed    *float64       `json:"assumed_daily_load,omitempty" jsonschema:"load of other days"`
	Project    int            `json:"project_days,omitempty" jsonschema:"how far"`
	LastDays   *int           `json:"days,omitempty" tools:"unlisted"`
}

type plannedIn struct {
	Date tools.PlanDate `json:"date" jsonschema:"day"`
	Load float64        `json:"load" jsonschema:"TSS"`
}

const (
	defaultLoadDays = 90
	mostLoadDays    = 36500 // a hundred years
	maxDaily        = 1000
)

func loadRow(events calendar.Reader, r fitness.LoadReader, h *fitness.Histograms) tools.Row {
	return tools.New(tools.Spec{
		Name: "analyze_training_load", Title: "Training load, fitness and form", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Daily load (TSS), fitness (CTL), fatigue (ATL), form (TSB) and ramp rate as a history in columns, with today's " +
			"values, named bands, load coverage; also monotony and strain by week, acute to chronic workload ratio (ACWR), intensity " +
			"distribution, alerts. Default: the last 90 days. Future CTL is projected from planned or assumed load, apart from what " +
			"happened.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "load_method", append([]string{fitness.MethodAuto}, fitness.LoadMethods()...)...)
			tools.Bounds(s, "ctl_days", 7, 120)
			tools.Default(s, "ctl_days", 42)
			tools.Bounds(s, "atl_days", 2, 30)
			tools.Default(s, "atl_days", 7)
			tools.Enum(s, "alpha", load.Exponential, load.Inverse, load.Span)
			tools.Enum(s, "tsb", fitness.TSBPreviousDay, fitness.TSBSameDay)
			tools.Enum(s, "resolution", "auto", fitness.ByDay, fitness.ByWeek, fitness.ByMonth)
			tools.Enum(s, "sections", fitness.LoadSections()...)
			tools.Items(s, "planned", 0, fitness.MaxProjectDays)
			tools.Bounds(s, "planned.load", 0, maxDaily)
			tools.Bounds(s, "assumed_daily_load", 0, maxDaily)
			tools.Bounds(s, "project_days", 1, fitness.MaxProjectDays)
		},
	}, func(ctx context.Context, c *tools.Call, in loadIn) (*fitness.LoadView, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		without, err := fromCalendar(ctx, events, c, &q)
		if err != nil {
			return nil, err
		}
		v, err := h.TrainingLoad(ctx, r, c.Scope, c.Frame(), q)
		if err == nil && v.Project != nil && without > 0 {
			v.Notes = append(v.Notes, i18n.Sentencef("%s as none in the projection.",
				i18n.Numbered(without, "planned session without a load counts", "planned sessions without a load count")))
		}
		return v, err
	})
}

// fromCalendar adds what the calendar plans for the days that are projected,
// and counts the sessions there that state no load.
func fromCalendar(ctx context.Context, r calendar.Reader, c *tools.Call, q *fitness.LoadQuery) (without int, err error) {
	if r == nil {
		return 0, nil
	}
	sport := training.Sport("")
	if len(q.Sports) > 0 {
		sport = q.Sports[0]
	}
	q.Calendar, without, err = calendar.PlannedLoads(ctx, r, c.Scope, c.Frame(), q.ProjectedTo(c.Today), sport)
	return without, err
}

// span is the range that was given. What names its end alone has the usual
// length, or as many days as another server's argument says.
func (in *loadIn) span(c *tools.Call) (training.DayRange, error) {
	n := defaultLoadDays
	switch {
	case in.LastDays == nil && (in.From.Set || in.Range.Set || !in.To.Set):
		return in.days(lastDays(c, n), c.Today)
	case in.LastDays == nil:
	case in.From.Set || in.Range.Set:
		return training.DayRange{}, twice("days", "range or from")
	case *in.LastDays < 1 || *in.LastDays > mostLoadDays:
		return training.DayRange{}, training.Errorf(training.KindInvalid, "days cannot be %d.", *in.LastDays).
			WithFix("Give a number from 1 to %d.", mostLoadDays)
	default:
		n = *in.LastDays
	}
	end := in.To.Or(c.Today)
	r := training.DayRange{From: end - training.Day(n) + 1, To: end}
	c.NoteRead("range", i18n.Sentencef("%s", r))
	return r, nil
}

func (in *loadIn) query(c *tools.Call) (fitness.LoadQuery, error) {
	days, err := in.span(c)
	q := fitness.LoadQuery{
		Days: days, Sports: sports(in.Sport), Resolution: in.Resolution, Sections: in.Sections, Assumed: in.Assumed, ProjectDays: in.Project,
		Model: load.Model{
			CTLDays: in.CTLDays, ATLDays: in.ATLDays, Weighting: load.Weighting(in.Alpha),
			SameDayForm: in.TSB == fitness.TSBSameDay,
		},
	}
	if in.Method != fitness.MethodAuto {
		q.Method = in.Method
	}
	for _, p := range in.Planned {
		if q.Planned == nil {
			q.Planned = map[training.Day]float64{}
		}
		q.Planned[p.Date.Day] += p.Load // two sessions on one day add up
	}
	return q, err
}
