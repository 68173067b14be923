// Package gear contains the tools for the athlete's bikes, shoes and parts, one tool per
// file. Reads use package answers/gear, and writes go through the journal. The tools write
// the athlete's own edits, which take precedence over values from archives and services.
package gear

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "gear"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart limitedrows.Remote
	// NewID returns an unused id.
	NewID func() string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), saveRow(d), deleteRow(d), reminderRow(d)}
}

func frame(c *tools.Call) gear.Frame {
	return gear.Frame{Frame: c.Frame(), Location: c.Location}
}

type reminderIn struct {
	Gear       string         `json:"gear_id,omitempty" jsonschema:"gear for a new reminder"`
	ID         string         `json:"id,omitempty" jsonschema:"reminder to change"`
	Text       *string        `json:"text,omitempty"`
	Km         *float64       `json:"every_km,omitempty" jsonschema:"0: none"`
	Hours      *float64       `json:"every_hours,omitempty"`
	Activities *int           `json:"every_activities,omitempty"`
	Days       *int           `json:"every_days,omitempty"`
	Due        tools.PlanDate `json:"due_date,omitzero"`
	Done       tools.Date     `json:"done,omitzero" jsonschema:"restarts counting"`
	Snooze     tools.PlanDate `json:"snooze_until,omitzero"`
	Clear      []string       `json:"clear,omitempty" jsonschema:"values to clear"`
}

func reminderRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_gear_reminder", Title: "Save a gear reminder", Toolset: toolset, Safety: tools.Write,
		Description: "Creates or changes a gear reminder (oil the chain every 300 km, service on a date), or records that it was done. " +
			"It is due when the first of its limits is reached.",
		Aliases: map[string]string{"gear": "gear_id", "reminder_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.MaxLength(s, "text", textclean.NameRunes)
			tools.Bounds(s, "every_km", 0, 1e6)
			tools.Bounds(s, "every_hours", 0, 1e5)
			tools.Bounds(s, "every_activities", 0, 1e5)
			tools.Bounds(s, "every_days", 0, 36500)
			tools.Enum(s, "clear", "due_date", "last_done", "snoozed_until")
		},
	}, func(ctx context.Context, c *tools.Call, in reminderIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *reminderIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	before, g, err := in.former(ctx, d, c)
	if err != nil {
		return nil, err
	}
	e, err := d.edit(c, document.Reminders, "reminder", document.Document{ID: before.ID, Own: before.own})
	if err != nil {
		return nil, err
	}
	if err := in.change(e, c, &before); err != nil {
		return nil, err
	}
	return e.Save(ctx, c, d.Journal, e.Write(c, i18n.Sentencef("Change a reminder of %s.", g.Name)))
}

// former returns the reminder that is to be changed, and its gear. If the reminder is
// new, it is empty.
func (in *reminderIn) former(ctx context.Context, d Deps, c *tools.Call) (r reminder, g training.Gear, err error) {
	if in.ID != "" {
		if r, err = findReminder(ctx, d, c, in.ID); err != nil {
			return r, g, err
		}
		if in.Gear != "" && in.Gear != r.GearID {
			return r, g, training.Errorf(training.KindInvalid, "The reminder belongs to the gear %s.",
				r.GearID).WithFix("Create a new reminder for other gear.")
		}
		in.Gear = r.GearID
	}
	if g, _, err = gear.Find(ctx, d.Store, c.Scope, in.Gear); err != nil {
		return r, g, err
	}
	if in.ID == "" && (in.Text == nil || textclean.Line(*in.Text, textclean.NameRunes) == "") {
		err = training.Errorf(training.KindInvalid, "A new reminder needs text.").WithFix("Say in text what needs to be done.")
	}
	return r, g, err
}

// change applies the arguments to the athlete's edits.
func (in *reminderIn) change(e *tools.Edit, c *tools.Call, r *reminder) error {
	tools.Set(e, "gear_id", r.GearID, in.Gear)
	if in.Text != nil && *line(in.Text) == "" {
		return training.Errorf(training.KindInvalid, "The text is empty.").WithFix("Say what needs to be done.")
	}
	tools.SetGiven(e, "text", r.Text, line(in.Text))
	after := r.GearReminder
	limit(e, "distance_km", &after.DistanceKm, in.Km)
	limit(e, "time_s", &after.TimeS, seconds(in.Hours))
	limit(e, "activities", &after.Activities, in.Activities)
	limit(e, "days", &after.Days, in.Days)
	limit(e, "due_date", &after.DueDate, new(in.Due.Or(r.DueDate)))
	if after.DistanceKm == 0 && after.TimeS == 0 && after.Activities == 0 && after.Days == 0 && after.DueDate == 0 {
		return training.Errorf(training.KindInvalid, "The reminder has no limit.").
			WithFix("Give every_km, every_hours, every_activities, every_days or due_date.")
	}
	if err := in.moments(e, c, r); err != nil {
		return err
	}
	return takeBack(e, in.Clear)
}

// limit sets the amount of use after which the reminder is due.
func limit[T any](e *tools.Edit, name string, have, given *T) {
	tools.SetGiven(e, name, *have, given)
	if given != nil {
		*have = *given
	}
}

