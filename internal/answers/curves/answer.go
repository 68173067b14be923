package curves

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Query asks for the bests in a range of days.
type Query struct {
	Kind    string
	Days    training.DayRange
	Compare *training.DayRange
	// Sports are the sports whose bests are combined. If it is empty, the default is
	// cycling for power, running for pace and distances, and every sport for heart rate.
	Sports []training.Sport
	// Of limits the activities to one discipline, which must be a kind of the only sport in Sports.
	Of training.Discipline
	// Steps are durations in s or distances in m; empty means the standard ones.
	Steps []float64
	// PerKg adds power per kg, based on the weight on the day of each best.
	PerKg bool
	// AfterKJ and AfterKJPerKg limit power to windows that begin after this
	// amount of work in their activity. At most one may be set.
	AfterKJ, AfterKJPerKg float64
	// Indoor selects indoor or outdoor activities; nil selects both.
	Indoor *bool
	// Graded converts the pace and times of runs to flat ground.
	Graded bool
	// Models adds power models for the first range.
	Models bool
	// PowerSource selects the source of power in sports other than cycling. Empty
	// means the most frequent source on these days.
	PowerSource string
	// Rank adds a ranking of so many activities at the only step.
	Rank int

	groups []training.Sport // the groups that correspond to Sports in the index
}

// Answer returns the bests that q asks for.
func (c *Index) Answer(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*View, error) {
	q.Sports = q.sports()
	if err := q.check(); err != nil {
		return nil, err
	}
	if span, ok, err := c.r.DaySpan(ctx, s); err != nil {
		return nil, err
	} else if ok && q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
	}
	source, sourceNotes, err := c.groups(ctx, s, &q)
	if err != nil {
		return nil, err
	}
	history, err := c.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	w := &writer{q: q, timeline: fitness.NewTimeline(history)}
	v := &View{
		Heading: f.Heading(), Kind: q.Kind, Indoor: q.Indoor, Graded: q.Graded, Sports: q.disciplines(), PowerSource: source,
		AfterKJ: q.AfterKJ, AfterKJPerKg: q.AfterKJPerKg, Words: []i18n.Sentence{},
	}
	after, missing := workOf(q, history, w.timeline)
	if missing != "" {
		v.Missing = v.Missing.Add("curve", missing)
		v.Words = append(v.Words, "Work per kg cannot be computed. Set the weight, or use fatigued_after_kj.")
		return v, nil
	}
	w.steps, w.notes = q.steps()
	first, err := c.pick(ctx, s, q, q.Days, w.steps, after)
	if err != nil {
		return nil, err
	}
	var second picked
	if q.Compare != nil {
		if second, err = c.pick(ctx, s, q, *q.Compare, w.steps, after); err != nil {
			return nil, err
		}
	}
	if first.empty() && second.empty() {
		v.nothing(q)
		return v, nil
	}
	if len(q.Steps) == 0 {
		w.narrow(first, second)
	}
	if err := c.addRanking(ctx, s, v, w, &first, after); err != nil {
		return nil, err
	}
	v.Curve = w.curve(q.Days, first)
	if q.Compare != nil {
		v.Compare = w.curve(*q.Compare, second)
		v.Change = w.change(first, second)
	}
	if q.Models {
		if v.Models, err = c.models(ctx, s, w, after); err != nil {
			return nil, err
		}
	}
	v.Notes, v.Missing = slices.Concat(v.Notes, sourceNotes, w.notes), w.missing
	v.tell(q, w, first, second)
	return v, nil
}

func (q Query) check() error {
	for _, r := range []*training.DayRange{&q.Days, q.Compare} {
		if r != nil && r.Days() == 0 {
			return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", r).WithFix("Put the earlier date first.")
		}
	}
	if len(q.Steps) > MaxSteps {
		return training.Errorf(training.KindTooLarge, "%d durations or distances are too many for one answer.", len(q.Steps)).
			WithFix("Ask for at most %d.", MaxSteps)
	}
	return cmp.Or(q.checkRank(), q.checkKind())
}

// checkKind returns an error if the query asks for something that does not
// exist for its kind of curve.
func (q Query) checkKind() error {
	switch timed := q.Kind == Distance || q.Kind == Pace; {
	case q.PerKg && q.Kind != Power:
		return training.Errorf(training.KindInvalid, "Only power can be shown per kilogram.").WithFix(`Use kind "power", or leave per_kg out.`)
	case q.Models && q.Kind != Power:
		return training.Errorf(training.KindInvalid, "Only power has models.").WithFix(`Use kind "power", or leave models out.`)
	case q.Graded && (!timed || q.Sports[0] != training.Running):
		return training.Errorf(training.KindInvalid, "Grade-adjusted pace is available for runs only.").
			WithFix(`Use kind "pace" or "distance" with running, or leave graded out.`)
	case ofPower(q.Kind) && len(q.Sports) > 1:
		return training.Errorf(training.KindInvalid, "Power from different sports cannot be mixed.").WithFix("Name one sport.")
	case timed && len(q.Sports) > 1:
		return training.Errorf(training.KindInvalid, "Best times from different sports cannot be mixed.").WithFix("Name one sport.")
	case q.AfterKJ != 0 && q.AfterKJPerKg != 0:
		return training.Errorf(training.KindInvalid,
			"fatigued_after_kj and fatigued_after_kj_per_kg contradict each other.").WithFix("Give one of them.")
	case q.Kind != Power && (q.AfterKJ != 0 || q.AfterKJPerKg != 0):
		return training.Errorf(training.KindInvalid,
			"Only power can be shown after an amount of work.").WithFix(`Use kind "power", or leave fatigued_after_kj out.`)
	}
	return nil
}

