package web

import (
	"context"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/store"

	"github.com/a-h/templ"
)

// journalShown is how many entries the page has.
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
	return journalBody(p, waiting, entries), nil
}

// by is who wrote.
func by(p *page.Page, e store.JournalEntry) string {
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
