package curves

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// reported is the method of a value that was not computed here.
const reported = "reported"

// reportedDays is how old what is reported may be: fitness moves in weeks.
const reportedDays = 90

// reportedOxygen finds the newest value that was reported.
func (e *estimator) reportedOxygen(ctx context.Context) error {
	days, err := wellness.Days(ctx, e.source, e.scope, training.DayRange{From: e.today - reportedDays + 1, To: e.today})
	if err != nil {
		return err
	}
	for _, d := range slices.Backward(days) {
		if n, ok := d.Numbers[training.WellnessVO2Max]; ok {
			x := answers.Round(n.Value, 1)
			e.view.VO2Max = append(e.view.VO2Max, Oxygen{Method: reported, Low: x, Estimate: x, High: x, LocalDate: &d.Day, Source: n.Source})
			break
		}
	}
	return nil
}

// tellOxygen says which of several values counts: what is reported, which
// rests on every session; else the estimate by the newest maximal effort; one
// by heart rates at rest and at most is the roughest.
func (e *estimator) tellOxygen() {
	all := e.view.VO2Max
	if len(all) < 2 {
		return
	}
	best := 0
	for i := range all {
		if all[i].Method == reported || all[best].Method != reported && all[i].day() > all[best].day() {
			best = i
		}
	}
	all[best].Counts = true
	why := i18n.Sentence("by the newest maximal effort; vo2max_uth, by heart rates alone, is the roughest, and no device reports one")
	if all[best].Method == reported {
		why = i18n.Sentencef("%g by %s on %s, as it rests on many sessions; the others rest on one effort each, or on heart rates alone",
			all[best].Estimate, all[best].Source, all[best].LocalDate)
	}
	e.view.Words = append(e.view.Words, i18n.Sentencef("Of the VO2max values %s counts: %s.", all[best].Method, why))
}

// day is that of the effort, 0 without one.
func (o *Oxygen) day() training.Day {
	if len(o.Evidence) == 0 {
		return 0
	}
	return o.Evidence[0].LocalDate
}
