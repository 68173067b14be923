package dashboard

import (
	"encoding/json"
	"net/http"
	"strconv"

	"lapkeep/internal/dashboard/basemap"
	"lapkeep/internal/training"
)

// basemapView is the map that a page may show beneath a track, and what it says of
// it. A map that cannot be read is only trouble.
type basemapView struct {
	basemap.View
	Words   map[string]string `json:"words"`
	Trouble string            `json:"trouble,omitempty"`
}

// basemapFor is the map beneath a track as JSON, "" if none is named. Its server
// alone, if it has one, may then send pictures to the page; none is asked for
// before the athlete wants the map.
func (p *page) basemapFor() (text, origin string) {
	v, err := p.server.Basemap.View()
	if err == nil && v.Tiles == "" {
		return "", ""
	}
	out := basemapView{View: v, Words: map[string]string{ // texts
		"show":   p.say("Show the map beneath"),
		"note":   p.say("The map is read from a file on your own disk. Nobody learns where you were."),
		"failed": p.say("Some parts of the map could not be loaded. The track is complete. Hide the map and show it again to try once more."),
		"far":    p.say("The map has no tiles for so wide an area."),
	}}
	if v.Host != "" {
		out.Words["note"] = p.say(
			"If you show the map, your browser asks %s for it, and that server learns where you ride and your network address.", v.Host,
		)
	}
	if err != nil {
		why := p.problem(err)
		out.Trouble = why.What + " " + why.Fix
	}
	b, _ := json.Marshal(out) // it is texts and numbers
	return string(b), v.Origin
}

// tile is GET /tiles/Z/X/Y, of the archive that the athlete named.
func (s *Server) tile(w http.ResponseWriter, r *http.Request) {
	z, zerr := strconv.Atoi(r.PathValue("z"))
	x, xerr := strconv.Atoi(r.PathValue("x"))
	y, yerr := strconv.Atoi(r.PathValue("y"))
	if zerr != nil || xerr != nil || yerr != nil || z < 0 {
		http.NotFound(w, r)
		return
	}
	b, media, err := s.Basemap.Tile(z, x, y)
	switch {
	case training.KindOf(err) == training.KindNotFound && err != nil:
		w.WriteHeader(http.StatusNoContent) // it lies beyond the map, which is no failure
		return
	case err != nil:
		s.Log.InfoContext(r.Context(), "no tile of the map file", "error", err)
		w.WriteHeader(httpStatus(err)) // the page says it
		return
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(b) // who is gone reads no error
}
