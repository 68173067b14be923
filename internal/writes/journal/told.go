package journal

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// notShared stands in an answer for a value that its audience may not see.
const notShared = "not shared with assistants"

// told is an answer as the audience of a write may read it. What a withheld
// field held is not told, whatever it was; what is to stand in it the caller
// said.
type told struct{ store.Withheld }

// toldTo reads what an audience may be told.
func (j *Journal) toldTo(ctx context.Context, a training.AthleteID, who training.Audience) (told, error) {
	w, err := j.store.Withheld(ctx, training.Scope{Athlete: a, Audience: who})
	return told{w}, err
}

// Withheld reads what an audience may not be told.
func (j *Journal) Withheld(ctx context.Context, s training.Scope) (store.Withheld, error) {
	return j.store.Withheld(ctx, s)
}

func (t told) changes(all []Change) []Change {
	out := slices.Clone(all)
	for i := range out {
		if c := &out[i]; t.Hides(c.Of, c.Field) {
			c.Before = notShared
		}
	}
	return out
}

// undone are changes after which stands what nobody said now.
func (t told) undone(all []Change) []Change {
	out := slices.Clone(all)
	for i := range out {
		if c := &out[i]; t.Hides(c.Of, c.Field) {
			c.Before, c.After = notShared, notShared
		}
	}
	return out
}

func (t told) atService(all []AtService) []AtService {
	out := slices.Clone(all)
	for i := range out {
		of := out[i].of
		out[i].Differences = slices.DeleteFunc(slices.Clone(out[i].Differences), func(d ledger.Difference) bool { return t.Hides(of, d.Field) })
		if out[i].Fixed != "" && !t.Hides(of, ledger.StepsField) {
			out[i].Note = i18n.InARow(out[i].Note, out[i].Fixed)
		}
	}
	return out
}

// attributed refuses an effect if the store could not say who may be told of it.
func attributed(e Effect) error {
	for _, c := range e.Changes {
		if c.Of == "" {
			return training.Errorf(training.KindInternal, "a change of %s does not say what it is of", c.Field)
		}
	}
	return nil
}

// keptChange is a change as an entry remembers it: with what its values are
// made of.
type keptChange struct {
	Change

	Before string           `json:"before,omitempty"`
	After  string           `json:"after,omitempty"`
	Of     store.ChangeKind `json:"of,omitempty"`
}

func kept(all []Change) []keptChange {
	out := make([]keptChange, len(all))
	for i, c := range all {
		out[i] = keptChange{c, string(c.Before), string(c.After), c.Of}
	}
	return out
}

// changed are the changes that an entry remembers.
func (f *forward) changed() []Change {
	out := make([]Change, len(f.Changes))
	for i, k := range f.Changes {
		out[i] = k.Change
		out[i].Before, out[i].After, out[i].Of = i18n.Sentence(k.Before), i18n.Sentence(k.After), k.Of
	}
	return out
}
