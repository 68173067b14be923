package web

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"time"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/activity"
	"lapkeep/internal/faces/web/calendar"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/faces/web/today"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Store is what the page reads beside the tools.
type Store interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	LastChange(ctx context.Context) (int64, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error)
	Journal(ctx context.Context, s training.Scope, limit int) ([]store.JournalEntry, error)
	HiddenPlaces(ctx context.Context, s training.Scope) (document.HiddenPlaces, error)
}

// Options are what a dashboard works on.
type Options struct {
	Version string
	Table   page.Tools
	Store   Store
	// NewCall makes the context of one call for the page's own athlete.
	NewCall func(ctx context.Context) (*tools.Call, error)
	// AtOneMoment makes all that is read for one page be read at one moment.
	AtOneMoment func(ctx context.Context) context.Context
	// Pending are the writes that wait for the athlete's yes.
	Pending func(ctx context.Context) ([]journal.Preview, error)
	// Grant records that the athlete agreed to the write of a preview's token.
	Grant func(ctx context.Context, token string) error
	// Undo takes back the entry of the journal.
	Undo func(ctx context.Context, id string) (journal.Outcome, error)
	// Import reads a file that was uploaded, and says what became of it.
	Import func(ctx context.Context, c *tools.Call, path string) (json.RawMessage, error)
	// Setups are the clients that can be given the tools, and Install adds them to
	// one and says what became of it, or what would.
	Setups  func() ([]clients.Setup, error)
	Install func(ctx context.Context, client string, dryRun bool) (string, error)
	// UploadDir is where uploads wait until they are read; it is made when needed.
	UploadDir string
	// Basemap is the map that may lie beneath a track; the zero value is none.
	Basemap page.Source
	// Say and Language are those of who has no session yet.
	Say      func(format string, args ...any) string
	Language string
	// Explained says a text of the glossary in a language; nil leaves it in English.
	Explained func(language, english string) string
	Sessions  *guard.Sessions
	// Coach is what runs in the terminal; the zero value is none.
	Coach Coach
	Now   func() time.Time
	// Reach says who else may connect than browsers of this machine; its limits
	// are the page's own. A key in it means that other machines do.
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
	// newFile makes the file of an upload.
	newFile func(path string) (io.WriteCloser, error)
}

// New makes a server. Nothing is read before it is asked for.
func New(o Options) (*Server, error) {
	files, err := newAssets()
	if err != nil {
		return nil, err
	}
	s := &Server{Options: o, assets: files, events: newEvents(o.Store.LastChange), newFile: newFile}
	s.site = page.Site{
		Table: o.Table, Panels: s.panels(), Href: files.href, Journal: o.Store.Journal,
		Basemap:  func() (page.BasemapView, error) { return s.Basemap.View() },
		Sessions: o.Sessions.Open, Setups: o.Setups, WithKey: o.Reach.Key != nil, Log: o.Log,
	}
	s.terminal = s.newTerminal()
	return s, nil
}

// Handler is everything behind its wall. Events end with ctx.
func (s *Server) Handler(ctx context.Context) http.Handler {
	m := http.NewServeMux()
	for _, p := range s.site.Panels {
		m.HandleFunc("GET "+p.Path, s.shown(p))
	}
	m.HandleFunc("POST /api/{tool}", s.callTool)
	m.HandleFunc("POST "+today.BodyPath, s.formed("body", today.MarkBody))
	m.HandleFunc("POST /assistants/{id}", s.install)
	m.HandleFunc("POST /journal/{id}/undo", s.undo)
	m.HandleFunc("POST /activities/{id}", s.formed("activity", activity.Edit))
	m.HandleFunc("POST /calendar", s.formed("calendar", calendar.Add))
	m.HandleFunc("GET /activities/{id}/share.html", s.shareFile)
	m.HandleFunc("GET /calendar/{id}/{file}", s.workoutFile)
	m.HandleFunc("POST /calendar/{id}", s.formed("event", calendar.Edit))
	m.HandleFunc("POST /wellness", s.formed("wellness", today.Note))
	m.HandleFunc("POST /settings", s.formed("settings", setup.SaveSettings))
	m.HandleFunc("POST "+setup.SignOutPath, s.signOut)
	m.HandleFunc("POST /plan", s.formed("plan", calendar.PlanEdit))
	m.HandleFunc("POST /approvals/{token}", s.approve)
	m.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) { s.events.serve(ctx, w, r) })
	m.HandleFunc("GET /columns/{id}", s.columns)
	m.HandleFunc("GET /tiles/{z}/{x}/{y}", s.tile)
	m.HandleFunc("POST /upload", s.upload)
	s.routeTerminal(ctx, m)
	m.HandleFunc("/", s.nowhere)
	o := s.Reach
	o.Limits = guard.Limits{Turn: pageTurn}
	return guard.NewPages(s.Sessions, o).Wrap(m, s.assets, http.HandlerFunc(s.door))
}
