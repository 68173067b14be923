package structured

import (
	"context"

	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Reader reads what targets are resolved by.
type Reader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
}

// Days hold the thresholds of an athlete by day, and the rules of their loads.
// They are not safe for concurrent use.
type Days struct {
	timeline *fitness.Timeline
	rules    load.Rules
}

// DaysOf reads them.
func DaysOf(ctx context.Context, r Reader, s training.Scope) (*Days, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	l := fitness.NewLoads(&who, history)
	return &Days{l.Timeline, l.Rules}, nil
}

// On is the day as targets of a sport are resolved by.
func (d *Days) On(day training.Day, sport training.Sport, indoor bool) planned.Day {
	return planned.Day{Sport: sport, Thresholds: d.timeline.At(sport, day).In(indoor)}
}

// Takes is what steps take on a day.
func (d *Days) Takes(steps []training.WorkoutStep, day planned.Day) workout.Takes {
	w := workout.Workout{Sport: day.Sport, Steps: steps}
	return w.Takes(day, d.rules)
}

// Figures are what a planned session takes, as it is shown: in s, km and TSS.
// 0 is not known.
type Figures struct {
	DurationS, DistanceKm, Load, Intensity, WorkKJ float64
	Rule                                           compliance.Rule
}

// Stated are figures as they are stated, by the athlete or by a service.
func Stated(durationS, distanceKm, tss, intensity, workKJ float64) Figures {
	f := Figures{DurationS: durationS, DistanceKm: distanceKm, Intensity: intensity, WorkKJ: workKJ}
	if x, rule, ok := compliance.Load(tss, durationS, intensity); ok {
		f.Load, f.Rule = x, rule
	}
	return f
}

// Or fills what is not stated with what the steps take.
func (f Figures) Or(t *workout.Takes) Figures {
	if f.DurationS == 0 {
		f.DurationS = t.DurationS
	}
	if f.DistanceKm == 0 {
		f.DistanceKm = t.DistanceM / 1000
	}
	if f.Load == 0 && t.Load > 0 {
		f.Load, f.Rule = t.Load, compliance.Steps
		if f.Intensity == 0 {
			f.Intensity, f.WorkKJ = t.Intensity, t.WorkKJ
		}
	}
	return f
}
