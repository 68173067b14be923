// Package custom contains the tools for custom items, which are charts, fields, streams and zones
// that the athlete defines: listing them, explaining the content of each type, saving and deleting
// them. It does not depend on the services that display such items.
package custom

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type saveIn struct {
	ID          string  `json:"id,omitempty" jsonschema:"item to change"`
	Type        string  `json:"type,omitempty"`
	Name        *string `json:"name,omitempty"`
	Description *string `json:"description,omitempty"`
	Visibility  string  `json:"visibility,omitempty"`
	Content     string  `json:"content,omitempty" jsonschema:"a JSON object as text, replaces the whole content; for a field: {\"code\":\"Caffeine\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"`
}

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_custom_item", Title: "Save a custom item", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Makes or changes a custom chart, table, field, stream, panel or set of zones. list_custom_items with help " +
			"explains content.",
		Aliases: map[string]string{"item_id": "id", "item_type": "type"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "type", kinds()...)
			tools.Enum(s, "visibility", "private", "followers", "public")
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.MaxLength(s, "description", textclean.TextRunes)
			tools.MaxLength(s, "content", maxContent)
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

const ofItem = store.ChangeKind(document.CustomItems)

// edit is an item that is being changed.
type edit struct {
	*tools.Edit
	before, after athlete.CustomStored
}

func (in *saveIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	e, err := in.former(ctx, d, c)
	if err != nil {
		return nil, err
	}
	if err := in.change(e); err != nil {
		return nil, err
	}
	if err := unique(ctx, d, c, &e.after); err != nil {
		return nil, err
	}
	if len(e.Changes) == 0 {
		return e.Unchanged(c, "Nothing changed: the item already has this content."), ctx.Err()
	}
	summary := i18n.Sentencef("Change the custom item %s.", textclean.Line(e.before.Name, textclean.NameRunes))
	if e.New {
		summary = i18n.Sentencef("Add the custom item %s.", e.after.Name)
	}
	w := e.Write(c, summary)
	if e.New {
		w.Targets = nil // consent to a new item must not depend on its future id
	}
	out, err := e.Save(ctx, c, d.Journal, w)
	if err == nil {
		out.KeptHere(e.before.Statements)
	}
	return out, err
}

// former returns the stored item that is to be changed, or a new one.
func (in *saveIn) former(ctx context.Context, d Deps, c *tools.Call) (*edit, error) {
	var it athlete.CustomStored
	var err error
	if in.ID != "" {
		it, err = athlete.FindCustom(ctx, d.Store, c.Whole(), in.ID)
	}
	switch {
	case err != nil:
		return nil, err
	case in.ID == "" && (in.Type == "" || in.Name == nil):
		return nil, training.Errorf(training.KindInvalid, "A new custom item needs a type and a name.").
			WithFix("Give both, or the id of an existing item; list_custom_items shows them, and with help the types.")
	case in.ID != "" && in.Type != "" && kind(in.Type) != kindOf(it.Type):
		return nil, training.Errorf(training.KindInvalid, "The item is a %s, and its type cannot be changed.", strings.ToLower(it.Type)).
			WithFix("Leave type out, or create a new item without id.")
	}
	e, err := tools.NewEdit(ofItem, "custom item", &it.Document, d.NewID)
	return &edit{e, it, it}, err
}

// set changes a field of the item.
func (e *edit) set(field string, to *string, value string) {
	if *to != value {
		e.Fields[field] = value
		e.Note(field, i18n.Name(textclean.Text(*to, textclean.TextRunes)), i18n.Name(value))
		*to = value
	}
}

// change applies the arguments to the item and checks it.
func (in *saveIn) change(e *edit) error {
	if e.New {
		e.set("type", &e.after.Type, kind(in.Type).stored())
		if in.Visibility == "" {
			in.Visibility = "private"
		}
	}
	if in.Name != nil {
		name := textclean.Line(*in.Name, textclean.NameRunes)
		if name == "" {
			return training.Errorf(training.KindInvalid, "The name is empty.").WithFix("Give a name.")
		}
		e.set("name", &e.after.Name, name)
	}
	if in.Description != nil {
		e.set("description", &e.after.Description, textclean.Text(*in.Description, textclean.TextRunes))
	}
	if in.Visibility != "" {
		e.set("visibility", &e.after.Visibility, strings.ToUpper(in.Visibility))
	}
	if in.Content != "" {
		content, err := object(in.Content)
		if err != nil {
			return err
		}
		former := e.after.Whole().Content
		e.after.Content = content
		e.SetShown("content", content, former, e.after.Whole().Content)
	}
	if !e.New && in.Content == "" {
		return nil // unchanged content may come from a service and is not checked
	}
	return kindOf(e.after.Type).check(e.after.Content)
}

// unique returns an error if another field of the same type has the same code.
func unique(ctx context.Context, d Deps, c *tools.Call, it *athlete.CustomStored) error {
	code := it.FieldCode()
	if !kindOf(it.Type).field() || code == "" {
		return ctx.Err()
	}
	all, err := athlete.AllCustom(ctx, d.Store, c.Whole())
	if err != nil {
		return err
	}
	for i := range all {
		if o := &all[i]; o.CustomItem.ID != it.CustomItem.ID && o.Type == it.Type && o.FieldCode() == code {
			return training.Errorf(training.KindConflict, "The code %s already belongs to the item %s.", code, o.CustomItem.ID).
				WithFix("Choose another code, or change that item by its id.")
		}
	}
	return nil
}

// object parses a text that contains a JSON object.
func object(text string) (json.RawMessage, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil || v == nil || d.More() {
		return nil, training.Errorf(training.KindInvalid, "The content is not a JSON object.").
			WithFix("Give content as text, or {} for none; get_custom_item shows the content of an item.")
	}
	return tools.Marshal(v)
}

const toolset = "custom"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// NewID returns an unused id.
	NewID func() string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), saveRow(d), deleteRow(d)}
}

type deleteIn struct {
	ID string `json:"id"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_custom_item", Title: "Delete a custom item", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes a chart, field, stream or set of zones that the athlete defined, after a person has " +
			"agreed. Values of a field stay. Can be undone.",
		Aliases: map[string]string{"item_id": "id"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		it, err := athlete.FindCustom(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		name := textclean.Line(it.Name, textclean.NameRunes)
		w := c.Write(i18n.Sentencef("Delete the custom item %s.", name), map[string]string{"custom_item:" + in.ID: string(it.Own)})
		w.Destructive = true
		gone := journal.Change{
			Of: ofItem, Target: in.ID, Field: "custom item",
			Before: i18n.Name(name + " (" + string(kindOf(it.Type)) + ")"), After: "deleted",
		}
		words := tools.OwnOf(document.CustomItems, "custom item", in.ID, &it.Document, document.Own{Fields: it.Own, Deleted: true})
		return c.Do(ctx, d.Journal, w, in.ID, false, c.Put(words, gone))
	})
}
