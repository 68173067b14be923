package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Edit is a change to the athlete's own layer of one thing. It is computed
// field by field before it is shown to a person or carried out.
type Edit struct {
	ID  string
	New bool
	// Target is the name of the thing in changes for people.
	Target string
	// Stored maps arguments to the names of the stored fields, if these differ.
	Stored map[string]string
	// Fields holds the athlete's values after the edit. If Whole is set, it replaces all of them.
	Fields  map[string]any
	Whole   any
	Changes []journal.Change
	// Blind, if set, reports whether the caller may not see a field. If so, the
	// field always counts as changed and is listed in Told.
	Blind func(field string) bool
	Told  []string

	of     store.ChangeKind
	what   string
	before *document.Document
	given  []string // fields set by arguments
}

// NewEdit begins an edit of a stored thing. what is the word for the thing in sentences.
// A thing without an id is new and gets an id.
func NewEdit(of store.ChangeKind, what string, before *document.Document, newID func() string) (*Edit, error) {
	e := &Edit{ID: before.ID, Target: what, Fields: map[string]any{}, of: of, what: what, before: before}
	if e.ID == "" {
		e.ID, e.New = newID(), true
	}
	if len(before.Own) == 0 {
		return e, nil
	}
	var own map[string]json.RawMessage // its values are not parsed, so that numbers are not rounded
	if err := json.Unmarshal(before.Own, &own); err != nil {
		return e, training.Errorf(training.KindCorrupt, "The entries on %s cannot be read: %w.", e.ID, err)
	}
	for field, value := range own {
		e.Fields[field] = value
	}
	return e, nil
}

// Set changes a field, unless people would not see a difference.
func Set[T any](e *Edit, field string, before, after T) {
	e.SetShown(field, after, wordsOf(before), wordsOf(after))
}

// SetGiven does the same as [Set] with the value of an argument, if the argument was given.
func SetGiven[T any](e *Edit, field string, before T, argument *T) {
	if argument != nil {
		e.given = append(e.given, field)
		Set(e, field, before, *argument)
	}
}

// SetShown does the same as [Set], but compares and shows the given texts
// instead of the values. It reports whether the texts differ.
func (e *Edit) SetShown(field string, value any, before, after string) bool {
	blind := e.Blind != nil && e.Blind(field)
	if before == after && !blind {
		return false
	}
	if blind {
		e.Told = append(e.Told, e.stored(field))
	}
	e.Fields[e.stored(field)] = value
	e.Note(field, i18n.Name(before), i18n.Name(after))
	return true
}

// Note adds a change for people to read.
func (e *Edit) Note(field string, before, after i18n.Sentence) {
	e.Changes = append(e.Changes, journal.Change{Of: e.of, Target: e.Target, Field: field, Before: before, After: after})
}

// TakeBack removes the athlete's values of the given fields, so that values
// from other sources are shown.
func (e *Edit) TakeBack(fields ...string) error {
	for _, field := range fields {
		if e.Sets(field) {
			return SetAndCleared(field)
		}
	}
	for _, field := range fields {
		if _, own := e.Fields[e.stored(field)]; own {
			delete(e.Fields, e.stored(field))
			e.Note(field, "the athlete's own", "as it was before")
		}
	}
	return nil
}

// Sets reports whether an argument sets a field or the edit changes it.
func (e *Edit) Sets(field string) bool {
	return slices.Contains(e.given, field) || slices.ContainsFunc(e.Changes, func(ch journal.Change) bool { return ch.Field == field })
}

func (e *Edit) stored(field string) string {
	if name, ok := e.Stored[field]; ok {
		return name
	}
	return field
}

// Own returns the athlete's own layer after the edit, or nil if it is empty.
func (e *Edit) Own() (json.RawMessage, error) {
	switch {
	case e.Whole != nil:
		return Marshal(e.Whole)
	case len(e.Fields) == 0:
		return nil, nil
	}
	return Marshal(e.Fields)
}

// Write returns the write for the edit. An approval of the write applies only
// while the thing has the state from which the edit was computed.
func (e *Edit) Write(c *Call, summary i18n.Sentence) journal.Write {
	return c.Write(summary, map[string]string{strings.ReplaceAll(e.what, " ", "_") + ":" + e.ID: string(e.before.Own)})
}

// Words returns the athlete's own layer of the document, as it will be after the edit.
func (e *Edit) Words() (OwnWords, error) {
	fields, err := e.Own()
	return OwnOf(document.Collection(e.of), e.what, e.ID, e.before, document.Own{Fields: fields}), err
}

// Unchanged returns the result for an edit without any changes.
func (e *Edit) Unchanged(c *Call, note i18n.Sentence) *WrittenOne {
	return &WrittenOne{ID: e.before.ID, Written: c.Unchanged(note)}
}

// Save carries out the write w of an edit of a document, and returns its result.
func (e *Edit) Save(ctx context.Context, c *Call, j *journal.Journal, w journal.Write) (*WrittenOne, error) {
	words, err := e.Words()
	if err != nil {
		return nil, err
	}
	return c.Do(ctx, j, w, e.ID, e.New, c.Put(words, e.Changes...))
}

// wordsOf formats a value for people. It returns "" if there is no value.
func wordsOf(value any) string {
	switch v := value.(type) {
	case float64:
		return Number(v)
	case int:
		return Number(float64(v))
	case training.Day:
		if v == 0 {
			return ""
		}
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(value)
}
