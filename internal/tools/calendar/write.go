package calendar

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the limits up to which a call needs no consent. A person's consent is needed
// to write more than freeEvents events, or events over more than freeDays days.
const (
	freeEvents = 20
	freeDays   = 14
)

// writtenBytes limits the size of the answer to a write, and leaves room for
// notes on how the arguments were read. The journal contains the omitted parts.
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

// WrittenEvent is the result of a write for one event.
type WrittenEvent struct {
	ID         string                 `json:"id,omitempty"` // absent for a new event in a dry run
	ExternalID string                 `json:"external_id,omitempty"`
	Status     string                 `json:"status"`
	Date       training.Day           `json:"local_date"`
	Name       string                 `json:"name"`
	DurationS  float64                `json:"duration_s,omitempty"`
	Load       float64                `json:"load,omitempty"`
	LoadRule   efforts.ComplianceRule `json:"load_rule,omitempty"`
	Missing    answers.Missing        `json:"missing,omitempty"`
}

// order is a write that has not been carried out yet.
type order struct {
	summary i18n.Sentence
	asks    bool                 // needs consent, regardless of the number of events
	moves   bool                 // only moves one event; the summary then contains the new day
	types   map[string]plan.Type // of a published plan's sessions, by external id
	changes []*change
	notes   []i18n.Sentence
}

// write carries out the changes in one transaction and records them in the journal.
func write(ctx context.Context, d Deps, c *tools.Call, o order) (*Written, error) {
	if err := o.notice(ctx, d, c); err != nil {
		return nil, err
	}
	found, err := o.gate(ctx, d, c)
	if err != nil {
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
		out.Notes = append(out.Notes, "Nothing changed: the calendar already has this.")
		return out, ctx.Err()
	}
	w := c.Write(o.summary, targets)
	w.Destructive = o.asks || len(todo) > freeEvents || span.Days() > freeDays
	out.Notes = append(out.Notes, c.Gated(&w, found)...)
	out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		return putAll(tx, c.Scope.Athlete, todo)
	})
	if err != nil {
		return nil, err
	}
	out.fit()
	return out, nil
}

// gate returns why the sessions that the order plans, changes or moves may be too much training.
func (o *order) gate(ctx context.Context, d Deps, c *tools.Call) ([]plan.Finding, error) {
	var was, now []calendar.Event
	ids, last := map[string]bool{}, c.Today
	for _, ch := range o.changes {
		if ch.status == statusUnchanged || ch.after == nil || !ch.after.Session() || ch.after.Days.From < c.Today {
			continue
		}
		ids[ch.id], last = true, max(last, ch.after.Days.From)
		now = append(now, *ch.after)
		if ch.before != nil {
			was = append(was, *ch.before)
		}
	}
	if len(now) == 0 {
		return nil, ctx.Err()
	}
	away := o.away() // it is not a finding itself, but the new sessions are seen beside it
	was, now = append(was, away...), append(now, away...)
	base, err := plan.ReadLoad(ctx, d.Store, c.Scope, c.Frame(), d.Plans, last, func(e *calendar.Event) bool { return !ids[e.ID] })
	if err != nil {
		return nil, err
	}
	if err := errors.Join(calendar.Figure(ctx, d.Store, c.Scope, was), calendar.Figure(ctx, d.Store, c.Scope, now)); err != nil {
		return nil, err
	}
	return plan.NewFindings(base.With(was, o.types).Gate(), base.With(now, o.types).Gate()), nil
}

// fit drops rows from the end until the answer fits, because a successful write
// must not end in an error.
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

// putAll writes the changes. It returns an error if an event has changed since
// its change was computed.
func putAll(tx *store.Tx, a training.AthleteID, todo []*change) (journal.Effect, error) {
	var effect journal.Effect
	for _, ch := range todo {
		former, err := tx.PutOwn(a, document.Events, ch.id, ch.own)
		if err != nil {
			return effect, err
		}
		if former.Deleted && ch.before != nil || !former.Deleted && !bytes.Equal(former.Fields, ch.had) {
			return effect, training.Errorf(training.KindConflict, "The event %s was changed in the meantime.",
				ch.id).WithFix("Read it again, then call again.")
		}
		effect.Changed = append(effect.Changed, journal.DocumentChanged{Collection: document.Events, ID: ch.id, Before: former, Told: ch.blind})
		effect.Changes = append(effect.Changes, ch.told()...)
	}
	return effect, nil
}

// tell adds the result for each event.
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
			if note := events[i].OtherLength(); note != "" && ch.status != statusUnchanged {
				out.Notes = append(out.Notes, note)
			}
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

const maxDeleted = 60

