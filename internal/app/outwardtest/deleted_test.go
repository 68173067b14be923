//go:build e2e

package outwardtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

const longRide = `{"id":"{Long ride}"}`

// there changes an activity at the service.
func (a *athlete) there(t *testing.T, name string, f func(v *intervalstest.Activity)) {
	t.Helper()
	n := 0
	a.server.Do(func(w *intervalstest.World) {
		for _, v := range w.Athletes[0].NewestFirst() {
			if intervalstest.Text(v.Doc, "name") == name {
				f(v)
				n++
			}
		}
	})
	if n != 1 {
		t.Fatalf("the service has %d of %q", n, name)
	}
}

// TestADeletionNamesWhatDoesNotComeBack before a person agrees, and comments
// are all that is then missing.
func TestADeletionNamesWhatDoesNotComeBack(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	a.there(t, "Long ride", func(v *intervalstest.Activity) {
		v.Messages = []intervalstest.Doc{{"id": 1.0, "content": "Well done"}}
		v.Doc["kg_lifted"], v.Doc["icu_color"], v.Doc["type"], v.Doc["feel"] = 12.0, "green", "GravelRide", 4.0
	})
	a.read(t)
	before := a.server.State()
	args := a.fill(t, longRide)
	for what, out := range map[string]string{
		"the dry run":  a.ok(t, "call", "delete_activity", strings.TrimSuffix(args, "}")+`,"dry_run":true}`),
		"the question": func() string { _, _, errs := a.do(t.Context(), "", "call", "delete_activity", args); return errs }(),
	} {
		for _, word := range []string{"under another id", "comments", "gear", "streams"} {
			if !strings.Contains(out, word) {
				t.Errorf("%s does not name %s: %s", what, word, out)
			}
		}
	}
	w := a.call(t, "delete_activity", args)
	a.undo(t, w.JournalID)
	for _, row := range before[intervalstest.DefaultAthlete+" activities"] {
		if row["name"] == "Long ride" {
			delete(row, "messages")
		}
	}
	if d := cmp.Diff(before, a.server.State()); d != "" {
		t.Error(d)
	}
	a.agrees(t)
	if here, there := a.made(t, "Long ride"); len(here) != 1 || len(there) != 1 {
		t.Errorf("here %q, there %v", here, there)
	}
}

// TestADeletionStaysHere where the service is not the home, and where it could
// not be taken back.
func TestADeletionStaysHere(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		first func(a *athlete)
		state string // what is said of the service, nothing if nothing
		word  string
	}{
		"another home": {
			func(a *athlete) { a.call(t, "update_athlete_settings", `{"home_source":"local"}`) },
			"not_for_service", "not the home source",
		},
		"another file": {func(a *athlete) {
			a.there(t, "Long ride", func(v *intervalstest.Activity) { v.Original, v.FileName, v.Hash = []byte("another"), "x.tcx", "" })
		}, "failed", "differs from the one kept here"},
		"no file any more": {func(a *athlete) {
			a.there(t, "Long ride", func(v *intervalstest.Activity) { delete(v.Doc, "file_type") })
		}, "failed", "its recording has no file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			x.first(a)
			before := a.server.State()
			a.server.Forget()
			w := a.call(t, "delete_activity", a.fill(t, longRide))
			if w.states() != x.state || !strings.Contains(w.text, x.word) {
				t.Errorf("it says %s", w.text)
			}
			a.settled(t)
			if sent := a.sent(); len(sent) > 0 {
				t.Errorf("it sent %q", sent)
			}
			a.read(t)
			if here, there := a.made(t, "Long ride"); len(here) != 0 || len(there) != 1 {
				t.Errorf("deleted: here %q, there %v", here, there)
			}
			a.undo(t, w.JournalID)
			if here, _ := a.made(t, "Long ride"); len(here) != 1 || counted(a.status(t)) > 0 {
				t.Errorf("undone: here %q", here)
			}
			if d := cmp.Diff(before, a.server.State()); d != "" || len(a.sent()) > 0 {
				t.Errorf("%s %q", d, a.sent())
			}
		})
	}
}

