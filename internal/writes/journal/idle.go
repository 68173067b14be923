package journal

import (
	"bytes"
	"reflect"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// take takes one step and returns the step that takes it back. If nothing that
// is shown changed by it, why says the reason.
func (st state) take(tx *store.Tx, a training.AthleteID, o Op) (back Op, why i18n.Sentence, err error) {
	id := activityOf(o)
	if id == "" {
		back, err = st.apply(tx, a, o)
		if same(o, back) {
			why = i18n.Sentencef("There was nothing to restore: %s is as it was before that write.", i18n.Name(what(o)))
		}
		return back, why, err
	}
	was, seen, err := tx.Leads(a, id)
	if err != nil {
		return back, why, err
	}
	if back, err = st.apply(tx, a, o); err != nil {
		return back, why, err
	}
	now, sees, err := tx.Leads(a, id)
	apart := what(o) == "note" || o.Kind == OpPutManual && now.ID == id && !same(o, back) // notes and numbers are not in its row
	leads := now.ID != id && (o.Kind == OpDeleteActivity || o.Kind == OpRestoreActivity)  // its id comes or goes
	switch {
	case err != nil, seen != sees, sees && (apart || leads || !reflect.DeepEqual(was, now)):
	case !sees:
		why = i18n.Sentencef("The %s of %s was restored, but it is not shown: that activity was deleted, or its import was undone.",
			i18n.Name(what(o)), string(id))
	case same(o, back):
		why = i18n.Sentencef("There was nothing to restore: the %s of %s is as it was before that write.",
			i18n.Name(what(o)), string(id))
	default:
		why = i18n.Sentencef("The %s of %s was restored, but it is not shown: %s has its own.",
			i18n.Name(what(o)), string(id), string(now.ID))
	}
	return back, why, err
}

// same reports whether a step found what it was to restore.
func same(o, back Op) bool {
	return o.Kind == back.Kind && o.ID == back.ID && len(o.Data) > 0 && bytes.Equal(o.Data, back.Data)
}

// what names that which a step restores.
func what(o Op) string {
	switch o.Kind {
	case OpSetOverride:
		if v, err := decode[Override](o.Data); err == nil {
			return v.Field
		}
	case OpPutManual:
		return "entry"
	case OpDeleteActivity, OpRestoreActivity:
		return "former state"
	case OpPutAthlete:
		return "athlete"
	case OpPutNote, OpDeleteNote:
		return "note"
	}
	return thing(o)
}

// leave takes what a step did not change out of what people are told.
func (e *Effect) leave(o Op, why i18n.Sentence) {
	e.NotShown = append(e.NotShown, why)
	e.Changes = slices.DeleteFunc(e.Changes, func(c Change) bool {
		switch o.Kind {
		case OpSetOverride:
			return c.Target == o.ID && c.Field == what(o)
		case OpDeleteActivity, OpRestoreActivity, OpPutManual:
			return c.Target == o.ID && c.Field == "activity"
		case OpPutNote, OpDeleteNote:
			return c.Of == store.ChangeNote && c.Target == thing(o)
		}
		return named(string(c.Of), c.Target) == thing(o)
	})
}
