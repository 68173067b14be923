package outbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
	"lapkeep/test/intervalstest"
)

const ann training.AthleteID = "ann"

var (
	began = time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC)
	today = training.NewDay(2026, 9, 20)
)

// clock moves when somebody sleeps, or is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *clock) set(at time.Time) { c.mu.Lock(); defer c.mu.Unlock(); c.now = at }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// home is a store, connected to an emulated service.
type home struct {
	*testing.T
	*clock
	dir     string
	db      *store.DB
	server  *intervalstest.Server
	service source.Service
	away    bool // not connected
	box     *outbox.Box
	journal *journal.Journal
	ids     int
}

func (h *home) Connected() []source.Name {
	if h.away {
		return nil
	}
	return []source.Name{"intervals"}
}

func (h *home) Service(source.Name) (source.Service, error) { return h.service, nil }

func (h *home) Title(source.Name) string { return "Intervals.icu" }

func (h *home) Lacks(source.Name, ...string) bool { return false }

func newHome(t *testing.T, o intervalstest.Options) *home {
	t.Helper()
	h := &home{T: t, clock: &clock{now: began}, dir: t.TempDir()}
	if o.Now == nil {
		o.Now = func() time.Time { return began }
	}
	h.server = intervalstest.New(t, o)
	h.service = h.client(nil)
	h.reopen()
	h.write(func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Berlin", HomeSource: "intervals"})
	})
	return h
}

func (h *home) client(change func(*client.Options)) source.Service {
	h.Helper()
	o := client.Options{
		BaseURL: h.server.URL, UserAgent: "lapkeep/test", Clock: client.Clock{Now: h.Now, Sleep: h.Sleep},
		Tokens: token.Static("intervals", source.Token{Scheme: source.Basic, Access: source.NewSecret(intervalstest.DefaultKey)}),
	}
	if change != nil {
		change(&o)
	}
	c, err := intervalsicu.New(o)
	if err != nil {
		h.Fatal(err)
	}
	return c
}

// reopen reopens the home as a new process does.
func (h *home) reopen() {
	h.Helper()
	h.use(storetest.OpenHome(h.T, h.dir))
}

// use goes on with a store of the home.
func (h *home) use(db *store.DB) {
	h.db = db
	newID := func() string { h.ids++; return fmt.Sprintf("id%04d", h.ids) }
	h.box = outbox.New(outbox.Options{
		Store: h.db, Services: func(training.AthleteID) outbox.Services { return h }, NewID: newID, Now: h.Now,
		Kinds: kinds.All(h.db, nil, h.Now),
	})
	h.journal = journal.New(h.db, newID).WithOutbox(h.box)
}

func (h *home) write(f func(tx *store.Tx) error) { h.Helper(); storetest.Write(h.T, h.db, f) }

// agreed makes a write; where it asks, a person agrees.
func (h *home) agreed(w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) journal.Outcome {
	h.Helper()
	out, err := h.journal.Do(h.Context(), w, apply)
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		_, err = h.journal.Grant(h.Context(), storetest.Export(ann), needs.Preview.Token, h.Now())
		h.must(err)
		out, err = h.journal.Do(h.Context(), w, apply)
	}
	h.must(err)
	return out
}

// put has the athlete say something of a document.
func (h *home) put(c document.Collection, id, fields string, days training.DayRange) journal.Outcome {
	h.Helper()
	return h.own(c, id, document.Own{Fields: json.RawMessage(fields), Days: days}, journal.Write{})
}

func (h *home) own(c document.Collection, id string, own document.Own, w journal.Write) journal.Outcome {
	h.Helper()
	w.Athlete, w.Face, w.Tool, w.Summary, w.Now = ann, "cli", "test", "A change", h.Now()
	w.Targets = map[string]string{string(c) + ":" + id: ""}
	return h.agreed(w, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(ann, c, id, own)
		return journal.Effect{Changed: []journal.Changed{journal.DocumentChanged{Collection: c, ID: id, Before: former}}}, err
	})
}

func on(d training.Day) training.DayRange { return training.DayRange{From: d, To: d} }

// event makes or changes an event in three days.
func (h *home) event(id, fields string) journal.Outcome {
	h.Helper()
	var e training.CalendarEvent
	if err := json.Unmarshal([]byte(fields), &e); err != nil {
		h.Fatal(err)
	}
	days := training.DayRange{}
	if e.Start != "" {
		days = calendar.DaysOf(&e)
	}
	return h.put(document.Events, id, fields, days)
}

const ride = `{"category":"workout","name":"Tempo","start_local":"2026-09-23T00:00:00","sport":"cycling","moving_time_s":3600,"load":70,"description":"Easy to hard"}`

// saying writes an event.
func (h *home) saying(id, fields string) func(tx *store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(ann, document.Events, id, document.Own{Fields: []byte(fields), Days: on(today + 3)})
		return journal.Effect{Changed: []journal.Changed{journal.DocumentChanged{Collection: document.Events, ID: id, Before: former}}}, err
	}
}

// forget deletes an event as the tools do.
func (h *home) forget(id string) journal.Outcome {
	h.Helper()
	return h.own(document.Events, id, document.Own{Deleted: true}, journal.Write{})
}

func (h *home) undo(out journal.Outcome) journal.Outcome {
	h.Helper()
	back, err := h.journal.Undo(h.Context(), storetest.Export(ann), out.JournalID, h.Now())
	if err != nil {
		h.Fatal(err)
	}
	return back
}

// shown returns the names of the events that are here, by id.
func (h *home) shown() map[string]string {
	h.Helper()
	docs, err := h.db.Documents(h.Context(), storetest.Export(ann), document.Events, document.Filter{})
	if err != nil {
		h.Fatal(err)
	}
	out := map[string]string{}
	for _, d := range docs {
		e, err := calendar.Show(d)
		if err != nil {
			h.Fatal(err)
		}
		out[d.ID] = e.Name
	}
	return out
}

