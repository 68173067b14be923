package browser

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// red returns a picture of a tile.
func red(t testing.TB) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 256, 256))
	for i := range 256 * 256 {
		m.Set(i%256, i/256, color.RGBA{230, 20, 20, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// configured makes a copy of the demo's home with lines in its config.
func configured(t testing.TB, lines ...string) {
	t.Helper()
	home := copied(t)
	text := strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(home, "config.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

const mapButton = `document.querySelector(".map-tools button")`

// reddest counts points of the track's canvas that are of the tiles: a picture of
// elsewhere makes a canvas that no script reads, so that it is photographed.
func reddest(t testing.TB, b *tab) (n int) {
	t.Helper()
	at := eval[[]float64](t, b, `(() => { const c = document.querySelector("canvas.track"); c.scrollIntoView(); const r = c.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })()`)
	shot, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("LAPKEEP_MAP_SHOTS"); dir != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-")
		_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, len(shot))), shot, 0o600)
	}
	m, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	for y := int(at[1]); y < int(at[3]); y++ {
		for x := int(at[0]); x < int(at[2]); x++ {
			if r, g, _, _ := m.At(x, y).RGBA(); r > 2*g {
				n++
			}
		}
	}
	return n
}

// elsewhere returns the notes that are no request to a server of the test.
func (b *tab) elsewhere(server string) (rest []string) {
	for _, w := range b.wrong() {
		if !strings.Contains(w, server) {
			rest = append(rest, w)
		}
	}
	return rest
}

// TestTilesComeWhenTheyAreWanted: a server is asked for nothing before, the choice
// is remembered, its failure is said, and colours and the cursor stay.
func TestTilesComeWhenTheyAreWanted(t *testing.T) {
	picture := red(t)
	var asked atomic.Int64
	var down atomic.Bool
	tiles := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if down.Load() || strings.Contains(r.Referer(), "activities") {
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(picture)
	}))
	t.Cleanup(tiles.Close)
	configured(t, `map_tiles: "`+tiles.URL+`/{z}/{x}/{y}.png?key=k"`, `map_credit: "© Those who <b>draw</b>"`)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 1440, 900)
	if n := asked.Load(); n != 0 || reddest(t, b) != 0 {
		t.Errorf("%d tiles were asked for before anybody wanted them", n)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`))
	b.until(t, `document.querySelector(".map-credit").textContent === "© Those who <b>draw</b>"`)
	for range 100 {
		if reddest(t, b) > 10000 {
			break
		}
	}
	if n := reddest(t, b); n < 10000 {
		t.Errorf("%d points are of the map, after %d tiles", n, asked.Load())
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector(".track-tools select"); s.value = "hr"; s.dispatchEvent(new Event("change")); })()`))
	b.until(t, `document.querySelectorAll(".track-legend li").length > 3`)
	down.Store(true)
	b.visit(t, at, path, "dark", 390, 900) // it is remembered
	b.until(t, mapButton+`.getAttribute("aria-pressed") === "true" && document.querySelector(".map-tools [role=status]").textContent.length > 40`)
	for _, v := range b.violations(t, axe(t)) {
		t.Error(v)
	}
	before := asked.Load()
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`))
	b.visit(t, at, path, "light", 820, 900)
	b.visit(t, at, "/", "light", 820, 900)
	if n := asked.Load() - before; n != 0 {
		t.Errorf("%d tiles were asked for when they were no longer wanted", n)
	}
	for _, w := range b.elsewhere(tiles.URL) {
		t.Error(w)
	}
}

// TestAMapOfAFile shows one that this test writes itself: all tiles to a zoom are
// one picture, as a run.
func TestAMapOfAFile(t *testing.T) {
	picture := red(t)
	root := []byte{1, 0} // one entry, from the first tile on
	root = binary.AppendUvarint(root, (1<<(2*16)-1)/3)
	root = binary.AppendUvarint(root, uint64(len(picture)))
	root = append(root, 1)
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	for at, v := range map[int]int{8: 127, 16: len(root), 24: 127, 40: 127, 56: 127 + len(root), 64: len(picture)} {
		binary.LittleEndian.PutUint64(head[at:], uint64(v))
	}
	head[97], head[98], head[99], head[101] = 1, 1, 2, 15
	path := filepath.Join(t.TempDir(), "map.pmtiles")
	if err := os.WriteFile(path, bytes.Join([][]byte{head, root, picture}, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	configured(t, `map_file: "`+path+`"`)
	at := dashboard(t)
	b := open(t, at)
	activity := panels(t, b, at)["activity"]
	b.visit(t, at, activity, "light", 390, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`))
	for range 100 {
		if reddest(t, b) > 10000 {
			break
		}
	}
	if n := reddest(t, b); n < 10000 {
		t.Errorf("%d points are of the map", n)
	}
	b.visit(t, at, "/", "light", 1440, 900)
	head[99] = 6 // nothing that is known
	if err := os.WriteFile(path, head, 0o600); err != nil {
		t.Fatal(err)
	}
	b.visit(t, at, activity, "light", 1440, 900)
	b.until(t, `document.querySelector(".map-tools p").textContent.includes("cannot read") && !`+mapButton)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

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

// taken returns the tiles that were asked for since this was called last.
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

// zooms returns the zooms of tiles, from the coarsest to the finest.
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
	for range 150 {
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
