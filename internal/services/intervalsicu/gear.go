package intervalsicu

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Gear gives all gear, parts included.
func (c *Client) Gear(ctx context.Context) ([]source.Gear, error) {
	list, err := client.Ask[[]Gear](ctx, c.api, request{Op: opGear, At: []string{c.athlete, ""}})
	if err != nil {
		return nil, err
	}
	return ReadGear(list), nil
}

// SaveGear makes or changes gear.
func (c *Client) SaveGear(ctx context.Context, g source.Gear) (source.Gear, error) {
	me, err := c.who(ctx)
	if err != nil {
		return g, err
	}
	today := training.DayOf(c.now().In(me.zone))
	if g.ID == "" {
		p, err := NewGear(g, today)
		if err != nil {
			return g, err
		}
		return client.One(ctx, c.api, request{Op: opCreateGear, At: []string{c.athlete}, Body: p}, (*Gear).Read)
	}
	if err := gearID(g.ID); err != nil {
		return g, err
	}
	p, err := GearPatch(g, today)
	if err != nil {
		return g, err
	}
	return client.One(ctx, c.api, request{Op: opUpdateGear, At: []string{c.athlete, g.ID}, Body: p, Repeatable: true}, (*Gear).Read)
}

// gearID refuses what is no id before it becomes part of an address. Ids of
// gear are words.
func gearID(id string) error {
	if id == "" || strings.ContainsAny(id, "/?#% ") || strings.HasPrefix(id, ".") {
		return training.Errorf(training.KindInvalid, "%q is not gear of Intervals.icu.", id).WithFix("Give the id that list_gear shows.")
	}
	return nil
}

// DeleteGear deletes gear.
func (c *Client) DeleteGear(ctx context.Context, id string) error {
	if err := gearID(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opDeleteGear, At: []string{c.athlete, id}})
}

// SaveReminder makes or changes a reminder, and on reset has it count from
// now. The service answers with the whole gear.
func (c *Client) SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (source.Gear, error) {
	if err := gearID(r.GearID); err != nil {
		return source.Gear{}, err
	}
	if r.ID == "" {
		made := request{Op: opCreateReminder, At: []string{c.athlete, r.GearID}, Body: NewReminder(r)}
		return client.One(ctx, c.api, made, (*Gear).Read)
	}
	if _, err := Number(r.ID); err != nil {
		return source.Gear{}, err
	}
	q := url.Values{"reset": {strconv.FormatBool(reset)}, "snoozeDays": {strconv.Itoa(SnoozeDays(r, c.now()))}}
	changed := request{Op: opUpdateReminder, At: []string{c.athlete, r.GearID, r.ID}, Query: q, Body: ReminderPatch(r), Repeatable: true}
	return client.One(ctx, c.api, changed, (*Gear).Read)
}

// DeleteReminder deletes a reminder.
func (c *Client) DeleteReminder(ctx context.Context, gear, reminder string) error {
	if err := gearID(gear); err != nil {
		return err
	}
	if _, err := Number(reminder); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opDeleteReminder, At: []string{c.athlete, gear, reminder}})
}