// there returns the events of the service by their id, with one field.
func (h *home) there(field string) map[string]any {
	out := map[string]any{}
	for _, row := range h.server.State()[intervalstest.DefaultAthlete+" events"] {
		out[fmt.Sprint(row["name"])] = row[field]
	}
	return out
}

// sync reads events and wellness as the syncer does.
func (h *home) sync() {
	h.Helper()
	s := &intake.Sink{Athlete: ann, Store: h.db, Source: "intervals", Policy: h.service.Policy(), Now: h.Now, Journal: h.journal}
	days := training.DayRange{From: today - 30, To: today + 60}
	s.Asking()
	events, err := h.service.(source.EventKeeper).Events(h.Context(), days)
	if err != nil {
		h.Fatal(err)
	}
	if err := s.TakeEvents(h.Context(), days, events); err != nil {
		h.Fatal(err)
	}
	s.Asking()
	wellness, err := h.service.(source.WellnessKeeper).Wellness(h.Context(), days)
	if err != nil {
		h.Fatal(err)
	}
	if err := s.TakeWellness(h.Context(), days, wellness); err != nil {
		h.Fatal(err)
	}
}

func (h *home) send() {
	h.Helper()
	if err := h.box.Send(h.Context(), ann, "intervals", true); err != nil {
		h.Fatal(err)
	}
}

// rows returns all rows of a thing.
func (h *home) rows(kind, id string) []ledger.OutboxRow {
	h.Helper()
	rows, err := h.db.Outbox().Thing(h.Context(), ann, kind, id)
	if err != nil {
		h.Fatal(err)
	}
	return rows
}

// asked counts the requests that change something.
func (h *home) asked() (n int) {
	for _, r := range h.server.Requests() {
		if r.Method != "GET" {
			n++
		}
	}
	return n
}

func (h *home) want(what string, want, got any) {
	h.Helper()
	if d := cmp.Diff(want, got); d != "" {
		h.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// stays reports whether a write says that it is not for the service, and why.
func stays(out journal.Outcome) bool {
	return len(out.AtService) == 1 && out.AtService[0].State == journal.AtServiceNot && out.AtService[0].Note != ""
}

// at returns the only thing that a write did at a service.
func (h *home) at(out journal.Outcome, action, state string) journal.AtService {
	h.Helper()
	if len(out.AtService) != 1 || out.AtService[0].Action != action || out.AtService[0].State != state {
		h.Fatalf("at the service: %+v, want %s %s", out.AtService, action, state)
	}
	return out.AtService[0]
}

// TestWhatAnAccountWasTold checks that another account under the same name was
// not sent what the former one was; the same one connected again was. A failure
// to note it is reported.
func TestWhatAnAccountWasTold(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.event("mine", ride)
	told := func(want string) {
		t.Helper()
		for _, r := range h.rows("event", "mine") {
			h.want("whom it was told", want, r.Source)
		}
	}
	told("intervals")
	h.must(h.box.Part(t.Context(), ann, "intervals", "i1"))
	told("intervals i1")
	h.must(h.box.Rejoin(t.Context(), ann, "intervals", "i2"))
	told("intervals i1")
	h.must(h.box.Rejoin(t.Context(), ann, "intervals", "i1"))
	told("intervals")
	h.must(h.box.Part(t.Context(), ann, "intervals", "i1"))
	h.event("other", ride)
	storetest.Refuse(t, h.dir, "UPDATE ON outbox")
	if err := h.box.Part(t.Context(), ann, "intervals", "i2"); err == nil {
		t.Error("it is not parted, and nobody says so")
	}
	if err := h.box.Rejoin(t.Context(), ann, "intervals", "i1"); err == nil {
		t.Error("it is not joined, and nobody says so")
	}
}

// TestWhatWasToldLastIsTakenBackFirst: it may stand in what was told before.
func TestWhatWasToldLastIsTakenBackFirst(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	w := journal.Write{Athlete: ann, Face: "cli", Tool: "test", Summary: "Two", Now: h.Now()}
	out := h.agreed(w, func(tx *store.Tx) (e journal.Effect, err error) {
		for _, id := range []string{"first", "second"} {
			one, err := h.saying(id, ride)(tx)
			if err != nil {
				return e, err
			}
			e.Changed = append(e.Changed, one.Changed...)
		}
		return e, nil
	})
	h.undo(out)
	first, second := h.rows("event", "first"), h.rows("event", "second")
	if len(first) != 2 || len(second) != 2 || first[0].Seq > second[0].Seq || first[1].Seq < second[1].Seq {
		t.Errorf("%+v\n%+v", first, second)
	}
}

// TestAClockThatWasAheadHoldsNothingBack: what could not be sent while it was
// does not wait until then.
func TestAClockThatWasAheadHoldsNothingBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	right := h.Now()
	h.set(right.AddDate(1, 0, 0))
	mend := h.server.Inject(intervalstest.Fault{Operation: writing["update"], Status: http.StatusTooManyRequests, RetryAfter: "99999999"})
	_, id := h.do("update")
	mend()
	h.set(right)
	if r, err := h.box.Report(t.Context(), ann, "intervals", right); err != nil || r == nil || r.NextTry != "" {
		t.Errorf("it is said to wait: %+v, %v", r, err)
	}
	if err := h.box.Send(t.Context(), ann, "intervals", false); err != nil {
		t.Fatal(err)
	}
	if rows := h.rows("event", id); len(rows) != 1 || rows[0].State.Open() {
		t.Errorf("%+v", rows)
	}
}
