package segments

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/activity"
	"lapkeep/internal/analysis/segments"
	"lapkeep/internal/tools"
)

const toolset = "segments"

// Store reads what segments are cut from.
type Store interface {
	activity.Reader
	segments.Reader
}

// Deps holds what the rows work on.
type Deps struct {
	Desk    segments.Desk
	Store   Store
	Journal tools.Journal
	// ImportRoots are the folders that save_segment may read below.
	ImportRoots []string
	// Match finds the times over a segment that was just saved; nil leaves that
	// to whoever follows the change log.
	Match func(ctx context.Context) error
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d.Desk), getRow(d.Desk), rankingRow(d.Desk), saveRow(d), starRow(d), deleteRow(d)}
}

const (
	mostRows     = 20
	defaultCount = 20
)

type listIn struct {
	Kind   string `json:"kind,omitempty" jsonschema:"default own here and starred at services"`
	Text   string `json:"text,omitempty" jsonschema:"in the name"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty" jsonschema:"of the page before"`
}

// page bounds the arguments of what is given page by page.
func page(s *jsonschema.Schema) {
	tools.Bounds(s, "limit", 1, mostRows)
	tools.Default(s, "limit", defaultCount)
}

// names are what other servers call the id of a segment, and what it is called.
func names() map[string]string {
	return map[string]string{"segments_id": "id", "segment_id": "id", "segment": "id", "name": "id"}
}

func listRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_segments", Title: "Segments", Toolset: toolset, Idempotent: true,
		Description: "Segments with distance, grade, times ridden and own best: the athlete's own, starred ones, climbs (named or not, " +
			"how often ridden), and proposed ones that are ridden again and again; also those at a connected service.",
		Aliases: map[string]string{"name": "text", "query": "text"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", segments.Kinds()...)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*segments.List, error) {
		return d.List(ctx, c.Scope, c.Frame(), segments.Query{Kind: in.Kind, Text: in.Text, Limit: in.Limit, Cursor: in.Cursor})
	})
}

type getIn struct {
	ID string `json:"id" jsonschema:"id or name, also igpsport:5100"`
}

func getRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment", Title: "One segment", Toolset: toolset, Idempotent: true,
		Description: "One segment or climb: length, grade, category, every time of the athlete over it with power, heart rate, gear and " +
			"weather, the best, the fastest five and the trend; of a service's also the best of others.",
		Aliases: names(),
	}, func(ctx context.Context, c *tools.Call, in getIn) (*segments.Detail, error) {
		return d.Detail(ctx, c.Scope, c.Frame(), in.ID)
	})
}

type rankingIn struct {
	ID     string `json:"id" jsonschema:"id or name"`
	Period string `json:"period,omitempty" jsonschema:"all time, or this year"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty" jsonschema:"of the page before"`
}

func rankingRow(d segments.Desk) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment_ranking", Title: "Ranking of a segment", Toolset: toolset, Idempotent: true,
		Description: "The fastest times on one segment, page by page, with the athlete's own place: those of all riders at a service, of " +
			"the athlete alone on an own segment.",
		Aliases: names(),
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "period", segments.Overall, segments.Year)
			tools.Default(s, "period", segments.Overall)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in rankingIn) (*segments.Ranking, error) {
		return d.Ranking(ctx, c.Scope, c.Frame(), segments.RankingQuery{ID: in.ID, Period: in.Period, Limit: in.Limit, Cursor: in.Cursor})
	})
}
