package own

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/routes"
	"lapkeep/internal/faces/web/page"
)

// MapPath is the path of the heat map, and of its tiles.
const MapPath = "/map"

type mapView struct {
	*routes.Heat

	page.Own

	basemap string // the map beneath it, as JSON
}

// Map shows where the activities of all time, or of one sport, were.
func Map(ctx context.Context, p *page.Page, h *routes.Heat) templ.Component {
	v := &mapView{Heat: h, Own: p.FindOwn(ctx)}
	if h.Activities > 0 {
		v.basemap, p.Pictures = page.BasemapFor(p)
	}
	return mapBody(p, v)
}

// tiles returns the address of a tile, with placeholders.
func tiles(p *page.Page) string { return MapPath + "/{z}/{x}/{y}" + ofSport(p, url.Values{}) }

// still returns the address of the first view as one picture.
func (v *mapView) still(p *page.Page) string {
	at := MapPath
	for _, n := range []int{v.View.Zoom, v.View.X, v.View.Y} {
		at += "/" + strconv.Itoa(n)
	}
	return at + ofSport(p, url.Values{"side": {strconv.Itoa(v.View.Side)}})
}

// ofSport returns the query of an address for the chosen sport.
func ofSport(p *page.Page, q url.Values) string {
	if sport := p.Query("sport"); sport != "" {
		q.Set("sport", sport)
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// edges returns the edges of a window as JSON.
func edges(v routes.HeatView) string {
	south, west, north, east := v.Bounds()
	b, _ := json.Marshal([]float64{south, west, north, east}) // numbers
	return string(b)
}
