package calendar

import (
	"bytes"
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/journal"
	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
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

// written is the answer to a write.
type written struct {
	LocalDate training.Day   `json:"local_date"`
	TimeZone  string         `json:"time_zone"`
	Events    []writtenEvent `json:"events"`
	journal.Outcome
	Notes  []string `json:"notes,omitempty"`
	Cut    bool     `json:"truncated,omitempty"`
	Narrow string   `json:"narrow,omitempty"`
}

// writtenEvent is one event of a write.
type writtenEvent struct {
	ID         string           `json:"id,omitempty"` // absent for one that a dry run would create
	ExternalID string           `json:"external_id,omitempty"`
	Status     string           `json:"status"`
	Date       training.Day     `json:"local_date"`
	Name       string           `json:"name"`
	Load       float64          `json:"load,omitempty"`
	LoadRule   compliance.Rule  `json:"load_rule,omitempty"`
	Missing    analysis.Missing `json:"missing,omitempty"`
}

// order is a write that is about to be made.
type order struct {
	summary string
	asks    bool // whatever its size
	changes []*change
	notes   []string
}

// write makes the changes in one journaled transaction.
func write(ctx context.Context, d Deps, c *tools.Call, o order) (*written, error) {
	if err := o.notice(ctx, d, c); err != nil {
		return nil, err
	}
	out := &written{LocalDate: c.Today, TimeZone: c.Location.String(), Notes: o.notes}
	out.tell(o, c.DryRun)
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
		return apply(tx, c.Scope.Athlete, todo)
	})
	if err != nil {
		return nil, err
	}
	out.fit()
	return out, nil
}

// fit drops rows from the end until the answer fits: a write that was done must
// not be answered as a failure.
func (out *written) fit() {
	for analysis.Size(out) > writtenBytes {
		switch {
		case len(out.Changes) > 1 && analysis.Size(out.Changes) >= analysis.Size(out.Events):
			out.Changes = out.Changes[:len(out.Changes)*3/4]
		case len(out.Events) > 1:
			out.Events = out.Events[:len(out.Events)*3/4]
		default:
			return
		}
		out.Cut, out.Narrow = true, "Only the first are shown; list_events shows them all."
	}
}

// apply writes the changes, unless an event is not any more what a change
// was worked out from.
func apply(tx *store.Tx, a training.AthleteID, todo []*change) (journal.Effect, error) {
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
func (out *written) tell(o order, dryRun bool) {
	out.Events = []writtenEvent{}
	for _, ch := range o.changes {
		e := ch.after
		if e == nil {
			e = ch.before
		}
		row := writtenEvent{
			ID: ch.id, ExternalID: textclean.Line(e.ExternalID, maxExternalID), Status: ch.status, Date: e.Days.From,
			Name: textclean.Line(e.Name, shownRunes),
		}
		if dryRun && ch.status == statusCreated {
			row.ID = ""
		}
		if ch.after != nil {
			row.tellLoad(e)
		}
		out.Events = append(out.Events, row)
	}
}

func (row *writtenEvent) tellLoad(e *calendar.Event) {
	if !e.Session() {
		return
	}
	tss, rule, ok := compliance.Load(e.Load, e.MovingTimeS, e.Intensity)
	if !ok {
		row.Missing = row.Missing.Add("load", "give load, or duration_s with intensity_factor")
		return
	}
	row.Load, row.LoadRule = analysis.Round(tss, 1), rule
}
