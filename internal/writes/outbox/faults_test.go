package outbox_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// writing are the operations that change events.
var writing = map[string]string{"create": "createMultipleEvents", "update": "updateEvent", "delete": "deleteEventsBulk"}

// do makes the change of an action on an event of the service's or, for
// create, on a new one.
func (h *home) do(action string) (out journal.Outcome, id string) {
	h.Helper()
	id = h.target(action)
	return h.change(action, id), id
}

func (h *home) target(action string) string {
	h.Helper()
	if action == "create" {
		return "mine"
	}
	id, _ := h.ofService()
	return "intervals:" + id
}

func (h *home) change(action, id string) journal.Outcome {
	h.Helper()
	switch action {
	case "create":
		return h.event(id, ride)
	case "delete":
		return h.forget(id)
	}
	return h.event(id, `{"name":"Renamed"}`)
}

// TestWhateverHappensOnTheWayThereIsOneEffect: each fault at each action, then
// the service is well again.
func TestWhateverHappensOnTheWayThereIsOneEffect(t *testing.T) {
	t.Parallel()
	for action, op := range writing {
		clean := newHome(t, intervalstest.Options{})
		clean.sync()
		clean.do(action)
		want := clean.server.State()
		for name, fault := range map[string]intervalstest.Fault{
			"429":                  {Status: http.StatusTooManyRequests},
			"429 with Retry-After": {Status: http.StatusTooManyRequests, RetryAfter: "120"},
			"423":                  {Status: http.StatusLocked, RetryAfter: "120"},
			"503":                  {Status: http.StatusServiceUnavailable},
			"503 after the effect": {Status: http.StatusServiceUnavailable, Late: true},
			"cut":                  {Cut: true},
			"cut after the effect": {Cut: true, Late: true},
			"invalid JSON":         {Body: `[{"id":`, Late: true},
			"a web page":           {Body: `<html>`, Late: true},
			"another form":         {Body: `"fine"`, Late: true},
			"401":                  {Status: http.StatusUnauthorized},
		} {
			t.Run(action+" "+name, func(t *testing.T) {
				t.Parallel()
				h := newHome(t, intervalstest.Options{})
				h.sync()
				fault.Operation = op
				mend := h.server.Inject(fault)
				out, id := h.do(action)
				at := h.at(out, action, "waiting")
				if at.Note == "" {
					t.Errorf("it does not say why: %+v", at)
				}
				if name == "429 with Retry-After" && at.RetryAt != h.Now().Add(2*time.Minute).UTC().Format(time.RFC3339) {
					t.Errorf("retry at %s", at.RetryAt)
				}
				h.sync() // what waits is not undone by a reading
				if got := h.shown()[id]; (got == "") != (action == "delete") || action == "update" && got != "Renamed" {
					t.Errorf("here it is %q while it waits", got)
				}
				r, err := h.box.Report(t.Context(), ann, "intervals", h.Now())
				if err != nil || r == nil || r.Waiting != 1 || r.NextTry == "" || r.Error == "" {
					t.Errorf("%+v %v", r, err)
				}
				if err := h.box.Send(t.Context(), ann, "intervals", false); err != nil || !h.rows("event", id)[0].State.Open() {
					t.Errorf("it was tried before its time: %v", err)
				}
				mend()
				h.reopen()
				h.send()
				rows := h.rows("event", id)
				if len(rows) != 1 || rows[0].State != ledger.Done {
					t.Fatalf("%+v", rows)
				}
				h.want("at the service", want, h.server.State())
				if r, err := h.box.Report(t.Context(), ann, "intervals", h.Now()); r != nil || err != nil {
					t.Errorf("%+v %v", r, err)
				}
			})
		}
	}
}

