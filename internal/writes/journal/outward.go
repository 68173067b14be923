package journal

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Outbox queues the messages to connected services that result from writes.
// Enqueue and Revert are called within the transaction of the write, so that
// there is never a change without its messages; both return what would be sent.
type Outbox interface {
	// Enqueue queues one change of an entry for the services. It also returns
	// the reasons why a service does not get the change.
	Enqueue(ctx context.Context, tx *store.Tx, e Entry, c Changed) ([]AtService, error)
	// Revert undoes an entry's messages at the services. It is part of another
	// entry, and is called after the steps have been carried out here.
	Revert(ctx context.Context, tx *store.Tx, e Entry, undone string) ([]AtService, error)
	// Flush tries for some seconds to send the messages of an entry, and
	// returns the results.
	Flush(ctx context.Context, a training.AthleteID, entry string) []AtService
	// Apart returns a note for each connected service missing in told that the
	// write is not sent to it.
	Apart(a training.AthleteID, told []AtService) []AtService
}

// Entry is the journal entry being written.
type Entry struct {
	ID      string
	Athlete training.AthleteID
	At      time.Time
}

// AtService is the result of a write at a service, for people.
type AtService struct {
	Service string `json:"service"`
	Action  string `json:"action,omitempty"` // create, update or delete
	// State is done, waiting, failed, cancelled or not_for_service; in a dry
	// run, would_send.
	State string `json:"state"`
	ID    string `json:"id,omitempty"` // the thing's reference: "intervals:123"
	// Differences lists fields whose values there differ from the intended
	// ones.
	Differences []ledger.Difference `json:"differences,omitempty"`
	Note        i18n.Sentence       `json:"note,omitempty"`
	RetryAt     string              `json:"retry_at,omitempty"` // RFC 3339
	// Things is the number of things this result stands for, if more than one.
	Things int `json:"things,omitempty"`
	// Final names effects that cannot be undone at the service.
	Final i18n.Sentence `json:"final,omitempty"`
	// Others describes the people besides the athlete who can then see it at
	// the service; empty if nobody can. Nothing is sent to them without asking.
	Others i18n.Sentence `json:"-"`
	// Fixed names the steps of a workout that stay at the service as they are
	// today. It is shown with the note to audiences that may see the steps.
	Fixed i18n.Sentence `json:"-"`

	of store.ChangeKind // the kind of thing
}

// About returns a with the kind of its thing, which decides who may see it.
func (a AtService) About(of store.ChangeKind) AtService {
	a.of = of
	return a
}

// Sentence returns the result in words.
func (a AtService) Sentence() i18n.Sentence {
	head := a.head()
	if a.ID != "" {
		head = i18n.Sentencef("%s (%s)", head, a.ID)
	}
	if a.Things > 0 {
		head = i18n.Sentencef("%s: %d more", head, a.Things)
	}
	all := []i18n.Sentence{i18n.Sentencef("%s.", head)}
	for _, d := range a.Differences {
		all = append(all, i18n.Sentencef("It contains %s %q, not %q.", d.Field, d.Held, d.Meant))
	}
	all = append(all, a.Note)
	if a.RetryAt != "" {
		all = append(all, i18n.Sentencef("Next try: %s.", a.RetryAt))
	}
	return i18n.InARow(all...)
}

func (a AtService) head() i18n.Sentence {
	switch a.State {
	case AtServiceDone:
		return i18n.Sentencef("Sent to %s", a.Service)
	case AtServiceWaiting:
		return i18n.Sentencef("Waits for %s", a.Service)
	case AtServiceFailed:
		return i18n.Sentencef("Not accepted by %s", a.Service)
	case AtServiceCancelled:
		return i18n.Sentencef("Nothing to send to %s", a.Service)
	case AtServiceWould:
		return i18n.Sentencef("Goes to %s: %s", a.Service, i18n.Word(a.Action))
	}
	return i18n.Sentencef("Not for %s", a.Service)
}

