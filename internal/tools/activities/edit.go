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
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// edit is one field of an activity to be overridden; a nil value takes the
// athlete's word back.
type edit struct {
	field         string
	value         json.RawMessage
	before, after string // for people
	// blind says that the caller may not see what there was.
	blind bool
}

// clearable are the fields whose recorded value can be had back, by argument,
// with the name that the override has.
var clearable = map[string]string{
	"name": "name", "description": "description", "sport": "sport", "tags": "tags", "race": "race",
	"feel": "feel", "carbs_g": "carbs_g", "fluid_ml": "fluid_ml", "indoor": "sub_sport", "ignored": "ignored",
	"intervals": "intervals",
	"commute":   "commute", "gear": "gear_id", "more_gear": "more_gear", "perceived_exertion": "perceived_exertion",
	"manual_load": "manual_load", "hidden_from_models": "hidden_from_models",
}

// edits turns the arguments into the fields that change.
func (in *updateIn) edits(row *store.ActivityRow, hidden store.Withheld) ([]edit, error) {
	var out []edit
	set := func(field string, value any, before, after string) error {
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if slices.Contains(in.Clear, field) {
			return tools.SetAndCleared(field)
		}
		if blind := hidden.Hides(store.ChangeActivity, field); before != after || blind {
			out = append(out, edit{cmp.Or(clearable[field], field), b, before, after, blind})
		}
		return nil
	}
	for _, step := range []func(func(string, any, string, string) error, *store.ActivityRow) error{in.words, in.flags, in.numbers, in.mark} {
		if err := step(set, row); err != nil {
			return nil, err
		}
	}
	for _, field := range in.Clear {
		if hidden.Hides(store.ChangeActivity, field) {
			return nil, tools.NotShared(field)
		}
		own := clearable[field]
		if slices.Contains(row.Edited, own) {
			out = append(out, edit{field: own, before: "the athlete's own", after: "as recorded"})
		}
		if field == "sport" && slices.Contains(row.Edited, subSport) && !slices.Contains(in.Clear, "indoor") {
			out = append(out, edit{field: subSport, before: "the athlete's own", after: "as recorded"})
		}
	}
	if len(out) == 0 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").
			WithFix("Give at least one field whose value differs from what get_activity shows.")
	}
	return out, nil
}

type setter = func(field string, value any, before, after string) error

func (in *updateIn) words(set setter, row *store.ActivityRow) error {
	if in.Name != nil {
		name := textclean.Line(*in.Name, textclean.NameRunes)
		if err := set("name", name, row.Name, name); err != nil {
			return err
		}
	}
	if in.Description != nil {
		text := textclean.Text(*in.Description, textclean.TextRunes)
		if err := set("description", text, row.Description, text); err != nil {
			return err
		}
	}
	if err := in.kind(set, row); err != nil {
		return err
	}
	if in.Tags != nil {
		tags := tools.CleanTags(in.Tags)
		if err := set("tags", tags, strings.Join(row.Tags, ", "), strings.Join(tags, ", ")); err != nil {
			return err
		}
	}
	if in.Gear != nil {
		if err := set("gear", *in.Gear, row.GearID, *in.Gear); err != nil {
			return err
		}
	}
	if in.MoreGear == nil {
		return nil
	}
	more := tools.CleanTags(in.MoreGear)
	return set("more_gear", more, strings.Join(row.MoreGear, ", "), strings.Join(more, ", "))
}

// kind sets the sport and its refinement. That of another sport goes with it;
// that it was indoors stays.
func (in *updateIn) kind(set setter, row *store.ActivityRow) error {
	if in.Sport == "" {
		return nil
	}
	sport, sub := in.Sport.Sport(), in.Sport.SubSport()
	if err := set("sport", sport, string(row.Sport), string(sport)); err != nil {
		return err
	}
	switch {
	case in.Indoor != nil && sub == "":
		return nil // indoor says it
	case in.Indoor != nil && training.IndoorSub(sub) != *in.Indoor:
		return training.Errorf(training.KindInvalid, "sport and indoor contradict each other.").WithFix("Leave indoor out.")
	case sub == "" && (sport == row.Sport || row.SubSport == training.SubIndoor):
		return nil
	}
	return set(subSport, sub, row.SubSport, sub)
}

