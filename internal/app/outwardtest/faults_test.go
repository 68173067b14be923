//go:build e2e

package outwardtest_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// mishap is a failure of a write on its way.
type mishap struct {
	fault   intervalstest.Fault
	forGood bool // the service refuses it: it stays unsent
	atOnce  bool // it may be over before the call answers
}

func mishaps() map[string]mishap {
	return map[string]mishap{
		"429 with Retry-After":     {fault: intervalstest.Fault{Status: 429, RetryAfter: "90"}},
		"429 without":              {fault: intervalstest.Fault{Status: 429}},
		"503":                      {fault: intervalstest.Fault{Status: 503}},
		"503 once":                 {fault: intervalstest.Fault{Status: 503, Times: 1}, atOnce: true},
		"503, and yet done":        {fault: intervalstest.Fault{Status: 503, Late: true, Times: 1}, atOnce: true},
		"500, and yet done":        {fault: intervalstest.Fault{Status: 500, Late: true}, atOnce: true},
		"cut before":               {fault: intervalstest.Fault{Cut: true}},
		"cut after":                {fault: intervalstest.Fault{Cut: true, Late: true, Times: 1}, atOnce: true},
		"cut after every time":     {fault: intervalstest.Fault{Cut: true, Late: true}, atOnce: true},
		"cut within the answer":    {fault: intervalstest.Fault{Cut: true, Late: true, Times: 1, Body: `{"id": 12`}, atOnce: true},
		"no JSON, and yet done":    {fault: intervalstest.Fault{Body: `<html>`, Late: true, Times: 1}, atOnce: true},
		"no JSON, and not done":    {fault: intervalstest.Fault{Body: `{"id":`, Times: 1}, atOnce: true},
		"401":                      {fault: intervalstest.Fault{Status: 401}},
		"403":                      {fault: intervalstest.Fault{Status: 403}, forGood: true},
		"422":                      {fault: intervalstest.Fault{Status: 422, Body: `{"status":422,"error":"Name is too proud"}`}, forGood: true},
		"all requests 503":         {fault: intervalstest.Fault{Method: "every", Status: 503}},
		"every second request 503": {fault: intervalstest.Fault{Method: "every", Status: 503, Every: 2}, atOnce: true},
		"reading back fails":       {fault: intervalstest.Fault{Method: "GET", Status: 503}, atOnce: true},
		"reading back is no JSON":  {fault: intervalstest.Fault{Method: "GET", Body: `{`}, atOnce: true},
		"reading back is cut":      {fault: intervalstest.Fault{Method: "GET", Cut: true, Every: 2}, atOnce: true},
	}
}

// inject has a mishap meet the writes, or what its method says, until it is
// taken back.
func (a *athlete) inject(m mishap) (remove func()) {
	var all []func()
	methods := []string{"POST", "PUT", "DELETE"}
	switch m.fault.Method {
	case "every":
		methods = []string{""}
	case "GET":
		methods = []string{"GET"}
	}
	for _, method := range methods {
		f := m.fault
		f.Method = method
		all = append(all, a.server.Inject(f))
	}
	return func() {
		for _, f := range all {
			f()
		}
	}
}

// worst are the mishaps that every write meets; with LAPKEEP_KILLS each meets
// all. The short form, for the race detector, has no other.
var worst = []string{"cut before", "cut after", "503, and yet done", "no JSON, and yet done", "422", "reading back fails"}

// TestEveryMishapEndsWithOneEffect, whatever is written: meanwhile nobody says
// that it is done when nobody knows, and get_status counts it.
func TestEveryMishapEndsWithOneEffect(t *testing.T) {
	t.Parallel()
	for _, c := range []trial{
		{tool: "create_events", has: "Proof ride", args: proofRide},
		{tool: "update_event", has: "Proof threshold", args: `{"id":"{Threshold}","name":"Proof threshold"}`},
		{tool: "delete_events", lacks: "Easy run", args: `{"ids":["{Easy run}"]}`},
		{tool: "delete_activity", lacks: "Long ride", args: `{"id":"{Long ride}"}`},
		{tool: "update_wellness", has: "61.125", args: `{"date":"2026-08-19","values":{"weight_kg":"61.125"}}`},
	} {
		for name, m := range mishaps() {
			if (c.tool != "create_events" || testing.Short()) && os.Getenv("LAPKEEP_KILLS") == "" && !slices.Contains(worst, name) {
				continue
			}
			t.Run(c.tool+" "+name, func(t *testing.T) {
				t.Parallel()
				a := newAthlete(t)
				a.meets(t, c, m)
			})
		}
	}
}

// effects returns how often the effect of a trial is at the service.
func (a *athlete) effects(t *testing.T, c trial) int {
	t.Helper()
	all := jsonOf(t, a.server.State())
	if c.lacks != "" {
		return 1 - strings.Count(all, c.lacks)
	}
	return strings.Count(all, c.has)
}

