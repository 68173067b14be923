package workoutfile

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// maxBytes bounds what is read: a workout has some hundred bytes a step.
const maxBytes = 1 << 20

// decode reads JSON, numbers as they are written.
func decode(data []byte) (any, error) {
	if len(data) > maxBytes {
		return nil, training.Errorf(training.KindTooLarge, "The workout has more than %d KB.", maxBytes>>10).
			WithFix("Repeat steps instead of writing them out.")
	}
	v, err := one(string(data))
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The workout is not JSON: %w.", err).WithFix("Give a JSON object.")
	}
	return opened(v), nil
}

var errMore = errors.New("more follows its end")

// one reads one value and nothing behind it.
func one(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err != nil {
		return nil, err
	}
	if _, more := d.Token(); !errors.Is(more, io.EOF) {
		return nil, errMore
	}
	return v, nil
}

// opened is what a text holds that is JSON itself.
func opened(v any) any {
	if text, ok := workout.JSONText(v); ok {
		if inner, err := one(text); err == nil {
			return inner
		}
	}
	return v
}

// object is a JSON object whose members are read one by one, so that one of
// another type than expected costs that member alone.
type object map[string]any

func (o object) word(key string) string {
	s, _ := o[key].(string)
	return strings.TrimSpace(s)
}

// number is a finite number, also one in a text; false for anything else.
func (o object) number(key string) (float64, bool) { return igpsportNumber(o[key]) }

func igpsportNumber(v any) (float64, bool) {
	var text string
	switch x := v.(type) {
	case json.Number:
		text = x.String()
	case string:
		if text = strings.TrimSpace(x); strings.Trim(text, "0123456789.eE+-") != "" {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func (o object) object(key string) object {
	m, _ := opened(o[key]).(map[string]any)
	return m
}

func (o object) list(key string) []any {
	l, _ := opened(o[key]).([]any)
	return l
}
