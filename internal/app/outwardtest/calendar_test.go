//go:build e2e

package outwardtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// offline cuts every connection until it is taken back.
func (a *athlete) offline() (online func()) {
	return a.server.Inject(intervalstest.Fault{Cut: true})
}

const proofRide = `{"events":[{"date":"2026-08-27","name":"Proof ride","sport":"ride","duration_s":3600,"description":"- 60m 60%"}]}`

// TestUndoneOffline: what was sent is undone here at once and there later;
// what was never sent never is.
func TestUndoneOffline(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	before := a.server.State()
	w := a.call(t, "create_events", proofRide)
	after := a.server.State()
	online := a.offline()
	redo := a.undo(t, w.JournalID)
	if here := a.eventsHere(t); strings.Contains(here, "Proof ride") || !a.pending(t) {
		t.Errorf("undone offline it is not gone here, or nothing waits:\n%s", here)
	}
	online()
	a.wait(time.Hour)
	a.ok(t, "sync")
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Errorf("online again the undo left:\n%s", diff)
	}
	online = a.offline()
	again := a.undo(t, redo)
	online()
	a.settled(t)
	if diff := cmp.Diff(after, a.server.State()); diff != "" {
		t.Errorf("the undo of the undo, offline and online again:\n%s", diff)
	}
	a.back(t, again, "undone once more", before)
	a.agrees(t)
}

// TestWrittenAndUndoneOffline: nothing of it is ever sent.
func TestWrittenAndUndoneOffline(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	before := a.server.State()
	online := a.offline()
	w := a.call(t, "create_events", proofRide)
	if w.states() != "waiting" || !a.pending(t) {
		t.Errorf("offline it says %s", w.text)
	}
	changed := a.call(t, "update_event", a.fill(t, `{"id":"{Threshold}","name":"Proof threshold"}`))
	a.undo(t, changed.JournalID)
	a.undo(t, w.JournalID)
	online()
	a.server.Forget()
	a.wait(time.Hour)
	a.ok(t, "sync")
	a.settled(t)
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Errorf("it left:\n%s", diff)
	}
	for _, line := range a.sent() {
		if strings.HasPrefix(line, "POST") {
			t.Errorf("%s was sent for what was taken back before", line)
		}
	}
	a.agrees(t)
}

// TestSeveralWritesOfOneThingOffline checks that several writes of one thing
// offline are sent in order.
func TestSeveralWritesOfOneThingOffline(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	before := a.server.State()
	online := a.offline()
	made := a.call(t, "create_events", proofRide)
	var entries []string
	for _, name := range []string{"Proof two", "Proof three"} {
		w := a.call(t, "update_event", fmt.Sprintf(`{"id":%q,"name":%q}`, made.Events[0].ID, name))
		entries = append(entries, w.JournalID)
	}
	online()
	a.wait(time.Hour)
	a.ok(t, "sync")
	a.settled(t)
	if a.count("Proof three") != 1 || a.count("Proof ride")+a.count("Proof two") != 0 {
		t.Errorf("the service has %s", a.eventsThere())
	}
	a.undo(t, entries[1])
	a.settled(t)
	if a.count("Proof two") != 1 || a.count("Proof three") != 0 {
		t.Errorf("after one undo the service has %s", a.eventsThere())
	}
	a.undo(t, entries[0])
	a.back(t, made.JournalID, "undoing all three", before)
	a.agrees(t)
}

// TestChangedThereBetween: what a person changed at the service after a write
// is not overwritten by its undo without a word.
func TestChangedThereBetween(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	args := a.fill(t, `{"id":"{Threshold}","name":"Proof threshold"}`)
	w := a.call(t, "update_event", args)
	a.atTheirPages(t, "Proof threshold", intervalstest.Doc{"name": "Theirs", "color": "red", "description": "- 30m 70%"})
	_, out, errs := a.do(t.Context(), "", "undo", w.JournalID)
	a.settled(t)
	said := out + errs + a.ok(t, "call", "get_status")
	is := append(a.named("Theirs"), a.named("Threshold")...)
	if len(is) != 1 {
		t.Fatalf("the service has %s", a.eventsThere())
	}
	if intervalstest.Text(is[0], "color") != "red" || intervalstest.Text(is[0], "description") != "- 30m 70%" {
		t.Errorf("the undo of a name took back what else was changed there: %v", is[0])
	}
	if !strings.Contains(said, "Theirs") {
		t.Errorf("the service has %q, and nobody was told of the name that a person gave there: %s", is[0]["name"], tail(said))
	}
	a.agrees(t)
}

