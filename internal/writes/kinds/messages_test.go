package kinds_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
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

// settingsReader is a service that lets nobody say anything.
type settingsReader struct{ source.MessageReader }

func (settingsReader) Name() source.Name                             { return "tri" }
func (settingsReader) Policy() source.Policy                         { return source.Policy{} }
func (settingsReader) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

// applier is a service with settings of sports, that answers late.
type applier struct {
	source.SportSettingsWriter
	settingsReader
	asked []string
	fails error
}

func (*applier) SportSettings(context.Context) ([]training.SportSettings, error) {
	return []training.SportSettings{{ID: "31"}}, nil
}

func (s *applier) ApplySportSettings(_ context.Context, id string) error {
	s.asked = append(s.asked, id)
	return s.fails
}

func TestSettingsAreAppliedForGood(t *testing.T) {
	t.Parallel()
	k, s := kinds.AppliedSettings{}, &applier{}
	if !k.Can(s, ledger.Update) || k.Can(s, ledger.Create) || k.Can(settingsReader{}, ledger.Update) {
		t.Error("it can what it cannot")
	}
	if what, forever := k.Final(s, ledger.Update); what == "" || !forever {
		t.Errorf("%q %v", what, forever)
	}
	before, err := k.Read(t.Context(), s, "31")
	if err != nil || len(before.Fields) > 0 {
		t.Errorf("%+v %v", before, err)
	}
	if _, err := k.Read(t.Context(), s, "32"); training.KindOf(err) != training.KindNotFound || err == nil {
		t.Errorf("settings that are not there: %v", err)
	}
	after, err := k.Update(t.Context(), s, "31", nil, nil)
	if err != nil || len(outbox.Differing(k, before.Fields, after.Fields, nil)) != 1 || !cmp.Equal(s.asked, []string{"31"}) {
		t.Errorf("%+v %v", after, err)
	}
	s.fails = source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "Later.")
	if _, err := k.Update(t.Context(), s, "31", nil, nil); err == nil {
		t.Error("a failure is swallowed")
	}
	if _, err := k.Create(t.Context(), s, "", nil); err == nil {
		t.Error("something is made")
	}
	if c, err := k.Changed(nil, "ann", journal.Op{Kind: journal.OpPutNote}); c != nil || err != nil {
		t.Errorf("%v %v", c, err)
	}
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// leave takes away what a service said of a ride of which it was told, and puts
// down what stays.
func leave(
	t *testing.T, db *store.DB, put func(tx *store.Tx) error, told ledger.OutboxRow,
) (did []journal.Changed, now store.ActivityRow, err error) {
	t.Helper()
	storetest.Athlete(t, db, "ann")
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		if err := put(tx); err != nil {
			return err
		}
		said := training.Statement{Ref: "tri:7", Name: "Mine", Description: "a secret", Feel: 4, CarbsG: 90}
		if _, err := tx.PutActivityStatement("ann", "ride", said, document.StatementsBy{RunID: "sync", AsOf: noon, At: noon}); err != nil {
			return err
		}
		down, err := kinds.Activities{}.Stay(tx, outbox.Staying{Athlete: "ann", Source: "tri", Here: "ride", Rows: []ledger.OutboxRow{told}})
		if err != nil {
			return err
		}
		if err := tx.SetStatementsRemoved("ann", "sync", true); err != nil {
			return err
		}
		did, err = down()
		return err
	})
	if err == nil {
		now, err = db.Activity(t.Context(), storetest.Export("ann"), "ride")
	}
	return did, now, err
}

// entered returns a ride that nothing recorded.
func entered(refs ...string) func(tx *store.Tx) error {
	act := storetest.Activity("ride", noon)
	act.ExternalIDs = refs
	return func(tx *store.Tx) error { return tx.PutActivity("ann", act) }
}

