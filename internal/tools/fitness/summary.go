package fitness

import (
	"context"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/coach/report"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
)

type summaryIn struct {
	Period   string              `json:"period,omitempty" jsonschema:"around date; default week"`
	Date     tools.Date          `json:"date,omitzero"`
	daysIn                       // an alternative to period and date
	Compare  tools.DateRange     `json:"compare,omitzero" jsonschema:"default the previous period"`
	Sport    training.Discipline `json:"sport,omitzero"`
	Race     *bool               `json:"race,omitempty"`
	Commute  *bool               `json:"commute,omitempty"`
	Indoor   *bool               `json:"indoor,omitempty"`
	Gear     string              `json:"gear,omitempty" jsonschema:"gear id"`
	Tag      string              `json:"tag,omitempty"`
	Source   string              `json:"source,omitempty" jsonschema:"e.g. strava"`
	Sections []string            `json:"sections,omitempty" jsonschema:"default the first seven"`
	Weeks    int                 `json:"weeks,omitempty" jsonschema:"for best_weeks"`
	Break    int                 `json:"break_days,omitempty" jsonschema:"minimum; default 7"`
	// Services adds the services' own totals.
	Services bool `json:"services,omitempty" jsonschema:"adds the services' totals"`
}

// summaryOut is a summary, with the totals that services have for the year in which it ends.
type summaryOut struct {
	*fitness.SummaryView
	Services []servicevalues.Statistics `json:"services,omitempty"`
	// Report holds the facts of one week beyond its totals, on request.
	Report *report.View `json:"report,omitempty"`
	// Strength is the strength training of the period by week, on request.
	Strength *strength.Weeks `json:"strength,omitempty"`
	// Apart holds the impulses from a requested service whose rows are stored in a separate file.
	Apart *limitedrows.Impulses `json:"apart,omitempty"`
}

// View returns what to show: the summary, with the report if there is one.
func (out *summaryOut) View() any {
	if out.Report != nil {
		return &Weekly{*out.SummaryView, *out.Report}
	}
	return out.SummaryView
}

// Weekly is the summary of a week with its report.
type Weekly struct {
	fitness.SummaryView
	Report report.View `json:"report"`
}

// sectionReport is the section that adds the report on a week.
const sectionReport = "report"

func summaryRow(d Deps, h *fitness.Histograms, records *curves.RecordCache) tools.Row {
	reports := report.Maker{
		Store: d.Store, Loads: h, Records: records, Calendar: calendar.NewLister(), Plans: plan.NewAdherenceCache(),
		Wellness: wellness.NewCache(d.Store), Waiting: d.Waiting,
	}
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawSummary),
		Name:    "get_training_summary", Title: "Training summary", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Totals by week, month, year, all time or range, by sport (ride, run, swim): activities, training days, hours, " +
			"distance, average speed, swim pace, elevation gain, load, work, calories, time in heart rate zones, time in power zones, " +
			"strength, biggest sessions, streaks, Eddington number, slowdown in heat, TRIMP; a weekly report. " +
			"Compares with the period before: week over week, year to date.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "period", fitness.PeriodWeek, fitness.PeriodMonth, fitness.PeriodYear, fitness.PeriodAll)
			tools.Enum(s, "sections", append(fitness.SummarySections(), sectionReport, fitness.SummaryStrength)...)
			tools.Bounds(s, "weeks", 1, fitness.MostWeeks)
			tools.Bounds(s, "break_days", 1, 1000)
		},
	}, func(ctx context.Context, c *tools.Call, in summaryIn) (*summaryOut, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		if q.Only.GearID, err = gear.Named(ctx, d.Store, c.Scope, in.Gear); err != nil {
			return nil, err
		}
		if slices.Contains(q.Sections, sectionReport) {
			return reported(ctx, d, c, h, reports, q)
		}
		out := &summaryOut{}
		lifts := q.Cut(fitness.SummaryStrength)
		if out.SummaryView, err = h.Summary(ctx, d.Store, c.Scope, c.Frame(), q); err != nil {
			return nil, err
		}
		if err := out.askApart(ctx, d, c.Scope, q); err != nil {
			return nil, err
		}
		if lifts {
			if err := out.lifted(ctx, d, c); err != nil {
				return nil, err
			}
		}
		if !in.Services {
			return out, nil
		}
		return out, out.ask(ctx, d, c, min(q.Days.To, c.Today))
	})
}

