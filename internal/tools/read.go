package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// reader converts a caller's arguments so that they match a row's schema, and
// records how it understood them.
type reader struct {
	row    Row
	today  training.Day
	week   time.Weekday
	readAs map[string]i18n.Sentence
	// refer resolves a text to the id of a thing. If it is nil, ids are used unchanged.
	refer func(text string) (string, error)
}

// arguments is the result of reading the arguments of a call.
type arguments struct {
	json    json.RawMessage
	readAs  map[string]i18n.Sentence
	dryRun  bool
	picture bool
	asked   map[string]any // without those that have their default value
}

// read converts, resolves, completes and checks the arguments of a call.
func (r Row) read(c *Call, raw json.RawMessage, refer func(string) (string, error)) (arguments, error) {
	given, err := r.contract.shape().decodeObject(raw)
	if err != nil {
		return arguments{}, training.Errorf(training.KindInvalid, "The arguments of %s are not a JSON object.", r.Name).
			WithFix("Send an object with %s.", listWords(r.Input().PropertyOrder, "no members"))
	}
	rd := &reader{row: r, today: c.Today, week: c.Week, readAs: map[string]i18n.Sentence{}, refer: refer}
	got, err := rd.object("", r.contract.readable(), r.contract.shape(), given)
	if err != nil {
		return arguments{}, err
	}
	b, err := json.Marshal(got)
	if err != nil {
		return arguments{}, fmt.Errorf("marshalling arguments: %w", err)
	}
	dry, _ := got[dryRun].(bool)
	drawn, _ := got[pictureArgument].(bool)
	return arguments{b, rd.readAs, dry, drawn, asked(r.contract.readable(), got)}, nil
}

// asked returns the arguments that differ from their default values.
func asked(s *jsonschema.Schema, got map[string]any) map[string]any {
	out := maps.Clone(got)
	maps.DeleteFunc(out, func(name string, v any) bool {
		p := s.Properties[name]
		if p == nil {
			return true
		}
		b, err := json.Marshal(v)
		return err != nil || bytes.Equal(b, p.Default)
	})
	return out
}

// decodeWhole decodes raw, keeping numbers as they are written. It returns an
// error if text follows the value, because that text would be ignored.
func decodeWhole(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errMore
	}
	return nil
}

var errMore = errors.New("more follows")

// note records how an argument was understood.
func (rd *reader) note(path string, as i18n.Sentence) { rd.readAs[path] = as }

// object reads the members of an object. path is "" for the arguments themselves.
func (rd *reader) object(path string, s *jsonschema.Schema, sh *shape, given map[string]any) (map[string]any, error) {
	given, err := rd.rename(path, s, given)
	if err != nil {
		return nil, err
	}
	if path == "" {
		rd.spread(sh, given)
	}
	got := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] == nil {
			continue // null means that the argument was not given
		}
		ps, psh := s.Properties[name], sh.field(name)
		if ps == nil { // there are no properties: the object is a map
			ps, psh = s.AdditionalProperties, sh.item()
		}
		if got[name], err = rd.value(join(path, name), ps, psh, given[name]); err != nil {
			return nil, err
		}
	}
	return rd.complete(path, s, got)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// complete adds default values, and returns an error if a required argument is missing.
func (rd *reader) complete(path string, s *jsonschema.Schema, got map[string]any) (map[string]any, error) {
	for name, p := range s.Properties {
		if _, given := got[name]; !given && p.Default != nil {
			got[name] = p.Default
		}
	}
	for _, name := range s.Required {
		if _, given := got[name]; given {
			continue
		}
		e := training.Errorf(training.KindInvalid, "%s needs %s.", rd.of(path), name).Of(join(path, name), "")
		return nil, e.WithFix("Give %s", sentence(expectation(name, s.Properties[name])))
	}
	return got, checkOrder(got)
}

// of returns a name for messages about the object at path.
func (rd *reader) of(path string) string {
	if path == "" {
		return rd.row.Name
	}
	return path
}

// checkOrder returns an error if a range of dates ends before it begins.
func checkOrder(got map[string]any) error {
	from, ok1 := got["from"].(string)
	to, ok2 := got["to"].(string)
	a, err1 := training.ParseDay(from)
	b, err2 := training.ParseDay(to)
	if ok1 && ok2 && err1 == nil && err2 == nil && a > b {
		return training.Errorf(training.KindInvalid, "from (%s) is after to (%s).", from, to).
			WithFix("Give the earlier date in from.")
	}
	return nil
}

// value reads a single value, which must not be null.
func (rd *reader) value(path string, s *jsonschema.Schema, sh *shape, v any) (any, error) {
	if raw, ok := v.(json.RawMessage); ok {
		if sh.kind == jsonShape {
			return raw, nil
		}
		var err error
		if v, err = sh.decode(raw); err != nil {
			return nil, wrongType(path, s, string(raw))
		}
	}
	switch sh.kind {
	case idShape:
		return rd.identity(path, s, v)
	case dateShape:
		return rd.date(path, v)
	case planDateShape:
		return rd.planDate(path, v)
	case rangeShape:
		return rd.dateRange(path, v, rd.row.Ahead)
	case planRangeShape:
		return rd.dateRange(path, v, true)
	case sportShape:
		return rd.sport(path, v, true)
	case wholeShape:
		return rd.sport(path, v, false)
	}
	switch s.Type {
	case "array":
		return rd.list(path, s, sh, v)
	case "object":
		if text, ok := v.(string); ok && strings.HasPrefix(strings.TrimSpace(text), "{") {
			if m, err := sh.decodeObject(json.RawMessage(text)); err == nil {
				rd.note(path, "JSON as text")
				v = m
			}
		}
		if m, ok := v.(map[string]any); ok {
			return rd.object(path, s, sh, m)
		}
		return nil, wrongType(path, s, v)
	}
	return rd.scalar(path, s, v)
}

