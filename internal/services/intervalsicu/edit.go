package intervalsicu

import (
	"context"
	"encoding/json"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// UpdateActivity sets the named fields.
func (c *Client) UpdateActivity(
	ctx context.Context, id string, edit source.ActivityEdit, fields ...source.ActivityField,
) (source.Activity, error) {
	if len(fields) == 0 {
		return source.Activity{}, nothingToChange()
	}
	patch, err := ActivityPatch(edit, fields)
	if err != nil {
		return source.Activity{}, err
	}
	if err := c.writable(ctx, id); err != nil {
		return source.Activity{}, err
	}
	a, err := client.Ask[Activity](ctx, c.api, request{Op: opUpdateActivity, At: []string{id}, Body: patch, Repeatable: true})
	if err != nil {
		return source.Activity{}, err
	}
	read, err := c.read(ctx, []Activity{a})
	if err != nil {
		return source.Activity{}, err
	}
	return read[0], nil
}

func nothingToChange() error {
	return training.Errorf(training.KindInvalid, "No field to change was named.").WithFix("Name at least one field.")
}

// writable looks before an activity is changed whether it is the athlete's
// and one that the service lets change.
func (c *Client) writable(ctx context.Context, id string) error {
	a, err := c.one(ctx, id)
	if err == nil && a.Stub() {
		err = withheld()
	}
	return err
}

// DeleteActivity deletes it. The service keeps a mark that does not let the
// same file in again.
func (c *Client) DeleteActivity(ctx context.Context, id string) error {
	if _, err := c.one(ctx, id); err != nil {
		return err
	}
	err := c.api.Do(ctx, request{Op: opDeleteActivity, At: []string{id}, Repeatable: true})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.NotFound {
		return nil // a try before did it and its answer was lost
	}
	return err
}

// Settable gives what can be set of an activity.
func (c *Client) Settable(ctx context.Context, id string) (map[string]json.RawMessage, error) {
	if err := activityID(id); err != nil {
		return nil, err
	}
	text, err := client.Ask[json.RawMessage](ctx, c.api, request{Op: opActivity, At: []string{id}})
	if err != nil {
		return nil, err
	}
	var a Activity
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, c.api.NotAsDescribed(opActivity, err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, c.api.NotAsDescribed(opActivity, err)
	}
	own, err := c.own(ctx, []Activity{a})
	switch {
	case err != nil:
		return nil, err
	case len(own) == 0:
		return nil, c.api.NotFound("such activity of this athlete")
	case a.Stub():
		return nil, withheld()
	}
	return Settable(all), nil
}

// Set sets some of what can be set of an activity.
func (c *Client) Set(ctx context.Context, id string, values map[string]json.RawMessage) error {
	if len(values) == 0 {
		return nothingToChange()
	}
	for name := range values {
		if !CanSet(name) {
			return training.Errorf(training.KindUnsupported, "Intervals.icu does not allow %q of an activity to be set.", name)
		}
	}
	if err := c.writable(ctx, id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opUpdateActivity, At: []string{id}, Body: values, Repeatable: true})
}

// Readmit takes the mark away that a deleted activity leaves, which keeps its
// file out. The service takes the id of none but the athlete's own.
func (c *Client) Readmit(ctx context.Context, id string) error {
	if err := activityID(id); err != nil {
		return err
	}
	err := c.api.Do(ctx, request{Op: opTombstone, At: []string{id}, Repeatable: true})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.NotFound {
		return nil // it leaves none for what nothing recorded, and a try before may have done it
	}
	return err
}
