package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// ParseRange parses a span of days. It does the same as [period.Parse].
func ParseRange(text string, today training.Day, weekStart time.Weekday) (training.DayRange, error) {
	return period.Parse(text, today, weekStart)
}

// mostRangeWords is the maximum number of words that describe days, such as "the first half of
// last year".
const mostRangeWords = 8

// FindRange finds the longest sequence of words that describes days, and returns it with all
// other words. Chinese words follow each other without a space.
func FindRange(words []string, today training.Day, week time.Weekday) (said string, days training.DayRange, rest []string) {
	for n := min(mostRangeWords, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := phrase(words[i : i+n])
			if n == 1 && otherwise(run) {
				continue
			}
			if days, err := ParseRange(run, today, week); err == nil {
				return run, days, slices.Concat(words[:i], words[i+n:])
			}
		}
	}
	return "", training.DayRange{}, words
}

func phrase(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && (!strings.ContainsFunc(w, isHan) || !strings.ContainsFunc(words[i-1], isHan)) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// otherwise reports whether a word that could mean a period usually has another meaning.
func otherwise(w string) bool {
	return len(w) < 4 && w != "may" || w == "season" || w == "march" || w == "ever"
}

// Date is a day in a tool's arguments. It accepts the same texts as
// [ParseRange]. If a text means several days, Date is the first of them, or the
// last in an argument that is named to or ends in _to.
type Date struct {
	Day training.Day
	Set bool // false if the argument was omitted
}

// IsZero reports whether the argument was omitted.
func (d Date) IsZero() bool { return !d.Set }

// Or returns the day, or the given other day if the argument was omitted.
func (d Date) Or(other training.Day) training.Day {
	if d.Set {
		return d.Day
	}
	return other
}

// MarshalText writes YYYY-MM-DD, or nothing if the argument was omitted.
func (d Date) MarshalText() ([]byte, error) {
	if !d.Set {
		return nil, nil
	}
	return d.Day.MarshalText()
}

// UnmarshalText reads YYYY-MM-DD. All other forms were converted earlier.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	d.Set = true
	return d.Day.UnmarshalText(b)
}

// PlanDate is a day that is in the future unless the text implies otherwise, as read by
// [period.Ahead].
type PlanDate struct{ Date }

// DateRange is a span of days in a tool's arguments, including both ends. It
// accepts the same texts as [ParseRange], and {"from","to"}. A span that extends
// into the future is cut so that it ends today, except in a tool that looks ahead.
type DateRange struct {
	From, To training.Day
	Last     training.Day // requested end, if it is after To
	Set      bool         // false if the argument was omitted
}

// IsZero reports whether the argument was omitted.
func (r DateRange) IsZero() bool { return !r.Set }

// PlanRange is a span of days that looks ahead: if a text gives a day without a year or
// week, the next such day is meant.
type PlanRange struct{ DateRange }

// Range returns the span as a training.DayRange.
func (r DateRange) Range() training.DayRange { return training.DayRange{From: r.From, To: r.To} }

// Whole returns the span without the cut, including days after today.
func (r DateRange) Whole() training.DayRange {
	return training.DayRange{From: r.From, To: max(r.To, r.Last)}
}

// Or returns the span, or the given other span if the argument was omitted.
func (r DateRange) Or(other training.DayRange) training.DayRange {
	if r.Set {
		return r.Range()
	}
	return other
}

type rangeWire struct {
	From training.Day `json:"from"`
	To   training.Day `json:"to"`
	Last training.Day `json:"last,omitzero"`
}

// MarshalJSON writes {"from","to","last"}, or null if the argument was omitted.
func (r DateRange) MarshalJSON() ([]byte, error) {
	if !r.Set {
		return []byte("null"), nil
	}
	return json.Marshal(rangeWire{r.From, r.To, r.Last})
}

// UnmarshalJSON reads {"from","to","last"}. All other forms were converted earlier.
func (r *DateRange) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*r = DateRange{}
		return nil
	}
	var w rangeWire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*r = DateRange{From: w.From, To: w.To, Last: w.Last, Set: true}
	return nil
}

// WholeSport is a sport in the arguments of a tool that does not distinguish kinds of a sport.
// A kind, such as trail running, is rejected. It is empty if the argument was omitted.
// Other tools use a [training.Discipline], which [training.ParseSpokenSport] reads.
type WholeSport training.Sport

