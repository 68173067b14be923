package page

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

// What the buttons of forms do.
const (
	OpSave   = "save"
	OpRemove = "remove"
)

// Deed is a write that a form of a page asks for: a tool with its arguments,
// and where to go after it. Forms need no script: the answer is a page.
type Deed struct {
	Tool string
	In   Args
	// Fields are the fields of the form by the keys of the tool that they are sent
	// as, where those differ; Asks are those that a form may lack.
	Fields map[string]string
	Asks   []string
	// Then is the address to go on at, by what the tool answered.
	Then func(answer json.RawMessage) string
}

// Same is the address to go on at, whatever was answered.
func Same(address string) func(json.RawMessage) string {
	return func(json.RawMessage) string { return address }
}

// OwnAddress is an address of these pages that a form named, or else another.
func OwnAddress(text, otherwise string) string {
	u, err := url.Parse(text)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(text, "\\\r\n\t") {
		return otherwise
	}
	return u.RequestURI()
}

// Trimmed is a field of a form.
func Trimmed(fields url.Values, name string) string { return strings.TrimSpace(fields.Get(name)) }

// Before marks the field that has what a form showed, so that only what
// somebody changed is written.
const Before = "was."

// FormField is a field of a form; Number is its least step.
type FormField struct {
	Key, Title, Value string
	Number            string
	Most              string // of a number
	Long              bool
	Needed            bool
}

// Minutes are seconds in the unit of a plan's text.
func Minutes(seconds Num) string {
	if seconds == "" {
		return ""
	}
	return strconv.FormatFloat(math.Round(100*Float(seconds)/60)/100, 'f', -1, 64)
}

// ChangedIn wants the fields that a form shows otherwise than it did; nil is one
// that was emptied.
func ChangedIn(fields url.Values) func(key, now string) (any, bool) {
	return func(key, now string) (any, bool) {
		switch {
		case !fields.Has(key) || now == strings.ReplaceAll(Trimmed(fields, Before+key), "\r\n", "\n"):
			return nil, false
		case now == "":
			return nil, true
		}
		return now, true
	}
}

// Given are the fields of those names that keep wants, with their values.
func Given(fields url.Values, keys []string, keep func(key, now string) (any, bool)) (map[string]any, error) {
	out := map[string]any{}
	for _, key := range keys {
		v, ok := keep(key, strings.ReplaceAll(Trimmed(fields, key), "\r\n", "\n"))
		if !ok {
			continue
		}
		if text, isText := v.(string); isText && isNumber(key) {
			if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
				return nil, training.Errorf(training.KindInvalid, "%s cannot be %q.", key, text).WithFix("Give a number.").Of(key, "Give a number.")
			}
			v = Num(text)
		}
		out[key] = v
	}
	return out, nil
}

func isNumber(key string) bool {
	return key == "duration_minutes" || key == "distance_km" || key == "load"
}
