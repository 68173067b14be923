package plans

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type editIn struct {
	ID         string      `json:"id,omitempty" jsonschema:"default the active one"`
	Operations []operation `json:"operations" jsonschema:"in order, all or none"`
}

type operation struct {
	Op      string     `json:"op" jsonschema:"set fields; add a session to week; remove; move to day, to_week; week adds one; comment"`
	Session string     `json:"session,omitempty" jsonschema:"id; without it and week: the plan"`
	Week    int        `json:"week,omitempty" jsonschema:"its number"`
	Fields  tools.JSON `json:"fields,omitempty" jsonschema:"of the YAML, e.g. {\"distance_km\": 12}; null takes out"`
	Day     string     `json:"day,omitempty" jsonschema:"Monday"`
	ToWeek  int        `json:"to_week,omitempty" jsonschema:"default its own"`
	Text    string     `json:"text,omitempty" jsonschema:"of a comment"`
}

// maxOperations bounds one edit.
const maxOperations = 100

type edited struct {
	tools.WrittenOne
	// Sessions are those that were touched, as they are now.
	Sessions []sessionRow `json:"sessions,omitempty"`
	Weeks    []weekRow    `json:"weeks,omitempty" jsonschema:"touched, without their sessions"`
}

func editRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "edit_training_plan", Title: "Edit a training plan", Toolset: toolset, Safety: tools.Write,
		Description: "Changes a training plan in place: sets fields of a session, a week or the plan, adds, removes and moves sessions, " +
			"adds weeks and comments. Everything else stays as written, comments too; totals follow. Can be undone.",
		Aliases: map[string]string{"plan_id": "id", "edits": "operations"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "operations.op", plan.Ops()...)
			tools.Items(s, "operations", 1, maxOperations)
			s.Properties["operations"].Items.Properties["fields"].Type = "object"
		},
	}, func(ctx context.Context, c *tools.Call, in editIn) (*edited, error) {
		return in.write(ctx, d, c)
	})
}

func (in *editIn) write(ctx context.Context, d Deps, c *tools.Call) (*edited, error) {
	s, told, err := d.find(ctx, c, c.Whole(), in.ID)
	if err != nil {
		return nil, err
	}
	var edits []plan.Edit
	for i, o := range in.Operations {
		e := plan.Edit{Op: o.Op, Session: o.Session, Week: o.Week, Day: o.Day, ToWeek: o.ToWeek, Text: o.Text}
		if e.Fields, err = fieldsOf(o.Fields); err != nil {
			return nil, tools.InRow("operation", i, err)
		}
		edits = append(edits, e)
	}
	after, err := plan.Apply(s.Text.Body, edits)
	if err != nil {
		return nil, err
	}
	one, err := d.write(ctx, c, &s.Text, after.Text, append(told, after.Notes...))
	if err != nil {
		return nil, err
	}
	out := &edited{WrittenOne: *one}
	out.ID = s.ID
	for _, id := range after.Sessions {
		if now := after.Plan.Session(id); now != nil {
			out.Sessions = append(out.Sessions, sessionOf(now, &after.Plan))
		}
	}
	for _, number := range after.Weeks {
		if w := after.Plan.Week(number); w != nil {
			row := weekOf(&after.Plan, w, c.Today)
			row.Sessions = nil
			out.Weeks = append(out.Weeks, row)
		}
	}
	return out, nil
}

// fieldsOf reads names with values, numbers as they are written.
func fieldsOf(raw tools.JSON) (map[string]any, error) {
	if len(raw) == 0 {
		return nil, nil //nolint:nilnil // none were given
	}
	var fields map[string]any
	var text string
	if json.Unmarshal(raw, &text) == nil { // some clients write objects as texts
		raw = tools.JSON(text)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, training.Errorf(training.KindInvalid, "The fields %s are no names with values.",
			i18n.Clip(string(raw), i18n.MostQuoted)).
			WithFix("Give an object, such as {\"distance_km\": 12}.")
	}
	return fields, nil
}
