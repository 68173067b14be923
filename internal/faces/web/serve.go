package web

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// pageTurn is how long a page may compute before it goes on beside others.
const pageTurn = 200 * time.Millisecond

// httpStatus maps the kinds of errors to those of HTTP.
func httpStatus(err error) int {
	switch tools.Describe(err).Kind {
	case training.KindInvalid, training.KindUnsupported:
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

func (s *Server) newPage(ctx context.Context, r *http.Request) (*page.Page, error) {
	c, err := s.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	p := &page.Page{Call: c, Site: s.site, Request: r, Theme: "auto", Token: guard.Token(r.Context())}
	if t, err := r.Cookie(themeCookie); err == nil && (t.Value == "light" || t.Value == "dark") {
		p.Theme = t.Value
	}
	p.Speak()
	p.Seq, err = s.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.Store.Athlete(ctx, c.Scope)
	p.Miles, p.Athlete = a.Units == training.ImperialUnits, a.Name
	return p, err
}

// shown answers with the page of a panel.
func (s *Server) shown(of page.Panel) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := s.AtOneMoment(r.Context())
		p, err := s.newPage(ctx, r)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		p.Panel, p.Title = of, of.Title.In(p.Say)
		body, err := of.Make(ctx, p)
		status := http.StatusOK
		if err != nil {
			status, body = httpStatus(err), page.Failure(p, p.Problem(err))
		}
		s.render(ctx, w, p, status, body)
	}
}

func (s *Server) render(ctx context.Context, w http.ResponseWriter, p *page.Page, status int, body templ.Component) {
	if t := p.Asked(); t != nil && status == http.StatusOK {
		page.WriteCSV(w, t)
		return
	}
	var b bytes.Buffer
	if err := page.Layout(p, body).Render(ctx, &b); err != nil {
		if ctx.Err() == nil {
			s.broken(w, p.Request, err)
		}
		return
	}
	if p.Pictures != "" && status == http.StatusOK {
		guard.AllowImages(w.Header(), p.Pictures)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	// Whatever somebody wrote anywhere, nothing unseen leaves in a page. Who is
	// gone reads no error.
	_, _ = rooted(guard.Root(ctx)).WriteString(textclean.Writer(w), b.String())
}

// rooted puts the root of a session before the addresses of a page's own, which
// begin with a slash wherever they stand; what the bundle has is open to all.
func rooted(root string) *strings.Replacer {
	var pairs []string
	for _, name := range []string{"href", "action", "formaction", "data-href", "data-part"} {
		at := " " + name + `="/`
		pairs = append(pairs, at+"assets/", at+"assets/", at, " "+name+`="`+root+"/")
	}
	return strings.NewReplacer(pairs...)
}

func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	p.Title = p.Say("Not here")
	s.render(ctx, w, p, http.StatusNotFound, page.Failure(p, &page.Problem{
		What: p.Say("There is no page at this address."), Fix: p.Say("Choose one from the navigation."),
	}))
}

// broken answers where not even a page can be made.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	d := tools.Describe(err)
	s.Log.ErrorContext(r.Context(), "no page could be made", "path", r.URL.Path, "error", err)
	http.Error(w, d.String(), httpStatus(err))
}

const themeCookie = "lapkeep_theme"
