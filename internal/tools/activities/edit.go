package activities

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// newEdit begins an edit of an activity. hidden lists the fields that the caller may not see.
func newEdit(id training.ActivityID, hidden store.Withheld) (*tools.Edit, error) {
	e, err := tools.NewEdit(store.ChangeActivity, "activity", &document.Document{ID: string(id)}, nil)
	e.Target, e.Blind = string(id), func(field string) bool { return hidden.Hides(store.ChangeActivity, field) }
	return e, err
}

// clearable maps arguments to the names of the fields that they override, for fields
// whose recorded values can be restored.
var clearable = map[string]string{
	"name": "name", "description": "description", "sport": "sport", "tags": "tags", "race": "race",
	"feel": "feel", "carbs_g": "carbs_g", "fluid_ml": "fluid_ml", "indoor": "sub_sport", "ignored": "ignored",
	"intervals": "intervals", "sets": "sets",
	"commute": "commute", "gear": "gear_id", "more_gear": "more_gear", "perceived_exertion": "perceived_exertion",
	"manual_load": "manual_load", "hidden_from_models": "hidden_from_models",
}

// edit converts the arguments to the fields that change.
func (in *updateIn) edit(row *store.ActivityRow, hidden store.Withheld) (*tools.Edit, error) {
	e, err := newEdit(row.ID, hidden)
	if err != nil {
		return nil, err
	}
	for _, step := range []func(*tools.Edit, *store.ActivityRow) error{in.words, in.indoors, in.numbers, in.mark, in.lift, in.takeBack} {
		if err := step(e, row); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// unchanged returns the error for an edit that changes nothing.
func unchanged() error {
	return training.Errorf(training.KindInvalid, "There is nothing to change.").
		WithFix("Give at least one field whose value differs from what get_activity shows.")
}

// takeBack clears edits by the athlete, so that recorded values are shown again.
func (in *updateIn) takeBack(e *tools.Edit, row *store.ActivityRow) error {
	clear := func(field string) {
		if slices.Contains(row.Edited, field) {
			delete(e.Fields, field)
			e.Note(field, "the athlete's own", "as recorded")
		}
	}
	for _, field := range in.Clear {
		switch own := clearable[field]; {
		case own == "":
			return training.Errorf(training.KindInvalid, "clear cannot restore %q.", tools.Clip(field)).
				WithFix("Give some of %s.", strings.Join(slices.Sorted(maps.Keys(clearable)), ", "))
		case e.Sets(own) && (own != subSport || in.Indoor != nil && in.Sport.Kept() == ""):
			return tools.SetAndCleared(field)
		case e.Blind(field):
			return tools.NotShared(field)
		default:
			clear(own)
		}
		if field == "sport" && !slices.Contains(in.Clear, "indoor") {
			clear(subSport)
		}
	}
	return nil
}

func (in *updateIn) words(e *tools.Edit, row *store.ActivityRow) error {
	if in.Name != nil {
		tools.SetGiven(e, "name", row.Name, new(textclean.Line(*in.Name, textclean.NameRunes)))
	}
	if in.Description != nil {
		tools.SetGiven(e, "description", row.Description, new(textclean.Text(*in.Description, textclean.TextRunes)))
	}
	if err := in.kind(e, row); err != nil {
		return err
	}
	if err := in.tag(e, row); err != nil {
		return err
	}
	tools.SetGiven(e, "gear_id", row.GearID, in.Gear)
	if in.MoreGear != nil {
		tools.SetGiven(e, "more_gear", row.MoreGear, new(tools.CleanTags(in.MoreGear)))
	}
	tools.SetGiven(e, "race", row.Race, in.Race)
	tools.SetGiven(e, "commute", row.Commute, in.Commute)
	tools.SetGiven(e, "hidden_from_models", row.HiddenFromModels, in.Hidden)
	return nil
}

// mostTags is the maximum number of tags of an activity.
const mostTags = 30

// tag replaces the tags, adds tags, or does both.
func (in *updateIn) tag(e *tools.Edit, row *store.ActivityRow) error {
	if in.Tags == nil && in.AddTags == nil {
		return nil
	}
	tags := in.Tags
	if tags == nil {
		tags = row.Tags
	}
	tags = tools.CleanTags(slices.Concat(tags, in.AddTags))
	if len(tags) > mostTags {
		return training.Errorf(training.KindTooLarge, "The %s would have more than %d tags.", called(row), mostTags).
			WithFix("Give tags, which replaces all, with at most %d.", mostTags)
	}
	tools.SetGiven(e, "tags", row.Tags, &tags)
	return nil
}

// kind sets the sport and the sub-sport. If the sport changes, the previous
// sub-sport is removed, except for indoor.
func (in *updateIn) kind(e *tools.Edit, row *store.ActivityRow) error {
	if in.Sport.IsZero() {
		return nil
	}
	sport, sub := in.Sport.Sport, in.Sport.Kept()
	tools.SetGiven(e, "sport", row.Sport, &sport)
	switch {
	case in.Indoor != nil && sub == "":
		return nil // the argument indoor decides
	case in.Indoor != nil && training.IndoorSub(sub) != *in.Indoor:
		return training.Errorf(training.KindInvalid, "sport and indoor contradict each other.").WithFix("Leave indoor out.")
	case sub == "" && (sport == row.Sport || row.SubSport == training.SubIndoor):
		return nil
	}
	tools.Set(e, subSport, row.SubSport, sub)
	return nil
}

// subSport is the name of the field with the sub-sport. Two arguments set it, and clearing
// either of them clears it.
const subSport = "sub_sport"

func (in *updateIn) indoors(e *tools.Edit, row *store.ActivityRow) error {
	if in.Indoor == nil || *in.Indoor == row.Indoor() || in.Sport.Kept() != "" {
		return nil
	}
	if row.Sport == training.Swimming {
		return training.Errorf(training.KindInvalid,
			"A swim is in a pool or in open water, not indoors or outdoors.").WithFix("Leave indoor out.")
	}
	sub := ""
	if *in.Indoor {
		sub = training.SubIndoor
	}
	e.SetShown(subSport, sub, fmt.Sprint(row.Indoor()), fmt.Sprint(*in.Indoor))
	return nil
}

func (in *updateIn) numbers(e *tools.Edit, row *store.ActivityRow) error {
	tools.SetGiven(e, "perceived_exertion", row.PerceivedExertion, in.RPE)
	tools.SetGiven(e, "feel", row.Feel, in.Feel)
	tools.SetGiven(e, "carbs_g", row.CarbsG, in.Carbs)
	tools.SetGiven(e, "fluid_ml", row.FluidML, in.Fluid)
	tools.SetGiven(e, "manual_load", row.ManualLoad, in.Load)
	return in.fuel(row)
}

// fuel returns an error for amounts that nobody could eat or drink during the activity.
func (in *updateIn) fuel(row *store.ActivityRow) error {
	var carbs, fluid float64
	if in.Carbs != nil {
		carbs = *in.Carbs
	}
	if in.Fluid != nil {
		fluid = *in.Fluid
	}
	v := row.Summary.Values
	return load.CheckFuel(carbs, fluid, max(v[training.MetricDurationS], v[training.MetricElapsedTimeS]))
}

// applied returns a function that writes the edits, and that returns the changes with
// their inverse.
func applied(a training.AthleteID, id training.ActivityID, e *tools.Edit) func(*store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		effect := journal.Effect{Changes: e.Changes}
		before, err := tx.Shown(a, id)
		if err != nil {
			return effect, err
		}
		changed := journal.ActivityChanged{Before: before, Told: e.Told}
		for _, ch := range e.Changes {
			var value json.RawMessage // nil clears the athlete's edit
			if v, ok := e.Fields[ch.Field]; ok {
				if value, err = tools.Marshal(v); err != nil {
					return effect, err
				}
			}
			former, err := tx.SetOverride(a, id, ch.Field, value)
			if err != nil {
				return effect, err
			}
			changed.Fields = append(changed.Fields, journal.FieldChanged{Field: ch.Field, Before: former})
		}
		effect.Changed = []journal.Changed{changed}
		return effect, nil
	}
}

type updateIn struct {
	ID          string              `json:"id"`
	Name        *string             `json:"name,omitempty"`
	Description *string             `json:"description,omitempty"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Tags        []string            `json:"tags,omitempty" jsonschema:"replaces all"`
	AddTags     []string            `json:"add_tags,omitempty" jsonschema:"keeps the others"`
	Race        *bool               `json:"race,omitempty"`
	Commute     *bool               `json:"commute,omitempty"`
	Gear        *string             `json:"gear,omitempty" jsonschema:"gear id"`
	MoreGear    []string            `json:"more_gear,omitempty" jsonschema:"gear ids"`
	Indoor      *bool               `json:"indoor,omitempty"`
	Hide        *bool               `json:"hide_from_home,omitempty" jsonschema:"only strava:ID"`
	RPE         *float64            `json:"perceived_exertion,omitempty"`
	Feel        *int                `json:"feel,omitempty" jsonschema:"1 strong to 5 weak"`
	Carbs       *float64            `json:"carbs_g,omitempty"`
	Fluid       *float64            `json:"fluid_ml,omitempty"`
	Marked      []marked            `json:"intervals,omitempty" jsonschema:"replaces all"`
	Sets        *string             `json:"sets,omitempty" jsonschema:"e.g. Squat 3x5 100kg"`
	Load        *float64            `json:"manual_load,omitempty"`
	Hidden      *bool               `json:"hidden_from_models,omitempty" jsonschema:"hide it"`
	Clear       []string            `json:"clear,omitempty" jsonschema:"to restore"`
	MoreIDs     []string            `json:"more_ids,omitempty" jsonschema:"same edit"`
	SendTo      string              `json:"send_to,omitempty" jsonschema:"service"`
}

// These are the maximum amounts of carbohydrate and fluid for an activity, regardless of
// its length. load.CheckFuel checks the limits per hour.
const (
	mostCarbsG  = 2000
	mostFluidML = 50_000
)

func updateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_activity", Title: "Edit an activity", Toolset: toolset, Default: true, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Edits an activity or several: name, sport, tags, gear, perceived exertion, feel and more, or hides them " +
			"from assistants. The recording stays; clear restores its value.",
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.MaxLength(s, "description", textclean.TextRunes)
			tools.Items(s, "tags", 0, mostTags)
			tools.Items(s, "more_ids", 0, mostEdited-1)
			tools.Items(s, "more_gear", 0, 10)
			tools.Items(s, "intervals", 0, training.MostMarked)
			tools.Bounds(s, "perceived_exertion", 1, 10)
			tools.Bounds(s, "feel", 1, 5)
			tools.Bounds(s, "carbs_g", 0, mostCarbsG)
			tools.Bounds(s, "fluid_ml", 0, mostFluidML)
			tools.Bounds(s, "manual_load", 0, 2000)
		},
	}, func(ctx context.Context, c *tools.Call, in updateIn) (*tools.WrittenOne, error) {
		if len(in.MoreIDs) > 0 {
			return in.several(ctx, d, c)
		}
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
			return nil, training.Errorf(training.KindUnsupported, "hide_from_home cannot be set for activities here.").
				WithFix("Give its Strava id, such as strava:123; hidden_from_models hides it from assistants.")
		}
		if in.SendTo != "" {
			return in.send(ctx, d, c, &row)
		}
		hidden, err := d.Journal.Withheld(ctx, c.Scope)
		if err != nil {
			return nil, err
		}
		e, err := in.edit(&row, hidden)
		if err == nil && len(e.Changes) == 0 {
			err = unchanged()
		}
		if err != nil {
			return nil, err
		}
		return d.change(ctx, c, &row, c.Write(i18n.Sentencef("Edit the %s.", called(&row)), touched(&row)),
			applied(c.Scope.Athlete, row.ID, e))
	})
}

// marked is an interval that the athlete marked.
type marked struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// mark sets the intervals that the athlete marked. An empty list removes all of them.
func (in *updateIn) mark(e *tools.Edit, row *store.ActivityRow) error {
	if in.Marked == nil {
		return nil
	}
	v := row.Summary.Values
	long := int(math.Ceil(max(v[training.MetricDurationS], v[training.MetricElapsedTimeS])))
	var all []training.Marked // nil clears the athlete's edit
	for _, m := range in.Marked {
		if m.Start < 0 || m.End <= m.Start || m.End > long {
			return training.Errorf(training.KindInvalid, "An interval from second %d to %d is not in the activity.", m.Start, m.End).
				WithFix("Give seconds from 0 to %d, with the end after the start.", long)
		}
		all = append(all, training.Marked{Name: textclean.Line(m.Name, textclean.NameRunes), StartS: m.Start, EndS: m.End})
	}
	slices.SortStableFunc(all, func(a, b training.Marked) int {
		return cmp.Or(cmp.Compare(a.StartS, b.StartS), cmp.Compare(a.EndS, b.EndS), strings.Compare(a.Name, b.Name))
	})
	all = slices.Compact(all)
	e.SetShown("intervals", all, listed(row.Marked), listed(all))
	return nil
}

// listed formats marked intervals for people.
func listed(all []training.Marked) string {
	var out []string
	for _, m := range all {
		out = append(out, strings.TrimSpace(m.Name+" "+i18n.Clock(float64(m.StartS))+"–"+i18n.Clock(float64(m.EndS))))
	}
	return strings.Join(out, ", ")
}