// list reads a list. A single value becomes a list with one item, and a text
// with commas a list with several.
func (rd *reader) list(path string, s *jsonschema.Schema, sh *shape, v any) (any, error) {
	items, ok := v.([]any)
	if !ok {
		items = rd.itemsOf(s, sh, v)
		rd.note(path, i18n.Sentencef("a list of %s", i18n.Numbered(len(items), "item", "items")))
	}
	if s.MaxItems != nil && len(items) > *s.MaxItems || s.MinItems != nil && len(items) < *s.MinItems {
		return nil, training.Errorf(training.KindInvalid, "%s has %s.", path, i18n.Counted(len(items), "item", "items")).
			WithFix("Give %s", sentence(expectation(path, s)))
	}
	got := make([]any, 0, len(items))
	for i, it := range items {
		if it == nil {
			continue
		}
		x, err := rd.value(fmt.Sprintf("%s[%d]", path, i), s.Items, sh.item(), it)
		if err != nil {
			return nil, err
		}
		got = append(got, x)
	}
	return got, nil
}

func (rd *reader) itemsOf(s *jsonschema.Schema, sh *shape, v any) []any {
	text, ok := v.(string)
	if !ok {
		return []any{v}
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "[") {
		if items, err := sh.decodeList([]byte(text)); err == nil {
			return items
		}
	}
	if s.Items == nil || s.Items.Type == "object" {
		return []any{text}
	}
	var items []any
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			items = append(items, part)
		}
	}
	return items
}

// date reads a day. If the text means several days, the argument's name
// determines whether it is the first or the last.
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

// planDate reads a day that is usually in the future, and notes how far ahead it is.
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

// away describes the number of days between today and a day.
func away(days int) i18n.Sentence {
	switch {
	case days == 0:
		return "today"
	case days < 0:
		return i18n.Sentencef("%s ago", i18n.Numbered(-days, "day", "days"))
	}
	return i18n.Sentencef("in %s", i18n.Numbered(days, "day", "days"))
}

// endOf returns the first or the last day of a span, depending on the argument's name.
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
	case json.Number: // a number, such as a year
		return x.String(), nil
	}
	return "", wrongType(path, &jsonschema.Schema{Type: "string", Description: "date"}, v)
}

// named adds the name of the argument to an error about a range of days.
func named(path string, err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok {
		return err
	}
	c := *e
	c.What = path + ": " + e.What
	if strings.HasSuffix(path, "]") { // a colon after a bracket could be read as the definition of a link
		c.What = path + " – " + e.What
	}
	return &c
}

// dateRange reads a span from a text, a number of days, {"from","to"} or [from, to]. If
// ahead is set, a day without a year or week means the next such day, and a span without a
// start begins today. Otherwise, a span that has already begun ends no later than today.
func (rd *reader) dateRange(path string, v any, ahead bool) (any, error) {
	text, err := spanText(path, v)
	if err != nil {
		return nil, err
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 1000 { // years have four digits
		if text += " days"; ahead {
			text = training.DayRange{From: rd.today + 1, To: rd.today + training.Day(n)}.String()
		}
	}
	r, err := period.Parse(text, rd.today, rd.week)
	if err != nil {
		return nil, named(path, err)
	}
	past := r.From == r.To && r.To < rd.today
	if !rd.row.Ahead { // in this tool, all arguments are about the past, except those that mean only days in the future
		past = r.From < rd.today
	}
	if ahead && (past || !period.Begins(r)) {
		if next, err := period.Ahead(text, rd.today, rd.week); err == nil {
			r = next
		}
	}
	whole := r
	if !ahead {
		r = r.Past(rd.today)
	}
	given, ok := v.(string)
	if oneDay := r.From == r.To && given == r.From.String(); !ok || !oneDay && given != r.From.String()+".."+r.To.String() {
		rd.note(path, i18n.Sentencef("%s", r))
	}
	read := map[string]any{"from": r.From.String(), "to": r.To.String()}
	if whole.To > r.To {
		read["last"] = whole.To.String()
	}
	return read, nil
}

// spanText returns a span in any of its forms as a single text.
func spanText(path string, v any) (string, error) {
	switch x := v.(type) {
	case map[string]any:
		from, to, err := ends(path, x)
		return from + ".." + to, err
	case []any:
		if len(x) != 2 {
			return "", nil // it is not a span
		}
		a, _ := x[0].(string)
		b, _ := x[1].(string)
		return a + ".." + b, nil
	default:
		return dateText(path, v)
	}
}

// ends returns the two ends of a span that is given as an object. It returns an
// error for other members.
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
			return "", "", training.Errorf(training.KindInvalid, "%s has the same bound twice.", path).WithFix(takes)
		}
		*end = text
	}
	return from, to, nil
}

// spread sets the argument "to" to the end of a range such as "last week" if "from"
// contains such a range and "to" is omitted.
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
