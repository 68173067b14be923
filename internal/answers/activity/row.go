package activity

import (
	"encoding/json"
	"math"
)

// FactsRow is one row of an answer: only what is known, by its published name.
type FactsRow map[string]any

// Put adds a value unless it is the empty string, false or an empty list.
func (r FactsRow) Put(key string, v any) {
	switch x := v.(type) {
	case string:
		if x == "" {
			return
		}
	case bool:
		if !x {
			return
		}
	case []string:
		if len(x) == 0 {
			return
		}
	}
	r[key] = v
}

// The most bytes that a number takes: any one, one of nine digits and three
// decimals, as most are rounded to; and a character that has to be escaped.
const (
	numberBytes    = 25
	roundedBytes   = 14
	characterBytes = 6
)

// Bound is how many bytes the row takes at most, with the comma behind it.
func (r FactsRow) Bound() int {
	const brackets, marks = 3, 4
	n := brackets
	for k, v := range r {
		n += textBound(k) + marks
		switch x := v.(type) {
		case bool, int:
			n += numberBytes
		case float64:
			n += numberBound(x)
		case string:
			n += textBound(x) + 2
		default:
			n += Size(v)
		}
	}
	return n
}

func numberBound(x float64) int {
	const most = 1e9
	if x > -most && x < most && math.Round(x*1000)/1000 == x {
		return roundedBytes
	}
	return numberBytes
}

func textBound(s string) int {
	n := len(s)
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			n += characterBytes - 1
		}
	}
	return n
}

// Longer says that rows take more bytes than most. Few come near, and those
// alone are marshalled to know.
func Longer(rows []FactsRow, most int) bool {
	bound := 0
	for _, r := range rows {
		bound += r.Bound()
	}
	return bound > most && Size(rows) > most
}

// Size is how many bytes a value takes; 0 if it is none of JSON.
func Size(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}
