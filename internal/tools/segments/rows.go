package segments

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "segments"

// Deps holds the dependencies of the tools.
type Deps struct {
	Catalog segments.Catalog
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart   limitedrows.Remote
	Store   store.Reader
	Journal *journal.Journal
	// ImportRoots are the folders below which save_segment may read.
	ImportRoots []string
	// Match finds the times on a segment that was just saved. If it is nil, the code that
	// follows the change log does this.
	Match func(ctx context.Context) error
	// NewID returns an unused id.
	NewID func() string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), rankingRow(d.Catalog), saveRow(d), starRow(d), deleteRow(d)}
}

const (
	mostRows     = 20
	defaultCount = 20
)

type listIn struct {
	Kind   string    `json:"kind,omitempty" jsonschema:"default own and starred"`
	Text   string    `json:"text,omitempty"`
	Limit  int       `json:"limit,omitempty"`
	Cursor string    `json:"cursor,omitempty"`
	Source string    `json:"source,omitempty" jsonschema:"e.g. strava"`
	Bounds []float64 `json:"bounds,omitempty" jsonschema:"with source: south, west, north, east"`
}

// listOut is a list of segments, or the answer from a service with limited rows.
type listOut struct {
	*segments.List

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

type getOut struct {
	*segments.Detail

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

// page sets the limits for the arguments of paged answers.
func page(s *jsonschema.Schema) {
	tools.Bounds(s, "limit", 1, mostRows)
	tools.Default(s, "limit", defaultCount)
}

// names maps the argument names that other servers use to this tool's argument.
func names() map[string]string {
	return map[string]string{"segments_id": "id", "segment_id": "id", "segment": "id", "name": "id"}
}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_segments", Title: "Segments", Toolset: toolset, Idempotent: true, Where: []string{"bounds"},
		Description: "Segments with distance, grade, times ridden and own best: the athlete's own, starred ones, climbs, and proposed " +
			"ones; also a connected service's.",
		Output:  tools.OpenRows,
		Aliases: map[string]string{"name": "text", "query": "text"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", segments.Kinds()...)
			tools.Items(s, "bounds", 0, 4)
			page(s)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		if in.Source == "" {
			own, err := d.Catalog.List(ctx, c.Scope, c.Frame(), segments.Query{Kind: in.Kind, Text: in.Text, Limit: in.Limit, Cursor: in.Cursor})
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
	ID string `json:"id" jsonschema:"id or name"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment", Title: "One segment", Toolset: toolset, Idempotent: true,
		Description: "One segment or climb: length, grade, category, each of the athlete's times on it with power, heart rate, gear and " +
			"weather, the best, and the trend.",
		Output:  tools.OpenRows,
		Aliases: names(),
	}, func(ctx context.Context, c *tools.Call, in getIn) (*getOut, error) {
		there, itsOwn := d.Apart.Names(in.ID)
		if effort, ok := strings.CutPrefix(there, "effort/"); ok && itsOwn {
			return d.effort(ctx, c, in.ID, effort)
		}
		own, err := d.Catalog.Detail(ctx, c.Scope, c.Frame(), in.ID)
		if err != nil || !itsOwn || own.Missing["segment"] != "" {
			return &getOut{Detail: own}, err
		}
		shown, err := d.Apart.Facts(ctx, c.Scope, in.ID, source.FactsQuery{Kind: source.FactsSegmentWay, ID: there, Limit: wayPoints})
		if err != nil {
			own.Missing = own.Missing.Add("at_service", servicevalues.Reason(err))
		}
		return &getOut{own, shown}, ctx.Err()
	})
}

// wayPoints is the maximum number of points of a segment's track that are shown.
const wayPoints = 40

// effort returns one effort on a service's segment.
func (d Deps) effort(ctx context.Context, c *tools.Call, id, there string) (*getOut, error) {
	shown, err := d.Apart.Facts(ctx, c.Scope, id,
		source.FactsQuery{Kind: source.FactsEffort, ID: there}, source.FactsQuery{Kind: source.FactsEffortWay, ID: there, Limit: wayPoints})
	return &getOut{&segments.Detail{Heading: c.Frame().Heading(), Head: segments.Head{ID: id}}, shown}, err
}

type rankingIn struct {
	ID     string `json:"id" jsonschema:"id or name"`
	Period string `json:"period,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func rankingRow(d segments.Catalog) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_segment_ranking", Title: "Ranking of a segment", Toolset: toolset, Idempotent: true,
		Description: "The fastest times on one segment, with the athlete's rank: everyone's on a service's segment, only the athlete's " +
			"on their own.",
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

type deleteIn struct {
	ID string `json:"id" jsonschema:"id or name"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_segment", Title: "Delete a segment", Toolset: toolset, Safety: tools.Write,
		Description: "Deletes one of the athlete's own segments and its times; activities stay.",
		Aliases:     names(),
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		e, err := owned(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		w := c.Write(i18n.Sentencef("Delete the segment %s.", e.named()), map[string]string{"segment:" + e.ID: string(e.doc.Own)})
		gone := journal.Change{Of: ofSegment, Target: e.ID, Field: "segment", Before: i18n.Name(e.named()), After: "deleted"}
		words := tools.OwnOf(document.Segments, "segment", e.ID, &e.doc, document.Own{Fields: e.doc.Own, Deleted: true})
		return c.Do(ctx, d.Journal, w, e.ID, false, c.Put(words, gone))
	})
}

type starIn struct {
	ID      string `json:"id" jsonschema:"id or name"`
	Starred *bool  `json:"starred,omitempty" jsonschema:"false unstars"`
}

func starRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "star_segment", Title: "Star a segment", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Sends:       true,
		Description: "Stars or unstars one of the athlete's own segments, or strava:ID.",
		Aliases:     names(),
		Input:       func(s *jsonschema.Schema) { tools.Default(s, "starred", true) },
	}, func(ctx context.Context, c *tools.Call, in starIn) (*tools.WrittenOne, error) {
		if there, ok := d.Apart.Names(in.ID); ok && there != "" {
			return in.atService(ctx, d, c, there)
		}
		e, err := owned(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		starred, summary := in.Starred == nil || *in.Starred, i18n.Sentencef("Star the segment %s.", e.named())
		if !starred {
			summary = i18n.Sentencef("Unstar the segment %s.", e.named())
		}
		tools.Set(e.Edit, "starred", e.segment.Starred, starred)
		return e.save(ctx, d, c, summary)
	})
}

// atService stars a segment on the service. The journal contains none of the service's data
// about the segment.
func (in *starIn) atService(ctx context.Context, d Deps, c *tools.Call, there string) (*tools.WrittenOne, error) {
	was, name, of, err := d.Apart.StarOf(ctx, c.Scope, in.ID)
	if err != nil {
		return nil, err
	}
	ref, now := of.Name.Ref(there), in.Starred == nil || *in.Starred
	if was == now {
		return &tools.WrittenOne{ID: ref, Written: c.Unchanged(i18n.Sentencef("Nothing changed: %s is already set this way on "+
			"%s.", name, of.Title))}, nil
	}
	summary, before, word := i18n.Sentencef("Star the segment %s.", ref), "no", "yes"
	if !now {
		summary, before, word = i18n.Sentencef("Unstar the segment %s.", ref), "yes", "no"
	}
	fields := func(starred bool) ledger.Fields {
		return ledger.Fields{ledger.Starred: json.RawMessage(strconv.FormatBool(starred))}
	}
	kind := store.ChangeKind(document.Segments)
	return c.Do(ctx, d.Journal, c.Write(summary, map[string]string{ref: ""}), ref, false, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changes: []journal.Change{{Of: kind, Target: ref, Field: ledger.Starred, Before: i18n.Name(before), After: i18n.Name(word)}},
			Changed: []journal.Changed{journal.ApartChanged{
				Of: kind, Source: string(of.Name), ID: there, Fields: fields(now), From: fields(was),
			}},
		}, nil
	})
}

// owned returns one of the athlete's own segments by its id or full name. Part
// of a name is not accepted, because it could match another segment.
func owned(ctx context.Context, d Deps, c *tools.Call, text string) (*edit, error) {
	own, found, err := d.Catalog.FindExactly(ctx, c.Scope, text)
	switch {
	case err != nil:
		return nil, err
	case found:
		return read(ctx, d, c, own.ID)
	case strings.Contains(text, ":"):
		return nil, training.Errorf(training.KindUnsupported,
			"%s is not the athlete's own, and no connected service lets it be changed.", tools.Clip(text)).
			WithFix("Change it in the service's own app; a proposal must first be saved with save_segment.")
	}
	return nil, training.Errorf(training.KindNotFound, "You have no segment %q of your own.", tools.Clip(text)).
		WithFix("list_segments shows their ids and names.")
}
