package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/routes"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/activity"
	"lapkeep/internal/faces/web/calendar"
	"lapkeep/internal/faces/web/own"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/faces/web/today"
	"lapkeep/internal/i18n"
	"lapkeep/internal/people"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Options holds the dependencies of a dashboard.
type Options struct {
	Table page.Tools
	Store store.Reader
	// NewCall returns the context of one call for the page's own athlete.
	NewCall func(ctx context.Context) (*tools.Call, error)
	// AtOneMoment makes all reads of one page see the same state.
	AtOneMoment func(ctx context.Context) context.Context
	// Pending returns the writes that wait for the athlete's consent.
	Pending func(ctx context.Context) ([]journal.Preview, error)
	// Grant records that the athlete agreed to the write of a preview's token.
	Grant func(ctx context.Context, token string) error
	// Undo undoes the journal entry.
	Undo func(ctx context.Context, id string) (journal.Outcome, error)
	// Import imports uploaded files together and returns the result.
	Import func(ctx context.Context, c *tools.Call, paths []string) (json.RawMessage, error)
	// Setups returns the clients that can be given the tools. Install adds the tools to a
	// client and returns what it did or, with dryRun, would do.
	Setups  func() ([]clients.Setup, error)
	Install func(ctx context.Context, client string, dryRun bool) (string, error)
	// UploadDir is the folder that holds uploads until they are read; it is created
	// when needed.
	UploadDir string
	// Basemap is the map behind tracks; the zero value means none.
	Basemap page.Source
	// Say and Language are used for readers without a session.
	Say      func(format string, args ...any) string
	Language string
	// Explained translates a text of the glossary; nil leaves it in English.
	Explained func(language, english string) string
	Sessions  *guard.Sessions
	// People keeps who signs in from elsewhere; if it is nil, nothing of this is shown.
	People *people.Book
	// Coach is the program in the terminal; the zero value means that there is none.
	Coach Coach
	Now   func() time.Time
	// Several reports that the home has more than one athlete.
	Several bool
	// Homes reports that the home is one of many, whose list is at the root of the session.
	Homes bool
	// Reach describes who may connect in addition to browsers on this machine, and
	// the limits for pages. If it has a key, other machines may connect.
	Reach guard.PagesOptions
	Log   *slog.Logger
}

// Server answers the page's requests.
type Server struct {
	Options
	site     page.Site
	assets   *assets
	events   *events
	terminal *terminal.Terminal // nil if there is none
	heat     *routes.HeatMap
	// newFile creates the file of an upload.
	newFile func(path string) (io.WriteCloser, error)
}

// New returns a server. It reads nothing before the first request.
func New(o Options) (*Server, error) {
	files, err := newAssets()
	if err != nil {
		return nil, err
	}
	s := &Server{Options: o, assets: files, events: newEvents(o.Store.LastChange), heat: routes.NewHeatMap(), newFile: newFile}
	s.site = page.Site{
		Table: o.Table, Panels: s.panels(), Href: files.href, Journal: o.Store.Journal,
		Basemap:  func() (page.BasemapView, error) { return s.Basemap.View() },
		Sessions: o.Sessions.Open, People: o.People, Setups: o.Setups, WithKey: o.Reach.Key != nil, Log: o.Log,
	}
	s.terminal = s.newTerminal()
	s.site.Terminal = s.terminal != nil
	return s, nil
}

// Handler returns the handler of all pages, which admits only browsers with a session. Event
// streams end with ctx.
func (s *Server) Handler(ctx context.Context) http.Handler { return s.guarded(s.Routes(ctx)) }

// guarded returns a handler that passes the requests of sessions to next.
func (s *Server) guarded(next http.Handler) http.Handler {
	o := s.Reach
	o.Limits = guard.Limits{Turn: pageTurn}
	return guard.NewPages(s.Sessions, o).Wrap(next, s.assets, http.HandlerFunc(s.door))
}

