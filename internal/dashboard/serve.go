package dashboard

import (
	"bytes"
	"context"
	"lapkeep/internal/httpguard"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"net/http"
	"time"

	"github.com/a-h/templ"
)

// pageTurn is how long a page may compute before it goes on beside others.
const pageTurn = 200 * time.Millisecond

// httpStatus maps the kinds of errors to those of HTTP.
func httpStatus(err error) int {
	switch tools.Describe(err).Kind {
	case training.KindInvalid:
		return http.StatusBadRequest
	case training.KindNotFound:
		return http.StatusNotFound
	case training.KindForbidden:
		return http.StatusForbidden
	case training.KindConflict, training.KindNeedsConsent:
		return http.StatusConflict
	case training.KindTooLarge:
		return http.StatusRequestEntityTooLarge
	case training.KindUnavailable, training.KindCanceled:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func (s *Server) newPage(ctx context.Context, r *http.Request) (*page, error) {
	c, err := s.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	p := &page{call: c, site: s.site, request: r, theme: "auto", token: httpguard.Token(r.Context())}
	if t, err := r.Cookie(themeCookie); err == nil && (t.Value == "light" || t.Value == "dark") {
		p.theme = t.Value
	}
	p.seq, err = s.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.Store.Athlete(ctx, c.Scope)
	p.miles, p.athlete = a.Units == training.ImperialUnits, a.Name
	return p, err
}

// shown answers with the page of a panel.
func (s *Server) shown(of panel) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := s.AtOneMoment(r.Context())
		p, err := s.newPage(ctx, r)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		p.panel, p.title = of, of.title.In(p.say)
		body, err := of.make(ctx, p)
		status := http.StatusOK
		if err != nil {
			status, body = httpStatus(err), failure(p, p.problem(err))
		}
		s.render(ctx, w, p, status, body)
	}
}

func (s *Server) render(ctx context.Context, w http.ResponseWriter, p *page, status int, body templ.Component) {
	if t := p.asked(); t != nil && status == http.StatusOK {
		writeCSV(w, t)
		return
	}
	var b bytes.Buffer
	if err := layout(p, body).Render(ctx, &b); err != nil {
		if ctx.Err() == nil {
			s.broken(w, p.request, err)
		}
		return
	}
	if p.pictures != "" && status == http.StatusOK {
		httpguard.AllowImages(w.Header(), p.pictures)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	// Whatever somebody wrote anywhere, nothing unseen leaves in a page. Who is
	// gone reads no error.
	_, _ = textclean.Writer(w).Write(b.Bytes())
}

func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	p.title = p.say("Not here")
	s.render(ctx, w, p, http.StatusNotFound, failure(p, &problem{
		p.say("There is no page at this address."), p.say("Choose one from the navigation."),
	}))
}

// broken answers where not even a page can be made.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	d := tools.Describe(err)
	s.Log.ErrorContext(r.Context(), "no page could be made", "path", r.URL.Path, "error", err)
	http.Error(w, d.String(), httpStatus(err))
}

const themeCookie = "lapkeep_theme"
