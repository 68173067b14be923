package gear

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

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
	"lapkeep/internal/writes/journal"
)

type saveIn struct {
	ID        string     `json:"id,omitempty" jsonschema:"to change; else new"`
	Kind      string     `json:"kind,omitempty"`
	Name      *string    `json:"name,omitempty"`
	Brand     *string    `json:"brand,omitempty"`
	Model     *string    `json:"model,omitempty"`
	Part      *string    `json:"part,omitempty" jsonschema:"what a component is, e.g. chain"`
	PartOf    *string    `json:"part_of,omitempty" jsonschema:"id of the gear it is on"`
	Since     tools.Date `json:"since,omitzero" jsonschema:"first day on it"`
	Until     tools.Date `json:"until,omitzero" jsonschema:"last day on it"`
	EarlierKm *float64   `json:"earlier_km,omitempty" jsonschema:"before its first activity here"`
	EarlierH  *float64   `json:"earlier_hours,omitempty" jsonschema:"same"`
	WeightKg  *float64   `json:"weight_kg,omitempty"`
	Retired   *bool      `json:"retired,omitempty"`
	Clear     []string   `json:"clear,omitempty" jsonschema:"back to what the source says"`
}

// clearable are the fields that can be taken back.
func clearable() []string {
	return []string{"kind", "name", "brand", "model", "part", "part_of", "since", "until", "earlier_km", "earlier_s", "weight_kg", "retired"}
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_gear", Title: "Save gear", Toolset: toolset, Safety: tools.Write, Sends: true,
		Description: "Makes a bike, a pair of shoes or a part, or changes one: name, maker, what it is mounted on and " +
			"since when, earlier use, retired. " +
			"Activities name their gear by update_activity. Can be undone.",
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
	before, had, err := in.former(ctx, d, c)
	if err != nil {
		return nil, err
	}
	id, p, err := d.patch(c, store.ChangeGear, "gear", before.ID, had.Fields)
	if err != nil {
		return nil, err
	}
	if err := in.change(p, &before); err != nil {
		return nil, err
	}
	if err := in.mounted(ctx, d, c, id, &before); err != nil {
		return nil, err
	}
	fields, err := p.done()
	if err != nil {
		return nil, err
	}
	own := document.GearOwn{Fields: fields}
	summary := i18n.Sentencef("Change the gear %s.", before.Name)
	if before.ID == "" {
		summary = "Add gear."
	}
	w := c.Write(summary, map[string]string{"gear:" + id: string(had.Fields)})
	return c.Do(ctx, d.Journal, w, id, before.ID == "", func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwnGear(c.Scope.Athlete, id, own)
		return journal.Effect{Changes: p.changes, Changed: []journal.Changed{journal.GearChanged{ID: id, Before: former}}}, err
	})
}

// former is the gear that is changed and the athlete's words on it.
func (in *saveIn) former(ctx context.Context, d Deps, c *tools.Call) (g training.Gear, own document.GearOwn, err error) {
	if in.ID == "" {
		if in.Kind == "" || in.Name == nil || textclean.Line(*in.Name, textclean.NameRunes) == "" {
			return g, own, training.Errorf(training.KindInvalid, "New gear needs a kind and a name.").
				WithFix("Give both, or the id of gear that is there; list_gear shows it.")
		}
		return g, own, nil
	}
	if g, err = find(ctx, d, c, in.ID); err != nil {
		return g, own, err
	}
	all, err := d.Store.OwnGear(ctx, c.Scope)
	return g, all[in.ID], err
}

// change puts the arguments into the athlete's words.
func (in *saveIn) change(p *patch, g *training.Gear) error {
	for _, f := range []struct {
		name   string
		value  *string
		before string
	}{
		{"kind", nonEmpty(in.Kind), string(g.Kind)},
		{"name", in.Name, g.Name},
		{"brand", in.Brand, g.Brand},
		{"model", in.Model, g.Model},
		{"part", in.Part, g.Part},
		{"part_of", in.PartOf, g.PartOf},
	} {
		if f.value == nil {
			continue
		}
		text := textclean.Line(*f.value, textclean.NameRunes)
		if text == "" && f.name == "name" {
			return training.Errorf(training.KindInvalid, "The name is empty.").WithFix("Give a name.")
		}
		if err := p.set(f.name, f.before, text, text); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name  string
		value tools.Date
		have  training.Day
	}{{"since", in.Since, g.Since}, {"until", in.Until, g.Until}} {
		if !f.value.Set {
			continue
		}
		if err := p.set(f.name, dayWords(f.have), dayWords(f.value.Day), f.value.Day); err != nil {
			return err
		}
	}
	if err := in.numbers(p, g); err != nil {
		return err
	}
	if err := p.both(in.Clear); err != nil {
		return err
	}
	for _, field := range in.Clear {
		p.clear(field)
	}
	return p.unchanged()
}

