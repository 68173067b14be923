package web

import (
	"encoding/base64"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"lapkeep/internal/faces/web/page"
)

var notInNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// workoutFile is GET /calendar/ID/workout.FORMAT: the file that the tool answers with.
func (s *Server) workoutFile(w http.ResponseWriter, r *http.Request) {
	format, ok := strings.CutPrefix(r.PathValue("file"), "workout.")
	if !ok || !slices.Contains(page.FileFormats(), format) {
		s.nowhere(w, r)
		return
	}
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	id := r.PathValue("id")
	a := page.Ask[struct {
		Content string `json:"content"`
	}](ctx, p, "export_workout", page.Args{"id": id, "format": format, "inline": true})
	content := []byte(a.V.Content)
	if err = a.Failure(); err == nil && format == "fit" {
		content, err = base64.StdEncoding.DecodeString(a.V.Content)
	}
	if err != nil {
		p.Title = p.Say("Event")
		s.render(ctx, w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
		return
	}
	name := strings.Trim(notInNames.ReplaceAllString(id, "-"), ".-") + "." + format
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = w.Write(content) // who is gone reads no error
}
