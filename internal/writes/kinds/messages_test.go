package kinds_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// talker is a service that keeps what is said in the order in which it was.
type talker struct {
	said    []source.Message
	deleted []source.Posted
	fails   error
}

func (*talker) Name() source.Name                             { return "tri" }
func (*talker) Policy() source.Policy                         { return source.Policy{} }
func (*talker) Check(context.Context) (source.Account, error) { return source.Account{}, nil }
func (s *talker) Messages(context.Context, string) ([]source.Message, error) {
	return s.said, s.fails
}

func (s *talker) AddMessage(_ context.Context, activity, text string) (source.Posted, error) {
	s.said = append(s.said, source.Message{ID: activity + "n", Text: " " + text + "\n", Mine: true})
	return source.Posted{ID: activity + "n", Chat: "c"}, nil
}

func (s *talker) DeleteMessage(_ context.Context, _ string, p source.Posted) error {
	s.deleted = append(s.deleted, p)
	return source.Fail(source.Failure{Fault: source.NotFound, Source: "tri"}, "There is none.")
}

// reader is a service that lets nobody say anything.
type reader struct{ source.MessageReader }

func (reader) Name() source.Name                             { return "tri" }
func (reader) Policy() source.Policy                         { return source.Policy{} }
func (reader) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

func fields(t *testing.T, text string) outbox.Fields {
	t.Helper()
	f := outbox.Fields{}
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAMessageIsSaidReadBackAndDeleted(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	k := kinds.Messages{Refs: kinds.Refs{Rows: db.Outbox}}
	s := &talker{said: []source.Message{{ID: "1", Text: "theirs"}, {ID: "2", Text: "mine", Mine: true}}}
	ctx := outbox.WithAthlete(t.Context(), "ann")
	want := fields(t, `{"text":"hello","activity":{"tri":"7"}}`)
	before, err := k.IDs(ctx, s, want)
	if d := cmp.Diff([]string{"7/1", "7/2"}, before); d != "" || err != nil {
		t.Errorf("%s %v", d, err)
	}
	made, err := k.Create(ctx, s, "n1", want)
	if err != nil || made.ID != "7/7n" || string(made.Fields["chat"]) != `"c"` || len(outbox.Differing(k, want, made.Fields, nil)) > 0 {
		t.Fatalf("%+v %v", made, err)
	}
	read, err := k.Read(ctx, s, made.ID)
	if err != nil || string(read.Fields["activity"]) != `{"tri":"7"}` || len(outbox.Differing(k, made.Fields, read.Fields, nil)) > 0 {
		t.Errorf("%+v %v", read, err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.Outbox().Put(ledger.OutboxRow{
			Athlete: "ann", Source: "tri", Entry: "j", Kind: k.Name(), Here: "n1", There: made.ID, Action: ledger.Create, State: ledger.Done,
			Details: ledger.Details{ReadBack: made.Fields},
		})
		return err
	})
	for _, ref := range []string{made.ID, "7/2"} { // one of which the chat is known, and one of which it is not
		if err := k.Delete(ctx, s, ref); err != nil {
			t.Errorf("what is not there is deleted: %v", err)
		}
	}
	if d := cmp.Diff([]source.Posted{{ID: "7n", Chat: "c"}, {ID: "2"}}, s.deleted); d != "" {
		t.Error(d)
	}
}

func TestWhatIsNoMessageIsRefused(t *testing.T) {
	t.Parallel()
	k := kinds.Messages{}
	s := &talker{}
	if !k.Can(s, ledger.Create) || !k.Can(s, ledger.OutboxDelete) || k.Can(s, ledger.Update) || k.Can(reader{}, ledger.Create) {
		t.Error("it can what it cannot")
	}
	for _, a := range []ledger.Action{ledger.Create, ledger.OutboxDelete} {
		if what, forever := k.Final(s, a); what == "" || forever {
			t.Errorf("%s is final: %q %v", a, what, forever)
		}
	}
	elsewhere := fields(t, `{"text":"hello","activity":{"other":"7"}}`)
	_, err := k.Create(t.Context(), s, "n1", elsewhere)
	_, of := k.IDs(t.Context(), s, elsewhere)
	_, updated := k.Update(t.Context(), s, "7/1", elsewhere, nil)
	for what, err := range map[string]error{"created": err, "listed": of, "updated": updated} {
		if training.KindOf(err) != training.KindUnsupported || err == nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := k.Read(t.Context(), s, "7/1"); training.KindOf(err) != training.KindNotFound || err == nil {
		t.Errorf("read: %v", err)
	}
	s.fails = source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "Later.")
	if _, err := k.Read(t.Context(), s, "7/1"); err == nil || training.KindOf(err) == training.KindNotFound {
		t.Errorf("read: %v", err)
	}
	for what, did := range map[string]journal.Changed{
		"a note that stays here": journal.NoteAdded{Note: store.Note{ID: "n", Target: "local"}},
		"a step":                 journal.DeleteNote(store.Note{ID: "n", Target: "message"}),
	} {
		if c, err := k.Changed(nil, "ann", did); c != nil || err != nil {
			t.Errorf("%s: %v %v", what, c, err)
		}
	}
}
