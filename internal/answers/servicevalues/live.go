package servicevalues

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Services holds an athlete's connections.
type Services interface {
	Connected() []source.Name
	Service(name source.Name) (source.Service, error)
	// Title returns the service's display name.
	Title(name source.Name) string
	// MayShow reports whether an audience may see a service's data.
	MayShow(ctx context.Context, name source.Name, who training.Audience) (bool, error)
}

// Remote asks services for data. The zero value asks none.
type Remote struct {
	Services func(training.AthleteID) Services // nil means none
	// Wait is the time that services have to answer; 0 means [Wait].
	Wait time.Duration
	// Limited includes services with limited rows: their data is requested by
	// the services' own ids, and never shown next to data from others.
	Limited bool
}

// Wait is the default time that services have to answer.
const Wait = 6 * time.Second

// Place identifies an activity on a service.
type Place struct {
	Service source.Name
	Title   string // the service's display name
	ID      string // the service's own
}

// LiveEach asks the connected services that have an activity, implement T and
// may show the data to the audience, and passes their answers to take. unheard
// has a sentence for each service that did not answer. It ends early only if the context
// is cancelled or take returns an error.
func LiveEach[T, A any](
	ctx context.Context, d Remote, s training.Scope, a *training.Activity,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	if d.Services == nil {
		return nil, nil
	}
	services := d.Services(s.Athlete)
	return each(ctx, d, s, services, places(a, services), ask, take)
}

// Connected does the same as [LiveEach] for all connected services; their
// places have no id.
func Connected[T, A any](
	ctx context.Context, d Remote, s training.Scope,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	if d.Services == nil {
		return nil, nil
	}
	services := d.Services(s.Athlete)
	var all []Place
	for _, name := range services.Connected() {
		all = append(all, Place{Service: name, Title: services.Title(name)})
	}
	return each(ctx, d, s, services, all, ask, take)
}

