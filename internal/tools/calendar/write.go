package calendar

import (
	"bytes"
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// What one call may write without asking a person: more events, or more days
// from the first to the last of them, need consent.
const (
	freeEvents = 20
	freeDays   = 14
)

// writtenBytes bounds the answer to a write; the note of how its arguments were
// read may take the rest. The journal has what is cut.
const writtenBytes = 14_000

// Written is the answer to a write of events.
type Written struct {
	LocalDate training.Day   `json:"local_date"`
	TimeZone  string         `json:"time_zone"`
	Events    []WrittenEvent `json:"events"`
	journal.Outcome
	Notes  []i18n.Sentence `json:"notes,omitempty"`
	Cut    bool            `json:"truncated,omitempty"`
	Narrow i18n.Sentence   `json:"narrow,omitempty"`
}

// WrittenEvent is one event of a write.
type WrittenEvent struct {
	ID         string                 `json:"id,omitempty"` // absent for one that a dry run would create
	ExternalID string                 `json:"external_id,omitempty"`
	Status     string                 `json:"status"`
	Date       training.Day           `json:"local_date"`
	Name       string                 `json:"name"`
	DurationS  float64                `json:"duration_s,omitempty"`
	Load       float64                `json:"load,omitempty"`
	LoadRule   efforts.ComplianceRule `json:"load_rule,omitempty"`
	Missing    answers.Missing        `json:"missing,omitempty"`
}

// order is a write that is about to be made.
type order struct {
	summary i18n.Sentence
	asks    bool // whatever its size
	moves   bool // it only moves one event, and its summary says to which day
	changes []*change
	notes   []i18n.Sentence
}

// write makes the changes in one journaled transaction.
func write(ctx context.Context, d Deps, c *tools.Call, o order) (*Written, error) {
	if err := o.notice(ctx, d, c); err != nil {
		return nil, err
	}
	out := &Written{LocalDate: c.Today, TimeZone: c.Location.String(), Notes: o.notes}
	if err := out.tell(ctx, d, c, o); err != nil {
		return nil, err
	}
	var todo []*change
	targets := map[string]string{}
	span := training.DayRange{From: 1<<31 - 1}
	for _, ch := range o.changes {
		if ch.status == statusUnchanged {
			continue
		}
		todo = append(todo, ch)
		targets["event:"+ch.id] = ""
		if ch.before != nil {
			targets["event:"+ch.id] = version(&ch.before.Document)
		}
		days := ch.days()
		span = training.DayRange{From: min(span.From, days.From), To: max(span.To, days.From)}
	}
	if len(todo) == 0 {
		out.DryRun = c.DryRun
		out.fit()
		out.Notes = append(out.Notes, "Nothing changed: the calendar already says this.")
		return out, ctx.Err()
	}
	w := c.Write(o.summary, targets)
	w.Destructive = o.asks || len(todo) > freeEvents || span.Days() > freeDays
	var err error
	out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		return putAll(tx, c.Scope.Athlete, todo)
	})
	if err != nil {
		return nil, err
	}
	out.fit()
	return out, nil
}

// fit drops rows from the end until the answer fits: a write that was done must
// not be answered as a failure.
func (out *Written) fit() {
	for answers.Size(out) > writtenBytes {
		switch {
		case len(out.Changes) > 1 && answers.Size(out.Changes) >= answers.Size(out.Events):
			out.Changes = out.Changes[:len(out.Changes)*3/4]
		case len(out.Events) > 1:
			out.Events = out.Events[:len(out.Events)*3/4]
		default:
			return
		}
		out.Cut, out.Narrow = true, "Only the first are shown; list_events shows them all."
	}
}

// putAll writes the changes, unless an event is not any more what a change
// was worked out from.
func putAll(tx *store.Tx, a training.AthleteID, todo []*change) (journal.Effect, error) {
	var effect journal.Effect
	for _, ch := range todo {
		former, err := tx.PutOwn(a, document.Events, ch.id, ch.own)
		if err != nil {
			return effect, err
		}
		if former.Deleted && ch.before != nil || !former.Deleted && !bytes.Equal(former.Fields, ch.had) {
			return effect, training.Errorf(training.KindConflict, "The event %s was changed meanwhile.",
				ch.id).WithFix("Read it again, then call again.")
		}
		effect.Changed = append(effect.Changed, journal.DocumentChanged{Collection: document.Events, ID: ch.id, Before: former, Told: ch.blind})
		effect.Changes = append(effect.Changes, ch.told()...)
	}
	return effect, nil
}

// tell lists what becomes of each event.
func (out *Written) tell(ctx context.Context, d Deps, c *tools.Call, o order) error {
	events := make([]calendar.Event, len(o.changes))
	for i, ch := range o.changes {
		if ch.after != nil {
			events[i] = *ch.after
		}
	}
	if err := calendar.Figure(ctx, d.Store, c.Scope, events); err != nil {
		return err
	}
	out.Events = []WrittenEvent{}
	for i, ch := range o.changes {
		e := ch.after
		if e == nil {
			e = ch.before
		}
		row := WrittenEvent{
			ID: ch.id, ExternalID: textclean.Line(e.ExternalID, maxExternalID), Status: ch.status, Date: e.Days.From,
			Name: textclean.Line(e.Name, shownRunes),
		}
		if c.DryRun && ch.status == statusCreated {
			row.ID = ""
		}
		if ch.after != nil && e.Session() {
			row.tellFigures(&events[i])
		}
		out.Events = append(out.Events, row)
	}
	return nil
}

func (row *WrittenEvent) tellFigures(e *calendar.Event) {
	f := e.Figures()
	row.DurationS = answers.Round(f.DurationS, 0)
	if f.Load == 0 {
		row.Missing = row.Missing.Add("load", e.NoLoad())
		return
	}
	row.Load, row.LoadRule = answers.Round(f.Load, 1), f.Rule
}
