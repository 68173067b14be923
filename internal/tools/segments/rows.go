package segments

import (
	"context"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "segments"

// Store reads what segments are cut from.
type Store interface {
	activity.Reader
	segments.Reader
}

// Deps holds what the rows work on.
type Deps struct {
	Desk segments.Desk
	// Apart asks services whose rows lie apart; zero asks none.
	Apart   limitedrows.Desk
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
	return []tools.Row{listRow(d), getRow(d), rankingRow(d.Desk), saveRow(d), starRow(d), deleteRow(d)}
}

const (
	mostRows     = 20
	defaultCount = 20
)

type listIn struct {
	Kind   string    `json:"kind,omitempty" jsonschema:"default own here and starred at services"`
	Text   string    `json:"text,omitempty" jsonschema:"in the name"`
	Limit  int       `json:"limit,omitempty"`
	Cursor string    `json:"cursor,omitempty" jsonschema:"of the page before"`
	Source string    `json:"source,omitempty" jsonschema:"starred at strava instead"`
	Bounds []float64 `json:"bounds,omitempty" jsonschema:"with source: south, west, north, east of a map"`
}

// listOut is a list, or what a service says whose rows lie apart.
type listOut struct {
	*segments.List

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

type getOut struct {
	*segments.Detail

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
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

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_segments", Title: "Segments", Toolset: toolset, Idempotent: true, Where: []string{"bounds"},
		Description: "Segments with distance, grade, times ridden and own best: the athlete's own, starred ones, climbs (named or not, " +
			"how often ridden), and proposed ones that are ridden again and again; also those at a connected service.",
		Output:  tools.OpenRows,
		Aliases: map[string]string{"name": "text", "query": "text"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", segments.Kinds()...)
			tools.Items(s, "bounds", 0, 4)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		if in.Source == "" {
			own, err := d.Desk.List(ctx, c.Scope, c.Frame(), segments.Query{Kind: in.Kind, Text: in.Text, Limit: in.Limit, Cursor: in.Cursor})
			return &listOut{List: own}, err
		}
		q := source.FactsQuery{Kind: source.FactsStarred, Limit: in.Limit, After: in.Cursor}
		switch len(in.Bounds) {
		case 0:
		case len(q.Bounds):
			q.Kind = source.FactsExplore
			copy(q.Bounds[:], in.Bounds)
		default:
			return nil, training.Errorf(training.KindInvalid, "bounds has %d numbers.", len(in.Bounds)).
				WithFix("Give four, in degrees: south, west, north, east.")
		}
		shown, err := d.Apart.Facts(ctx, c.Scope, in.Source, q)
		return &listOut{&segments.List{Heading: c.Frame().Heading(), Segments: []segments.Head{}}, shown}, err
	})
}

type getIn struct {
	ID string `json:"id" jsonschema:"id or name, also igpsport:5100"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment", Title: "One segment", Toolset: toolset, Idempotent: true,
		Description: "One segment or climb: length, grade, category, every time of the athlete over it with power, heart rate, gear and " +
			"weather, the best, the fastest five and the trend; of a service's also the best of others.",
		Output:  tools.OpenRows,
		Aliases: names(),
	}, func(ctx context.Context, c *tools.Call, in getIn) (*getOut, error) {
		there, itsOwn := d.Apart.Names(in.ID)
		if effort, ok := strings.CutPrefix(there, "effort/"); ok && itsOwn {
			return d.effort(ctx, c, in.ID, effort)
		}
		own, err := d.Desk.Detail(ctx, c.Scope, c.Frame(), in.ID)
		if err != nil || !itsOwn || own.Missing["segment"] != "" {
			return &getOut{Detail: own}, err
		}
		shown, err := d.Apart.Facts(ctx, c.Scope, in.ID, source.FactsQuery{Kind: source.FactsSegmentWay, ID: there, Limit: wayPoints})
		if err != nil {
			own.Missing = own.Missing.Add("at_service", serviced.Reason(err))
		}
		return &getOut{own, shown}, ctx.Err()
	})
}

// wayPoints is how many points of a segment's way are shown.
const wayPoints = 40

// effort is one time on a segment of a service's.
func (d Deps) effort(ctx context.Context, c *tools.Call, id, there string) (*getOut, error) {
	shown, err := d.Apart.Facts(ctx, c.Scope, id,
		source.FactsQuery{Kind: source.FactsEffort, ID: there}, source.FactsQuery{Kind: source.FactsEffortWay, ID: there, Limit: wayPoints})
	return &getOut{&segments.Detail{Heading: c.Frame().Heading(), Head: segments.Head{ID: id}}, shown}, err
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
