package strength

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Weeks is the strength training of a period by week. Its columns share the index of Week.
type Weeks struct {
	Totals
	Sessions  int              `json:"sessions"`
	Week      []training.Day   `json:"week"` // first days; weeks without sets are zero
	ByWeek    WeekColumns      `json:"by_week"`
	Muscles   []MuscleWeeks    `json:"muscles"` // from head to foot
	Exercises []ExerciseTotals `json:"exercises"`
	Formula   i18n.Sentence    `json:"formula,omitempty"`
	Note      i18n.Sentence    `json:"note,omitempty"`
}

// WeekColumns holds the sums of weeks.
type WeekColumns struct {
	Sessions []int     `json:"sessions"`
	Sets     []int     `json:"sets"`
	VolumeKg []float64 `json:"volume_kg"`
	// SessionRPE is the load by session effort: perceived exertion times minutes (Foster
	// 2001), of the sessions that have both.
	SessionRPE []float64 `json:"session_rpe"`
}

// MuscleWeeks is the work for one muscle group. A set counts half for a muscle that only
// helps, and so does its volume.
type MuscleWeeks struct {
	Muscle   strength.Muscle `json:"muscle"`
	Sets     []float64       `json:"sets"`
	VolumeKg []float64       `json:"volume_kg"`
}

// mostWeeks is the maximum number of weeks in an answer; earlier ones are left out.
const mostWeeks = 26

// ReadWeeks returns the strength training of a period.
func ReadWeeks(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Weeks, error) {
	days.To = min(days.To, f.Today)
	out := &Weeks{Week: []training.Day{}, Muscles: []MuscleWeeks{}, Exercises: []ExerciseTotals{}}
	if days.Days() == 0 {
		return out, nil
	}
	last := days.To.WeekStart(f.Week)
	if first := last - 7*(mostWeeks-1); days.From < first {
		days.From, out.Note = first, "Only the last 26 weeks are shown; a range shows others."
	}
	all, err := r.StrengthSessions(ctx, s, days)
	if err != nil {
		return nil, err
	}
	for day := days.From.WeekStart(f.Week); day <= last; day += 7 {
		out.Week = append(out.Week, day)
	}
	n := len(out.Week)
	out.ByWeek = WeekColumns{make([]int, n), make([]int, n), make([]float64, n), make([]float64, n)}
	muscles, sets := map[strength.Muscle]*MuscleWeeks{}, []training.StrengthSet{}
	for i := range all {
		if lifted := strength.Total(all[i].Sets); lifted.Sets+lifted.WarmUps > 0 {
			out.add(&all[i], int(all[i].Day-out.Week[0])/7, muscles)
			sets = append(sets, all[i].Sets...)
		}
	}
	out.Totals, out.Exercises = TotalsOf(sets), ByExercise(sets)
	for _, m := range strength.Muscles() {
		if w := muscles[m]; w != nil {
			round(w.VolumeKg)
			out.Muscles = append(out.Muscles, *w)
		}
	}
	round(out.ByWeek.VolumeKg)
	round(out.ByWeek.SessionRPE)
	out.Formula = formulaOf(out.Exercises, func(e *ExerciseTotals) bool { return e.OneRepMaxKg > 0 })
	return out, nil
}

func (w *Weeks) add(in *store.StrengthSession, week int, muscles map[strength.Muscle]*MuscleWeeks) {
	w.Sessions++
	w.ByWeek.Sessions[week]++
	if x, ok := load.SessionRPE(in.PerceivedExertion, in.TimerS); ok {
		w.ByWeek.SessionRPE[week] += x
	}
	for i := range in.Sets {
		s := &in.Sets[i]
		if !s.Working() {
			continue
		}
		w.ByWeek.Sets[week]++
		w.ByWeek.VolumeKg[week] += s.VolumeKg()
		for m, share := range Of(s).Trained.Shares() {
			if muscles[m] == nil {
				muscles[m] = &MuscleWeeks{m, make([]float64, len(w.Week)), make([]float64, len(w.Week))}
			}
			muscles[m].Sets[week] += share
			muscles[m].VolumeKg[week] += share * s.VolumeKg()
		}
	}
}

func round(all []float64) {
	for i := range all {
		all[i] = answers.Round(all[i], 1)
	}
}
