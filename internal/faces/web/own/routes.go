package own

import (
	"cmp"
	"context"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/routes"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

const routesPath = "/routes"

type routesView struct {
	page.Answer[routes.List]

	table *page.Table
}

// Routes shows the routes that the athlete drew or collected.
func Routes(ctx context.Context, p *page.Page) (templ.Component, error) {
	in := page.Args{}
	page.Take(in, p.Request.URL.Query(), "text")
	v := &routesView{Answer: page.Ask[routes.List](ctx, p, "list_routes", in)}
	v.table = p.Show(page.TableOf("routes", p.Say("Routes"), v.V.Routes,
		page.TextField("track", p.Say("Track"), func(r *routes.Head) page.Cell { return page.TrackCell(r.Track) }),
		page.TextField("name", p.Say("Name"), func(r *routes.Head) page.Cell {
			return page.NameCell(r.Name, p.Say("Without a name"), page.Link(routesPath+"/", r.ID))
		}),
		page.SportField(p, func(r *routes.Head) training.Sport { return r.Sport }),
		page.Numbers[routes.Head](p, "distance_km"),
		page.TextField("description", p.Say("Description"), func(r *routes.Head) page.Cell { return page.Words(r.Description) }),
		page.TextField("sources", p.Say("From"), func(r *routes.Head) page.Cell {
			names := make([]string, len(r.Sources))
			for i, s := range r.Sources {
				names[i] = p.Teller(s)
			}
			return page.Words(strings.Join(names, ", "))
		}),
	))
	return routesBody(p, v), nil
}

type routeView struct {
	routes.Detail

	table *page.Table
	line  string // the track as an SVG path, or "" if it is not known
}

// mostWay is the number of points of the drawn track, and wayWide and wayHigh are the size
// of its box.
const (
	mostWay          = 200
	wayWide, wayHigh = 100, 60
)

// Route shows a route with the activities that followed it.
func Route(ctx context.Context, p *page.Page) (templ.Component, error) {
	a := page.Ask[routes.Detail](ctx, p, "get_route", page.Args{"id": p.Request.PathValue("id"), "points": mostWay})
	if err := a.Failure(); err != nil {
		return nil, err
	}
	v := &routeView{Detail: a.V}
	if w := a.V.Way; w != nil {
		v.line = page.Drawn(w.LatitudeDeg, w.LongitudeDeg, wayWide, wayHigh)
	}
	p.Title = cmp.Or(page.Clean(v.Name), p.Title)
	v.table = p.Show(page.TableOf("followed", p.Say("Activities on this route"), v.Activities,
		page.TextField("local_date", p.Say("Date"), func(f *routes.Following) page.Cell { return p.DateCell(f.Date.String()) }),
		page.TextField("name", p.Say("Name"), func(f *routes.Following) page.Cell {
			return page.NameCell(f.Name, p.Sport(string(f.Sport)), page.Link("/activities/", f.ID))
		}),
		page.Numbers[routes.Following](p, "distance_km", "duration_s", "route_overlap_pct"),
		page.TextField("reversed", p.Say("Direction"), func(f *routes.Following) page.Cell {
			if f.Reversed {
				return page.Words(p.Say("reversed"))
			}
			return page.Words("")
		}),
	))
	return routeBody(p, v), nil
}
