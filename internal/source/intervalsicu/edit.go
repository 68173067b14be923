package intervalsicu

import (
	"context"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/training"
)

// UpdateActivity sets the named fields.
func (c *Client) UpdateActivity(ctx context.Context, id string, edit source.ActivityEdit, fields ...source.ActivityField) (source.Activity, error) {
	if len(fields) == 0 {
		return source.Activity{}, nothingToChange()
	}
	patch, err := wire.ActivityPatch(edit, fields)
	if err != nil {
		return source.Activity{}, err
	}
	if err := c.writable(ctx, id); err != nil {
		return source.Activity{}, err
	}
	list := make([]wire.Activity, 1)
	if list[0], err = jsonapi.Ask[wire.Activity](ctx, c.api, request{Op: opUpdateActivity, At: []string{id}, Body: patch, Repeatable: true}); err != nil {
		return source.Activity{}, err
	}
	read, err := c.read(ctx, list)
	if err != nil {
		return source.Activity{}, err
	}
	return read[0], nil
}

func nothingToChange() error {
	return training.Errorf(training.KindInvalid, "Nothing is named that should be changed.").WithFix("Name at least one field.")
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
