package gear

import (
	"cmp"
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct {
	ID      string `json:"id,omitempty" jsonschema:"one piece with its parts; default all"`
	Kind    string `json:"kind,omitempty"`
	Retired bool   `json:"include_retired,omitempty" jsonschema:"with what is not used any more"`
	Source  string `json:"source,omitempty" jsonschema:"what strava has instead"`
	Due     bool   `json:"due_only,omitempty" jsonschema:"only what has a reminder that is due"`
}

func kinds() []training.GearKind {
	return []training.GearKind{training.GearBike, training.GearShoes, training.GearComponent, training.GearOther}
}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_gear", Title: "Bikes, shoes and parts", Toolset: toolset, Idempotent: true,
		Description: "Bikes, shoes and their parts (components) with distance (mileage), time and activities, and the maintenance " +
			"reminders (oil the chain, replace shoes) with how much of each is used and what is due. list_activities with gear has the " +
			"activities.",
		Output:  tools.OpenRows,
		Aliases: map[string]string{"gear": "id", "retired": "include_retired", "due": "due_only"},
		Input:   func(s *jsonschema.Schema) { tools.Enum(s, "kind", kinds()...) },
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		there, itsOwn := d.Apart.Names(in.ID)
		if in.Source != "" || itsOwn && !known(ctx, d, c, in.ID) {
			shown, err := d.Apart.Facts(ctx, c.Scope, cmp.Or(in.Source, in.ID), source.FactsQuery{Kind: source.FactsGear, ID: there})
			return &listOut{&gear.View{Heading: c.Frame().Heading(), Gear: []gear.Item{}}, shown}, err
		}
		own, err := gear.List(ctx, d.Store, c.Scope, frame(c), gear.Query{
			ID: in.ID, Kind: training.GearKind(in.Kind), Retired: in.Retired, DueOnly: in.Due,
		})
		return &listOut{View: own}, err
	})
}

type listOut struct {
	*gear.View

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

// known reports whether gear of a service's id is here.
func known(ctx context.Context, d Deps, c *tools.Call, id string) bool {
	_, err := find(ctx, d, c, id)
	return err == nil
}
