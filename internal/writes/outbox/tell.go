package outbox

import (
	"context"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// sentLater is what has to happen for a row that waits.
const sentLater = "It is sent later: by itself while a server runs, or with lapkeep sync."

// tell is a row for people.
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
	return at.About(store.ChangeKind(r.Kind)) // kinds go by the names of the change log
}

// How far back failures are counted, and how many are told.
const (
	countedFailures = 100
	toldFailures    = 5
)

// Report says what waits for a service and what failed, at now in the
// athlete's zone; nil if nothing does.
func (b *Box) Report(ctx context.Context, a training.AthleteID, name source.Name, now time.Time) (*serviced.Outbox, error) {
	open, err := b.o.Store.Outbox().Open(ctx, a, string(name))
	if err != nil {
		return nil, err
	}
	failed, err := b.o.Store.Outbox().Failed(ctx, a, string(name), countedFailures)
	if err != nil || len(open)+len(failed) == 0 {
		return nil, err
	}
	out := &serviced.Outbox{Waiting: len(open), Failed: len(failed)}
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
