package curves

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Bests is the index of best efforts.
type Bests interface {
	Series(ctx context.Context, s training.Scope, kind string, days training.DayRange, sports []training.Sport) ([]Point, int, error)
}

// PredictReader reads what was done on some days.
type PredictReader interface {
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// PredictQuery asks for a race.
type PredictQuery struct {
	Sport training.Sport // empty is running
	// Targets are distances in m or, on the bike, durations in s; empty is a
	// standard set.
	Targets []float64
	// Days is how far back efforts count, up to today; 0 is 120.
	Days int
	// Race is an effort to predict from instead of those that are stored.
	Race *curve.PredictEffort
}

// MaxTargets is how many races one answer has.
const MaxTargets = 12

const defaultDays = 120

// The standard races of each sport.
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
	switch {
	case standard == nil:
		return training.Errorf(training.KindInvalid, "Races of %s cannot be predicted.",
			q.Sport).WithFix("The sports are running, swimming and cycling.")
	case len(q.Targets) > MaxTargets:
		return training.Errorf(training.KindTooLarge, "%d races are too many for one answer.",
			len(q.Targets)).WithFix("Ask for at most %d.", MaxTargets)
	case q.Race != nil && q.Sport == training.Cycling:
		return training.Errorf(training.KindInvalid, "A ride's time over a distance says little of its power.").
			WithFix("Leave the race out; the stored power bests are used.")
	case q.Race != nil && impossible(*q.Race, q.Sport):
		return training.Errorf(training.KindInvalid, "Nobody covers %g m in %g s.", q.Race.DistanceM, q.Race.TimeS).
			WithFix("Give the distance in metres and the time in seconds, or as h:mm:ss.")
	case q.Race != nil && q.Race.TimeS < curve.LeastEffortS:
		return training.Errorf(training.KindInvalid, "An effort of under 3½ minutes says more of speed than of endurance.").
			WithFix("Give a longer one.")
	case len(q.Targets) == 0:
		q.Targets = standard
	}
	return nil
}

// Beyond what anybody has run or swum: the records give a VDOT of up to 86, and
// 2.4 m/s in water.
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

// asker is one question on its way.
type asker struct {
	bests  Bests
	reader PredictReader
	scope  training.Scope
	today  training.Day
	days   training.DayRange
	q      PredictQuery
	view   *PredictView
}

// Answer answers q.
func Answer(ctx context.Context, b Bests, r PredictReader, s training.Scope, f answers.Frame, q PredictQuery) (*PredictView, error) {
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

// refuse says that nothing is predicted, why, and what would help.
func (a *asker) refuse(why, help i18n.Sentence) {
	a.view.Missing = a.view.Missing.Add("models", why)
	a.view.Words = append(a.view.Words, i18n.Sentencef("Nothing is predicted: %s. %s", why, help))
}
