// Package fitness contains the tools of the toolset "fitness": training load,
// summaries of a period, curves, and estimated thresholds. A tool reads its
// arguments and calls the function that answers. It computes nothing itself.
package fitness

import (
	"context"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "fitness"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store store.Reader
	// Curves is the only index of curves in the process. It follows the change log.
	Curves *curves.Index
	// Kept keeps data between processes, so that questions about many years are
	// fast. If it is nil, everything is read again.
	Kept fitness.Keeper
	// Calendar contains the planned events; nil means that there are none.
	Calendar store.Reader
	// Reported contains the records that services keep; nil means that no service keeps any.
	Reported store.Reader
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart limitedrows.Remote
	// Services returns the totals that services compute. Known finds the
	// activities to which these totals refer.
	Services servicevalues.Remote
	Known    store.Reader
	// Timed finds the best times on the athlete's own segments; nil means that there are none.
	Timed curves.Timekeeper
	// Waiting returns the changes that wait for the athlete's approval; nil means that there are none.
	Waiting func(ctx context.Context, s training.Scope, now time.Time) ([]journal.Preview, error)
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	histograms := fitness.NewHistograms(d.Store)
	if d.Kept != nil {
		d.Curves.Keep(d.Kept)
		histograms.Keep(d.Kept)
	}
	records := curves.NewRecordCache(d.Store, d.Store, d.Curves).WithSegments(d.Timed)
	if d.Kept != nil {
		records.Keep(d.Kept)
	}
	return []tools.Row{
		loadRow(d.Calendar, d.Store, histograms), summaryRow(d, histograms, records), curvesRow(d), recordsRow(d, records), estimateRow(d),
		predictRow(d),
	}
}

// daysIn is a range of days in one of the two forms that callers use.
type daysIn struct {
	Range tools.DateRange `json:"range,omitzero"`
	From  tools.Date      `json:"from,omitzero"`
	To    tools.Date      `json:"to,omitzero"`
}

func (in daysIn) given() bool { return in.Range.Set || in.From.Set || in.To.Set }

// days returns the given range, including days after today, or the given other
// range if none was given.
func (in daysIn) days(other training.DayRange, today training.Day) (training.DayRange, error) {
	switch {
	case in.Range.Set && (in.From.Set || in.To.Set):
		return other, twice("range", "from or to")
	case in.Range.Set:
		return in.Range.Whole(), nil
	case !in.given():
		return other, nil
	}
	r := training.DayRange{From: in.From.Or(firstDay), To: in.To.Or(max(today, in.From.Or(firstDay)))}
	if r.Days() == 0 {
		return r, training.Errorf(training.KindInvalid, "The range %s ends before it begins.", r).WithFix("Put the earlier date first.")
	}
	return r, nil
}

// firstDay is the start of an open range. It is before all recordings.
var firstDay = training.NewDay(1900, 1, 1)

// lastDays returns the n days that end today.
func lastDays(c *tools.Call, n int) training.DayRange {
	return training.DayRange{From: c.Today - training.Day(n) + 1, To: c.Today}
}

func twice(a, b string) error {
	return training.Errorf(training.KindInvalid, "%s and %s contradict each other.", a, b).WithFix("Give one of them.")
}

type curvesIn struct {
	Kind string `json:"kind,omitempty" jsonschema:"default power; np is normalized power"`
	daysIn
	Compare   tools.DateRange     `json:"compare,omitzero"`
	Sport     training.Discipline `json:"sport,omitzero" jsonschema:"default cycling for power, running for pace"`
	Indoor    *bool               `json:"indoor,omitempty"`
	Durations []float64           `json:"durations_s,omitempty" jsonschema:"e.g. 300, 20min"`
	Distances []float64           `json:"distances_m,omitempty"`
	PerKg     bool                `json:"per_kg,omitempty" jsonschema:"adds W/kg"`
	Rank      int                 `json:"rank,omitempty" jsonschema:"n best activities at one step"`
	AfterKJ   float64             `json:"fatigued_after_kj,omitempty" jsonschema:"power after this work"`
	AfterKg   float64             `json:"fatigued_after_kj_per_kg,omitempty"`
	Graded    bool                `json:"graded,omitempty" jsonschema:"grade-adjusted runs"`
	Source    string              `json:"power_source,omitempty" jsonschema:"e.g. stryd"`
	Models    bool                `json:"models,omitempty" jsonschema:"adds critical power"`
}

const defaultCurveDays = 90

func curvesRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Curves),
		Name:    "get_curves", Title: "Power, heart rate and pace curves", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Power curve, heart rate curve or pace curve: best (maximum) power, normalized power, " +
			"heart rate or pace by duration, or fastest time by distance, with activity and date; top ten; " +
			"power fresh or fatigued, critical power models. Default: 90 days.",
		Aliases: map[string]string{
			"durations": "durations_s", "duration": "durations_s", "duration_s": "durations_s", "distances": "distances_m",
			"distance": "distances_m", "distance_m": "distances_m",
			"after_kj": "fatigued_after_kj", "after_kj_per_kg": "fatigued_after_kj_per_kg", "metric": "kind",
			"use_gap": "graded", "gap": "graded", "top": "rank", "ranking": "rank",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", curves.Kinds()...)
			s.Required = nil
			tools.Items(s, "durations_s", 0, curves.MaxSteps)
			tools.Bounds(s, "durations_s", 1, 86400)
			tools.Items(s, "distances_m", 0, curves.MaxSteps)
			tools.Bounds(s, "distances_m", 50, 1e6)
			tools.Bounds(s, "fatigued_after_kj", 0, 20_000)
			tools.Bounds(s, "fatigued_after_kj_per_kg", 0, 200)
		},
	}, func(ctx context.Context, c *tools.Call, in curvesIn) (*curves.View, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		v, err := d.Curves.Answer(ctx, c.Scope, c.Frame(), q)
		if err != nil || q.Compare == nil {
			return v, err
		}
		return v, noteSensors(ctx, d.Store, c.Scope, v, q)
	})
}

// noteSensors adds notes if the two compared ranges were recorded with different sensors.
func noteSensors(ctx context.Context, r store.Reader, s training.Scope, v *curves.View, q curves.Query) error {
	now, err := fitness.MeasuredIn(ctx, r, s, q.Days, v.Sports)
	if err != nil {
		return err
	}
	then, err := fitness.MeasuredIn(ctx, r, s, *q.Compare, v.Sports)
	v.Notes = append(v.Notes, now.Against(then)...)
	if err != nil || v.Kind != curves.Power && v.Kind != curves.NP || !slices.Equal(v.Sports, training.Cycling.Plain().Alone()) {
		return err
	}
	meters, err := fitness.PowerMetersAgainst(ctx, r, s, q.Days, *q.Compare)
	if meters != "" {
		v.Notes = append(v.Notes, meters)
	}
	return err
}

func (in *curvesIn) query(c *tools.Call) (curves.Query, error) {
	switch {
	case in.Kind == "" && len(in.Distances) > 0:
		in.Kind = curves.Distance
	case in.Kind == "":
		in.Kind = curves.Power
	}
	days, err := in.days(lastDays(c, defaultCurveDays), c.Today)
	q := curves.Query{
		Kind: in.Kind, Days: days.Past(c.Today), Of: in.Sport, Steps: in.Durations, PerKg: in.PerKg,
		AfterKJ: in.AfterKJ, AfterKJPerKg: in.AfterKg, Indoor: in.Indoor, Graded: in.Graded, Models: in.Models, PowerSource: in.Source,
		Rank: in.Rank,
	}
	if in.Compare.Set {
		r := in.Compare.Range()
		q.Compare = &r
	}
	if in.Kind == curves.Distance {
		q.Steps = in.Distances
	}
	switch {
	case err != nil:
	case in.Kind == curves.Distance && len(in.Durations) > 0:
		err = training.Errorf(training.KindInvalid, "durations_s does not apply to best times by distance.").WithFix("Give distances_m.")
	case in.Kind != curves.Distance && len(in.Distances) > 0:
		err = training.Errorf(training.KindInvalid, "distances_m does not apply to a %s curve.", in.Kind).
			WithFix("Give durations_s, or kind distance.")
	}
	return q, err
}

type estimateIn struct {
	Days    int              `json:"days,omitempty" jsonschema:"days to look back"`
	Sport   tools.WholeSport `json:"sport,omitempty"`
	History bool             `json:"history,omitempty" jsonschema:"adds FTP over two years"`
	EndDate tools.Date       `json:"end_date,omitzero" tools:"unlisted"`
}

func estimateRow(d Deps) tools.Row {
	source := curves.NewSource(d.Store)
	return tools.New(tools.Spec{
		Name: "estimate_thresholds", Title: "Estimate thresholds", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Estimates FTP (eFTP), critical power and W' (W prime), lactate threshold heart rate, threshold pace, swim CSS and " +
			"VO2max as a range from recent best efforts, each with method, confidence and the current setting. Changes no setting.",
		Aliases: map[string]string{"window_days": "days"},
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "days", 14, 730)
			tools.Default(s, "days", 90)
		},
	}, func(ctx context.Context, c *tools.Call, in estimateIn) (*curves.EstimateView, error) {
		q := curves.EstimateQuery{Days: in.Days, History: in.History}
		if in.Sport != "" {
			q.Sports = []training.Sport{in.Sport.Sport()}
		}
		if in.EndDate.Set {
			q.Until = &in.EndDate.Day
		}
		return curves.Thresholds(ctx, d.Curves, source, c.Scope, c.Frame(), q)
	})
}

