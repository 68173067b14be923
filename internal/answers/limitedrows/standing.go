package limitedrows

import (
	"context"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Standing is an activity as its service says it now, for whoever changes it there.
type Standing struct {
	source.Activity

	Ref   string // "name:ID"
	Title string // of the service
	// Service is asked for what it can be told.
	Service source.Service
	// Zone is that of its start.
	Zone string
	// Shared says that the audience may see what the athlete wrote on it.
	Shared bool
}

// Stands asks a service whose rows lie apart for an activity that an id of its
// own names; ok is false for other ids and where the service is not connected.
func (d Desk) Stands(ctx context.Context, s training.Scope, id string) (at Standing, ok bool, err error) {
	of, there, ok := d.cut(id)
	if !ok {
		return at, false, nil
	}
	keeper, err := d.keeper(s, of)
	if err != nil || keeper == nil {
		return at, false, err
	}
	if may, err := d.Rows.MayShow(ctx, place(s, of, "")); err != nil || !may {
		if err == nil {
			err = closed(of)
		}
		return at, false, err
	}
	asking, cancel := within(ctx)
	defer cancel()
	act, err := keeper.Detail(asking, there, "")
	if err != nil {
		return at, false, err
	}
	t, err := d.twins(ctx, s, training.DayRange{From: act.Day, To: act.Day})
	if err != nil {
		return at, false, err
	}
	if _, hidden := t.of(of, &act); hidden {
		return at, false, none(of, there)
	}
	at = Standing{Activity: act, Ref: of.Name.Ref(act.ID), Title: of.Title, Service: keeper.Source, Zone: zone(&act)}
	at.Shared, err = d.shares(ctx, s)
	return at, err == nil, err
}

// cut takes an id of a service's own apart, "name:ID".
func (d Desk) cut(id string) (of Service, there string, ok bool) {
	name, there, _ := strings.Cut(strings.TrimSpace(id), ":")
	of, ok = d.named(name)
	return of, there, ok && there != ""
}
