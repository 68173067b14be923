package intervalsicu

import (
	"context"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/jsonapi"
	"lapkeep/internal/training"
)

// Profile gives who the athlete is. The service's document has the notes among
// the athletes that a key may see, so that a token is told of none.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	a, err := jsonapi.Ask[wire.Athlete](ctx, c.api, request{Op: opAthlete, At: []string{c.athlete}})
	if err != nil {
		return training.Profile{}, err
	}
	if a.Notes != nil {
		return a.Read(), nil
	}
	list, err := jsonapi.Ask[[]athlete](ctx, c.api, request{Op: opAthletes})
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
	_, err := jsonapi.Ask[wire.Athlete](ctx, c.api, request{Op: opUpdateAthlete, At: []string{c.athlete}, Body: wire.NotesPatch(notes), Repeatable: true})
	return err
}
