package steptext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"lapkeep/internal/formats/workout"
)

// object is a JSON object with its members in their order, which says what
// target leads a step, and with those that are given twice.
type object []member

type member struct {
	key   string
	value any
}

// deepest is how far JSON may nest: repeats do so to less, each by two.
const deepest = 16

var (
	errDeep = errors.New("it nests too deep")
	errMore = errors.New("more follows its end")
)

// decode reads JSON into objects, lists, strings, numbers and booleans.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := value(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errMore
	}
	return v, nil
}

func value(d *json.Decoder, depth int) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return t, nil
	}
	if depth == deepest {
		return nil, errDeep
	}
	var list []any
	var o object
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := value(d, depth+1)
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			o = append(o, member{name, v})
			continue
		}
		v, err := value(d, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if delim == '{' {
		return o, nil
	}
	return list, nil
}

// opened is what a text holds that is JSON itself.
func opened(v any) (any, bool) {
	text, ok := workout.JSONText(v)
	if !ok {
		return v, false
	}
	inner, err := decode([]byte(text))
	if err != nil {
		return v, false
	}
	return inner, true
}