// TestChangedThereMeanwhile: the same of a write that had to wait.
func TestChangedThereMeanwhile(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	online := a.offline()
	w := a.call(t, "update_event", a.fill(t, `{"id":"{Threshold}","name":"Proof threshold"}`))
	a.atTheirPages(t, "Threshold", intervalstest.Doc{"color": "red", "description": "- 30m 70%"})
	online()
	a.wait(time.Hour)
	a.ok(t, "sync")
	a.settled(t)
	is := a.named("Proof threshold")
	if len(is) != 1 || intervalstest.Text(is[0], "color") != "red" || intervalstest.Text(is[0], "description") != "- 30m 70%" {
		t.Errorf("after the write of a name the service has %v", is)
	}
	a.undo(t, w.JournalID)
	a.settled(t)
	is = a.named("Threshold")
	if len(is) != 1 || intervalstest.Text(is[0], "color") != "red" || intervalstest.Text(is[0], "description") != "- 30m 70%" {
		t.Errorf("after its undo it has %v", is)
	}
	a.agrees(t)
}

// TestDeletedThereBetween: the undo of a change to a thing that is gone there
// says so, and makes nothing anew.
func TestDeletedThereBetween(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	w := a.call(t, "update_event", a.fill(t, `{"id":"{Threshold}","name":"Proof threshold"}`))
	a.server.Do(func(world *intervalstest.World) {
		world.Athletes[0].Events.Remove(func(e intervalstest.Doc) bool { return intervalstest.Text(e, "name") == "Proof threshold" })
	})
	_, out, errs := a.do(t.Context(), "", "undo", w.JournalID)
	a.settled(t)
	if n := a.count("Threshold") + a.count("Proof threshold"); n != 0 {
		t.Errorf("the undo of a name made %d events of one that was deleted there: %s", n, out)
	}
	failed := 0
	for _, s := range a.status(t).Sources {
		failed += s.Outbox.Failed
	}
	if said := strings.ToLower(out + errs); failed == 0 && !strings.Contains(said, "no longer") &&
		!strings.Contains(said, "deleted") && !strings.Contains(said, "gone") && !strings.Contains(said, "not there") {
		t.Errorf("nobody was told that it is gone there: %s%s", out, tail(errs))
	}
}

// many returns create_events of so many, on days so far apart.
func many(n, apart int) string {
	var rows []string
	day := time.Date(2026, 9, 10, 0, 0, 0, 0, time.UTC)
	for i := range n {
		rows = append(rows, fmt.Sprintf(`{"date":%q,"name":"Proof %d","category":"note"}`, day.AddDate(0, 0, i*apart).Format(time.DateOnly), i))
	}
	return `{"events":[` + strings.Join(rows, ",") + `]}`
}

// TestManyEventsAskFirst: 20 events and 14 days at once, no more.
func TestManyEventsAskFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args string
		n    int
		asks bool
	}{
		"20 on a day": {many(20, 0), 20, false},
		"21 on a day": {many(21, 0), 21, true},
		"14 days":     {many(2, 13), 2, false},
		"15 days":     {many(2, 14), 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			before := a.server.State()
			a.server.Forget()
			code, _, errs := a.do(t.Context(), "", "call", "create_events", c.args)
			if asked := toApprove.MatchString(errs); asked != c.asks || (code == 0) == c.asks {
				t.Errorf("exit %d, asked: %v: %s", code, asked, tail(errs))
			}
			if c.asks {
				a.settled(t)
				if len(a.sent()) > 0 {
					t.Errorf("before anybody agreed %q was sent", a.sent())
				}
				a.call(t, "create_events", c.args)
			}
			a.settled(t)
			n := 0
			for i := range c.n {
				n += a.count(fmt.Sprint("Proof ", i))
			}
			if n != c.n {
				t.Errorf("%d events are at the service", n)
			}
			a.back(t, "", "undoing all of them", before)
		})
	}
}

