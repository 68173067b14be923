package activities_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// mute is a service without messages on activities.
type mute struct{}

func (mute) Name() source.Name                             { return "tri" }
func (mute) Policy() source.Policy                         { return source.Policy{} }
func (mute) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

// chatty is one where they do.
type chatty struct{ mute }

func (chatty) AddMessage(context.Context, string, string) (source.Posted, error) {
	return source.Posted{}, errors.New("a tool sends nothing by itself")
}
func (chatty) DeleteMessage(context.Context, string, source.Posted) error { return nil }

// tied are the connections of an athlete.
type tied struct {
	one source.Service
	err error
}

func (t tied) Connected() []source.Name {
	if t.one == nil && t.err == nil {
		return nil
	}
	return []source.Name{"tri"}
}
func (tied) Title(source.Name) string                       { return "Tri" }
func (t tied) Service(source.Name) (source.Service, error)  { return t.one, t.err }
func (t tied) of(training.AthleteID) servicevalues.Services { return t }

func (t tied) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := t.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func (h *home) tiedTo(t tied) *tools.Table {
	n := 0
	return tools.NewTable(activities.Rows(activities.Deps{
		Store: h.db, Journal: h.journal, Services: t.of, Sent: func() activity.Sent { return h.db.Outbox() },
		NewID: func() string { n++; return fmt.Sprint("note", n) },
	})...)
}

// atTri has a ride be known at the service, which is the home source.
func (h *home) atTri(t *testing.T, ride string) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return errors.Join(tx.PutExternalID(answerstest.ActivityAthlete, training.ActivityID(ride), "tri:7"), tx.PutAthlete(training.Athlete{
			ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone, HomeSource: "tri", Sharing: training.Sharing{Notes: true},
		}))
	})
}

// TestAMessageNeedsSomebodyWhoReadsIt: a note that nobody would get is not
// written at all.
func TestAMessageNeedsSomebodyWhoReadsIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	args := `{"id":"` + id + `","text":"hello","target":"message"}`
	fails := func(what string, to tied, kind training.Kind, says string) {
		t.Helper()
		p := tooltest.Fails(t, h.tiedTo(to), call(t, answerstest.ActivityModel), "add_activity_note", args)
		if p.Kind != kind || !strings.Contains(p.String(), says) {
			t.Errorf("%s: %s %s", what, p.Kind, p)
		}
	}
	fails("at home here", tied{one: chatty{}}, training.KindUnsupported, "this machine")
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, TimeZone: answerstest.Zone, HomeSource: "tri"})
	})
	fails("not known there", tied{one: chatty{}}, training.KindUnsupported, "does not have the cycling")
	h.atTri(t, id)
	fails("not connected", tied{}, training.KindUnsupported, "not connected")
	fails("without messages", tied{one: mute{}}, training.KindUnsupported, "does not accept messages")
	fails("without a key", tied{err: training.Errorf(training.KindUnavailable, "The keyring is locked.")}, training.KindUnavailable, "keyring")
	var n activity.Notes
	h.decode(t, "get_activity_notes", `{"id":"`+id+`"}`, &n)
	if len(n.Notes) > 0 {
		t.Errorf("%v", n.Notes)
	}
}

