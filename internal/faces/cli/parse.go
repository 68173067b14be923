package cli

import (
	"bytes"
	"encoding/json"
	"slices"
)

// object is a JSON object in its own order.
type object []member

type member struct {
	key   string
	value any // object, []any, string, json.Number, bool or nil
}

func parse(answer []byte) (any, error) {
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
		var o object
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			o = append(o, member{key.(string), v}) // a name, or Token fails
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

func (o object) get(key string) any {
	if i := slices.IndexFunc(o, func(m member) bool { return m.key == key }); i >= 0 {
		return o[i].value
	}
	return nil
}

// scalar reports whether a value is neither object nor list.
func scalar(v any) bool {
	switch v.(type) {
	case object, []any:
		return false
	}
	return true
}

func scalars(list []any) bool {
	return !slices.ContainsFunc(list, func(v any) bool { return !scalar(v) })
}

// rows are the objects of a list of objects.
func rows(list []any) ([]object, bool) {
	out := make([]object, len(list))
	for i, v := range list {
		o, ok := v.(object)
		if !ok {
			return nil, false
		}
		out[i] = o
	}
	return out, len(out) > 0
}

// columns are an object's lists of one length, if it is laid out in such: the
// length that most of them have, two or more.
func columns(o object) []member {
	byLength := map[int][]member{}
	most := 0
	for _, m := range o {
		list, ok := m.value.([]any)
		if !ok || len(list) < 2 || !scalars(list) {
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
