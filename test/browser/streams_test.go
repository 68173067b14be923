package browser

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// run opens the demo's newest run, which has running dynamics and a graded pace.
func (b *tab) run(t testing.TB, query string) string {
	t.Helper()
	b.do(t, chromedp.Navigate("http://"+b.at.Host+"/activities?sport=running"))
	b.until(t, `document.querySelector("#activities td.name a") !== null`)
	path := eval[string](t, b, `document.querySelector("#activities td.name a").getAttribute("href").replace(/^\/s\/\w+/, "")`)
	b.visit(t, b.at, path+query, "light", 1440, 900)
	return path
}

// streamTitles are the streams that are drawn.
const streamTitles = `[...document.querySelectorAll(".strips .strip-title span")].map((x) => x.textContent).join("; ")`

// TestStreamsBesideTheUsual: what a recording has besides is listed and not drawn,
// until a button or a key asks for it; the address says which. The graded pace is the
// tool's.
func TestStreamsBesideTheUsual(t *testing.T) {
	b := open(t, dashboard(t))
	path := b.run(t, "")
	if got := eval[string](t, b, streamTitles); strings.Contains(got, "Step length") || !strings.Contains(got, "Heart rate · bpm") {
		t.Errorf("at the start it draws %s", got)
	}
	button := func(name string) string {
		return `[...document.querySelectorAll(".stream-tools button")].find((x) => x.textContent.endsWith("` + name + `"))`
	}
	key := eval[string](t, b, button("Step length")+`.textContent`)[:1]
	b.streamKey(t, key)
	b.until(t, streamTitles+`.includes("Step length · cm") && location.search.includes("show=step_length") && `+button("Step length")+`.ariaPressed === "true"`)
	b.do(t, chromedp.Evaluate[chromedp.Void](button("Ground contact time")+`.click()`))
	b.until(t, streamTitles+`.includes("Ground contact time · ms")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](button("Grade-adjusted pace")+`.click()`))
	b.until(t, streamTitles+`.includes("Grade-adjusted pace · /km") && new URLSearchParams(location.search).get("show") === "step_length,ground_contact,gap"`)
	b.run(t, "?show=gap&hide=hr")
	b.until(t, streamTitles+`.includes("Grade-adjusted pace · /km") && !`+streamTitles+`.includes("Heart rate")`)
	for range 30 {
		b.streamKey(t, "ArrowRight")
	}
	said := eval[string](t, b, `document.querySelector("lk-streams [aria-live]").textContent`)
	_, pace, ok := strings.Cut(said, "Grade-adjusted pace ")
	if pace, _, _ = strings.Cut(pace, " "); !ok || !strings.Contains(pace, ":") {
		t.Fatalf("it says %q", said)
	}
	given := call(t, "", "get_activity_streams", `{"id":"`+strings.TrimPrefix(path, "/activities/")+`","channels":["gap"],"resolution":"10s"}`)
	minutes, seconds, _ := strings.Cut(strings.Fields(said)[0], ":")
	second, want := 60*float(t, minutes)+float(t, seconds), ""
	for i, from := range list(given["offset_s"]) {
		if float(t, text(from)) <= second {
			want = clocks([]string{text(list(get(given, "channels", "gap_s_per_km"))[i])})[0]
		}
	}
	if pace != want {
		t.Errorf("at %g s it says %s, the tool %s", second, pace, want)
	}
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

// TestStreamsByMovingTime: the address keeps the axis, which ends at the moving time
// of the page; selection, laps and keys go by it, and a stand is one place.
func TestStreamsByMovingTime(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	path := panels(t, b, at)["activity"]
	b.visit(t, at, path, "light", 1440, 900)
	const button = `[...document.querySelectorAll(".stream-tools button")].find((x) => x.textContent === "By moving time")`
	b.until(t, button+`?.ariaPressed === "false"`)
	b.do(t, chromedp.Evaluate[chromedp.Void](button+`.click()`))
	b.until(t, button+`?.ariaPressed === "true" && location.search === "?axis=moving"`)
	b.visit(t, at, path+"?axis=moving&laps=1&from=600&to=1200", "light", 1440, 900)
	b.until(t, `document.querySelector(".u-select").clientWidth > 2`)
	id := strings.TrimPrefix(path, "/activities/")
	given := call(t, "", "get_activity_streams", `{"id":"`+id+`","channels":["moving_time"]}`)
	all := list(get(given, "channels", "moving_time_s"))
	end := eval[string](t, b, `document.querySelector("[data-key=moving_time_s]").value`)
	if len(all) == 0 || text(all[len(all)-1]) != end {
		t.Fatalf("the tool ends with %v, the page says %s", all[max(0, len(all)-1):], end)
	}
	moved := func(second string) string {
		one := call(t, "", "get_activity_streams", `{"id":"`+id+`","channels":["moving_time"],"resolution":"1s","start_offset_s":`+second+`,"end_offset_s":`+second+`9}`)
		return text(list(get(one, "channels", "moving_time_s"))[0])
	}
	// The selection is as wide a part of the chart as it is of the moving time.
	part := eval[float64](t, b, `document.querySelector(".u-select").clientWidth / document.querySelector(".u-over").clientWidth`)
	from, to, whole := float(t, moved("600")), float(t, moved("1200")), float(t, end)
	if want := (to - from) / whole; part < want-0.01 || part > want+0.01 {
		t.Errorf("it is %g of the chart, not %g", part, want)
	}
	said := `document.querySelector("lk-streams [aria-live]").textContent`
	seen := map[string]bool{}
	for range 200 {
		b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, bubbles: true, cancelable: true}))`))
		now := eval[string](t, b, said)
		if seen[now] {
			t.Fatalf("the keys stay at %s", now)
		}
		seen[now] = true
	}
	b.streamKey(t, "+")
	b.until(t, `[...document.querySelectorAll("lk-streams .chart-tools button")].some((x) => x.textContent === "Show all")`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}

