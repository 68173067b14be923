package training

import "encoding/json"

// CustomItem is a chart, field, stream or set of zones that an athlete
// defined.
type CustomItem struct {
	ID          string `json:"id,omitempty"`
	Type        string `json:"type"` // in the service's capitals: INPUT_FIELD
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Visibility  string `json:"visibility,omitempty"` // PRIVATE, FOLLOWERS or PUBLIC
	// Content is a JSON object whose members depend on the type.
	Content json.RawMessage `json:"content,omitempty"`
}
