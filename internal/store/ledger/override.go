package ledger

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// wordOf reads one override into the activity that it overrides.
type wordOf func(a *training.Activity, value json.RawMessage) error

func into[T any](field func(*training.Activity) *T) wordOf {
	return func(a *training.Activity, value json.RawMessage) error { return json.Unmarshal(value, field(a)) }
}

// overridable are the fields that the athlete may have their own word on.
func overridable() map[string]wordOf {
	return map[string]wordOf{
		"name":               into(func(a *training.Activity) *string { return &a.Name }),
		"description":        into(func(a *training.Activity) *string { return &a.Description }),
		"sport":              into(func(a *training.Activity) *training.Sport { return &a.Sport }),
		"sub_sport":          into(func(a *training.Activity) *string { return &a.SubSport }),
		"tags":               into(func(a *training.Activity) *[]string { return &a.Tags }),
		"race":               into(func(a *training.Activity) *bool { return &a.Race }),
		"commute":            into(func(a *training.Activity) *bool { return &a.Commute }),
		"gear_id":            into(func(a *training.Activity) *string { return &a.GearID }),
		"more_gear":          into(func(a *training.Activity) *[]string { return &a.MoreGear }),
		"perceived_exertion": into(func(a *training.Activity) *float64 { return &a.PerceivedExertion }),
		"feel":               into(func(a *training.Activity) *int { return &a.Feel }),
		"carbs_g":            into(func(a *training.Activity) *float64 { return &a.CarbsG }),
		"fluid_ml":           into(func(a *training.Activity) *float64 { return &a.FluidML }),
		"ignored":            ignoredInto,
		"intervals":          markedInto,
		"manual_load":        into(func(a *training.Activity) *float64 { return &a.ManualLoad }),
		"hidden_from_models": into(func(a *training.Activity) *bool { return &a.HiddenFromModels }),
	}
}

// Override applies one word of the athlete to an activity and names it as edited.
func Override(a *training.Activity, field string, value json.RawMessage) error {
	apply, ok := overridable()[field]
	if !ok {
		return training.Errorf(training.KindInvalid, "An activity has no field %q that can be edited.", field).
			WithFix("The fields are %s.", strings.Join(FieldNames(), ", "))
	}
	if err := apply(a, value); err != nil {
		return training.Errorf(training.KindInvalid, "%s is not a value for %s: %w.", value, field, err).
			WithFix("Give it in the form in which get_activity shows it.")
	}
	a.Edited = append(a.Edited, field)
	return nil
}

// FieldNames lists the fields that can be overridden.
func FieldNames() []string {
	var names []string
	for n := range overridable() {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
