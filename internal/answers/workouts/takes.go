package workouts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// StructuredReader reads what targets are resolved by.
type StructuredReader = fitness.SettingsReader

// Days hold the thresholds of an athlete by day, and the rules of their loads.
// They are not safe for concurrent use.
type Days struct {
	timeline *fitness.Timeline
	rules    load.Rules
}

// DaysOf reads them.
func DaysOf(ctx context.Context, r StructuredReader, s training.Scope) (*Days, error) {
	l, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	return &Days{l.Timeline, l.Rules}, nil
}

// On is the day as targets of a sport are resolved by.
func (d *Days) On(day training.Day, sport training.Sport, indoor bool) efforts.Day {
	return efforts.Day{Sport: sport, Thresholds: d.timeline.At(sport, day).In(indoor)}
}

// Takes is what steps take on a day.
func (d *Days) Takes(steps []training.WorkoutStep, day efforts.Day) workout.Takes {
	w := workout.Workout{Sport: day.Sport, Steps: steps}
	return w.Takes(day, d.rules)
}

// Basis is what [Days.Takes] computes by on a day beside the steps: two that are
// equal give the same.
func (d *Days) Basis(day efforts.Day) string { return fmt.Sprint(day.Sport, day.Thresholds, d.rules) }

// Figures are what a planned session takes, as it is shown: in s, km and TSS.
// 0 is not known.
type Figures struct {
	DurationS, DistanceKm, Load, Intensity, WorkKJ float64
	Rule                                           efforts.ComplianceRule
	// What those that follow from the steps assume, empty where nothing.
	durationAssumes, loadAssumes i18n.Sentence
}

// Estimated says what the figures that follow from the steps assume, by name
// behind a prefix.
func (f Figures) Estimated(prefix string) answers.Missing {
	var out answers.Missing
	if f.durationAssumes != "" {
		out = out.Add(prefix+"duration_s", f.durationAssumes)
	}
	if f.loadAssumes != "" {
		out = out.Add(prefix+"load", f.loadAssumes)
	}
	return out
}

// Stated are figures as they are stated, by the athlete or by a service.
func Stated(durationS, distanceKm, tss, intensity, workKJ float64) Figures {
	f := Figures{DurationS: durationS, DistanceKm: distanceKm, Intensity: intensity, WorkKJ: workKJ}
	if x, rule, ok := efforts.LoadOfPlan(tss, durationS, intensity); ok {
		f.Load, f.Rule = x, rule
	}
	return f
}

// Take is what a planned session takes by its steps, on a day, and by what is
// stated of it: of what the athlete planned here, and of a text that is the
// athlete's own, only what the athlete states comes before the steps, and what
// a service states behind them if the text is the service's too.
func (f Figures) Take(d *document.Document, text string, t *workout.Takes) Figures {
	out := f.First(d).Or(t)
	if out.Load == 0 && speaks(d, text) {
		out = f.Or(t)
	}
	return out
}

// First are the figures that count before those of the steps, of all that are
// stated.
func (f Figures) First(d *document.Document) Figures {
	if len(d.Said) == 0 || !madeHere(d) && !bytes.Contains(d.Own, []byte(`"description"`)) {
		return f
	}
	var own struct {
		MovingTimeS float64 `json:"moving_time_s"`
		DistanceKm  float64 `json:"distance_km"`
		Load        float64 `json:"load"`
		Intensity   float64 `json:"intensity_factor"`
		WorkKJ      float64 `json:"work_kj"`
	}
	if json.Unmarshal(d.Own, &own) != nil { // none of a session that services say whole
		return Figures{}
	}
	return Stated(own.MovingTimeS, own.DistanceKm, own.Load, own.Intensity, own.WorkKJ)
}

// madeHere reports a session that the athlete planned here: what services say
// of it they have of the athlete, or reckoned by their own thresholds.
func madeHere(d *document.Document) bool {
	return !slices.ContainsFunc(d.Said, func(s document.Said) bool { return strings.HasPrefix(d.ID, s.Source+":") })
}

// Whole reports figures that the steps add nothing to.
func (f Figures) Whole() bool { return f.Load > 0 && f.DurationS > 0 }

// Or fills what is not stated with what the steps take.
func (f Figures) Or(t *workout.Takes) Figures {
	if f.DurationS == 0 {
		f.DurationS, f.durationAssumes = t.DurationS, t.Estimated["duration_s"]
	}
	if f.DistanceKm == 0 {
		f.DistanceKm = t.DistanceM / 1000
	}
	if f.Load == 0 && t.Load > 0 {
		f.Load, f.Rule, f.Intensity, f.WorkKJ = t.Load, efforts.Steps, t.Intensity, t.WorkKJ
		f.loadAssumes = t.Estimated["load"]
	}
	return f
}
