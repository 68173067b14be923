package tools

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// date reads a day; of a longer span the end that the argument's name asks for.
func (rd *reader) date(path string, v any) (any, error) {
	text, err := dateText(path, v)
	if err != nil || text == "" {
		return text, err
	}
	r, err := period.Parse(text, rd.today, rd.week)
	if err != nil {
		return nil, named(path, err)
	}
	day := endOf(path, r)
	if day.String() != text {
		rd.note(path, i18n.Sentence(day.String()))
	}
	return day.String(), nil
}

// planDate reads a day ahead, and says how far ahead it is.
func (rd *reader) planDate(path string, v any) (any, error) {
	text, err := dateText(path, v)
	if err != nil || text == "" {
		return text, err
	}
	r, err := period.Ahead(text, rd.today, rd.week)
	if err != nil {
		return nil, named(path, err)
	}
	day := endOf(path, r)
	if day.String() != text {
		rd.note(path, i18n.Sentencef("%s, %s, %s", day, i18n.Word(day.Weekday().String()), away(int(day-rd.today))))
	}
	return day.String(), nil
}

// away is how many days from today a day is, in words.
func away(days int) i18n.Sentence {
	switch {
	case days == 0:
		return "today"
	case days < 0:
		return i18n.Sentencef("%s ago", i18n.Numbered(-days, "day", "days"))
	}
	return i18n.Sentencef("in %s", i18n.Numbered(days, "day", "days"))
}

// endOf is the end of a span that an argument's name asks for.
func endOf(path string, r training.DayRange) training.Day {
	if isEnd(path) {
		return r.To
	}
	return r.From
}

func isEnd(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "to" || strings.HasSuffix(name, "_to") || name == "until" || strings.HasPrefix(name, "end_")
}

func dateText(path string, v any) (string, error) {
	switch x := v.(type) {
	case string:
		return strings.TrimSpace(x), nil
	case json.Number: // a year
		return x.String(), nil
	}
	return "", wrongType(path, &jsonschema.Schema{Type: "string", Description: "date"}, v)
}

// named says which argument an error of the period is about.
func named(path string, err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok {
		return err
	}
	c := *e
	c.What = path + ": " + e.What
	return &c
}

// dateRange reads a span from a text, {"from","to"} or [from, to].
func (rd *reader) dateRange(path string, v any) (any, error) {
	text := ""
	switch x := v.(type) {
	case map[string]any:
		from, to, err := ends(path, x)
		if err != nil {
			return nil, err
		}
		text = from + ".." + to
	case []any:
		if len(x) == 2 {
			a, _ := x[0].(string)
			b, _ := x[1].(string)
			text = a + ".." + b
		}
	default:
		var err error
		if text, err = dateText(path, v); err != nil {
			return nil, err
		}
	}
	r, err := period.Parse(text, rd.today, rd.week)
	if err != nil {
		return nil, named(path, err)
	}
	given, ok := v.(string)
	if oneDay := r.From == r.To && given == r.From.String(); !ok || !oneDay && given != r.From.String()+".."+r.To.String() {
		rd.note(path, i18n.Sentencef("%s", r))
	}
	return map[string]any{"from": r.From.String(), "to": r.To.String()}, nil
}

// ends are the two texts of a span that is written as an object. A member that
// is neither would not be read, and is refused.
func ends(path string, m map[string]any) (from, to string, err error) {
	const takes = "It takes from and to."
	for _, name := range slices.Sorted(maps.Keys(m)) {
		end := &from
		switch snake(name) {
		case "from", "start", "oldest":
		case "to", "end", "newest":
			end = &to
		default:
			return "", "", training.Errorf(training.KindInvalid, "%s has no member %q.", path, Clip(name)).WithFix(takes)
		}
		if m[name] == nil {
			continue
		}
		text, err := dateText(join(path, name), m[name])
		if err != nil {
			return "", "", err
		}
		if *end != "" {
			return "", "", training.Errorf(training.KindInvalid, "%s has the same end twice.", path).WithFix(takes)
		}
		*end = text
	}
	return from, to, nil
}

// spread gives "last week" in from its end in to, if to is left out.
func (rd *reader) spread(sh *shape, given map[string]any) {
	text, ok := given["from"].(string)
	if !ok || given["to"] != nil || sh.field("from").kind != dateShape || sh.field("to").kind != dateShape {
		return
	}
	r, err := period.Parse(text, rd.today, rd.week)
	if err != nil || r.From == r.To || period.OpenEnded(text) {
		return
	}
	given["to"] = r.To.String()
	rd.note("to", i18n.Sentence(r.To.String()))
}