// lifted adds the strength training of the period.
func (out *summaryOut) lifted(ctx context.Context, d Deps, c *tools.Call) error {
	who, err := d.Store.Athlete(ctx, c.Scope)
	if err != nil || !who.Shows(c.Scope.Audience).Sets {
		out.Missing = out.Missing.Add(fitness.SummaryStrength, answers.HiddenSets)
		return err
	}
	days := training.DayRange{From: out.Period.From, To: out.Period.To}
	if out.Strength, err = strength.ReadWeeks(ctx, d.Store, c.Scope, c.Frame(), days); err == nil && out.Strength.Sessions == 0 {
		out.Strength, out.Missing = nil, out.Missing.Add(fitness.SummaryStrength, "no activity in this period has sets of strength training")
	}
	return err
}

// reported returns the report on a week, with the parts of the summary that it needs.
func reported(
	ctx context.Context, d Deps, c *tools.Call, h *fitness.Histograms, reports report.Maker, q fitness.SummaryQuery,
) (*summaryOut, error) {
	if q.Kind != fitness.PeriodWeek || len(q.Sports) > 0 || q.Only != (fitness.Only{}) || q.Compare != nil {
		return nil, training.Errorf(training.KindInvalid, "A report is about one week, with all its activities.").
			WithFix("Give period week and a date in it, and leave out other filters.")
	}
	q.Sections = []string{fitness.SummaryBySport, fitness.SummaryZones, fitness.SummaryPrevious}
	total, err := h.Summary(ctx, d.Store, c.Scope, c.Frame(), q)
	if err != nil {
		return nil, err
	}
	out := &summaryOut{SummaryView: total}
	out.Report, err = reports.Make(ctx, c.Scope, c.Frame(), c.Now, c.Location, total)
	return out, err
}

// askApart answers from limited rows if the question asks for their source. It computes
// only the impulse of each row.
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
		out.Words = []i18n.Sentence{} // the values are in Apart
		delete(out.Missing, fitness.SummaryTRIMP)
	}
	return err
}

// ask adds the totals that services have for the year of the given day.
func (out *summaryOut) ask(ctx context.Context, d Deps, c *tools.Call, day training.Day) error {
	all, unheard, err := servicevalues.StatisticsOf(ctx, d.Known, d.Services, c.Scope, day)
	if out.Services = all; len(all) == 0 && len(unheard) == 0 {
		unheard = []i18n.Sentence{"no connected service computes its own"}
	}
	for _, why := range unheard {
		out.Missing = out.Missing.Add("services", why)
	}
	return err
}

func (in *summaryIn) query(c *tools.Call) (fitness.SummaryQuery, error) {
	day := in.Date.Or(c.Today)
	q := fitness.SummaryQuery{
		Kind: in.Period, Sports: in.Sport.Alone(), Sections: in.Sections, Weeks: in.Weeks, BreakDays: in.Break,
		Only: fitness.Only{
			Race: in.Race, Commute: in.Commute, Indoor: in.Indoor, Tag: in.Tag, Source: strings.ToLower(strings.TrimSpace(in.Source)),
		},
	}
	if in.Compare.Set {
		r := in.Compare.Range()
		q.Compare = &r
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

type predictIn struct {
	Sport     tools.WholeSport `json:"sport,omitempty"`
	Distances []float64        `json:"distances_m,omitempty"`
	Durations []float64        `json:"durations_s,omitempty" jsonschema:"for cycling"`
	Days      int              `json:"days,omitempty" jsonschema:"days to look back"`
	RaceM     float64          `json:"race_distance_m,omitempty" jsonschema:"distance of a recent effort to predict from"`
	RaceS     float64          `json:"race_time_s,omitempty"`
	Course    string           `json:"course,omitempty" jsonschema:"id of a route or run: pacing by km"`
}

func predictRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "predict_race", Title: "Predict a race", Toolset: toolset, Idempotent: true,
		Description: "Predicts race times in running and swimming, or time trial power on the bike, from several models with their " +
			"assumptions, efforts, a range and confidence; flat and mild, or pacing a hilly run course.",
		Aliases: map[string]string{
			"distance": "distances_m", "distances": "distances_m", "distance_m": "distances_m",
			"duration": "durations_s", "duration_s": "durations_s",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Default(s, "sport", training.Running)
			tools.Items(s, "distances_m", 0, curves.MaxTargets)
			tools.Bounds(s, "distances_m", 100, 250_000)
			tools.Items(s, "durations_s", 0, curves.MaxTargets)
			tools.Bounds(s, "durations_s", 120, 21_600)
			tools.Bounds(s, "days", 14, 730)
			tools.Default(s, "days", 120)
			tools.Bounds(s, "race_distance_m", 100, 250_000)
			tools.Bounds(s, "race_time_s", 10, 200_000)
		},
	}, func(ctx context.Context, c *tools.Call, in predictIn) (*curves.PredictView, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		if in.Course != "" {
			if q.Sport != training.Running && q.Sport != "" || len(in.Distances) > 0 {
				return nil, training.Errorf(training.KindInvalid, "course is for running, and replaces distances_m.").WithFix("Give one of them.")
			}
			course, err := tools.Activity(ctx, d.Store, c, in.Course) // a route's id stays
			if err != nil {
				return nil, err
			}
			if q.Course, err = curves.ReadCourse(ctx, d.Store, c.Scope, course); err != nil {
				return nil, err
			}
		}
		return curves.Answer(ctx, d.Curves, d.Store, c.Scope, c.Frame(), q)
	})
}

