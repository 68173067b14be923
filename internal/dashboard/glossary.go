package dashboard

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

func glossaryPage(_ context.Context, p *page) (templ.Component, error) {
	return glossaryBody(p, glossary.Groups()), nil
}

func glossaryEntry(_ context.Context, p *page) (templ.Component, error) {
	e, ok := glossary.Find(p.request.PathValue("key"))
	if !ok {
		return nil, training.Errorf(training.KindNotFound, "The glossary has no entry %q.", clean(p.request.PathValue("key"))).
			WithFix("Look through the whole glossary.")
	}
	p.title = p.entryTitle(e)
	return entryBody(p, e), nil
}

// entryTitle is what a metric is called, in the reader's language.
func (p *page) entryTitle(e glossary.Entry) string { return p.glossed(e.Title) }

// glossed is a title of the glossary in the reader's language.
func (p *page) glossed(title string) string { return phrase.Word(title).Say(p.say) }

// explained is a text of an entry in the reader's language.
func (p *page) explained(text string) string {
	if p.server.Explained == nil {
		return text
	}
	return p.server.Explained(p.call.Language, text)
}