// writer writes the curves of one query. They have the same steps.
type writer struct {
	q        Query
	timeline *fitness.Timeline
	steps    []float64
	notes    []i18n.Sentence
	missing  answers.Missing
}

// narrow keeps only the steps for which at least one range has a best.
func (w *writer) narrow(ranges ...picked) {
	all := w.steps
	w.steps = nil
	for _, at := range all {
		for _, p := range ranges {
			if _, ok := p.points[at]; ok {
				w.steps = append(w.steps, at)
				break
			}
		}
	}
}

// StandardDurations returns the durations of a curve in seconds if the query gives none.
func StandardDurations() []float64 {
	return []float64{1, 5, 10, 15, 30, 60, 120, 180, 300, 480, 600, 720, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400, 18000}
}

// MaxSteps is the maximum number of durations or distances in an answer.
const MaxSteps = 60

// limits returns the shortest and the longest step of a kind.
func (q Query) limits() (least, most float64) {
	switch q.Kind {
	case Distance:
		all := curve.Distances(q.Sports[0])
		return all[0], all[len(all)-1]
	case NP:
		return curve.LeastNormalizedS, dayS
	case Pace:
		return curve.LeastPaceS, dayS
	}
	return 1, dayS
}

const dayS = 24 * 3600

// steps returns the steps for the answer in ascending order, and notes on them.
func (q Query) steps() (steps []float64, notes []i18n.Sentence) {
	least, most := q.limits()
	if len(q.Steps) == 0 {
		steps = StandardDurations()
		if q.Kind == Distance {
			steps = curve.Distances(q.Sports[0])
		}
		return slices.DeleteFunc(steps, func(at float64) bool { return at < least || at > most }), nil
	}
	for _, want := range q.Steps {
		at := min(max(want, least), most)
		if q.Kind != Distance {
			at = math.Round(at)
		}
		if at != want {
			notes = append(notes, i18n.Sentencef("%g is not available; the answer uses %g, the nearest value.", want, at))
		}
		steps = append(steps, at)
	}
	slices.Sort(steps)
	return slices.Compact(steps), notes
}

// disciplines returns the disciplines whose bests are combined.
func (q Query) disciplines() []training.Discipline {
	if q.Of.Refined() {
		return []training.Discipline{q.Of}
	}
	out := make([]training.Discipline, len(q.Sports))
	for i, s := range q.Sports {
		out[i] = s.Plain()
	}
	return out
}

// sports returns the sports whose bests are combined. If the query gives none, it
// returns the default for the kind.
func (q Query) sports() []training.Sport {
	switch {
	case q.Of.Sport != "":
		return []training.Sport{q.Of.Sport}
	case len(q.Sports) > 0:
		return q.Sports
	case q.Kind == Power || q.Kind == NP:
		return []training.Sport{training.Cycling}
	case q.Kind == Distance || q.Kind == Pace:
		return []training.Sport{training.Running}
	}
	return []training.Sport{}
}

// Reported is a record kept by a service according to its own rules.
type Reported struct {
	Source     string              `json:"source"`
	Name       string              `json:"name"`
	DurationS  float64             `json:"duration_s,omitempty"`
	DistanceKM float64             `json:"distance_km,omitempty"`
	ID         training.ActivityID `json:"activity_id"`
	LocalDate  training.Day        `json:"local_date"`
}

// AddReported adds the records that services keep for the view's sport, within
// the given days (nil means all days). It leaves out records in activities that
// are not stored here, or that the audience may not see.
func (v *RecordView) AddReported(ctx context.Context, r store.Reader, s training.Scope, days *training.DayRange) error {
	docs, err := r.Documents(ctx, s, document.Records, document.Filter{Days: days})
	if err != nil {
		return err
	}
	for _, d := range docs {
		for _, said := range d.Statements {
			p, err := document.ShowLayer[training.PersonalRecord](said)
			if err != nil {
				return err
			}
			if p.Sport.Plain() != v.Sport || p.Ref == "" {
				continue
			}
			id, err := r.Resolve(ctx, s, p.Ref)
			if training.KindOf(err) == training.KindNotFound && err != nil {
				continue
			}
			if err != nil {
				return err
			}
			v.Reported = append(v.Reported, Reported{said.Source, p.Name, p.DurationS, p.DistanceM / 1000, id, d.Days.From})
		}
	}
	slices.SortStableFunc(v.Reported, func(a, b Reported) int { return cmp.Compare(b.LocalDate, a.LocalDate) })
	return nil
}