// Routes returns the handler of all pages for use behind guard.Pages.
func (s *Server) Routes(ctx context.Context) http.Handler {
	m := http.NewServeMux()
	for _, p := range s.site.Panels {
		if p.Make != nil {
			m.HandleFunc("GET "+p.Path, s.shown(p))
		}
	}
	m.HandleFunc("POST /api/{tool}", s.callTool)
	m.HandleFunc("POST "+today.BodyPath, s.formed("body", today.MarkBody))
	m.HandleFunc("POST /assistants/{id}", s.install)
	m.HandleFunc("POST /journal/{id}/undo", s.undo)
	m.HandleFunc("POST /activities", s.formed("activities", activity.EditSeveral))
	m.HandleFunc("POST /activities/{id}", s.formed("activity", activity.Edit))
	m.HandleFunc("POST /calendar", s.formed("calendar", calendar.Add))
	m.HandleFunc("GET /activities/{id}/share.html", s.shareFile)
	m.HandleFunc("GET /calendar/{id}/{file}", s.workoutFile)
	m.HandleFunc("POST /calendar/{id}", s.formed("event", calendar.Edit))
	m.HandleFunc("POST /workouts", s.formed("workouts", calendar.PlanWorkout))
	m.HandleFunc("POST /wellness", s.formed("wellness", today.Note))
	m.HandleFunc("POST /goals", s.formed("goals", today.EditGoal))
	m.HandleFunc("POST /gear", s.formed("gear", own.SaveGear))
	m.HandleFunc("POST /memory", s.formed("memory", own.Forget))
	m.HandleFunc("POST /segments/{id}", s.formed("segment", own.SaveSegment))
	m.HandleFunc("POST /settings", s.formed("settings", setup.SaveSettings))
	m.HandleFunc("POST "+setup.SignOutPath, s.signOut)
	m.HandleFunc("POST "+setup.WithdrawPath, s.withdraw)
	m.HandleFunc("POST /plan", s.formed("plan", calendar.PlanEdit))
	m.HandleFunc("POST /approvals/{token}", s.approve)
	m.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) { s.events.serve(ctx, w, r) })
	m.HandleFunc("GET /columns/{id}", s.columns)
	m.HandleFunc("GET "+own.MapPath+"/{zoom}/{x}/{y}", s.heatTile)
	m.HandleFunc("GET "+page.Path, func(w http.ResponseWriter, r *http.Request) { s.Basemap.ServeFile(w, r) })
	m.HandleFunc("POST /upload", s.upload)
	s.routeTerminal(ctx, m)
	m.HandleFunc("/", s.nowhere)
	return m
}

// pageTurn is how long a page may compute before other pages run concurrently.
const pageTurn = 200 * time.Millisecond

// httpStatus maps kinds of errors to HTTP statuses.
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
	case training.KindUnavailable, training.KindCanceled, training.KindUnknown:
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
	if t, err := r.Cookie(paneCookie); err == nil && (t.Value == "ask" || t.Value == "terminal") {
		p.Pane = t.Value
	}
	p.Speak()
	if s.Store == nil { // the page is about no single home
		return p, nil
	}
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
	// A page contains no invisible characters, regardless of who wrote its texts. A
	// browser that has disconnected needs no error.
	_, _ = textclean.Writer(w).Write(rooted(guard.Root(ctx), b.String()))
}

// rooted returns a page whose own addresses, which begin with a slash, are below a
// session's root. Assets are open to everyone and keep their addresses.
func rooted(root, page string) []byte {
	out := make([]byte, 0, len(page)+len(page)/8)
	for {
		before, after, more := strings.Cut(page, `="/`)
		out = append(out, before...)
		if !more {
			return out
		}
		out = append(out, `="`...)
		switch before[strings.LastIndexByte(before, ' ')+1:] {
		case "href", "src", "action", "formaction", "data-href", "data-part":
			if !strings.HasPrefix(after, "assets/") {
				out = append(out, root...)
			}
		}
		out = append(out, '/')
		page = after
	}
}

func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	p.Title = p.Say("Page not found")
	s.render(ctx, w, p, http.StatusNotFound, page.Failure(p, &page.Problem{
		What: p.Say("There is no page at this address."), Fix: p.Say("Choose a page from the navigation."),
	}))
}

