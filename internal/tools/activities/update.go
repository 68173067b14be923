package activities

import (
	"context"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type updateIn struct {
	ID          string        `json:"id" jsonschema:"activity id"`
	Name        *string       `json:"name,omitempty"`
	Description *string       `json:"description,omitempty"`
	Sport       tools.KindArg `json:"sport,omitempty" jsonschema:"e.g. ride, run"`
	Tags        []string      `json:"tags,omitempty" jsonschema:"all tags, replacing those there are"`
	Race        *bool         `json:"race,omitempty"`
	Commute     *bool         `json:"commute,omitempty"`
	Gear        *string       `json:"gear,omitempty" jsonschema:"gear id"`
	MoreGear    []string      `json:"more_gear,omitempty" jsonschema:"ids of further gear"`
	Indoor      *bool         `json:"indoor,omitempty"`
	Hide        *bool         `json:"hide_from_home,omitempty" jsonschema:"only of strava:ID"`
	RPE         *float64      `json:"perceived_exertion,omitempty"`
	Feel        *int          `json:"feel,omitempty" jsonschema:"1 strong to 5 weak"`
	Carbs       *float64      `json:"carbs_g,omitempty" jsonschema:"eaten on the way"`
	Fluid       *float64      `json:"fluid_ml,omitempty" jsonschema:"drunk"`
	Marked      []marked      `json:"intervals,omitempty" jsonschema:"all own ones, replacing those there are"`
	Load        *float64      `json:"manual_load,omitempty" jsonschema:"TSS"`
	Hidden      *bool         `json:"hidden_from_models,omitempty" jsonschema:"hides it from assistants, this one too"`
	Clear       []string      `json:"clear,omitempty" jsonschema:"back to what was recorded"`
	SendTo      string        `json:"send_to,omitempty" jsonschema:"service that gets the recording's file"`
}

// The most that is taken on the way, of whatever length; by the hour see load.CheckFuel.
const (
	mostCarbsG  = 2000
	mostFluidML = 50_000
)

func updateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_activity", Title: "Edit an activity", Toolset: toolset, Default: true, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Changes what the athlete says of an activity, such as its name, sport, tags, gear, perceived exertion or feel, or " +
			"hides it from assistants. The recording stays; clear brings its value back. Can be undone.",
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.MaxLength(s, "description", textclean.TextRunes)
			tools.Items(s, "tags", 0, 30)
			tools.Items(s, "more_gear", 0, 10)
			tools.Items(s, "intervals", 0, training.MostMarked)
			tools.Bounds(s, "perceived_exertion", 1, 10)
			tools.Bounds(s, "feel", 1, 5)
			tools.Bounds(s, "carbs_g", 0, mostCarbsG)
			tools.Bounds(s, "fluid_ml", 0, mostFluidML)
			tools.Bounds(s, "manual_load", 0, 2000)
			tools.Enum(s, "clear", slices.Sorted(maps.Keys(clearable))...)
		},
	}, func(ctx context.Context, c *tools.Call, in updateIn) (*tools.WrittenOne, error) {
		if at, ok, err := d.Apart.Stands(ctx, c.Scope, in.ID); err != nil || ok {
			if err != nil {
				return nil, err
			}
			return in.atService(ctx, d, c, at)
		}
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Hide != nil {
			return nil, training.Errorf(training.KindUnsupported, "hide_from_home is nothing that an activity here has.").
				WithFix("Give the id that it has at Strava, such as strava:123; hidden_from_models hides it from assistants.")
		}
		if in.SendTo != "" {
			return in.send(ctx, d, c, &row)
		}
		hidden, err := d.Journal.Withheld(ctx, c.Scope)
		if err != nil {
			return nil, err
		}
		edits, err := in.edits(&row, hidden)
		if err != nil {
			return nil, err
		}
		return d.change(ctx, c, &row, c.Write(i18n.Sentencef("Edit the %s.", called(&row)), touched(&row)),
			func(tx *store.Tx) (journal.Effect, error) {
				return apply(tx, c.Scope.Athlete, row.ID, edits)
			})
	})
}
