package dashboard

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/store"
)

// journalShown is how many entries the page has.
const journalShown = 100

func (s *Server) journal(ctx context.Context, p *page) (templ.Component, error) {
	entries, err := s.Store.Journal(ctx, p.call.Scope, journalShown)
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
func (p *page) by(e store.JournalEntry) string {
	switch e.Face {
	case "mcp":
		return p.say("an assistant")
	case "cli":
		return p.say("the command line")
	case face:
		return p.say("this page")
	case "import":
		return p.say("an import")
	}
	return e.Face
}
