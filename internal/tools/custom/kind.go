package custom

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

type kind string

// The types of items.
const (
	fitnessChart      kind = "fitness_chart"
	fitnessTable      kind = "fitness_table"
	traceChart        kind = "trace_chart"
	inputField        kind = "input_field"
	activityField     kind = "activity_field"
	intervalField     kind = "interval_field"
	activityStream    kind = "activity_stream"
	activityChart     kind = "activity_chart"
	activityHistogram kind = "activity_histogram"
	activityHeatmap   kind = "activity_heatmap"
	activityMap       kind = "activity_map"
	activityPanel     kind = "activity_panel"
	zonesKind         kind = "zones"
)

func kinds() []kind {
	return []kind{
		fitnessChart, fitnessTable, traceChart, inputField, activityField, intervalField, activityStream, activityChart,
		activityHistogram, activityHeatmap, activityMap, activityPanel, zonesKind,
	}
}

// kindOf is the kind of a stored type.
func kindOf(stored string) kind { return kind(strings.ToLower(stored)) }

// stored is the kind as services have it.
func (k kind) stored() string { return strings.ToUpper(string(k)) }

// field says that the items are fields, which hold values under a code.
func (k kind) field() bool { return k == inputField || k == activityField || k == intervalField }

const (
	fieldSchema = `content of a field: {"code": "Caffeine", "type": "numeric", "aggregate": "SUM"}
code: the key of its values; a capital letter, then letters and digits; once among the items of its type.
type: numeric, text or select.
aggregate: of a numeric field, and needed there: MIN, SUM, MAX or AVERAGE.
Other members (units, select options) are kept as they are.`
	drawnSchema = `content: {} or left out when it is made; what draws it fills it in. Whatever object is given is kept as it is.`
)

// schema says what the content of a kind holds.
func (k kind) schema() i18n.Sentence {
	if k.field() {
		return fieldSchema
	}
	return drawnSchema
}

// allSchemas explains every type.
const allSchemas = `Custom items by type, and what content holds.

Fields: input_field (a value of a day, beside wellness), activity_field (of an activity), interval_field (of a lap or interval).
` + fieldSchema + `

Drawn: fitness_chart, fitness_table (pages over days), trace_chart, activity_chart, activity_histogram, activity_heatmap, activity_map, activity_panel (on one activity).
Computed: activity_stream (a channel made of others), zones (a set of zones of one's own).
` + drawnSchema + `

visibility: private, followers or public, for services that share items; nothing here is shared.
Lapkeep keeps items and shows them; it draws and computes none of them.`

// codePattern matches the code of a field.
var codePattern = textclean.LazyRegexp(`^[A-Z][A-Za-z0-9]{0,63}$`)

func contentTypes() []string { return []string{"numeric", "text", "select"} }
func aggregates() []string   { return []string{"MIN", "SUM", "MAX", "AVERAGE"} }

// maxContent bounds the characters of a content, which an answer has to hold.
const maxContent = 8000

// check says what is wrong with the content of a kind.
func (k kind) check(content json.RawMessage) error {
	if !k.field() {
		return nil
	}
	var c struct {
		Code      any `json:"code"`
		Type      any `json:"type"`
		Aggregate any `json:"aggregate"`
	}
	if len(content) > 0 && json.Unmarshal(content, &c) != nil {
		return bad("The content is not a JSON object.")
	}
	code, _ := c.Code.(string)
	typ, _ := c.Type.(string)
	aggregate, given := c.Aggregate.(string)
	switch {
	case !codePattern.Get().MatchString(code):
		return bad("The content's code %q is not a capital letter followed by letters and digits.", code)
	case !slices.Contains(contentTypes(), typ):
		return bad("The content's type %q is none of numeric, text and select.", typ)
	case typ == "numeric" && !slices.Contains(aggregates(), aggregate), given && !slices.Contains(aggregates(), aggregate):
		return bad("The content's aggregate %q is none of MIN, SUM, MAX and AVERAGE.", aggregate)
	}
	return nil
}

// bad is the error of a field's content, with what it takes.
func bad(format string, args ...any) error {
	return training.Errorf(training.KindInvalid, format,
		args...).WithFix(`Give content such as {"code":"Caffeine","type":"numeric","aggregate":"SUM"}; list_custom_items with help explains it.`)
}
