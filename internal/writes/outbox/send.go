package outbox

import (
	"context"
	"errors"
	"math"
	"time"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// leaseTime is longer than the slowest request takes, with all retries.
const leaseTime = 3 * time.Minute

// Flush tries, until ctx ends, to send the messages of an entry and those that
// wait before them. It returns the results.
func (b *Box) Flush(ctx context.Context, a training.AthleteID, entry string) []journal.AtService {
	rows, err := b.o.Store.Outbox().Entry(ctx, a, entry)
	if err != nil {
		b.o.Log.Warn("the outbox could not be read", "error", err)
		return nil
	}
	last := map[source.Name]int64{}
	for _, r := range rows {
		if r.State.Open() {
			last[source.Name(r.Source)] = r.Seq
		}
	}
	for name, seq := range last {
		if err := b.send(ctx, a, name, bounds{last: seq}); err != nil && ctx.Err() == nil {
			b.o.Log.Warn("sending ended early", "source", name, "kind", training.KindOf(err).String(), "error", err)
		}
	}
	if now, err := b.o.Store.Outbox().Entry(context.WithoutCancel(ctx), a, entry); err == nil {
		rows = now
	}
	out := make([]journal.AtService, len(rows))
	for i, r := range rows {
		out[i] = b.tell(r)
	}
	return out
}

// Send sends the waiting changes to a service. If now is set, it also sends
// those that should wait longer.
func (b *Box) Send(ctx context.Context, a training.AthleteID, name source.Name, now bool) error {
	open, err := b.o.Store.Outbox().Open(ctx, a, string(name))
	if err != nil || len(open) == 0 {
		return err
	}
	return b.send(ctx, a, name, bounds{last: math.MaxInt64, now: now})
}

// Part ends the rows of a connection that no longer exists, so that they are
// not sent to another account with the same service.
func (b *Box) Part(ctx context.Context, a training.AthleteID, name source.Name, account string) error {
	return b.o.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Outbox().Part(a, string(name), string(name)+" "+account)
	})
}

// Rejoin restores the rows for things that were sent to an account, when the
// account is connected again.
func (b *Box) Rejoin(ctx context.Context, a training.AthleteID, name source.Name, account string) error {
	return b.o.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Outbox().Rejoin(a, string(name), string(name)+" "+account)
	})
}

// bounds limits the rows to send.
type bounds struct {
	last int64 // the last row to send
	now  bool  // includes rows that should wait longer
}

// send sends the rows for a service in order. It is the only sender for that service.
func (b *Box) send(ctx context.Context, a training.AthleteID, name source.Name, w bounds) error {
	service, err := b.o.Services(a).Service(name)
	if err != nil {
		return err
	}
	done, err := b.take(ctx, turn{a, name})
	if err != nil {
		return err
	}
	defer done()
	lease := ledger.Lease{Athlete: a, Name: "send:" + string(name), Holder: b.o.NewID()}
	defer func() { _ = b.o.Store.Connections().Release(context.WithoutCancel(ctx), lease) }() // the lease would also end by itself
	for ctx.Err() == nil {
		open, err := b.o.Store.Outbox().Open(ctx, a, string(name))
		if err != nil || len(open) == 0 {
			return err
		}
		r := open[0]
		if r.Seq > w.last || !w.now && b.waits(r) {
			return nil
		}
		if err := b.hold(ctx, lease); err != nil {
			return err
		}
		p := &delivery{Box: b, service: service, kind: b.kind(r.Kind), row: r, tries: r.Tries, unsure: r.State == ledger.Sent, lease: lease}
		if err := p.send(ctx); err != nil {
			if goOn, err := p.settle(ctx, err); err != nil || !goOn {
				return err
			}
		}
	}
	return ctx.Err()
}

// hold acquires or renews the lease.
func (b *Box) hold(ctx context.Context, l ledger.Lease) error {
	now := b.o.Now()
	ok, until, err := b.o.Store.Connections().Hold(ctx, l, now, now.Add(leaseTime))
	if err == nil && !ok {
		err = training.Errorf(training.KindConflict, "Another process is sending right now.").
			WithFix("Wait for it; if it was stopped, sending continues after %s.", until.UTC().Format(time.RFC3339))
	}
	return err
}

const (
	firstPause = 30 * time.Second
	longPause  = time.Hour
	noKeyPause = 15 * time.Minute
	limitPause = time.Minute // after a limit whose end is unknown
	maxPauses  = 7
	// longestPause is the longest pause that a service may request.
	longestPause = 24 * time.Hour
	// maxTries is the maximum number of attempts if the service reports a
	// failure of its own, strangeTries if its responses have an unknown form.
	maxTries     = 20
	strangeTries = 5
	longestError = 300
)

// waits reports whether a row must wait. A time beyond the longest pause was
// set by a wrong clock and is ignored.
func (b *Box) waits(r ledger.OutboxRow) bool {
	now := b.o.Now()
	return now.Before(r.NextAt) && !r.NextAt.After(now.Add(longestPause))
}

