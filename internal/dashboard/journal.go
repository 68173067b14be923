package dashboard

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
)

// journalShown is how many entries the page has.
const journalShown = 100

func journalPage(ctx context.Context, p *page) (templ.Component, error) {
	entries, err := p.server.Store.Journal(ctx, p.call.Scope, journalShown)
	if err != nil {
		return nil, err
	}
	waiting, err := p.server.Pending(ctx)
	if err != nil {
		return nil, err
	}
	return journalBody(p, waiting, entries), nil
}

func (p *page) entryText(e store.JournalEntry) string { return phrase.Sentence(e.Summary).In(p.say) }

// at is when an entry was made, in the athlete's time.
func (p *page) at(e store.JournalEntry) string {
	t := e.At.In(p.call.Location)
	return p.day(t.Format("2006-01-02")) + " " + t.Format("15:04")
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

func count(n int) num { return json.Number(strconv.Itoa(n)) }
