package outbox

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/ledger"
)

// same reports whether two values of a field say the same.
func same(k Kind, name string, a, b json.RawMessage) bool {
	if s, ok := k.(Same); ok {
		return s.Same(name, a, b)
	}
	return SameValue(a, b)
}

// precision is how far apart numbers are, of themselves, that differ by the
// way that they were written only.
const precision = 1e-6

// SameValue is how fields are compared where their kind has no way of its own:
// what is absent, empty, zero and false is not said.
func SameValue(a, b json.RawMessage) bool {
	x, y := value(a), value(b)
	if f, ok := x.(float64); ok {
		if g, ok := y.(float64); ok {
			return math.Abs(f-g) <= precision*math.Max(math.Abs(f), math.Abs(g))
		}
	}
	return bytes.Equal(canonical(x), canonical(y))
}

// value is what a field says; nil is nothing.
func value(b json.RawMessage) any {
	var v any
	if len(b) == 0 || json.Unmarshal(b, &v) != nil {
		return nil
	}
	switch t := v.(type) {
	case string:
		if t == "" {
			return nil
		}
	case float64:
		if t == 0 {
			return nil
		}
	case bool:
		if !t {
			return nil
		}
	case []any:
		if len(t) == 0 {
			return nil
		}
	case map[string]any:
		if len(t) == 0 {
			return nil
		}
	}
	return v
}

func canonical(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return nil // it came from JSON
	}
	return b
}

// Differing are the names whose values differ, of some or, for nil, of all.
func Differing(k Kind, a, b Fields, names []string) []string {
	if names == nil {
		all := maps.Clone(a)
		if all == nil {
			all = Fields{}
		}
		maps.Copy(all, b)
		names = slices.Sorted(maps.Keys(all))
	}
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return same(k, n, a[n], b[n]) })
}

const shownRunes = 80

// differences tells which fields are held otherwise than they were meant.
func differences(k Kind, meant, held Fields, names []string) []ledger.Difference {
	var out []ledger.Difference
	for _, n := range Differing(k, meant, held, names) {
		out = append(out, ledger.Difference{Field: n, Meant: Shown(meant[n]), Held: Shown(held[n])})
	}
	return out
}

// Shown is a value as text. Others may have written it.
func Shown(b json.RawMessage) string {
	v := value(b)
	if v == nil {
		return ""
	}
	text, ok := v.(string)
	if !ok {
		text = string(canonical(v))
	}
	return textclean.Line(text, shownRunes)
}

// held are those of some names, or for nil of all of some fields, that the
// service gives back as it was told them.
func (p *delivery) held(f Fields, names []string) []string {
	if names == nil {
		names = slices.Sorted(maps.Keys(f))
	}
	partial, ok := p.kind.(Partial)
	if !ok {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !partial.Holds(p.service, n) })
}
