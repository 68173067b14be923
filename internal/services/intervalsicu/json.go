package intervalsicu

import (
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// ID is an id, which the service writes as a number for some things and as
// text for others.
type ID = client.ID

// Number is the id as the service wants the ids of events, workouts, folders,
// settings and items.
func Number(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return 0, training.Errorf(training.KindInvalid, "%q is not an id of Intervals.icu.", id).
			WithFix("Give the number that a listing shows.")
	}
	return n, nil
}

// Patch is the fields of an object that are to be set, by the service's names.
// A nil empties a field.
type Patch map[string]any

// text sets a text; an empty one empties the field.
func (p Patch) text(field, s string) {
	if s == "" {
		p[field] = nil
		return
	}
	p[field] = s
}

// number sets a number, rounded where the service keeps none but whole ones;
// zero is not said and empties the field.
func (p Patch) number(field string, x float64) {
	if x == 0 {
		p[field] = nil
		return
	}
	p[field] = x
}

func (p Patch) whole(field string, x float64) { p.number(field, math.Round(x)) }

// given drops what a patch would empty: of a new thing there is nothing to
// empty.
func (p Patch) given() Patch {
	for k, v := range p {
		if v == nil || v == false {
			delete(p, k)
		}
	}
	return p
}

// only keeps the named fields, which must be among those that can be set.
func only[F ~string](all map[F][]string, p Patch, what string, fields []F) (Patch, error) {
	if len(fields) == 0 {
		return p, nil
	}
	kept := Patch{}
	for _, f := range fields {
		names, ok := all[f]
		if !ok {
			return nil, training.Errorf(training.KindUnsupported, "Intervals.icu cannot set %s of %s.", f, what).
				WithFix("Leave the field out; it can be kept here.")
		}
		for _, n := range names {
			kept[n] = p[n]
		}
	}
	return kept, nil
}

// UTC reads the instants that the service writes, with or without fractions.
// What it cannot read is the zero time.
func UTC(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999-0700", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// local reads a wall clock time. The service has been seen to write a zone
// behind it, which means nothing there.
func local(s string) training.LocalTime {
	if len(s) > len("2006-01-02T15:04:05") {
		s = s[:len("2006-01-02T15:04:05")]
	}
	t, err := training.ParseLocalTime(s)
	if err != nil {
		return ""
	}
	return t
}

func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func lower(s string) string { return strings.ToLower(s) }
func upper(s string) string { return strings.ToUpper(s) }

// unless reads a word of an enumeration whose standard says nothing.
func unless(standard, s string) string {
	if s == standard {
		return ""
	}
	return lower(s)
}

func wireDay(s string) *training.Day {
	t := local(s)
	if t == "" {
		return nil
	}
	d := t.Day()
	return &d
}
