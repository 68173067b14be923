package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// comingDays is how far ahead planned workouts are listed.
const comingDays = 365

// listedWorkouts is the answer of workout list.
type listedWorkouts struct {
	answers.Heading
	Library []workouts.WorkoutRow `json:"library"`
	Planned []plannedWorkout      `json:"planned"`
}

// plannedWorkout is a workout of the calendar that has steps.
type plannedWorkout struct {
	Day        training.Day   `json:"local_date"`
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Sport      training.Sport `json:"sport,omitempty"`
	DurationS  float64        `json:"duration_s,omitempty"`
	DistanceKm float64        `json:"distance_km,omitempty"`
	Load       float64        `json:"load,omitempty"`
	Steps      int            `json:"steps"`
}

func (a *app) newWorkoutList() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the workouts of the library, and those with steps that are planned from today on",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
				return a.listWorkouts(cmd.Context(), w, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) listWorkouts(ctx context.Context, w *Workbench, asJSON bool) error {
	if err := a.catchUp(ctx, w); err != nil {
		return err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	out := listedWorkouts{Heading: call.Frame().Heading(), Library: []workouts.WorkoutRow{}, Planned: []plannedWorkout{}}
	if out.Library, err = libraryRows(ctx, w, call); err != nil {
		return err
	}
	coming := training.DayRange{From: call.Today, To: call.Today + comingDays - 1}
	if out.Planned, err = plannedRows(ctx, w, call, coming, out.Planned); err != nil {
		return err
	}
	switch {
	case asJSON:
		return textclean.WriteJSON(a.Streams.Out, out)
	case len(out.Library)+len(out.Planned) == 0:
		a.say(a.Streams.Out, "No workout is in the library, and none with steps is planned.\n")
		return nil
	case a.Streams.OutTTY:
		b, err := json.Marshal(out)
		if err != nil {
			return err
		}
		return Answer(a.Streams.Out, b, a.Streams.Width)
	}
	for _, r := range out.Planned {
		a.workoutLine(r.Day.String(), r.ID, r.Name, a.text("%s, %s", a.amountWords(r.Sport, r.DurationS, r.DistanceKm, r.Load),
			i18n.Numbered(r.Steps, "step", "steps")))
	}
	for i := range out.Library {
		r := &out.Library[i]
		a.workoutLine(a.text("library"), r.ID, r.Name, a.amountWords(r.Sport, r.DurationS, r.DistanceKm, r.Load))
	}
	return nil
}

// workoutLine prints one workout: where it is, its id, and what it is.
func (a *app) workoutLine(where, id, name, amounts string) {
	fmt.Fprintf(a.Streams.Out, "%-10s  %s  %s (%s)\n", where, id, name, amounts)
}

// amountWords are what a workout takes, as far as it is known.
func (a *app) amountWords(sport training.Sport, durationS, distanceKm, load float64) string {
	said := []string{string(sport)}
	if sport == "" {
		said[0] = a.text("no sport")
	}
	if durationS > 0 {
		said = append(said, i18n.Clock(durationS))
	}
	if distanceKm > 0 {
		said = append(said, fmt.Sprintf("%g km", distanceKm))
	}
	if load > 0 {
		said = append(said, fmt.Sprintf("%.0f TSS", load))
	}
	return strings.Join(said, ", ")
}

// ask calls a tool and reads its answer.
func ask(ctx context.Context, w *Workbench, call *tools.Call, tool string, in map[string]any, answer any) error {
	arguments, err := json.Marshal(in)
	if err != nil {
		return err
	}
	res, err := w.Table.Call(ctx, tool, call, arguments)
	if err != nil {
		return err
	}
	return json.Unmarshal(res.Structured, answer)
}

// libraryRows are all pages of the library.
func libraryRows(ctx context.Context, w *Workbench, call *tools.Call) ([]workouts.WorkoutRow, error) {
	all := []workouts.WorkoutRow{}
	for cursor := ""; ; {
		in, page := map[string]any{"limit": workouts.MaxRows}, workouts.WorkoutList{}
		if cursor != "" {
			in["cursor"] = cursor
		}
		if err := ask(ctx, w, call, "list_workouts", in, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Workouts...)
		if cursor = page.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// plannedRows adds the planned workouts of some days that have steps: those of
// fewer days at once where an answer leaves steps out.
func plannedRows(
	ctx context.Context, w *Workbench, call *tools.Call, days training.DayRange, to []plannedWorkout,
) ([]plannedWorkout, error) {
	var v calendar.View
	in := map[string]any{
		"view": calendar.ViewUpcoming, "range": days.From.String() + ".." + days.To.String(),
		"categories": []training.EventCategory{training.EventWorkout},
	}
	if err := ask(ctx, w, call, "list_events", in, &v); err != nil {
		return nil, err
	}
	if v.Cut && days.To > days.From {
		middle := days.From + (days.To-days.From)/2
		to, err := plannedRows(ctx, w, call, training.DayRange{From: days.From, To: middle}, to)
		if err != nil {
			return nil, err
		}
		return plannedRows(ctx, w, call, training.DayRange{From: middle + 1, To: days.To}, to)
	}
	for i := range v.Events {
		e := &v.Events[i]
		if e.Steps == nil || e.Day < days.From { // one that began before is among those of its first day
			continue
		}
		r := plannedWorkout{Day: e.Day, ID: e.ID, Name: e.Name, Sport: e.Sport, Steps: len(e.Steps.Length)}
		if p := e.Planned; p != nil {
			r.DurationS, r.DistanceKm, r.Load = p.DurationS, p.DistanceKm, p.Load
		}
		to = append(to, r)
	}
	return to, nil
}
