package dashboard

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/httpguard"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// pageTurn is how long a page may compute before it goes on beside others.
const pageTurn = 200 * time.Millisecond

// page is one page that is being made.
type page struct {
	call     *tools.Call
	table    Table
	server   *Server
	request  *http.Request
	panel    panel
	title    string
	theme    string // auto, light or dark
	token    string // for what changes something
	seq      int64  // the change up to which it shows
	athlete  string // their name
	tables   []*table
	labelled map[string]string
	late     string // the name of scripts and styles that this page alone has
	miles    bool   // distances are shown in miles, heights in feet
	pictures string // the origin elsewhere that may show pictures on it
}

// panel is an entry of the navigation, with what makes its page.
type panel struct {
	id, path string
	icon     string
	title    phrase.Sentence
	hidden   bool   // it is reached from others
	under    string // the panel that it belongs to
	make     func(ctx context.Context, p *page) (templ.Component, error)
}

// say says a sentence in the reader's language.
func (p *page) say(format string, args ...any) string { return p.call.Say(format, args...) }

// query is a value of the address, which is the page's state.
func (p *page) query(name string) string { return strings.TrimSpace(p.request.URL.Query().Get(name)) }

const themeCookie = "lapkeep_theme"

func (s *Server) newPage(ctx context.Context, r *http.Request) (*page, error) {
	c, err := s.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	p := &page{call: c, table: s.Table, server: s, request: r, theme: "auto", token: httpguard.Token(r.Context())}
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
