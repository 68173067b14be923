package kinds

import (
	"context"
	"encoding/json"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Messages is the [outbox.Kind] for notes on activities that are sent to other people on a
// service. Each message is also kept here as a note. An undo removes both.
type Messages struct {
	unkept

	Refs Refs
}

// message is a text to send, and the activity that it is about.
type message struct {
	Text string `json:"text,omitempty"`
	// Activity is the activity's id on each service that has it.
	Activity map[source.Name]string `json:"activity,omitempty"`
	// Chat is the id that the service needs to delete the message, if known.
	Chat string `json:"chat,omitempty"`
}

func (m *message) fields() (outbox.Fields, error) {
	return Flat(m, []string{"text", "activity", "chat"})
}

// Name returns "message".
func (Messages) Name() string { return activity.Message }

// Of returns [training.ThingMessages].
func (Messages) Of() training.ThingKind { return training.ThingMessages }

// Can reports whether the service accepts messages and can list them.
func (Messages) Can(s source.Service, a ledger.Action) bool {
	return Both[source.MessageReader, source.MessageWriter](s) && a != ledger.Update
}

// Final returns a warning that an undo cannot make a message unread.
func (Messages) Final(_ source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.Create {
		return "Others may read the message, and be notified of it, as soon as it is sent; undo deletes it but cannot make it unread.", false
	}
	return "If you send it again, it is a new message, and others are notified again.", false
}

// Others describes who sees the message: everybody who can see the activity.
func (Messages) Others(a ledger.Action, _ outbox.Fields, _ []string) i18n.Sentence {
	if a == ledger.OutboxDelete {
		return ""
	}
	return "everybody who can see the activity there"
}

// Changed returns the change to send for a note that is a message.
func (Messages) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	added, ok := did.(journal.NoteAdded)
	if !ok || added.Note.Target != activity.Message {
		return nil, nil
	}
	n := added.Note
	act, err := tx.Shown(a, n.Activity)
	if err != nil {
		return nil, err
	}
	m := message{Text: n.Text, Activity: known(&act)}
	c := &outbox.Change{Here: n.ID, New: true}
	c.Fields, err = m.fields()
	return c, err
}

// Read returns a message of an activity.
func (Messages) Read(ctx context.Context, s source.Service, ref string) (outbox.Thing, error) {
	activity, id, _ := source.CutMessageRef(ref)
	m, err := standing(ctx, s, activity, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return messageThing(s, activity, &m, "")
}

// standing returns a message of an activity in its current state on the service.
func standing(ctx context.Context, s source.Service, activity, id string) (source.Message, error) {
	all, err := s.(source.MessageReader).Messages(ctx, activity)
	if err != nil {
		return source.Message{}, err
	}
	for i := range all {
		if all[i].ID == id {
			return all[i], nil
		}
	}
	return source.Message{}, training.Errorf(training.KindNotFound, "The service has no message %q.", source.MessageRef(activity, id))
}

func messageThing(s source.Service, activity string, m *source.Message, chat string) (outbox.Thing, error) {
	x := message{Text: m.Text, Activity: map[source.Name]string{s.Name(): activity}, Chat: chat}
	f, err := x.fields()
	return outbox.Thing{ID: source.MessageRef(activity, m.ID), Fields: f}, err
}

// there returns the message to send, and the activity's id on the service.
func (Messages) there(s source.Service, f outbox.Fields) (m message, activity string, err error) {
	if err := Fill(f, &m); err != nil {
		return m, "", err
	}
	if activity = m.Activity[s.Name()]; activity == "" {
		err = training.Errorf(training.KindUnsupported,
			"The service does not have the activity.").WithFix("Leave target out, and the note stays here.")
	}
	return m, activity, err
}

// IDs returns the ids of the activity's messages by all authors. A message sent
// with a coach's key has the coach as its author.
func (k Messages) IDs(ctx context.Context, s source.Service, f outbox.Fields) ([]string, error) {
	_, activity, err := k.there(s, f)
	if err != nil {
		return nil, err
	}
	all, err := s.(source.MessageReader).Messages(ctx, activity)
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = source.MessageRef(activity, all[i].ID)
	}
	return ids, err
}

// Create sends the message.
func (k Messages) Create(ctx context.Context, s source.Service, _ string, f outbox.Fields) (outbox.Thing, error) {
	m, activity, err := k.there(s, f)
	if err != nil {
		return outbox.Thing{}, err
	}
	p, err := s.(source.MessageWriter).AddMessage(ctx, activity, m.Text)
	if err != nil {
		return outbox.Thing{}, err
	}
	stands, err := standing(ctx, s, activity, p.ID)
	if err != nil { // the message was sent, even if it cannot be read back
		stands = source.Message{ID: p.ID, Text: m.Text}
	}
	return messageThing(s, activity, &stands, p.Chat)
}

// Update returns an error, because a sent message cannot be changed.
func (Messages) Update(context.Context, source.Service, string, outbox.Fields, []string) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "A sent message cannot be changed.")
}

// Delete deletes a message.
func (k Messages) Delete(ctx context.Context, s source.Service, ref string) error {
	activity, id, _ := source.CutMessageRef(ref)
	chat, err := k.chat(ctx, s, ref)
	if err != nil {
		return err
	}
	err = s.(source.MessageWriter).DeleteMessage(ctx, activity, source.Posted{ID: id, Chat: chat})
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// chat returns the chat of a message, as stored when the message was sent.
func (k Messages) chat(ctx context.Context, s source.Service, ref string) (string, error) {
	here, ok, err := k.Refs.Rows().Here(ctx, outbox.AthleteOf(ctx), string(s.Name()), activity.Message, ref)
	if err != nil || !ok {
		return "", err
	}
	all, err := k.Refs.Rows().Thing(ctx, outbox.AthleteOf(ctx), activity.Message, here)
	if err != nil {
		return "", err
	}
	var m message
	for _, r := range all {
		if r.Action == ledger.Create && r.There == ref && m.Chat == "" {
			if err := Fill(r.ReadBack, &m); err != nil {
				return "", err
			}
		}
	}
	return m.Chat, nil
}

// Same compares texts, ignoring differences in whitespace. The other fields
// only locate the message.
func (Messages) Same(name string, a, b []byte) bool {
	return name != "text" || spoken(a) == spoken(b)
}

func spoken(b []byte) string {
	var s string
	if len(b) == 0 || json.Unmarshal(b, &s) != nil {
		return ""
	}
	return strings.Join(strings.Fields(s), " ")
}
