package app

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// writes returns the rows that change something, without those that destroy.
func writes(table *tools.Table, s tools.Safety) []tools.Row {
	var out []tools.Row
	for _, r := range table.Rows() {
		asked := r.Safety == tools.Destructive || r.Name == "delete_workout" // by every call of it
		if r.Safety == s && asked == (s == tools.Destructive) || asked && s == tools.Destructive {
			out = append(out, r)
		}
	}
	return out
}

// dry returns an example as a dry run.
func dry(t testing.TB, r tools.Row, example string) string {
	t.Helper()
	if r.Input().Properties["dry_run"] == nil {
		t.Fatalf("%s writes and knows no dry_run", r.Name)
	}
	return string(args(t, r, example, "dry_run", true))
}

// TestDryRunsChangeNothing: neither a write's nor a destructive tool's.
func TestDryRunsChangeNothing(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	seq, entries, before := a.lastChange(t), a.journaled(t), a.everything(t)
	for _, r := range slices.Concat(writes(a.table, tools.WriteFile), writes(a.table, tools.Write), writes(a.table, tools.Destructive)) {
		if r.Name == "undo" {
			continue // nothing was written
		}
		var out struct {
			DryRun    bool   `json:"dry_run"`
			JournalID string `json:"journal_id"`
		}
		tooltest.Decode(t, a.table, a.call(t), r.Name, dry(t, r, a.own(exampleOf(r.Name))), &out)
		if !out.DryRun || out.JournalID != "" {
			t.Errorf("%s: the answer of a dry run is %+v", r.Name, out)
		}
		if a.lastChange(t) != seq || a.journaled(t) != entries {
			t.Errorf("%s: a dry run changed the store", r.Name)
		}
	}
	if _, err := os.Stat(filepath.Join(a.user, ".lapkeep", exportFolder)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a dry run wrote a file: %v", err)
	}
	if d := cmp.Diff(before, a.everything(t)); d != "" {
		t.Errorf("dry runs changed an answer:\n%s", d)
	}
}

// TestUndoRestoresTheFormerAnswers: every write is in the journal once, and
// taking it back restores what was answered before.
func TestUndoRestoresTheFormerAnswers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := newSubject(t)
	for _, r := range writes(a.table, tools.Write) {
		if r.OpenWorld && r.Idempotent || r.Name == "undo" {
			continue // a copy of what a service says, and what takes others back
		}
		before, seq, entries := a.everything(t), a.lastChange(t), a.journaled(t)
		var out struct {
			JournalID string `json:"journal_id"`
		}
		tooltest.Decode(t, a.table, a.call(t), r.Name, a.own(exampleOf(r.Name)), &out)
		if out.JournalID == "" || a.journaled(t) != entries+1 || a.lastChange(t) <= seq {
			t.Errorf("%s: entry %q, %d entries before and %d after", r.Name, out.JournalID, entries, a.journaled(t))
			continue
		}
		a.follow(t)
		written := a.everything(t)
		if cmp.Equal(before, written) {
			t.Errorf("%s: the write shows nowhere", r.Name)
		}
		a.restores(t, r.Name, out.JournalID, before)
		a.redoes(t, r.Name, written)
		a.undoLatest(t)
		a.follow(t)
	}
}

// TestAWriteIsDoneAndToldOrNeither: wherever a write is cancelled, an answer
// that it was done is true.
func TestAWriteIsDoneAndToldOrNeither(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := newSubject(t)
	const moments = 5
	cancelled := 0
	for _, r := range writes(a.table, tools.Write) {
		if r.OpenWorld && r.Idempotent || r.Name == "undo" || r.Name == "import_files" {
			continue // what was imported until then stands, as one run
		}
		took, after := time.Duration(0), time.Hour
		for i := range moments + 1 {
			if i > 0 {
				after = took * time.Duration(i) / moments
			}
			entries, seq, begun := a.journaled(t), a.lastChange(t), time.Now()
			_, err := a.callFor(t, r.Name, after)
			took = max(took, time.Since(begun))
			switch done := a.journaled(t) - entries; {
			case err == nil && done == 1:
				a.undoLatest(t)
				a.follow(t)
			case training.KindOf(err) == training.KindCanceled && done == 0 && a.lastChange(t) == seq:
				cancelled++
			default:
				t.Errorf("%s: %v, %d entries and %d changes more", r.Name, err, done, a.lastChange(t)-seq)
			}
		}
	}
	if cancelled == 0 {
		t.Error("no call was cancelled on its way")
	}
}

func (a *subject) follow(t testing.TB) {
	t.Helper()
	if _, err := a.Follow(t.Context(), func(int, int) {}); err != nil {
		t.Fatal(err)
	}
}

// restores undoes an entry and compares the answers with those before it.
func (a *subject) restores(t *testing.T, tool, entry string, before map[string]string) {
	t.Helper()
	if _, err := a.Journal.Undo(t.Context(), a.Scope(), entry, noon); err != nil {
		t.Errorf("%s cannot be undone: %v", tool, err)
		return
	}
	a.follow(t)
	if d := cmp.Diff(before, a.everything(t)); d != "" {
		t.Errorf("undoing %s left (-before +after):\n%s", tool, d)
	}
	if _, err := a.Journal.Undo(t.Context(), a.Scope(), entry, noon); training.KindOf(err) != training.KindConflict {
		t.Errorf("%s was undone twice: %v", tool, err)
	}
}

