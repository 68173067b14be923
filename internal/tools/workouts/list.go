package workouts

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

type listIn struct {
	Folder      string          `json:"folder,omitempty" jsonschema:"id or name"`
	Sport       tools.SportArg  `json:"sport,omitempty"`
	Purpose     workout.Purpose `json:"purpose,omitempty"`
	MinDuration float64         `json:"min_duration_s,omitempty"`
	MaxDuration float64         `json:"max_duration_s,omitempty"`
	MinLoad     float64         `json:"min_load,omitempty"`
	MaxLoad     float64         `json:"max_load,omitempty"`
	Text        string          `json:"text,omitempty"`
	Limit       int             `json:"limit,omitempty"`
	Cursor      string          `json:"cursor,omitempty" jsonschema:"next_cursor"`
}

func listRow(d Deps) tools.Row {
	lister := workouts.NewLister(d.Store)
	return tools.New(tools.Spec{
		Name: "list_workouts", Title: "Workout library", Toolset: toolset, Idempotent: true,
		Description: "The workout library, the athlete's own and Lapkeep's 40 sessions, with duration and load; folders and plans with " +
			"counts. get_workout has the steps.",
		Aliases: map[string]string{
			"folder_id": "folder", "folder_name": "folder", "query": "text", "search": "text", "max_results": "limit",
			"min_duration": "min_duration_s", "max_duration": "max_duration_s", "min_tss": "min_load", "max_tss": "max_load",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "purpose", workout.Purposes()...)
			tools.Bounds(s, "limit", 1, workouts.MaxRows)
			tools.Default(s, "limit", workouts.DefaultRows)
			tools.MaxLength(s, "text", textclean.NameRunes)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*workouts.WorkoutList, error) {
		return lister.Show(ctx, c.Scope, c.Frame(), workouts.Query{
			Folder: in.Folder, Sport: in.Sport.Sport(), Text: in.Text, Purpose: in.Purpose,
			MinDurationS: in.MinDuration, MaxDurationS: in.MaxDuration, MinLoad: in.MinLoad, MaxLoad: in.MaxLoad,
			Cursor: in.Cursor, Limit: in.Limit,
		})
	})
}
