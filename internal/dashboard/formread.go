package dashboard

import (
	"encoding/json"
	"lapkeep/internal/training"
	"math"
	"net/url"
	"strconv"
	"strings"
)

// What the buttons of forms do.
const (
	opSave   = "save"
	opRemove = "remove"
)

// deed is a write that a form of a page asks for: a tool with its arguments,
// and where to go after it. Forms need no script: the answer is a page.
type deed struct {
	tool string
	in   args
	// then is the address to go on at, by what the tool answered.
	then func(answer json.RawMessage) string
}

// same is the address to go on at, whatever was answered.
func same(address string) func(json.RawMessage) string {
	return func(json.RawMessage) string { return address }
}

// ownAddress is an address of these pages that a form named, or else another.
func ownAddress(text, otherwise string) string {
	u, err := url.Parse(text)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(text, "\\\r\n\t") {
		return otherwise
	}
	return u.RequestURI()
}

// trimmed is a field of a form.
func trimmed(fields url.Values, name string) string { return strings.TrimSpace(fields.Get(name)) }

// before marks the field that has what a form showed, so that only what
// somebody changed is written.
const before = "was."

// formField is a field of a form; number is its least step.
type formField struct {
	key, title, value string
	number            string
	long              bool
}

// minutes are seconds in the unit of a plan's text.
func minutes(seconds num) string {
	if seconds == "" {
		return ""
	}
	return strconv.FormatFloat(math.Round(100*float(seconds)/60)/100, 'f', -1, 64)
}

// changedIn wants the fields that a form shows otherwise than it did; nil is one
// that was emptied.
func changedIn(fields url.Values) func(key, now string) (any, bool) {
	return func(key, now string) (any, bool) {
		switch {
		case !fields.Has(key) || now == strings.ReplaceAll(trimmed(fields, before+key), "\r\n", "\n"):
			return nil, false
		case now == "":
			return nil, true
		}
		return now, true
	}
}

// given are the fields of those names that keep wants, with their values.
func given(fields url.Values, keys []string, keep func(key, now string) (any, bool)) (map[string]any, error) {
	out := map[string]any{}
	for _, key := range keys {
		v, ok := keep(key, strings.ReplaceAll(trimmed(fields, key), "\r\n", "\n"))
		if !ok {
			continue
		}
		if text, isText := v.(string); isText && isNumber(key) {
			if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
				return nil, training.Errorf(training.KindInvalid, "%s cannot be %q.", key, text).WithFix("Give a number.")
			}
			v = num(text)
		}
		out[key] = v
	}
	return out, nil
}

func isNumber(key string) bool {
	return key == "duration_minutes" || key == "distance_km" || key == "load"
}
