package coach

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// ofDigest is the kind of what a digest changes.
const ofDigest = store.ChangeKind(document.Digests)

type pendingIn struct {
	Range  tools.DateRange `json:"range,omitzero" jsonschema:"default last 28 days"`
	Sport  tools.SportArg  `json:"sport,omitempty"`
	Cursor string          `json:"cursor,omitempty" jsonschema:"next_cursor"`
	Limit  int             `json:"limit,omitempty"`
}

// The days that are looked at unless others are asked for, and the prompts of a page.
const pendingDays, pendingLimit, mostPending = 28, 5, 12

func pendingRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_pending_digests", Title: "Sessions without a written digest", Toolset: toolset, Idempotent: true,
		Description: "Activities whose one-line digest follows from a rule and that no model has written yet: the line, and a prompt " +
			"complete in itself that any model can answer. save_digest keeps the answer. Newest first, all history.",
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "limit", 1, mostPending)
			tools.Default(s, "limit", pendingLimit)
		},
	}, func(ctx context.Context, c *tools.Call, in pendingIn) (*digest.PendingList, error) {
		q := digest.PendingQuery{
			Days: in.Range.Or(training.DayRange{From: c.Today - pendingDays + 1, To: c.Today}), Cursor: in.Cursor, Limit: in.Limit,
		}
		if q.Limit == 0 {
			q.Limit = pendingLimit
		}
		if in.Sport != "" {
			q.Sports = []training.Sport{in.Sport.Sport()}
		}
		return digest.ListPending(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}

type saveDigestIn struct {
	ID     string `json:"id" jsonschema:"of the activity"`
	Digest string `json:"digest" jsonschema:"one line that ends with a tag: ... [easy]"`
}

func saveDigestRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_digest", Title: "Save a digest", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Keeps a line about an activity in place of the computed one, which stays beside it. One line, at its end one of " +
			"[easy], [recovery], [long], [long-workout], [workout], [progression], [race], [shakeout]. Can be undone.",
		Aliases: map[string]string{"activity_id": "id", "line": "digest"},
		Input:   func(s *jsonschema.Schema) { tools.MaxLength(s, "digest", training.MaxDigestRunes) },
	}, func(ctx context.Context, c *tools.Call, in saveDigestIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

// The authors of a line.
const byAthlete, byAssistant = "athlete", "assistant"

func (in *saveDigestIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	id, err := tools.Activity(ctx, d.Store, c, in.ID)
	if err != nil {
		return nil, err
	}
	row, err := activity.Find(ctx, d.Store, c.Scope, id)
	if err != nil {
		return nil, err
	}
	line := training.Digest{Line: in.Digest, By: byAthlete}
	if c.Scope.Audience == training.AudienceModel {
		line.By = byAssistant
	}
	if err := line.Check(); err != nil {
		return nil, err
	}
	line.Line = textclean.Line(line.Line, training.MaxDigestRunes)
	id = string(row.ID)
	before, had, err := saved(ctx, d, c, id)
	if err != nil {
		return nil, err
	}
	if had == line {
		return &tools.WrittenOne{ID: id, Written: c.Unchanged("Nothing changed: the digest already says this.")}, ctx.Err()
	}
	fields, err := json.Marshal(line)
	if err != nil {
		return nil, err
	}
	w := c.Write("Save a digest.", map[string]string{"digest:" + id: string(before.Own)})
	change := journal.Change{Of: ofDigest, Target: id, Field: "digest", Before: i18n.Name(had.Line), After: i18n.Name(line.Line)}
	own := document.Own{Fields: fields, Days: training.DayRange{From: row.LocalDay, To: row.LocalDay}}
	return c.Do(ctx, d.Journal, w, id, false, c.Put(tools.OwnOf(document.Digests, "digest", id, &before, own), change))
}

// saved is the line that is kept of an activity, zero if there is none.
func saved(ctx context.Context, d Deps, c *tools.Call, id string) (doc document.Document, line training.Digest, err error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.Digests, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return doc, line, err
	}
	line, err = document.Show[training.Digest](docs[0])
	return docs[0], line, err
}