func (in *predictIn) query() (curves.PredictQuery, error) {
	q := curves.PredictQuery{Days: in.Days, Targets: in.Distances}
	if in.Sport != "" {
		q.Sport = in.Sport.Sport()
	}
	ride := q.Sport == training.Cycling
	if ride {
		q.Targets = in.Durations
	}
	switch {
	case ride && len(in.Distances) > 0:
		return q, training.Errorf(training.KindInvalid, "A ride's time over a distance cannot be predicted reliably: it depends on air, "+
			"weight and course.").
			WithFix("Give durations_s to get the power.")
	case !ride && len(in.Durations) > 0:
		return q, training.Errorf(training.KindInvalid, "durations_s are for time trials on the bike.").
			WithFix("Give distances_m, or sport cycling.")
	case (in.RaceM > 0) != (in.RaceS > 0):
		return q, training.Errorf(training.KindInvalid, "race_distance_m and race_time_s belong together.").WithFix("Give both or neither.")
	case in.RaceM > 0:
		q.Race = &curve.PredictEffort{DistanceM: in.RaceM, TimeS: in.RaceS}
	}
	return q, nil
}

type recordsIn struct {
	Sport     training.Discipline `json:"sport,omitzero"`
	Indoor    *bool               `json:"indoor,omitempty"`
	Range     tools.DateRange     `json:"range,omitzero"`
	By        []string            `json:"by,omitempty"`
	Durations []float64           `json:"durations_s,omitempty"`
	Distances []float64           `json:"distances_m,omitempty"`
}

func recordsRow(d Deps, cache *curves.RecordCache) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_records", Title: "Personal records", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Personal records (bests) of one sport for all time, the last 365 days and this season, or any range: by duration " +
			"(power, W/kg, normalized power, heart rate, pace), by distance (fastest kilometre, 5 km, half marathon), climbs, own " +
			"segments, exercises, biggest activities.",
		Aliases: map[string]string{
			"durations": "durations_s", "distances": "distances_m", "duration": "durations_s",
			"distance": "distances_m", "kind": "by", "sections": "by",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "by", curves.Bys()...)
			tools.Doc(s, "durations_s", "any, e.g. 300, 20min")
			tools.Doc(s, "distances_m", "any")
			tools.Items(s, "durations_s", 0, curves.RecordMaxSteps)
			tools.Bounds(s, "durations_s", 1, 86400)
			tools.Items(s, "distances_m", 0, curves.RecordMaxSteps)
			tools.Bounds(s, "distances_m", 50, 1e6)
		},
	}, func(ctx context.Context, c *tools.Call, in recordsIn) (*curves.RecordView, error) {
		q := curves.RecordQuery{Sport: in.Sport, Indoor: in.Indoor, By: in.By, Durations: in.Durations, Distances: in.Distances}
		if in.Range.Set {
			r := in.Range.Range()
			q.Days = &r
		}
		v, err := cache.Answer(ctx, c.Scope, c.Frame(), q)
		if err != nil || d.Reported == nil || in.Indoor != nil || in.Sport.Refined() { // services do not say where their records were set
			return v, err
		}
		return v, v.AddReported(ctx, d.Reported, c.Scope, q.Days)
	})
}

// drawSummary draws the summary of an answer.
func drawSummary(v tools.Voice, out *summaryOut) (*picture.Canvas, i18n.Sentence) {
	return drawn.Summary(v, out.SummaryView)
}