// settle records why a row was not sent. Later rows wait for it, unless it is given up.
func (p *delivery) settle(ctx context.Context, err error) (goOn bool, _ error) {
	end := context.WithoutCancel(ctx)
	if p.row.Apart {
		err = source.Unsaid(err)
	}
	f, failed := source.FailureOf(err)
	switch {
	case errors.Is(err, errTaken):
		return false, nil // another process is sending it now
	case training.KindOf(err) == training.KindCanceled || ctx.Err() != nil:
		return false, err // it can be sent at once
	case failed && p.mayPass(f):
		p.pause(f, err)
		return false, p.put(end)
	case (training.KindOf(err) == training.KindUnavailable || training.KindOf(err) == training.KindUnknown) && !failed:
		return false, err // the local disk failed, or the home is another machine's now
	}
	p.row.State, p.row.Error, p.row.NextAt = ledger.OutboxFailed, sentence(err), time.Time{}
	if training.KindOf(err) == training.KindInternal {
		p.o.Log.Error("a change could not be sent", "kind", p.row.Kind, "error", err)
	}
	return true, p.put(end)
}

// mayPass reports whether a fault may disappear by itself, or with a new connection.
func (p *delivery) mayPass(f source.Failure) bool {
	switch {
	case f.Fault.Total():
		return true
	case f.Fault == source.Unavailable:
		return f.Status == 0 || p.row.Tries < maxTries
	case f.Fault == source.Changed:
		return p.asked && p.row.Tries < strangeTries // the effect of the request is unknown
	}
	return false
}

// pause sets the time for the next attempt to send the row.
func (p *delivery) pause(f source.Failure, err error) {
	now := p.o.Now()
	p.row.Error = later(err)
	wait := min(longPause, firstPause<<min(max(p.row.Tries-1, 0), maxPauses))
	switch {
	case f.Fault.Waits():
		wait = limitPause
	case f.Fault.Total():
		wait = noKeyPause
	}
	p.row.NextAt = now.Add(wait)
	if f.RetryAt.After(now) {
		p.row.NextAt = f.RetryAt
	}
	if last := now.Add(longestPause); p.row.NextAt.After(last) {
		p.row.NextAt = last
	}
	if !p.asked {
		p.row.Tries++
	}
}

// later explains why a row is waiting and what happens next.
func later(err error) string {
	e, ok := errors.AsType[*training.Error](err)
	if !ok || training.KindOf(err) == training.KindForbidden {
		return sentence(err)
	}
	return sentence(e.WithFix(sentLater))
}

// sentence returns an error as text for people. The text of an internal error only goes to the log.
func sentence(err error) string {
	if training.KindOf(err) == training.KindInternal {
		return "Lapkeep could not process it."
	}
	text := err.Error()
	if r := []rune(text); len(r) > longestError {
		return string(r[:longestError]) + "…"
	}
	return string(i18n.OfError(err))
}

// sentLater describes what happens to a waiting row.
const sentLater = "It will be sent later: automatically while a server runs, or with lapkeep sync."

// tell describes a row as a result for people.
func (b *Box) tell(r ledger.OutboxRow) journal.AtService {
	name := source.Name(r.Source)
	at := journal.AtService{
		Service: b.o.Services(r.Athlete).Title(name), Action: string(r.Action), Differences: r.Differences, Note: i18n.Sentence(r.Note),
		Fixed: i18n.Sentence(r.Fixed),
	}
	if r.There != "" {
		at.ID = name.Ref(r.There)
	}
	switch r.State {
	case ledger.Done:
		at.State = journal.AtServiceDone
	case ledger.Cancelled:
		at.State = journal.AtServiceCancelled
	case ledger.OutboxFailed:
		at.State = journal.AtServiceFailed
	default:
		at.State = journal.AtServiceWaiting
		if r.Error == "" {
			at.Note = i18n.InARow(at.Note, sentLater)
		}
		if b.waits(r) {
			at.RetryAt = r.NextAt.UTC().Format(time.RFC3339)
		}
	}
	if r.Error != "" && r.State != ledger.Done {
		at.Note = i18n.InARow(at.Note, i18n.Sentence(r.Error))
	}
	return at.About(store.ChangeKind(r.Kind)) // kinds have the same names as in the change log
}

// These are the maximum numbers of failures that are counted and that are listed.
const (
	countedFailures = 100
	toldFailures    = 5
)

// Report returns the waiting and failed changes for a service at the time now,
// or nil if there are none.
func (b *Box) Report(ctx context.Context, a training.AthleteID, name source.Name, now time.Time) (*servicevalues.Outbox, error) {
	open, err := b.o.Store.Outbox().Open(ctx, a, string(name))
	if err != nil {
		return nil, err
	}
	failed, err := b.o.Store.Outbox().Failed(ctx, a, string(name), countedFailures)
	if err != nil || len(open)+len(failed) == 0 {
		return nil, err
	}
	out := &servicevalues.Outbox{Waiting: len(open), Failed: len(failed)}
	if len(open) > 0 {
		out.Error = i18n.Sentence(open[0].Error)
		if b.waits(open[0]) {
			out.NextTry = open[0].NextAt.In(now.Location()).Format(time.RFC3339)
		}
	}
	for _, r := range failed[:min(len(failed), toldFailures)] {
		out.Failures = append(out.Failures,
			i18n.Sentencef("%s %s %s: %s", i18n.Word(r.Action), i18n.Word(r.Kind), r.Here, i18n.Sentence(r.Error)))
	}
	return out, nil
}
