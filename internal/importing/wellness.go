package importing

import (
	"context"
	"time"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// wellness states days of an export.
type wellness struct {
	of   *archive.Wellness
	asOf time.Time
}

// Store keeps each day as the source's layer of it.
func (w wellness) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	for _, d := range w.of.Days {
		changed, err := b.Tx.Say(b.Athlete.ID, document.Statement{
			Collection: document.Wellness, ID: d.Day.String(), Days: training.DayRange{From: d.Day, To: d.Day},
			Source: w.of.Source, RunID: b.RunID, AsOf: w.asOf, Body: d,
		})
		if err != nil {
			return out, err
		}
		if changed {
			out.News = StatementNew
		}
	}
	if out.News == StatementNothing {
		out.Reason = "Everything in it is known."
	}
	return out, nil
}