// TestARefusalIsToldAndTheRestGoesOn
func TestARefusalIsToldAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusBadRequest} {
		h := newHome(t, intervalstest.Options{})
		h.server.Inject(intervalstest.Fault{Operation: "createMultipleEvents", Times: 1, Status: status})
		at := h.at(h.event("mine", ride), "create", "failed")
		if at.Note == "" || h.shown()["mine"] != "Tempo" {
			t.Errorf("%d: %+v", status, at)
		}
		r, err := h.box.Report(t.Context(), ann, "intervals", h.Now())
		if err != nil || r.Failed != 1 || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].String(), "mine") {
			t.Errorf("%+v %v", r, err)
		}
		refused := h.event("mine", strings.Replace(ride, "Tempo", "Twice", 1))
		h.at(refused, "create", "done")
		if r, err := h.box.Report(t.Context(), ann, "intervals", h.Now()); r != nil || err != nil {
			t.Errorf("what was sent since is told: %+v %v", r, err)
		}
		h.undo(refused)
		h.at(h.event("other", strings.Replace(ride, "Tempo", "Other", 1)), "create", "done")
		h.at(h.event("mine", strings.Replace(ride, "Tempo", "Again", 1)), "create", "done")
		if h.there("name")["Again"] == nil || h.there("name")["Other"] == nil {
			t.Errorf("%d: %v", status, h.there("name"))
		}
	}
}

// TestWhatWasRefusedAndUndoneIsForgotten, and tried again when it is done again.
func TestWhatWasRefusedAndUndoneIsForgotten(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	mend := h.server.Inject(intervalstest.Fault{Operation: "createMultipleEvents", Status: http.StatusUnprocessableEntity})
	out := h.event("mine", ride)
	h.at(out, "create", "failed")
	redo := h.undo(out)
	h.at(redo, "delete", "cancelled")
	if r, err := h.box.Report(t.Context(), ann, "intervals", h.Now()); r != nil || err != nil {
		t.Errorf("%+v %v", r, err)
	}
	mend()
	h.at(h.undo(redo), "create", "done")
}

// TestAnotherAccountIsSentNothingOfTheFormer: not what waits, nor what would
// take something back.
func TestAnotherAccountIsSentNothingOfTheFormer(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	sent := h.event("sent", strings.Replace(ride, "Tempo", "Sent", 1))
	mend := h.server.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable})
	waits := h.event("mine", ride)
	mend()
	h.away = true
	if err := h.box.Part(t.Context(), ann, "intervals", "i12345"); err != nil {
		t.Fatal(err)
	}
	h.undo(waits)
	h.away = false
	h.server.Forget()
	h.send()
	at := h.at(h.undo(sent), "delete", "cancelled")
	if !strings.Contains(at.Note.String(), "no longer connected") || h.asked() != 0 {
		t.Errorf("%+v, %d changes were sent", at, h.asked())
	}
}

// killed is how a process ends in the middle of a request.
type killed struct{}

// road ends the process before or after one request.
type road struct {
	mu    sync.Mutex
	at    int
	after bool
	n     int
}

func (r *road) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	if r.n == r.at && !r.after {
		panic(killed{})
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if r.n == r.at {
		if err == nil {
			_ = resp.Body.Close()
		}
		panic(killed{})
	}
	return resp, err
}

// alive reports whether the process lived through f.
func alive(f func()) (lives bool) {
	defer func() {
		if x := recover(); x != nil {
			if _, dead := x.(killed); !dead {
				panic(x)
			}
		}
	}()
	f()
	return true
}

// TestAKillAnywhereLeavesOneEffect kills the process before and after each of
// its requests, of each action and of its undo; another one goes on.
func TestAKillAnywhereLeavesOneEffect(t *testing.T) {
	t.Parallel()
	for action := range writing {
		clean := newHome(t, intervalstest.Options{})
		clean.sync()
		before := clean.server.State()
		clean.do(action)
		after := clean.server.State()
		for _, late := range []bool{false, true} {
			for at := 1; ; at++ {
				h := newHome(t, intervalstest.Options{})
				h.sync()
				id := h.target(action)
				way := &road{at: at, after: late}
				h.service = h.client(func(o *client.Options) { o.Base = way })
				lives := alive(func() { h.change(action, id) })
				h.service = h.client(nil)
				if !lives {
					if err := h.Sleep(t.Context(), 5*time.Minute); err != nil { // the lease of the dead
						t.Fatal(err)
					}
				}
				h.reopen()
				h.send()
				h.want(action+" after a kill", after, h.server.State())
				if rows := h.rows("event", id); len(rows) != 1 || rows[0].State != ledger.Done {
					t.Fatalf("%s, killed at %d: %+v", action, at, rows)
				}
				h.undoKilled(before, at, late)
				if lives {
					if at < 2 {
						t.Errorf("%s took %d requests", action, at-1)
					}
					break
				}
			}
		}
	}
}

