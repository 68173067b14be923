package tools

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// ParseRange reads a span of days as [period.Parse] does.
func ParseRange(text string, today training.Day, weekStart time.Weekday) (training.DayRange, error) {
	return period.Parse(text, today, weekStart)
}

// Date is a day in a tool's arguments. It accepts what [ParseRange] does; of
// a longer span it is the first day, in an argument named to (or ending in
// _to) the last.
type Date struct {
	Day training.Day
	Set bool // false if the argument was left out
}

// IsZero says that the argument was left out.
func (d Date) IsZero() bool { return !d.Set }

// Or is the day, or other if the argument was left out.
func (d Date) Or(other training.Day) training.Day {
	if d.Set {
		return d.Day
	}
	return other
}

// MarshalText writes YYYY-MM-DD, nothing if it was left out.
func (d Date) MarshalText() ([]byte, error) {
	if !d.Set {
		return nil, nil
	}
	return d.Day.MarshalText()
}

// UnmarshalText reads YYYY-MM-DD; words were resolved before.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	d.Set = true
	return d.Day.UnmarshalText(b)
}

// PlanDate is a day that somebody plans for: its words look ahead, as
// [period.Ahead] reads them.
type PlanDate struct{ Date }

// DateRange is a span of days in a tool's arguments, both ends included. It
// accepts what [ParseRange] does, and {"from","to"}.
type DateRange struct {
	From, To training.Day
	Set      bool // false if the argument was left out
}

// IsZero says that the argument was left out.
func (r DateRange) IsZero() bool { return !r.Set }

// Range is the span as the vocabulary has it.
func (r DateRange) Range() training.DayRange { return training.DayRange{From: r.From, To: r.To} }

// Or is the span, or other if the argument was left out.
func (r DateRange) Or(other training.DayRange) training.DayRange {
	if r.Set {
		return r.Range()
	}
	return other
}

type rangeWire struct {
	From training.Day `json:"from"`
	To   training.Day `json:"to"`
}

// MarshalJSON writes {"from","to"}, null if it was left out.
func (r DateRange) MarshalJSON() ([]byte, error) {
	if !r.Set {
		return []byte("null"), nil
	}
	return json.Marshal(rangeWire{r.From, r.To})
}

// UnmarshalJSON reads {"from","to"}; words were resolved before.
func (r *DateRange) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*r = DateRange{}
		return nil
	}
	var w rangeWire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*r = DateRange{From: w.From, To: w.To, Set: true}
	return nil
}

// SportArg is a sport in a tool's arguments, as [training.SaidSport] reads
// it; empty if it was left out.
type SportArg training.Sport

// Sport is the sport in the vocabulary's own words.
func (s SportArg) Sport() training.Sport { return training.Sport(s) }

// KindArg is a sport with its refinement in the arguments of a write, as
// [training.SaidSport] reads it; empty if it was left out.
type KindArg string

// Sport is the sport without its refinement.
func (k KindArg) Sport() training.Sport {
	sport, _, _ := strings.Cut(string(k), "/")
	return training.Sport(sport)
}

// SubSport is the refinement, empty if none was named.
func (k KindArg) SubSport() string {
	_, sub, _ := strings.Cut(string(k), "/")
	return sub
}

var (
	dateType      = reflect.TypeFor[Date]()
	planDateType  = reflect.TypeFor[PlanDate]()
	dateRangeType = reflect.TypeFor[DateRange]()
	sportType     = reflect.TypeFor[SportArg]()
	kindType      = reflect.TypeFor[KindArg]()
)

// typeSchemas are the types whose Go kind says nothing about their JSON. As an
// argument a span is a text; in an answer it is {"from","to"}.
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
		dateType: text, planDateType: text, dateRangeType: span, sportType: text, kindType: text,
		reflect.TypeFor[training.Day](): text,
	}
}
