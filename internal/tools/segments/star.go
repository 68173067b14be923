package segments

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type starIn struct {
	ID      string `json:"id" jsonschema:"id or name of an own one"`
	Starred *bool  `json:"starred,omitempty" jsonschema:"false takes it off"`
}

func starRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "star_segment", Title: "Star a segment", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Sends:       true,
		Description: "Stars a segment of the athlete's own or of strava:ID, or takes the star off. Can be undone.",
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
			summary = i18n.Sentencef("Take the star off the segment %s.", e.named())
		}
		return e.set(ctx, d, c, "starred", starred, e.segment.Starred, summary)
	})
}

// atService stars a segment there. Nothing of what the service says of it is in
// the journal.
func (in *starIn) atService(ctx context.Context, d Deps, c *tools.Call, there string) (*tools.WrittenOne, error) {
	was, name, of, err := d.Apart.StarOf(ctx, c.Scope, in.ID)
	if err != nil {
		return nil, err
	}
	ref, now := of.Name.Ref(there), in.Starred == nil || *in.Starred
	if was == now {
		return &tools.WrittenOne{ID: ref, Written: c.Unchanged(i18n.Sentencef("It is so already: %s at %s.", name, of.Title))}, nil
	}
	summary, before, word := i18n.Sentencef("Star the segment %s.", ref), "no", "yes"
	if !now {
		summary, before, word = i18n.Sentencef("Take the star off the segment %s.", ref), "yes", "no"
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

// owned is an own segment by its id or whole name: what is nearly its name may
// be another's.
func owned(ctx context.Context, d Deps, c *tools.Call, text string) (*edit, error) {
	own, found, err := d.Desk.FindExactly(ctx, c.Scope, text)
	switch {
	case err != nil:
		return nil, err
	case found:
		return read(ctx, d, c, own.ID)
	case strings.Contains(text, ":"):
		return nil, training.Errorf(training.KindUnsupported,
			"%s is not the athlete's own, and no connected service lets it be changed.", tools.Clip(text)).
			WithFix("Change it in the service's own app; of a proposal, save_segment makes a segment first.")
	}
	return nil, training.Errorf(training.KindNotFound, "There is no own segment %q.", tools.Clip(text)).
		WithFix("list_segments shows their ids and names.")
}
