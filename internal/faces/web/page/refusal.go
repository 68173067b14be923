package page

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Refusal is why a form's write was not made, in the words of the form. It is
// about a field of the form, or about all of it.
type Refusal struct {
	What  string `json:"error"`
	Fix   string `json:"fix,omitempty"`
	Field string `json:"field,omitempty"`
}

// InWords is an error that speaks of the form already, with the field at which it is told.
type InWords struct {
	Field string
	Err   error
}

func (e *InWords) Error() string { return e.Err.Error() }
func (e *InWords) Unwrap() error { return e.Err }

// Refused words an error of a deed for who filled in a form: tools speak of
// arguments by their keys, a form of its labels and of what was typed.
func (p *Page) Refused(err error, fields url.Values, o Deed) Refusal {
	why := p.Problem(err)
	out := Refusal{What: why.What, Fix: why.Fix}
	if own, ok := errors.AsType[*InWords](err); ok {
		out.Field = own.Field
		return out
	}
	e, ok := errors.AsType[*training.Error](err)
	if !ok || e.Field == "" {
		return out
	}
	key := e.Field[strings.LastIndex(e.Field, ".")+1:]
	field := key
	if as, other := o.Fields[key]; other {
		field = as
	}
	if !fields.Has(field) && !slices.Contains(o.Asks, field) {
		return out
	}
	label := p.FieldLabel(key)
	if end := strings.IndexAny(label, ",，（"); end > 0 { // the unit is no part of the name
		label = label[:end]
	}
	typed := Trimmed(fields, field)
	switch {
	case typed == "":
		return Refusal{p.Say("%s is missing.", label), p.Say("Fill it in."), field}
	case strings.Contains(key, "_s_per_"):
		return Refusal{p.Say("%s cannot be %s.", label, typed), p.Say("Write a pace in minutes and seconds, such as 4:13."), field}
	}
	return Refusal{p.Say("%s cannot be %s.", label, i18n.Clip(typed, i18n.MostQuoted)), i18n.Sentence(e.Want).In(p.Say), field}
}

// FieldLabel is what forms call a field, or else pages a number.
func (p *Page) FieldLabel(key string) string {
	if words, ok := p.fieldLabels()[key]; ok {
		return words
	}
	return p.Label(key)
}

func (p *Page) fieldLabels() map[string]string {
	return map[string]string{
		"name": p.Say("Name"), "date": p.Say("Date"), "sport": p.Say("Sport"), "time": p.Say("Time of day, HH:MM"),
		"duration_minutes": p.Say("Time, minutes"), "distance_km": p.Say("Distance, %s", p.Shown("distance_km")),
		"description": p.Say("Description"),
		"structure":   p.Say("Structure"), "workout": p.Say("Workout steps"), "week": p.Say("Week of the plan"), "day": p.Say("Day"),
		"type": p.Say("Kind"), "category": p.Say("Kind"), "text": p.Say("New note"), "value": p.Say("Value"), "effective_from": p.Say("From"),
		"note": p.Say("Note"),
	}
}

// Filled are the fields of a form that was sent which people type, in their order,
// for a browser that does not keep them; others are what Hidden fields are.
func (p *Page) Filled(fields url.Values) (typed []FormField, rest [][2]string) {
	for _, key := range typedKeys() {
		if fields.Has(key) {
			long := slices.Contains([]string{"description", "structure", "workout", "text"}, key)
			typed = append(typed, FormField{Key: key, Title: p.FieldLabel(key), Value: fields.Get(key), Long: long})
		}
	}
	for key, all := range fields {
		if slices.Contains(typedKeys(), key) {
			continue
		}
		for _, v := range all {
			rest = append(rest, [2]string{key, v})
		}
	}
	slices.SortStableFunc(rest, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return typed, rest
}

func typedKeys() []string {
	return []string{
		"name", "date", "week", "time", "duration_minutes", "distance_km", "load", "value", "effective_from",
		"mood", "fatigue", "soreness", "resting_hr_bpm", "hrv_rmssd_ms", "weight_kg",
		"structure", "description", "workout", "text", "note",
	}
}
