package app

import (
	"context"
	"fmt"
	"strings"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// demoSource is who says what no device and not the athlete says.
const demoSource = "demo"

// putDemoDays writes the days of wellness and the gear, or what they are more
// than when the demo was made up to the mark.
func putDemoDays(ctx context.Context, w *cli.Workbench, plan demo.Plan, mark demo.Mark) error {
	had, reminded := training.Day(0), map[string]bool{}
	if !mark.Until.IsZero() {
		had = plan.Awake(mark.Until)
		_, reminders := demo.Athlete(mark.Born).Until(mark.Until).Gear()
		for _, r := range reminders {
			reminded[r.ID] = true
		}
	}
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		for _, m := range plan.Mornings() {
			if err := putMorning(tx, w.Athlete, m, had); err != nil {
				return err
			}
		}
		gear, reminders := plan.Gear()
		for _, g := range gear {
			if _, err := tx.SayGear(w.Athlete, g); err != nil {
				return err
			}
		}
		for _, r := range reminders {
			if reminded[r.ID] {
				continue
			}
			if err := putDemoOwn(tx, w.Athlete, document.Reminders, r.ID, training.DayRange{}, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// putMorning writes a day. Of the last that there was, the watch has counted on.
func putMorning(tx *store.Tx, a training.AthleteID, m demo.Morning, had training.Day) error {
	day := m.Watch.Day
	days, id := training.DayRange{From: day, To: day}, day.String()
	if !m.Watch.Empty() && day >= had {
		_, err := tx.Say(a, document.Statement{Collection: document.Wellness, ID: id, Days: days, Source: demoSource, Body: m.Watch})
		if err != nil {
			return err
		}
	}
	if m.Own.Empty() || day <= had {
		return nil
	}
	return putDemoOwn(tx, a, document.Wellness, id, days, m.Own)
}

func putWeather(tx *store.Tx, a training.AthleteID, id training.ActivityID, it demo.Item, session int, run string) error {
	if it.Weather == nil {
		return nil
	}
	said := training.Statement{Ref: fmt.Sprintf("%s:%s-%d", demoSource, strings.TrimPrefix(it.ID, "demo-"), session), Weather: it.Weather}
	_, err := tx.PutSaid(a, id, said, document.StatementsBy{RunID: run, AsOf: it.Start, At: it.Start})
	return err
}

// putDemoSegments cuts the athlete's segments from their rides.
func putDemoSegments(ctx context.Context, w *cli.Workbench, plan demo.Plan, ids map[string][]training.ActivityID) error {
	for _, s := range plan.Segments() {
		of := ids[s.Ride.FileName()]
		if len(of) == 0 {
			continue
		}
		cut, err := segments.Cut(ctx, w.DB, w.Scope(), of[0], segments.Part{FromKm: &s.FromKm, ToKm: &s.ToKm})
		if err != nil {
			return err
		}
		body := cut.Segment(s.Name, s.Kind)
		body.Starred = s.Starred
		err = w.DB.Write(ctx, func(tx *store.Tx) error {
			return putDemoOwn(tx, w.Athlete, document.Segments, s.ID, training.DayRange{}, body)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
