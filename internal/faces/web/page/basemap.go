package page

import "encoding/json"

// basemapJSON is the map that a page can show beneath a track, with its texts.
// If the map cannot be read, it has only an error.
type basemapJSON struct {
	BasemapView
	Words   map[string]string `json:"words"`
	Script  string            `json:"script"` // draws the map
	Trouble string            `json:"trouble,omitempty"`
}

// BasemapFor returns the map beneath a track as JSON, or "" if none is
// configured. origin is its tile server, if any, from which the page may then
// load pictures; nothing is requested before the athlete turns the map on.
func BasemapFor(p *Page) (text, origin string) {
	v, err := p.Site.Basemap()
	if err == nil && v.Tiles == "" {
		return "", ""
	}
	out := basemapJSON{BasemapView: v, Script: p.Site.Href("map.js"), Words: map[string]string{ // texts of the map
		"show":   p.Say("Show the map"),
		"note":   p.Say("The map comes from a file on your own disk. No one learns where you were."),
		"failed": p.Say("Some parts of the map could not be loaded. The track is complete. To try again, hide the map and show it."),
		"far":    p.Say("The map has no tiles for such a large area."),
	}}
	if v.Host != "" {
		out.Words["note"] = p.Say(
			"If you show the map, your browser loads it from %s. That server learns where you train, and your network address.", v.Host,
		)
	}
	if err != nil {
		why := p.Problem(err)
		out.Trouble = why.What + " " + why.Fix
	}
	b, _ := json.Marshal(out) // strings and numbers can always be marshalled
	return string(b), v.Origin
}