func each[T, A any](
	ctx context.Context, d Remote, s training.Scope, services Services, all []Place,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	asking, cancel := context.WithTimeout(ctx, cmp.Or(d.Wait, Wait))
	defer cancel()
	for _, at := range all {
		service, err := services.Service(at.Service)
		if err == nil {
			can, ok := service.(T)
			if !ok || service.Policy().Place() == source.Limited && !d.Limited { // limited data is never shown next to other data
				continue
			}
			may := false
			if may, err = services.MayShow(ctx, at.Service, s.Audience); err == nil && !may {
				continue
			}
			var said A
			if err == nil {
				said, err = ask(asking, can, at)
			}
			if err == nil {
				if err := take(at, said); err != nil {
					return nil, err
				}
				continue
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		unheard = append(unheard, i18n.Sentencef("%s could not be queried: %s", at.Title, Reason(err)))
	}
	return unheard, nil
}

// places returns an activity's places on the connected services.
func places(a *training.Activity, s Services) []Place {
	there := LiveAt(a, s)
	if len(there) == 0 {
		return nil
	}
	var out []Place
	for _, name := range s.Connected() {
		if there[name] != "" {
			out = append(out, Place{name, s.Title(name), there[name]})
		}
	}
	return out
}

// LiveAt returns the ids that an activity has on the connected services.
func LiveAt(a *training.Activity, s Services) map[source.Name]string {
	there := map[source.Name]string{}
	if len(a.ExternalIDs) == 0 {
		return there
	}
	connected := s.Connected()
	for _, ref := range a.ExternalIDs {
		n, id, ok := strings.Cut(ref, ":")
		if name := source.Name(n); ok && there[name] == "" && slices.Contains(connected, name) {
			there[name] = id
		}
	}
	return there
}

// Reason returns the reason why a service did not answer, in Lapkeep's words.
func Reason(err error) i18n.Sentence {
	switch e, ok := errors.AsType[*training.Error](err); {
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long to answer; ask again later"
	case ok && training.KindOf(err) != training.KindInternal:
		return i18n.OfError(e)
	}
	return "its answer could not be processed"
}

// Streams holds the current streams of an activity on a service.
type Streams struct {
	Place
	source.NamedStreams
}

// Streams reads streams by the names that services give them.
func (d Remote) Streams(
	ctx context.Context, s training.Scope, a *training.Activity, names []string,
) (all []Streams, unheard []i18n.Sentence, err error) {
	unheard, err = LiveEach(ctx, d, s, a,
		func(ctx context.Context, r source.NamedStreamReader, at Place) (source.NamedStreams, error) {
			return r.NamedStreams(ctx, at.ID, names)
		},
		func(at Place, said source.NamedStreams) error {
			all = append(all, Streams{at, said})
			return nil
		})
	return all, unheard, err
}

// intervalReader reads intervals, and whether they were drawn or detected.
type intervalReader interface {
	source.ActivityReader
	source.IntervalReader
}

// Intervals reads intervals from those services whose intervals Lapkeep does not store.
func (d Remote) Intervals(
	ctx context.Context, s training.Scope, a *training.Activity, kept []training.Drawn,
) (all []training.Drawn, unheard []i18n.Sentence, err error) {
	unheard, err = LiveEach(ctx, d, s, a,
		func(ctx context.Context, r intervalReader, at Place) (training.Drawn, error) {
			if slices.ContainsFunc(kept, func(k training.Drawn) bool { return k.Source == string(at.Service) }) {
				return training.Drawn{}, nil
			}
			return intervals(ctx, r, at)
		},
		func(_ Place, said training.Drawn) error {
			if len(said.Intervals) > 0 {
				all = append(all, said)
			}
			return nil
		})
	return all, unheard, err
}

func intervals(ctx context.Context, r intervalReader, at Place) (training.Drawn, error) {
	there, err := r.Activities(ctx, at.ID)
	if err != nil {
		return training.Drawn{}, err
	}
	i := slices.IndexFunc(there, func(a source.Activity) bool { return a.ID == at.ID })
	if i < 0 || there[i].Drawn == "" && there[i].Found == "" {
		return training.Drawn{}, nil // it has no intervals, so they are not requested
	}
	all, err := r.Intervals(ctx, at.ID)
	all.Ref, all.Source, all.Day, all.Found = at.Service.Ref(at.ID), string(at.Service), there[i].Day, there[i].Drawn == ""
	return all, err
}

// Statistics are a service's own totals for a period, over all sports.
type Statistics struct {
	Service        string   `json:"service"`
	Period         string   `json:"period"`
	Activities     *float64 `json:"activities,omitempty"`
	DistanceKm     *float64 `json:"distance_km,omitempty"`
	DurationS      *float64 `json:"duration_s,omitempty"`
	ElevationGainM *float64 `json:"elevation_gain_m,omitempty"`
	CaloriesKcal   *float64 `json:"calories_kcal,omitempty"`
	AvgSpeedKmh    *float64 `json:"avg_speed_kmh,omitempty"`
	TSS            *float64 `json:"tss,omitempty"`
	// Months holds columns that share an index; a value that the service leaves out is null.
	Months *StatisticsMonths `json:"months,omitempty"`
	// Milestones count the activities of at least a given distance.
	Milestones []source.Milestone `json:"milestones,omitempty"`
	Bests      []StatisticsBest   `json:"bests,omitempty"`
}

// StatisticsMonths holds the months of a period.
type StatisticsMonths struct {
	Month      []string   `json:"month"`
	Activities []*float64 `json:"activities"`
	DistanceKm []*float64 `json:"distance_km"`
	DurationS  []*float64 `json:"duration_s"`
}

// StatisticsBest is an all-time best. Metric includes the unit, except for a
// metric under the service's own name, whose unit is unknown.
type StatisticsBest struct {
	Metric     string             `json:"metric"`
	Value      float64            `json:"value"`
	ActivityID string             `json:"activity_id,omitempty"`
	Start      training.LocalTime `json:"start_local,omitempty"`
}

// Hides reports whether a service's activity is stored but hidden from the audience.
func Hides(ctx context.Context, r store.Reader, s training.Scope, ref string) (bool, error) {
	if s.Audience != training.AudienceModel {
		return false, ctx.Err()
	}
	_, err := r.Resolve(ctx, s, ref)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return false, err
	}
	_, err = r.Resolve(ctx, training.Everything(s.Athlete), ref)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return false, nil
	}
	return true, err
}

