package coach

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
)

type contextIn struct {
	Parts     []string `json:"parts,omitempty" jsonschema:"default all"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"of 4 bytes"`
}

func contextRow(d Deps) tools.Row {
	days, book := wellness.NewBook(d.Store), briefing.NewBook()
	return tools.New(tools.Spec{
		Name: "get_coach_context", Title: "Context of the coach", Toolset: toolset, Default: true, Idempotent: true,
		Description: "What a coach knows before the first word: alerts, memory, plan with the current week, training by age, wellness, last " +
			"logs, persona. Within max_tokens; left_out names the rest. Reading changes nothing.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "parts", briefing.Parts()...)
			tools.Bounds(s, "max_tokens", briefing.LeastTokens, briefing.MostTokens)
			tools.Default(s, "max_tokens", briefing.UsualTokens)
		},
	}, func(ctx context.Context, c *tools.Call, in contextIn) (*briefing.View, error) {
		q := briefing.Query{MaxTokens: in.MaxTokens, Bytes: c.Bytes(ctx), Intensity: d.Intensity, Wellness: days, Book: book}
		for _, p := range in.Parts {
			q.Parts = append(q.Parts, briefing.Part(p))
		}
		if q.MaxTokens == 0 {
			q.MaxTokens = briefing.UsualTokens
		}
		var told []i18n.Sentence
		var err error
		if q.Edited, told, err = d.Texts.Edited(ctx, c.Scope.Athlete); err != nil {
			told = append(told, i18n.OfError(err)) // what is stored answers without its files
		}
		if q.Personas, err = memory.LoadPersona(ctx, d.Store, c.Scope, d.Texts.Home); err != nil {
			return nil, err
		}
		q.Told = told
		return briefing.Read(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}
