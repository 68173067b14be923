package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"mime"
	"net/http"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/activity"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// shared is an activity as others are to see it.
type shared struct {
	a      *activity.Activity
	choice activity.Choice
	view   *activity.ShareView
}

// share reads an activity as what leaves the machine may say it: what only the
// athlete's own page may show is not there. Places that no assistant sees, no
// other sees either.
func (s *Server) share(ctx context.Context, p *page.Page) (*shared, error) {
	call := *p.Call
	call.Scope.Audience = training.AudienceExport
	leaving := &page.Page{Call: &call, Site: p.Site}
	id := p.Request.PathValue("id")
	got := page.Ask[activity.Activity](ctx, leaving, "get_activity", page.Args{"id": id, "sections": []string{"summary", "device", "laps"}})
	if got.Err != nil {
		return nil, got.Failure()
	}
	out := &shared{a: &got.V}
	out.choice = activity.ReadShare(p.Request.URL.Query(), out.a)
	hidden, err := s.Store.HiddenPlaces(ctx, training.Scope{Athlete: call.Scope.Athlete, Audience: training.AudienceModel})
	if err != nil {
		return nil, err
	}
	var columns *training.Columns
	if len(out.a.Recordings) > 0 {
		columns, err = s.Store.Stream(ctx, call.Scope, training.ActivityID(out.a.ID), store.Channels(out.choice.Channels()...))
		if err != nil {
			return nil, err
		}
	}
	out.view = activity.MakeShare(p, out.a, &out.choice, columns, hidden)
	return out, nil
}

// sharePage shows the page that would be shared, with the form that makes it.
func (s *Server) sharePage(ctx context.Context, p *page.Page) (templ.Component, error) {
	v, err := s.share(ctx, p)
	if err != nil {
		return nil, err
	}
	return activity.Preview(p, v.a, v.choice, v.view), nil
}

// shareFile is GET /activities/ID/share.html: the page as a file to be kept.
func (s *Server) shareFile(w http.ResponseWriter, r *http.Request) {
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	v, err := s.share(ctx, p)
	if err != nil {
		p.Title = p.Say("Share as a page")
		s.render(ctx, w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
		return
	}
	styles, err := dist.ReadFile("dist/share.css")
	var b bytes.Buffer
	if err == nil {
		err = activity.File(p, v.view, string(styles), sharePolicy(styles)).Render(ctx, &b)
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": v.choice.FileName(v.a)}))
	_, _ = textclean.Writer(w).Write(b.Bytes()) // who is gone reads no error
}

// sharePolicy lets the file use its own styles, and nothing else.
func sharePolicy(styles []byte) string {
	sum := sha256.Sum256(styles)
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src data:; base-uri 'none'; form-action 'none'"
}
