package dashboard

import (
	"context"

	"github.com/a-h/templ"

	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/training"
)

func glossaryPage(_ context.Context, p *page) (templ.Component, error) {
	return glossaryBody(p, glossary.Groups()), nil
}

func (s *Server) glossaryEntry(_ context.Context, p *page) (templ.Component, error) {
	e, ok := glossary.Find(p.request.PathValue("key"))
	if !ok {
		return nil, training.Errorf(training.KindNotFound, "The glossary has no entry %q.", clean(p.request.PathValue("key"))).
			WithFix("Look through the whole glossary.")
	}
	p.title = p.entryTitle(e)
	return entryBody(p, s.explainedIn(p.call.Language, e)), nil
}

// entryTitle is what a metric is called, in the reader's language.
func (p *page) entryTitle(e glossary.Entry) string { return p.glossed(e.Title) }

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
