package outbox

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// delivery is the sending of one row to a service.
type delivery struct {
	*Box
	service source.Service
	kind    Kind
	row     ledger.OutboxRow
	lease   ledger.Lease
	// tries is the stored number of attempts.
	tries int
	// unsure means that the row may already have been sent by an earlier attempt,
	// and asked that this attempt may have sent a request that changes something.
	unsure, asked bool
	// origin is the row that this one undoes.
	origin *ledger.OutboxRow
	// undone means that another row is waiting to undo this one.
	undone bool
	// yield lists the fields that have since been changed on the service and keep their values there.
	yield []string
}

// errTaken means that another process is now sending the row.
var errTaken = errors.New("another process took over the row")

// put stores the row's state.
func (p *delivery) put(ctx context.Context) error {
	return p.o.Store.Write(ctx, func(tx *store.Tx) error { return p.set(ctx, tx) })
}

func (p *delivery) set(ctx context.Context, tx *store.Tx) error {
	if !p.service.Policy().Open() { // readers of the row may learn which fields differ, but not the service's values
		for i := range p.row.Differences {
			p.row.Differences[i].Held = ""
		}
	}
	row, err := p.stored(ctx, p.row)
	if err != nil {
		return err
	}
	ok, err := tx.Outbox().Set(row, p.tries)
	if err == nil && !ok {
		err = errTaken
	}
	if err == nil {
		p.tries = p.row.Tries
	}
	return err
}

// begin records that the row is about to be sent.
func (p *delivery) begin(ctx context.Context) error {
	if err := p.hold(ctx, p.lease); err != nil {
		return err
	}
	p.row.State, p.row.Error = ledger.Sent, ""
	p.row.Tries++
	if err := p.put(ctx); err != nil {
		return err
	}
	p.asked = true
	return nil
}

// send carries out the row's action.
func (p *delivery) send(ctx context.Context) error {
	if p.kind == nil {
		return training.Errorf(training.KindUnsupported, "This version cannot send a change of the kind %q.", p.row.Kind)
	}
	ctx = WithAthlete(ctx, p.row.Athlete)
	var gone bool
	var err error
	if p.row, gone, err = p.filled(ctx, p.row); err != nil {
		return err
	}
	if gone {
		return p.over()
	}
	nothing, err := p.prepare(ctx)
	if err != nil {
		return err
	}
	if nothing != "" {
		p.row.Note = nothing
		return p.cancel(ctx)
	}
	if !p.kind.Can(p.service, p.row.Action) {
		return training.Errorf(training.KindUnsupported, "%s cannot accept this change.", p.title())
	}
	switch p.row.Action {
	case ledger.Create:
		return p.create(ctx)
	case ledger.OutboxDelete:
		return p.delete(ctx)
	}
	return p.update(ctx)
}

func (p *delivery) title() string { return p.o.Services(p.row.Athlete).Title(p.service.Name()) }

// prepare finds the row that this one undoes, a row that undoes this one, and the thing's id
// on the service. If there is nothing to do, it returns the reason.
func (p *delivery) prepare(ctx context.Context) (nothing string, err error) {
	rows, err := p.o.Store.Outbox().Thing(ctx, p.row.Athlete, p.row.Kind, p.row.Here)
	if err != nil {
		return "", err
	}
	found := p.unsure && p.row.There != "" // by an earlier attempt
	for _, r := range rows {
		switch {
		case r.Source != p.row.Source:
		case r.Seq == p.row.Undoes:
			p.origin = &r
		case r.Undoes == p.row.Seq && r.State.Open():
			p.undone = true
		}
		if found || r.Source != p.row.Source || r.Seq >= p.row.Seq || r.State != ledger.Done {
			continue
		}
		switch r.Action {
		case ledger.Create:
			p.row.There = r.There
		case ledger.OutboxDelete:
			p.row.There = ""
		case ledger.Update:
		}
	}
	if p.row.Undoes == 0 || p.unsure {
		return "", nil
	}
	if p.origin != nil {
		o, gone, err := p.filled(ctx, *p.origin)
		if err != nil {
			return "", err
		}
		if gone {
			return "", p.over()
		}
		p.origin = &o
	}
	return p.resolve()
}

// over returns the error for a row whose data has expired.
func (p *delivery) over() error { return overdue(p.title()) }

