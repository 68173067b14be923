package intervalsicu

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// Gear gives all gear, parts included.
func (c *Client) Gear(ctx context.Context) ([]source.Gear, error) {
	list, err := ask[[]wire.Gear](ctx, c, request{op: opGear, at: []string{c.athlete, ""}})
	if err != nil {
		return nil, err
	}
	return wire.ReadGear(list), nil
}

func (c *Client) oneGear(ctx context.Context, r request) (source.Gear, error) {
	g, err := ask[wire.Gear](ctx, c, r)
	if err != nil {
		return source.Gear{}, err
	}
	return g.Read(), nil
}

// SaveGear makes or changes gear.
func (c *Client) SaveGear(ctx context.Context, g source.Gear) (source.Gear, error) {
	me, err := c.who(ctx)
	if err != nil {
		return g, err
	}
	today := training.DayOf(c.now().In(me.zone))
	if g.ID == "" {
		p, err := wire.NewGear(g, today)
		if err != nil {
			return g, err
		}
		return c.oneGear(ctx, request{op: opCreateGear, at: []string{c.athlete}, body: p})
	}
	if err := gearID(g.ID); err != nil {
		return g, err
	}
	p, err := wire.GearPatch(g, today)
	if err != nil {
		return g, err
	}
	return c.oneGear(ctx, request{op: opUpdateGear, at: []string{c.athlete, g.ID}, body: p, repeatable: true})
}

// gearID refuses what is no id before it becomes part of an address. Ids of
// gear are words.
func gearID(id string) error {
	if id == "" || strings.ContainsAny(id, "/?#% ") || strings.HasPrefix(id, ".") {
		return training.Errorf(training.KindInvalid, "%q is no gear of Intervals.icu.", id).WithFix("Give the id that list_gear shows.")
	}
	return nil
}

// DeleteGear deletes gear.
func (c *Client) DeleteGear(ctx context.Context, id string) error {
	if err := gearID(id); err != nil {
		return err
	}
	return c.do(ctx, request{op: opDeleteGear, at: []string{c.athlete, id}})
}

// SaveReminder makes or changes a reminder, and on reset has it count from
// now. The service answers with the whole gear.
func (c *Client) SaveReminder(ctx context.Context, r training.GearReminder, reset bool) (source.Gear, error) {
	if err := gearID(r.GearID); err != nil {
		return source.Gear{}, err
	}
	if r.ID == "" {
		return c.oneGear(ctx, request{op: opCreateReminder, at: []string{c.athlete, r.GearID}, body: wire.NewReminder(r)})
	}
	if _, err := wire.Number(r.ID); err != nil {
		return source.Gear{}, err
	}
	q := url.Values{"reset": {strconv.FormatBool(reset)}, "snoozeDays": {strconv.Itoa(wire.SnoozeDays(r, c.now()))}}
	return c.oneGear(ctx, request{op: opUpdateReminder, at: []string{c.athlete, r.GearID, r.ID}, query: q, body: wire.ReminderPatch(r), repeatable: true})
}

// DeleteReminder deletes a reminder.
func (c *Client) DeleteReminder(ctx context.Context, gear, reminder string) error {
	if err := gearID(gear); err != nil {
		return err
	}
	if _, err := wire.Number(reminder); err != nil {
		return err
	}
	return c.do(ctx, request{op: opDeleteReminder, at: []string{c.athlete, gear, reminder}})
}
