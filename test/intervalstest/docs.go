package intervalstest

import (
	"math"
	"slices"
	"strconv"
)

// Doc is one of the service's objects as decoded JSON: numbers are float64,
// absent values are null.
type Doc = map[string]any

// Plain returns v as decoded JSON.
func Plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []string:
		return listOf(v)
	case []int:
		return listOf(v)
	case []float64:
		return listOf(v)
	case []Doc:
		return listOf(v)
	case []any:
		return listOf(v)
	case Doc:
		d := make(Doc, len(v))
		for k, e := range v {
			d[k] = Plain(e)
		}
		return d
	}
	return v
}

func listOf[T any](list []T) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = Plain(e)
	}
	return out
}

// PlainDoc returns d as decoded JSON.
func PlainDoc(d Doc) Doc { return Plain(d).(Doc) }

// Text returns a text field, "" for another type.
func Text(d Doc, field string) string {
	s, _ := d[field].(string)
	return s
}

// Number returns a number field, 0 for another type.
func Number(d Doc, field string) float64 {
	n, _ := d[field].(float64)
	return n
}

// Numbers returns the numbers of a list, nil for none.
func Numbers(v any) []float64 {
	list, _ := v.([]any)
	var out []float64
	for _, e := range list {
		if n, ok := e.(float64); ok {
			out = append(out, n)
		}
	}
	return out
}

// Truth reports whether a field is true.
func Truth(d Doc, field string) bool {
	b, _ := d[field].(bool)
	return b
}

// IDOf returns a document's id in the form of a path.
func IDOf(d Doc) string {
	if n, ok := d["id"].(float64); ok {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return Text(d, "id")
}

// Round returns n rounded to a number of places.
func Round(n float64, places int) float64 {
	p := math.Pow10(places)
	return math.Round(n*p) / p
}

// List is a list of documents in order of creation.
type List struct{ Rows []Doc }

// Find returns the document with an id, nil for none.
func (s *List) Find(id string) Doc {
	i := slices.IndexFunc(s.Rows, func(d Doc) bool { return IDOf(d) == id })
	if i < 0 {
		return nil
	}
	return s.Rows[i]
}

// Add appends a document.
func (s *List) Add(d Doc) { s.Rows = append(s.Rows, d) }

// Remove removes the documents selected by gone, and returns their number.
func (s *List) Remove(gone func(Doc) bool) int {
	before := len(s.Rows)
	s.Rows = slices.DeleteFunc(s.Rows, gone)
	return before - len(s.Rows)
}

// Where returns the documents that keep selects, in order.
func (s *List) Where(keep func(Doc) bool) []Doc {
	list := []Doc{}
	for _, d := range s.Rows {
		if keep(d) {
			list = append(list, d)
		}
	}
	return list
}

// Only returns d with only the requested fields.
func Only(d Doc, fields []string) Doc {
	out := Doc{}
	for _, f := range fields {
		if v := d[f]; v != nil {
			out[f] = v
		}
	}
	return out
}

// NumberText returns a number in the form of a path.
func NumberText(v any) string { return IDOf(Doc{"id": v}) }

// InRange returns an error if a field's number is outside a scale.
func InRange(d Doc, field string, from, to float64) error {
	if n, ok := d[field].(float64); ok && (n < from || n > to) {
		return Invalid("%s must be between %g and %g", field, from, to)
	}
	return nil
}
