package web

import (
	"context"
	"net/http"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/own"
	"lapkeep/internal/faces/web/page"
)

// aboveHome leads from the pages of a home to the list of homes.
const aboveHome = "/../../"

// Homes shows the athletes of many homes, and below them the pages of each home.
type Homes struct {
	list *Server // without a store
	take func(ctx context.Context, name string) (pages http.Handler, done func(), err error)
}

// NewHomes returns the pages of many homes. The options are those of the list: it has no store, and
// its table answers about all homes. take returns the pages of a home, which can be used until done
// is called.
func NewHomes(o Options, take func(ctx context.Context, name string) (pages http.Handler, done func(), err error)) (*Homes, error) {
	files, err := newAssets()
	if err != nil {
		return nil, err
	}
	s := &Server{Options: o, assets: files, events: newEvents(func(context.Context) (int64, error) { return 0, nil })}
	s.AtOneMoment = func(ctx context.Context) context.Context { return ctx }
	s.site = page.Site{Table: o.Table, Href: files.href, Sessions: o.Sessions.Open, Log: o.Log, Homes: true, Panels: []page.Panel{
		{ID: "homes", Path: "/{$}", Icon: "roster", Title: "Roster", Make: own.Roster},
	}}
	return &Homes{s, take}, nil
}

// Handler returns the handler of all pages, as that of a [Server].
func (h *Homes) Handler(ctx context.Context) http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /{$}", h.list.shown(h.list.site.Panels[0]))
	m.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) { h.list.events.serve(ctx, w, r) })
	m.HandleFunc(page.HomesPath+"{name}/", h.home)
	m.HandleFunc("/", h.list.nowhere)
	return h.list.guarded(m)
}

// home answers with a page of one home.
func (h *Homes) home(w http.ResponseWriter, r *http.Request) {
	pages, done, err := h.take(r.Context(), r.PathValue("name"))
	if err != nil {
		h.unopened(w, r, err)
		return
	}
	defer done()
	below := page.HomesPath + r.PathValue("name") // a home's name needs no escapes
	http.StripPrefix(below, pages).ServeHTTP(w, r.WithContext(guard.Below(r.Context(), below)))
}

// unopened answers for a home that cannot be opened.
func (h *Homes) unopened(w http.ResponseWriter, r *http.Request, err error) {
	p, broken := h.list.newPage(r.Context(), r)
	if broken != nil {
		h.list.broken(w, r, broken)
		return
	}
	p.Title = p.Say("Roster")
	h.list.render(r.Context(), w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
}
