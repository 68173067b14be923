package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// field returns a field of a protocol buffer, with its length.
func field(number uint64, parts ...[]byte) []byte {
	b := bytes.Join(parts, nil)
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, number<<3|2), uint64(len(b))), b...)
}

func packed(all ...uint64) (b []byte) {
	for _, v := range all {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

// feature is of a vector tile: points, a line or an area (1, 2, 3) through places in
// units of the tile, of which its layer says these words.
type feature struct {
	kind  byte
	way   [][2]int
	words []string // a key and its value in turn
}

// layer writes features that are alone in a layer.
func layer(name string, f feature) []byte {
	var way, tags []byte
	x, y := 0, 0
	for i, p := range f.way {
		if i == 0 {
			way = append(way, 9)
		} else if i == 1 {
			way = packed(append([]uint64{9}, uint64(uint32(2*x)), uint64(uint32(2*y)), uint64(len(f.way)-1)<<3|2)...)
		}
		zigzag := func(d int) uint64 { return uint64(uint32(d<<1) ^ uint32(d>>63)) }
		way = append(way, packed(zigzag(p[0]-x), zigzag(p[1]-y))...)
		x, y = p[0], p[1]
	}
	if f.kind == 3 {
		way = append(way, 15)
	}
	var dictionary []byte
	for i := 0; i < len(f.words); i += 2 {
		tags = append(tags, packed(uint64(i/2), uint64(i/2))...)
		dictionary = append(dictionary, field(3, []byte(f.words[i]))...)
		dictionary = append(dictionary, field(4, field(1, []byte(f.words[i+1])))...)
	}
	shape := field(2, field(2, tags), []byte{0x18, f.kind}, field(4, way))
	return field(3, field(1, []byte(name)), shape, dictionary)
}

// zipped compresses bytes with gzip.
func zipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// vectorMap writes an archive whose tiles, of one zoom, are all this one.
func vectorMap(t testing.TB, path string, zoom byte, tile []byte) {
	t.Helper()
	tile = zipped(tile)
	archive(t, path, zoom, packed(1, firstOf(zoom), 1<<(2*zoom), uint64(len(tile)), 1), nil, tile)
}

// firstOf returns the number of the first tile of a zoom.
func firstOf(zoom byte) uint64 { return (uint64(1)<<(2*zoom) - 1) / 3 }

// archive writes one with directories and a tile, each as it is.
func archive(t testing.TB, path string, zoom byte, root, leaf, tile []byte, change ...func(head []byte)) {
	t.Helper()
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	for at, v := range map[int]int{8: 127, 16: len(root), 24: 127, 40: 127 + len(root), 48: len(leaf), 56: 127 + len(root) + len(leaf), 64: len(tile)} {
		binary.LittleEndian.PutUint64(head[at:], uint64(v))
	}
	head[97], head[98], head[99], head[100], head[101] = 1, 2, 1, zoom, zoom
	for _, c := range change {
		c(head)
	}
	if err := os.WriteFile(path, bytes.Join([][]byte{head, root, leaf, tile}, nil), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start returns where an activity began, in units of its tile of a zoom.
func start(t testing.TB, path string, zoom byte) (x, y int) {
	t.Helper()
	all := call(t, "", "get_activity_streams", `{"id":"`+strings.TrimPrefix(path, "/activities/")+`","channels":["gps"],"resolution":"1min"}`)
	first := func(name string) float64 {
		var f float64
		_, _ = fmt.Sscan(fmt.Sprint(all["channels"].(map[string]any)[name].([]any)[0]), &f)
		return f
	}
	n := math.Exp2(float64(zoom))
	lat, lon := first("latitude_deg")*math.Pi/180, first("longitude_deg")
	_, u := math.Modf((lon + 180) / 360 * n)
	_, v := math.Modf((1 - math.Asinh(math.Tan(lat))/math.Pi) / 2 * n)
	return int(u * 4096), int(v * 4096)
}

// square returns around a place.
func square(x, y, r int) [][2]int {
	return [][2]int{{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}}
}

// wrote notes the names that are written on the map.
const wrote = `window.wrote = new Set(); { const p = CanvasRenderingContext2D.prototype, write = p.fillText; p.fillText = function (text, ...more) { wrote.add(text); return write.call(this, text, ...more); }; }`

// showMap shows the map, if it is not shown yet.
const showMap = `if (` + mapButton + `.getAttribute("aria-pressed") !== "true") ` + mapButton + `.click()`

// colored counts points of a colour in a square of the track's picture.
func (b *tab) colored(t testing.TB, token string, at []float64, r float64) int {
	t.Helper()
	return eval[int](t, b, fmt.Sprintf(`(() => {
		const c = document.querySelector("canvas.track"), k = devicePixelRatio, hex = getComputedStyle(document.documentElement).getPropertyValue("--map-%[1]s").trim();
		const want = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)), d = c.getContext("2d").getImageData((%[2]f - %[4]f) * k, (%[3]f - %[4]f) * k, 2 * %[4]f * k, 2 * %[4]f * k).data;
		let n = 0;
		for (let i = 0; i < d.length; i += 4) if (want.every((v, j) => d[i + j] === v)) n++;
		return n;
	})()`, token, at[0], at[1], r))
}

// TestAVectorMapIsDrawn in both schemas: water where the ride began, the name of a
// place in either theme, finer when zoomed, and close by the road over the water.
func TestAVectorMapIsDrawn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "map.pmtiles")
	vectorMap(t, file, 1, nil)
	configured(t, `map_file: "`+file+`"`)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.do(t, chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: wrote})
		return err
	}))
	for zoom, names := range map[byte][]string{
		10: {"water", "kind", "lake", "roads", "kind", "major_road", "places", "kind", "locality"},
		9:  {"water", "class", "lake", "transportation", "class", "primary", "place", "class", "town"},
	} {
		x, y := start(t, path, zoom)
		vectorMap(t, file, zoom, bytes.Join([][]byte{
			layer(names[0], feature{3, square(x, y, 100<<(zoom-8)), names[1:3]}),
			layer(names[3], feature{2, [][2]int{{0, y - (30 << (zoom - 8))}, {4096, y - (30 << (zoom - 8))}}, names[4:6]}),
			layer(names[6], feature{1, [][2]int{{x, y - (200 << (zoom - 8))}}, append(names[7:9:9], "name", "<b>Ort</b>", "name:en", "A \u202eplace")}),
			layer("pois", feature{1, [][2]int{{x, y}}, []string{"name", "Nobody"}}),
		}, nil))
		onMap(t, b, path, 1440)
		b.do(t, chromedp.Evaluate[chromedp.Void](showMap))
		b.until(t, `wrote.has("A place")`)
		whole := b.drawn(t).Start
		if n := b.colored(t, "water", whole, 20); n < 300 {
			t.Errorf("zoom %d: %d points where it began are of the water", zoom, n)
		}
		away := []float64{whole[0], whole[1] - 90}
		if n, land := b.colored(t, "water", away, 20), b.colored(t, "land", away, 20); n > 0 || land < 300 {
			t.Errorf("zoom %d: %d points away from it are of the water, %d of the land", zoom, n, land)
		}
		if eval[bool](t, b, `wrote.has("Nobody") || wrote.has("<b>Ort</b>")`) {
			t.Errorf("zoom %d: names are written that should not", zoom)
		}
		b.zoomButton(t, 0)
		b.zoomButton(t, 0)
		if n := b.colored(t, "water", b.drawn(t).Start, 35); n < 2000 {
			t.Errorf("zoom %d: four times as close %d points are of the water", zoom, n)
		}
		for range 4 {
			b.zoomButton(t, 0)
		}
		if n := b.colored(t, "road", b.drawn(t).Start, 150); n < 100 {
			t.Errorf("zoom %d: close by %d points are of the road", zoom, n)
		}
		b.zoomButton(t, 2)
	}
	b.names(t)
	b.visit(t, at, path, "dark", 390, 900)
	b.until(t, `wrote.has("A place")`)
	b.names(t)
	for _, v := range b.violations(t, axe(t)) {
		t.Error(v)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// names checks that names are readable on all that is beneath them.
func (b *tab) names(t testing.TB) {
	t.Helper()
	if all := eval[[]string](t, b, `(() => {
		const light = (name) => [1, 3, 5].map((i) => parseInt(getComputedStyle(document.documentElement).getPropertyValue("--map-" + name).trim().slice(i, i + 2), 16) / 255)
			.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
		const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		return ["land", "water", "wood", "park", "building", "road"].filter((n) => !(contrast(light(n), light("name")) >= 4.5)).map((n) => n + " " + contrast(light(n), light("name")));
	})()`); len(all) > 0 {
		t.Errorf("names have too little contrast to %v", all)
	}
}

// TestHostileTilesAreLeftOut: what is damaged or asks for too much is said, quickly, and
// the page lives on.
func TestHostileTilesAreLeftOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "map.pmtiles")
	vectorMap(t, file, 1, nil)
	configured(t, `map_file: "`+file+`"`)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	water := func(geometry []byte) []byte {
		return field(3, field(1, []byte("water")), field(2, []byte{0x18, 3}, field(4, geometry)))
	}
	across := []byte{9, 0, 0}
	across = append(across, packed(100_000<<3|2)...)
	for i := range uint64(100_000) { // from one side to the other, again and again
		across = append(across, packed(8192-i%2, i%2)...)
	}
	garbage := []byte{0x1a, 0x40}
	for i := range 64 {
		garbage = append(garbage, byte(i*37))
	}
	beyond := append(field(2, []byte{0x18, 3, 0x22, 100}), field(2, []byte{0x18, 3}, field(4, packed(9, 0, 0, 10, 8192, 0)))...)
	for zoom, tile := range map[byte][]byte{
		10: water(packed(9, 0, 0, 10, 8192, 0, 1<<31-1)),         // it closes without an end
		11: field(3, field(1, []byte("water")), beyond),          // a way that is longer than its shape
		5:  bytes.Repeat([]byte{0xff}, 1<<20),                    // a number without an end
		6:  water(packed(9, 0, 0, 1<<31<<3|2)),                   // points that are not there
		7:  water(across),                                        // more than any map
		8:  garbage,                                              //
		9:  field(3, packed(5<<3, 0), field(1, []byte("water"))), // a layer without a side
	} {
		vectorMap(t, file, zoom, tile)
		b.livesOn(t, at, path, fmt.Sprintf("zoom %d", zoom))
	}
	x, y := start(t, path, 10)
	vectorMap(t, file, 10, bytes.Join([][]byte{ // only the name is left out
		layer("water", feature{3, square(x, y, 400), []string{"kind", "lake"}}),
		layer("places", feature{1, [][2]int{{x, y - 300}}, []string{"kind", "locality", "name", strings.Repeat("N", 1<<20)}}),
	}, nil))
	onMap(t, b, path, 1440)
	b.do(t, chromedp.Evaluate[chromedp.Void](showMap))
	for range 200 {
		if b.colored(t, "water", b.drawn(t).Start, 20) > 300 {
			break
		}
	}
	if n := b.colored(t, "water", b.drawn(t).Start, 20); n < 300 {
		t.Errorf("beside a name of 1 MB %d points are of the water", n)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// livesOn shows the map: within five seconds the page says that it cannot, and is still used.
func (b *tab) livesOn(t testing.TB, at *url.URL, path, name string) {
	t.Helper()
	b.visit(t, at, path, "light", 1440, 900)
	begun := time.Now()
	b.do(t, chromedp.Evaluate[chromedp.Void](showMap))
	b.until(t, `document.querySelector(".map-tools [role=status]").textContent.length > 40`)
	if d := time.Since(begun); d > 5*time.Second {
		t.Errorf("%s: it took %s", name, d)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`)) // a coarse map does not let the track be seen closer
	b.zoomButton(t, 0)
	b.until(t, `document.querySelectorAll(".track-zoom button")[2].getAttribute("aria-disabled") === "false"`)
}

// TestHostileArchives: directories that lead nowhere, in a circle or to too much are
// said, quickly, and the page lives on.
func TestHostileArchives(t *testing.T) {
	const zoom = 10
	file := filepath.Join(t.TempDir(), "map.pmtiles")
	vectorMap(t, file, 1, nil)
	configured(t, `map_file: "`+file+`"`)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	first, all := firstOf(zoom), uint64(1<<(2*zoom))
	put := func(i int, v uint64) func([]byte) { return func(h []byte) { binary.LittleEndian.PutUint64(h[i:], v) } }
	unpacked := func(h []byte) { h[97] = 2 }
	bomb := zipped(make([]byte, 32<<20))
	circle := packed(1, first, 0, 6, 1) // a leaf that is its own leaf
	circle[len(circle)-2] = byte(len(circle))
	for name, write := range map[string]func(){
		"a long root":   func() { archive(t, file, zoom, nil, nil, nil, put(16, 1<<62)) },
		"a circle":      func() { archive(t, file, zoom, circle, circle, nil) },
		"many entries":  func() { archive(t, file, zoom, packed(1<<60), nil, nil) },
		"a long tile":   func() { archive(t, file, zoom, packed(1, first, all, 1<<40, 1), nil, zipped(nil)) },
		"a far tile":    func() { archive(t, file, zoom, packed(1, first, all, 9, 1<<50), nil, zipped(nil)) },
		"a bomb":        func() { archive(t, file, zoom, packed(1, first, all, uint64(len(bomb)), 1), nil, bomb) },
		"a bomb before": func() { archive(t, file, zoom, bomb[:16000], nil, nil, unpacked) },
		"not packed":    func() { archive(t, file, zoom, packed(1, first, all, 4, 1), nil, []byte("tile")) },
	} {
		write()
		b.livesOn(t, at, path, name)
	}
	tile := zipped(layer("water", feature{3, square(2048, 2048, 2048), []string{"kind", "lake"}}))
	archive(t, file, 12, packed(1, firstOf(8), firstOf(13)-firstOf(8), uint64(len(tile)), 1), nil, tile, func(h []byte) { h[100] = 8 })
	_, _, w, h := onMap(t, b, path, 1440)
	b.do(t, chromedp.Evaluate[chromedp.Void](showMap))
	for range 200 {
		if b.colored(t, "water", []float64{w / 2, h / 2}, 20) > 300 {
			break
		}
		b.drawn(t)
	}
	archive(t, file, zoom, packed(1<<60), nil, nil) // while the page has another
	b.zoomButton(t, 0)
	b.zoomButton(t, 0)
	b.until(t, `document.querySelector(".map-tools [role=status]").textContent.length > 40`)
	b.drawn(t)
	for _, w := range b.wrong() {
		if !strings.Contains(w, "416") { // a range that the file does not have
			t.Error(w)
		}
	}
}

// readTexts are the texts of a page that are not the athlete's own words.
const readTexts = `(() => {
	const copy = document.body.cloneNode(true), out = [];
	copy.querySelectorAll("script, pre, canvas, code, textarea, figure svg").forEach((e) => e.remove());
	const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) out.push(walk.currentNode.data.trim());
	copy.querySelectorAll("[aria-label], [title], [placeholder], [data-label], [data-done], [data-failed], [data-busy], [data-empty], [data-reset]").forEach((e) =>
		["aria-label", "title", "placeholder", "data-label", "data-done", "data-failed", "data-busy", "data-empty", "data-reset"].forEach((a) => out.push(e.getAttribute(a) ?? "")));
	return [...new Set(out.filter((t) => t))];
})()`

var (
	// unfilled is a place of a sentence that nothing was put into.
	unfilled = regexp.MustCompile(`%[sdvq]|%!|\bundefined\b|\bNaN\b|\[object`)
	// quoted is what a sentence has of the athlete's own text.
	quoted  = regexp.MustCompile(`“[^”]*”`)
	english = regexp.MustCompile(`[A-Za-z]{2,}[ ,;:]+[a-z]{2,}`)
)

// commands stay English in every language.
var commands = regexp.MustCompile(`lapkeep( --?[a-z]+| [a-z]+)*`)

// notYet are English sentences of tools and of the glossary, which the page hands on.
// An entry goes when it is translated; nothing of the page's own may stand here.
var notYet = map[string]bool{
	"ratings 1 best to 4 worst": true,
	"claude.ai (web and phone)": true, "运动员自己在 Strava 的应用的 Client ID 和 Client secret": true,
}

// ownWords returns what the athlete wrote and what files say, the longest
// first.
func ownWords(v any, key string, out []string) []string {
	switch v := v.(type) {
	case string:
		if slices.Contains([]string{"name", "title", "description", "gear", "device", "file_name", "text", "phase", "focus", "structure", "type", "plan_notes", "note", "notes", "said", "heading", "names"}, key) {
			out = append(out, strings.Split(v, "\n")...)
		}
	case []any:
		for _, x := range v {
			out = ownWords(x, key, out)
		}
	case map[string]any:
		for k, x := range v {
			if key == "names" { // by id
				k = key
			}
			out = ownWords(x, k, out)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// TestLanguages: in both languages every panel opens without an error, no sentence has
// an open place, and in Chinese no sentence of ours is English.
func TestLanguages(t *testing.T) {
	for _, lang := range []string{"en", "zh-CN"} {
		t.Run(lang, func(t *testing.T) {
			at := dashboard(t, "--lang", lang)
			b := open(t, at)
			all := panels(t, b, at)
			now, err := time.Parse("2006-01-02", text(call(t, "", "get_status", `{}`)["local_date"]))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range slices.Sorted(maps.Keys(all)) {
				t.Run(name, func(t *testing.T) {
					var own []string
					for _, q := range append(asked(name, all[name], now), named()...) {
						own = ownWords(call(t, "", q.tool, q.args), "", own)
					}
					b.visit(t, at, all[name], "light", 1440, 900)
					is, err := chromedp.Run(b, chromedp.Evaluate[string](`document.documentElement.lang`))
					if err != nil || !strings.HasPrefix(is, lang[:2]) {
						t.Errorf("the page says that it is in %q (%v)", is, err)
					}
					texts, err := chromedp.Run(b, chromedp.Evaluate[[]string](readTexts))
					if err != nil {
						t.Fatal(err)
					}
					for _, s := range texts {
						if unfilled.MatchString(s) {
							t.Errorf("%q has an open place", s)
						}
						if lang == "en" || notYet[s] {
							continue
						}
						ours := quoted.ReplaceAllString(commands.ReplaceAllString(s, ""), "")
						for _, w := range own {
							ours = strings.ReplaceAll(ours, strings.TrimSpace(w), "")
						}
						if english.MatchString(ours) {
							t.Errorf("%q is English", s)
						}
					}
					for _, w := range b.wrong() {
						t.Error(w)
					}
				})
			}
		})
	}
}

// named returns the questions whose answers have names and words of the athlete
// that many pages show: of gear, sessions, plan weeks and the coach's memory.
func named() []question {
	return []question{
		{"list_gear", `{}`},
		{"list_activities", `{"limit":100,"fields":["name"]}`},
		{"get_training_plan", `{"weeks":"all"}`},
		{"get_body_map", `{"range":"last 90 days","regions":true}`},
		{"get_coach_context", `{}`},
		{"get_session_logs", `{}`},
	}
}

// standing returns the words of the HTML: headings, tables and numbers.
const standing = `[...document.querySelectorAll("main h1, main h2, main h3, main table, main dl, main data, main .small, main .meaning")].map((e) => e.tagName + " " + e.textContent.replace(/\s+/g, " ").trim())`

// TestTextsStandWithoutScripts: the same headings, tables, numbers and sentences are
// there when no script runs.
func TestTextsStandWithoutScripts(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for name, path := range panels(t, b, at) {
		b.script(t, false)
		b.do(t, chromedp.Navigate("http://"+at.Host+path))
		without, err := chromedp.Run(b, chromedp.Evaluate[[]string](standing))
		if err != nil {
			t.Fatal(err)
		}
		b.script(t, true)
		b.visit(t, at, path, "light", 1440, 900)
		with, err := chromedp.Run(b, chromedp.Evaluate[[]string](standing))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range with {
			if !slices.Contains(without, s) {
				t.Errorf("%s: %.200q stands there by a script alone", name, s)
			}
		}
		if len(without) < 1 {
			t.Errorf("%s has %d texts without scripts", name, len(without))
		}
	}
}