type deleteIn struct {
	IDs []string `json:"ids"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_events", Title: "Delete calendar events", Toolset: toolset, Default: true, Safety: tools.Write,
		Sends: true, Deletes: true, Asks: true,
		Description: "Deletes planned workouts and other calendar events from today on; asks the athlete first for more than 20 events " +
			"or 14 days. " +
			"Deleting earlier ones needs writes: full in the config and the athlete's consent.",
		Aliases: map[string]string{"id": "ids", "event_id": "ids", "event_ids": "ids"},
		Input:   func(s *jsonschema.Schema) { tools.Items(s, "ids", 1, maxDeleted) },
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*Written, error) {
		events, err := find(ctx, d, c, in.IDs)
		if err != nil {
			return nil, err
		}
		o := order{summary: deleting(events)}
		var past []string
		for _, e := range events {
			o.changes = append(o.changes, remove(e))
			if e.Days.From < c.Today {
				past = append(past, e.ID)
			}
		}
		if len(past) > 0 && d.Writes != tools.WritesFull {
			return nil, training.Errorf(training.KindForbidden, "These events are before today: %s.", strings.Join(past, ", ")).
				WithFix("Leave them out; the athlete can allow it with writes: full in the config file.")
		}
		o.asks = len(past) > 0
		return write(ctx, d, c, o)
	})
}

// find reads the events with the given ids, without duplicates.
func find(ctx context.Context, d Deps, c *tools.Call, ids []string) ([]calendar.Event, error) {
	var out []calendar.Event
	for _, id := range ids {
		e, err := calendar.Find(ctx, d.Store, c.Whole(), id)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(out, func(o calendar.Event) bool { return o.ID == e.ID }) {
			out = append(out, e)
		}
	}
	return out, nil
}

// deleting describes the events to be deleted. If there is only one, it gives the event's
// name and day.
func deleting(all []calendar.Event) i18n.Sentence {
	if len(all) == 1 {
		return i18n.Sentencef("Delete %s of %s.", titled(&all[0]), when(&all[0]))
	}
	return i18n.Sentencef("Delete %s.", i18n.Numbered(len(all), "event", "events"))
}

const (
	maxCopies   = 52
	maxSources  = 30
	maxBetween  = 52
	daysOfAWeek = 7
)

type duplicateIn struct {
	IDs     []string `json:"ids"`
	Copies  int      `json:"copies,omitempty" jsonschema:"number of copies"`
	Between int      `json:"weeks_between,omitempty" jsonschema:"weeks between copies"`
	// Date is the new day of the first event; the others keep their distance
	// from the first.
	Date tools.PlanDate `json:"date,omitzero" jsonschema:"day of the copy, if only one"`
}

func duplicateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "duplicate_events", Title: "Copy calendar events", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Copies events to later weeks, same weekday and time. Asks the athlete first for more than 20 events or 14 days.",
		Aliases:     map[string]string{"id": "ids", "event_id": "ids", "event_ids": "ids", "num_copies": "copies", "weeks": "weeks_between"},
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "ids", 1, maxSources)
			tools.Bounds(s, "copies", 1, maxCopies)
			tools.Default(s, "copies", 1)
			tools.Bounds(s, "weeks_between", 1, maxBetween)
			tools.Default(s, "weeks_between", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in duplicateIn) (*Written, error) {
		events, err := find(ctx, d, c, in.IDs)
		if err != nil {
			return nil, err
		}
		if n := len(events) * in.Copies; n > maxCreated {
			return nil, training.Errorf(training.KindTooLarge, "That would be %d events.", n).WithFix("Create at most %d at a time.", maxCreated)
		}
		drafts, err := in.drafts(events)
		if err != nil {
			return nil, err
		}
		changes, err := draw(ctx, d, c, drafts)
		if err != nil {
			return nil, err
		}
		return write(ctx, d, c, order{summary: in.summary(len(events)), changes: changes})
	})
}

// drafts returns the copies, which are on a given day or in the following weeks.
func (in *duplicateIn) drafts(events []calendar.Event) ([]draft, error) {
	var out []draft
	for i := range events {
		for n := 1; n <= in.Copies; n++ {
			later := training.Day(n * in.Between * daysOfAWeek)
			if in.Date.Set {
				later = in.Date.Day - events[0].Start.Day()
			}
			dr, err := copied(&events[i].CalendarEvent, later)
			if err != nil {
				return nil, err
			}
			if out = append(out, dr); in.Date.Set {
				break // there is only one copy of each event
			}
		}
	}
	return out, nil
}

func (in *duplicateIn) summary(n int) i18n.Sentence {
	events := i18n.Numbered(n, "event", "events")
	if in.Date.Set {
		return i18n.Sentencef("Copy %s to %s.", events, in.Date.Day)
	}
	return i18n.Sentencef("Copy %s to later weeks.", events)
}

// copied returns a copy of an event that is later by a number of days, which
// may be negative. It leaves out fields that make sense only in the original.
func copied(e *training.CalendarEvent, later training.Day) (draft, error) {
	dup := *e
	dup.ID, dup.ExternalID, dup.DoneBy, dup.PushErrors, dup.CreatedBy = "", "", "", nil, ""
	dup.Updated, dup.Plan, dup.Rest = time.Time{}, training.PlanRef{}, nil
	if strings.TrimSpace(dup.Name) == "" { // events from services may have no name
		dup.Name = strings.ReplaceAll(string(dup.Category), "_", " ")
	}
	dup.Start = shifted(e.Start, later)
	if e.End != "" {
		dup.End = shifted(e.End, later)
	}
	p, err := patchOf(&dup)
	if err != nil {
		return draft{}, err
	}
	return draft{seed: "copy:" + e.ID + ":" + string(dup.Start), patch: p}, nil
}

// patchOf returns a whole event as a patch.
func patchOf(e *training.CalendarEvent) (patch, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return nil, err
	}
	p := patch{}
	for key, v := range fields {
		p[key] = v
	}
	return p, nil
}