// Sport converts the argument to a training.Sport.
func (s WholeSport) Sport() training.Sport { return training.Sport(s) }

var (
	dateType      = reflect.TypeFor[Date]()
	planDateType  = reflect.TypeFor[PlanDate]()
	dateRangeType = reflect.TypeFor[DateRange]()
	planRangeType = reflect.TypeFor[PlanRange]()
	wholeType     = reflect.TypeFor[WholeSport]()
	sportType     = reflect.TypeFor[training.Discipline]()
)

// typeSchemas returns the schemas of types whose JSON form differs from their
// Go kind. A span is a text in arguments, and {"from","to"} in answers.
func typeSchemas(argument bool) map[reflect.Type]*jsonschema.Schema {
	text := &jsonschema.Schema{Type: "string"}
	span := text
	if !argument {
		span = &jsonschema.Schema{
			Type: "object", Properties: map[string]*jsonschema.Schema{"from": text, "to": text},
			Required: []string{"from", "to"},
		}
	}
	return map[reflect.Type]*jsonschema.Schema{
		dateType: text, planDateType: text, dateRangeType: span, planRangeType: span, wholeType: text, sportType: text,
		reflect.TypeFor[training.Day](): text,
	}
}

// inference derives the schema of an argument type. The result is the same as that of
// [jsonschema.ForType], except that nothing may be null. It handles the kinds of types
// that arguments usually have, and leaves others to that function, which is several
// times slower. Schemas make up a large part of a server's work before its first answer.
type inference struct {
	tool   string
	closed *jsonschema.Schema // accepts nothing
	depth  int
	// unlisted means that only members without a published schema are added.
	unlisted bool
}

// deepest is the maximum nesting of arguments. Only a type that contains itself exceeds it.
const deepest = 16

func inferArguments(tool string, t reflect.Type, adjust func(*jsonschema.Schema)) *jsonschema.Schema {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("tools: %s: %s is not a struct", tool, t))
	}
	in := inference{tool: tool, closed: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	s := in.of(t)
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	if adjust != nil {
		adjust(s)
	}
	clean(s, false)
	return s
}

func (in *inference) of(t reflect.Type) *jsonschema.Schema {
	in.depth++
	defer func() { in.depth-- }()
	t = structOf(t)
	switch {
	case t == dayType: // it reads only YYYY-MM-DD, and people write "next Monday"
		panic(fmt.Sprintf("tools: %s takes a training.Day; use Date or PlanDate", in.tool))
	case in.known(t):
		return &jsonschema.Schema{Type: "string"}
	case t == jsonType:
		return &jsonschema.Schema{}
	case in.depth > deepest:
		return in.other(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	case reflect.Int, reflect.Int64:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: in.of(t.Elem())}
	case reflect.Struct:
		return in.object(t)
	}
	return in.other(t)
}

func (in *inference) object(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: in.closed, Properties: make(map[string]*jsonschema.Schema, t.NumField())}
	if !in.members(s, t) {
		return in.other(t)
	}
	return s
}

// members adds the properties of a struct and of the structs embedded in it. It returns
// false if Go's rules hide one of them, or if an embedded field is not a struct.
func (in *inference) members(s *jsonschema.Schema, t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			if f.Type.Kind() != reflect.Struct || in.known(f.Type) || !in.members(s, f.Type) {
				return false
			}
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" && options == "" || isUnlisted(f) != in.unlisted {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if s.Properties[name] != nil {
			return false
		}
		p := in.of(f.Type)
		if doc := f.Tag.Get("jsonschema"); doc != "" {
			p.Description = doc
		}
		s.Properties[name] = p
		s.PropertyOrder = append(s.PropertyOrder, name)
		if !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
	}
	return true
}

// known reports whether values of a type are written as text, regardless of its Go kind.
func (in *inference) known(t reflect.Type) bool {
	return slices.Contains([]reflect.Type{
		dateType, planDateType, dateRangeType, planRangeType, wholeType, sportType, timeType,
	}, t)
}

func (in *inference) other(t reflect.Type) *jsonschema.Schema {
	return mustInfer(in.tool, t, typeSchemas(true))
}

// mustInfer panics if a schema cannot be built. That is a programming error,
// which the tests of the table detect.
func mustInfer(tool string, t reflect.Type, types map[reflect.Type]*jsonschema.Schema) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", tool, err))
	}
	return s
}

var dayType = reflect.TypeFor[training.Day]()
