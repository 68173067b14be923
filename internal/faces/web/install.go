package web

import (
	"encoding/json"
	"net/http"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/training"
)

// install adds Lapkeep to a client, or says what would change: as JSON for the
// page's script, and as a page for who has none.
func (s *Server) install(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	form := guard.IsForm(r) && r.ParseForm() == nil
	dryRun := r.URL.Query().Get("dry_run") != "" || form && r.PostForm.Get("do") != "write"
	c, err := setup.Client(p, r.PathValue("id"))
	said := ""
	if err == nil && s.Reach.Key != nil { // the file may hold secrets of others, and is none of another machine's
		err = training.Errorf(training.KindForbidden, "Files of assistants are not changed while other machines reach this page.").
			WithFix("Run %s on the machine that has the file.", c.Install)
	}
	if err == nil {
		said, err = s.Install(ctx, c.ID, dryRun)
	}
	switch {
	case form && err != nil:
		p.Panel, p.Title = page.Panel{Under: "start"}, p.Say("Assistant")
		s.render(ctx, w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
	case form:
		p.Panel, p.Title = page.Panel{Under: "start"}, c.Name
		s.render(ctx, w, p, http.StatusOK, setup.AssistantBody(p, &setup.AssistantView{Setup: c, Said: said, Offered: dryRun}))
	case err != nil:
		failed(w, p, err)
	default:
		b, _ := json.Marshal(map[string]string{"said": said}) // it is a text
		writeJSON(w, http.StatusOK, b)
	}
}
