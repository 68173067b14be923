package generate

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Known fills in what the store knows about the athlete: CTL, unless it is given, the longest
// session of the 30 days before the first week ends by sport, and the threshold speeds.
func (w *Wish) Known(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, given bool) error {
	days := training.DayRange{From: f.Today, To: f.Today}
	v, err := fitness.NewCourses(r, s, f).TrainingLoad(ctx, fitness.LoadQuery{Days: days})
	if err != nil {
		return err
	}
	if v.Today != nil && !given {
		w.CTL = answers.Round(v.Today.CTL, 0)
	}
	// The first long session comes up to a week after the start; what is then longer ago does not count.
	days.From = min(max(w.Start, f.Today)+7, f.Today+lookBack/2) - lookBack
	done, err := calendar.Pair(ctx, r, s, f, days, nil)
	if err != nil {
		return err
	}
	all := done.Done()
	if len(all) > 0 {
		w.LongestMin = map[training.Sport]float64{}
	}
	for i := range all {
		if a := &all[i]; days.Contains(a.Day) {
			w.LongestMin[a.Sport] = max(w.LongestMin[a.Sport], a.DurationS/60)
		}
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	w.Speeds = map[training.Sport]float64{}
	for _, sport := range []training.Sport{training.Running, training.Swimming} {
		if mps := history.At(sport.Plain(), f.Today).ThresholdMPS; mps > 0 {
			w.Speeds[sport] = mps
		}
	}
	return ctx.Err()
}

// ReadDays reads days of the week.
func ReadDays(names []string) ([]time.Weekday, error) {
	var out []time.Weekday
	for _, name := range names {
		in, ok := plan.DayIn(name)
		switch {
		case ok:
			out = append(out, time.Weekday((in+1)%7))
		case strings.TrimSpace(name) != "":
			return nil, training.Errorf(training.KindInvalid, "%q is not a day of the week.", name).WithFix("Write monday, tuesday or another day.")
		}
	}
	return out, nil
}

// Check returns an error if the plan is not advisable, unless the athlete wants it anyway.
func (v *Verdict) Check(anyway bool) error {
	if v.Rating != NotAdvisable || anyway {
		return nil
	}
	return training.Errorf(training.KindInvalid, "The plan is not saved, because it is not advisable. %s", v.Words()).
		WithFix("A dry run shows it; with anyway it is saved.")
}
