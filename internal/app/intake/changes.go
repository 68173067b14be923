package intake

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// The ways in which something can be other than it was.
const (
	added   = "added"
	changed = "changed"
	removed = "removed"
)

// How many things of a kind are named, and with how many runes.
const (
	mostNamed   = 5
	longestName = 60
)

// Changes tells what changed by what was taken, kind by kind.
func (s *Sink) Changes() []syncer.Change { return slices.Clone(s.changes) }

// note counts a change of a kind. name is called only for one that is named;
// it gives nothing where there is no name to tell.
func (s *Sink) note(kind, how string, name func() string) {
	i := slices.IndexFunc(s.changes, func(c syncer.Change) bool { return c.Kind == kind })
	if i < 0 {
		i = len(s.changes)
		s.changes = append(s.changes, syncer.Change{Kind: kind})
	}
	c := &s.changes[i]
	switch how {
	case added:
		c.Added++
	case removed:
		c.Removed++
	default:
		c.Changed++
	}
	text := ""
	if len(c.Names) < mostNamed && s.Policy.MayShow(training.AudienceModel) {
		text = textclean.Line(name(), longestName)
	}
	if text == "" {
		c.Unnamed++
		return
	}
	c.Names = append(c.Names, i18n.Sentencef("%s %s", i18n.Word(how), text))
}

const activityKind = "activity"

// activityName is the day and the name of an activity, if an assistant may see it.
func (s *Sink) activityName(ctx context.Context, a training.AthleteID, id training.ActivityID) string {
	row, err := s.Store.Activity(ctx, training.Scope{Athlete: a, Audience: training.AudienceModel}, id)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(row.LocalDay.String() + " " + row.Name)
}

// told reports whether each change of a collection was made by the athlete, or
// somebody with them. What the service computes or counts is none.
func told(c document.Collection) bool {
	return c != document.Fitness && c != document.Rated && c != document.GearTotals
}

// former is a document as it was before a new statement.
type former struct {
	here bool
	days training.DayRange
	body json.RawMessage // what the service said; nil for nothing
}

// formerOf finds it among those that were read, or else in the transaction: it
// may have been on other days.
func (s *Sink) formerOf(tx *store.Tx, a training.AthleteID, c document.Collection, id string, read map[string]former) (former, error) {
	if f, ok := read[id]; ok {
		return f, nil
	}
	l, err := tx.Layers(a, c, id)
	f := former{here: len(l.Said) > 0 || !l.Own.Silent()}
	for _, w := range l.Said {
		if w.Source == string(s.Source) {
			f.days, f.body = w.Days, w.Body
		}
	}
	return f, err
}

// noteDocument counts a document whose statement changed.
func (s *Sink) noteDocument(c document.Collection, t thing, before former) {
	how, days, body := changed, t.days, t.body
	switch {
	case !told(c):
		return
	case body == nil:
		how, days, body = removed, before.days, before.body
	case !before.here:
		how = added
	}
	s.note(string(c), how, func() string { return nameOf(days, body) })
}

// nameOf gives the words by which a person knows a document: its day and its
// name, or the sports that settings are for.
func nameOf(days training.DayRange, body any) string {
	var known struct {
		Name  string   `json:"name"`
		Types []string `json:"types"`
	}
	text, err := json.Marshal(body)
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		return ""
	}
	words := []string{known.Name, strings.Join(known.Types, ", ")}
	if days.From != 0 {
		words = slices.Insert(words, 0, days.From.String())
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
