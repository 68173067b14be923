package web

import (
	"context"
	"net/http"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"

	"github.com/a-h/templ"
)

// coachPath is that of the panel, and of what belongs to its terminal.
const coachPath = "/coach"

// coachCommand turns the terminal on, with what stands for the athlete's program.
const coachCommand = "lapkeep dashboard --terminal COMMAND"

// Coach is the athlete's own program in a terminal of the page.
type Coach struct {
	// Start starts it; nil is no terminal.
	Start func(s terminal.Size) (terminal.Program, error)
	// Name and Folder say which program it is, and where it runs.
	Name, Folder string
	// Never says why there is none and none can be turned on; empty is that one can.
	Never i18n.Sentence
}

// newTerminal is the terminal of the options, nil if there is none.
func (s *Server) newTerminal() *terminal.Terminal {
	if s.Coach.Start == nil || s.Reach.Key != nil {
		return nil // who comes with a key comes from elsewhere; without one each session is of a ticket of this start
	}
	return terminal.New(terminal.Options{Start: s.Coach.Start, Now: s.Now, Say: s.sayTo})
}

// sayTo is an error in the language of who asked.
func (s *Server) sayTo(r *http.Request, err error) string {
	p, broken := s.newPage(r.Context(), r)
	if broken != nil {
		return tools.Describe(err).String()
	}
	why := p.Problem(err)
	return why.What + " " + why.Fix
}

// routeTerminal leads to the terminal; without one there are no such paths.
func (s *Server) routeTerminal(ctx context.Context, m *http.ServeMux) {
	if s.terminal == nil {
		return
	}
	m.HandleFunc("POST "+coachPath+"/ticket", s.terminal.Ticket)
	m.HandleFunc("POST "+coachPath+"/stop", s.terminal.Stop)
	m.HandleFunc("GET "+coachPath+"/terminal", func(w http.ResponseWriter, r *http.Request) { s.terminal.Serve(ctx, w, r) })
}

// Close ends the program of the terminal, and returns when nothing is left of it.
func (s *Server) Close() {
	if s.terminal != nil {
		s.terminal.Close()
	}
}

func (s *Server) coach(_ context.Context, p *page.Page) (templ.Component, error) {
	if s.terminal == nil {
		return coachOff(p, s.Coach), nil
	}
	p.Late = "coach"
	return coachBody(p, s.Coach), nil
}