func overdue(title string) error {
	return training.Errorf(training.KindNotFound,
		"The earlier values of %s could be kept for only some days and are gone, so nothing is changed there.", title).
		WithFix("Make the change again as you want it.")
}

// resolve fills in the row from the row that it undoes.
func (p *delivery) resolve() (nothing string, err error) {
	o := p.origin
	if o == nil {
		return "", training.Errorf(training.KindInternal, "row %d, which is to be undone, does not exist", p.row.Undoes)
	}
	if o.State != ledger.Done {
		return "It had not been sent.", nil
	}
	switch o.Action {
	case ledger.Update:
		p.row.Wanted, p.row.Changed = o.Prior, o.Changed
	case ledger.OutboxDelete:
		if len(o.Prior) == 0 {
			return "It was not there.", nil
		}
		p.row.Wanted, p.row.Key = o.Prior, o.Key
	case ledger.Create:
		p.row.Wanted = o.ReadBack
	}
	p.row.Action = opposite(o.Action)
	return "", nil
}

// cancel marks a row as no longer needed.
func (p *delivery) cancel(ctx context.Context) error {
	p.row.State, p.row.Error = ledger.Cancelled, ""
	return p.put(ctx)
}

// gone ends the sending of a change to a thing that the service no longer has. The thing is
// not created there again unless somebody asks for it. If its kind can keep it, the intended
// state is kept here.
func (p *delivery) gone(ctx context.Context) error {
	if k, ok := p.kind.(Apart); ok && p.row.Apart {
		if err := k.KeepApart(ctx, p.service, p.kept(&Thing{ID: p.row.There}, nil)); err != nil {
			return err
		}
	}
	k, ok := p.kind.(LossKeeper)
	if !ok {
		return training.Errorf(training.KindNotFound, "%s no longer has it.", p.title()).
			WithFix("Run lapkeep sync, then look again.")
	}
	err := p.o.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) (err error) {
		p.row.Prior, err = stayLost(tx, k, p.row, p.row.Wanted, p.o.Now())
		return err
	})
	if err != nil {
		return err
	}
	p.row.Lost = true
	return training.Errorf(training.KindNotFound, "%s no longer has it, so it is kept here only.", p.title()).WithFix(makeAgain)
}

// stayLost keeps a thing that a service lost, with the given fields, and returns its last
// state on the service.
func stayLost(tx *store.Tx, k LossKeeper, r ledger.OutboxRow, f Fields, at time.Time) (prior Fields, err error) {
	rows, err := tx.Outbox().Thing(r.Athlete, r.Kind, r.Here)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(o ledger.OutboxRow) bool { return o.Source != r.Source || o.State != ledger.Done })
	told := Staying{Rows: append(rows, r)}.Told()
	return k.Lost(tx, Kept{
		Athlete: r.Athlete, Source: source.Name(r.Source), Here: r.Here, At: at, Thing: &Thing{Fields: f}, Sent: slices.Sorted(maps.Keys(told)),
	})
}

func (p *delivery) update(ctx context.Context) error {
	if p.row.There == "" {
		// It was never created there, so it is created now.
		p.row.Action, p.row.Changed = ledger.Create, nil
		if !p.kind.Can(p.service, ledger.Create) {
			return p.gone(ctx)
		}
		return p.create(ctx)
	}
	now, err := p.kind.Read(ctx, p.service, p.row.There)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return p.gone(ctx)
	}
	if err != nil {
		return err
	}
	return p.change(ctx, now)
}

