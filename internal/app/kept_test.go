package app

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestNothingKeptOutlivesWhatIsHidden: what a former process kept stays while
// activities come and change, and goes when one is hidden or taken back.
func TestNothingKeptOutlivesWhatIsHidden(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	kept := keptIn(filepath.Join(a.user, ".lapkeep"))
	id := a.ids[0]
	for _, c := range []struct {
		tool, args string
		stays      bool
	}{
		{"update_activity", fmt.Sprintf(`{"id":%q,"name":"Another"}`, id), true},
		{"update_activity", fmt.Sprintf(`{"id":%q,"hidden_from_models":true}`, id), false},
		{"update_activity", fmt.Sprintf(`{"id":%q,"name":"A third"}`, a.ids[1]), true},
	} {
		a.follow(t)
		if err := kept.Save("months", []byte(id)); err != nil {
			t.Fatal(err)
		}
		a.ask(t, c.tool, c.args)
		a.follow(t)
		if _, stays := kept.Load("months"); stays != c.stays {
			t.Errorf("%s: kept is %v, want %v", c.args, stays, c.stays)
		}
		a.follow(t)
	}
	run := a.imports(t)
	if err := kept.Save("months", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Journal.Undo(t.Context(), a.Scope(), run, noon); err != nil {
		t.Fatal(err)
	}
	if a.follow(t); !kept.Empty() {
		t.Error("what was kept is still there after an import was undone")
	}
}

// imports imports what was not imported yet and returns the journal's entry.
func (a *subject) imports(t *testing.T) string {
	t.Helper()
	a.ask(t, "import_files", exampleOf("import_files"))
	a.follow(t)
	entries, err := a.DB.Journal(t.Context(), a.Scope(), 1)
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	return entries[0].ID
}
