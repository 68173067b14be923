package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// RecordQuery asks for records.
type RecordQuery struct {
	// Sport is the discipline; empty means the sport of most of the recent activities.
	Sport training.Discipline
	// Days is a period that replaces the standard periods.
	Days *training.DayRange
	// Indoor selects indoor or outdoor activities; nil selects both.
	Indoor *bool
	// By selects the groups of records; empty means all.
	By []string
	// Durations (in s) and Distances (in m) replace the standard ones.
	Durations, Distances []float64
}

// These are the groups of records.
const (
	ByDuration = "duration"
	ByDistance = "distance"
	ByClimb    = "climb"
	BySegment  = "segment"
	ByActivity = "activity"
	// ByExercise is asked for by name, or with the sport strength.
	ByExercise = "exercise"
)

// Bys returns all groups of records.
func Bys() []string {
	return []string{ByDuration, ByDistance, ByClimb, BySegment, ByActivity, ByExercise}
}

func (q RecordQuery) by(what string) bool { return len(q.By) == 0 || slices.Contains(q.By, what) }

// byExercise reports whether the records of exercises are asked for.
func (q RecordQuery) byExercise(sport training.Sport) bool {
	return slices.Contains(q.By, ByExercise) || len(q.By) == 0 && sport == training.Strength
}

// RecordMaxSteps is the maximum number of durations or distances in a query.
const RecordMaxSteps = 20

func (q RecordQuery) check() error {
	switch {
	case q.Days != nil && q.Days.Days() == 0:
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	case len(q.Durations) > RecordMaxSteps || len(q.Distances) > RecordMaxSteps:
		return training.Errorf(training.KindTooLarge, "There are too many durations or distances for one answer.").
			WithFix("Ask for at most %d of each.", RecordMaxSteps)
	}
	return nil
}

// namedDays is a period with a name.
type namedDays struct {
	name string
	days training.DayRange
}

// These are the names of the periods.
const (
	allTime  = "all_time"
	season   = "season"
	lastYear = "last_365_days"
	oneRange = "range"
)

// daysInYear is the length of the last year.
const daysInYear = 365

// periods returns the periods for the query. span is the range of days from the first
// activity to the last.
func (q RecordQuery) periods(f answers.Frame, span training.DayRange) []namedDays {
	if q.Days != nil {
		return []namedDays{{oneRange, *q.Days}}
	}
	return []namedDays{
		{allTime, training.DayRange{From: min(span.From, f.Today), To: f.Today}},
		{lastYear, training.DayRange{From: f.Today - daysInYear + 1, To: f.Today}},
		{season, training.DayRange{From: f.Today.YearStart(), To: f.Today}},
	}
}

// steps returns the requested durations or distances, or else the usual ones.
func (q RecordQuery) steps(kind string, sport training.Sport) []float64 {
	asked := q.Durations
	if kind == Distance {
		asked = q.Distances
	}
	if len(asked) > 0 {
		return asked
	}
	switch kind {
	case Power:
		return []float64{5, 60, 300, 1200, 3600}
	case Distance:
		return popular(sport)
	}
	return []float64{300, 1200, 3600}
}

// popular returns common race distances in m.
func popular(sport training.Sport) []float64 {
	switch sport {
	case training.Cycling:
		return []float64{10_000, 20_000, 40_000, 100_000, 160_934.4}
	case training.Swimming:
		return []float64{100, 400, 1500, 1900, 3800}
	case training.Rowing, training.Paddling:
		return []float64{500, 1000, 2000, 5000}
	}
	return []float64{1000, 1609.344, 5000, 10_000, 21_097.5, 42_195}
}

// table is a kind of curve in which a sport has records.
type table struct {
	kind string
	of   func(*Period) **Columns
}

func (q RecordQuery) tables(sport training.Sport) []table {
	power := table{Power, func(p *Period) **Columns { return &p.Power }}
	np := table{NP, func(p *Period) **Columns { return &p.NP }}
	hr := table{HR, func(p *Period) **Columns { return &p.HR }}
	pace := table{Pace, func(p *Period) **Columns { return &p.Pace }}
	var out []table
	if q.by(ByDuration) {
		switch sport {
		case training.Cycling:
			out = append(out, power, np, hr, pace)
		case training.Swimming:
			out = append(out, hr)
		default:
			out = append(out, power, hr, pace)
		}
	}
	if q.by(ByDistance) {
		out = append(out, table{Distance, func(p *Period) **Columns { return &p.Distance }})
	}
	return out
}

