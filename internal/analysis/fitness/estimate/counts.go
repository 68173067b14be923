package estimate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/wellness"
	"lapkeep/internal/training"
)

// ReportedOxygen is the newest VO2max that a device, a service or the athlete
// said.
type ReportedOxygen struct {
	Value     float64      `json:"ml_kg_min"`
	LocalDate training.Day `json:"local_date"`
	Source    string       `json:"source"`
}

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
			e.view.Reported = &ReportedOxygen{analysis.Round(n.Value, 1), d.Day, n.Source}
			break
		}
	}
	return nil
}

// tellOxygen says which of several values counts: what is reported, which
// rests on every session; else the estimate by the newest maximal effort; one
// by heart rates at rest and at most is the roughest.
func (e *estimator) tellOxygen() {
	v := e.view
	switch {
	case v.Reported != nil:
		v.OxygenCounts = "reported"
		v.Words = append(v.Words, fmt.Sprintf("VO2max: the reported %g of %s counts (%s), which rests on many sessions; the estimates here rest on one effort each, or on heart rates alone.",
			v.Reported.Value, v.Reported.LocalDate, v.Reported.Source))
	case len(v.VO2Max) > 0:
		best := slices.MaxFunc(v.VO2Max, func(a, b Oxygen) int { return cmp.Compare(a.day(), b.day()) })
		v.OxygenCounts = best.Method
		if len(v.VO2Max) > 1 {
			v.Words = append(v.Words, "VO2max: "+best.Method+" counts, by the newest maximal effort; vo2max_uth, by heart rates alone, is the roughest. None is reported by a device.")
		}
	}
}

// day is that of the effort, 0 without one.
func (o *Oxygen) day() training.Day {
	if len(o.Evidence) == 0 {
		return 0
	}
	return o.Evidence[0].LocalDate
}
