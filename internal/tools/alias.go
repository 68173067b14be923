package tools

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// commonAliases lists other servers' and people's names for an argument. A name
// means the first of its arguments that a tool has.
func commonAliases() map[string][]string {
	return map[string][]string{
		"id":            {"activity_id", "activity", "event_id", "workout_id", "note_id"},
		"activity_id":   {"id", "activity", "ids", "activity_ids"},
		"activity":      {"id", "activity_id"},
		"activity_ids":  {"ids", "activities"},
		"ids":           {"activity_ids", "activities"},
		"ride_id":       {"id", "activity_id", "ids"},
		"ride_ids":      {"ids", "activity_ids"},
		"start_date":    {"from", "range", "date"},
		"start":         {"from", "range", "start_time"},
		"oldest":        {"from"},
		"after":         {"from"},
		"since":         {"from", "range"},
		"date_from":     {"from"},
		"from_date":     {"from"},
		"end_date":      {"to"},
		"end":           {"to"},
		"newest":        {"to"},
		"before":        {"to"},
		"until":         {"to"},
		"date_to":       {"to"},
		"to_date":       {"to"},
		"period":        {"range", "from"},
		"dates":         {"range", "from"},
		"date_range":    {"range", "from"},
		"range":         {"from", "period"},
		"day":           {"date"},
		"type":          {"sport"},
		"sport_type":    {"sport"},
		"activity_type": {"sport"},
		"sports":        {"sport"},
		"max_results":   {"limit"},
		"count":         {"limit"},
		"per_page":      {"limit"},
		"page_size":     {"limit"},
		"n":             {"limit"},
		"page":          {"cursor"},
		"query":         {"text", "search"},
		"q":             {"text", "search"},
		"search":        {"text", "query"},
		"include":       {"sections"},
		"section":       {"sections"},
		"streams":       {"channels"},
		"stream_types":  {"channels"},
		"title":         {"name"},
	}
}

// rename gives every argument the name that the schema has, and refuses those
// that have none.
func (rd *reader) rename(path string, s *jsonschema.Schema, given map[string]any) (map[string]any, error) {
	if isMap(s) {
		return given, nil
	}
	out := make(map[string]any, len(given))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if s.Properties[name] != nil {
			out[name] = given[name]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if s.Properties[name] != nil {
			continue
		}
		target := rd.meaning(path, name, s)
		if target == "" {
			return nil, rd.unknown(path, name, s)
		}
		if _, taken := out[target]; taken {
			return nil, training.Errorf(training.KindInvalid, "%s and %s mean the same in %s.", name, target, rd.of(path)).
				WithFix("Give %s alone.", target)
		}
		v, err := rd.foreign(name, target, given[name])
		if err != nil {
			return nil, err
		}
		out[target] = v
		rd.note(join(path, name), i18n.Name(target))
	}
	return out, nil
}

func isMap(s *jsonschema.Schema) bool {
	return len(s.Properties) == 0 && s.AdditionalProperties != nil && s.AdditionalProperties.Type != ""
}

// meaning gives the property that a foreign name means, or "".
func (rd *reader) meaning(path, name string, s *jsonschema.Schema) string {
	plain := snake(name)
	if s.Properties[plain] != nil {
		return plain
	}
	if target := rd.row.Aliases[plain]; path == "" && s.Properties[target] != nil {
		return target
	}
	for _, target := range commonAliases()[plain] {
		if s.Properties[target] != nil {
			return target
		}
	}
	return ""
}

// snake writes activityId, Activity-ID and "activity id" as activity_id.
func snake(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case r == '-' || r == ' ' || r == '.':
			r = '_'
		case unicode.IsUpper(r):
			if lower {
				b.WriteByte('_')
			}
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func (rd *reader) unknown(path, name string, s *jsonschema.Schema) error {
	e := training.Errorf(training.KindInvalid, "%s has no argument %q.", rd.of(path), Clip(name))
	if path != "" {
		e = training.Errorf(training.KindInvalid, "%s has no member %q.", path, Clip(name))
	}
	names := listWords(s.PropertyOrder, "no arguments")
	if typed(snake(name)) {
		return e.WithFix("No tool takes a key, a token or a password: a person types them at a terminal, with lapkeep connect. "+
			"It takes %s.", names)
	}
	if near := i18n.Nearest(snake(name), s.PropertyOrder); near != "" {
		return e.WithFix("Did you mean %s? It takes %s.", near, names)
	}
	return e.WithFix("It takes %s.", names)
}

// typed reports whether a name is of what only a person types: other servers
// take it from an assistant. Its value is not repeated.
func typed(name string) bool {
	switch name {
	case "access_token", "refresh_token", "token", "tokens", "client_id", "client_secret", "secret", "password", "api_key":
		return true
	}
	return false
}
