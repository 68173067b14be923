package igpsport

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

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
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errMore
		}
	}
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The workout is not JSON: %w.", err).WithFix("Give a JSON object.")
	}
	return opened(v), nil
}

var errMore = errors.New("more follows its end")

// opened is what a text holds that is JSON itself: models write lists and
// objects as texts.
func opened(v any) any {
	text, ok := v.(string)
	if !ok {
		return v
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
		return v
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var inner any
	if d.Decode(&inner) != nil {
		return v
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return v
	}
	return inner
}

// object is a JSON object whose members are read one by one, so that one of
// another type than expected costs that member alone.
type object map[string]any

func (o object) word(key string) string {
	s, _ := o[key].(string)
	return strings.TrimSpace(s)
}

// number is a finite number, also one in a text; false for anything else.
func (o object) number(key string) (float64, bool) { return number(o[key]) }

func number(v any) (float64, bool) {
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
