package fitness

import (
	"context"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type summaryIn struct {
	Period   string         `json:"period,omitempty" jsonschema:"the one that holds date; default week"`
	Date     tools.Date     `json:"date,omitzero" jsonschema:"default today"`
	daysIn                  // instead of period and date
	Sport    tools.SportArg `json:"sport,omitempty"`
	Race     *bool          `json:"race,omitempty"`
	Commute  *bool          `json:"commute,omitempty"`
	Indoor   *bool          `json:"indoor,omitempty"`
	Gear     string         `json:"gear,omitempty" jsonschema:"gear id"`
	Tag      string         `json:"tag,omitempty"`
	Source   string         `json:"source,omitempty" jsonschema:"e.g. file, strava"`
	Sections []string       `json:"sections,omitempty" jsonschema:"default the first seven"`
	// Services adds what services themselves count.
	Services bool `json:"services,omitempty" jsonschema:"adds their own of the year"`
}

// summaryOut is the summary, and beside it what services count of its last year.
type summaryOut struct {
	*fitness.SummaryView
	Services []serviced.Statistics `json:"services,omitempty"`
	// Apart are impulses of a service that was asked for and whose rows lie apart.
	Apart *limitedrows.Impulses `json:"apart,omitempty"`
}

func summaryRow(d Deps, h *fitness.Histograms) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_training_summary", Title: "Training summary", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Totals by week, month, year, all time or any range, by sport (ride, run, swim): count of activities and training " +
			"days, hours, distance, average speed, elevation gain, load, work, calories, time in heart rate zones, time in power zones, " +
			"biggest sessions, streaks (days in a row), Eddington number, slower in heat, TRIMP. Compares with the period before: week over " +
			"week, year to date.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "period", fitness.PeriodWeek, fitness.PeriodMonth, fitness.PeriodYear, fitness.PeriodAll)
			tools.Enum(s, "sections", fitness.SummarySections()...)
		},
	}, func(ctx context.Context, c *tools.Call, in summaryIn) (*summaryOut, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		if q.Only.GearID, err = gear.Named(ctx, d.Store, c.Scope, in.Gear); err != nil {
			return nil, err
		}
		out := &summaryOut{}
		if out.SummaryView, err = h.Summary(ctx, d.Store, c.Scope, c.Frame(), q); err != nil {
			return nil, err
		}
		if err := out.askApart(ctx, d, c.Scope, q); err != nil {
			return nil, err
		}
		if !in.Services {
			return out, nil
		}
		return out, out.ask(ctx, d, c, min(q.Days.To, c.Today))
	})
}

// askApart answers from rows that lie apart, where their source was asked for.
// Nothing but an impulse of each is computed of them.
func (out *summaryOut) askApart(ctx context.Context, d Deps, s training.Scope, q fitness.SummaryQuery) (err error) {
	if q.Only.Source == "" {
		return nil
	}
	f := q.Only.Filter()
	f.Sports = q.Sports
	switch q.Kind {
	case fitness.PeriodAll:
	case fitness.PeriodRange:
		f.Days = &q.Days
	default:
		f.Days = &training.DayRange{From: out.Period.From, To: out.Period.To}
	}
	out.Apart, err = d.Apart.Impulses(ctx, s, f, slices.Contains(q.Sections, fitness.SummaryTRIMP))
	if out.Apart != nil && out.Apart.TRIMP != nil && out.Totals.Activities == 0 {
		out.Words = []i18n.Sentence{} // what was asked for is beside it
		delete(out.Missing, fitness.SummaryTRIMP)
	}
	return err
}

// ask asks services for the year of a day.
func (out *summaryOut) ask(ctx context.Context, d Deps, c *tools.Call, day training.Day) error {
	all, unheard, err := serviced.StatisticsOf(ctx, d.Known, d.Services, c.Scope, day)
	if out.Services = all; len(all) == 0 && len(unheard) == 0 {
		unheard = []i18n.Sentence{"no connected service counts by itself"}
	}
	for _, why := range unheard {
		out.Missing = out.Missing.Add("services", why)
	}
	return err
}

func (in *summaryIn) query(c *tools.Call) (fitness.SummaryQuery, error) {
	day := in.Date.Or(c.Today)
	q := fitness.SummaryQuery{
		Kind: in.Period, Sports: sports(in.Sport), Sections: in.Sections,
		Only: fitness.Only{
			Race: in.Race, Commute: in.Commute, Indoor: in.Indoor, Tag: in.Tag, Source: strings.ToLower(strings.TrimSpace(in.Source)),
		},
	}
	q.Days.From, q.Days.To = day, day
	if !in.given() {
		if q.Kind == "" {
			q.Kind = q.Usual(in.Date.Set)
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
