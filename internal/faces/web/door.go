package web

import (
	"net/http"
	"strings"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// door is what a browser without a session gets: a page without any data,
// whose script turns the ticket of the address into a session.
func (s *Server) door(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusUnauthorized, []byte(`{"error":"There is no session.","fix":"Open the address that lapkeep dashboard prints.","kind":"forbidden"}`))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	_ = doorPage(s, s.Say).Render(r.Context(), w) // who is gone reads no error
}

// signOut ends the session that asks, or with the field all every session of the home.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err == nil && r.PostFormValue("all") != "" {
		err = s.Sessions.EndAll()
	} else if err == nil {
		err = s.Sessions.End(guard.SessionOf(r.Context()))
	}
	switch {
	case p == nil:
		s.broken(w, r, err)
	case err != nil:
		s.refuse(w, p, page.Deed{}, training.Errorf(training.KindUnavailable, "The sessions could not be ended: %w.", err).
			WithFix("Stop the dashboard: all its sessions end with it."))
	case byScript(r):
		writeJSON(w, http.StatusOK, []byte(`{"to":"/"}`))
	default:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}