// undoKilled undoes the latest entry, killed at a request of it.
func (h *home) undoKilled(before intervalstest.State, at int, late bool) {
	h.Helper()
	h.service = h.client(func(o *client.Options) { o.Base = &road{at: at, after: late} })
	lives := alive(func() { h.undo(journal.Outcome{}) })
	h.service = h.client(nil)
	if !lives {
		if err := h.Sleep(h.Context(), 5*time.Minute); err != nil {
			h.Fatal(err)
		}
	}
	h.reopen()
	h.send()
	h.want(fmt.Sprint("undone after a kill at ", at, late, h.rows("event", "mine")), before, h.server.State())
}

// TestUndoBeforeItWasSent: nothing of it ever reaches the service, unless it
// is done again.
func TestUndoBeforeItWasSent(t *testing.T) {
	t.Parallel()
	for action := range writing {
		h := newHome(t, intervalstest.Options{})
		h.sync()
		before, here := h.server.State(), h.shown()
		id := h.target(action)
		other := ledger.Lease{Athlete: ann, Name: "send:intervals", Holder: "another process"}
		if ok, _, err := h.db.Connections().Hold(t.Context(), other, h.Now(), h.Now().Add(time.Hour)); err != nil || !ok {
			t.Fatal(ok, err)
		}
		out := h.change(action, id)
		h.at(out, action, "waiting")
		redo := h.undo(out)
		h.at(redo, map[string]string{"create": "delete", "update": "update", "delete": "create"}[action], "cancelled")
		h.want("undone here", here, h.shown())
		if err := h.db.Connections().Release(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		h.server.Forget()
		h.send()
		if n := h.asked(); n > 0 {
			t.Errorf("%s: %d changes were sent", action, n)
		}
		h.want("undone there", before, h.server.State())
		out = h.undo(redo)
		h.at(out, action, "done")
		back := h.undo(out)
		if back.AtService[0].State != "done" {
			t.Errorf("%+v", back.AtService)
		}
		h.want("undone at last", before, h.server.State())
	}
}

// TestUndoOfWhatMayHaveArrived looks whether it did.
func TestUndoOfWhatMayHaveArrived(t *testing.T) {
	t.Parallel()
	for action, op := range writing {
		for _, arrived := range []bool{false, true} {
			h := newHome(t, intervalstest.Options{})
			h.sync()
			before, here := h.server.State(), h.shown()
			mend := h.server.Inject(intervalstest.Fault{Operation: op, Cut: true, Late: arrived})
			out, id := h.do(action)
			h.at(out, action, "waiting")
			h.undo(out)
			h.want("undone here", here, h.shown())
			mend()
			h.server.Forget()
			h.send()
			h.want(action+" undone there", before, h.server.State())
			h.want(action+" undone here", here, h.shown())
			if n := h.asked(); !arrived && n > 0 {
				t.Errorf("%s had not arrived, and %d changes were sent", action, n)
			}
			for _, r := range h.rows("event", id) {
				if r.State.Open() || r.State == ledger.OutboxFailed {
					t.Errorf("%+v", r)
				}
			}
		}
	}
}

// TestTwoSendersAtOnce: one process holds a request back while another tries.
func TestTwoSendersAtOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	gate, inside := make(chan struct{}), make(chan struct{}, 1)
	mend := h.server.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable})
	out := h.event("mine", ride)
	mend()
	h.server.Forget()
	h.server.Inject(intervalstest.Fault{Operation: "createMultipleEvents", Times: 1, Gate: gate, Held: func() { inside <- struct{}{} }})
	first := h.box
	done := make(chan error)
	go func() { done <- first.Send(context.WithoutCancel(t.Context()), ann, "intervals", true) }()
	<-inside
	other := &home{T: t, clock: h.clock, dir: h.dir, server: h.server, service: h.service, ids: 5000}
	other.reopen()
	if err := other.box.Send(t.Context(), ann, "intervals", true); training.KindOf(err) != training.KindConflict {
		t.Errorf("two send at once: %v", err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range h.server.Requests() {
		if r.Operation == "createMultipleEvents" {
			n++
		}
	}
	if rows := h.rows("event", "mine"); n != 1 || len(rows) != 1 || rows[0].State != ledger.Done {
		t.Errorf("%d requests, %+v after %+v", n, rows, out)
	}
}

// TestRowsStayInOrder: later writes of the same thing are each their own.
func TestRowsStayInOrder(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	before := h.server.State()
	mend := h.server.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable})
	first := h.event("mine", ride)
	second := h.event("mine", strings.Replace(ride, "Tempo", "Second", 1))
	third := h.event("mine", strings.Replace(ride, "Tempo", "Third", 1))
	for _, out := range []journal.Outcome{first, second, third} {
		if at := out.AtService[0]; at.State != "waiting" {
			t.Fatalf("%+v", at)
		}
	}
	mend()
	h.send()
	rows := h.rows("event", "mine")
	if len(rows) != 3 || rows[0].Action != ledger.Create || rows[1].Action != ledger.Update || rows[2].State != ledger.Done ||
		rows[2].There != rows[0].There {
		t.Fatalf("%+v", rows)
	}
	if h.there("name")["Third"] == nil || h.shown()["mine"] != "Third" {
		t.Errorf("%v %v", h.there("name"), h.shown())
	}
	for i, out := range []journal.Outcome{third, second} {
		h.undo(out)
		if want := []string{"Second", "Tempo"}[i]; h.there("name")[want] == nil || h.shown()["mine"] != want {
			t.Errorf("undone, it is %v and here %v", h.there("name"), h.shown())
		}
	}
	h.undo(first)
	h.want("all undone", before, h.server.State())
	h.want("all undone here", map[string]string{}, h.shown())
}

