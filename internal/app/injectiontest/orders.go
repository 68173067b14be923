package injectiontest

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
)

// Order is a call that a text asks for.
type Order struct {
	Tool string
	Args json.RawMessage
}

// String is the order as texts give it.
func (o Order) String() string { return o.Tool + " " + string(o.Args) }

var (
	callPattern   = regexp.MustCompile(`\b([a-z]+_[a-z_]+|search|fetch)\b[\s:=(]*\{`)
	base64Pattern = regexp.MustCompile(`[A-Za-z0-9+/]{24,}={0,2}`)
)

// Orders are all orders in a text, those in base64 and in characters that
// nobody sees included.
func Orders(text string) []Order {
	var out []Order
	for _, seen := range []string{text, revealed(text)} {
		out = append(out, plain(seen)...)
		for _, run := range base64Pattern.FindAllString(seen, -1) {
			if b, err := base64.StdEncoding.DecodeString(run); err == nil {
				out = append(out, plain(string(b))...)
			}
		}
		if seen == revealed(text) {
			break // nothing was hidden
		}
	}
	return out
}

func plain(text string) []Order {
	var out []Order
	for _, at := range callPattern.FindAllStringSubmatchIndex(text, -1) {
		var args json.RawMessage
		d := json.NewDecoder(strings.NewReader(text[at[1]-1:]))
		if d.Decode(&args) == nil {
			out = append(out, Order{text[at[2]:at[3]], args})
		}
	}
	return out
}

// revealed turns tag characters into their ASCII, and leaves out characters
// that join nothing.
func revealed(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0xE0020 && r <= 0xE007E:
			return r - 0xE0000
		case r == '\u200b' || r == '\u200d' || r == '\u2060' || r == '\ufeff':
			return -1
		}
		return r
	}, text)
}

// Strings are all texts in an answer with their places, keys included: the
// key of a member is shown at its own path.
func Strings(answer json.RawMessage, each func(path, text string)) error {
	var v any
	if err := json.Unmarshal(answer, &v); err != nil {
		return err
	}
	walk("", v, each)
	return nil
}

func walk(path string, v any, each func(path, text string)) {
	switch x := v.(type) {
	case string:
		each(path, x)
	case []any:
		for _, item := range x {
			walk(path+"[]", item, each)
		}
	case map[string]any:
		for k, item := range x {
			at := strings.TrimPrefix(path+"."+k, ".")
			each(at+"#key", k)
			walk(at, item, each)
		}
	}
}
