package intervalsicu

import (
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// The operations on custom items.
var (
	opItems      = client.Get("listCustomItems", "/athlete/{id}/custom-item")
	opCreateItem = client.Post("createCustomItem", "/athlete/{id}/custom-item")
	opUpdateItem = client.Put("updateCustomItem", "/athlete/{id}/custom-item/{itemId}")
	opDeleteItem = client.Delete("deleteCustomItem", "/athlete/{id}/custom-item/{itemId}")
)

// WireItem is a chart, a field or another item that the athlete defined.
type WireItem struct {
	ID          ID              `json:"id"`
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Visibility  string          `json:"visibility"`
	Content     json.RawMessage `json:"content"`
}

// Read converts the custom item.
func (i *WireItem) Read() training.CustomItem {
	return training.CustomItem{
		ID: string(i.ID), Type: i.Type, Name: i.Name, Description: i.Description, Visibility: i.Visibility, Content: content(i.Content),
	}
}

// content returns an item's content, or nil if it is empty.
func content(b json.RawMessage) json.RawMessage {
	if s := string(b); s == "" || s == "null" || s == "{}" {
		return nil
	}
	return b
}

// itemTypes lists the types of items, and visibilities the audiences of items.
var (
	itemTypes = []string{
		"FITNESS_CHART", "FITNESS_TABLE", "TRACE_CHART", "INPUT_FIELD", "ACTIVITY_FIELD", "INTERVAL_FIELD", "ACTIVITY_STREAM", "ACTIVITY_CHART",
		"ACTIVITY_HISTOGRAM", "ACTIVITY_HEATMAP", "ACTIVITY_MAP", "ACTIVITY_PANEL", "ZONES",
	}
	visibilities = []string{"PRIVATE", "FOLLOWERS", "PUBLIC"}
)

// ItemPatch returns a custom item, or its named fields, in the service's form.
func ItemPatch(i training.CustomItem, fields ...string) (Patch, error) {
	p := Patch{"content": nil}
	p.text("type", upper(i.Type))
	p.text("name", i.Name)
	p.text("description", i.Description)
	p.text("visibility", upper(i.Visibility))
	if i.Type != "" && !slices.Contains(itemTypes, upper(i.Type)) {
		return nil, training.Errorf(training.KindInvalid, "Intervals.icu has no custom item of the type %q.", i.Type).
			WithFix("Use INPUT_FIELD, ACTIVITY_FIELD, FITNESS_CHART or another of its types.")
	}
	if i.Visibility != "" && !slices.Contains(visibilities, upper(i.Visibility)) {
		return nil, training.Errorf(training.KindInvalid, "%q is not a visibility setting.", i.Visibility).
			WithFix("Use PRIVATE, FOLLOWERS or PUBLIC.")
	}
	if len(i.Content) > 0 {
		var content map[string]any
		if err := json.Unmarshal(i.Content, &content); err != nil {
			return nil, training.Errorf(training.KindInvalid, "The content of a custom item must be a JSON object.").WithFix("Write {…}.")
		}
		p["content"] = content
	}
	return only(itemFields, p, "a custom item", fields)
}

// NewItem returns the body of a request that creates a custom item.
func NewItem(i training.CustomItem) (Patch, error) {
	p, err := ItemPatch(i)
	if err != nil {
		return nil, err
	}
	return p.given(), nil
}

var itemFields = map[string][]string{
	"type": {"type"}, "name": {"name"}, "description": {"description"}, "visibility": {"visibility"}, "content": {"content"},
}

// CustomItems returns the items that the athlete defined.
func (c *Client) CustomItems(ctx context.Context) ([]training.CustomItem, error) {
	return client.List(ctx, c.api, request{Op: opItems, At: []string{c.athlete}}, (*WireItem).Read)
}

// SaveCustomItem creates or changes an item.
func (c *Client) SaveCustomItem(ctx context.Context, item training.CustomItem, fields ...string) (training.CustomItem, error) {
	if item.ID == "" {
		p, err := NewItem(item)
		if err != nil {
			return item, err
		}
		return client.One(ctx, c.api, request{Op: opCreateItem, At: []string{c.athlete}, Body: p}, (*WireItem).Read)
	}
	if _, err := Number(item.ID); err != nil {
		return item, err
	}
	p, err := ItemPatch(item, fields...)
	if err != nil {
		return item, err
	}
	return client.One(ctx, c.api, request{Op: opUpdateItem, At: []string{c.athlete, item.ID}, Body: p, Repeatable: true}, (*WireItem).Read)
}

// DeleteCustomItem deletes an item.
func (c *Client) DeleteCustomItem(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteItem, id)
}
