package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

// shapeKind defines how a value in the arguments is read, in addition to its JSON type.
type shapeKind uint8

const (
	plainShape shapeKind = iota
	dateShape
	planDateShape
	rangeShape
	planRangeShape
	sportShape
	wholeShape
	idShape
	jsonShape
)

// shape describes the Go type of the arguments, to the extent that it affects reading.
type shape struct {
	kind   shapeKind
	fields map[string]*shape
	elem   *shape
	// holdsJSON means that a tool reads a part of the value itself.
	holdsJSON bool
}

// field returns the shape of a member. It is never nil.
func (s *shape) field(name string) *shape {
	if f := s.fields[name]; f != nil {
		return f
	}
	return &shape{}
}

// item returns the shape of the items of a list or the values of a map. It is never nil.
func (s *shape) item() *shape {
	if s.elem != nil {
		return s.elem
	}
	return &shape{}
}

func shapeOf(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case dateType:
		return &shape{kind: dateShape}
	case planDateType:
		return &shape{kind: planDateShape}
	case dateRangeType:
		return &shape{kind: rangeShape}
	case planRangeType:
		return &shape{kind: planRangeShape}
	case wholeType:
		return &shape{kind: wholeShape}
	case sportType:
		return &shape{kind: sportShape}
	case jsonType:
		return &shape{kind: jsonShape, holdsJSON: true}
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		elem := shapeOf(t.Elem())
		return &shape{elem: elem, holdsJSON: elem.holdsJSON}
	case reflect.Struct:
		return structShape(t)
	}
	return &shape{}
}

func structShape(t reflect.Type) *shape {
	s := &shape{fields: map[string]*shape{}}
	for _, f := range jsonFields(t) {
		s.fields[f.name] = shapeOf(f.typ)
		s.holdsJSON = s.holdsJSON || s.fields[f.name].holdsJSON
		if slices.Contains(ids, f.name) && s.fields[f.name].kind == plainShape {
			s.fields[f.name] = &shape{kind: idShape}
		}
	}
	return s
}

type jsonField struct {
	name string
	typ  reflect.Type // never a pointer
}

// jsonFields returns the members to which a struct is encoded, in order.
func jsonFields(t reflect.Type) []jsonField {
	var out []jsonField
	for _, f := range fieldsOf(t) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch name {
		case "-":
			continue
		case "":
			name = f.Name
		}
		out = append(out, jsonField{name, structOf(f.Type)})
	}
	return out
}

// fieldsOf returns the same fields as [reflect.VisibleFields], but faster if
// there are no embedded structs.
func fieldsOf(t reflect.Type) []reflect.StructField {
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		if fields[i] = t.Field(i); fields[i].Anonymous {
			return reflect.VisibleFields(t)
		}
	}
	return fields
}

var timeType = reflect.TypeFor[time.Time]()

// JSON is an argument that its tool reads itself. It is passed on unchanged,
// because the order of members may matter.
type JSON json.RawMessage

// MarshalJSON returns the JSON unchanged.
func (j JSON) MarshalJSON() ([]byte, error) { return json.RawMessage(j).MarshalJSON() }

// UnmarshalJSON stores the JSON unchanged.
func (j *JSON) UnmarshalJSON(b []byte) error {
	*j = bytes.Clone(b)
	return nil
}

var jsonType = reflect.TypeFor[JSON]()

// ReadsItself reports whether a tool itself reads the argument with the given
// path in the schema ("events[].steps"), or a part of it.
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

// decode decodes arguments into objects, lists and scalars. It leaves the parts
// that a tool reads itself unchanged.
func (s *shape) decode(raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case string(raw) == "null":
		return nil, nil //nolint:nilnil // null means that the argument was not given
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
		if f == nil { // if the member is an alias, it may be either
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
