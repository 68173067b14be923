package dashboard

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/clients"
	"lapkeep/internal/dashboard/basemap"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// page is one page that is being made.
type page struct {
	call     *tools.Call
	site     Site
	request  *http.Request
	panel    panel
	title    string
	theme    string // auto, light or dark
	token    string // for what changes something
	seq      int64  // the change up to which it shows
	athlete  string // their name
	tables   []*table
	labelled map[string]string
	late     string // the name of scripts and styles that this page alone has
	miles    bool   // distances are shown in miles, heights in feet
	pictures string // the origin elsewhere that may show pictures on it
}

// Site is what the pages of a server have in common.
type Site struct {
	Table Table
	// Panels are those of the navigation, in its order, and those that others lead to.
	Panels []panel
	// Href is the address of a script, a style or a picture of the bundle.
	Href func(asset string) string
	// Journal are the latest writes.
	Journal func(ctx context.Context, s training.Scope, limit int) ([]store.JournalEntry, error)
	// Basemap is the map that may lie beneath a track; without an address there is none.
	Basemap func() (basemap.View, error)
	// Setups are the clients that can be given the tools; nil is that none can.
	Setups func() ([]clients.Setup, error)
	// WithKey says that other machines reach the page, with the key.
	WithKey bool
}

// Table is the tool table, or as much of it as the page calls.
type Table interface {
	Call(ctx context.Context, name string, c *tools.Call, args json.RawMessage) (tools.Result, error)
}

// panel is an entry of the navigation, with what makes its page.
type panel struct {
	id, path string
	icon     string
	title    phrase.Sentence
	hidden   bool   // it is reached from others
	under    string // the panel that it belongs to
	make     func(ctx context.Context, p *page) (templ.Component, error)
}

// say says a sentence in the reader's language.
func (p *page) say(format string, args ...any) string { return p.call.Say(format, args...) }

// query is a value of the address, which is the page's state.
func (p *page) query(name string) string { return strings.TrimSpace(p.request.URL.Query().Get(name)) }

// reach is who can come to the page.
func (p *page) reach() string {
	if p.site.WithKey {
		return p.say("open to who has the key")
	}
	return p.say("on this machine only")
}

// glossed is a title of the glossary in the reader's language.
func (p *page) glossed(title string) string { return phrase.Word(title).Say(p.say) }
