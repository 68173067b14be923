package statement

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/archive"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// wellness is what an export says of days.
type wellness struct {
	of   *archive.Wellness
	asOf time.Time
}

// Store keeps each day as the source's layer of it.
func (w wellness) Store(_ context.Context, b *Batch) (out Outcome, err error) {
	for _, d := range w.of.Days {
		changed, err := b.Tx.Say(b.Athlete.ID, document.Statement{
			Collection: document.Wellness, ID: d.Day.String(), Days: training.DayRange{From: d.Day, To: d.Day},
			Source: w.of.Source, RunID: b.RunID, AsOf: w.asOf, Body: atHome(d, b.Athlete.Location()),
		})
		if err != nil {
			return out, err
		}
		if changed {
			out.News = New
		}
	}
	if out.News == Nothing {
		out.Reason = "Everything in it is known."
	}
	return out, nil
}

// atHome gives instants whose place is not known the athlete's clock.
func atHome(d training.WellnessDay, home *time.Location) training.WellnessDay {
	words := d.Words
	d.Words = nil
	for f, w := range words {
		if strings.HasSuffix(w.Text, "Z") && (f == training.WellnessSleepStart || f == training.WellnessSleepEnd) {
			if t, err := time.Parse(time.RFC3339, w.Text); err == nil {
				w.Text = t.In(home).Format(time.RFC3339)
			}
		}
		d.Say(f, w.Text, w.Source)
	}
	return d
}
