package custom

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type kind string

// These are the kinds of items.
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

// kindOf returns the kind for a stored type.
func kindOf(stored string) kind { return kind(strings.ToLower(stored)) }

// stored returns the kind in the form that services use.
func (k kind) stored() string { return strings.ToUpper(string(k)) }

// field reports whether items of the kind are fields, which have values under a code.
func (k kind) field() bool { return k == inputField || k == activityField || k == intervalField }

const (
	fieldSchema = `content of a field: {"code": "Caffeine", "type": "numeric", "aggregate": "SUM"}
code: the key of its values: a capital letter, then letters and digits; unique among the items of its type.
type: numeric, text or select.
aggregate: required for numeric fields: MIN, SUM, MAX or AVERAGE.
Other members (units, select options) are stored unchanged.`
	drawnSchema = `content: {}, or omitted when you create the item; the program that draws the item fills it in. Any object is stored unchanged.`
)

// schema describes the content of items of the kind.
func (k kind) schema() i18n.Sentence {
	if k.field() {
		return fieldSchema
	}
	return drawnSchema
}

// allSchemas explains the content of every type.
const allSchemas = `Types of custom items, and their content.

Fields: input_field (a daily value, next to wellness), activity_field (a value of an activity), interval_field (a value of a lap or interval).
` + fieldSchema + `

Charts: fitness_chart, fitness_table (across days), trace_chart, activity_chart, activity_histogram, activity_heatmap, activity_map, activity_panel (for one activity).
Computed: activity_stream (a channel computed from others), zones (the athlete's own set of zones).
` + drawnSchema + `

visibility: private, followers or public, for services that share items; Lapkeep shares nothing.
Lapkeep stores and lists these items; it neither draws nor computes them.`

// codePattern matches the code of a field.
var codePattern = textclean.LazyRegexp(`^[A-Z][A-Za-z0-9]{0,63}$`)

func contentTypes() []string { return []string{"numeric", "text", "select"} }
func aggregates() []string   { return []string{"MIN", "SUM", "MAX", "AVERAGE"} }

// maxContent is the maximum length of an item's content in characters. It must fit into an answer.
const maxContent = 8000

// check returns an error if content is not valid for the kind.
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
		return bad("The content's type %q is not one of numeric, text and select.", typ)
	case typ == "numeric" && !slices.Contains(aggregates(), aggregate), given && !slices.Contains(aggregates(), aggregate):
		return bad("The content's aggregate %q is not one of MIN, SUM, MAX and AVERAGE.", aggregate)
	}
	return nil
}

// bad returns an error for invalid content of a field, with an explanation of what is allowed.
func bad(format string, args ...any) error {
	return training.Errorf(training.KindInvalid, format,
		args...).WithFix(`Give content such as {"code":"Caffeine","type":"numeric","aggregate":"SUM"}; list_custom_items with help explains it.`)
}

type listIn struct {
	Type string `json:"type,omitempty"`
	Help bool   `json:"help,omitempty" jsonschema:"explains the types"`
}

type listOut struct {
	LocalDate training.Day         `json:"local_date"`
	TimeZone  string               `json:"time_zone"`
	Items     []athlete.CustomItem `json:"items"`
	Help      i18n.Sentence        `json:"help,omitempty"`
	Truncated bool                 `json:"truncated,omitempty"`
	Narrow    i18n.Sentence        `json:"narrow,omitempty"`
}

// maxItems and shownWords limit the size of the list in an answer.
const (
	maxItems   = 60
	shownWords = 120
)

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_custom_items", Title: "Custom charts and fields", Toolset: toolset, Idempotent: true,
		Description: "Charts, tables, fields, streams, panels and zones that the athlete defined, here or on a service. help explains " +
			"the " +
			"types.",
		Input: func(s *jsonschema.Schema) { tools.Enum(s, "type", kinds()...) },
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		all, err := athlete.AllCustom(ctx, d.Store, c.Scope)
		if err != nil {
			return nil, err
		}
		out := &listOut{LocalDate: c.Today, TimeZone: c.Location.String(), Items: []athlete.CustomItem{}}
		if in.Help {
			out.Help = allSchemas
		}
		for i := range all {
			if in.Type != "" && kindOf(all[i].Type) != kind(in.Type) {
				continue
			}
			v := all[i].View()
			v.Description = shortened(v.Description)
			out.Items = append(out.Items, v)
		}
		if len(out.Items) > maxItems {
			out.Items, out.Truncated, out.Narrow = out.Items[:maxItems], true, "Ask for one type."
		}
		return out, nil
	})
}

type getIn struct {
	ID string `json:"id"`
}

type getOut struct {
	LocalDate training.Day       `json:"local_date"`
	TimeZone  string             `json:"time_zone"`
	Item      athlete.CustomItem `json:"item"`
	// Schema describes the content that items of this type have.
	Schema i18n.Sentence `json:"schema"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_custom_item", Title: "One custom item", Toolset: toolset, Idempotent: true,
		Description: "One chart, field, stream or set of zones that the athlete defined.",
		Aliases:     map[string]string{"item_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*getOut, error) {
		it, err := athlete.FindCustom(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		return &getOut{LocalDate: c.Today, TimeZone: c.Location.String(), Item: it.Whole(), Schema: kindOf(it.Type).schema()}, nil
	})
}

func shortened(text string) string { return textclean.Line(text, shownWords) }
