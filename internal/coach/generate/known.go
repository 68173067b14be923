package generate

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ctlDays is the time constant of CTL.
const ctlDays = 42

// Known fills in what the store knows about the athlete: CTL, unless it is given, the longest
// session of the 30 days before the first week ends by sport, the threshold speeds, and the other races.
func (w *Wish) Known(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, plans *plan.Cache, given bool,
) error {
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
	recent := training.DayRange{From: f.Today - ctlDays + 1, To: f.Today}
	done, err := calendar.Pair(ctx, r, s, f, training.DayRange{From: min(days.From, recent.From), To: f.Today}, nil)
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(done.Done(), func(a calendar.Activity) bool { return a.Day < min(days.From, recent.From) })
	if !given {
		w.estimate(all, recent)
	}
	if len(all) > 0 {
		w.LongestMin = map[training.Sport]float64{}
	}
	for i := range all {
		if a := &all[i]; days.Contains(a.Day) {
			w.LongestMin[a.Sport] = max(w.LongestMin[a.Sport], a.DurationS/60)
		}
	}
	if w.Races, err = plan.KeyRaces(ctx, r, s, f, plans, training.DayRange{From: f.Today, To: f.Today + 7*maxWeeks}); err != nil {
		return err
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

// estimate raises CTL to the mean load of the last weeks, where activities without a load count with
// the usual load of their sport and time (custom). Without thresholds, CTL would be too low or 0.
func (w *Wish) estimate(all []calendar.Activity, recent training.DayRange) {
	sum, without := 0.0, 0
	for i := range all {
		a := &all[i]
		rate, known := rates()[string(a.Sport)]
		switch {
		case !recent.Contains(a.Day):
		case a.Load > 0:
			sum += a.Load
		case known:
			sum += a.DurationS / 3600 * rate
			without++
		}
	}
	if mean := answers.Round(sum/ctlDays, 0); without > 0 && mean > w.CTL {
		w.CTL, w.Unloaded = mean, without
	}
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
