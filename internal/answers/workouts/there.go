package workouts

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Documents reads the settings that services have.
type Documents interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// There is what a service resolves the targets of a sport by: the thresholds
// that it was last read to have, which have no dates. ok is false where it was
// read to have none of the sport.
func There(
	ctx context.Context, r Documents, s training.Scope, source string, sport training.Sport, indoor bool,
) (day efforts.Day, ok bool, err error) {
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return day, false, err
	}
	var best training.SportSettings
	for _, d := range docs {
		for _, said := range d.Said {
			var x training.SportSettings
			if said.Source != source || json.Unmarshal(said.Body, &x) != nil || !x.HoldsFor(sport) {
				continue
			}
			if !ok || len(x.Sports) < len(best.Sports) { // those that hold for the fewest, as settings are sent
				best, ok = x, true
			}
		}
	}
	t := training.Thresholds{
		FTPW: best.FTPW, IndoorFTPW: best.IndoorFTPW, LTHRBpm: best.LTHRBpm, MaxHRBpm: best.MaxHRBpm, ThresholdMPS: best.ThresholdMPS,
	}
	return efforts.Day{Sport: sport, Thresholds: t.In(indoor)}, ok, nil
}

// thresholdOf is what a unit of targets is resolved by, nil for one that needs none.
func thresholdOf(t training.StepTarget) func(*training.Thresholds) float64 {
	switch {
	case t.Unit == training.TargetFTP, t.Unit == training.TargetZone && t.Of == training.TargetPower:
		return func(th *training.Thresholds) float64 { return th.FTPW }
	case t.Unit == training.TargetLTHR:
		return func(th *training.Thresholds) float64 { return th.LTHRBpm }
	case t.Unit == training.TargetMaxHR:
		return func(th *training.Thresholds) float64 { return th.MaxHRBpm }
	case t.Unit == training.TargetPacePct:
		return func(th *training.Thresholds) float64 { return th.ThresholdMPS }
	}
	return nil
}

// apart is how far thresholds are, of themselves, that differ by more than
// the way that they were rounded.
const apart = 0.003

// Resolved says where the same targets mean something else at a service, since
// it has another threshold: one difference a threshold, of the step that asks
// for most.
func Resolved(steps []training.WorkoutStep, here, there efforts.Day) []workout.Difference {
	type asked struct {
		step int
		t    training.StepTarget
	}
	var order []training.TargetUnit
	most := map[training.TargetUnit]asked{}
	numbers := training.StepNumbers(steps)
	for i, s := range training.WrittenOut(steps) {
		for _, t := range s.Targets {
			by := thresholdOf(t)
			if by == nil {
				continue
			}
			ours, theirs := by(&here.Thresholds), by(&there.Thresholds)
			if ours <= 0 || math.Abs(ours-theirs) <= apart*ours {
				continue
			}
			if best, ok := most[t.Unit]; !ok || max(t.Low, t.High) > max(best.t.Low, best.t.High) {
				if !ok {
					order = append(order, t.Unit)
				}
				most[t.Unit] = asked{numbers[i], t}
			}
		}
	}
	var out []workout.Difference
	for _, unit := range order {
		a := most[unit]
		out = append(out, workout.Difference{Step: a.step, Of: a.t.Of, Here: meaning(here, a.t), There: meaning(there, a.t)})
	}
	return out
}

// meaning is a target with what it is by the thresholds of a day.
func meaning(day efforts.Day, t training.StepTarget) i18n.Sentence {
	text := workout.RampedText(t)
	if thresholdOf(t)(&day.Thresholds) <= 0 {
		return i18n.Sentencef("%s, for which nothing is set", text)
	}
	if t.Unit == training.TargetZone { // the zones themselves may be others
		return i18n.Sentencef("%s by an FTP of %s W", text, workout.Decimals(day.Thresholds.FTPW, 1))
	}
	if by := workout.By(day, t); by != "" {
		return i18n.Sentencef("%s, %s by %s", text, workout.DayText(day, t), by)
	}
	return i18n.Sentencef("%s, %s", text, workout.DayText(day, t))
}

// InWatts are the targets in W, which stay as they are when the FTP is another,
// each once.
func InWatts(steps []training.WorkoutStep) (all []i18n.Sentence) {
	for _, s := range training.WrittenOut(steps) {
		if t, ok := s.Target(training.TargetPower); ok && t.Unit == training.TargetW {
			if text := workout.RampedText(t); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
