package web

import (
	"net/http"
	"strconv"

	"lapkeep/internal/training"
)

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