// meets makes a write while things go wrong, and then no more.
func (a *athlete) meets(t *testing.T, c trial, m mishap) {
	t.Helper()
	before := a.server.State()
	args := a.fill(t, c.args)
	remove := a.inject(m)
	begun := time.Now()
	w := a.call(t, c.tool, args)
	if took := time.Since(begun); took > 15*time.Second {
		t.Errorf("the call took %v", took)
	}
	done := w.states() == "done"
	if done && (!m.atOnce || a.effects(t, c) != 1) || w.states() == "" {
		t.Errorf("it says %q with %d effects: %s", w.states(), a.effects(t, c), w.text)
	}
	s := a.status(t)
	if n := counted(s); !done && n == 0 {
		t.Errorf("it is not done (%s), and get_status counts nothing: %s", w.states(), a.ok(t, "call", "get_status"))
	}
	remove()
	a.wait(2 * time.Hour)
	a.ok(t, "sync")
	for range 3 {
		if a.pending(t) {
			a.wait(6 * time.Hour)
			a.ok(t, "sync")
		}
	}
	n := a.effects(t, c)
	failed := counted(a.status(t)) > 0
	if n > 1 || n == 0 && !failed || n == 1 && failed || n == 0 && !m.forGood {
		t.Errorf("in the end %d effects, counted as failed: %v: %s", n, failed, a.ok(t, "call", "get_status"))
	}
	a.undo(t, w.JournalID)
	a.settled(t)
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Errorf("its undo left (-before +after):\n%s", diff)
	}
	if n := counted(a.status(t)); n > 0 {
		t.Errorf("what was taken back is still counted: %s", a.ok(t, "call", "get_status"))
	}
}

// TestUndoMeetsMishaps: what is deleted anew and made anew for an undo is so
// once too, and so is the undo of that.
func TestUndoMeetsMishaps(t *testing.T) {
	t.Parallel()
	for _, c := range []trial{
		{tool: "create_events", args: proofRide},
		{tool: "update_event", args: `{"id":"{Threshold}","name":"Proof threshold"}`},
		{tool: "delete_events", args: `{"ids":["{Easy run}"]}`},
		{tool: "delete_activity", args: `{"id":"{Long ride}"}`},
	} {
		for _, name := range []string{"cut after", "503, and yet done", "no JSON, and yet done", "reading back fails"} {
			if testing.Short() && name != "cut after" {
				continue // the race detector sees the same code at work in each
			}
			t.Run(c.tool+" "+name, func(t *testing.T) {
				t.Parallel()
				a := newAthlete(t)
				before := a.server.State()
				w := a.call(t, c.tool, a.fill(t, c.args))
				after := a.server.State()
				remove := a.inject(mishaps()[name])
				redo := a.undo(t, w.JournalID)
				remove()
				a.settled(t)
				if diff := cmp.Diff(before, a.server.State()); diff != "" {
					t.Errorf("the undo left:\n%s", diff)
				}
				remove = a.inject(mishaps()[name])
				a.undo(t, redo)
				remove()
				a.settled(t)
				if diff := cmp.Diff(after, a.server.State()); diff != "" {
					t.Errorf("the undo of the undo left:\n%s", diff)
				}
				a.agrees(t)
			})
		}
	}
}

// counted returns how many writes are not done by get_status.
func counted(s status) int {
	n := 0
	for _, x := range s.Sources {
		n += x.Outbox.Waiting + x.Outbox.Failed
	}
	return n
}

// TestASlowServiceIsNotWaitedFor: the call answers, and what the service did
// in its own time is found and not done again.
func TestASlowServiceIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	for method, c := range map[string]trial{
		"GET":  {tool: "update_event", has: "Proof threshold", args: `{"id":"{Threshold}","name":"Proof threshold"}`},
		"PUT":  {tool: "update_event", has: "Proof threshold", args: `{"id":"{Threshold}","name":"Proof threshold"}`},
		"POST": {tool: "create_events", has: "Proof ride", args: proofRide},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			gate := make(chan struct{})
			remove := a.server.Inject(intervalstest.Fault{Method: method, Gate: gate})
			begun := time.Now()
			w := a.call(t, c.tool, a.fill(t, c.args))
			if took := time.Since(begun); took > 15*time.Second {
				t.Errorf("the call took %v", took)
			}
			if w.states() != "waiting" || counted(a.status(t)) == 0 {
				t.Errorf("it says %s and counts %d", w.text, counted(a.status(t)))
			}
			close(gate)
			remove()
			a.wait(2 * time.Hour)
			a.ok(t, "sync")
			a.settled(t)
			if n := a.effects(t, c); n != 1 {
				t.Errorf("%d effects", n)
			}
		})
	}
}

