package memory

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TextReader reads texts.
type TextReader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// Text is a version of a text.
type Text struct {
	ID   string
	Kind TextKind
	training.TextVersion
	// Own are the fields of the current version as they are stored, nil for
	// what there is not: a write compares them.
	Own json.RawMessage
}

// FindText reads the current version of a text.
func FindText(ctx context.Context, r TextReader, s training.Scope, k TextKind, id string) (Text, error) {
	if err := k.CheckID(id); err != nil {
		return Text{}, err
	}
	all, err := list(ctx, r, s, k, document.Filter{ID: id})
	if err == nil && len(all) == 0 {
		err = training.Errorf(training.KindNotFound, "There is no %s %q.", k.Words(), id).
			WithFix("List what there is, and use an id of that list.")
	}
	if err != nil {
		return Text{}, err
	}
	return all[0], nil
}

// ListText reads the current version of each text of a kind, by first day and id.
func ListText(ctx context.Context, r TextReader, s training.Scope, k TextKind) ([]Text, error) {
	return list(ctx, r, s, k, document.Filter{})
}

func list(ctx context.Context, r TextReader, s training.Scope, k TextKind, f document.Filter) ([]Text, error) {
	docs, err := r.Documents(ctx, s, k.Collection(), f)
	if err != nil {
		return nil, err
	}
	out := make([]Text, len(docs))
	for i, d := range docs {
		out[i] = Text{ID: d.ID, Kind: k, Own: d.Own}
		if out[i].TextVersion, err = document.Show[training.TextVersion](d); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Versions reads every version of a text that there ever was, the newest first.
func Versions(ctx context.Context, r TextReader, s training.Scope, k TextKind, id string) ([]Text, error) {
	if err := k.CheckID(id); err != nil {
		return nil, err
	}
	return all(ctx, r, s, k, id, document.Filter{Prefix: prefix(k, id)})
}

// TextVersion reads one version of a text.
func TextVersion(ctx context.Context, r TextReader, s training.Scope, k TextKind, id string, n int) (Text, error) {
	if err := k.CheckID(id); err != nil {
		return Text{}, err
	}
	one, err := all(ctx, r, s, k, id, document.Filter{ID: versionID(k, id, n)})
	if err == nil && len(one) == 0 {
		err = training.Errorf(training.KindNotFound, "The %s %s has no version %d.", k.Words(), i18n.Name(id), n).
			WithFix("List its versions, and use a number of that list.")
	}
	if err != nil {
		return Text{}, err
	}
	return one[0], nil
}

func all(ctx context.Context, r TextReader, s training.Scope, k TextKind, id string, f document.Filter) ([]Text, error) {
	docs, err := r.Documents(ctx, s, document.TextVersions, f)
	if err != nil {
		return nil, err
	}
	out := make([]Text, len(docs))
	for i, d := range docs {
		out[i] = Text{ID: id, Kind: k}
		if out[i].TextVersion, err = document.Show[training.TextVersion](d); err != nil {
			return nil, err
		}
	}
	slices.Reverse(out)
	return out, nil
}

func prefix(k TextKind, id string) string { return document.Prefix(k.Collection(), id) }

func versionID(k TextKind, id string, n int) string { return document.ID(k.Collection(), id, n) }

// Note says what became of a text that was edited in its file and stored
// elsewhere at once; empty if this version is no such one.
func (t *Text) Note() i18n.Sentence {
	if t.Beside == 0 {
		return ""
	}
	return i18n.Sentencef("%s was edited by hand while version %d was written: it is version %d now, and version %d is kept beside it.",
		t.Kind.File(t.ID), t.Beside, t.Version, t.Beside)
}

// MaxBytes is the size of the largest text that is kept.
const MaxBytes = training.MaxTextBytes

// CheckText refuses a text that could not be kept exactly.
func CheckText(k TextKind, body string) error {
	switch {
	case len(body) > MaxBytes:
		return training.Errorf(training.KindTooLarge, "The %s has %d bytes.", k.Words(), len(body)).
			WithFix("Keep it within 1 MiB, which is %d bytes.", MaxBytes)
	case strings.ToValidUTF8(body, "") != body || strings.ContainsRune(body, 0):
		return training.Errorf(training.KindInvalid, "The %s is no text in UTF-8.", k.Words()).
			WithFix("Save it as UTF-8.")
	}
	return nil
}