type loadIn struct {
	daysIn
	Sport      training.Discipline `json:"sport,omitzero"`
	Method     string              `json:"load_method,omitempty"`
	CTLDays    float64             `json:"ctl_days,omitempty"`
	ATLDays    float64             `json:"atl_days,omitempty"`
	Alpha      string              `json:"alpha,omitempty"`
	TSB        string              `json:"tsb,omitempty"`
	Resolution string              `json:"resolution,omitempty"`
	Sections   []string            `json:"sections,omitempty" jsonschema:"default series, alerts"`
	Planned    []plannedIn         `json:"planned,omitempty" jsonschema:"load for coming days"`
	Assumed    *float64            `json:"assumed_daily_load,omitempty"`
	Target     *float64            `json:"target_ctl,omitempty" jsonschema:"finds the load for it"`
	Off        []tools.PlanRange   `json:"days_off,omitempty" jsonschema:"e.g. next week"`
	Project    int                 `json:"project_days,omitempty"`
	LastDays   *int                `json:"days,omitempty" tools:"unlisted"`
}

type plannedIn struct {
	Date tools.PlanDate `json:"date"`
	Load float64        `json:"load"`
}

const (
	defaultLoadDays = 90
	mostLoadDays    = 36500 // a hundred years
	maxDaily        = 1000
)

func loadRow(events store.Reader, r store.Reader, h *fitness.Histograms) tools.Row {
	plans := plan.NewAdherenceCache()
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Load),
		Name:    "analyze_training_load", Title: "Training load, fitness and form", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Daily load (TSS), fitness (CTL), fatigue (ATL), form (TSB) and ramp rate over time, with today's values, the " +
			"peak, the heaviest week and alerts; also monotony and strain by week, acute to chronic workload ratio (ACWR) and " +
			"intensity distribution. Default: 90 days. Projects future CTL from planned or assumed load.",
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
			tools.Bounds(s, "target_ctl", 0, maxDaily)
			tools.Items(s, "days_off", 0, fitness.MaxProjectDays)
			tools.Bounds(s, "project_days", 1, fitness.MaxProjectDays)
		},
	}, func(ctx context.Context, c *tools.Call, in loadIn) (*fitness.LoadView, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		ahead, err := fromCalendar(ctx, events, plans, c, &q)
		if err != nil {
			return nil, err
		}
		if q.Rested, err = plan.RestingOn(ctx, r, c.Scope, min(q.Days.To, c.Today)); err != nil {
			return nil, err
		}
		v, err := h.TrainingLoad(ctx, r, c.Scope, c.Frame(), q)
		if err == nil && v.Project != nil {
			v.Notes = append(v.Notes, ahead.Notes()...)
		}
		return v, err
	})
}

// fromCalendar adds the loads planned in the calendar and in the active training
// plan to the projected days.
func fromCalendar(
	ctx context.Context, r store.Reader, plans *plan.AdherenceCache, c *tools.Call, q *fitness.LoadQuery,
) (ahead calendar.Ahead, err error) {
	if r == nil {
		return ahead, nil
	}
	var sport training.Discipline
	if len(q.Sports) > 0 {
		sport = q.Sports[0]
	}
	to := q.ProjectedTo(c.Today)
	if to <= c.Today {
		return ahead, nil
	}
	apart, err := plans.Apart(ctx, r, c.Scope, c.Frame())
	if err != nil {
		return ahead, err
	}
	ahead, err = calendar.PlannedLoads(ctx, r, c.Scope, c.Frame(), to, sport, apart)
	q.Calendar = ahead.Loads
	return ahead, err
}

// span returns the requested range. If only its end is given, it has the
// default length, or the number of days in an argument of another server.
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
		Days: days, Sports: in.Sport.Alone(), Resolution: in.Resolution, Sections: in.Sections, Assumed: in.Assumed, TargetCTL: in.Target,
		ProjectDays: in.Project,
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
		q.Planned[p.Date.Day] += p.Load // loads on the same day add up
	}
	for _, off := range in.Off {
		for d := max(off.From, c.Today+1); d <= min(off.To, c.Today+fitness.MaxProjectDays); d++ {
			q.Off = append(q.Off, d)
		}
	}
	return q, err
}
