package facts

import "encoding/json"

// Row is one row of an answer: only what is known, by its published name.
type Row map[string]any

// Put adds a value unless it is the empty string, false or an empty list.
func (r Row) Put(key string, v any) {
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

// The most bytes that a number takes, and a character of a text.
const (
	numberBytes    = 25
	characterBytes = 6
)

// Bound is how many bytes the row takes at most, with the comma behind it.
func (r Row) Bound() int {
	const brackets, marks = 3, 4
	n := brackets
	for k, v := range r {
		n += characterBytes*len(k) + marks
		switch x := v.(type) {
		case bool, int, float64:
			n += numberBytes
		case string:
			n += characterBytes*len(x) + 2
		default:
			n += Size(v)
		}
	}
	return n
}

// Longer says that rows take more bytes than most. Few come near, and those
// alone are marshalled to know.
func Longer(rows []Row, most int) bool {
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
