package calendar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// publication is what is to become of the calendar so that it shows a training
// plan: the difference to what stands there.
type publication struct {
	order
	hidden store.Withheld
	today  training.Day
	// kept are events that somebody changed in the calendar, and stay.
	kept []*calendar.Event
	// deleted are the names of sessions that somebody deleted there.
	deleted []string
}

// publish puts the sessions of a training plan from today on into the calendar.
// What was put there before and is as it was is changed, moved or deleted as the
// plan says now; what was changed there is kept and told.
func publish(ctx context.Context, d Deps, c *tools.Call, p *plan.Kept) (*Written, error) {
	if !plan.Sound(p.Problems) {
		return nil, notSound(p)
	}
	there, err := published(ctx, d, c, p.ID)
	if err != nil {
		return nil, err
	}
	gone, err := deleted(ctx, d, c, p.ID)
	if err != nil {
		return nil, err
	}
	x := publication{today: c.Today}
	if x.hidden, err = d.Journal.Withheld(ctx, c.Scope); err != nil {
		return nil, err
	}
	sessions := 0
	for _, e := range p.Events(p.ID, training.DayRange{From: c.Today, To: max(c.Today, p.Days().To)}) {
		sessions++
		was, stands := there[e.Plan.Workout]
		delete(there, e.Plan.Workout)
		if !stands && gone[e.Plan.Workout] {
			x.deleted = append(x.deleted, textclean.Line(e.Name, textclean.NameRunes))
			continue
		}
		if err := x.put(&e, was, stands); err != nil {
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

// published are the events of a training plan, by session.
func published(ctx context.Context, d Deps, c *tools.Call, id string) (map[string]*calendar.Event, error) {
	all, err := calendar.ByExternalID(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	out := map[string]*calendar.Event{}
	for _, e := range all {
		if e.Plan.ID == id && e.Plan.Published != "" {
			out[e.Plan.Workout] = &e
		}
	}
	return out, nil
}

// deleted are the sessions of a training plan whose events somebody deleted.
func deleted(ctx context.Context, d Deps, c *tools.Call, id string) (map[string]bool, error) {
	all, err := d.Store.DocumentLayers(ctx, c.Whole(), document.Events)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, l := range all {
		var e struct {
			Plan training.PlanRef `json:"plan"`
		}
		if !l.Own.Deleted || len(l.Own.Fields) == 0 {
			continue
		}
		if err := json.Unmarshal(l.Own.Fields, &e); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "An event cannot be read: %w.", err)
		}
		if e.Plan.ID == id && e.Plan.Published != "" {
			out[e.Plan.Workout] = true
		}
	}
	return out, nil
}

// put has a session in the calendar as the plan says it.
func (x *publication) put(e, was *calendar.Event, stands bool) error {
	e.ID = ""
	mark, err := fingerprint(&e.CalendarEvent)
	if err != nil {
		return err
	}
	e.Plan.Published = mark
	p, err := patchOf(&e.CalendarEvent)
	if err != nil {
		return err
	}
	if !stands {
		ch, err := amend(calendar.Event{}.Document, idOf("external:"+e.ExternalID, 0), p, x.hidden)
		if err != nil {
			return err
		}
		x.changes = append(x.changes, ch)
		return nil
	}
	if was.Plan.Published == mark {
		return nil // the plan says what it said, whatever was made of it
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

// take deletes an event whose session is not in the plan any more, if it is to
// come and nobody changed it. What is over stays.
func (x *publication) take(was *calendar.Event) {
	if was.Days.From < x.today {
		return
	}
	if same, _, err := untouched(was); err != nil || !same || was.Days.From == x.today {
		x.kept = append(x.kept, was)
		return
	}
	ch := remove(*was)
	if ch.own.Deleted && len(was.Document.Said) == 0 {
		ch.own = document.Own{} // the plan deletes it, and may have it again
	} else if ch.own.Deleted {
		ch.own.Fields = nil
	}
	x.changes = append(x.changes, ch)
}

func (x *publication) tellKept() {
	if n := len(x.deleted); n > 0 {
		x.notes = append(x.notes, i18n.Sentencef("%s deleted in the calendar and not made again: %s. To have that back, undo the deletion.",
			i18n.Numbered(n, "session was", "sessions were"), strings.Join(x.deleted, ", ")))
	}
	if len(x.kept) > 0 {
		x.notes = append(x.notes, i18n.Sentencef("%s changed in the calendar and kept as it is there: %s.",
			i18n.Numbered(len(x.kept), "session was", "sessions were"), named(x.kept)))
	}
}

// ofCalendar are the fields of a published event that say nothing of the
// session: who did it, and where it came from.
func ofCalendar() []string { return []string{"done_by", "plan", "id"} }

// fingerprint is that of a session as it is put into the calendar.
func fingerprint(e *training.CalendarEvent) (string, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	mark, _, err := markOf(b)
	return mark, err
}

// untouched says whether an event is as it was published, and names its fields.
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
	b, err := json.Marshal(all) // in the order of names
	if err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), slices.Sorted(maps.Keys(all)), nil
}
