package coach

import (
	"context"

	"lapkeep/internal/coach/bodymap"
	"lapkeep/internal/tools"
)

type bodyIn struct {
	Range   tools.DateRange `json:"range,omitzero" jsonschema:"days of history; default none"`
	Region  string          `json:"region,omitempty" jsonschema:"default all"`
	Regions bool            `json:"regions,omitempty" jsonschema:"list the regions that can be marked"`
}

func bodyRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_body_map", Title: "Body map", Toolset: toolset, Idempotent: true,
		Description: "Where it hurts today, the worst first: region, pain 0-10, kind, note, since when, marked by the athlete or by the " +
			"coach. With range also what was marked on those days.",
	}, func(ctx context.Context, c *tools.Call, in bodyIn) (*bodymap.Map, error) {
		a := bodymap.Asked{Regions: in.Regions}
		if in.Range.Set {
			r := in.Range.Range()
			a.History = &r
		}
		if in.Region != "" {
			region, err := bodymap.Find(in.Region)
			if err != nil {
				return nil, err
			}
			a.Region = region.ID
		}
		return bodymap.Read(ctx, d.Store, c.Scope, c.Frame(), a)
	})
}
