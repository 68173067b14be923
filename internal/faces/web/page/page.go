// Package page is what the pages of all panels are made of: the page itself with
// its reader's language and units, what a tool answers it, tables and numbers as
// they are shown, and the parts of HTML that panels share.
//
// # Answer
//
// It is what the pages read of the tools' answers. A number stays the
// text that it came as: a page shows the tool's own digits.
//
// # Basemap
//
// It says which map lies beneath a track: none, the tiles of a
// server that the athlete named, or those of a PMTiles file on their disk.
//
// # Session
//
// It shows a session, planned or done, wherever a panel has one: its
// steps, its state, and what was planned beside what was done.
package page

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Page is one page that is being made.
type Page struct {
	Call     *tools.Call
	Site     Site
	Request  *http.Request
	Panel    Panel
	Title    string
	Theme    string // auto, light or dark
	Token    string // for what changes something
	Seq      int64  // the change up to which it shows
	Athlete  string // their name
	tables   []*Table
	english  bool // nobody says anything in another language
	labelled func() map[string]string
	Late     string // the name of scripts and styles that this page alone has
	Miles    bool   // distances are shown in miles, heights in feet
	Pictures string // the origin elsewhere that may show pictures on it
}

// Site is what the pages of a server have in common.
type Site struct {
	Table Tools
	// Panels are those of the navigation, in its order, and those that others lead to.
	Panels []Panel
	// Href is the address of a script, a style or a picture of the bundle.
	Href func(asset string) string
	// Journal are the latest writes.
	Journal func(ctx context.Context, s training.Scope, limit int) ([]store.JournalEntry, error)
	// Basemap is the map that may lie beneath a track; without an address there is none.
	Basemap func() (BasemapView, error)
	// Sessions are the browsers that were let in.
	Sessions func() []*guard.Session
	// Setups are the clients that can be given the tools; nil is that none can.
	Setups func() ([]clients.Setup, error)
	// WithKey says that other machines reach the page, with the key.
	WithKey bool
	// Log takes what no page can say: an answer that it cannot read.
	Log *slog.Logger
}

// Tools is the tool table, or as much of it as the page calls.
type Tools interface {
	Call(ctx context.Context, name string, c *tools.Call, args json.RawMessage) (tools.Result, error)
}

// Panel is an entry of the navigation, with what makes its page.
type Panel struct {
	ID, Path string
	Anchor   string // where the navigation leads on its page
	Icon     string
	Title    i18n.Sentence
	Hidden   bool   // it is reached from others
	Under    string // the panel that it belongs to
	Make     func(ctx context.Context, p *Page) (templ.Component, error)
}

// Href leads to the panel.
func (x Panel) Href() string { return strings.TrimSuffix(x.Path, "{$}") + x.Anchor }

// Say says a sentence in the reader's language.
func (p *Page) Say(format string, args ...any) string { return p.Call.Say(format, args...) }

// Query is a value of the address, which is the page's state.
func (p *Page) Query(name string) string { return strings.TrimSpace(p.Request.URL.Query().Get(name)) }

// reach is who can come to the page.
func (p *Page) reach() string {
	if p.Site.WithKey {
		return p.Say("open to who has the key")
	}
	return p.Say("on this machine only")
}

// Glossed is a title of the glossary in the reader's language.
func (p *Page) Glossed(title string) string { return i18n.Word(title).Say(p.Say) }
