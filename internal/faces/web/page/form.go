package page

import (
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The actions of form buttons.
const (
	OpSave   = "save"
	OpRemove = "remove"
)

// FormAction is the write that a form of a page requests: a tool with its arguments, and
// the page to go to afterwards. Forms need no script, because the answer is a page.
type FormAction struct {
	Tool string
	In   Args
	// Fields maps the tool's keys to the names of their form fields where the names
	// differ; Asks lists fields that a form may lack.
	Fields map[string]string
	Asks   []string
	// Then returns the address of the next page, given the tool's answer.
	Then func(answer json.RawMessage) string
}

// Same returns a function that always returns address as the page after a
// write.
func Same(address string) func(json.RawMessage) string {
	return func(json.RawMessage) string { return address }
}

// OwnAddress returns the address in text if it belongs to these pages, and the argument
// otherwise if it does not.
func OwnAddress(text, otherwise string) string {
	u, err := url.Parse(text)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(text, "\\\r\n\t") {
		return otherwise
	}
	if u.Fragment != "" {
		return u.RequestURI() + "#" + u.EscapedFragment()
	}
	return u.RequestURI()
}

// Trimmed returns a field of a form without surrounding spaces.
func Trimmed(fields url.Values, name string) string { return strings.TrimSpace(fields.Get(name)) }

// Before is the prefix of a field with the value that the form initially showed, so
// that only changes are written.
const Before = "was."

// FormField is a field of a form; Number is the step of a number field.
type FormField struct {
	Key, Title, Value string
	Number            string
	Most              string // the maximum of a number
	Long              bool
	Needed            bool
	Wide              bool   // it gets more room than a number
	ID                string // in the page, if something links to it
}

// Minutes converts seconds to minutes, the unit of a plan's text.
func Minutes(seconds float64) string {
	return Digits(NonZero(math.Round(100*seconds/60) / 100)).String()
}

// ChangedIn selects the fields whose values differ from the initial ones; a nil
// value means that a field was emptied.
func ChangedIn(fields url.Values) func(key, now string) (any, bool) {
	return func(key, now string) (any, bool) {
		switch {
		case !fields.Has(key) || now == strings.ReplaceAll(Trimmed(fields, Before+key), "\r\n", "\n"):
			return nil, false
		case now == "":
			return nil, true
		}
		return now, true
	}
}

// Take adds the fields of a form that are filled in to the arguments of a tool.
func Take(a Args, fields url.Values, keys ...string) {
	for _, key := range keys {
		if text := Trimmed(fields, key); text != "" {
			a[key] = text
		}
	}
}

// Edits adds changed fields to the arguments of a tool. Those that were emptied (nil) are listed in the tool's argument clear.
func Edits(a Args, changed map[string]any) {
	var emptied []string
	for _, key := range SortedKeys(changed) {
		if v := changed[key]; v != nil {
			a[key] = v
		} else {
			emptied = append(emptied, key)
		}
	}
	if len(emptied) > 0 {
		a["clear"] = emptied
	}
}

// Given returns the fields among keys that keep accepts, with their values. It
// returns an error if a number is invalid.
func Given(fields url.Values, keys []string, keep func(key, now string) (any, bool)) (map[string]any, error) {
	out := map[string]any{}
	for _, key := range keys {
		v, ok := keep(key, strings.ReplaceAll(Trimmed(fields, key), "\r\n", "\n"))
		if !ok {
			continue
		}
		if text, isText := v.(string); isText && isNumber(key) {
			if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
				return nil, training.Errorf(training.KindInvalid, "%s cannot be %q.", key, text).WithFix("Give a number.").Of(key, "Give "+
					"a number.")
			}
			v = Num(text)
		}
		out[key] = v
	}
	return out, nil
}

func isNumber(key string) bool {
	return key == "duration_minutes" || key == "distance_km" || key == "load"
}

// Typed returns a tool's number for a field of a form, in the reader's unit.
func (p *Page) Typed(key string, v json.Number) string {
	c := i18n.UnitOf(key).Miles
	if v == "" || !p.Miles || c.Shown == "" {
		return v.String()
	}
	return c.Text(c.Of(Float(v)), v.String())
}

// DistanceField asks for a distance in the reader's unit.
func DistanceField(p *Page, km float64) FormField {
	return FormField{
		Key: "distance_km", Title: p.Say("Distance, %s", p.Shown("distance_km")), Value: p.Typed("distance_km", Digits(NonZero(km))),
		Number: "any", Most: "5000",
	}
}

// Shown returns the unit in which the reader types a number, such as km, mi or lb.
func (p *Page) Shown(key string) string {
	u := i18n.UnitOf(key)
	if p.Miles && u.Miles.Shown != "" {
		return strings.TrimPrefix(u.Miles.Shown, "/")
	}
	return strings.TrimPrefix(u.Shown, "/")
}

// Metric converts a number from the reader's unit to the tool's.
func (p *Page) Metric(key string, v float64) float64 {
	c := i18n.UnitOf(key).Miles
	if !p.Miles || c.Shown == "" {
		return v
	}
	return math.Round((v-c.Shift)/c.Factor*1000) / 1000
}

// MetricFields converts the lengths and weights of a form, and their previous values, to
// metric units. Text that is not a number is left for the form to reject.
func (p *Page) MetricFields(fields url.Values) {
	for _, key := range []string{"distance_km", "weight_kg", "earlier_km", "every_km"} {
		for _, name := range []string{key, Before + key} {
			if v, err := strconv.ParseFloat(Trimmed(fields, name), 64); err == nil {
				fields.Set(name, strconv.FormatFloat(p.Metric(key, v), 'f', -1, 64))
			}
		}
	}
}

// Refusal explains in the form's own words why a change was not made. It applies to
// one field or to the whole form.
type Refusal struct {
	What  string `json:"error"`
	Fix   string `json:"fix,omitempty"`
	Field string `json:"field,omitempty"`
}

// InWords is an error whose text already suits the form, with the field that it applies to.
type InWords struct {
	Field string
	Err   error
}

func (e *InWords) Error() string { return e.Err.Error() }
func (e *InWords) Unwrap() error { return e.Err }

// Refused rewords an error for the person who filled in a form: tools refer to arguments by
// their keys, a form refers to them by its labels and the typed values.
func (p *Page) Refused(err error, fields url.Values, o FormAction) Refusal {
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
	if end := strings.IndexAny(label, ",，（"); end > 0 { // the unit is not part of the name
		label = label[:end]
	}
	typed := Trimmed(fields, field)
	switch {
	case typed == "":
		return Refusal{p.Say("%s is missing.", label), p.Say("Fill it in."), field}
	case strings.Contains(key, "_s_per_"):
		return Refusal{p.Say("%s cannot be %s.", label, typed), p.Say("Enter a pace in minutes and seconds, such as 4:13."), field}
	}
	return Refusal{p.Say("%s cannot be %s.", label, i18n.Clip(typed, i18n.MostQuoted)), i18n.Sentence(e.Want).In(p.Say), field}
}

// Filled returns the visible fields of a submitted form, in order, for browsers
// that do not keep them; rest holds the other fields.
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
		"structure", "description", "workout", "text", "note", "target", "brand", "model", "every_km",
	}
}