// TestWhatComesBackIsNotDeletedMeanwhile by a sync that does not find it there.
func TestWhatComesBackIsNotDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	before := a.server.State()
	w := a.call(t, "delete_activity", a.fill(t, longRide))
	a.read(t)
	mend := a.server.Inject(intervalstest.Fault{Operation: "uploadActivity", Status: 503})
	redo := a.undo(t, w.JournalID)
	a.read(t)
	if here, there := a.made(t, "Long ride"); len(here) != 1 || len(there) != 0 {
		t.Errorf("waiting: here %q, there %v", here, there)
	}
	mend()
	a.settled(t)
	if d := cmp.Diff(before, a.server.State()); d != "" {
		t.Error(d)
	}
	a.read(t)
	if here, there := a.made(t, "Long ride"); len(here) != 1 || len(there) != 1 {
		t.Errorf("back: here %q, there %v", here, there)
	}
	renamed := a.call(t, "update_activity", `{"id":"`+a.id(t, "Long ride")+`","name":"Proof again"}`)
	if _, there := a.made(t, "Proof again"); renamed.states() != "done" || len(there) != 1 {
		t.Errorf("under its new id: %s", renamed.text)
	}
	a.undo(t, renamed.JournalID)
	a.undo(t, redo)
	if here, there := a.made(t, "Long ride"); len(here)+len(there) > 0 {
		t.Errorf("deleted again: here %q, there %v", here, there)
	}
}

// TestWhatIsSaidThereAfterAReturnCounts here: nothing is left of the service's
// statements under the former id.
func TestWhatIsSaidThereAfterAReturnCounts(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	w := a.call(t, "delete_activity", a.fill(t, longRide))
	a.undo(t, w.JournalID)
	a.there(t, "Long ride", func(v *intervalstest.Activity) { v.Doc["name"], v.Doc["feel"] = "Proof of words", nil })
	a.read(t)
	out := a.ok(t, "call", "get_activity", `{"id":"`+a.id(t, "Proof of words")+`"}`)
	if !strings.Contains(out, `"Proof of words"`) || strings.Contains(out, `"feel"`) {
		t.Errorf("%s", out)
	}
}

// TestKilledUndoOfADeletion: whatever request of the undo is the last of its
// process, the recording is there once in the end, and here all the time.
func TestKilledUndoOfADeletion(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of their own, which the race detector does not see")
	}
	t.Parallel()
	calm := newVictim(t)
	w := calm.call(t, "delete_activity", calm.fill(t, longRide))
	calm.server.Forget()
	calm.ok(t, "undo", w.JournalID)
	all := calm.server.Requests()
	if !slices.ContainsFunc(all, func(r intervalstest.Request) bool { return r.Operation == "uploadActivity" }) {
		t.Fatalf("nothing was uploaded in %d requests", len(all))
	}
	for i, r := range all {
		if r.Method == "GET" && i > 0 && i < len(all)-1 {
			continue
		}
		for served, when := range map[bool]string{false: "before ", true: "after "} {
			t.Run(when+r.Operation, func(t *testing.T) {
				t.Parallel()
				a := newVictim(t)
				before := a.server.State()
				w := a.call(t, "delete_activity", a.fill(t, longRide))
				a.killed(t, point{i, served}, "undo", w.JournalID)
				if here, _ := a.made(t, "Long ride"); len(here) != 1 {
					t.Errorf("here %q", here)
				}
				a.wait(2e13)
				a.ok(t, "sync")
				a.settled(t)
				if d := cmp.Diff(before, a.server.State()); d != "" {
					t.Error(d)
				}
				a.read(t)
				if here, there := a.made(t, "Long ride"); len(here) != 1 || len(there) != 1 {
					t.Errorf("in the end: here %q, there %v", here, there)
				}
			})
		}
	}
}
