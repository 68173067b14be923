package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// References finds the things of an id.
type References interface {
	// Reference gives the id itself, or the ids here of a service's thing.
	Reference(ctx context.Context, s training.Scope, id string) ([]string, error)
}

// WithReferences is the table taking the bare ids of services ("i55", "1018")
// wherever an id is taken. Of several services the first that knows it counts.
func (t *Table) WithReferences(r References, services ...string) *Table {
	c := *t
	c.refs, c.services = r, slices.Clone(services)
	return &c
}

// ids are the names of arguments that hold the id of something a service may
// have. Keys that a caller makes up are none.
var ids = []string{
	"id", "ids", "activity_id", "around", "done_by", "folder", "folder_id", "gear", "gear_id",
	"part_of", "plan_id", "reminder_id", "workout_id",
}

// referrer finds what an id means.
func (t *Table) referrer(ctx context.Context, s training.Scope) func(text string) (string, error) {
	if t.refs == nil {
		return func(text string) (string, error) { return text, nil }
	}
	return func(text string) (string, error) {
		bare := strings.ToLower(strings.TrimSpace(text))
		source, there, named := strings.Cut(bare, ":")
		if !named {
			there = bare
		}
		if named && !slices.Contains(t.services, source) || !bareID(there) {
			return text, nil
		}
		candidates := []string{text}
		for _, name := range t.services {
			if !named || name == source {
				candidates = append(candidates, name+":"+there)
			}
		}
		for _, id := range candidates {
			found, err := t.refs.Reference(ctx, s, id)
			if err != nil || len(found) == 1 {
				return strings.Join(found, ""), err
			}
		}
		return text, nil
	}
}

// bareID reports whether a text has the form of services' ids: a number, which
// may have a letter before it.
func bareID(s string) bool {
	digits := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz")
	return digits != "" && len(s)-len(digits) <= 1 && strings.Trim(digits, "0123456789") == ""
}

// identity reads an id, or several.
func (rd *reader) identity(path string, s *jsonschema.Schema, v any) (any, error) {
	read, err := rd.value(path, s, &shape{elem: &shape{kind: idShape}}, v)
	text, ok := read.(string)
	if err != nil || !ok || rd.refer == nil {
		return read, err
	}
	ref, err := rd.refer(text)
	if err == nil && ref != text {
		rd.note(path, i18n.Name(ref))
	}
	return ref, err
}