func (in *saveIn) numbers(p *patch, g *training.Gear) error {
	for _, f := range []struct {
		name  string
		value *float64
		have  float64
		times float64
	}{
		{"earlier_km", in.EarlierKm, g.EarlierKm, 1},
		{"earlier_s", in.EarlierH, g.EarlierS, 3600},
		{"weight_kg", in.WeightKg, g.WeightKg, 1},
	} {
		if f.value == nil {
			continue
		}
		v := *f.value * f.times
		if err := p.set(f.name, tools.Number(f.have), tools.Number(v), v); err != nil {
			return err
		}
	}
	if in.Retired == nil {
		return nil
	}
	return p.set("retired", fmt.Sprint(g.Retired), fmt.Sprint(*in.Retired), *in.Retired)
}

// mounted checks what a part is mounted on, and when.
func (in *saveIn) mounted(ctx context.Context, d Deps, c *tools.Call, id string, g *training.Gear) error {
	if since, until := in.Since.Or(g.Since), in.Until.Or(g.Until); until != 0 && until < since {
		return training.Errorf(training.KindInvalid, "It would be mounted until %s, before %s.", until,
			since).WithFix("Give since on or before until.")
	}
	if in.PartOf == nil || *in.PartOf == "" {
		return nil
	}
	kind := training.GearKind(in.Kind)
	if kind == "" {
		kind = g.Kind
	}
	on, err := find(ctx, d, c, *in.PartOf)
	switch {
	case err != nil:
		return err
	case kind != training.GearComponent:
		return training.Errorf(training.KindInvalid,
			"Only a component is mounted on something.").WithFix("Give kind component, or leave part_of out.")
	case on.ID == id || on.PartOf != "":
		return training.Errorf(training.KindInvalid, "%s is a part itself.", on.ID).WithFix("Give the bike or the shoes as part_of.")
	}
	return nil
}

func nonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func dayWords(d training.Day) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

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

// patch is the athlete's words on one thing being changed, field by field.
type patch struct {
	fields  map[string]json.RawMessage
	of      store.ChangeKind
	target  string
	changes []journal.Change
}

// patch begins with the athlete's words on the thing of id. One without is new
// and gets an id, which a dry run does not show.
func (d Deps) patch(c *tools.Call, of store.ChangeKind, what, id string, own json.RawMessage) (string, *patch, error) {
	p := &patch{fields: map[string]json.RawMessage{}, of: of, target: id}
	if id == "" {
		id = d.NewID()
		if p.target = id; c.DryRun {
			p.target = "new " + what
		}
	}
	if len(own) == 0 {
		return id, p, nil
	}
	if err := json.Unmarshal(own, &p.fields); err != nil {
		return "", nil, training.Errorf(training.KindCorrupt, "The entries on %s cannot be read: %w.", id, err)
	}
	return id, p, nil
}

// set writes a field if its words for people change.
func (p *patch) set(field, before, after string, value any) error {
	if before == after {
		return nil
	}
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	p.fields[field] = b
	p.changes = append(p.changes, journal.Change{
		Of: p.of, Target: p.target, Field: field, Before: i18n.Name(before), After: i18n.Name(after),
	})
	return nil
}

// clear takes the athlete's word on a field back.
func (p *patch) clear(field string) {
	if _, ok := p.fields[field]; !ok {
		return
	}
	delete(p.fields, field)
	p.changes = append(p.changes, journal.Change{
		Of: p.of, Target: p.target, Field: field, Before: "the athlete's own",
		After: "as it was before",
	})
}

// done gives the words after the write, nil for none.
func (p *patch) done() (json.RawMessage, error) {
	if len(p.fields) == 0 {
		return nil, nil
	}
	return tools.Marshal(p.fields)
}

// unchanged is the error of a write that would write nothing.
func (p *patch) unchanged() error {
	if len(p.changes) > 0 {
		return nil
	}
	return training.Errorf(training.KindInvalid,
		"Nothing would change.").WithFix("Give at least one field whose value differs from what list_gear shows.")
}

// both refuses fields that are set and cleared at once.
func (p *patch) both(cleared []string) error {
	for _, ch := range p.changes {
		if slices.Contains(cleared, ch.Field) {
			return tools.SetAndCleared(ch.Field)
		}
	}
	return nil
}
