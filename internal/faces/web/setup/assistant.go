package setup

import (
	"context"
	"slices"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// AssistantView is a client with what became of a step that was taken there.
type AssistantView struct {
	clients.Setup
	Said    string // by the command that installs
	Offered bool   // nothing was written yet
}

// Client is the one of an id.
func Client(p *page.Page, id string) (clients.Setup, error) {
	if p.Site.Setups == nil {
		return clients.Setup{}, notKnown(id)
	}
	all, err := p.Site.Setups()
	if err != nil {
		return clients.Setup{}, err
	}
	if i := slices.IndexFunc(all, func(s clients.Setup) bool { return s.ID == id }); i >= 0 {
		return all[i], nil
	}
	return clients.Setup{}, notKnown(id)
}

func notKnown(id string) error {
	return training.Errorf(training.KindNotFound, "There is no client %q.", page.Clean(id)).
		WithFix("Choose one from the list of the Start page.")
}

// Assistant is the page of one assistant: how it is given the tools.
func Assistant(_ context.Context, p *page.Page) (templ.Component, error) {
	s, err := Client(p, p.Request.PathValue("id"))
	if err != nil {
		return nil, err
	}
	p.Title = s.Name
	return AssistantBody(p, &AssistantView{Setup: s}), nil
}
