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

// Outbox queues the messages to connected services that result from writes. Enqueue
// and Revert are called within the transaction of the write, so that there is never
// a change without its messages. Both return the messages that would be sent.
type Outbox interface {
	// Enqueue queues one change of an entry for all services. It also returns
	// the reasons why a service does not get the change.
	Enqueue(ctx context.Context, tx *store.Tx, e Entry, c Changed) ([]AtService, error)
	// Revert queues messages that undo those of an entry on the services. The undo is an
	// entry itself. Revert is called after its steps have been carried out here.
	Revert(ctx context.Context, tx *store.Tx, e Entry, undone string) ([]AtService, error)
	// Flush tries for some seconds to send the messages of an entry, and
	// returns the results.
	Flush(ctx context.Context, a training.AthleteID, entry string) []AtService
	// Apart returns, for each connected service without a result in told, a note that the
	// write is not sent there.
	Apart(a training.AthleteID, told []AtService) []AtService
}

// Entry is the journal entry being written.
type Entry struct {
	ID      string
	Athlete training.AthleteID
	At      time.Time
}

// AtService is the result of a write on one service, for people.
type AtService struct {
	Service string `json:"service"`
	Action  string `json:"action,omitempty"` // create, update or delete
	// State is done, waiting, failed, cancelled or not_for_service, or would_send in a dry run.
	State string `json:"state"`
	ID    string `json:"id,omitempty"` // reference of the thing, such as "intervals:123"
	// Differences lists fields whose values on the service differ from the sent ones.
	Differences []ledger.Difference `json:"differences,omitempty"`
	Note        i18n.Sentence       `json:"note,omitempty"`
	RetryAt     string              `json:"retry_at,omitempty"` // RFC 3339
	// Things is the number of things with this result, if there is more than one.
	Things int `json:"things,omitempty"`
	// Final describes effects that cannot be undone on the service.
	Final i18n.Sentence `json:"final,omitempty"`
	// Others describes the people besides the athlete who could see the change on the
	// service, or is empty. Nothing is sent to them without asking.
	Others i18n.Sentence `json:"-"`
	// Fixed lists the steps of a workout that keep their current targets on the service. It
	// is shown with the note to audiences that may see the steps.
	Fixed i18n.Sentence `json:"-"`

	of store.ChangeKind // the kind of thing
}

// About returns a with the kind of thing that it is about, which determines who may see it.
func (a AtService) About(of store.ChangeKind) AtService {
	a.of = of
	return a
}

// Sentence describes the result in words.
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
		return i18n.Sentencef("Will be sent to %s: %s", a.Service, i18n.Word(a.Action))
	}
	return i18n.Sentencef("Not sent to %s", a.Service)
}

// Going returns a sentence for each service and action, with the number of
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

// These are the states of an [AtService].
const (
	AtServiceDone      = "done"
	AtServiceWaiting   = "waiting"
	AtServiceFailed    = "failed"
	AtServiceCancelled = "cancelled"
	AtServiceWould     = "would_send"
	AtServiceNot       = "not_for_service"
)

// split separates results for services that get the write from those for services that do not.
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

// apart adds the services that do not get a write to its results. Data read
// from one service is not sent to others.
func (j *Journal) apart(w Write, going, not []AtService) []AtService {
	all := slices.Concat(going, not)
	if j.outbox == nil || w.Face == "sync" {
		return all
	}
	return append(all, j.outbox.Apart(w.Athlete, all)...)
}

// local reports whether writes by a face stay here: imports and syncs bring
// data from elsewhere, which is not sent to services.
func local(face string) bool { return face == "import" || face == syncFace }

// syncFace is the face for writes made by a sync. No person requested them.
const syncFace = "sync"

// flushTime is the time for which a write waits for services.
const flushTime = 5 * time.Second

// enqueue puts the messages of an effect into the outbox. It adds consequences
// that cannot be undone to the effect.
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

// patience is the maximum time for which a command waits while services accept
// one message after another.
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

// maxAtService is the maximum number of things listed individually.
const maxAtService = 20

// fewer lists the first things individually and counts the others.
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

// Gravity is the severity of a change when a person is asked to approve it.
type Gravity uint8

// These are the levels of severity. A question lists the most severe changes first.
const (
	Ordinary  Gravity = iota
	Public            // other people can see it on a service
	Recorded          // recorded data, which nobody can enter again
	Race              // a race, planned or completed
	gravities = iota
)

func (g Gravity) heading() i18n.Sentence {
	return [...]i18n.Sentence{"Also:", "Others can then see:", "Recorded data:", "Races:"}[g]
}

// These are the limits of the size of a question, so that people can read all of it.
const (
	maxAsked      = 400
	maxAskedBytes = 48_000
)

// weigh counts the changes of each severity and sorts them, the most severe first; changes
// of equal severity keep their order.
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

// Question describes a preview for the person who approves it, in the language of say. It
// contains everything that would happen, with the most severe changes first.
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

// tellOutside adds who else could see the changes, and what cannot be undone.
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

// askable returns an error if a preview is too long to be read completely.
func (p *Preview) askable() error {
	n := len(p.Changes)
	if n <= maxAsked && len(p.Question(nil)) <= maxAskedBytes {
		return nil
	}
	return training.Errorf(training.KindTooLarge, "%d changes are too many for one question, so nobody was asked and nothing was "+
		"changed.", n).
		WithFix("Make several calls with fewer changes or fewer days; each asks for approval separately.")
}

// line prevents a name from starting a new line in the question.
func line(s string) string { return textclean.Line(s, textclean.TextRunes) }

func orNothing(s i18n.Sentence) i18n.Sentence {
	if s == "" {
		return "nothing"
	}
	return s.Cleaned(textclean.TextRunes)
}

// Say formats a sentence in a person's language; nil means English.
type Say = func(format string, args ...any) string