// broken answers when not even a page can be created.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	d := tools.Describe(err)
	s.Log.ErrorContext(r.Context(), "no page could be made", "path", r.URL.Path, "error", err)
	http.Error(w, d.String(), httpStatus(err))
}

// The cookies in which scripts keep the reader's choices.
const themeCookie, paneCookie = "lapkeep_theme", "lapkeep_pane"

// journalShown is the number of entries on the page.
const journalShown = 100

func (s *Server) journal(ctx context.Context, p *page.Page) (templ.Component, error) {
	entries, err := s.Store.Journal(ctx, p.Call.Scope, journalShown)
	if err != nil {
		return nil, err
	}
	waiting, err := s.Pending(ctx)
	if err != nil {
		return nil, err
	}
	var names map[training.PersonID]string
	if s.People != nil {
		if names, err = s.People.Names(ctx); err != nil {
			return nil, err
		}
	}
	return journalBody(p, waiting, entries, names), nil
}

// mostChanges is the number of changes that the page lists for one entry.
const mostChanges = 5

// changeLines returns the values of an entry before and after.
func changeLines(p *page.Page, e store.JournalEntry) (lines []string) {
	value := func(s i18n.Sentence) string {
		if s == "" {
			return p.Say("nothing")
		}
		return i18n.Clip(p.Dated(s.Cleaned(textclean.NameRunes)), i18n.MostQuoted)
	}
	all := journal.ChangesOf(e)
	for _, c := range all[:min(len(all), mostChanges)] {
		lines = append(lines, p.Say("%s, %s: %s → %s", page.Clean(c.Target), p.Label(c.Field), value(c.Before), value(c.After)))
	}
	if n := len(all) - len(lines); n > 0 {
		lines = append(lines, p.Say("and %s", i18n.Numbered(n, "other change", "other changes")))
	}
	return lines
}

// by returns the author of a change as text.
func by(p *page.Page, e store.JournalEntry, names map[training.PersonID]string) string {
	whose, agreed := page.Clean(names[e.Person]), page.Clean(names[e.ApprovedBy])
	switch {
	case whose != "" && agreed != "":
		return p.Say("an assistant of %s; %s agreed", whose, agreed)
	case whose != "":
		return p.Say("an assistant of %s", whose)
	case agreed != "":
		return p.Say("an assistant; %s agreed", agreed)
	}
	switch e.Face {
	case "mcp":
		return p.Say("an assistant")
	case "cli":
		return p.Say("the command line")
	case face:
		return p.Say("this page")
	case "import":
		return p.Say("an import")
	}
	return e.Face
}

// shared is an activity as shown to others.
type shared struct {
	a      *activity.Activity
	choice activity.Choice
	view   *activity.ShareView
}

// share reads an activity in the form in which it may leave the machine, without
// what only the athlete's own page may show. Places that are hidden from assistants
// are hidden from everyone else too.
func (s *Server) share(ctx context.Context, p *page.Page) (*shared, error) {
	call := *p.Call
	call.Scope.Audience = training.AudienceExport
	leaving := &page.Page{Call: &call, Site: p.Site}
	id := p.Request.PathValue("id")
	got := activity.Ask(ctx, leaving, page.Args{"id": id}, views.SectionSummary, views.SectionDevice, views.SectionLaps)
	if got.Err != nil {
		return nil, got.Failure()
	}
	out := &shared{a: got}
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

// sharePage shows the page that would be shared, with the form that creates it.
func (s *Server) sharePage(ctx context.Context, p *page.Page) (templ.Component, error) {
	v, err := s.share(ctx, p)
	if err != nil {
		return nil, err
	}
	return activity.Preview(p, v.a, v.choice, v.view), nil
}

// shareFile answers GET /activities/ID/share.html with the page as a file for
// download.
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
	_, _ = textclean.Writer(w).Write(b.Bytes()) // a browser that has disconnected needs no error
}

// sharePolicy returns a policy that allows only the file's own styles.
func sharePolicy(styles []byte) string {
	sum := sha256.Sum256(styles)
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src data:; base-uri 'none'; form-action 'none'"
}
