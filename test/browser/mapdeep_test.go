package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// mapServer gives every tile the same picture, and notes which were asked for. While it
// is slow it gives none, until who asked no longer wants it.
type mapServer struct {
	mu           sync.Mutex
	picture      []byte
	asked        map[[3]int]int
	slow         bool
	held, gaveUp int
}

func (s *mapServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var z, x, y int
	if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d/%d.png", &z, &x, &y); err != nil {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.asked[[3]int{z, x, y}]++
	slow := s.slow
	if slow {
		s.held++
	}
	s.mu.Unlock()
	if slow {
		<-r.Context().Done()
		s.mu.Lock()
		s.gaveUp++
		s.mu.Unlock()
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(s.picture)
}

// taken are the tiles that were asked for since this was called last.
func (s *mapServer) taken() map[[3]int]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.asked
	s.asked = map[[3]int]int{}
	return all
}

// loaded waits until each picture of a tile that the map holds is there.
func (b *tab) loaded(t testing.TB) {
	t.Helper()
	b.drawn(t)
	b.until(t, `tiles.length > 0 && tiles.filter((i) => i.hasAttribute("src")).every((i) => i.complete)`)
}

// zooms are those of tiles, from the coarsest to the finest.
func zooms(all map[[3]int]int) (least, most int) {
	least = 99
	for at := range all {
		least, most = min(least, at[0]), max(most, at[0])
	}
	return least, most
}

// TestTilesFollowTheZoom: they are finer the closer one looks, of no place but that of
// the track, no more than the most are held, and what is no longer in view is not
// waited for.
func TestTilesFollowTheZoom(t *testing.T) {
	s := &mapServer{picture: red(t), asked: map[[3]int]int{}}
	tiles := httptest.NewServer(s)
	t.Cleanup(tiles.Close)
	configured(t, `map_tiles: "`+tiles.URL+`/{z}/{x}/{y}.png"`)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	onMap(t, b, path, 1440)
	b.do(t, chromedp.Evaluate[chromedp.Void](`window.tiles = []; window.Image = class { constructor() { const i = document.createElement("img"); tiles.push(i); return i; } }`))
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`))
	b.loaded(t)
	whole := s.taken()
	_, coarse := zooms(whole)
	within := func(all map[[3]int]int) {
		t.Helper()
		for at := range all {
			up := at[0] - coarse
			if up < 0 || whole[[3]int{coarse, at[1] >> up, at[2] >> up}] == 0 {
				t.Errorf("tile %v lies outside of the whole track", at)
			}
		}
	}
	for range 3 {
		b.zoomButton(t, 0)
		b.loaded(t)
	}
	near := s.taken()
	within(near)
	if least, most := zooms(near); most != coarse+3 || least != coarse+1 {
		t.Errorf("tiles of %d to %d were asked for after those of %d, three times closer", least, most, coarse)
	}
	s.mu.Lock()
	s.slow = true
	s.mu.Unlock()
	b.zoomButton(t, 0)
	b.zoomButton(t, 0)
	b.drawn(t)
	b.waits(t, s, "none is asked for", func() bool { return s.held > 2 })
	b.zoomButton(t, 2)
	b.waits(t, s, "they are still waited for", func() bool { return s.gaveUp == s.held })
	s.mu.Lock()
	s.slow = false
	s.mu.Unlock()
	if again := s.taken(); len(again) == 0 {
		t.Error("no tile of what was close was asked for")
	} else {
		within(again)
	}
	b.many(t, s)
	within(s.taken())
	for _, w := range b.elsewhere(tiles.URL) {
		if !strings.Contains(w, "ERR_ABORTED") {
			t.Error(w)
		}
	}
}

// waits until something holds of the server.
func (b *tab) waits(t testing.TB, s *mapServer, why string, holds func() bool) {
	t.Helper()
	for range 500 {
		s.mu.Lock()
		yes := holds()
		s.mu.Unlock()
		if yes {
			return
		}
		select {
		case <-b.Done():
			t.Fatal(b.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatal(why)
}

// many looks at more places than tiles are held of, and counts those that are.
func (b *tab) many(t testing.TB, s *mapServer) {
	t.Helper()
	for range 8 {
		b.zoomButton(t, 0)
		b.loaded(t)
	}
	asked := 0
	for range 60 {
		b.do(t, chromedp.Evaluate[chromedp.Void](`for (let i = 0; i < 4; i++) document.querySelector("canvas.track").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, cancelable: true}))`))
		b.loaded(t)
		s.mu.Lock()
		asked = len(s.asked)
		s.mu.Unlock()
		if asked > 300 {
			break
		}
	}
	held := eval[int](t, b, `tiles.filter((i) => i.hasAttribute("src")).length`)
	if asked <= 300 || held > 256 || held < 100 {
		t.Errorf("%d tiles are held of %d", held, asked)
	}
}
