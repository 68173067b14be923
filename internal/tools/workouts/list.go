package workouts

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/library"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
)

type listIn struct {
	Folder string         `json:"folder,omitempty" jsonschema:"id or name of a folder or plan; default all"`
	Sport  tools.SportArg `json:"sport,omitempty"`
	Text   string         `json:"text,omitempty" jsonschema:"in the name, the text or a tag"`
	Limit  int            `json:"limit,omitempty" jsonschema:"workouts to list"`
	Cursor string         `json:"cursor,omitempty" jsonschema:"next_cursor"`
}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_workouts", Title: "The workout library", Toolset: toolset, Idempotent: true,
		Description: "The library of workouts: folders and training plans with how many workouts each has, and workouts with duration, " +
			"distance and load. get_workout has the text and the steps of one.",
		Aliases: map[string]string{"folder_id": "folder", "folder_name": "folder", "query": "text", "search": "text", "max_results": "limit"},
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "limit", 1, library.MaxRows)
			tools.Default(s, "limit", library.DefaultRows)
			tools.MaxLength(s, "text", textclean.NameRunes)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*library.List, error) {
		return library.Show(ctx, d.Store, c.Scope, c.Frame(), library.Query{
			Folder: in.Folder, Sport: in.Sport.Sport(), Text: in.Text, Cursor: in.Cursor, Limit: in.Limit,
		})
	})
}
