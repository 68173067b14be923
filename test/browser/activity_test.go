package browser

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestSelectionByKeys selects a part of the streams with the keyboard: the address
// names it, its numbers are the tool's, and a reload shows the same.
func TestSelectionByKeys(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 1440, 900)
	key := func(name string, shift bool) {
		t.Helper()
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").dispatchEvent(new KeyboardEvent("keydown", {key: "`+name+`", bubbles: true, cancelable: true, shiftKey: `+map[bool]string{true: "true", false: "false"}[shift]+`}))`))
	}
	for range 5 {
		key("ArrowRight", true)
	}
	b.until(t, `document.querySelector("lk-streams [aria-live]").textContent.includes(" · ")`)
	key("s", false)
	for range 40 {
		key("ArrowRight", true)
	}
	key("s", false)
	b.until(t, `document.querySelector("#selection data") !== null && new URL(location.href).searchParams.has("to")`)
	query, err := chromedp.Run(b, chromedp.Evaluate[[]string](`["from", "to"].map((k) => new URL(location.href).searchParams.get(k))`))
	if err != nil || len(query) != 2 {
		t.Fatalf("%v %v", query, err)
	}
	given := numbers(call(t, "", "get_activity_streams", `{"id":"`+strings.TrimPrefix(path, "/activities/")+
		`","channels":["hr"],"resolution":"1min","start_offset_s":`+query[0]+`,"end_offset_s":`+query[1]+`}`))
	shown := `[...document.querySelectorAll("#selection data")].map((d) => d.value)`
	b.all(t, shown, given)
	b.visit(t, at, path+"?from="+query[0]+"&to="+query[1], "light", 1440, 900)
	b.all(t, shown, given)
	b.until(t, `document.querySelector(".u-select").clientWidth > 2`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").focus()`), chromedp.KeyEvent(kb.Escape))
	b.until(t, `document.querySelector("#selection data") === null && location.search === ""`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// all checks that some numbers are shown, and each is one that was given.
func (b *tab) all(t testing.TB, shown string, given []string) {
	t.Helper()
	got, err := chromedp.Run(b, chromedp.Evaluate[[]string](shown))
	if err != nil || len(got) < 5 {
		t.Errorf("%d numbers are shown, %v", len(got), err)
	}
	for _, n := range got {
		if !strings.Contains(" "+strings.Join(given, " ")+" ", " "+n+" ") {
			t.Errorf("%s is shown, which the tool did not give", n)
		}
	}
}

// TestTrackInColours: each choice has a legend in words, and the map's cursor and
// that of the streams are one.
func TestTrackInColours(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, panels(t, b, at)["activity"], "dark", 1440, 900)
	for _, by := range []string{"grade", "hr", "power", "speed"} {
		b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector(".track-tools select"); s.value = "`+by+`"; s.dispatchEvent(new Event("change")); })()`))
		b.until(t, `document.querySelectorAll(".track-legend li").length > 3 && location.search.includes("color=`+by+`")`)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const c = document.querySelector("canvas.track"), r = c.getBoundingClientRect();
		for (let x = 0; x < r.width; x += 10) for (let y = 0; y < r.height; y += 10)
			c.dispatchEvent(new PointerEvent("pointermove", {clientX: r.left + x, clientY: r.top + y}));
	})()`))
	b.until(t, `[...document.querySelectorAll(".strip-title b")].some((n) => n.textContent.includes(" · "))`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestCompareIsInTheAddress chooses another activity without any script's help.
func TestCompareIsInTheAddress(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 390, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#compare-with form").requestSubmit()`))
	b.until(t, `document.querySelectorAll("#compare tbody tr").length > 5 && location.search.startsWith("?with=")`)
	other, err := chromedp.Run(b, chromedp.Evaluate[string](`new URL(location.href).searchParams.get("with")`))
	if err != nil {
		t.Fatal(err)
	}
	given := numbers(call(t, "", "compare_activities", `{"ids":["`+strings.TrimPrefix(path, "/activities/")+`","`+other+`"]}`))
	b.all(t, `[...document.querySelectorAll("#compare data")].map((d) => d.value)`, given)
}

// streamKey sends a key to the streams.
func (b *tab) streamKey(t testing.TB, key string) {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").dispatchEvent(new KeyboardEvent("keydown", {key: "`+key+`", bubbles: true, cancelable: true}))`))
}

// TestStreamsAreSwitched: digits and buttons hide and show a stream, l draws laps, the
// axis is the time or the way, and the address has it all.
func TestStreamsAreSwitched(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 1440, 900)
	const strips, pressed = `document.querySelectorAll(".strips .strip-title").length`, `[...document.querySelectorAll(".stream-tools button")].filter((x) => x.getAttribute("aria-pressed") === "true").length`
	all, err := chromedp.Run(b, chromedp.Evaluate[int](strips))
	if err != nil || all < 3 {
		t.Fatalf("%d strips, %v", all, err)
	}
	n := strconv.Itoa
	b.streamKey(t, "2")
	b.until(t, strips+` === `+n(all-1)+` && location.search.includes("hide=") && `+pressed+` === `+n(all))
	b.streamKey(t, "l")
	b.until(t, `location.search.includes("laps=1") && `+pressed+` === `+n(all+1))
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".stream-tools button")].at(-1).click()`))
	b.until(t, `location.search.includes("axis=distance")`)
	b.streamKey(t, "ArrowRight")
	b.until(t, `document.querySelector("lk-streams [aria-live]").textContent.includes(" · ")`)
	search, err := chromedp.Run(b, chromedp.Evaluate[string](`location.search`))
	if err != nil {
		t.Fatal(err)
	}
	b.visit(t, at, path+search, "light", 1440, 900)
	b.until(t, strips+` === `+n(all-1)+` && `+pressed+` === `+n(all+1))
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".stream-tools button").click()`))
	b.streamKey(t, "1")
	b.streamKey(t, "2")
	b.until(t, strips+` === `+n(all)+` && !location.search.includes("hide=")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestPartsAreTabsAndLapsAreShown: tabs by keyboard, columns sorted, a lap that is
// pointed at is lit on all, and a click selects and zooms.
func TestPartsAreTabsAndLapsAreShown(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, panels(t, b, at)["activity"], "dark", 1440, 900)
	b.until(t, `document.querySelectorAll("lk-tabs [role=tab]").length > 1 && document.querySelectorAll("lk-tabs > section:not([hidden])").length === 1`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-tabs [role=tab]").focus()`), chromedp.KeyEvent(kb.End))
	b.until(t, `document.activeElement.getAttribute("aria-selected") === "true" && document.activeElement.matches(":last-child") && location.search.includes("tab=part-")`)
	b.do(t, chromedp.KeyEvent(kb.Home))
	b.until(t, `!document.querySelector("#part-laps").hidden && location.search === ""`)
	sort := `document.querySelector("#laps th[data-key=avg_power_w] button").click()`
	values := `[...document.querySelectorAll("#laps td [data-key=avg_power_w]")].map((d) => Number(d.value))`
	b.do(t, chromedp.Evaluate[chromedp.Void](sort))
	b.until(t, values+`.every((v, i, all) => i === 0 || all[i - 1] <= v)`)
	b.do(t, chromedp.Evaluate[chromedp.Void](sort))
	b.until(t, values+`.every((v, i, all) => i === 0 || all[i - 1] >= v) && document.querySelector("#laps [aria-sort=descending]") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#laps tbody tr a").focus()`))
	b.until(t, `document.querySelectorAll("tr.lit").length === 1 && document.querySelectorAll("rect.lit").length === 1 && document.querySelector(".u-select").clientWidth > 2`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.until(t, `document.querySelector("#selection data") !== null && document.querySelectorAll("lk-streams .chart-tools button").length === 5`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestRestsAreLeftOut: the lengths of a pool swim without those at the wall.
func TestRestsAreLeftOut(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/activities?sport=swimming"))
	href, err := chromedp.Run(b, chromedp.Evaluate[string](`document.querySelector("#activities td.name a").getAttribute("href").replace(/^\/s\/\w+/, "")`))
	if err != nil {
		t.Fatal(err)
	}
	b.visit(t, at, href+"?tab=part-lengths", "light", 390, 900)
	const shown = `[...document.querySelectorAll("#lengths tbody tr")].filter((r) => r.checkVisibility()).length`
	b.until(t, shown+` === document.querySelectorAll("#lengths tbody tr").length`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#part-lengths .card-head button").click()`))
	b.until(t, shown+` === document.querySelectorAll('#lengths tbody tr:not(:has(td[data-value="rest"]))').length && `+shown+` > 0`)
	for _, v := range b.violations(t, axe(t)) {
		t.Error(v)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestASelectionIsSaved: the form of the selection keeps it as an interval, with the
// numbers of the tool, and takes it away.
func TestASelectionIsSaved(t *testing.T) {
	copied(t)
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path+"?from=600&to=900", "light", 390, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const f = document.querySelector("#selection form[method=post]"); f.elements.name.value = "Hill <1>"; f.requestSubmit(); })()`))
	b.until(t, `document.querySelector(".marks a")?.textContent === "Hill <1>" && document.querySelector(".marks a").getAttribute("href").replace(/^\/s\/\w+/, "").includes("from=600&to=900")`)
	b.until(t, `document.querySelector(".last-change button") !== null`)
	given := numbers(call(t, "", "get_activity", `{"id":"`+strings.TrimPrefix(path, "/activities/")+`","sections":["intervals"]}`))
	b.all(t, `[...document.querySelectorAll("#marked data")].map((d) => d.value)`, given)
	wide, err := chromedp.Run(b, chromedp.Evaluate[string](`[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll, svg, .uplot")).map((e) => e.tagName + "." + e.className).join(" ")`))
	if err != nil || wide != "" {
		t.Errorf("wider than the window: %s %v", wide, err)
	}
	b.until(t, `document.documentElement.scrollWidth <= innerWidth`)
	for _, v := range b.violations(t, axe(t)) {
		t.Error(v)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".marks form").requestSubmit()`))
	b.until(t, `document.querySelector(".marks") === null && document.querySelector("#selection") !== null`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

var update = flag.Bool("update", false, "write the boxes of the layout anew")

const boxesFile = "testdata/boxes.json"

// box is where a part of a page stands, in pixels.
type box struct {
	Name                string
	X, Y, Width, Height int
}

const readBoxes = `[...document.querySelectorAll("main > .heading, main > .day-strip, main section.card")].map((e) => {
	const r = e.getBoundingClientRect();
	return {Name: e.className, X: Math.round(r.x), Y: Math.round(r.y + scrollY), Width: Math.round(r.width), Height: Math.round(r.height)};
})`

// TestBoxes: the parts of each panel stand where they stood: side by side and below
// each other alike, as wide, and about as high. What is in them is of the day on which
// the demo athlete was made, so that a height may double; what stands below moves.
func TestBoxes(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	got := map[string][]box{}
	all := panels(t, b, at)
	all["curves"] += "?range=all" // whether 90 days have models depends on the day
	for name, path := range all {
		for _, width := range []int64{1440, 820, 390} {
			b.visit(t, at, path, "light", width, 900)
			boxes, err := chromedp.Run(b, chromedp.Evaluate[[]box](readBoxes))
			if err != nil {
				t.Fatal(err)
			}
			got[fmt.Sprintf("%s %d", name, width)] = boxes
		}
	}
	if *update {
		out, err := json.MarshalIndent(got, "", " ")
		if err == nil {
			err = os.MkdirAll("testdata", 0o755)
		}
		if err == nil {
			err = os.WriteFile(boxesFile, append(out, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	var want map[string][]box
	file, err := os.ReadFile(boxesFile)
	if err == nil {
		err = json.Unmarshal(file, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range slices.Sorted(maps.Keys(got)) {
		for _, d := range moved(want[where], got[where]) {
			t.Errorf("%s: %s; if it is meant, run make boxes", where, d)
		}
	}
	for where := range want {
		if got[where] == nil {
			t.Errorf("%s is not there", where)
		}
	}
}

const (
	across = 2 // pixels by which a place or a width may differ
	lines  = 90
)

// moved returns the parts that moved.
func moved(want, got []box) (out []string) {
	if len(want) != len(got) {
		return []string{fmt.Sprintf("it has %d parts, not %d", len(got), len(want))}
	}
	far := func(a, b, by int) bool { return a-b > by || b-a > by }
	for i, w := range want {
		g := got[i]
		switch {
		case w.Name != g.Name:
			out = append(out, fmt.Sprintf("%q stands where %q did", g.Name, w.Name))
		case far(w.X, g.X, across) || far(w.Width, g.Width, across):
			out = append(out, fmt.Sprintf("%q is at %d, %d wide, not at %d, %d wide", g.Name, g.X, g.Width, w.X, w.Width))
		case far(w.Height, g.Height, lines) && (g.Height > 2*w.Height || w.Height > 2*g.Height):
			out = append(out, fmt.Sprintf("%q is %d high, not %d", g.Name, g.Height, w.Height))
		case far(gap(want, i), gap(got, i), across) && far(rowGap(want, i), rowGap(got, i), across):
			out = append(out, fmt.Sprintf("%q stands %d below what is above it, not %d", g.Name, gap(got, i), gap(want, i)))
		}
	}
	return out
}

// rowGap returns the space between a box and the lowest of those that end above it. It
// stays the same where boxes stand in rows and the highest of a row changes.
func rowGap(all []box, i int) int {
	bottom := 0
	for _, a := range all {
		if a.Y+a.Height <= all[i].Y {
			bottom = max(bottom, a.Y+a.Height)
		}
	}
	return all[i].Y - bottom
}

// gap returns the free space above a box.
func gap(all []box, i int) int {
	b, bottom := all[i], 0
	for j, a := range all {
		if j != i && a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y {
			bottom = int(math.Max(float64(bottom), float64(a.Y+a.Height)))
		}
	}
	return b.Y - bottom
}