// TestTwoSendersAtOnce: everything that waits is sent once, whoever sends.
func TestTwoSendersAtOnce(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	online := a.offline()
	for i := range 5 {
		a.call(t, "create_events", strings.ReplaceAll(proofRide, "Proof ride", fmt.Sprint("Proof ride ", i)))
	}
	online()
	a.wait(time.Hour)
	a.server.Forget()
	results := make(chan int)
	for range 3 {
		go func() {
			code, _, _ := a.do(t.Context(), "", "sync")
			results <- code
		}()
	}
	for range 3 {
		<-results // one of them may say that another is at it
	}
	a.settled(t)
	posts := 0
	for _, line := range a.sent() {
		if strings.HasPrefix(line, "POST") {
			posts++
		}
	}
	for i := range 5 {
		if n := a.count(fmt.Sprint("Proof ride ", i)); n != 1 {
			t.Errorf("event %d is there %d times", i, n)
		}
	}
	if posts > 5 {
		t.Errorf("%d requests to make 5 events", posts)
	}
}

// TestAMessageIsSentOnce, whatever happens on its way: others read it twice
// otherwise.
func TestAMessageIsSentOnce(t *testing.T) {
	t.Parallel()
	c := trial{
		tool: "add_activity_note", has: "Proof of heavy legs", args: `{"id":"{Long ride}","text":"Proof of heavy legs","target":"message"}`,
	}
	for name, m := range mishaps() {
		if os.Getenv("LAPKEEP_KILLS") == "" && !slices.Contains(worst, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newAthlete(t).meets(t, c, m)
		})
	}
}

// TestTheSameWordsAreSaidByAnother: a message that is there already is not taken
// for the one on its way.
func TestTheSameWordsAreSaidByAnother(t *testing.T) {
	t.Parallel()
	const words = "Proof of thanks"
	a := newAthlete(t)
	ride := a.fill(t, "{Long ride}")
	a.says(t, strings.TrimPrefix(ride, "intervals:"), words)
	args := `{"id":"` + ride + `","text":"` + words + `","target":"message"}`
	remove := a.inject(mishaps()["cut after"])
	own := a.call(t, "add_activity_note", args)
	remove()
	a.settled(t)
	if n := a.effects(t, trial{has: words}); n != 2 {
		t.Errorf("%s, %d times", own.states(), n)
	}
	if code, said := a.try(t, "add_activity_note", args); code == 0 || !strings.Contains(said.logged, "sent already") {
		t.Errorf("the same words again: exit %d %s", code, said.logged)
	}
	a.undo(t, own.JournalID)
	a.settled(t)
	if n := a.effects(t, trial{has: words}); n != 1 {
		t.Errorf("one undone, %d are left", n)
	}
}

// says has the athlete write a message at the service with another program.
func (a *athlete) says(t *testing.T, activity, words string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.server.URL+"/api/v1/activity/"+activity+"/messages",
		strings.NewReader(`{"content":"`+words+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res.Status, err)
	}
}

// TestWhatIsSaidIsRead with what others say, once, and by their names.
func TestWhatIsSaidIsRead(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ride := a.fill(t, `{"id":"{Long ride}"`)
	a.call(t, "add_activity_note", ride+`,"text":"Proof of a note"}`)
	sent := a.call(t, "add_activity_note", ride+`,"text":"Proof of a message","target":"message"}`)
	remove := a.inject(mishaps()["cut before"])
	waits := a.call(t, "add_activity_note", ride+`,"text":"Proof of waiting","target":"message"}`)
	remove()
	read := a.ok(t, "call", "get_activity_notes", ride+"}")
	for text, n := range map[string]int{
		"Proof of a note": 1, "Proof of a message": 1, "Proof of waiting": 1,
		`"own":true`: 1, `"sent":"no`: 1, `"missing"`: 0,
	} {
		if got := strings.Count(read, text); got != n {
			t.Errorf("%q is there %d times: %s", text, got, read)
		}
	}
	remove = a.server.Inject(intervalstest.Fault{Operation: "listActivityMessages", Status: 503})
	offline := a.ok(t, "call", "get_activity_notes", ride+"}")
	remove()
	for _, text := range []string{"Proof of a note", "Proof of a message", `"messages":"Intervals.icu could not be queried`} {
		if !strings.Contains(offline, text) {
			t.Errorf("without the service there is no %q: %s", text, offline)
		}
	}
	a.undo(t, waits.JournalID)
	a.undo(t, sent.JournalID)
	a.settled(t)
	if read := a.ok(t, "call", "get_activity_notes", ride+"}"); strings.Contains(read, "Proof of a message") ||
		strings.Contains(read, "Proof of waiting") {
		t.Errorf("undone, it is there: %s", read)
	}
}
