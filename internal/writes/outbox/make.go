package outbox

import (
	"context"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// create creates a thing exactly once.
func (p *delivery) create(ctx context.Context) error {
	there, ok, err := p.made(ctx)
	if err != nil {
		return err
	}
	switch {
	case ok && p.unsure:
		return p.complete(ctx, there)
	case ok: // it was created elsewhere
		p.row.Action, p.row.There, p.row.Changed = ledger.Update, there.ID, slices.Sorted(maps.Keys(p.row.Wanted))
		return p.change(ctx, there)
	case p.unsure && p.undone:
		p.row.Note = "It had not arrived."
		return p.cancel(ctx)
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	t, err := p.kind.Create(ctx, p.service, p.row.Key, p.row.Wanted)
	if err != nil {
		return err
	}
	return p.complete(ctx, t)
}

// made checks whether the service already has the thing.
func (p *delivery) made(ctx context.Context) (t Thing, ok bool, err error) {
	if p.unsure && p.row.There != "" {
		t, err := p.kind.Read(ctx, p.service, p.row.There)
		if err == nil || training.KindOf(err) != training.KindNotFound {
			return t, err == nil, err
		}
	}
	if f, ok := p.kind.(Finder); ok {
		if !p.unsure && p.row.Key == p.row.Here {
			return t, false, nil // only Lapkeep creates things with these ids
		}
		return f.Find(ctx, p.service, p.row.Key, p.row.Wanted)
	}
	l, ok := p.kind.(NoIdempotencyKey)
	if !ok {
		return t, false, nil
	}
	ids, err := l.IDs(ctx, p.service, p.row.Wanted)
	if err != nil || !p.unsure {
		p.row.Before = ids
		return t, false, err
	}
	for _, id := range ids {
		if slices.Contains(p.row.Before, id) {
			continue
		}
		t, err := p.kind.Read(ctx, p.service, id)
		if err != nil {
			return t, false, err
		}
		if len(Differing(p.kind, p.row.Wanted, t.Fields, p.held(p.row.Wanted, nil))) == 0 {
			return t, true, nil
		}
	}
	return t, false, nil
}

// complete ends the creation of a thing. In a restored thing, it sets every
// field to its former value.
func (p *delivery) complete(ctx context.Context, t Thing) error {
	p.row.There = t.ID
	if p.row.Undoes != 0 {
		var err error
		if t, err = p.again(ctx, t); err != nil {
			return err
		}
		p.row.Note = string(i18n.InARow("It exists again under a new id.", i18n.Sentence(p.row.Note)))
	}
	return p.finish(ctx, &t, slices.Sorted(maps.Keys(p.row.Wanted)))
}

// again sets the differing fields of a thing that was created again.
func (p *delivery) again(ctx context.Context, t Thing) (Thing, error) {
	all, thorough := p.kind.(FullReader)
	if thorough {
		var err error
		if t, err = all.Whole(ctx, p.service, t.ID); err != nil {
			return t, err
		}
	}
	left := p.held(nil, Differing(p.kind, p.row.Wanted, t.Fields, nil))
	if len(left) == 0 || !p.kind.Can(p.service, ledger.Update) {
		return t, nil
	}
	if err := p.begin(ctx); err != nil {
		return t, err
	}
	after, err := p.kind.Update(ctx, p.service, t.ID, p.row.Wanted, left)
	if err == nil && thorough {
		after, err = all.Whole(ctx, p.service, t.ID)
	}
	f, failed := source.FailureOf(err)
	switch {
	case err == nil:
		return after, nil
	case failed && p.mayPass(f) || training.KindOf(err) == training.KindCanceled:
		return t, err
	}
	return t, nil // refused values are reported as differences
}

// delete deletes a thing, unless the thing has been changed on the service since the write
// that is undone.
func (p *delivery) delete(ctx context.Context) error {
	if p.row.There == "" {
		p.row.Note = "It was not there."
		return p.finish(ctx, nil, nil)
	}
	read := p.kind.Read
	all, thorough := p.kind.(FullReader)
	if thorough {
		read = all.Whole
	}
	now, err := read(ctx, p.service, p.row.There)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		if !p.unsure {
			p.row.Note = "It was no longer there."
		}
		return p.finish(ctx, nil, nil)
	}
	if err != nil {
		return err
	}
	if !p.unsure {
		p.row.Prior = now.Fields
	}
	if o := p.origin; o != nil && !p.unsure {
		if since := Differing(p.kind, o.ReadBack, now.Fields, nil); len(since) > 0 {
			return p.spare(ctx, now, since)
		}
	}
	if p.unsure && p.undone {
		p.row.Note = "It had not arrived."
		return p.cancel(ctx)
	}
	if thorough {
		if p.row.Key, err = all.Keeps(ctx, p.service, now, p.row.Key); err != nil {
			return err
		}
		p.row.Prior = now.Fields // the thing still exists, even if a deletion may already have been sent
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	if err := p.kind.Delete(ctx, p.service, p.row.There); err != nil {
		return err
	}
	switch _, err := p.kind.Read(ctx, p.service, p.row.There); {
	case err == nil:
		return training.Errorf(training.KindConflict, "%s still has it.", p.title()).WithFix("Delete it there.")
	case training.KindOf(err) != training.KindNotFound:
		return err
	}
	return p.finish(ctx, nil, nil)
}

// spare leaves a thing on the service if it has been changed there since its creation, and
// shows it here again.
func (p *delivery) spare(ctx context.Context, now Thing, since []string) error {
	p.row.State, p.row.Differences = ledger.OutboxFailed, differences(p.kind, p.origin.ReadBack, now.Fields, since)
	p.row.Error = string(i18n.Sentencef("It has since been changed on %s (%s), so it stays there.", p.title(), strings.Join(since, ", ")))
	ctx = context.WithoutCancel(ctx)
	return p.o.Store.Write(ctx, func(tx *store.Tx) error {
		if err := p.set(ctx, tx); err != nil || p.row.Apart {
			return err
		}
		return p.kind.Keep(tx, p.kept(&now, nil))
	})
}
