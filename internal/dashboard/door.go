package dashboard

import (
	"net/http"
	"strings"
)

// door is what a browser without a session gets: a page without any data,
// whose script turns the ticket of the address into a session.
func (s *Server) door(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusUnauthorized, []byte(`{"error":"There is no session.","fix":"Open the address that lapkeep dashboard prints.","kind":"forbidden"}`))
		return
	}
	say := s.Say
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	_ = doorPage(s, say).Render(r.Context(), w) // who is gone reads no error
}