// subSport is the field of the refinement of a sport. It is cleared with either
// of the arguments that set it.
const subSport = "sub_sport"

func (in *updateIn) flags(set setter, row *store.ActivityRow) error {
	for _, f := range []struct {
		field string
		want  *bool
		have  bool
	}{
		{"race", in.Race, row.Race},
		{"commute", in.Commute, row.Commute},
		{"hidden_from_models", in.Hidden, row.HiddenFromModels},
	} {
		if f.want == nil {
			continue
		}
		if err := set(f.field, *f.want, fmt.Sprint(f.have), fmt.Sprint(*f.want)); err != nil {
			return err
		}
	}
	if in.Indoor == nil || *in.Indoor == row.Indoor() || in.Sport.SubSport() != "" {
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
	return set("indoor", sub, fmt.Sprint(row.Indoor()), fmt.Sprint(*in.Indoor))
}

func (in *updateIn) numbers(set setter, row *store.ActivityRow) error {
	if err := in.fuel(row); err != nil {
		return err
	}
	for _, f := range []struct {
		field string
		want  *float64
		have  float64
	}{
		{"perceived_exertion", in.RPE, row.PerceivedExertion},
		{"feel", float(in.Feel), float64(row.Feel)},
		{"carbs_g", in.Carbs, row.CarbsG},
		{"fluid_ml", in.Fluid, row.FluidML},
		{"manual_load", in.Load, row.ManualLoad},
	} {
		if f.want == nil {
			continue
		}
		if err := set(f.field, *f.want, tools.Number(f.have), tools.Number(*f.want)); err != nil {
			return err
		}
	}
	return nil
}

// fuel refuses what nobody eats or drinks in the time of the activity.
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

func float(n *int) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n)
	return &x
}

// apply makes the edits in tx and says what undoes them.
func apply(tx *store.Tx, a training.AthleteID, id training.ActivityID, edits []edit) (journal.Effect, error) {
	var effect journal.Effect
	before, err := tx.Shown(a, id)
	if err != nil {
		return effect, err
	}
	changed := journal.ActivityChanged{Before: before}
	for _, e := range edits {
		if e.blind {
			changed.Told = append(changed.Told, e.field)
		}
		former, err := tx.SetOverride(a, id, e.field, e.value)
		if err != nil {
			return effect, err
		}
		changed.Fields = append(changed.Fields, journal.FieldChanged{Field: e.field, Before: former})
		effect.Changes = append(effect.Changes, journal.Change{
			Of: store.ChangeActivity, Target: string(id), Field: e.field,
			Before: i18n.Name(e.before), After: i18n.Name(e.after),
		})
	}
	effect.Changed = []journal.Changed{changed}
	return effect, nil
}

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

// marked is an interval as the athlete marks it.
type marked struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// mark sets the intervals that the athlete marked; none takes them away.
func (in *updateIn) mark(set setter, row *store.ActivityRow) error {
	if in.Marked == nil {
		return nil
	}
	v := row.Summary.Values
	long := int(math.Ceil(max(v[training.MetricDurationS], v[training.MetricElapsedTimeS])))
	var all []training.Marked // nil takes the athlete's word back
	for _, m := range in.Marked {
		if m.Start < 0 || m.End <= m.Start || m.End > long {
			return training.Errorf(training.KindInvalid, "An interval from second %d to %d is not in the activity.", m.Start, m.End).
				WithFix("Give seconds from 0 to %d, with the end behind the start.", long)
		}
		all = append(all, training.Marked{Name: textclean.Line(m.Name, textclean.NameRunes), StartS: m.Start, EndS: m.End})
	}
	slices.SortStableFunc(all, func(a, b training.Marked) int {
		return cmp.Or(cmp.Compare(a.StartS, b.StartS), cmp.Compare(a.EndS, b.EndS), strings.Compare(a.Name, b.Name))
	})
	all = slices.Compact(all)
	return set("intervals", all, listed(row.Marked), listed(all))
}

// listed formats marked intervals for people.
func listed(all []training.Marked) string {
	var out []string
	for _, m := range all {
		out = append(out, strings.TrimSpace(m.Name+" "+i18n.Clock(float64(m.StartS))+"–"+i18n.Clock(float64(m.EndS))))
	}
	return strings.Join(out, ", ")
}
