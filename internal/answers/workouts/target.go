package workouts

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// target gives the bounds of a step by the thresholds of the day, or as the
// plan has them where one is not set; empty for none.
func target(s *efforts.Step, basis efforts.Basis) i18n.Sentence {
	if s.Low <= 0 && s.High <= 0 {
		return workout.TargetText(s.Target)
	}
	of, per := training.TargetPace, training.PerKm
	switch measuredBy(s, basis) {
	case efforts.ByPower:
		of = training.TargetPower
	case efforts.ByHR:
		of = training.TargetHR
	case efforts.ByLengths:
		per = training.Per100M
	}
	return workout.BoundsText(of, s.Low, s.High, per)
}

// measuredBy is the basis that the target of a step is measured by.
func measuredBy(s *efforts.Step, basis efforts.Basis) efforts.Basis {
	if s.Of != "" {
		return s.Of
	}
	return basis
}

// Bounds are the targets of steps as numbers, by the thresholds of the day. A cell
// is null where there is no bound; a column is left out where none has one.
type Bounds struct {
	FromW   []*float64 `json:"target_from_w,omitempty"`
	ToW     []*float64 `json:"target_to_w,omitempty"`
	FromBpm []*float64 `json:"target_from_bpm,omitempty"`
	ToBpm   []*float64 `json:"target_to_bpm,omitempty"`
	FromKMH []*float64 `json:"target_from_kmh,omitempty"`
	ToKMH   []*float64 `json:"target_to_kmh,omitempty"`
}

// bound puts the bounds of the nth step in.
func (o *Bounds) bound(s *efforts.Step, by efforts.Basis, n int) {
	from, to, scale, decimals := &o.FromKMH, &o.ToKMH, 3.6, 2
	switch by {
	case efforts.ByPower:
		from, to, scale, decimals = &o.FromW, &o.ToW, 1, 1
	case efforts.ByHR:
		from, to, scale, decimals = &o.FromBpm, &o.ToBpm, 1, 1
	}
	for _, x := range []struct {
		into  *[]*float64
		bound float64
	}{{from, s.Low}, {to, s.High}} {
		if x.bound > 0 && answers.Finite(x.bound) {
			v := answers.Round(x.bound*scale, decimals)
			*x.into = append(filled(*x.into, n-1), &v)
		}
	}
	for _, c := range []*[]*float64{&o.FromW, &o.ToW, &o.FromBpm, &o.ToBpm, &o.FromKMH, &o.ToKMH} {
		if len(*c) > 0 {
			*c = filled(*c, n)
		}
	}
}

// filled is a column of n cells, those that it lacks being null.
func filled(c []*float64, n int) []*float64 {
	for len(c) < n {
		c = append(c, nil)
	}
	return c
}
