package serviced

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Statistics are what a service itself counts of a period, of all sports.
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
	// Months are on one index; a cell of which the service says nothing is null.
	Months *StatisticsMonths `json:"months,omitempty"`
	// Milestones count the activities of at least a distance.
	Milestones []source.Milestone `json:"milestones,omitempty"`
	Bests      []StatisticsBest   `json:"bests,omitempty"`
}

// StatisticsMonths are the months of a period.
type StatisticsMonths struct {
	Month      []string   `json:"month"`
	Activities []*float64 `json:"activities"`
	DistanceKm []*float64 `json:"distance_km"`
	DurationS  []*float64 `json:"duration_s"`
}

// StatisticsBest is a best of all time. Metric has the unit; of a word of the
// service's own the unit is not known.
type StatisticsBest struct {
	Metric     string             `json:"metric"`
	Value      float64            `json:"value"`
	ActivityID string             `json:"activity_id,omitempty"`
	Start      training.LocalTime `json:"start_local,omitempty"`
}

// Resolver finds an activity by any of its ids.
type Resolver interface {
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
}

// Hides reports whether the audience may not know of an activity of a service
// that is here.
func Hides(ctx context.Context, r Resolver, s training.Scope, ref string) (bool, error) {
	if s.Audience != training.AudienceModel {
		return false, ctx.Err()
	}
	_, err := r.Resolve(ctx, s, ref)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return false, err
	}
	_, err = r.Resolve(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}, ref)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return false, nil
	}
	return true, err
}

// most bounds what is shown of a list of a service's.
const (
	mostMonths     = 60
	mostMilestones = 20
	mostBests      = 20
	wordRunes      = 60
)

// StatisticsOf asks the connected services that count what the athlete did, and
// gives a sentence for each that did not answer.
func StatisticsOf(
	ctx context.Context, r Resolver, d LiveDesk, s training.Scope, day training.Day,
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

func statistics(ctx context.Context, r Resolver, s training.Scope, name source.Name, said *source.Statistics) (Statistics, error) {
	t := &said.Totals
	out := Statistics{
		Service: string(name), Period: said.Period,
		Activities: rounded(t.Activities, 0), DistanceKm: rounded(t.DistanceKm, 2), DurationS: rounded(t.DurationS, 0),
		ElevationGainM: rounded(t.ElevationGainM, 0), CaloriesKcal: rounded(t.CaloriesKcal, 0), AvgSpeedKmh: rounded(t.AvgSpeedKmh, 2),
		TSS:        rounded(t.TSS, 1),
		Milestones: said.Milestones[:min(len(said.Milestones), mostMilestones)],
	}
	for _, m := range said.Months[:min(len(said.Months), mostMonths)] {
		if out.Months == nil {
			out.Months = &StatisticsMonths{}
		}
		c := out.Months
		c.Month, c.Activities = append(c.Month, textclean.Line(m.Month, wordRunes)), append(c.Activities, rounded(m.Activities, 0))
		c.DistanceKm, c.DurationS = append(c.DistanceKm, rounded(m.DistanceKm, 2)), append(c.DurationS, rounded(m.DurationS, 0))
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

// rounded is a number to some decimals, nil where there is none.
func rounded(x *float64, decimals int) *float64 {
	if x == nil {
		return nil
	}
	r := answers.Round(*x, decimals)
	return &r
}
