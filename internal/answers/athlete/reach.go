package athlete

import (
	"context"
	"math"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LoadReader reads the activities whose loads a change affects.
type LoadReader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
}

// Reach is how far a change of settings goes: the activities up to today whose
// load it moves, of those that have the sport.
type Reach struct {
	Activities int           `json:"activities"`
	Changed    int           `json:"load_changes"`
	First      *training.Day `json:"first_date,omitempty"` // of those that change
	Last       *training.Day `json:"last_date,omitempty"`
	// TSSBefore and TSSAfter are the sums over those that change.
	TSSBefore float64 `json:"tss_before"`
	TSSAfter  float64 `json:"tss_after"`
}

// smallest is the least difference of two loads that counts.
const smallest = 0.05

// SettingsBetween compares the loads up to today by two histories. Activities of other
// sports than sport are not counted; no sport is all.
func SettingsBetween(
	ctx context.Context, r LoadReader, s training.Scope, today training.Day, sport training.Sport, before, after training.History,
) (*Reach, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: training.NewDay(1900, time.January, 1), To: today})
	if err != nil {
		return nil, err
	}
	old, now := fitness.NewLoads(&who, before), fitness.NewLoads(&who, after)
	out := &Reach{}
	for i := range inputs {
		in := &inputs[i]
		if sport != "" && in.Sport != sport {
			continue
		}
		out.Activities++
		a, why := old.Of(in)
		b, whyNow := now.Of(in)
		if math.Abs(a.TSS-b.TSS) < smallest && (why == "") == (whyNow == "") {
			continue
		}
		if out.Changed++; out.First == nil {
			out.First = &in.Day
		}
		out.Last = &in.Day
		out.TSSBefore += a.TSS
		out.TSSAfter += b.TSS
	}
	out.TSSBefore, out.TSSAfter = answers.Round(out.TSSBefore, 1), answers.Round(out.TSSAfter, 1)
	return out, ctx.Err()
}
