package custom

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct {
	Type string `json:"type,omitempty"`
	Help bool   `json:"help,omitempty" jsonschema:"explains the types"`
}

type listOut struct {
	LocalDate training.Day         `json:"local_date"`
	TimeZone  string               `json:"time_zone"`
	Items     []athlete.CustomItem `json:"items"`
	Help      i18n.Sentence        `json:"help,omitempty"`
	Truncated bool                 `json:"truncated,omitempty"`
	Narrow    i18n.Sentence        `json:"narrow,omitempty"`
}

// maxItems and shownWords bound an answer.
const (
	maxItems   = 60
	shownWords = 120
)

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_custom_items", Title: "Custom charts and fields", Toolset: toolset, Idempotent: true,
		Description: "Charts, tables, fields, streams, panels and zones that the athlete defined, here or at a service. help explains the " +
			"types.",
		Input: func(s *jsonschema.Schema) { tools.Enum(s, "type", kinds()...) },
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		all, err := athlete.AllCustom(ctx, d.Store, c.Scope)
		if err != nil {
			return nil, err
		}
		out := &listOut{LocalDate: c.Today, TimeZone: c.Location.String(), Items: []athlete.CustomItem{}}
		if in.Help {
			out.Help = allSchemas
		}
		for i := range all {
			if in.Type != "" && kindOf(all[i].Type) != kind(in.Type) {
				continue
			}
			v := all[i].View()
			v.Description = shortened(v.Description)
			out.Items = append(out.Items, v)
		}
		if len(out.Items) > maxItems {
			out.Items, out.Truncated, out.Narrow = out.Items[:maxItems], true, "Ask for one type."
		}
		return out, nil
	})
}
