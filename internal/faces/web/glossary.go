package web

import (
	"context"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

func glossaryPage(_ context.Context, p *page.Page) (templ.Component, error) {
	return glossaryBody(p, glossary.Groups()), nil
}

func (s *Server) glossaryEntry(_ context.Context, p *page.Page) (templ.Component, error) {
	e, ok := glossary.Find(p.Request.PathValue("key"))
	if !ok {
		return nil, training.Errorf(training.KindNotFound, "The glossary has no entry %q.", page.Clean(p.Request.PathValue("key"))).
			WithFix("Look through the whole glossary.")
	}
	p.Title = entryTitle(p, e)
	return entryBody(p, s.explainedIn(p.Call.Language, e)), nil
}

// entryTitle is what a metric is called, in the reader's language.
func entryTitle(p *page.Page, e glossary.Entry) string { return p.Glossed(e.Title) }

// explainedIn is an entry with its texts in a language.
func (s *Server) explainedIn(language string, e glossary.Entry) glossary.Entry {
	if s.Explained == nil {
		return e
	}
	for _, text := range []*string{&e.Formula, &e.Inputs, &e.Needs, &e.Unit, &e.Source, &e.Limits, &e.Differs, &e.Proof} {
		*text = s.Explained(language, *text)
	}
	return e
}