// PredictQuery asks for predictions of races.
type PredictQuery struct {
	Sport training.Sport // empty means running
	// Targets are distances in m or, on the bike, durations in s; empty means the standard ones.
	Targets []float64
	// Days is the number of days, up to today, whose efforts are used; 0 means 120.
	Days int
	// Race is an effort on which the prediction is based, instead of the stored efforts.
	Race *curve.PredictEffort
	// Course is a course in running. The time is predicted for the flat course that costs as much
	// energy, instead of Targets.
	Course *Course
}

// MaxTargets is the maximum number of races in an answer.
const MaxTargets = 12

const defaultDays = 120

// These are the standard races of each sport.
var (
	runRacesM  = []float64{5000, 10_000, halfM, marathonM}
	swimRacesM = []float64{400, 800, 1500, 1900, 3800}
	trialsS    = []float64{600, 1200, 2400, 3600}
)

const (
	halfM     = 21_097.5
	marathonM = 42_195
)

func (q *PredictQuery) complete() error {
	if q.Sport == "" {
		q.Sport = training.Running
	}
	if q.Days == 0 {
		q.Days = defaultDays
	}
	standard := map[training.Sport][]float64{
		training.Running: runRacesM, training.Swimming: swimRacesM, training.Cycling: trialsS,
	}[q.Sport]
	if q.Course != nil {
		q.Targets = []float64{math.Round(q.Course.flatM())}
	}
	switch {
	case standard == nil:
		return training.Errorf(training.KindInvalid, "Races of %s cannot be predicted.",
			q.Sport).WithFix("The sports are running, swimming and cycling.")
	case len(q.Targets) > MaxTargets:
		return training.Errorf(training.KindTooLarge, "%d races are too many for one answer.",
			len(q.Targets)).WithFix("Ask for at most %d.", MaxTargets)
	case q.Race != nil && q.Sport == training.Cycling:
		return training.Errorf(training.KindInvalid, "A ride's time over a distance says little about its power.").
			WithFix("Leave the race out; the stored power bests are used.")
	case q.Race != nil && impossible(*q.Race, q.Sport):
		return training.Errorf(training.KindInvalid, "%g m in %g s is faster than anyone can go.", q.Race.DistanceM, q.Race.TimeS).
			WithFix("Give the distance in metres and the time in seconds, or as h:mm:ss.")
	case q.Race != nil && q.Race.TimeS < curve.LeastEffortS:
		return training.Errorf(training.KindInvalid, "An effort of under 3½ minutes says more about speed than about endurance.").
			WithFix("Give an effort of at least 3½ minutes.")
	case len(q.Targets) == 0:
		q.Targets = standard
	}
	return nil
}

// These are limits above the best performances ever, which are a VDOT of 86 and, in
// water, a speed of 2.4 m/s.
const (
	mostVDOT       = 90
	fastestSwimMPS = 2.5
)

func impossible(e curve.PredictEffort, sport training.Sport) bool {
	if e.DistanceM <= 0 || e.TimeS <= 0 {
		return true
	}
	if sport == training.Swimming {
		return e.Speed() > fastestSwimMPS
	}
	return curve.VDOT(e) > mostVDOT
}

// asker answers one query.
type asker struct {
	bests  *Index
	reader store.Reader
	scope  training.Scope
	today  training.Day
	days   training.DayRange
	q      PredictQuery
	view   *PredictView
}

// Answer returns the predictions that q asks for.
func Answer(ctx context.Context, b *Index, r store.Reader, s training.Scope, f answers.Frame, q PredictQuery) (*PredictView, error) {
	if err := q.complete(); err != nil {
		return nil, err
	}
	a := asker{
		bests: b, reader: r, scope: s, today: f.Today, q: q,
		days: training.DayRange{From: f.Today - training.Day(q.Days) + 1, To: f.Today},
		view: &PredictView{Heading: f.Heading(), Sport: q.Sport, Words: []i18n.Sentence{}},
	}
	var err error
	if q.Sport == training.Cycling {
		err = a.trials(ctx)
	} else {
		err = a.races(ctx)
	}
	if err != nil {
		return nil, err
	}
	return a.view, ctx.Err()
}