// TestAMessageAsksFirst: the question shows the very text, and what was agreed
// to is these words on the activity as it was, once.
func TestAMessageAsksFirst(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	h.atTri(t, id)
	h.table = h.tiedTo(tied{one: chatty{}})
	const words = "Legs were\nheavy."
	said := func(text string) string {
		b, err := json.Marshal(map[string]string{"id": id, "text": text, "target": "message"})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	c := call(t, answerstest.ActivityModel)
	p := h.consent(t, c, "add_activity_note", said(words))
	if len(p.Changes) != 1 || p.Changes[0].After.String() != words || p.Changes[0].Field != "message" ||
		!strings.Contains(p.Summary.String(), "on Tri") {
		t.Errorf("%+v", p)
	}
	var dry struct {
		Changes []struct{ After string }
		NoteID  string `json:"note_id"`
	}
	h.decode(t, "add_activity_note", strings.Replace(said(words), "{", `{"dry_run":true,`, 1), &dry)
	if len(dry.Changes) != 1 || dry.Changes[0].After != words || dry.NoteID != "" {
		t.Errorf("%+v", dry)
	}
	if _, err := h.journal.Grant(t.Context(), answerstest.ActivityPage, p.Token, noon); err != nil {
		t.Fatal(err)
	}
	c.Approval = p.Token
	if got := tooltest.Fails(t, h.table, c, "add_activity_note", said("Other words.")); got.Kind != training.KindConflict {
		t.Errorf("other words: %s", got)
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","name":"Another"}`, &struct{}{})
	if got := tooltest.Fails(t, h.table, c, "add_activity_note", said(words)); got.Kind != training.KindConflict {
		t.Errorf("another activity than was seen: %s", got)
	}
	c.Approval = ""
	p = h.consent(t, c, "add_activity_note", said(words))
	if _, err := h.journal.Grant(t.Context(), answerstest.ActivityPage, p.Token, noon); err != nil {
		t.Fatal(err)
	}
	var out noteOut
	tooltest.Decode(t, h.table, c, "add_activity_note", said(words), &out)
	c.Approval = ""
	if got := tooltest.Fails(t, h.table, c, "add_activity_note", said(words)); got.Kind != training.KindConflict {
		t.Errorf("the same once more: %s", got)
	}
	var n activity.Notes
	h.decode(t, "get_activity_notes", `{"id":"`+id+`"}`, &n)
	if len(n.Notes) != 1 || n.Notes[0]["target"] != "message" || n.Notes[0]["note_id"] != out.NoteID {
		t.Errorf("%v", n.Notes)
	}
	h.undo(t, out.JournalID)
	h.consent(t, c, "add_activity_note", said(words)) // what was taken back may be sent again
}

type noteOut struct {
	NoteID    string `json:"note_id"`
	JournalID string `json:"journal_id"`
	Changes   []struct{ Before, After string }
}

// TestANoteGoesBehindTheDescription, and undo takes it away again.
func TestANoteGoesBehindTheDescription(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	h.share(t)
	add := func(text string) (out noteOut) {
		t.Helper()
		h.decode(t, "add_activity_note", `{"id":"`+id+`","text":"`+text+`","target":"description"}`, &out)
		return out
	}
	shown := func() string {
		t.Helper()
		var d struct{ Description string }
		h.decode(t, "get_activity", `{"id":"`+id+`"}`, &d)
		return d.Description
	}
	first := add("Windy.")
	second := add("Ate too little.")
	if got := shown(); got != "Windy.\n\nAte too little." || first.NoteID != "" ||
		second.Changes[0].Before != "Windy." || second.Changes[0].After != got {
		t.Errorf("%q %+v", got, second)
	}
	h.undo(t, second.JournalID)
	if got := shown(); got != "Windy." {
		t.Errorf("undone: %q", got)
	}
	long := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "add_activity_note",
		`{"id":"`+id+`","text":"`+strings.Repeat("x", 3999)+`","target":"description"}`)
	if long.Kind != training.KindInvalid || !strings.Contains(long.String(), "4000") {
		t.Errorf("too long: %s", long)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone})
	})
	if c := add("Blind.").Changes[0]; c.Before != "not shared with assistants" || c.After != "Blind." {
		t.Errorf("what is not shared is shown: %+v", c)
	}
	h.share(t)
	if got := shown(); got != "Windy.\n\nBlind." {
		t.Errorf("%q", got)
	}
}

// home is a whole athlete on a real store, with a folder of files to import.
type home struct {
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
	rides   string // the folder that may be imported from
	exports string
}

func newHome(t testing.TB) *home { t.Helper(); return newHomeWith(t, derive.Single) }

// newHomeWith imports with a given way of deriving; nil leaves it undone.
func newHomeWith(t testing.TB, d importing.Derive) *home {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &home{
		db: storetest.OpenHome(t, filepath.Join(base, "home")), rides: filepath.Join(base, "rides"),
		exports: filepath.Join(base, "exports"),
	}
	if err := os.MkdirAll(filepath.Join(h.rides, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	n := 0
	newID := func() string { n++; return fmt.Sprintf("id%d", n) }
	h.journal = journal.New(h.db, newID)
	importer := importing.New(h.db, importing.Options{
		Now: storetest.Clock, Derive: d, Workers: 1,
		Read: func(ctx context.Context, _ string, data []byte, limits recording.Limits) (recording.Result, error) {
			return fit.Read(ctx, data, limits)
		},
	})
	sets := structure.NewIndex(h.db)
	h.table = tools.NewTable(activities.Rows(activities.Deps{
		Store: h.db, Journal: h.journal, Importer: importer, Intervals: sets, Similar: structure.NewSimilarIndex(h.db, sets),
		ImportRoots: []string{h.rides}, ExportDir: h.exports, NewID: newID,
	})...)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone})
		for _, e := range answerstest.History() {
			err = errors.Join(err, tx.PutThreshold(answerstest.ActivityAthlete, e))
		}
		return err
	})
	return h
}

