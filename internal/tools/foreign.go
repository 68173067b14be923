package tools

import (
	"encoding/json"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// foreign is the value of target that v means under another server's name for
// it: some say by the name what the value leaves out.
func (rd *reader) foreign(name, target string, v any) (any, error) {
	read := rd.foreignReader(snake(name), target)
	if read == nil {
		return v, nil
	}
	if raw, ok := v.(json.RawMessage); ok {
		if err := decodeWhole(raw, &v); err != nil {
			return nil, wrongType(name, rd.row.Input().Properties[target], string(raw))
		}
	}
	if v == nil { // null says "not given"
		return v, nil
	}
	return read(name, v)
}

func (rd *reader) foreignReader(name, target string) func(name string, v any) (any, error) {
	switch {
	case name == "ride_id":
		return func(_ string, v any) (any, error) { return rideID(v), nil }
	case name == "ride_ids":
		return func(_ string, v any) (any, error) { return rd.rideIDs(target, v), nil }
	case name == "sport_type" && target == "sport":
		return rd.exercise
	case name == "confirm" && target == dryRun:
		return rd.unconfirmed
	}
	return nil
}

// rideID is the id of a ride at iGPSport, which is a number there and of no
// other service.
func rideID(v any) any {
	text, ok := v.(string)
	if n, isNumber := v.(json.Number); isNumber {
		text, ok = n.String(), true
	}
	if text = strings.TrimSpace(text); ok && isDigits(text) {
		return "igpsport:" + text
	}
	return v
}

func (rd *reader) rideIDs(target string, v any) any {
	items, ok := v.([]any)
	if !ok {
		items = rd.itemsOf(rd.row.Input().Properties[target], rd.row.contract.shape().field(target), v)
	}
	out := make([]any, len(items))
	for i := range items {
		out[i] = rideID(items[i])
	}
	return out
}

// exercise is the sport of iGPSport's number for it, where it is one. Nobody
// says what numbers above 0 mean.
func (rd *reader) exercise(name string, v any) (any, error) {
	text, ok := v.(string)
	if n, isNumber := v.(json.Number); isNumber {
		text, ok = n.String(), true
	}
	switch text = strings.TrimSpace(text); {
	case !ok || !isDigits(text):
		return v, nil
	case strings.Trim(text, "0") == "":
		rd.note("sport", i18n.Name(string(training.Cycling)))
		return string(training.Cycling), nil
	}
	return nil, training.Errorf(training.KindInvalid, "%s is %q, and only number 0 is known to mean a sport, cycling.", name, Clip(text)).
		WithFix("Write the sport as a word, such as run.")
}

// unconfirmed is whether a write is only to be shown: unless it was confirmed.
func (rd *reader) unconfirmed(name string, v any) (any, error) {
	sure, err := rd.boolean(name, rd.row.Input().Properties[dryRun], v)
	confirmed, _ := sure.(bool)
	return !confirmed, err
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
