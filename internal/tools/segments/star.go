package segments

import (
	"context"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type starIn struct {
	ID      string `json:"id" jsonschema:"id or name of an own one"`
	Starred *bool  `json:"starred,omitempty" jsonschema:"false takes it off"`
}

func starRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "star_segment", Title: "Star a segment", Toolset: toolset, Safety: tools.Write, Idempotent: true,
		Description: "Stars a segment of the athlete's own, or takes the star off. Can be undone.",
		Aliases:     names(),
		Input:       func(s *jsonschema.Schema) { tools.Default(s, "starred", true) },
	}, func(ctx context.Context, c *tools.Call, in starIn) (*tools.WrittenOne, error) {
		e, err := owned(ctx, d, c, in.ID)
		if err != nil {
			return nil, err
		}
		starred, summary := in.Starred == nil || *in.Starred, "Star the segment "+e.named()+"."
		if !starred {
			summary = "Take the star off the segment " + e.named() + "."
		}
		return e.set(ctx, d, c, "starred", starred, e.segment.Starred, summary)
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
