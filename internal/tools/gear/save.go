package gear

import (
	"cmp"
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type saveIn struct {
	ID        string     `json:"id,omitempty" jsonschema:"gear to change"`
	Kind      string     `json:"kind,omitempty"`
	Name      *string    `json:"name,omitempty"`
	Brand     *string    `json:"brand,omitempty"`
	Model     *string    `json:"model,omitempty"`
	Part      *string    `json:"part,omitempty" jsonschema:"e.g. chain"`
	PartOf    *string    `json:"part_of,omitempty" jsonschema:"gear id"`
	Since     tools.Date `json:"since,omitzero"`
	Until     tools.Date `json:"until,omitzero"`
	EarlierKm *float64   `json:"earlier_km,omitempty" jsonschema:"earlier use"`
	EarlierH  *float64   `json:"earlier_hours,omitempty"`
	WeightKg  *float64   `json:"weight_kg,omitempty"`
	Retired   *bool      `json:"retired,omitempty"`
	Clear     []string   `json:"clear,omitempty" jsonschema:"fields to restore"`
}

// clearable returns the names of the fields that can be cleared.
func clearable() []string {
	return []string{"kind", "name", "brand", "model", "part", "part_of", "since", "until", "earlier_km", "earlier_s", "weight_kg", "retired"}
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_gear", Title: "Save gear", Toolset: toolset, Safety: tools.Write, Sends: true,
		Description: "Creates or changes a bike, a pair of shoes or a part: name, maker, what it is mounted on and since when, earlier use, " +
			"retired. update_activity sets an activity's gear.",
		Aliases: map[string]string{"brand_name": "brand"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", kinds()...)
			for _, f := range []string{"name", "brand", "model", "part"} {
				tools.MaxLength(s, f, textclean.NameRunes)
			}
			tools.Bounds(s, "earlier_km", 0, 1e6)
			tools.Bounds(s, "earlier_hours", 0, 1e5)
			tools.Bounds(s, "weight_kg", 0, 200)
			tools.Enum(s, "clear", clearable()...)
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	before, doc, err := in.former(ctx, d, c)
	if err != nil {
		return nil, err
	}
	e, err := d.edit(c, document.Gear, "gear", doc)
	if err != nil {
		return nil, err
	}
	if err := in.change(e, &before); err != nil {
		return nil, err
	}
	if err := in.mounted(ctx, d, c, e.ID, &before); err != nil {
		return nil, err
	}
	if err := stillGear(e, doc); err != nil {
		return nil, err
	}
	summary := i18n.Sentencef("Change the gear %s.", before.Name)
	if e.New {
		summary = "Add gear."
	}
	return e.Save(ctx, c, d.Journal, e.Write(c, summary))
}

// former returns the gear that is to be changed, with its document. If the gear is new,
// both are empty.
func (in *saveIn) former(ctx context.Context, d Deps, c *tools.Call) (g training.Gear, doc document.Document, err error) {
	if in.ID != "" {
		return gear.Find(ctx, d.Store, c.Scope, in.ID)
	}
	if in.Kind == "" || in.Name == nil || textclean.Line(*in.Name, textclean.NameRunes) == "" {
		err = training.Errorf(training.KindInvalid, "New gear needs a kind and a name.").
			WithFix("Give both, or the id of existing gear; list_gear shows it.")
	}
	return g, doc, err
}

// stillGear returns an error if the edit would leave gear without a kind or name.
func stillGear(e *tools.Edit, doc document.Document) (err error) {
	if doc.Own, err = e.Own(); err != nil {
		return err
	}
	after, err := document.Show[training.Gear](doc)
	if err == nil && (after.Kind == "" || after.Name == "") {
		err = training.Errorf(training.KindInvalid, "Gear needs a kind and a name.").WithFix("Change them instead of clearing them.")
	}
	return err
}

// change applies the arguments to the athlete's edits.
func (in *saveIn) change(e *tools.Edit, g *training.Gear) error {
	if in.Name != nil && *line(in.Name) == "" {
		return training.Errorf(training.KindInvalid, "The name is empty.").WithFix("Give a name.")
	}
	tools.SetGiven(e, "kind", string(g.Kind), nonEmpty(in.Kind))
	tools.SetGiven(e, "name", g.Name, line(in.Name))
	tools.SetGiven(e, "brand", g.Brand, line(in.Brand))
	tools.SetGiven(e, "model", g.Model, line(in.Model))
	tools.SetGiven(e, "part", g.Part, line(in.Part))
	tools.SetGiven(e, "part_of", g.PartOf, line(in.PartOf))
	tools.Set(e, "since", g.Since, in.Since.Or(g.Since))
	tools.Set(e, "until", g.Until, in.Until.Or(g.Until))
	tools.SetGiven(e, "earlier_km", g.EarlierKm, in.EarlierKm)
	tools.SetGiven(e, "earlier_s", g.EarlierS, seconds(in.EarlierH))
	tools.SetGiven(e, "weight_kg", g.WeightKg, in.WeightKg)
	tools.SetGiven(e, "retired", g.Retired, in.Retired)
	return takeBack(e, in.Clear)
}

// takeBack clears fields. It returns an error if the whole edit changes nothing.
func takeBack(e *tools.Edit, fields []string) error {
	if err := e.TakeBack(fields...); err != nil || len(e.Changes) > 0 {
		return err
	}
	return training.Errorf(training.KindInvalid,
		"There is nothing to change.").WithFix("Give at least one field whose value differs from what list_gear shows.")
}

// edit begins an edit of gear or of a reminder. A dry run does not show the id of a new item.
func (d Deps) edit(c *tools.Call, of document.Collection, what string, before document.Document) (*tools.Edit, error) {
	e, err := tools.NewEdit(store.ChangeKind(of), what, &before, d.NewID)
	if e.Target = e.ID; e.New && c.DryRun {
		e.Target = "new " + what
	}
	return e, err
}

// mounted checks the dates, and the gear on which a part is mounted.
func (in *saveIn) mounted(ctx context.Context, d Deps, c *tools.Call, id string, g *training.Gear) error {
	if since, until := in.Since.Or(g.Since), in.Until.Or(g.Until); until != 0 && until < since {
		return training.Errorf(training.KindInvalid, "It would be removed on %s, before it is mounted on %s.", until,
			since).WithFix("Give since on or before until.")
	}
	if in.PartOf == nil || *in.PartOf == "" {
		return nil
	}
	kind := training.GearKind(in.Kind)
	if kind == "" {
		kind = g.Kind
	}
	on, _, err := gear.Find(ctx, d.Store, c.Scope, *in.PartOf)
	switch {
	case err != nil:
		return err
	case kind != training.GearComponent:
		return training.Errorf(training.KindInvalid,
			"Only a component is mounted on something.").WithFix("Give kind component, or leave part_of out.")
	case on.ID == id || on.PartOf != "":
		return training.Errorf(training.KindInvalid, "%s is itself a component.", on.ID).WithFix("Give the bike or the shoes as part_of.")
	}
	return nil
}

func nonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// line reduces a given text to one clean line.
func line(s *string) *string {
	if s == nil {
		return nil
	}
	return new(textclean.Line(*s, textclean.NameRunes))
}

// seconds converts given hours to seconds.
func seconds(hours *float64) *float64 {
	if hours == nil {
		return nil
	}
	return new(*hours * 3600)
}

type listIn struct {
	ID      string `json:"id,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Retired bool   `json:"include_retired,omitempty"`
	Source  string `json:"source,omitempty" jsonschema:"e.g. strava"`
	Due     bool   `json:"due_only,omitempty"`
}

func kinds() []training.GearKind {
	return []training.GearKind{training.GearBike, training.GearShoes, training.GearComponent, training.GearOther}
}

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_gear", Title: "Bikes, shoes and parts", Toolset: toolset, Idempotent: true,
		Description: "Bikes, shoes and their parts (components) with distance (mileage), time and activities, and maintenance reminders " +
			"(oil the chain, replace shoes) with what is due.",
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

// known reports whether gear with this id is stored here.
func known(ctx context.Context, d Deps, c *tools.Call, id string) bool {
	_, _, err := gear.Find(ctx, d.Store, c.Scope, id)
	return err == nil
}
