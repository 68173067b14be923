package messages

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/activity"
	"lapkeep/internal/analysis/activity/facts"
	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// Message is the target of a note that is a message at a service, and the kind
// of thing that the outbox knows it as.
const Message = "message"

// Services are an athlete's connections.
type Services interface {
	Connected() []source.Name
	Service(name source.Name) (source.Service, error)
	// Title is the service's proper name.
	Title(name source.Name) string
}

// Sent knows which note a service's message was sent from.
type Sent interface {
	Here(ctx context.Context, a training.AthleteID, source, kind, there string) (id string, ok bool, err error)
}

// Desk is where both kinds of words are read.
type Desk struct {
	Reader   activity.Reader
	Services func(training.AthleteID) Services // nil is none
	Sent     func() Sent
	// Wait is how long services have to answer; 0 is [Wait].
	Wait time.Duration
}

// Wait is how long services have to answer.
const Wait = 6 * time.Second

// noteBytes is what the words of one answer may take, newest first.
const noteBytes = 16_000

// Read reads what is said about an activity, oldest first. A service that does
// not answer is named as missing, and the words that are kept here stand.
func (d Desk) Read(ctx context.Context, s training.Scope, id string) (*activity.Notes, error) {
	n, err := activity.ReadNotes(ctx, d.Reader, s, id)
	if err == nil && n.Missing["notes"] != "" && n.Missing["notes"] != analysis.HiddenNotes {
		n.Missing["notes"] = "nobody has written a note; add_activity_note writes one"
	}
	if err != nil || d.Services == nil || n.Missing["notes"] == analysis.HiddenNotes {
		return n, err
	}
	row, err := activity.Find(ctx, d.Reader, s, id)
	if err != nil {
		return nil, err
	}
	services := d.Services(s.Athlete)
	there := At(&row.Activity, services)
	if len(there) == 0 {
		return n, nil
	}
	asking, cancel := context.WithTimeout(ctx, cmp.Or(d.Wait, Wait))
	defer cancel()
	c := &collection{desk: d, scope: s, loc: row.Location(), notes: n, sent: map[string]bool{}}
	c.kept = slices.ContainsFunc(n.Notes, func(f facts.Row) bool { return f["target"] == Message })
	for _, name := range services.Connected() {
		if there[name] == "" {
			continue
		}
		if err := c.add(ctx, asking, services, name, there[name]); err != nil {
			return nil, err
		}
	}
	c.settle()
	return n, nil
}

// At are the ids of an activity at the connected services that have it.
func At(a *training.Activity, s Services) map[source.Name]string {
	there := map[source.Name]string{}
	if len(a.ExternalIDs) == 0 {
		return there
	}
	connected := s.Connected()
	for _, ref := range a.ExternalIDs {
		n, id, ok := strings.Cut(ref, ":")
		if name := source.Name(n); ok && there[name] == "" && slices.Contains(connected, name) {
			there[name] = id
		}
	}
	return there
}

// collection puts the words of all sides together.
type collection struct {
	desk    Desk
	scope   training.Scope
	loc     *time.Location
	notes   *activity.Notes
	rows    []facts.Row
	sent    map[string]bool // notes that a service has
	unheard bool
	kept    bool // some notes that are kept here are messages
}

// add asks a service. Only a caller who has gone ends the reading.
func (c *collection) add(ctx, asking context.Context, services Services, name source.Name, id string) error {
	service, err := services.Service(name)
	if err == nil {
		reader, ok := service.(source.MessageReader)
		if !ok || !service.Policy().MayShow(c.scope.Audience) {
			return nil
		}
		var all []source.Message
		if all, err = reader.Messages(asking, id); err == nil {
			return c.take(ctx, services.Title(name), name, id, all)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.unheard = true
	c.notes.Missing = c.notes.Missing.Add("messages", services.Title(name)+" was not heard: "+reason(err))
	return nil
}

// reason is why a service was not heard, in one sentence of ours.
func reason(err error) string {
	switch e, ok := errors.AsType[*training.Error](err); {
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long to answer; ask again later"
	case ok && training.KindOf(err) != training.KindInternal:
		return e.Error()
	}
	return "its answer could not be processed"
}

// take puts a service's messages in.
func (c *collection) take(ctx context.Context, title string, name source.Name, id string, all []source.Message) error {
	for i := range all {
		m := &all[i]
		ref := source.MessageRef(id, m.ID)
		f := messageFacts(m, title, c.loc)
		if f["text"] == "" && !m.Attachment {
			continue
		}
		f["note_id"] = name.Ref(ref)
		if c.kept { // by a coach's key it may stand under another's name
			here, ok, err := c.desk.Sent().Here(ctx, c.scope.Athlete, string(name), Message, ref)
			if err != nil {
				return err
			}
			if ok {
				c.sent[here] = true
			}
		}
		c.rows = append(c.rows, f)
	}
	return nil
}
