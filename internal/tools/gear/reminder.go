package gear

import (
	"context"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/gear"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type reminderIn struct {
	Gear       string         `json:"gear_id,omitempty" jsonschema:"what it is about; for a new one"`
	ID         string         `json:"id,omitempty" jsonschema:"to change; else new"`
	Text       *string        `json:"text,omitempty" jsonschema:"what is to be done"`
	Km         *float64       `json:"every_km,omitempty" jsonschema:"0 takes a limit away"`
	Hours      *float64       `json:"every_hours,omitempty"`
	Activities *int           `json:"every_activities,omitempty"`
	Days       *int           `json:"every_days,omitempty"`
	Due        tools.PlanDate `json:"due_date,omitzero" jsonschema:"once, on this day"`
	Done       tools.Date     `json:"done,omitzero" jsonschema:"was done: counting begins anew"`
	Snooze     tools.PlanDate `json:"snooze_until,omitzero" jsonschema:"not due before this day"`
	Clear      []string       `json:"clear,omitempty" jsonschema:"words to take back"`
}

func reminderRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_gear_reminder", Title: "Save a gear reminder", Toolset: toolset, Safety: tools.Write,
		Description: "Makes or changes a reminder of a piece of gear (oil the chain every 300 km, service on a date), " +
			"or notes that it was done. It is due when its nearest limit is used up. Can be undone.",
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
	id, p, err := d.patch(c, store.ChangeKind(document.Reminders), "reminder", before.ID, before.own)
	if err != nil {
		return nil, err
	}
	if err := in.change(p, c, &before); err != nil {
		return nil, err
	}
	fields, err := p.done()
	if err != nil {
		return nil, err
	}
	w := c.Write(i18n.Sentencef("Change a reminder of %s.", g.Name), map[string]string{"reminder:" + id: string(before.own)})
	own := tools.OwnWords{In: document.Reminders, ID: id, Own: document.Own{Fields: fields}}
	return c.Do(ctx, d.Journal, w, id, before.ID == "", c.Put(own, p.changes...))
}

// former is the reminder that is changed, empty for a new one, and its gear.
func (in *reminderIn) former(ctx context.Context, d Deps, c *tools.Call) (r reminder, g training.Gear, err error) {
	if in.ID != "" {
		if r, err = findReminder(ctx, d, c, in.ID); err != nil {
			return r, g, err
		}
		if in.Gear != "" && in.Gear != r.GearID {
			return r, g, training.Errorf(training.KindInvalid, "The reminder belongs to the gear %s.",
				r.GearID).WithFix("Make a new one for other gear.")
		}
		in.Gear = r.GearID
	}
	if g, err = find(ctx, d, c, in.Gear); err != nil {
		return r, g, err
	}
	if in.ID == "" && (in.Text == nil || textclean.Line(*in.Text, textclean.NameRunes) == "") {
		err = training.Errorf(training.KindInvalid, "A new reminder needs a text.").WithFix("Say in text what is to be done.")
	}
	return r, g, err
}

// change puts the arguments into the athlete's words.
func (in *reminderIn) change(p *patch, c *tools.Call, r *reminder) error {
	if r.ID == "" {
		if err := p.set("gear_id", "", in.Gear, in.Gear); err != nil {
			return err
		}
	}
	if in.Text != nil {
		text := textclean.Line(*in.Text, textclean.NameRunes)
		if text == "" {
			return training.Errorf(training.KindInvalid, "The text is empty.").WithFix("Say what is to be done.")
		}
		if err := p.set("text", r.Text, text, text); err != nil {
			return err
		}
	}
	if err := in.limits(p, r); err != nil {
		return err
	}
	if err := in.dates(p, c, r); err != nil {
		return err
	}
	if err := p.both(in.Clear); err != nil {
		return err
	}
	for _, field := range in.Clear {
		p.clear(field)
	}
	return p.unchanged()
}

// limits sets how much use there may be; one has to be left.
func (in *reminderIn) limits(p *patch, r *reminder) error {
	after := r.GearReminder
	set := func(name string, value *float64, have *float64, times float64) error {
		if value == nil {
			return nil
		}
		before := *have
		*have = *value * times
		return p.set(name, number(before), number(*have), *have)
	}
	count := func(name string, value, have *int) error {
		if value == nil {
			return nil
		}
		before := *have
		*have = *value
		return p.set(name, number(float64(before)), number(float64(*have)), *have)
	}
	const secondsPerHour = 3600
	for _, err := range []error{
		set("distance_km", in.Km, &after.DistanceKm, 1),
		set("time_s", in.Hours, &after.TimeS, secondsPerHour),
		count("activities", in.Activities, &after.Activities),
		count("days", in.Days, &after.Days),
	} {
		if err != nil {
			return err
		}
	}
	if in.Due.Set {
		after.DueDate = in.Due.Day
	}
	if after.DistanceKm == 0 && after.TimeS == 0 && after.Activities == 0 && after.Days == 0 && after.DueDate == 0 {
		return training.Errorf(training.KindInvalid, "The reminder has no limit.").
			WithFix("Give every_km, every_hours, every_activities, every_days or due_date.")
	}
	return nil
}

func (in *reminderIn) dates(p *patch, c *tools.Call, r *reminder) error {
	if in.Due.Set {
		if err := p.set("due_date", dayWords(r.DueDate), dayWords(in.Due.Day), in.Due.Day); err != nil {
			return err
		}
	}
	if in.Done.Set {
		if in.Done.Day > c.Today {
			return training.Errorf(training.KindInvalid, "%s is not over yet.", in.Done.Day).WithFix("Give the day on which it was done.")
		}
		at := gear.DoneAt(frame(c), c.Now, in.Done.Day)
		if err := p.set("last_done", momentWords(r.LastDone, c), momentWords(at, c), at.UTC().Truncate(time.Second)); err != nil {
			return err
		}
	}
	if in.Snooze.Set {
		at := in.Snooze.Day.Time(c.Location)
		return p.set("snoozed_until", momentWords(r.SnoozedUntil, c), momentWords(at, c), at.UTC())
	}
	return nil
}

// momentWords is a moment for people.
func momentWords(t time.Time, c *tools.Call) string {
	if t.IsZero() {
		return ""
	}
	return t.In(c.Location).Format("2006-01-02 15:04")
}
