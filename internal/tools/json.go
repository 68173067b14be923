package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// JSON is an argument that its tool reads by itself. It comes as it was
// written, since the order of members can say something.
type JSON json.RawMessage

// MarshalJSON gives it as it is.
func (j JSON) MarshalJSON() ([]byte, error) { return json.RawMessage(j).MarshalJSON() }

// UnmarshalJSON takes it as it is.
func (j *JSON) UnmarshalJSON(b []byte) error {
	*j = bytes.Clone(b)
	return nil
}

var jsonType = reflect.TypeFor[JSON]()

// ReadsItself reports what a tool reads by itself, by its path in the schema of
// the arguments ("events[].steps"), or a part of that.
func (r Row) ReadsItself(path string) bool {
	sh := r.contract.shape()
	for name := range strings.SplitSeq(path, ".") {
		sh = sh.field(strings.TrimRight(name, "[]"))
		if strings.HasSuffix(name, "[]") && sh.kind != jsonShape {
			sh = sh.item()
		}
		if sh.kind == jsonShape {
			return true
		}
	}
	return false
}

// decode reads arguments of a shape into objects, lists and scalars, and leaves
// what a tool reads by itself as it was written.
func (s *shape) decode(raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case string(raw) == "null":
		return nil, nil //nolint:nilnil // null says "not given"
	case s.kind == jsonShape:
		return raw, nil
	case s.holdsJSON && bytes.HasPrefix(raw, []byte("{")):
		return s.decodeObject(raw)
	case s.holdsJSON && bytes.HasPrefix(raw, []byte("[")):
		return s.decodeList(raw)
	}
	var v any
	err := decodeWhole(raw, &v)
	return v, err
}

func (s *shape) decodeObject(raw json.RawMessage) (map[string]any, error) {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", "{}":
		return map[string]any{}, nil
	}
	out := map[string]any{}
	if !s.holdsJSON {
		return out, decodeWhole(raw, &out)
	}
	var members map[string]json.RawMessage
	if err := decodeWhole(raw, &members); err != nil {
		return nil, err
	}
	for name, member := range members {
		f := s.fields[name]
		if f == nil { // by another name it can be either
			f = &shape{kind: jsonShape}
		}
		var err error
		if out[name], err = f.decode(member); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *shape) decodeList(raw json.RawMessage) ([]any, error) {
	var items []json.RawMessage
	if err := decodeWhole(raw, &items); err != nil {
		return nil, err
	}
	out := make([]any, len(items))
	for i := range items {
		var err error
		if out[i], err = s.item().decode(items[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
