package custom

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type getIn struct {
	ID string `json:"id"`
}

type getOut struct {
	LocalDate training.Day       `json:"local_date"`
	TimeZone  string             `json:"time_zone"`
	Item      athlete.CustomItem `json:"item"`
	// Schema says what the content of the item's type holds.
	Schema i18n.Sentence `json:"schema"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_custom_item", Title: "One custom item", Toolset: toolset, Idempotent: true,
		Description: "One chart, field, stream or set of zones that the athlete defined, with what the content of its " +
			"type holds.",
		Aliases: map[string]string{"item_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*getOut, error) {
		it, err := athlete.FindCustom(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		return &getOut{LocalDate: c.Today, TimeZone: c.Location.String(), Item: it.Whole(), Schema: kindOf(it.Type).schema()}, nil
	})
}

func shortened(text string) string { return textclean.Line(text, shownWords) }