// TestNoSecretInARow: a service that says what it was sent does not put the
// key into the store.
func TestNoSecretInARow(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Lenient: true})
	for _, status := range []int{http.StatusBadRequest, http.StatusForbidden, http.StatusServiceUnavailable} {
		h.server.Inject(intervalstest.Fault{
			Method: http.MethodPost, Times: 1, Status: status,
			Body: `{"status":400,"error":"You sent ` + intervalstest.DefaultKey + ` as QVBJX0tFWTpjYW5hcnktaW50ZXJ2YWxzLWFwaS1rZXk="}`,
		})
		out := h.event("mine", ride)
		if len(out.AtService) != 1 {
			t.Fatalf("%+v", out)
		}
		if strings.Contains(out.AtService[0].Note.String(), "canary") || strings.Contains(out.AtService[0].Note.String(), "QVBJX0tFWTpj") {
			t.Errorf("%d: it says %q", status, out.AtService[0].Note)
		}
		h.undo(out)
	}
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, secret := range []string{intervalstest.DefaultKey, "QVBJX0tFWTpj"} {
			if strings.Contains(string(data), secret) {
				t.Errorf("%s holds the key", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSomebodyWhoGivesUpLosesNothing: the write stands, and is sent later.
func TestSomebodyWhoGivesUpLosesNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	h.server.Inject(intervalstest.Fault{Operation: "createMultipleEvents", Times: 1, Gate: make(chan struct{}), Held: cancel})
	out, err := h.journal.Do(ctx, journal.Write{Athlete: ann, Summary: "x", Now: h.Now()}, h.saying("mine", ride))
	if err != nil || len(out.AtService) != 1 || out.AtService[0].State != "waiting" {
		t.Fatalf("%+v %v", out, err)
	}
	h.send()
	if rows := h.rows("event", "mine"); rows[0].State != ledger.Done {
		t.Errorf("%+v", rows)
	}
}

// TestWhatIsGoneThereIsTold
func TestWhatIsGoneThereIsTold(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	id, _ := h.ofService()
	if _, err := h.service.(source.EventKeeper).DeleteEvents(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if at := h.at(h.event("intervals:"+id, `{"name":"Renamed"}`), "update", "failed"); !strings.Contains(at.Note.String(),
		"no longer has it") {
		t.Errorf("%+v", at)
	}
	h.at(h.own(document.Events, "intervals:"+id, document.Own{}, journal.Write{}), "", journal.AtServiceNot)
}
