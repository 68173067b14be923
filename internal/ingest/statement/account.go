package statement

import (
	"context"
	"fmt"
	"time"

	"lapkeep/internal/archive"
	"lapkeep/internal/training"
)

// account is what a table of an export says of the athlete.
type account struct {
	of   *archive.Account
	asOf time.Time
}

// Store keeps all of the gear, and of the person what is not known yet.
func (a account) Store(ctx context.Context, b *Batch) (out Outcome, err error) {
	for _, g := range a.of.Gear {
		changed, err := b.Tx.SayGear(b.Athlete.ID, g)
		if err != nil {
			return out, err
		}
		if changed {
			out.News = New
		}
	}
	if err := a.person(ctx, b, &out); err != nil {
		return out, err
	}
	if err := a.weight(ctx, b, &out); err != nil {
		return out, err
	}
	if out.News == Nothing {
		out.Reason = "Everything in it is known."
	}
	return out, nil
}

// person fills in name and sex where the athlete has said nothing.
func (a account) person(ctx context.Context, b *Batch, out *Outcome) error {
	if a.of.Name == "" && a.of.Sex == "" {
		return nil
	}
	who, err := b.DB.Athlete(ctx, b.scope())
	if err != nil {
		return err
	}
	filled := false
	if who.Name == "" && a.of.Name != "" {
		who.Name, filled = a.of.Name, true
	}
	if who.Sex == "" && a.of.Sex != "" {
		who.Sex, filled = a.of.Sex, true
	}
	if !filled {
		return nil
	}
	out.News = New
	return b.Tx.PutAthlete(who)
}

// weight is taken as of the export's day where none is known.
func (a account) weight(ctx context.Context, b *Batch, out *Outcome) error {
	if a.of.WeightKg == 0 || a.asOf.IsZero() {
		return nil
	}
	history, err := b.DB.History(ctx, b.scope())
	if err != nil {
		return err
	}
	for _, h := range history {
		if h.Key == training.KeyWeight {
			return nil
		}
	}
	out.News = New
	out.Warnings = append(out.Warnings, fmt.Sprintf(
		"The weight of %g kg was taken from it; correct it in the athlete's settings if it is wrong. Undoing the import leaves it.", a.of.WeightKg))
	day := training.DayOf(a.asOf.In(b.Athlete.Location()))
	return b.Tx.PutThreshold(b.Athlete.ID, training.ThresholdEntry{Key: training.KeyWeight, From: day, Values: []float64{a.of.WeightKg}})
}
