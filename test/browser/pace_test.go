package browser

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

const (
	looks    = 9  // times that each page is opened in the browser
	requests = 60 // and asked of the server
	sweep    = 400
	rest     = 40 * time.Second
)

// benchHome returns a home of many activities, with a ride of six hours in it.
func benchHome(t testing.TB) string {
	t.Helper()
	home := os.Getenv("LAPKEEP_BENCH_HOME")
	if home == "" {
		t.Skip("make page-bench sets LAPKEEP_BENCH_HOME")
	}
	path, _ := program(t)
	file := filepath.Join(t.TempDir(), "six-hours.tcx")
	if err := os.WriteFile(file, sixHours(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), path, "import", file, "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	t.Setenv("LAPKEEP_DEMO", home)
	return home
}

// sixHours returns a ride of 21,600 seconds with every channel.
func sixHours() []byte {
	var b bytes.Buffer
	start := time.Date(2025, 7, 6, 5, 0, 0, 0, time.UTC)
	b.WriteString(`<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking"><Id>2025-07-06T05:00:00Z</Id><Lap StartTime="2025-07-06T05:00:00Z"><TotalTimeSeconds>21600</TotalTimeSeconds><DistanceMeters>172800</DistanceMeters><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>`)
	for i := range 21600 {
		x := float64(i)
		fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position><AltitudeMeters>%.1f</AltitudeMeters><DistanceMeters>%.1f</DistanceMeters><HeartRateBpm><Value>%d</Value></HeartRateBpm><Cadence>%d</Cadence><Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>%.2f</Speed><Watts>%d</Watts></TPX></Extensions></Trackpoint>`,
			start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 47+0.3*math.Sin(x/3400), 8+0.4*math.Cos(x/3400), 600+300*math.Sin(x/900), 8*x,
			int(130+20*math.Sin(x/300)), int(85+5*math.Sin(x/70)), 8+2*math.Sin(x/200), int(max(0, 190+60*math.Sin(x/130)+25*math.Sin(x*1.7))))
	}
	b.WriteString(`</Track></Lap></Activity></Activities></TrainingCenterDatabase>`)
	return b.Bytes()
}

// paced notes when a page is ready: its charts are drawn and the frame with them is out.
const paced = `(() => {
	const look = () => {
		const all = document.readyState !== "loading" && [...document.querySelectorAll("lk-streams, lk-chart")].every((c) => c.querySelector("canvas") || c.closest("section").querySelector("tbody")?.rows.length < 2);
		if (all && document.querySelector("main")) window.readyAt = performance.now(); else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})()`

// benchPages returns the pages that are timed.
func benchPages(t testing.TB, b *tab, at *url.URL) map[string]string {
	t.Helper()
	all := panels(t, b, at)
	delete(all, "glossary")
	delete(all, "entry")
	b.do(t, chromedp.Navigate("http://"+at.Host+"/activities?sort=duration"))
	all["6 h activity"] = get1(t, b, `document.querySelector("#activities td.name a").getAttribute("href").replace(/^\/s\/\w+/, "")`)
	return all
}

// TestPagePace logs how fast the pages of a home with 15,000 activities are. It
// asserts nothing: times depend on the machine and its load.
func TestPagePace(t *testing.T) {
	benchHome(t)
	s := started(t, "127.0.0.1:0")
	b := open(t, s.at)
	if _, err := chromedp.Run(b, chromedp.Action[chromedp.Void](func(ctx context.Context, to *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, to, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: paced})
		return chromedp.Void{}, err
	})); err != nil {
		t.Fatal(err)
	}
	pages := benchPages(t, b, s.at)
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("load of the machine %s", bytes.TrimSpace(load))
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		var paint, ready []float64
		for range looks {
			b.do(t, chromedp.Navigate("http://"+s.at.Host+pages[name]))
			b.until(t, `window.readyAt !== undefined && performance.getEntriesByName("first-contentful-paint").length > 0`)
			paint = append(paint, number(t, b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
			ready = append(ready, number(t, b, `window.readyAt`))
		}
		t.Logf("%-14s first paint %4.0f ms, ready %4.0f ms (medians of %d)", name, quantile(paint, 0.5), quantile(ready, 0.5), looks)
	}
	t.Logf("resident after that: %s", resident(t, s.pid))
	b.frames(t, s.at, pages["6 h activity"])
}

// TestServerPace logs how long the server takes for a page, in wall and
// processor time, and how much memory it has.
func TestServerPace(t *testing.T) {
	benchHome(t)
	b := open(t, dashboard(t))
	s := started(t, "127.0.0.1:0")
	t.Logf("resident at the start: %s", resident(t, s.pid))
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	own := "http://" + s.at.Host
	enter, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, own+"/session", strings.NewReader(`{"ticket":"`+s.at.Fragment+`"}`))
	enter.Header.Set("Content-Type", "application/json")
	enter.Header.Set("Origin", own)
	r, err := c.Do(enter)
	if err != nil || r.StatusCode/100 != 2 {
		t.Fatalf("%v %v", r, err)
	}
	_ = r.Body.Close()
	at := *s.at
	at.Host += strings.TrimSuffix(r.Cookies()[0].Path, "/")
	pages := benchPages(t, b, b.at)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		var took []float64
		used := cpu(t, s.pid)
		for range requests {
			begun := time.Now()
			r, err := c.Get("http://" + at.Host + pages[name])
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %v %v", name, r, err)
			}
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			took = append(took, float64(time.Since(begun).Microseconds())/1000)
		}
		t.Logf("%-14s median %5.1f ms, p95 %5.1f ms, processor %5.1f ms a page", name, quantile(took, 0.5), quantile(took, 0.95), (cpu(t, s.pid)-used)/requests)
	}
	load, _ := os.ReadFile("/proc/loadavg")
	busy := resident(t, s.pid)
	time.Sleep(rest)
	t.Logf("resident after that: %s, and %s when nobody asked for %v; load of the machine %s", busy, resident(t, s.pid), rest, bytes.TrimSpace(load))
}

// frames moves the mouse over the chart of an activity while the browser traces itself.
func (b *tab) frames(t testing.TB, at *url.URL, path string) {
	t.Helper()
	b.visit(t, at, path, "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("lk-streams .chart").scrollIntoView({block: "center"})`))
	time.Sleep(300 * time.Millisecond)
	left, top, width := number(t, b, `document.querySelector("lk-streams .chart").getBoundingClientRect().x`),
		number(t, b, `document.querySelector("lk-streams .chart").getBoundingClientRect().y`), number(t, b, `document.querySelector("lk-streams .chart").clientWidth`)
	tr := b.trace(t, func(ctx context.Context, to *chromedp.Target) error {
		for i := range sweep {
			_, err := cdp.Call(ctx, to, input.DispatchMouseEvent, input.DispatchMouseEventParams{
				Type: "mouseMoved", X: left + 60 + (width-70)*float64(i)/sweep, Y: top + 40,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	t.Log(tr)
	t.Logf("the cursor reads %q", get1(t, b, `document.querySelector("lk-streams .strip-title b").textContent`))
}

// event is one of a trace; times are in microseconds.
type event struct {
	Name  string  `json:"name"`
	Phase string  `json:"ph"`
	At    float64 `json:"ts"`
	Dur   float64 `json:"dur"`
}

// trace returns what the browser drew while do ran.
func (b *tab) trace(t testing.TB, do func(ctx context.Context, to *chromedp.Target) error) string {
	t.Helper()
	var (
		mu   sync.Mutex
		all  []event
		done = make(chan struct{})
	)
	if err := chromedp.Listen(b.Context, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, v := range ev.Value {
				var e event
				if json.Unmarshal(v, &e) == nil {
					all = append(all, e)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	}); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	var took time.Duration
	if _, err := chromedp.Run(b, chromedp.Action[chromedp.Void](func(ctx context.Context, to *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, to, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
			IncludedCategories: []string{"devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"},
		}})
		if err == nil {
			begun = time.Now()
			err = do(ctx, to)
			took = time.Since(begun)
		}
		if err == nil {
			_, err = cdp.Call(ctx, to, tracing.End, cdp.Empty{})
		}
		return chromedp.Void{}, err
	})); err != nil {
		t.Fatal(err)
	}
	<-done
	mu.Lock()
	defer mu.Unlock()
	return frameNumbers(all, took)
}

func frameNumbers(all []event, took time.Duration) string {
	count := map[string]int{}
	var drawn, busy []float64
	for _, e := range all {
		count[e.Name]++
		switch e.Name {
		case "DrawFrame":
			drawn = append(drawn, e.At)
		case "FireAnimationFrame", "EventDispatch":
			busy = append(busy, e.Dur/1000)
		}
	}
	slices.Sort(drawn)
	var between []float64
	for i := 1; i < len(drawn); i++ {
		between = append(between, (drawn[i]-drawn[i-1])/1000)
	}
	return fmt.Sprintf("%d moves of the mouse in %v: %d frames drawn, %.1f a second, %d dropped; between two %.1f ms (median), %.1f (p95); scripts of one move %.2f ms (median), %.2f (p95)",
		sweep, took.Round(time.Millisecond), len(drawn), float64(len(drawn))/took.Seconds(), count["DroppedFrame"],
		quantile(between, 0.5), quantile(between, 0.95), quantile(busy, 0.5), quantile(busy, 0.95))
}

func number(t testing.TB, b *tab, expression string) float64 {
	t.Helper()
	f, err := chromedp.Run(b, chromedp.Evaluate[float64](expression))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func quantile(all []float64, q float64) float64 {
	if len(all) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

// resident returns the memory of a process, where the system tells it.
func resident(t testing.TB, pid int) string {
	t.Helper()
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
			kb, _ := strconv.ParseFloat(strings.Fields(line)[1], 64)
			if strings.HasPrefix(line, "VmRSS") {
				return fmt.Sprintf("%.1f MB", kb/1024)
			}
		}
	}
	return "not told"
}

// cpu returns the time of the processor that a process used, in milliseconds.
func cpu(t testing.TB, pid int) float64 {
	t.Helper()
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return math.NaN()
	}
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) * 10 // of the usual hundredths of a second
}

// mostBytes is how big a picture of the README may be.
const mostBytes = 150_000

// TestPictures makes the four pictures of the README: what a window shows, with as
// many colours as a palette has, which such pages hardly exceed.
func TestPictures(t *testing.T) {
	dir := os.Getenv("LAPKEEP_PICTURES")
	if dir == "" {
		t.Skip("make pictures sets LAPKEEP_PICTURES")
	}
	at := dashboard(t)
	b := open(t, at)
	all := panels(t, b, at)
	for file, p := range map[string]struct {
		panel, theme, from string
		width, height      int64
	}{
		"today.png":    {"today", "light", "main", 1280, 860},
		"fitness.png":  {"fitness", "dark", "main", 1280, 860},
		"activity.png": {"activity", "light", ".chart-card", 1280, 860},
		"calendar.png": {"calendar", "light", "main", 1280, 860},
	} {
		b.visit(t, at, all[p.panel], p.theme, p.width, p.height)
		b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, p.from)))
		shot, err := chromedp.Run(b, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, fewColors(img)); err != nil {
			t.Fatal(err)
		}
		if out.Len() > mostBytes {
			t.Errorf("%s has %d bytes, more than %d", file, out.Len(), mostBytes)
		}
		if err := os.WriteFile(filepath.Join(dir, file), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fewColors returns a picture of at most 256 of its own colours, of those that
// are alike the one that it has most of; each other becomes the nearest of
// them.
func fewColors(img image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	box := img.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var colors color.Palette
	alike := map[[3]uint8]bool{}
	for _, c := range all {
		if kind := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}; !alike[kind] && len(colors) < 256 {
			alike[kind] = true
			colors = append(colors, c)
		}
	}
	for _, c := range all {
		if len(colors) < 256 && !slices.Contains(colors, color.Color(c)) {
			colors = append(colors, c)
		}
	}
	out, near := image.NewPaletted(box, colors), map[color.RGBA]uint8{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := at(x, y)
			i, ok := near[c]
			if !ok {
				i = uint8(colors.Index(c))
				near[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