// redoes takes the undoing back. An import that was undone comes back by
// importing again.
func (a *subject) redoes(t *testing.T, tool string, written map[string]string) {
	t.Helper()
	a.undoLatest(t)
	a.follow(t)
	if d := cmp.Diff(written, a.everything(t)); d != "" && tool != "import_files" {
		t.Errorf("undoing the undoing of %s left (-written +now):\n%s", tool, d)
	}
}

// undoLatest undoes the newest entry, whatever it is.
func (a *subject) undoLatest(t testing.TB) {
	t.Helper()
	entries, err := a.DB.Journal(t.Context(), a.Scope(), 1)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if _, err := a.Journal.Undo(t.Context(), a.Scope(), entries[0].ID, noon); err != nil {
		t.Fatalf("the latest entry, %q: %v", entries[0].Summary, err)
	}
}

// TestCheck30_DestructionWaitsForConsent: without a person nothing changes; with one
// it happens once, and can be undone.
func TestCheck30_DestructionWaitsForConsent(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	rows := writes(a.table, tools.Destructive)
	if len(rows) == 0 {
		t.Fatal("no tool destroys anything: this test has nothing to check")
	}
	for _, r := range rows {
		before, seq, entries := a.everything(t), a.lastChange(t), a.journaled(t)
		raw := json.RawMessage(a.own(exampleOf(r.Name)))
		_, err := a.table.Call(t.Context(), r.Name, a.call(t), raw)
		need, ok := errors.AsType[*journal.NeedsConsent](err)
		if !ok {
			t.Fatalf("%s did not ask: %v", r.Name, err)
		}
		if d := cmp.Diff(before, a.everything(t)); d != "" || a.lastChange(t) != seq || a.journaled(t) != entries {
			t.Errorf("%s changed something before anybody agreed:\n%s", r.Name, d)
		}
		c := a.call(t)
		c.Approval = need.Preview.Token
		if _, err := a.table.Call(t.Context(), r.Name, c, raw); training.KindOf(err) != training.KindNeedsConsent {
			t.Errorf("%s: naming the question stood for an answer: %v", r.Name, err)
		}
		if _, err := a.Journal.Grant(t.Context(), a.Scope(), need.Preview.Token, noon); err != nil {
			t.Fatal(err)
		}
		res, err := a.table.Call(t.Context(), r.Name, c, raw)
		if err != nil {
			t.Fatalf("%s was agreed to: %v", r.Name, err)
		}
		checkAnswer(t, r, raw, res)
		var out struct {
			JournalID string `json:"journal_id"`
		}
		if err := json.Unmarshal(res.Structured, &out); err != nil {
			t.Fatal(err)
		}
		if _, err := a.table.Call(t.Context(), r.Name, c, raw); err == nil {
			t.Errorf("%s: one approval counted twice", r.Name)
		}
		a.restores(t, r.Name, out.JournalID, before)
	}
}

// TestCheck29_WritesNoneOffersNoWrites: nothing that writes is listed or called.
func TestCheck29_WritesNoneOffersNoWrites(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	seq, entries := a.lastChange(t), a.journaled(t)
	none, err := a.table.Select(tools.Selection{Toolsets: []string{tools.AllSets}, Writes: tools.WritesNone, More: true, Several: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range a.table.Rows() {
		if _, listed := none.Lookup(r.Name); listed != (r.Safety == tools.Read) {
			t.Errorf("%s: listed is %v", r.Name, listed)
		}
		if r.Safety == tools.Read {
			continue
		}
		p := tooltest.Fails(t, none, a.call(t), r.Name, a.own(exampleOf(r.Name)))
		if p.Kind != training.KindForbidden || p.Fix == "" {
			t.Errorf("%s: %+v", r.Name, p)
		}
		if code, out, _ := a.run(t.Context(), "call", r.Name, a.own(exampleOf(r.Name)), "--writes", "none"); code != 1 || out != "" {
			t.Errorf("lapkeep call %s --writes none: exit %d, %q", r.Name, code, out)
		}
	}
	if a.lastChange(t) != seq || a.journaled(t) != entries {
		t.Error("something was written")
	}
}

// TestServeTellsTheBound: a flag that asks for more than the config file allows
// does not pass in silence.
func TestServeTellsTheBound(t *testing.T) {
	t.Parallel()
	code, _, said := newPerson(t).run(t.Context(), "serve", "--writes", "full")
	if code != 0 || !strings.Contains(said, "The config file does not allow writes full (flag --writes); it is limited to safe.") {
		t.Errorf("exit %d, %q", code, said)
	}
}

// TestSafeWritesCanAllBeUndone: what --writes safe offers destroys nothing.
func TestSafeWritesCanAllBeUndone(t *testing.T) {
	t.Parallel()
	for _, r := range wholeTable(t).Rows() {
		if r.Safety == tools.Destructive && !r.Full {
			t.Errorf("%s destroys recorded data and is offered by --writes safe", r.Name)
		}
	}
}
