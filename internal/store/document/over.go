package document

import (
	"bytes"
	"encoding/json"
)

// show lays bodies over each other, the lowest first. A list of a layer takes
// the place of the one below: encoding/json would read it into the elements
// that are there, and leave in them what the new ones do not say.
func show(bodies []json.RawMessage, v any) error {
	lists := 0
	for _, body := range bodies {
		if bytes.IndexByte(body, '[') >= 0 {
			lists++
		}
	}
	if lists > 1 {
		var whole json.RawMessage
		for _, body := range bodies {
			whole = over(whole, body)
		}
		return json.Unmarshal(whole, v)
	}
	for _, body := range bodies {
		if err := json.Unmarshal(body, v); err != nil {
			return err
		}
	}
	return nil
}

// over is a value laid over another: the keys of objects one by one, anything
// else whole. What is no JSON is handed on, to be complained of.
func over(below, above json.RawMessage) json.RawMessage {
	var under, top map[string]json.RawMessage
	if json.Unmarshal(below, &under) != nil || json.Unmarshal(above, &top) != nil || under == nil || top == nil {
		return above
	}
	for key, value := range top {
		under[key] = over(under[key], value)
	}
	whole, err := json.Marshal(under)
	if err != nil {
		return above
	}
	return whole
}