// file writes a FIT file into the folder of rides.
func (h *home) file(t testing.TB, name string, recs ...*training.Recording) string {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.rides, name)
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// ride imports one ride with every sensor and returns its id.
func (h *home) ride(t *testing.T) string {
	t.Helper()
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 900, nil))
	var out struct {
		Files []importing.FileResult `json:"files"`
	}
	h.decode(t, "import_files", `{"paths":["ride.fit"]}`, &out)
	if len(out.Files) != 1 || len(out.Files[0].Activities) != 1 {
		t.Fatalf("import: %+v", out)
	}
	return string(out.Files[0].Activities[0])
}

func (h *home) decode(t testing.TB, tool, args string, out any) {
	t.Helper()
	tooltest.Decode(t, h.table, call(t, answerstest.ActivityModel), tool, args, out)
}

// share lets assistants see everything.
func (h *home) share(t *testing.T) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{
			ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone,
			Sharing: training.Sharing{Position: true, Weight: true, Notes: true},
		})
	})
}

// undo takes a write back.
func (h *home) undo(t *testing.T, journalID string) {
	t.Helper()
	if journalID == "" {
		t.Fatal("the write was not journaled")
	}
	if _, err := h.journal.Undo(t.Context(), answerstest.ActivityPage, journalID, noon); err != nil {
		t.Fatal(err)
	}
}

// consent returns the preview of a call that a person must agree to.
func (h *home) consent(t *testing.T, c *tools.Call, tool, args string) journal.Preview {
	t.Helper()
	_, err := h.table.Call(t.Context(), tool, c, []byte(args))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		t.Fatalf("%s %s: %v, want a question", tool, args, err)
	}
	return need.Preview
}

// TestNotesOnPlannedSessions: an assistant cannot write as somebody else, nobody's words reach it unless they are shared,
// a dry run keeps nothing, and undo takes a note back.
func TestNotesOnPlannedSessions(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := training.NewDay(2026, 5, 4)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(answerstest.ActivityAthlete, document.Events, "plan", document.Own{
			Fields: []byte(`{"category":"workout","name":"Hills","start_local":"2026-05-04T00:00:00"}`), Days: training.DayRange{From: day, To: day},
		})
		return err
	})
	add := func(who training.Audience, args string) (out noteOut) {
		t.Helper()
		c := call(t, training.Scope{Athlete: answerstest.ActivityAthlete, Audience: who})
		tooltest.Decode(t, h.table, c, "add_activity_note", `{"id":"plan",`+args+`}`, &out)
		return out
	}
	read := func(who training.Audience) (n activity.Notes) {
		t.Helper()
		c := call(t, training.Scope{Athlete: answerstest.ActivityAthlete, Audience: who})
		tooltest.Decode(t, h.table, c, "get_activity_notes", `{"id":"plan"}`, &n)
		return n
	}
	if dry := add(training.AudiencePage, `"text":"Try it.","dry_run":true`); dry.NoteID != "" || len(dry.Changes) != 1 {
		t.Errorf("a dry run: %+v", dry)
	}
	add(training.AudienceModel, `"text":"By a model.","author":"coach"`)
	add(training.AudiencePage, `"text":"Keep it easy.","author":"coach"`)
	last := add(training.AudiencePage, `"text":"Legs are heavy."`)
	var said []string
	for _, n := range read(training.AudiencePage).Notes {
		said = append(said, fmt.Sprint(n["author"], ": ", n["text"]))
	}
	if got := strings.Join(said, " | "); got != "assistant: By a model. | coach: Keep it easy. | athlete: Legs are heavy." {
		t.Errorf("notes: %s", got)
	}
	if n := read(training.AudienceModel); len(n.Notes) > 0 || n.Missing["notes"] == "" {
		t.Errorf("unshared: %+v", n)
	}
	h.share(t)
	if n := read(training.AudienceModel); len(n.Notes) != 3 {
		t.Errorf("shared: %+v", n)
	}
	h.undo(t, last.JournalID)
	if n := read(training.AudiencePage); len(n.Notes) != 2 {
		t.Errorf("undone: %+v", n)
	}
	for _, args := range []string{`"text":"x","author":"doctor"`, `"text":"x","target":"message"`, `"text":"x","target":"description"`} {
		tooltest.Fails(t, h.table, call(t, answerstest.ActivityPage), "add_activity_note", `{"id":"plan",`+args+`}`)
	}
}