// TestWhatIsPast: only full deletes it there, and only once a person agreed.
// Today is not past, and it is the athlete's.
func TestWhatIsPast(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		zone             string
		now              time.Time
		today, yesterday string
		tomorrow         string
	}{
		"Berlin": {"Europe/Berlin", noon, "2026-08-20", "2026-08-19", "2026-08-21"},
		// where it is tomorrow already, and where it is still yesterday
		"Sydney":      {"Australia/Sydney", time.Date(2026, 8, 20, 20, 0, 0, 0, time.UTC), "2026-08-21", "2026-08-20", "2026-08-22"},
		"Los Angeles": {"America/Los_Angeles", time.Date(2026, 8, 20, 2, 0, 0, 0, time.UTC), "2026-08-19", "2026-08-18", "2026-08-20"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := athleteAt(t, c.zone, c.now)
			ids := map[string]string{}
			for day, name := range map[string]string{c.yesterday: "Proof yesterday", c.today: "Proof today", c.tomorrow: "Proof tomorrow"} {
				w := a.call(t, "create_events", fmt.Sprintf(`{"events":[{"date":%q,"name":%q,"category":"note"}]}`, day, name))
				ids[name] = fmt.Sprintf(`{"ids":[%q]}`, w.Events[0].ID)
			}
			a.settled(t)
			a.past(t, ids)
		})
	}
}

// TestWhatWasSentIsKnownByBothIDs: by ours and by the service's.
func TestWhatWasSentIsKnownByBothIDs(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	w := a.call(t, "create_events", proofRide)
	for i, id := range []string{a.id(t, "Proof ride"), w.Events[0].ID} {
		name := fmt.Sprint("Proof ", i)
		if code, w := a.try(t, "update_event", fmt.Sprintf(`{"id":%q,"name":%q}`, id, name)); code != 0 {
			t.Errorf("%s: %s", id, tail(w.logged))
			continue
		}
		a.settled(t)
		if a.count(name) != 1 {
			t.Errorf("by %s nothing was changed: %s", id, a.eventsThere())
		}
	}
	a.agrees(t)
}

func (a *athlete) past(t *testing.T, ids map[string]string) {
	t.Helper()
	if err := a.configure("writes: safe\n"); err != nil {
		t.Fatal(err)
	}
	a.server.Forget()
	code, _, errs := a.do(t.Context(), "", "call", "delete_events", ids["Proof yesterday"])
	if code == 0 || toApprove.MatchString(errs) {
		t.Errorf("safe deletes yesterday: exit %d: %s", code, tail(errs))
	}
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("safe sent %q", sent)
	}
	before := a.server.State()
	for _, name := range []string{"Proof today", "Proof tomorrow"} {
		w := a.call(t, "delete_events", ids[name])
		a.settled(t)
		if w.asked != "" || a.count(name) != 0 {
			t.Errorf("%s: asked %q, left %d", name, tail(w.asked), a.count(name))
		}
		a.back(t, w.JournalID, name+" again", before)
	}
	if err := a.configure("writes: full\n"); err != nil {
		t.Fatal(err)
	}
	a.server.Forget()
	code, _, errs = a.do(t.Context(), "", "call", "delete_events", ids["Proof yesterday"])
	if code == 0 || !toApprove.MatchString(errs) || len(a.sent()) > 0 {
		t.Errorf("full did not ask before it deleted yesterday: exit %d, %q", code, a.sent())
	}
	w := a.call(t, "delete_events", ids["Proof yesterday"])
	a.settled(t)
	if w.asked == "" || a.count("Proof yesterday") != 0 {
		t.Errorf("yesterday: asked %q, left %d", tail(w.asked), a.count("Proof yesterday"))
	}
	a.back(t, w.JournalID, "yesterday again", before)
}
