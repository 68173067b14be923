package activity

import (
	"context"

	"lapkeep/internal/training"
)

// variants fills in what other programs and devices compute of the same rows.
func (d *Detail) variants(ctx context.Context, sub *subject) error {
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	if v.Recording.Sport == training.Running {
		if _, err := sub.findings(ctx); err != nil { // which the pace rests on
			return err
		}
	}
	all, missing := VariantsOf(v, sub.thresholds, sub.row.Summary.Values)
	for key, why := range missing {
		d.Missing = d.Missing.Add("variants."+key, why)
	}
	d.Variants = all
	return nil
}