// These are the limits of a service's lists in an answer.
const (
	mostMonths     = 60
	mostMilestones = 20
	mostBests      = 20
	wordRunes      = 60
)

// StatisticsOf asks the connected services for their statistics of the athlete.
// unheard has a sentence for each service that did not answer.
func StatisticsOf(
	ctx context.Context, r store.Reader, d Remote, s training.Scope, day training.Day,
) (all []Statistics, unheard []i18n.Sentence, err error) {
	unheard, err = Connected(ctx, d, s,
		func(ctx context.Context, from source.StatisticsReader, _ Place) (source.Statistics, error) {
			return from.Statistics(ctx, day)
		},
		func(at Place, said source.Statistics) error {
			one, err := statistics(ctx, r, s, at.Service, &said)
			all = append(all, one)
			return err
		})
	return all, unheard, err
}

func statistics(ctx context.Context, r store.Reader, s training.Scope, name source.Name, said *source.Statistics) (Statistics, error) {
	t := &said.Totals
	out := Statistics{
		Service: string(name), Period: said.Period,
		Activities: answers.RoundedIfKnown(t.Activities, 0), DistanceKm: answers.RoundedIfKnown(t.DistanceKm, 2),
		DurationS: answers.RoundedIfKnown(t.DurationS, 0), ElevationGainM: answers.RoundedIfKnown(t.ElevationGainM, 0),
		CaloriesKcal: answers.RoundedIfKnown(t.CaloriesKcal, 0), AvgSpeedKmh: answers.RoundedIfKnown(t.AvgSpeedKmh, 2),
		TSS:        answers.RoundedIfKnown(t.TSS, 1),
		Milestones: said.Milestones[:min(len(said.Milestones), mostMilestones)],
	}
	for _, m := range said.Months[:min(len(said.Months), mostMonths)] {
		if out.Months == nil {
			out.Months = &StatisticsMonths{}
		}
		c := out.Months
		c.Month, c.Activities = append(c.Month, textclean.Line(m.Month, wordRunes)), append(c.Activities, answers.RoundedIfKnown(m.Activities, 0))
		c.DistanceKm = append(c.DistanceKm, answers.RoundedIfKnown(m.DistanceKm, 2))
		c.DurationS = append(c.DurationS, answers.RoundedIfKnown(m.DurationS, 0))
	}
	for _, b := range said.Bests[:min(len(said.Bests), mostBests)] {
		one := StatisticsBest{Metric: textclean.Line(b.Metric, wordRunes), Value: answers.Round(b.Value, 2), Start: b.Start}
		if b.ActivityID != "" {
			one.ActivityID = name.Ref(b.ActivityID)
			if hidden, err := Hides(ctx, r, s, one.ActivityID); hidden || err != nil {
				if err != nil {
					return out, err
				}
				continue
			}
		}
		out.Bests = append(out.Bests, one)
	}
	return out, nil
}

// Profile is the athlete's profile on a service, with the changes that the athlete made to
// its notes here.
type Profile struct {
	Document document.Document
	Source   string
	training.Profile
}

// Profiles returns the profiles of all services that have one.
func Profiles(ctx context.Context, r store.Reader, s training.Scope) ([]Profile, error) {
	all, err := document.List[training.Profile](ctx, r, s, document.Profiles)
	var out []Profile
	for _, d := range all {
		if len(d.Statements) > 0 {
			out = append(out, Profile{d.Document, d.Statements[0].Source, d.Value})
		}
	}
	return out, err
}
