package activity

import (
	"context"
	"iter"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const (
	// reachDays is how far back activities teach.
	reachDays = 180
	// most is how many of them are read, the latest.
	most = 100
	// leastCoverage is the share of the time that both sensors have to cover.
	leastCoverage = 0.9
)

// HRExamplesReader reads the inputs of loads and stored primitives.
type HRExamplesReader interface {
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
}

// Subject is the activity that is asked about.
type Subject struct {
	ID    training.ActivityID
	Sport training.Sport
	Day   training.Day
}

// Examples are the athlete's other activities of the sport, up to the day,
// that have a load by power and heart rate, each by the thresholds of its day.
func Examples(ctx context.Context, r HRExamplesReader, s training.Scope, by fitness.Loads, of Subject) ([]heart.Example, error) {
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: of.Day - reachDays + 1, To: of.Day})
	if err != nil {
		return nil, err
	}
	var out []heart.Example
	for rest := candidates(inputs, by, of); len(rest) > 0 && len(out) < most && err == nil; {
		next := rest[:min(len(rest), most-len(out))]
		rest = rest[len(next):]
		var more []heart.Example
		more, err = lessons(ctx, r, s, next)
		out = append(out, more...)
	}
	return out, err
}

// candidate is an activity that teaches if it has a histogram of heart rate.
type candidate struct {
	in  *store.LoadInput
	tss float64 // by power
	lt  float64 // threshold heart rate of its day
}

// candidates are the activities that may teach, the latest first.
func candidates(inputs []store.LoadInput, by fitness.Loads, of Subject) (out []candidate) {
	for i := len(inputs) - 1; i >= 0; i-- {
		row := &inputs[i]
		in := answers.LoadInput(row)
		if row.ID == of.ID || in.Sport != of.Sport || in.HRSeconds < leastCoverage*in.TimerS || float64(in.NPWindows) < leastCoverage*in.TimerS {
			continue
		}
		t := by.At(row)
		if byPower, why := by.Rules.By(load.MethodPower, in, t); why == "" {
			out = append(out, candidate{row, byPower.TSS, t.LTHRBpm})
		}
	}
	return out
}

// lessons reads the histograms of some activities at once: one by one would
// take three times as long.
func lessons(ctx context.Context, r HRExamplesReader, s training.Scope, of []candidate) ([]heart.Example, error) {
	wanted := make(map[training.ActivityID]int, len(of))
	days := training.DayRange{From: of[0].in.Day, To: of[0].in.Day}
	for i, c := range of {
		wanted[c.in.ID] = i
		days.From, days.To = min(days.From, c.in.Day), max(days.To, c.in.Day)
	}
	found := make([]*zones.Histogram, len(of))
	for p, err := range r.Primitives(ctx, s, derive.HRHistogram, days) {
		if err != nil {
			return nil, err
		}
		i, ok := wanted[p.Activity]
		if !ok {
			continue
		}
		if h, err := derive.DecodeHistogram(p.Data); err == nil { // derive writes a damaged one anew
			found[i] = &h
		}
	}
	var out []heart.Example
	for i, c := range of {
		if found[i] == nil {
			continue
		}
		if hours, why := heart.HoursOf(*found[i], c.in.Sport, c.lt); why == "" {
			out = append(out, heart.Example{Hours: hours, TSS: c.tss})
		}
	}
	return out, ctx.Err()
}