// change updates the fields of an existing thing.
func (p *delivery) change(ctx context.Context, now Thing) error {
	if !p.unsure {
		p.row.Prior = now.Fields
	}
	if from := p.row.From; !p.unsure && len(from) > 0 &&
		len(Differing(p.kind, from, now.Fields, slices.Sorted(maps.Keys(from)))) > 0 {
		return training.Errorf(training.KindConflict, "It was changed on %s in the meantime.", p.title()).WithFix("Read it again, then call " +
			"again.")
	}
	names := p.row.Changed
	if o := p.origin; o != nil && o.Action == ledger.Update {
		names = p.untouched(now, names)
	}
	if len(Differing(p.kind, p.row.Wanted, now.Fields, names)) == 0 {
		return p.finish(ctx, &now, names)
	}
	if p.unsure && p.undone {
		if len(Differing(p.kind, p.row.Prior, now.Fields, names)) == 0 {
			p.row.Note = "It had not arrived."
			return p.cancel(ctx)
		}
		return p.finish(ctx, &now, names)
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	after, err := p.kind.Update(ctx, p.service, p.row.There, over(now.Fields, p.row.Wanted, names), names)
	if err != nil {
		return err
	}
	return p.finish(ctx, &after, names)
}

// untouched returns the fields that have not changed on the service since the write that is
// undone. Other fields keep their values there, and a note says so.
func (p *delivery) untouched(now Thing, names []string) []string {
	stays := "What was changed at " + p.title() + " since stays there."
	p.row.Differences = nil // an earlier attempt may have stored outdated ones
	if p.row.Note == stays {
		p.row.Note = ""
	}
	since := Differing(p.kind, p.origin.ReadBack, now.Fields, names)
	since = Differing(p.kind, p.row.Wanted, now.Fields, since)
	if len(since) == 0 {
		return names
	}
	p.row.Differences = differences(p.kind, p.row.Wanted, now.Fields, since)
	p.yield = since
	p.row.Note = stays
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(since, n) })
}

// over returns a copy of held in which the named fields have their values from wanted.
func over(held, wanted Fields, names []string) Fields {
	out := maps.Clone(held)
	if out == nil {
		out = Fields{}
	}
	for _, n := range names {
		delete(out, n)
		if v, ok := wanted[n]; ok {
			out[n] = v
		}
	}
	return out
}

// finish stores the row's result and the thing's state on the service in one transaction.
func (p *delivery) finish(ctx context.Context, t *Thing, sent []string) error {
	p.row.State, p.row.Error, p.row.ReadBack = ledger.Done, "", nil
	if t != nil {
		p.row.There, p.row.ReadBack = t.ID, t.Fields
		p.row.Differences = append(p.row.Differences, differences(p.kind, p.row.Wanted, t.Fields, p.held(p.row.Wanted, sent))...)
		p.row.Differences = append(p.row.Differences, t.Untold...)
		p.row.Note = string(i18n.InARow(i18n.Sentence(p.row.Note), t.Note))
		if r, ok := p.kind.(Read); ok {
			more, fixed, err := r.ReadAs(context.WithoutCancel(ctx), p.kept(t, sent), p.row.Wanted)
			if err != nil {
				return err
			}
			p.row.Differences, p.row.Fixed = append(p.row.Differences, more...), string(i18n.InARow(fixed, t.Losses))
		}
	}
	// The result must be stored even if the caller has stopped waiting.
	ctx = context.WithoutCancel(ctx)
	if p.row.Apart {
		return p.finishApart(ctx, t, sent)
	}
	return p.o.Store.Write(ctx, func(tx *store.Tx) error {
		if err := p.set(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Outbox().Thing(p.row.Athlete, p.row.Kind, p.row.Here)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if r.Seq > p.row.Seq && r.Source == p.row.Source && r.State.Open() && (r.Action == ledger.OutboxDelete || r.Undoes == p.row.Seq) {
				return nil // a later row will replace this state
			}
		}
		return p.kind.Keep(tx, p.kept(t, sent))
	})
}

// finishApart stores the result of a row in the store, and the thing's state on the service
// where the terms allow it.
func (p *delivery) finishApart(ctx context.Context, t *Thing, sent []string) error {
	k, ok := p.kind.(Apart)
	err := p.o.Store.Write(ctx, func(tx *store.Tx) error {
		err := p.set(ctx, tx)
		if err == nil && ok && t != nil {
			err = k.Named(tx, p.kept(t, sent))
		}
		return err
	})
	if err == nil && ok && t != nil {
		err = k.KeepApart(ctx, p.service, p.kept(t, sent))
	}
	return err
}

func (p *delivery) kept(t *Thing, sent []string) Kept {
	return Kept{Athlete: p.row.Athlete, Source: p.service.Name(), Here: p.row.Here, At: p.o.Now(), Thing: t, Sent: sent, Yield: p.yield}
}

type athleteKey struct{}

// WithAthlete returns a context with the athlete that a request is for.
func WithAthlete(ctx context.Context, a training.AthleteID) context.Context {
	return context.WithValue(ctx, athleteKey{}, a)
}

// AthleteOf returns the athlete of the context, or "" if there is none.
func AthleteOf(ctx context.Context) training.AthleteID {
	a, _ := ctx.Value(athleteKey{}).(training.AthleteID) // "" matches no athlete's things
	return a
}
