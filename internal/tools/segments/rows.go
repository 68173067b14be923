package segments

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/segments"
	"lapkeep/internal/tools"
)

const toolset = "segments"

// Rows are the tools of the toolset.
func Rows(d segments.Desk) []tools.Row { return []tools.Row{listRow(d), getRow(d), rankingRow(d)} }

const (
	kindStarred  = "starred"
	kindOwn      = "own"
	mostRows     = 20
	defaultCount = 20
)

type listIn struct {
	Kind   string `json:"kind,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty" jsonschema:"of the page before"`
}

// page bounds the arguments of what is given page by page.
func page(s *jsonschema.Schema) {
	tools.Bounds(s, "limit", 1, mostRows)
	tools.Default(s, "limit", defaultCount)
}

func listRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_segments", Title: "Segments", Toolset: toolset, Idempotent: true,
		Description: "Segments that the athlete starred or made at a connected service: distance, grade, own best time and those of others.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", kindStarred, kindOwn)
			tools.Default(s, "kind", kindStarred)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*segments.List, error) {
		return d.List(ctx, c.Scope, c.Frame(), segments.Query{Own: in.Kind == kindOwn, Limit: in.Limit, Cursor: in.Cursor})
	})
}

type getIn struct {
	ID string `json:"id" jsonschema:"e.g. igpsport:5100"`
}

func getRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment", Title: "One segment", Toolset: toolset, Idempotent: true,
		Description: "One segment: where it climbs, each time that the athlete rode it, and the five fastest riders.",
		Aliases:     map[string]string{"segments_id": "id", "segment_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*segments.Detail, error) {
		return d.Detail(ctx, c.Scope, c.Frame(), in.ID)
	})
}

type rankingIn struct {
	ID     string `json:"id"`
	Period string `json:"period,omitempty" jsonschema:"all time, or this year"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty" jsonschema:"of the page before"`
}

func rankingRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment_ranking", Title: "Ranking of a segment", Toolset: toolset, Idempotent: true,
		Description: "The fastest times on one segment, page by page, with the athlete's own place.",
		Aliases:     map[string]string{"segments_id": "id", "segment_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "period", segments.Overall, segments.Year)
			tools.Default(s, "period", segments.Overall)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in rankingIn) (*segments.Ranking, error) {
		return d.Ranking(ctx, c.Scope, c.Frame(), segments.RankingQuery{ID: in.ID, Period: in.Period, Limit: in.Limit, Cursor: in.Cursor})
	})
}