// Going returns a sentence for each service and action with the number of
// things that would be sent.
func Going(all []AtService) []i18n.Sentence {
	type key struct{ service, action string }
	var order []key
	count := map[key]int{}
	for _, a := range all {
		k := key{a.Service, a.Action}
		if count[k] == 0 {
			order = append(order, k)
		}
		count[k] += max(1, a.Things)
	}
	var out []i18n.Sentence
	for _, k := range order {
		out = append(out, i18n.Sentencef("goes to %s: %s %d", k.service, i18n.Word(k.action), count[k]))
	}
	return out
}

// The states of [AtService].
const (
	AtServiceDone      = "done"
	AtServiceWaiting   = "waiting"
	AtServiceFailed    = "failed"
	AtServiceCancelled = "cancelled"
	AtServiceWould     = "would_send"
	AtServiceNot       = "not_for_service"
)

// split separates results that concern services from those that do not.
func split(all []AtService) (going, not []AtService) {
	for _, a := range all {
		switch {
		case a.State != AtServiceNot:
			going = append(going, a)
		case !slices.ContainsFunc(not, func(o AtService) bool { return o.Service == a.Service && o.Note == a.Note }):
			not = append(not, a)
		}
	}
	return going, not
}

// apart adds to the results of a write the services to which it is not sent.
// Data read from one service is not sent to others.
func (j *Journal) apart(w Write, going, not []AtService) []AtService {
	all := slices.Concat(going, not)
	if j.outbox == nil || w.Face == "sync" {
		return all
	}
	return append(all, j.outbox.Apart(w.Athlete, all)...)
}

// local reports whether writes through a face stay here and are not sent to
// services: imports and syncs bring data from elsewhere.
func local(face string) bool { return face == "import" || face == syncFace }

// syncFace is the face of writes by a sync, which no person requested.
const syncFace = "sync"

// flushTime is how long a write waits for services.
const flushTime = 5 * time.Second

// enqueue puts the messages of an effect into the outbox, and adds effects that
// cannot be undone to it.
func (j *Journal) enqueue(ctx context.Context, tx *store.Tx, id string, w Write, e *Effect) ([]AtService, error) {
	if j.outbox == nil || local(w.Face) {
		return nil, nil
	}
	var all []AtService
	for _, c := range e.Changed {
		at, err := j.outbox.Enqueue(ctx, tx, Entry{id, w.Athlete, w.Now}, c)
		if err != nil {
			return nil, err
		}
		for _, a := range at {
			if a.Final != "" && !slices.Contains(e.Irreversible, a.Final) {
				e.Irreversible = append(e.Irreversible, a.Final)
			}
		}
		all = append(all, at...)
	}
	return all, nil
}

// patience is how long a command waits at most, as long as services keep
// accepting one message after another.
const patience = time.Minute

