package workouts

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type checkIn struct {
	Steps       tools.JSON     `json:"steps,omitempty" jsonschema:"list of steps"`
	Description string         `json:"description,omitempty" jsonschema:"or the steps as text"`
	ID          string         `json:"id,omitempty" jsonschema:"or a workout of the library"`
	Sport       tools.KindArg  `json:"sport,omitempty"`
	Indoor      bool           `json:"indoor,omitempty"`
	Date        tools.PlanDate `json:"date,omitzero" jsonschema:"whose thresholds count; default today"`
	Picture     bool           `json:"picture,omitempty" jsonschema:"of its course"`
}

func checkRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "check_workout", Title: "Check a structured workout", Toolset: toolset, Idempotent: true,
		Description: "Says what is wrong with a workout and where, what it takes (duration, kJ, normalized power, load), and what " +
			"each format (FIT, ZWO, ERG, MRC, iGPSport) would lose of it; with a picture. Writes nothing.",
		Aliases: map[string]string{"text": "description", "workout": "steps", "workout_ir": "steps", "workout_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Brief(s.Properties["steps"])
			tools.Default(s, "picture", true)
		},
	}, func(ctx context.Context, c *tools.Call, in checkIn) (*workouts.Checked, error) {
		draft, err := in.draft(ctx, d, c)
		if err != nil {
			return nil, err
		}
		return workouts.CheckWorkout(ctx, d.Store, c.Scope, c.Frame(), draft)
	})
}

func (in *checkIn) draft(ctx context.Context, d Deps, c *tools.Call) (*workouts.Draft, error) {
	out := &workouts.Draft{
		Indoor: in.Indoor, Day: in.Date.Or(c.Today), Picture: in.Picture, Voice: workout.Voice{Say: c.Say, Miles: c.Miles},
	}
	if in.ID != "" {
		return out, in.kept(ctx, d, c, out)
	}
	a := tools.ReadStepsArg(c, "", in.Steps, in.Description, in.Sport.Sport())
	if a.Sport == "" {
		return nil, training.Errorf(training.KindInvalid, "The workout has no sport.").WithFix("Give sport, e.g. ride, run or swim.")
	}
	out.Workout, out.Text, out.Faults = a.Workout, a.Text, a.Faults
	return out, nil
}

// kept takes a workout of the library. What of its text is not read is a
// warning where it has steps all the same.
func (in *checkIn) kept(ctx context.Context, d Deps, c *tools.Call, out *workouts.Draft) error {
	if len(in.Steps) > 0 || in.Description != "" {
		return training.Errorf(training.KindInvalid, "A workout of the library has its own steps.").
			WithFix("Give id, or steps or description.")
	}
	w, err := workouts.Pick(ctx, d.Store, c.Scope, in.ID)
	if err != nil {
		return err
	}
	out.Workout, out.Text, out.Indoor = w.Planned(), w.Description, w.Indoor
	a := tools.ReadStepsArg(c, "", nil, w.Description, w.Sport)
	for _, f := range a.Faults {
		f.Warning = f.Warning || len(out.Steps) > 0
		out.Faults = append(out.Faults, f)
	}
	return nil
}
