package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSeveralChangeWithoutScripts: with scripts off, filters in the head of the list narrow
// it, ticked activities get a tag, and one undo takes it back.
func TestSeveralChangeWithoutScripts(t *testing.T) {
	home := copied(t)
	at := dashboard(t)
	b := open(t, at)
	tagged := func() string { return fmt.Sprint(call(t, home, "list_activities", `{"tag":"chosen"}`)["total"]) }
	b.script(t, false)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/activities"), chromedp.Evaluate[chromedp.Void](
		`(() => { document.querySelector("thead select[name=sport]").value = "running"; document.querySelector("thead input[name=min_km]").value = "8"; document.querySelector("#filters button").click(); })()`))
	b.until(t, `location.search.includes("sport=running")`)
	want := call(t, home, "list_activities", `{"sport":"running","min_distance_km":8,"limit":1}`)["total"]
	if got := eval[string](t, b, `document.querySelector(".sub").textContent`); got != fmt.Sprintf("%v found", want) {
		t.Errorf("%s, the tool has %v", got, want)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const [first, , third] = document.querySelectorAll("td.tick input");
		first.checked = third.checked = true;
		const f = document.getElementById("several");
		f.elements.add_tags.value = "chosen";
		f.querySelector("button").click();
	})()`))
	b.until(t, `document.querySelector(".last-change") !== null && location.search.includes("sport=running")`)
	if n := tagged(); n != "2" {
		t.Errorf("%s activities have the tag", n)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".last-change button").click()`))
	b.until(t, `document.querySelector(".last-change") === null`)
	if n := tagged(); n != "0" {
		t.Errorf("after one undo, %s have the tag", n)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestTheHeatMap: it is drawn from the program's own tiles, zooms and moves, asks another
// server for nothing before it is wanted, and is a picture without scripts.
func TestTheHeatMap(t *testing.T) {
	var asked atomic.Int64
	tiles := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(red(t))
	}))
	t.Cleanup(tiles.Close)
	configured(t, `map_tiles: "`+tiles.URL+`/{z}/{x}/{y}.png"`)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/map", "light", 1440, 900)
	inked := `(() => { const c = document.querySelector("lk-heat canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
		let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] > d[i + 1] + 40) n++; return n; })()`
	b.until(t, inked+` > 500`)
	whole := eval[float64](t, b, inked)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => { const z = document.querySelector(".track-zoom button"); for (let i = 0; i < 3; i++) z.click(); })()`))
	b.until(t, fmt.Sprintf(`%s > 500 && %s !== %v`, inked, inked, whole))
	if n := asked.Load(); n != 0 {
		t.Errorf("another server was asked for %d tiles", n)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](mapButton+`.click()`))
	b.until(t, `document.querySelector(".map-credit").textContent !== ""`)
	for range 500 {
		if asked.Load() > 0 {
			break
		}
		eval[bool](t, b, `true`)
	}
	if asked.Load() == 0 {
		t.Error("the map beneath it does not come")
	}
	b.script(t, false)
	b.do(t, chromedp.Navigate("http://"+at.Host+"/map"))
	b.until(t, `document.querySelector(".heat-still").naturalWidth === 512`)
}
