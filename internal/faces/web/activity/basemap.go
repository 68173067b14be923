package activity

import (
	"encoding/json"

	"lapkeep/internal/faces/web/page"
)

// basemapView is the map that a page may show beneath a track, and what it says of
// it. A map that cannot be read is only trouble.
type basemapView struct {
	page.BasemapView
	Words   map[string]string `json:"words"`
	Script  string            `json:"script,omitempty"` // draws vector tiles
	Trouble string            `json:"trouble,omitempty"`
}

// basemapFor is the map beneath a track as JSON, "" if none is named. Its server
// alone, if it has one, may then send pictures to the page; none is asked for
// before the athlete wants the map.
func basemapFor(p *page.Page) (text, origin string) {
	v, err := p.Site.Basemap()
	if err == nil && v.Tiles == "" {
		return "", ""
	}
	out := basemapView{BasemapView: v, Words: map[string]string{ // texts
		"show":   p.Say("Show the map beneath"),
		"note":   p.Say("The map is read from a file on your own disk. Nobody learns where you were."),
		"failed": p.Say("Some parts of the map could not be loaded. The track is complete. Hide the map and show it again to try once more."),
		"far":    p.Say("The map has no tiles for so wide an area."),
	}}
	if v.Vector {
		out.Script = p.Site.Href("vectormap.js")
	}
	if v.Host != "" {
		out.Words["note"] = p.Say(
			"If you show the map, your browser asks %s for it, and that server learns where you ride and your network address.", v.Host,
		)
	}
	if err != nil {
		why := p.Problem(err)
		out.Trouble = why.What + " " + why.Fix
	}
	b, _ := json.Marshal(out) // it is texts and numbers
	return string(b), v.Origin
}
