package settings

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const ofSport = store.ChangeKind(document.SportSettings)

// words are what the athlete says of settings without a date: the names of a
// sport's zones and its default gear, or what a service is to have.
type words struct {
	id, of  string
	had     json.RawMessage
	fields  map[string]any
	deleted bool // the words
	gone    bool // what a service has
	changes []journal.Change
}

// read reads the words on a sport.
func read(ctx context.Context, d Deps, c *tools.Call, sport training.Sport) (*words, error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.SportSettings, document.Filter{ID: string(sport)})
	if err != nil {
		return nil, err
	}
	w := &words{id: string(sport), of: string(sport), fields: map[string]any{}}
	if len(docs) == 0 {
		return w, nil
	}
	w.had = docs[0].Own
	if len(w.had) > 0 {
		err = json.Unmarshal(w.had, &w.fields)
	}
	return w, err
}

// set keeps a field; an empty value takes it back.
func (w *words) set(field string, value any, shown string) {
	former := shownField(w.fields[field])
	if former == shown {
		return
	}
	if w.fields[field] = value; shown == "" {
		delete(w.fields, field)
	}
	w.changes = append(w.changes, journal.Change{
		Of: ofSport, Target: w.of, Field: field, Before: i18n.Name(former), After: i18n.Name(shown),
	})
}

func shownField(v any) string {
	switch x := v.(type) {
	case string:
		return textclean.Line(x, nameRunes)
	case []any:
		var names []string
		for _, n := range x {
			names = append(names, shownField(n))
		}
		return strings.Join(names, ", ")
	case float64:
		return strconv.FormatFloat(answers.Round(x, 2), 'f', -1, 64)
	}
	return ""
}

// maxNames is how many zones may have names, nameRunes how long one is.
const (
	maxNames  = 10
	nameRunes = 40
)

// name keeps the names of zones of one kind.
func (w *words) name(field string, names []string) error {
	if names == nil {
		return nil
	}
	list, err := cleanNames(field, names)
	if err != nil {
		return err
	}
	clean := make([]any, len(list))
	for i, n := range list {
		clean[i] = n
	}
	w.set(field, clean, shownField(clean))
	return nil
}

// cleanNames are the names of zones, each there once.
func cleanNames(field string, names []string) ([]string, error) {
	clean := make([]string, 0, len(names))
	for _, n := range names {
		n = textclean.Line(n, nameRunes)
		if n == "" || slices.Contains(clean, n) {
			return nil, training.Errorf(training.KindInvalid, "%s has a name that is empty or there twice.",
				field).WithFix("Give one name a zone, or an empty list for the usual ones.")
		}
		clean = append(clean, n)
	}
	return clean, nil
}

// put writes the words, unless they are not any more what the change was
// worked out from.
func (w *words) put(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	own := tools.OwnWords{
		In: document.SportSettings, ID: w.id, Had: w.had,
		Stale: training.Errorf(training.KindConflict, "The settings of %s were changed meanwhile.",
			w.of).WithFix("Read them again, then call again."),
	}
	own.Own.Deleted = w.gone
	if len(w.fields) > 0 && !w.deleted {
		var err error
		if own.Own.Fields, err = tools.Marshal(w.fields); err != nil {
			return err
		}
	}
	return own.Put(tx, a, e)
}
