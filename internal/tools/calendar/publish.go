package calendar

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// publication holds the changes that bring the calendar up to date with a training plan.
type publication struct {
	order
	hidden store.Withheld
	today  training.Day
	// kept holds the events that are not changed because they were edited in the calendar.
	kept []*calendar.Event
	// deleted holds the names of sessions that were deleted in the calendar.
	deleted []string
}

// publish adds the sessions of a training plan, from today on, to the calendar. Sessions
// that were published earlier and not edited since are updated, moved or deleted to
// match the plan. Sessions that were edited in the calendar are kept and reported.
func publish(ctx context.Context, d Deps, c *tools.Call, p *plan.Kept) (*Written, error) {
	if !plan.Sound(p.Problems) {
		return nil, notSound(p)
	}
	stands, err := plan.StandingOf(ctx, d.Store, c.Whole(), p.ID)
	if err != nil {
		return nil, err
	}
	there := stands.Events
	x := publication{today: c.Today}
	if x.hidden, err = d.Journal.Withheld(ctx, c.Scope); err != nil {
		return nil, err
	}
	x.types = p.Types(p.ID)
	days := training.DayRange{From: c.Today, To: max(c.Today, p.Days().To)}
	stand, err := calendar.In(ctx, d.Store, c.Scope, days)
	if err != nil {
		return nil, err
	}
	sessions := 0
	for _, e := range p.Events(p.ID, days) {
		sessions++
		was := there[e.Plan.Workout]
		delete(there, e.Plan.Workout)
		if race := sameRace(stand, &e); was == nil && race != nil {
			if err := x.adopt(&e, race); err != nil {
				return nil, err
			}
			continue
		}
		if was == nil && stands.Deleted[e.Plan.Workout] {
			x.deleted = append(x.deleted, textclean.Line(e.Name, textclean.NameRunes))
			continue
		}
		if err := x.put(&e, was); err != nil {
			return nil, err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(there)) {
		x.take(there[id])
	}
	x.tellKept()
	x.summary = i18n.Sentencef("Publish the training plan %q: %s from %s on.", textclean.Line(p.Name, textclean.NameRunes),
		i18n.Numbered(sessions, "session", "sessions"), c.Today)
	return write(ctx, d, c, x.order)
}

func notSound(p *plan.Kept) error {
	for _, problem := range p.Problems {
		if !problem.Warning {
			return training.Errorf(training.KindInvalid, "The training plan %q cannot be published: %s", p.ID, problem.Sentence()).
				WithFix("Change its text, then publish it again.")
		}
	}
	return nil
}

// put adds a session of the plan to the calendar. was is the event to update, or nil.
func (x *publication) put(e, was *calendar.Event) error {
	e.ID = ""
	mark, err := fingerprint(&e.CalendarEvent)
	if err != nil {
		return err
	}
	e.Plan.Published, e.Plan.Asked, e.Plan.Words = mark, calendar.Asked(&e.CalendarEvent), training.WordsMark(e.Description)
	p, err := patchOf(&e.CalendarEvent)
	if err != nil {
		return err
	}
	if was == nil {
		ch, err := amend(calendar.Event{}.Document, idOf("external:"+e.ExternalID, 0), p, x.hidden)
		if err != nil {
			return err
		}
		x.changes = append(x.changes, ch)
		return nil
	}
	if was.Plan.Published == mark {
		return nil // the plan's session has not changed, even if the event was edited
	}
	same, drop, err := untouched(was)
	if err != nil {
		return err
	}
	if !same {
		x.kept = append(x.kept, was)
		return nil
	}
	drop = slices.DeleteFunc(drop, func(key string) bool { _, again := p[key]; return again })
	ch, err := amend(was.Document, was.ID, p, x.hidden, drop...)
	if err != nil {
		return err
	}
	x.changes = append(x.changes, ch)
	return nil
}

// sameRace returns the athlete's own event for a race of the plan, or nil.
func sameRace(stand []calendar.Event, e *calendar.Event) *calendar.Event {
	at := slices.IndexFunc(stand, func(own calendar.Event) bool {
		return own.Category.Race() && own.Plan.ID == "" && own.Days.From == e.Days.From && (own.Sport == "" || own.Sport == e.Sport)
	})
	if at < 0 || !e.Category.Race() {
		return nil
	}
	return &stand[at]
}

// adopt makes an event of the athlete the race of the plan, so that the calendar has the race only once. Nothing
// else in the event changes.
func (x *publication) adopt(e, race *calendar.Event) error {
	e.ID = ""
	mark, err := fingerprint(&e.CalendarEvent)
	if err != nil {
		return err
	}
	e.Plan.Published = mark
	ch, err := amend(race.Document, race.ID, patch{"plan": e.Plan}, x.hidden)
	if err != nil {
		return err
	}
	x.changes = append(x.changes, ch)
	x.notes = append(x.notes, i18n.Sentencef("%s is already in the calendar, and is now the race of the plan.", called(race)))
	return nil
}

// take deletes an event whose session is no longer in the plan, if the event is
// in the future and was not changed in the calendar. Past events are kept.
func (x *publication) take(was *calendar.Event) {
	if was.Days.From < x.today {
		return
	}
	if same, _, err := untouched(was); err != nil || !same || was.Days.From == x.today {
		x.kept = append(x.kept, was)
		return
	}
	ch := remove(*was)
	if ch.own.Deleted && len(was.Document.Statements) == 0 {
		ch.own = document.Own{} // the plan deletes this event, and may add its session again
	} else if ch.own.Deleted {
		ch.own.Fields = nil
	}
	x.changes = append(x.changes, ch)
}

func (x *publication) tellKept() {
	if n := len(x.deleted); n > 0 {
		x.notes = append(x.notes, i18n.Sentencef("%s deleted in the calendar and not created again: %s. To restore them, undo the deletion.",
			i18n.Numbered(n, "session was", "sessions were"), strings.Join(x.deleted, ", ")))
	}
	if len(x.kept) > 0 {
		x.notes = append(x.notes, i18n.Sentencef("%s edited in the calendar, and the edits are kept: %s.",
			i18n.Numbered(len(x.kept), "session was", "sessions were"), named(x.kept)))
	}
}

// ofCalendar returns the names of the fields of a published event that do not
// come from the session.
func ofCalendar() []string { return []string{"done_by", "plan", "id"} }

// fingerprint returns a hash of a session in the form in which it is published in the calendar.
func fingerprint(e *training.CalendarEvent) (string, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	mark, _, err := markOf(b)
	return mark, err
}

// untouched reports whether an event is unchanged since it was published. It
// also returns the names of the event's fields.
func untouched(e *calendar.Event) (same bool, fields []string, err error) {
	mark, fields, err := markOf(e.Document.Own)
	return mark == e.Plan.Published, fields, err
}

func markOf(own json.RawMessage) (mark string, fields []string, err error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(own, &all); err != nil {
		return "", nil, training.Errorf(training.KindCorrupt, "An event cannot be read: %w.", err)
	}
	for _, key := range ofCalendar() {
		delete(all, key)
	}
	b, err := json.Marshal(all) // keys are sorted by name
	if err != nil {
		return "", nil, err
	}
	return training.Fingerprint(b), slices.Sorted(maps.Keys(all)), nil
}

// namedDays is the maximum number of events listed in a warning.
const namedDays = 5

// notice checks the events that a write puts on new days. An event on a past
// day needs a person's approval. An event on the day of another session, or
// during an illness, an injury or time off, gets a note.
func (o *order) notice(ctx context.Context, d Deps, c *tools.Call) error {
	var past, coming []*calendar.Event
	span := training.DayRange{From: 1<<31 - 1}
	for _, ch := range o.changes {
		if !ch.plans() {
			continue
		}
		e := ch.after
		span = training.DayRange{From: min(span.From, e.Days.From), To: max(span.To, e.Days.From)}
		if e.Days.From < c.Today {
			past = append(past, e)
		}
		if e.Session() {
			coming = append(coming, e)
		}
	}
	o.tellUrgent()
	away := o.away()
	for i := range away {
		span = training.DayRange{From: min(span.From, away[i].Days.From), To: max(span.To, away[i].Days.To)}
	}
	if len(past) > 0 {
		warning := i18n.Sentencef("In the past: %s.", named(past))
		o.asks, o.notes = true, append(o.notes, warning)
		if !o.moves {
			o.summary = i18n.InARow(o.summary, warning)
		}
	}
	if len(coming)+len(away) == 0 {
		return nil
	}
	stands, err := calendar.In(ctx, d.Store, c.Scope, span)
	if err != nil {
		return err
	}
	// For new time off, the warning lists the sessions planned during that time.
	changed := map[string]bool{}
	for _, ch := range o.changes {
		changed[ch.id] = true
	}
	stands = slices.DeleteFunc(stands, func(e calendar.Event) bool { return changed[e.ID] })
	var beside []*calendar.Event
	planned := coming
	for i := range stands {
		e := &stands[i]
		if !e.Session() {
			continue
		}
		if slices.ContainsFunc(planned, func(p *calendar.Event) bool {
			return p.Days.From == e.Days.From && !strings.EqualFold(p.Name, e.Name)
		}) {
			beside = append(beside, e)
		}
		if e.Days.From >= c.Today && slices.ContainsFunc(away,
			func(off calendar.Event) bool { return off.Days.Contains(e.Days.From) }) {
			coming = append(coming, e)
		}
	}
	if len(beside) > 0 {
		o.notes = append(o.notes, i18n.Sentencef("Already planned on the same day: %s.", named(beside)))
	}
	o.notes = append(o.notes, calendar.Clashes(coming, append(stands, away...))...)
	return nil
}

// tellUrgent notes red flags in the words of a new illness or injury, and a plan's race that moves away from its taper.
func (o *order) tellUrgent() {
	for _, ch := range o.changes {
		switch b, a := ch.before, ch.after; {
		case a == nil || ch.status == statusUnchanged:
		case b == nil && (a.Away() == calendar.AwaySick || a.Away() == calendar.AwayInjured):
			o.notes = append(o.notes, tools.RedFlags(a.Name+"; "+a.Description)...)
		case b != nil && o.types == nil && a.Category.Race() && a.Plan.ID != "" && a.Days.From != b.Days.From:
			o.notes = append(o.notes, i18n.Sentencef("The taper of the training plan %s does not fit the new day of its race. Adapt the plan: "+
				"edit_training_plan with replan, or lapkeep plan replan.", i18n.Name(a.Plan.ID)))
		}
	}
}

// moving describes a moved event by its old and new days. ok is false if the
// change is not just a move.
func (ch *change) moving(p patch, drop []string, today training.Day) (i18n.Sentence, bool) {
	for key := range p {
		if key != keyStart && key != keyEnd {
			return "", false
		}
	}
	if ch.before == nil || ch.after == nil || len(drop) > 0 || ch.before.Days.From == ch.after.Days.From {
		return "", false
	}
	name, from, to := i18n.Name(textclean.Line(ch.before.Name, shownRunes)), ch.before.Days.From.String(), ch.after.Days.From.String()
	if ch.plans() && ch.after.Days.From < today {
		return i18n.Sentencef("Move %s from %s to %s, a day in the past.", name, from, to), true
	}
	return i18n.Sentencef("Move %s from %s to %s.", name, from, to), true
}

// plans reports whether a change puts a session on a new day. Notes and time
// off do not count, because they often describe the past.
func (ch *change) plans() bool {
	switch {
	case ch.after == nil || ch.status == statusUnchanged:
		return false
	case ch.after.Category == training.EventNote || ch.after.Away() != "":
		return false
	}
	return ch.before == nil || ch.before.Days.From != ch.after.Days.From
}

// away returns the events for time off that the write creates or changes.
func (o *order) away() []calendar.Event {
	var out []calendar.Event
	for _, ch := range o.changes {
		if ch.after != nil && ch.after.Away() != "" {
			out = append(out, *ch.after)
		}
	}
	return out
}

func named(events []*calendar.Event) i18n.Sentence {
	var out []i18n.Sentence
	for _, e := range events[:min(len(events), namedDays)] {
		out = append(out, called(e))
	}
	text := i18n.Joined("%s; %s", out...)
	if n := len(events) - namedDays; n > 0 {
		return i18n.Sentencef("%s and %s", text, i18n.Numbered(n, "other", "others"))
	}
	return text
}

// again finds events in the calendar that are exactly what the drafts ask for, so that a
// week is not planned twice if an answer is lost and the call is repeated.
func again(ctx context.Context, d Deps, c *tools.Call, drafts []draft, changes []*change) (notes []i18n.Sentence, err error) {
	for i, ch := range changes {
		if ch.before != nil || drafts[i].external != "" || len(ch.blind) > 0 {
			continue
		}
		stands, err := calendar.In(ctx, d.Store, c.Scope, training.DayRange{From: ch.after.Days.From, To: ch.after.Days.From})
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(stands, func(e calendar.Event) bool { return sameEvent(&e, ch.after) })
		if at < 0 {
			continue
		}
		e := &stands[at]
		if shown := shownFields(e); holds(shown, shownFields(ch.after)) {
			changes[i] = &change{id: e.ID, status: statusUnchanged, before: e, after: e}
			notes = append(notes,
				i18n.Sentencef("%s is already planned (%s) and was not created a second time; give it another name or time if you mean "+
					"both.", called(e), e.ID))
			continue
		}
		notes = append(notes, i18n.Sentencef("%s now has the same name, day and sport as the event %s.", called(ch.after), e.ID))
	}
	return notes, nil
}

// sameEvent reports whether two events have the same day, name, kind and time.
func sameEvent(a, b *calendar.Event) bool {
	return a.Days.From == b.Days.From && a.Category == b.Category && a.Sport == b.Sport &&
		strings.EqualFold(a.Name, b.Name) && a.Start == b.Start
}

// holds reports whether shown contains everything that asked contains.
func holds(shown, asked map[string]string) bool {
	for key, v := range asked {
		if shown[key] != v {
			return false
		}
	}
	return true
}
