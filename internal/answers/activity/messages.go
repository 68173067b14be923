package activity

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Message is the target of a note that is a message at a service, and the kind
// of thing that the outbox knows it as.
const Message = "message"

// Sent knows which note a service's message was sent from.
type Sent interface {
	Here(ctx context.Context, a training.AthleteID, source, kind, there string) (id string, ok bool, err error)
}

// MessageDesk is where both kinds of words are read.
type MessageDesk struct {
	serviced.LiveDesk

	Reader Reader
	Sent   func() Sent
}

// messagesNoteBytes bounds the texts of one answer; the newest come first.
const messagesNoteBytes = 16_000

// Read reads the notes on an activity, oldest first. A service that does not
// answer is named as missing, and the notes stored here are still given.
func (d MessageDesk) Read(ctx context.Context, s training.Scope, id string) (*Notes, error) {
	n, err := ReadNotes(ctx, d.Reader, s, id)
	if err == nil && n.Missing["notes"] != "" && n.Missing["notes"] != answers.HiddenNotes {
		n.Missing["notes"] = "nobody has written a note; add_activity_note writes one"
	}
	if err != nil || d.Services == nil || n.Missing["notes"] == answers.HiddenNotes {
		return n, err
	}
	row, err := Find(ctx, d.Reader, s, id)
	if err != nil {
		return nil, err
	}
	if len(serviced.LiveAt(&row.Activity, d.Services(s.Athlete))) == 0 {
		return n, nil
	}
	c := &collection{desk: d, scope: s, loc: row.Location(), notes: n, sent: map[string]bool{}}
	c.kept = slices.ContainsFunc(n.Notes, func(f FactsRow) bool { return f["target"] == Message })
	unheard, err := serviced.LiveEach(ctx, d.LiveDesk, s, &row.Activity,
		func(ctx context.Context, r source.MessageReader, at serviced.Place) ([]source.Message, error) {
			return r.Messages(ctx, at.ID)
		},
		func(at serviced.Place, all []source.Message) error { return c.take(ctx, at, all) })
	if err != nil {
		return nil, err
	}
	for _, why := range unheard {
		c.unheard, n.Missing = true, n.Missing.Add("messages", why)
	}
	c.settle()
	return n, nil
}

// collection puts the words of all sides together.
type collection struct {
	desk    MessageDesk
	scope   training.Scope
	loc     *time.Location
	notes   *Notes
	rows    []FactsRow
	sent    map[string]bool // notes that a service has
	unheard bool
	kept    bool // some notes that are kept here are messages
}

// take puts a service's messages in.
func (c *collection) take(ctx context.Context, at serviced.Place, all []source.Message) error {
	for i := range all {
		m := &all[i]
		ref := source.MessageRef(at.ID, m.ID)
		if !c.add(at, m) {
			continue
		}
		if c.kept { // by a coach's key it may stand under another's name
			here, ok, err := c.desk.Sent().Here(ctx, c.scope.Athlete, string(at.Service), Message, ref)
			if err != nil {
				return err
			}
			if ok {
				c.sent[here] = true
			}
		}
	}
	return nil
}

// add puts a message in that says anything.
func (c *collection) add(at serviced.Place, m *source.Message) bool {
	f := messageFacts(m, at.Title, c.loc)
	if f["text"] == "" && !m.Attachment {
		return false
	}
	f["note_id"] = at.Service.Ref(source.MessageRef(at.ID, m.ID))
	c.rows = append(c.rows, f)
	return true
}
