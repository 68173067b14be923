package web_test

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/people"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestTheJournalNamesPeople who let an assistant write and who agreed, also after their access
// ended; a write of this machine's user names nobody.
func TestTheJournalNamesPeople(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Options{Home: t.TempDir(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	book := people.New(db.SQL(), time.Now, rand.Reader)
	add := func(name string, role training.Role) training.PersonID {
		p, err := book.Add(t.Context(), name, role, []training.AthleteID{"me"}, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	olga, carl := add("Olga <b>\u202e", training.RoleOwner), add("Carl", training.RoleCoach)
	if err := book.End(t.Context(), carl); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(o *web.Options) { o.People = book })
	s.store.entries = []store.JournalEntry{
		{ID: "j4", Face: "mcp", Summary: "Four.", Person: carl, ApprovedBy: olga},
		{ID: "j3", Face: "mcp", Summary: "Three.", Person: carl},
		{ID: "j2", Face: "mcp", Summary: "Two.", ApprovedBy: olga},
		{ID: "j1", Face: "mcp", Summary: "One.", Person: "gone"},
	}
	_, page := s.ask(t, http.MethodGet, "/journal", nil)
	for id, want := range map[string]string{
		"j4": "an assistant of Carl; Olga &lt;b&gt; agreed", "j3": "an assistant of Carl", "j2": "an assistant; Olga &lt;b&gt; agreed",
		"j1": "an assistant",
	} {
		if !strings.Contains(page, " · "+want+" · "+id) {
			t.Errorf("%s lacks %q: %s", id, want, page)
		}
	}
}
