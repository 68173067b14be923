package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
)

// commonAliases maps names that people and other servers use to the names of
// arguments. If a name has several, the first one that the tool has is used.
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
		"days_back":     {"range"},
		"days_ahead":    {"range"},
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

// rename gives the arguments the names in the schema. It rejects unknown ones.
func (rd *reader) rename(path string, s *jsonschema.Schema, given map[string]any) (map[string]any, error) {
	if isMap(s) {
		return given, nil
	}
	given = around(s, given)
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
				WithFix("Give only %s.", target)
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

// meaning returns the property that another name stands for, or "".
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

// snake converts names such as activityId, Activity-ID and "activity id" to activity_id.
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
		return e.WithFix("No tool accepts a key, a token or a password: a person types them at a terminal, with lapkeep connect. It "+
			"needs %s.", names)
	}
	if near := i18n.Nearest(snake(name), s.PropertyOrder); near != "" {
		return e.WithFix("Did you mean %s? It takes %s.", near, names)
	}
	return e.WithFix("It takes %s.", names)
}

// typed reports whether an argument has the name of a secret that only a person may
// type, although other servers accept it from assistants. Its value is never repeated.
func typed(name string) bool {
	switch name {
	case "access_token", "refresh_token", "token", "tokens", "client_id", "client_secret", "secret", "password", "api_key":
		return true
	}
	return false
}

// foreign converts the value of an argument with another server's name to a value
// for target, if that name implies something that the value does not contain.
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
	if v == nil { // null means that the argument was not given
		return v, nil
	}
	return read(name, v)
}

func (rd *reader) foreignReader(name, target string) func(name string, v any) (any, error) {
	switch {
	case name == "days_back" || name == "days_ahead":
		return rd.lately
	case name == "ride_id", name == "segments_id":
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

// lately converts another server's number of days, back or ahead, to a period.
func (rd *reader) lately(name string, v any) (any, error) {
	words := map[string]string{"days_back": "last %v days", "days_ahead": "next %v days"}[snake(name)]
	return fmt.Sprintf(words, v), nil
}

// around combines arguments for days back and days ahead into one range.
func around(s *jsonschema.Schema, given map[string]any) map[string]any {
	back, before := given["days_back"]
	ahead, after := given["days_ahead"]
	if !before || !after || s.Properties["range"] == nil || given["range"] != nil {
		return given
	}
	out := maps.Clone(given)
	delete(out, "days_back")
	delete(out, "days_ahead")
	out["range"] = fmt.Sprintf("%v days ago..in %v days", plain(back), plain(ahead))
	return out
}

// plain returns a number as it was written.
func plain(v any) any {
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw)
	}
	return v
}

// rideID converts an id of a ride or segment at iGPSport. Unlike those of other
// services, its server returns ids as numbers.
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

// exercise converts the number that iGPSport uses for a sport. Only the meaning of 0 is known.
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
	return nil, training.Errorf(training.KindInvalid, "%s is %q; the only known number is 0, for cycling.", name, Clip(text)).
		WithFix("Write the sport as a word, such as run.")
}

// unconfirmed returns the value for dry_run: true, or false if the call confirms the write.
func (rd *reader) unconfirmed(name string, v any) (any, error) {
	sure, err := rd.boolean(name, rd.row.Input().Properties[dryRun], v)
	confirmed, _ := sure.(bool)
	return !confirmed, err
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// Places resolves the requested paths to places below the allowed folders. Later
// changes in these folders cannot make a place lead outside them. If a path leads outside
// through dots or links, the error is the same whether or not a file exists there.
func Places(roots, asked []string) ([]archive.Place, error) {
	if len(roots) == 0 {
		return nil, training.Errorf(training.KindForbidden, "An assistant may not import from any folder.").
			WithFix("The user can allow some with the setting import_dirs, or run: lapkeep import PATH")
	}
	out := make([]archive.Place, 0, len(asked))
	for _, p := range asked {
		one, err := place(roots, p)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func place(roots []string, p string) (archive.Place, error) {
	missing := false
	for _, root := range spelled(roots) {
		rel, ok := below(root, p)
		if !ok {
			continue
		}
		place, err := inRoot(root, rel)
		if err == nil {
			return place, nil
		}
		missing = missing || errors.Is(err, fs.ErrNotExist)
	}
	if missing {
		return archive.Place{}, training.Errorf(training.KindNotFound, "There is no file or folder %s.", p).WithFix("Check the path.")
	}
	return archive.Place{}, training.Errorf(training.KindForbidden, "%s is not inside a folder that is allowed for imports.", p).
		WithFix("The allowed folders are %s.", strings.Join(roots, ", "))
}

// spelled returns the folders in two forms, as the user wrote them and with
// links resolved, so that a path may be given in either form.
func spelled(roots []string) []string {
	out := slices.Clone(roots)
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil && real != root {
			out = append(out, real)
		}
	}
	return out
}

// below returns p relative to root if p, compared as text, is below root. A relative path
// is taken as relative to root.
func below(root, p string) (string, bool) {
	if !filepath.IsAbs(p) {
		return filepath.Clean(p), filepath.IsLocal(p)
	}
	rel, err := filepath.Rel(root, filepath.Clean(p))
	return rel, err == nil && filepath.IsLocal(rel)
}

// inRoot resolves the links in a path, and checks that it stays below root. For
// this it uses the file system instead of comparing texts.
func inRoot(root, rel string) (archive.Place, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return archive.Place{}, err
	}
	defer dir.Close()
	inside, err := dir.Stat(rel)
	if err != nil {
		return archive.Place{}, err
	}
	place := archive.Place{}
	if place.Root, err = filepath.EvalSymlinks(root); err != nil {
		return archive.Place{}, err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, rel))
	if err != nil {
		return archive.Place{}, err
	}
	if place.Rel, err = filepath.Rel(place.Root, real); err != nil || !filepath.IsLocal(place.Rel) {
		return archive.Place{}, fs.ErrPermission
	}
	// The file that will be read must be the file that was checked inside root.
	if info, err := dir.Lstat(place.Rel); err != nil || !os.SameFile(inside, info) {
		return archive.Place{}, fs.ErrPermission
	}
	return place, nil
}