// moments sets when the maintenance was last done, and until when the reminder is postponed.
func (in *reminderIn) moments(e *tools.Edit, c *tools.Call, r *reminder) error {
	if in.Done.Set {
		if in.Done.Day > c.Today {
			return training.Errorf(training.KindInvalid, "%s is not over yet.", in.Done.Day).WithFix("Give the day on which it was done.")
		}
		at := gear.DoneAt(frame(c), c.Now, in.Done.Day)
		e.SetShown("last_done", at.UTC().Truncate(time.Second), momentWords(r.LastDone, c), momentWords(at, c))
	}
	if in.Snooze.Set {
		at := in.Snooze.Day.Time(c.Location)
		e.SetShown("snoozed_until", at.UTC(), momentWords(r.SnoozedUntil, c), momentWords(at, c))
	}
	return nil
}

// momentWords formats a time for people.
func momentWords(t time.Time, c *tools.Call) string {
	if t.IsZero() {
		return ""
	}
	return t.In(c.Location).Format("2006-01-02 15:04")
}

type deleteIn struct {
	ID       string `json:"id,omitempty" jsonschema:"gear"`
	Reminder string `json:"reminder_id,omitempty" jsonschema:"delete only this reminder"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_gear", Title: "Delete gear", Toolset: toolset, Safety: tools.Write, Sends: true, Deletes: true, Asks: true,
		Description: "Deletes gear with its reminders, or one reminder. Used gear, or gear from a service, needs the athlete's consent; " +
			"save_gear with retired keeps it.",
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		if (in.ID == "") == (in.Reminder == "") {
			return nil, training.Errorf(training.KindInvalid, "Give the id of gear or of a reminder.").WithFix("list_gear shows both.")
		}
		if in.Reminder != "" {
			return in.reminder(ctx, d, c)
		}
		return in.gear(ctx, d, c)
	})
}

func (in *deleteIn) gear(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	g, doc, err := gear.Find(ctx, d.Store, c.Scope, in.ID)
	if err != nil {
		return nil, err
	}
	all, err := reminders(ctx, d, c)
	if err != nil {
		return nil, err
	}
	use, err := d.Store.GearUse(ctx, c.Scope, document.Stretch{GearID: g.ID})
	if err != nil {
		return nil, err
	}
	w := c.Write(i18n.Sentencef("Delete the gear %s.", g.Name), map[string]string{"gear:" + g.ID: string(doc.Own)})
	// A service or an archive may have counted additional use.
	w.Destructive = use.Activities > 0 || len(doc.Statements) > 0
	return c.Do(ctx, d.Journal, w, g.ID, false, func(tx *store.Tx) (journal.Effect, error) {
		effect := journal.Effect{Changes: []journal.Change{{
			Of: store.ChangeKind(document.Gear), Target: g.ID, Field: "gear", Before: i18n.Name(g.Name), After: "deleted",
		}}}
		for _, r := range all { // reminders are deleted first, so that an undo restores the gear before its reminders
			if r.GearID != g.ID {
				continue
			}
			if err := forget(tx, c.Scope.Athlete, r, &effect); err != nil {
				return effect, err
			}
		}
		words := tools.OwnOf(document.Gear, "gear", g.ID, &doc, document.Own{Fields: doc.Own, Deleted: true})
		return effect, words.Put(tx, c.Scope.Athlete, &effect)
	})
}

func (in *deleteIn) reminder(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	r, err := findReminder(ctx, d, c, in.Reminder)
	if err != nil {
		return nil, err
	}
	w := c.Write(i18n.Sentencef("Delete the reminder %s.", r.Text), map[string]string{"reminder:" + r.ID: string(r.own)})
	return c.Do(ctx, d.Journal, w, r.ID, false, func(tx *store.Tx) (effect journal.Effect, err error) {
		return effect, forget(tx, c.Scope.Athlete, r, &effect)
	})
}

// forget deletes a reminder.
func forget(tx *store.Tx, a training.AthleteID, r reminder, effect *journal.Effect) error {
	effect.Changes = append(effect.Changes, journal.Change{
		Of: store.ChangeKind(document.Reminders), Target: r.ID,
		Field: "reminder", Before: i18n.Name(r.Text), After: "deleted",
	})
	own := tools.OwnWords{In: document.Reminders, ID: r.ID, Own: document.Own{Fields: r.own, Deleted: true}}
	return own.Put(tx, a, effect)
}

// reminder is a reminder as it is shown, with the athlete's own layer.
type reminder struct {
	training.GearReminder
	own json.RawMessage
}

func reminders(ctx context.Context, d Deps, c *tools.Call) (out []reminder, err error) {
	err = document.Each(ctx, d.Store.Documents, c.Scope, document.Reminders, document.Filter{},
		func(doc document.Document, r training.GearReminder) {
			r.ID = doc.ID
			out = append(out, reminder{r, doc.Own})
		})
	return out, err
}

func findReminder(ctx context.Context, d Deps, c *tools.Call, id string) (reminder, error) {
	all, err := reminders(ctx, d, c)
	if err != nil {
		return reminder{}, err
	}
	for _, r := range all {
		if r.ID == id {
			return r, nil
		}
	}
	return reminder{}, training.Errorf(training.KindNotFound, "There is no reminder %q.", id).WithFix("list_gear lists all gear.")
}
