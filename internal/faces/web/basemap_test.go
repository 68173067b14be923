package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/faces/web/page"
)

// TestOnlyATracksPageNamesItsTileServer: without one no page does, and with one the
// pages of activities with a track alone.
func TestOnlyATracksPageNamesItsTileServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	policy := func(path string) (policy, page string) {
		res, page := s.ask(t, http.MethodGet, path, nil)
		return res.Header.Get("Content-Security-Policy"), page
	}
	track := func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"cadence",`), []byte(`"cadence","latitude",`))
	}
	s.table.change = track
	for _, path := range everyPage() {
		if p, _ := policy(path); strings.Contains(p, "http") {
			t.Errorf("%s: %s", path, p)
		}
	}
	s.server.Basemap = page.Source{Tiles: "https://tiles.example.org/{z}/{x}/{y}.png?key=k"}
	for _, path := range everyPage() {
		p, page := policy(path)
		ride := strings.HasPrefix(path, "/activities/") && !strings.Contains(path, "/share") // which has no map
		if named := strings.Contains(p, "img-src 'self' data: https://tiles.example.org; "); named != ride || strings.Count(p, "http") > 1 {
			t.Errorf("%s: %s", path, p)
		}
		if ride && !strings.Contains(page, "asks tiles.example.org for it, and that server learns where you ride") {
			t.Errorf("%s does not say what its server learns", path)
		}
	}
	if _, page := s.ask(t, http.MethodGet, "/activities/ride", nil); strings.Contains(page, "vectormap") {
		t.Error("the page of a map of pictures names what draws shapes")
	}
	s.table.change = nil
	if p, page := policy("/activities/ride"); strings.Contains(p, "http") || strings.Contains(page, "tiles.example.org") {
		t.Errorf("without a track: %s", p)
	}
	s.table.change = track
	s.server.Basemap.Tiles = "https://me:secret@tiles.example.org/{z}/{x}/{y}.png"
	p, page := policy("/activities/ride")
	if strings.Contains(p, "http") || strings.Contains(page, "secret") || !strings.Contains(page, "map_tiles holds a name") {
		t.Errorf("an address that is refused: %s", p)
	}
}

// TestTilesAreBehindTheSession: the archive is read for who is in, and by nobody else.
func TestTilesAreBehindTheSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	for at, v := range map[int]byte{8: 127, 16: 5, 24: 132, 40: 132, 56: 132, 64: 2, 97: 1, 98: 1, 99: 2} {
		head[at] = v
	}
	path := filepath.Join(t.TempDir(), "map.pmtiles")
	if err := os.WriteFile(path, append(head, 1, 0, 1, 2, 1, 'o', 'k'), 0o600); err != nil {
		t.Fatal(err)
	}
	s.server.Basemap = page.Source{File: path}
	for at, want := range map[string]int{
		"/tiles/0/0/0": http.StatusOK, "/tiles/1/0/0": http.StatusNoContent,
		"/tiles/0/0/0.png": http.StatusNotFound, "/tiles/-1/0/0": http.StatusNotFound,
	} {
		res, body := s.ask(t, http.MethodGet, at, nil)
		if res.StatusCode != want || want == http.StatusOK && (body != "ok" || res.Header.Get("Content-Type") != "image/png") {
			t.Errorf("%s: %d %q", at, res.StatusCode, body)
		}
	}
	head[99] = 1
	if err := os.WriteFile(path, append(head, 1, 0, 1, 2, 1, 'o', 'k'), 0o600); err != nil {
		t.Fatal(err)
	}
	res, body := s.ask(t, http.MethodGet, "/tiles/0/0/0", nil)
	h := res.Header
	if body != "ok" || h.Get("Content-Type") != "application/vnd.mapbox-vector-tile" || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a vector tile: %q %v", body, h)
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"cadence",`), []byte(`"cadence","latitude",`))
	}
	res, body = s.ask(t, http.MethodGet, "/activities/ride", nil)
	if !strings.Contains(body, "/assets/vectormap.") || strings.Contains(res.Header.Get("Content-Security-Policy"), "http") {
		t.Errorf("the page of a vector map: %v", res.Header)
	}
	r := s.request(t, http.MethodGet, "/tiles/0/0/0", nil)
	r.Header.Del("Cookie")
	if res, body := do(t, r); res.StatusCode != http.StatusUnauthorized || body == "ok" {
		t.Errorf("without a session: %d", res.StatusCode)
	}
}