// refuse adds the reason why there is no prediction, and what would help. It
// sets all confidences to low.
func (a *asker) refuse(why, help i18n.Sentence) {
	a.view.Missing = a.view.Missing.Add("models", why)
	a.view.Confidence = slices.Repeat([]string{low}, len(a.q.Targets))
	a.view.Words = append(a.view.Words, i18n.Sentencef("Nothing is predicted: %s. %s", why, help))
}

// PredictView contains predictions. Its lists are in the order of the distances
// or, on the bike, of the durations. A cell is null if a model is not valid there.
type PredictView struct {
	answers.Heading
	Sport     training.Sport `json:"sport"`
	Range     *answers.Span  `json:"range,omitempty"`
	DistanceM []float64      `json:"distance_m,omitempty"`
	DurationS []float64      `json:"duration_s,omitempty"`
	// These are the range of the models, widened by 1, 2 or 4 %, depending on the confidence.
	FastestS []*float64 `json:"fastest_time_s,omitempty"`
	SlowestS []*float64 `json:"slowest_time_s,omitempty"`
	LowestW  []*float64 `json:"lowest_power_w,omitempty"`
	HighestW []*float64 `json:"highest_power_w,omitempty"`
	// Confidence is high, medium or low. It is empty if no model is valid.
	Confidence []string       `json:"confidence,omitempty"`
	Models     []PredictModel `json:"models,omitempty"`
	Efforts    []Effort       `json:"efforts,omitempty"`

	VDOT             *float64        `json:"vdot,omitempty"`
	MarathonShapePct *float64        `json:"marathon_shape_pct,omitempty"`
	Pacing           *Pacing         `json:"pacing,omitempty"`
	Words            []i18n.Sentence `json:"words"`
	Notes            []i18n.Sentence `json:"notes,omitempty"`
	Missing          answers.Missing `json:"missing,omitempty"`
}

// PredictModel holds the predictions of one model.
type PredictModel struct {
	Name    string        `json:"model"`
	Assumes i18n.Sentence `json:"assumes"`
	TimeS   []*float64    `json:"time_s,omitempty"`
	PowerW  []*float64    `json:"power_w,omitempty"`
	// Parameters holds the fitted values of the model.
	Parameters map[string]float64 `json:"parameters,omitempty"`
}

// Effort is a best that models use. A race given by the caller has no activity.
type Effort struct {
	ActivityID training.ActivityID `json:"activity_id,omitempty"`
	LocalDate  string              `json:"local_date,omitempty"`
	DistanceM  float64             `json:"distance_m,omitempty"`
	DurationS  float64             `json:"duration_s"`
	PowerW     float64             `json:"power_w,omitempty"`
}

func (a *asker) tellTimes() {
	for i, m := range a.q.Targets {
		low, high := a.view.FastestS[i], a.view.SlowestS[i]
		if low == nil {
			a.view.Words = append(a.view.Words, i18n.Sentencef("%s: no model applies.", distance(m)))
			continue
		}
		a.view.Words = append(a.view.Words, i18n.Sentencef("%s: %s to %s (%s confidence).", distance(m), i18n.Clock(*low),
			i18n.Clock(*high), i18n.Word(a.view.Confidence[i])))
	}
}

func (a *asker) tellPowers() {
	for i, s := range a.q.Targets {
		low, high := a.view.LowestW[i], a.view.HighestW[i]
		if low == nil {
			a.view.Words = append(a.view.Words, i18n.Sentencef("%s: no model applies.", i18n.Clock(s)))
			continue
		}
		a.view.Words = append(a.view.Words, i18n.Sentencef("%s: %.0f to %.0f W (%s confidence).", i18n.Clock(s), *low,
			*high, i18n.Word(a.view.Confidence[i])))
	}
}

func distance(m float64) i18n.Sentence {
	switch m {
	case halfM:
		return "Half marathon"
	case marathonM:
		return "Marathon"
	}
	if m < 1000 {
		return i18n.Sentencef("%s", i18n.Measured("%g ", m, i18n.MetresOfWay()))
	}
	return i18n.Sentencef("%s", i18n.Measured("%.4g ", m/1000, i18n.Kilometres()))
}
