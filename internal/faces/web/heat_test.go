package web_test

import (
	"bytes"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/derive"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestTheMap: the page has a picture that needs no script, and tiles of the chosen sport;
// they have what the activities have, and nothing of other servers.
func TestTheMap(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/map", "No activity has a track.")
	line := []route.Point{{Lat: 4700000, Lon: 800000}, {Lat: 4712000, Lon: 812000}}
	data := derive.EncodeRoute(&route.Sketch{Line: line, Extent: route.ExtentOf(line)})
	s.store.tracks = []store.Primitive{
		{Activity: "a", Sport: training.Cycling, Data: data},
		{Activity: "b", Sport: training.Running, Data: data},
		{Activity: "c", Sport: training.Running, Data: []byte("damaged")},
	}
	s.store.seq.Add(1000)
	body := s.holds(t, "/map", `data-tiles="/map/{z}/{x}/{y}"`)
	if strings.Contains(body, "data-basemap=\"{") {
		t.Error("there is a map that nobody configured")
	}
	still := regexp.MustCompile(`class="heat-still" src="([^"]+)"`).FindStringSubmatch(body)
	if still == nil {
		t.Fatal("there is no picture")
	}
	res, picture := s.ask(t, http.MethodGet, strings.ReplaceAll(still[1], "&amp;", "&"), nil)
	m, err := png.Decode(bytes.NewReader([]byte(picture)))
	if err != nil || res.Header.Get("Content-Type") != "image/png" || m.Bounds().Dx() != 512 {
		t.Fatalf("%s: %v %v", still[1], res.Header, err)
	}
	s.holds(t, "/map?sport=running", `data-tiles="/map/{z}/{x}/{y}?sport=running"`)
	for path, want := range map[string]int{
		"/map/0/0/0": http.StatusOK, "/map/12/2139/1438?sport=swimming": http.StatusOK, "/map/13/0/0": http.StatusNotFound,
		"/map/x/0/0": http.StatusNotFound, "/map/1/-1/0": http.StatusNotFound, "/map/1/99999999999999999999/0": http.StatusNotFound,
		"/map/3/0/0?side=9": http.StatusNotFound, "/map/3/0/0?side=": http.StatusOK, "/map/3/7/7?side=2": http.StatusNotFound,
	} {
		if res, _ := s.ask(t, http.MethodGet, path, nil); res.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, res.StatusCode, want)
		}
	}
	s.server.Basemap = page.Source{Tiles: "https://tiles.example.org/{z}/{x}/{y}.png"}
	if res, body := s.ask(t, http.MethodGet, "/map", nil); !strings.Contains(body, "from tiles.example.org. That server learns") ||
		!strings.Contains(res.Header.Get("Content-Security-Policy"), "img-src 'self' data: https://tiles.example.org; ") {
		t.Error("the configured map is not offered")
	}
	if res, err := http.Get(s.URL + "/map/0/0/0"); err != nil || res.StatusCode == http.StatusOK {
		t.Errorf("without a session: %v %v", res, err)
	}
}
