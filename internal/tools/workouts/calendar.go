package workouts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// mostCalendars is how many workouts one answer shows as calendars.
const mostCalendars = 5

// addCalendars adds each workout as iCalendar text: on its day, or with the
// place where a day is to be written.
func (in *createIn) addCalendars(ctx context.Context, d Deps, c *tools.Call, all []training.LibraryWorkout, out *created) error {
	if !in.Calendar {
		return nil
	}
	days, err := workouts.DaysOf(ctx, d.Store, c.Scope)
	if err != nil {
		return err
	}
	for i := range all[:min(len(all), mostCalendars)] {
		on := c.Today
		if in.Workouts[i].Date.Set {
			on = in.Workouts[i].Date.Day
		}
		l := &all[i]
		w := workouts.Structured(&document.Document{}, l.Name, l.Description, l.Structure, l.Sport)
		e := workoutfile.OfWorkout(c.Say, &w, days.On(on, l.Sport, l.Indoor))
		e.Stamp, e.Day, e.Unscheduled = c.Now, on, !in.Workouts[i].Date.Set
		if e.UID = out.Workouts[i].ID; e.UID == "" {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", l.Name, on, l.Description))
			e.UID = hex.EncodeToString(sum[:8])
		}
		out.Workouts[i].Calendar = string(workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: w.Name}))
	}
	if len(all) > mostCalendars {
		out.Notes = append(out.Notes, i18n.Sentencef(
			"Only the first %d are shown as calendars; export_workout writes a range of days.", mostCalendars))
	}
	return nil
}