func float(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// clocks returns seconds as minutes and seconds.
func clocks(all []string) (out []string) {
	for _, n := range all {
		if s, err := time.ParseDuration(n + "s"); err == nil {
			out = append(out, fmt.Sprintf("%d:%02d", int(s.Minutes()), int(s.Seconds())%60))
		}
	}
	return out
}

// TestChartsAreSavedAsSVG: the file has the title, the legend, axes with their unit and
// what is drawn, and neither a script nor an address of anything elsewhere.
func TestChartsAreSavedAsSVG(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for path, want := range map[string][]string{
		"/fitness":                   {"<path", "<rect", "stroke-dasharray", "Fitness"},
		"/curves":                    {"<path", ">W<", ">5:00<"},
		"/wellness":                  {"<path", "<circle"},
		"/fitness/zones":             {"<rect"},
		panels(t, b, at)["activity"]: {"<path", ">W<", ">Heart rate<"},
	} {
		b.visit(t, at, path, "light", 1440, 900)
		b.do(t, chromedp.Evaluate[chromedp.Void](`window.files = []; URL.createObjectURL = (f) => { f.text().then((x) => files.push(x)); return "#saved"; }`))
		b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".chart-tools button")].filter((x) => x.textContent === "Save as SVG").forEach((x) => x.click())`))
		b.until(t, `files.length === document.querySelectorAll("lk-chart .chart-tools, lk-streams .chart-tools").length && files.length > 0`)
		titles := eval[[]string](t, b, `[...document.querySelectorAll("lk-chart, lk-streams")].filter((x) => x.querySelector(".chart-tools")).map((x) => x.ariaLabel)`)
		files := eval[[]string](t, b, `files`)
		all := strings.Join(files, "\n")
		for i, file := range files {
			if dir := os.Getenv("LAPKEEP_PICTURES_OF_CHARTS"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, strings.Trim(strings.ReplaceAll(path, "/", "-"), "-")+string(rune('0'+i))+".svg"), []byte(file), 0o600)
			}
			harmless(t, path, file)
			if !strings.Contains(all, ">"+titles[i]+"</title>") {
				t.Errorf("%s: no title %q", path, titles[i])
			}
		}
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("%s: no %s", path, w)
			}
		}
		for _, w := range b.wrong() {
			t.Error(w)
		}
	}
}

// harmless reads an SVG: it is well formed, has marks of both axes, and asks nobody.
func harmless(t *testing.T, path, file string) {
	t.Helper()
	d, marks := xml.NewDecoder(strings.NewReader(file)), map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "script" || e.Name.Local == "style" || e.Name.Local == "image" || e.Name.Local == "foreignObject" {
			t.Errorf("%s: it has %s", path, e.Name.Local)
		}
		for _, a := range e.Attr {
			if a.Name.Local == "text-anchor" {
				marks[a.Value]++
			}
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "undefined") ||
				strings.Contains(a.Value, "url(") && !strings.HasPrefix(a.Value, "url(#") {
				t.Errorf("%s: %s has %s=%q", path, e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
	if marks["middle"] < 2 || marks["end"] < 2 {
		t.Errorf("%s: the axes have %v marks", path, marks)
	}
}

// TestTheSharedPage saves the page of the demo's newest long ride by the form, serves it
// from a plain web space, and opens it: nothing is asked of elsewhere, nothing
// fails, nothing is wider than the window, and axe finds nothing.
func TestTheSharedPage(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	ride := panels(t, b, at)["activity"]
	b.visit(t, at, ride, "light", 1440, 900)
	file, err := chromedp.Run(b, chromedp.Evaluate[string](`(async () => {
		const form = document.querySelector(".share-form");
		for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = true;
		const r = await fetch(form.querySelector("[formaction]").formAction + "?" + new URLSearchParams(new FormData(form)));
		return r.headers.get("Content-Disposition").startsWith("attachment; filename=lapkeep-") ? r.text() : "no file";
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?s)^<!doctype html>.*class="share-track".*class="share-laps"`).MatchString(file) {
		t.Fatalf("%.300s", file)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Errorf("it asked for %s", r.URL)
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(file))
	}))
	t.Cleanup(web.Close)
	for _, width := range []int64{1440, 390} {
		for _, theme := range []string{"light", "dark"} {
			_ = b.wrong()
			_, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
			})
			if err != nil {
				t.Fatal(err)
			}
			b.do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(web.URL+"/"))
			where := fmt.Sprintf("%d, %s", width, theme)
			for _, v := range b.violations(t, source) {
				t.Errorf("%s: %s", where, v)
			}
			if wide := eval[float64](t, b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s: it is %v wider than its window", where, wide)
			}
			if dark := eval[bool](t, b, `getComputedStyle(document.body).backgroundColor === "rgb(14, 17, 20)"`); dark != (theme == "dark") {
				t.Errorf("%s: its styles do not follow the theme", where)
			}
			for _, w := range b.wrong() {
				if w != "asked "+web.URL+"/" {
					t.Errorf("%s: %s", where, w)
				}
			}
		}
	}
}

// TestTheLookOfStreamsIsRemembered: order, averaging and one chart for all hold for the
// next page; the map stands beside the strips, and the laps lie on their axis.
func TestTheLookOfStreamsIsRemembered(t *testing.T) {
	b := open(t, dashboard(t))
	path := b.run(t, "")
	b.until(t, streamTitles+`.startsWith("Pace · ")`) // the tool computes it
	before := strings.Split(eval[string](t, b, streamTitles), "; ")
	if len(before) < 3 {
		t.Fatalf("it draws %q", before)
	}
	edges := eval[[]float64](t, b, `(() => {
		const box = (s) => { const all = [...document.querySelectorAll(s)].map((x) => x.getBoundingClientRect()); return [all[0].left, all.at(-1).right]; };
		return [...box("lk-streams .u-over"), ...box(".lap-bars rect"), box("canvas.track")[0]];
	})()`)
	if math.Abs(edges[0]-edges[2]) > 3 || math.Abs(edges[1]-edges[3]) > 6 || edges[4] < edges[1] {
		t.Errorf("the strips go from %.0f to %.0f, the laps from %.0f to %.0f, the map begins at %.0f",
			edges[0], edges[1], edges[2], edges[3], edges[4])
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".strips .strip-title button").click()`),
		chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector(".stream-look select"); s.value = "30"; s.dispatchEvent(new Event("change")); })()`))
	b.until(t, streamTitles+`.startsWith(`+strconv.Quote(before[1]+"; "+before[0]+"; ")+`)`)
	b.visit(t, b.at, path, "light", 1440, 900)
	b.until(t, streamTitles+`.startsWith(`+strconv.Quote(before[1]+"; "+before[0]+"; ")+`) && document.querySelector(".stream-look select").value === "30"`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".stream-look input").click()`))
	b.until(t, `document.querySelectorAll(".strips .uplot").length === 1`)
	if got := strings.Split(eval[string](t, b, streamTitles), "; "); len(got) != len(before) {
		t.Errorf("one chart shows %q of %q", got, before)
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".stream-look input").click()`))
	other := eval[string](t, b, `document.querySelector("#compare-with option").value`)
	b.visit(t, b.at, path+"?with="+other, "light", 1440, 900)
	b.until(t, `document.querySelectorAll(".strips .legend li").length === 1 && document.querySelectorAll(".strips .uplot").length === `+strconv.Itoa(len(before)))
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
