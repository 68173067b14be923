package intervalsicu

import (
	"context"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// Profile gives who the athlete is. The service's document has the notes among
// the athletes that a key may see, so that a token is told of none.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	a, err := ask[wire.Athlete](ctx, c, request{op: opAthlete, at: []string{c.athlete}})
	if err != nil {
		return training.Profile{}, err
	}
	if a.Notes != nil {
		return a.Read(), nil
	}
	list, err := ask[[]athlete](ctx, c, request{op: opAthletes})
	if f, ok := source.FailureOf(err); ok && !f.Fault.Temporary() {
		return a.Read(), nil
	}
	if err != nil {
		return training.Profile{}, err
	}
	c.named(list, string(a.ID))
	for i := range list {
		if list[i].ID == string(a.ID) {
			a.Notes = list[i].Notes
		}
	}
	return a.Read(), nil
}

// SaveNotes puts notes on the athlete in the place of those that there are.
func (c *Client) SaveNotes(ctx context.Context, notes string) error {
	_, err := ask[wire.Athlete](ctx, c, request{op: opUpdateAthlete, at: []string{c.athlete}, body: wire.NotesPatch(notes), repeatable: true})
	return err
}
