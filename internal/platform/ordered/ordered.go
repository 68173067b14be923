// Package ordered reads JSON whose members keep their order, to show an answer to a person.
package ordered

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Object is a JSON object in its own order.
type Object []Member

// Member is a name with its value.
type Member struct {
	Key   string
	Value any // Object, []any, string, json.Number, bool or nil
}

// Parse returns the value of a JSON text; numbers are kept as they are written.
func Parse(answer []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	return value(d)
}

func value(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		var o Object
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			o = append(o, Member{key.(string), v}) // always a name: otherwise Token fails
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}

// At returns the member at a path, such as "previous.totals".
func (o Object) At(path string) any {
	name, rest, deeper := strings.Cut(path, ".")
	v := o.Get(name)
	if !deeper {
		return v
	}
	inner, _ := v.(Object)
	return inner.At(rest)
}

// List returns the list at a path, or nil.
func (o Object) List(path string) []any {
	list, _ := o.At(path).([]any)
	return list
}

// Rows returns the objects of the list at a path.
func (o Object) Rows(path string) []Object {
	all, _ := Rows(o.List(path))
	return all
}

// Get returns the value of a member, or nil.
func (o Object) Get(key string) any {
	if i := slices.IndexFunc(o, func(m Member) bool { return m.Key == key }); i >= 0 {
		return o[i].Value
	}
	return nil
}

// Scalar reports whether a value is neither an object nor a list.
func Scalar(v any) bool {
	switch v.(type) {
	case Object, []any:
		return false
	}
	return true
}

// Scalars reports whether a list has neither objects nor lists.
func Scalars(list []any) bool {
	return !slices.ContainsFunc(list, func(v any) bool { return !Scalar(v) })
}

// Rows returns the items of list as objects; ok is false unless all are objects
// and there is at least one.
func Rows(list []any) ([]Object, bool) {
	out := make([]Object, len(list))
	for i, v := range list {
		o, ok := v.(Object)
		if !ok {
			return nil, false
		}
		out[i] = o
	}
	return out, len(out) > 0
}

// Columns returns the lists of scalars in an object that share the most
// frequent length, if at least two do.
func Columns(o Object) []Member {
	byLength := map[int][]Member{}
	most := 0
	for _, m := range o {
		list, ok := m.Value.([]any)
		if !ok || len(list) < 2 || !Scalars(list) {
			continue
		}
		n := len(list)
		byLength[n] = append(byLength[n], m)
		if len(byLength[n]) > max(1, len(byLength[most])) {
			most = n
		}
	}
	return byLength[most]
}

// Across turns columns into rows.
func Across(columns []Member) []Object {
	var out []Object
	for i := range columns[0].Value.([]any) { // columns holds only lists
		var row Object
		for _, c := range columns {
			row = append(row, Member{c.Key, c.Value.([]any)[i]})
		}
		out = append(out, row)
	}
	return out
}
