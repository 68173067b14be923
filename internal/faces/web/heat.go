package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/routes"
	"lapkeep/internal/faces/web/own"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// heatOf returns the heat map of the sport in the address.
func (s *Server) heatOf(ctx context.Context, p *page.Page) (*routes.Heat, error) {
	return s.heat.Read(ctx, s.Store, p.Call.Scope, training.Sport(p.Query("sport")))
}

func (s *Server) heatPage(ctx context.Context, p *page.Page) (templ.Component, error) {
	h, err := s.heatOf(ctx, p)
	if err != nil {
		return nil, err
	}
	return own.Map(ctx, p, h), nil
}

// heatTile answers GET /map/ZOOM/X/Y with a tile of the heat map, or with the number of
// tiles across that the address asks for.
func (s *Server) heatTile(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	v := routes.HeatView{Zoom: whole(r.PathValue("zoom")), X: whole(r.PathValue("x")), Y: whole(r.PathValue("y")), Side: 1}
	if side := p.Query("side"); side != "" {
		v.Side = whole(side)
	}
	var b []byte
	h, err := s.heatOf(r.Context(), p)
	if err == nil {
		b, err = h.Picture(v)
	}
	if err != nil {
		failed(w, p, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(b) //nolint:gosec // a picture; a browser that has disconnected needs no error
}

// whole returns a number of an address, or -1 for anything else.
func whole(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return -1
	}
	return int(n)
}