// flush sends the messages of an entry, if any. The write is already committed.
func (j *Journal) flush(ctx context.Context, a training.AthleteID, face, entry string, queued []AtService) []AtService {
	if len(queued) == 0 {
		return nil
	}
	longest := flushTime
	if face == "cli" {
		longest = patience
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	for left := len(queued); ; {
		all := j.flushOnce(ctx, a, entry)
		now := waiting(all)
		if now == 0 || now >= left || ctx.Err() != nil {
			return fewer(all)
		}
		left = now
	}
}

func (j *Journal) flushOnce(ctx context.Context, a training.AthleteID, entry string) []AtService {
	ctx, cancel := context.WithTimeout(ctx, flushTime)
	defer cancel()
	return j.outbox.Flush(ctx, a, entry)
}

func waiting(all []AtService) (n int) {
	for _, a := range all {
		if a.State == AtServiceWaiting {
			n++
		}
	}
	return n
}

// maxAtService is the maximum number of things that are listed one by one.
const maxAtService = 20

// fewer lists the first things one by one and counts the others.
func fewer(all []AtService) []AtService {
	if len(all) <= maxAtService {
		return all
	}
	out := all[:maxAtService:maxAtService]
	type key struct{ service, action, state, retryAt string }
	at := map[key]int{}
	for _, a := range all[maxAtService:] {
		k := key{a.Service, a.Action, a.State, a.RetryAt}
		if i, ok := at[k]; ok {
			out[i].Things++
			continue
		}
		at[k] = len(out)
		out = append(out, AtService{Service: a.Service, Action: a.Action, State: a.State, RetryAt: a.RetryAt, Note: a.Note, Things: 1})
	}
	return out
}

// Gravity is the importance of a change in a question to a person.
type Gravity uint8

// The gravities; a question lists the gravest changes first.
const (
	Ordinary  Gravity = iota
	Public            // other people can see it at a service
	Recorded          // recorded data, which nobody can enter again
	Race              // a race, planned or done
	gravities = iota
)

func (g Gravity) heading() i18n.Sentence {
	return [...]i18n.Sentence{"Also:", "Others can then see:", "Recorded data:", "Races:"}[g]
}

// The maximum size of a question, so that a person reads it to its end.
const (
	maxAsked      = 400
	maxAskedBytes = 48_000
)

// weigh counts the changes by gravity and sorts the gravest first, otherwise
// keeping their order.
func (p *Preview) weigh() {
	p.Changes = slices.Clone(p.Changes)
	for i := range p.Changes {
		c := &p.Changes[i]
		public := slices.ContainsFunc(p.AtService, func(a AtService) bool { return a.Others != "" && a.of == c.Of })
		if public {
			c.Gravity = max(c.Gravity, Public)
		}
	}
	slices.SortStableFunc(p.Changes, func(a, b Change) int { return int(b.Gravity) - int(a.Gravity) })
	p.Grave = [gravities]int{}
	for _, c := range p.Changes {
		p.Grave[gravities-1-c.Gravity]++
	}
	for _, a := range p.AtService {
		who := i18n.Sentencef("%s: %s", a.Service, a.Others)
		if a.Others != "" && !slices.Contains(p.Others, who) {
			p.Others = append(p.Others, who)
		}
	}
}

// Question describes a preview for the person who approves it, in the language
// of say: everything that would happen, the gravest changes first.
func (p *Preview) Question(say Say) string {
	var b strings.Builder
	b.WriteString(line(p.Summary.In(say)))
	rest := p.Changes
	for i, n := range p.Grave {
		g := Gravity(gravities - 1 - i)
		if n > 0 && (g != Ordinary || n < len(p.Changes)) {
			b.WriteString("\n" + g.heading().In(say))
		}
		for _, c := range rest[:n] {
			b.WriteString("\n- " +
				i18n.Sentencef("%s, %s: %s → %s", line(c.Target), line(c.Field), orNothing(c.Before), orNothing(c.After)).In(say))
		}
		rest = rest[n:]
		if g == Public {
			p.tellOutside(&b, say)
		}
	}
	return b.String()
}

// tellOutside adds the other people who could see the changes, and the changes
// that cannot be undone.
func (p *Preview) tellOutside(b *strings.Builder, say Say) {
	for _, who := range p.Others {
		b.WriteString("\n- " + line(i18n.Sentencef("seen at %s", who).In(say)))
	}
	for _, what := range Going(p.AtService) {
		b.WriteString("\n- " + line(what.In(say)))
	}
	for _, what := range p.Irreversible {
		b.WriteString("\n- " + line(i18n.Sentencef("cannot be undone: %s", what).In(say)))
	}
}

// askable returns an error for a preview that is too long to read to its end.
func (p *Preview) askable() error {
	n := len(p.Changes)
	if n <= maxAsked && len(p.Question(nil)) <= maxAskedBytes {
		return nil
	}
	return training.Errorf(training.KindTooLarge, "%d changes are too many for one question, so nobody was asked and nothing was "+
		"changed.", n).
		WithFix("Make several calls with fewer changes or fewer days; each asks for approval separately.")
}

// line keeps a name from starting a new line in the question.
func line(s string) string { return textclean.Line(s, textclean.TextRunes) }

func orNothing(s i18n.Sentence) i18n.Sentence {
	if s == "" {
		return "nothing"
	}
	return s.Cleaned(textclean.TextRunes)
}

// Say formats a sentence in a person's language; nil is English.
type Say = func(format string, args ...any) string