// TestOfAnActivityStaysWhatTheServiceWasTold and took, unless it shows without
// too; each word can be taken back.
func TestOfAnActivityStaysWhatTheServiceWasTold(t *testing.T) {
	t.Parallel()
	recorded := func(tx *store.Tx) error { return storetest.AddRide(tx, "ann", "ride", noon, store.EveryAudience) }
	did, now, err := leave(t, storetest.Open(t), recorded, ledger.OutboxRow{Seq: 1, Action: ledger.Update, Details: ledger.Details{
		Changed: []string{"name", "description", "feel"},
		Wanted: outbox.Fields{
			"name": json.RawMessage(`"Mine"`), "description": json.RawMessage(`"a secret"`), "feel": json.RawMessage(`3`),
			"carbs_g": json.RawMessage(`90`),
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if now.Name != "Mine" || now.Description != "a secret" || now.Feel != 0 || now.CarbsG != 0 {
		t.Errorf("%+v", now.Activity)
	}
	if d := cmp.Diff([]string{"name"}, now.Edited); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]journal.Changed{journal.SetOverride("ride", "name", nil)}, did); d != "" {
		t.Error(d)
	}
}

// TestAnEntryStaysWhole under the name that it was entered by.
func TestAnEntryStaysWhole(t *testing.T) {
	t.Parallel()
	for ref, refs := range map[string][]string{"manual:ride": {}, "manual:mine": {"tri:7", "manual:mine"}} {
		db := storetest.Open(t)
		_, now, err := leave(t, db, entered(refs...), ledger.OutboxRow{Action: ledger.Create})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"carbs_g", "feel", "name"}, now.Edited); d != "" || now.Name != "Mine" || now.Feel != 4 {
			t.Errorf("%+v %s", now.Activity, d)
		}
		if d := cmp.Diff([]string{ref, "tri:7"}, now.ExternalIDs); d != "" {
			t.Error(d)
		}
		said, err := db.ActivityStatements(t.Context(), storetest.Export("ann"), "ride")
		if err != nil || len(said) != 1 || said[0].Said.Ref != ref {
			t.Errorf("it stands by %+v, %v", said, err)
		}
	}
}

// TestWhatCannotStay fails; of what is not here nothing stays.
func TestWhatCannotStay(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"INSERT ON overrides", "INSERT ON said WHEN new.run = ''"} {
		home := t.TempDir()
		db := storetest.OpenHome(t, home)
		storetest.Refuse(t, home, what)
		if _, _, err := leave(t, db, entered(), ledger.OutboxRow{Action: ledger.Create}); err == nil || !strings.Contains(err.Error(),
			"refused") {
			t.Errorf("%s fails, and it says %v", what, err)
		}
	}
	storetest.Write(t, storetest.Open(t), func(tx *store.Tx) error {
		down, err := kinds.Activities{}.Stay(tx, outbox.Staying{Athlete: "ann", Here: "none"})
		if down != nil {
			t.Error("something stays")
		}
		return err
	})
}

// TestWhoSeesAThingIsAskedOfIt: what cannot be read is not sent unasked, and
// nobody sees what is deleted.
func TestWhoSeesAThingIsAskedOfIt(t *testing.T) {
	t.Parallel()
	type shared struct {
		With string `json:"with"`
	}
	k := kinds.Things[shared]{SeenBy: func(s shared) i18n.Sentence { return i18n.Sentence(s.With) }}
	club, broken := outbox.Fields{"with": json.RawMessage(`"the club"`)}, outbox.Fields{"with": json.RawMessage(`7`)}
	for _, c := range []struct {
		k      kinds.Things[shared]
		action ledger.Action
		fields outbox.Fields
		want   string
	}{
		{k, ledger.Create, club, "the club"},
		{k, ledger.Update, club, "the club"},
		{k, ledger.Update, outbox.Fields{}, ""},
		{k, ledger.Update, broken, "an unknown audience"},
		{k, ledger.OutboxDelete, club, ""},
		{kinds.Things[shared]{}, ledger.Update, club, ""},
	} {
		if got := c.k.Others(c.action, c.fields, nil); got.String() != c.want {
			t.Errorf("%v of %s: %q, want %q", c.action, c.fields["with"], got, c.want)
		}
	}
}
