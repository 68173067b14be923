package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// sendWorkout puts a workout on a day of the calendar, or into the library,
// from where it goes to the services.
func (a *app) sendWorkout(ctx context.Context, o *pushOptions) error {
	if o.form != "" || o.force || o.given != (givenThresholds{}) {
		return training.Errorf(training.KindInvalid, "--form, --force, --ftp and --lthr are about a file that --to names the folder of.").
			WithFix("Leave them out, or name a folder with --to, such as GARMIN/NewFiles of a mounted watch.")
	}
	in := map[string]any{}
	if o.on != "" {
		in["date"] = o.on
	}
	if o.folder != "" {
		in["folder_id"] = o.folder
	}
	if a.isOfFile(o.file) {
		r, err := a.readWorkout(o.workoutOptions)
		if err == nil {
			err = a.tellFaults(r)
		}
		if err != nil {
			return err
		}
		in["name"], in["sport"], in["description"] = r.Name, sportWord(&r.Workout), r.Notes
		in["steps"] = json.RawMessage(steptext.WriteForm(r.Steps, r.Sport))
	} else {
		in["workout_id"] = o.file
	}
	call := map[string]any{"workouts": []any{in}}
	if o.source != "" {
		call["source"] = o.source
	}
	arguments, err := json.Marshal(call)
	if err != nil {
		return err
	}
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
		if in["workout_id"] != nil {
			if err := a.copied(ctx, w, o); err != nil {
				return err
			}
		}
		return a.runCall(ctx, w, "create_workout", arguments, a.printSent)
	})
}

// copied says why a workout that is kept already cannot be put anywhere. What
// is planned can be sent.
func (a *app) copied(ctx context.Context, w *Workbench, o *pushOptions) error {
	_, err := workouts.FindWorkout(ctx, w.DB, w.Scope(), o.file)
	switch {
	case training.KindOf(err) == training.KindNotFound && err != nil:
		if _, other := calendar.Find(ctx, w.DB, w.Scope(), o.file); o.on == "" && (other == nil || a.isPeriod(o.file)) {
			return nil
		}
		return training.Errorf(training.KindNotFound, "There is no workout %q in the library, and no such file.", o.file).
			WithFix("Name a file or an id of lapkeep workout list, or days such as \"this week\" without --on.")
	case err == nil && o.on == "":
		return training.Errorf(training.KindInvalid, "%s is in the library already.", o.file).
			WithFix("Put it on a day with --on, or into a folder with --to.")
	}
	return err
}

// sportWord is the sport with its refinement, if that is one we know.
func sportWord(w *workout.Workout) string {
	refined := training.Refined(w.Sport, w.SubSport)
	if _, _, ok := training.ParseRefined(refined); ok {
		return refined
	}
	return string(w.Sport)
}

// printSent prints what became of the workouts, and how to take it back.
func (a *app) printSent(answer json.RawMessage) error {
	var out struct {
		Workouts []struct {
			ID     string        `json:"id"`
			In     string        `json:"in"`
			Status string        `json:"status"`
			Day    *training.Day `json:"local_date"`
			Name   string        `json:"name"`
		} `json:"workouts"`
		Notes []string `json:"notes"`
		Undo  string   `json:"undo"`
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return err
	}
	for _, w := range out.Workouts {
		where := w.In
		if w.Day != nil {
			where += " " + w.Day.String()
		}
		fmt.Fprintf(a.Streams.Out, "%s, %s: %s (%s)\n", where, w.Status, w.Name, w.ID)
	}
	for _, n := range out.Notes {
		fmt.Fprintln(a.Streams.Err, n)
	}
	if out.Undo != "" {
		a.say(a.Streams.Out, "To take it back: %s\n", out.Undo)
	}
	return nil
}
