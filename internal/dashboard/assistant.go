package dashboard

import (
	"context"
	"slices"

	"github.com/a-h/templ"

	"lapkeep/internal/clients"
	"lapkeep/internal/training"
)

// assistantView is a client with what became of a step that was taken there.
type assistantView struct {
	clients.Setup
	said    string // by the command that installs
	offered bool   // nothing was written yet
}

func (p *page) assistant(id string) (clients.Setup, error) {
	if p.site.Setups == nil {
		return clients.Setup{}, notKnown(id)
	}
	all, err := p.site.Setups()
	if err != nil {
		return clients.Setup{}, err
	}
	if i := slices.IndexFunc(all, func(s clients.Setup) bool { return s.ID == id }); i >= 0 {
		return all[i], nil
	}
	return clients.Setup{}, notKnown(id)
}

func notKnown(id string) error {
	return training.Errorf(training.KindNotFound, "There is no client %q.", clean(id)).WithFix("Choose one from the list of the Start page.")
}

func assistantPage(_ context.Context, p *page) (templ.Component, error) {
	s, err := p.assistant(p.request.PathValue("id"))
	if err != nil {
		return nil, err
	}
	p.title = s.Name
	return assistantBody(p, &assistantView{Setup: s}), nil
}
