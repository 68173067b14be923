package intervalsicu

import (
	"encoding/json"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Message holds the fields of a message that we read.
type Message struct {
	ID        ID     `json:"id"`
	AthleteID ID     `json:"athlete_id"`
	Name      string `json:"name"`
	Created   string `json:"created"`
	Type      string `json:"type"`
	Content   string `json:"content"`
	Deleted   string `json:"deleted"`
	Attached  string `json:"attachment_url"`
	Seen      bool   `json:"seen"`
}

// Read is the message in our words; ok is false for one that was deleted.
func (m *Message) Read(me string) (_ source.Message, ok bool) {
	return source.Message{
		ID: string(m.ID), AuthorID: string(m.AthleteID), Author: m.Name, At: UTC(m.Created), Kind: lower(m.Type), Text: m.Content,
		Mine: me != "" && string(m.AthleteID) == me, Seen: m.Seen, Attachment: m.Attached != "",
		AttachmentURL: m.Attached,
	}, m.Deleted == ""
}

// Chat holds the fields that we read of a chat, in which messages are.
type Chat struct {
	ID         ID `json:"id"`
	ActivityID ID `json:"activity_id"` // empty unless it is about one
}

// WireItem is a chart, a field or another thing that the athlete defined.
type WireItem struct {
	ID          ID              `json:"id"`
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Visibility  string          `json:"visibility"`
	Content     json.RawMessage `json:"content"`
}

// Read is the item in our words.
func (i *WireItem) Read() source.CustomItem {
	return source.CustomItem{
		ID: string(i.ID), Type: i.Type, Name: i.Name, Description: i.Description, Visibility: i.Visibility, Content: content(i.Content),
	}
}

// content is an item's content, nil for none.
func content(b json.RawMessage) json.RawMessage {
	if s := string(b); s == "" || s == "null" || s == "{}" {
		return nil
	}
	return b
}

// itemTypes lists the types of items, visibilities who may see them.
var (
	itemTypes = []string{
		"FITNESS_CHART", "FITNESS_TABLE", "TRACE_CHART", "INPUT_FIELD", "ACTIVITY_FIELD", "INTERVAL_FIELD", "ACTIVITY_STREAM", "ACTIVITY_CHART",
		"ACTIVITY_HISTOGRAM", "ACTIVITY_HEATMAP", "ACTIVITY_MAP", "ACTIVITY_PANEL", "ZONES",
	}
	visibilities = []string{"PRIVATE", "FOLLOWERS", "PUBLIC"}
)

// ItemPatch is an item, or its named fields, as the service takes it.
func ItemPatch(i source.CustomItem, fields ...string) (Patch, error) {
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
		return nil, training.Errorf(training.KindInvalid, "%q is not a visibility.", i.Visibility).WithFix("Use PRIVATE, FOLLOWERS or PUBLIC.")
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

// NewItem is an item that the service is to make.
func NewItem(i source.CustomItem) (Patch, error) {
	p, err := ItemPatch(i)
	if err != nil {
		return nil, err
	}
	return p.given(), nil
}

var itemFields = map[string][]string{
	"type": {"type"}, "name": {"name"}, "description": {"description"}, "visibility": {"visibility"}, "content": {"content"},
}

// Route holds the fields of a route that we read.
type Route struct {
	ID          ID           `json:"route_id"`
	Name        string       `json:"name"`
	Description string       `json:"description"`
	Commute     bool         `json:"commute"`
	Tags        []string     `json:"tags"`
	ReplacedBy  ID           `json:"replaced_by_route_id"`
	LastType    string       `json:"most_recent_type"`
	Path        [][]*float64 `json:"latlngs"`
}

// Read is the route in our words. Points without a place are left out.
func (r *Route) Read() source.Route {
	out := source.Route{ID: string(r.ID), Name: r.Name, Description: r.Description, Commute: r.Commute, Tags: r.Tags}
	out.Sport, _ = Sport(r.LastType)
	for _, p := range r.Path {
		if len(p) == 2 && p[0] != nil && p[1] != nil {
			out.Path = append(out.Path, [2]float64{*p[0], *p[1]})
		}
	}
	return out
}
