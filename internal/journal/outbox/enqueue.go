package outbox

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/journal"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// Enqueue leaves a row for each service that a change concerns.
func (b *Box) Enqueue(ctx context.Context, tx *store.Tx, e journal.Entry, inverse journal.Op) ([]journal.AtService, error) {
	names := b.o.Services(e.Athlete).Connected()
	if len(names) == 0 {
		return nil, nil
	}
	var all []journal.AtService
	for _, k := range b.o.Kinds {
		c, err := k.Changed(tx, e.Athlete, inverse)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		for _, name := range names {
			at, err := b.enqueue(ctx, tx, e, k, c, name)
			if err != nil {
				return nil, err
			}
			all = append(all, at...)
		}
	}
	return all, nil
}

// enqueue leaves the row for one service, if the change concerns it.
func (b *Box) enqueue(ctx context.Context, tx *store.Tx, e journal.Entry, k Kind, c *Change, name source.Name) ([]journal.AtService, error) {
	r, err := b.row(ctx, tx, e.Athlete, k, c, name)
	if err != nil || r.Action == "" {
		return nil, err
	}
	service, err := b.o.Services(e.Athlete).Service(name)
	if err != nil {
		b.o.Log.Warn("a connection could not be opened", "source", name, "error", err)
	} else if !k.Can(service, r.Action) {
		return nil, nil // it stays here
	}
	r.Athlete, r.Source, r.Entry, r.Kind, r.Here, r.State, r.At = e.Athlete, string(name), e.ID, k.Name(), c.Here, outbox.Waiting, e.At
	if r.Key = c.Key; r.Key == "" {
		r.Key = c.Here
	}
	if len(c.Stays) > 0 {
		r.Note = "Kept here only: " + strings.Join(c.Stays, ", ") + "."
	}
	if c.Held != "" {
		r.State, r.Note = outbox.Cancelled, c.Held
	}
	if _, err := tx.Outbox().Put(r); err != nil {
		return nil, err
	}
	at := b.tell(r)
	if c.Held != "" {
		return []journal.AtService{at}, nil
	}
	at.State = journal.AtServiceWould
	if f, ok := k.(Final); ok && service != nil {
		at.Final, _ = f.Final(service, r.Action)
	}
	if p, ok := k.(Public); ok {
		if at.Others = p.Others(r.Action, r.Wanted, r.Changed); at.Others != "" {
			at.Note = joined(at.Note, "It can be seen by "+at.Others+", so a person is asked first.")
		}
	}
	return []journal.AtService{at}, nil
}

// row is what a service is to do about a change; it has no action if nothing.
func (b *Box) row(ctx context.Context, tx *store.Tx, a training.AthleteID, k Kind, c *Change, name source.Name) (outbox.Row, error) {
	r := outbox.Row{There: c.There[name]}
	_, there := c.There[name]
	rows, err := tx.Outbox().Thing(a, k.Name(), c.Here)
	if err != nil {
		return r, err
	}
	unmade := false // it was to be made there, and was not
	for _, row := range rows {
		switch {
		case row.Source != string(name):
		case row.State.Open() && row.Action == outbox.Delete:
			there, unmade = false, false
		case row.State.Open() && row.Action == outbox.Create:
			there, unmade = true, false
		case row.Action == outbox.Create:
			unmade = row.State == outbox.Failed
			if row.State == outbox.Done && there { // it may be there under another id by now
				r.There = row.There
			}
		}
	}
	home := false
	if c.AtHome || !there && !c.Gone && (c.New || c.Everywhere) {
		who, err := b.o.Store.Athlete(ctx, whole(a))
		if err != nil {
			return r, err
		}
		home = who.HomeSource == string(name)
	}
	switch {
	case c.AtHome && !home:
	case c.Gone && there:
		r.Action, r.Wanted = outbox.Delete, c.Fields
	case c.Gone:
	case there || c.Everywhere && home:
		if len(c.Names) > 0 {
			r.Action, r.Wanted, r.Changed = outbox.Update, c.Fields, slices.Clone(c.Names)
		}
	case home || unmade:
		r.Action, r.Wanted = outbox.Create, c.Fields
	}
	if c.Everywhere {
		r.There = c.Here
	}
	return r, nil
}
