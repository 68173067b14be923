// Package browser opens the dashboard of the built program in Debian's Chromium:
// every panel at three widths, in both themes and both languages. It is a module
// of its own, so that the program's own tests need Go alone; run it with
// make browser.
package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// program returns the built one, and demo a home with the demo athlete.
func program(t testing.TB) (path, demo string) {
	t.Helper()
	path, demo = os.Getenv("LAPKEEP_PROGRAM"), os.Getenv("LAPKEEP_DEMO")
	if path == "" || demo == "" {
		t.Skip("LAPKEEP_PROGRAM and LAPKEEP_DEMO name the program and a home of the demo athlete; make browser sets them")
	}
	return path, demo
}

// copied returns a copy of the demo's home, which the rest of the test uses in
// its place.
func copied(t testing.TB) string {
	t.Helper()
	_, demo := program(t)
	home := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", demo+"/.", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	t.Setenv("LAPKEEP_DEMO", home)
	return home
}

// dashboard starts the program, and is its address with a ticket.
func dashboard(t testing.TB, args ...string) *url.URL {
	t.Helper()
	_, demo := program(t)
	return offered(t, append([]string{"--home", demo}, args...)...)
}

// offered starts the dashboard of a home or of homes, and returns the address that it prints.
func offered(t testing.TB, args ...string) *url.URL {
	t.Helper()
	path, _ := program(t)
	ctx, cancel := context.WithCancel(t.Context())
	c := exec.CommandContext(ctx, path, append([]string{"dashboard", "--no-open"}, args...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = c.Wait() })
	said, buf := "", make([]byte, 4096)
	for !strings.Contains(said, "Ctrl-C") {
		n, err := out.Read(buf)
		if said += string(buf[:n]); err != nil {
			t.Fatalf("%s%v", said, err)
		}
	}
	u, err := url.Parse(regexp.MustCompile(`http://\S+`).FindString(said))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// tab is a browser with one page, and what went wrong in it.
type tab struct {
	context.Context
	at   *url.URL // of the dashboard that let it in
	mu   sync.Mutex
	said []string
}

func (b *tab) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said = append(b.said, fmt.Sprintf(format, args...))
}

// wrong returns what was noted since it was asked last.
func (b *tab) wrong() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}

// launch starts a browser. Every request to elsewhere is noted.
func launch(t testing.TB, at *url.URL) *tab {
	t.Helper()
	const chromium = "/usr/bin/chromium"
	if _, err := os.Stat(chromium); err != nil {
		t.Skip("chromium is not installed")
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Hour)
	alloc, end := chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("no-first-run", true), chromedp.Flag("disable-quic", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1440, 900))
	page, leave := chromedp.NewContext(alloc)
	t.Cleanup(func() { leave(); end(); stop() })
	b := &tab{Context: page, at: at}
	own := "http://" + at.Host
	if err := chromedp.Listen(page, func(ev any) {
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			if u := ev.Request.URL; !strings.HasPrefix(u, own+"/") && !strings.HasPrefix(u, "data:") {
				b.note("asked %s", u)
			}
		case *runtime.EventExceptionThrown:
			b.note("exception: %s", ev.ExceptionDetails.Text+" "+ev.ExceptionDetails.Exception.Description)
		case *runtime.EventConsoleAPICalled:
			if ev.Type == "error" || ev.Type == "warning" {
				b.note("console: %+v", ev.Args)
			}
		case *log.EventEntryAdded:
			if ev.Entry.Level == "error" && !strings.Contains(ev.Entry.Text, "401") {
				b.note("log: %s %s", ev.Entry.Text, ev.Entry.URL)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	return b
}

// open starts a browser that is let in.
func open(t testing.TB, at *url.URL) *tab {
	t.Helper()
	b := launch(t, at)
	b.do(t, chromedp.Navigate(at.String()))
	b.until(t, `document.querySelector('.shell') !== null`)
	root, err := chromedp.Run(b, chromedp.Evaluate[string](`/^\/s\/\w+/.exec(location.pathname)[0]`))
	if err != nil {
		t.Fatal(err)
	}
	at.Host += root // addresses are made as "http://" + at.Host + path, within the session
	return b
}

func (b *tab) do(t testing.TB, all ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b, all...); err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition of the page.
func (b *tab) until(t testing.TB, condition string) {
	t.Helper()
	var err error
	for range 1500 { // a navigation in between is no failure; the page's policy forbids the poll of the library
		var yes bool
		if yes, err = chromedp.Run(b, chromedp.Evaluate[bool](condition)); err == nil && yes {
			return
		}
		select {
		case <-b.Done():
			t.Fatalf("%s: %v", condition, b.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatalf("%s did not come true: %v", condition, err)
}

// visit opens a path at a width in a theme, and waits until its charts are drawn.
func (b *tab) visit(t testing.TB, at *url.URL, path, theme string, width, height int64) {
	t.Helper()
	b.do(t, chromedp.EmulateViewport(width, height), chromedp.Navigate("http://"+at.Host+path))
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.cookie = "lapkeep_theme=%s; path=/; samesite=strict"`, theme)))
	b.do(t, chromedp.Navigate("http://"+at.Host+path))
	b.until(t, `[...document.querySelectorAll('lk-streams, lk-chart')].every((c) => c.querySelector('canvas') || c.closest('section').querySelector('tbody')?.rows.length < 2)`)
}

// panels returns the pages that there are, those of things by the demo's
// newest.
func panels(t testing.TB, b *tab, at *url.URL) map[string]string {
	t.Helper()
	all := somePanels(t, b, at)
	for name, path := range all {
		if path == "" {
			t.Fatalf("there is no link to a page of %s", name)
		}
	}
	return all
}

// somePanels does the same for a home that may lack activities and events; their
// pages have no path.
func somePanels(t testing.TB, b *tab, at *url.URL) map[string]string {
	t.Helper()
	all := map[string]string{
		"today": "/", "fitness": "/fitness", "calendar": "/calendar", "week": "/calendar?view=week", "agenda": "/calendar?view=agenda",
		"activities": "/activities", "curves": "/curves", "wellness": "/wellness", "plan": "/plan", "sources": "/sources",
		"goals": "/goals", "gear": "/gear", "memory": "/memory", "records": "/records", "season": "/season", "race": "/race?sport=running",
		"segments": "/segments", "routes": "/routes", "map": "/map", "ask": "/ask?q=my+longest+rides+this+year",
		"body": "/body?region=left_shin", "coach": "/coach", "journal": "/journal", "settings": "/settings", "start": "/start?step=thresholds", "assistant": "/assistants/vscode", "zones": "/fitness/zones", "glossary": "/glossary", "entry": "/glossary/tss",
		"report": "/report?date=" + time.Now().AddDate(0, 0, -7).Format(time.DateOnly),
	}
	// A week ago all is done, and a week ahead nothing, on whatever day the demo is made.
	week := func(days int) [2]string {
		return [2]string{"/calendar?view=week&date=" + time.Now().AddDate(0, 0, days).Format(time.DateOnly), ".event.sport-cycling[href*='/calendar/']"}
	}
	for name, from := range map[string][2]string{
		"activity": {"/activities?sport=cycling&sort=distance", "#activities td.name a"}, "day": {"/fitness", "#fitness a[href*='/days/']"},
		"event": week(-7), "planned": week(7), "segment": {"/segments", "#segments td.name a"},
	} {
		b.do(t, chromedp.Navigate("http://"+at.Host+from[0]))
		href, err := chromedp.Run(b, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q)?.getAttribute("href").replace(/^\/s\/\w+/, "") ?? ""`, from[1])))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = href
	}
	if all["share"] = ""; all["activity"] != "" {
		all["share"] = all["activity"] + "/share"
	}
	only := os.Getenv("LAPKEEP_ONLY") // names of panels, or one address
	if strings.HasPrefix(only, "/") {
		return map[string]string{"page": only}
	}
	if only != "" {
		maps.DeleteFunc(all, func(name, _ string) bool { return !strings.Contains(","+only+",", ","+name+",") })
	}
	return all
}

// TestScreenshots makes pictures of every panel, and one sheet a panel with all
// its widths and themes: of the demo, and with LAPKEEP_SHEETS also of an empty
// home, of one with three activities without power and positions, and of the
// recordings in the folder that LAPKEEP_RECORDINGS names, in both languages.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("LAPKEEP_SCREENSHOTS")
	if dir == "" {
		t.Skip("make screenshots sets LAPKEEP_SCREENSHOTS")
	}
	_, demo := program(t)
	homes, languages := map[string]string{"demo": demo}, []string{"en"}
	if os.Getenv("LAPKEEP_SHEETS") != "" {
		languages = []string{"en", "zh"}
		homes["empty"], homes["three"] = imported(t), imported(t, indoors(t)...)
		if from := os.Getenv("LAPKEEP_RECORDINGS"); from != "" {
			homes["recordings"] = imported(t, from)
		}
	}
	for home, folder := range homes {
		if only := os.Getenv("LAPKEEP_SHEETS"); only != "" && only != "all" && !strings.Contains(only, home) {
			continue
		}
		for _, language := range languages {
			t.Run(home+" "+language, func(t *testing.T) {
				t.Setenv("LAPKEEP_DEMO", folder)
				at := dashboard(t, "--lang", language)
				b := open(t, at)
				for name, path := range somePanels(t, b, at) {
					if path != "" {
						b.pictures(t, at, path, filepath.Join(dir, strings.Join([]string{home, language, name}, "-")))
					}
				}
			})
		}
	}
}

// pictures writes a page at each width in each theme, and a sheet of them.
func (b *tab) pictures(t *testing.T, at *url.URL, path, prefix string) {
	t.Helper()
	var all []image.Image
	for _, width := range []int64{1440, 820, 390} {
		for _, theme := range []string{"light", "dark"} {
			b.visit(t, at, path, theme, width, 900)
			shot, err := chromedp.Run(b, chromedp.FullScreenshot(100))
			if err == nil {
				err = os.WriteFile(fmt.Sprintf("%s-%d-%s.png", prefix, width, theme), shot, 0o644)
			}
			picture, _, bad := image.Decode(bytes.NewReader(shot))
			if err = errors.Join(err, bad); err != nil {
				t.Fatal(err)
			}
			all = append(all, picture)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet(all)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(prefix+"-sheet.png", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, w := range b.wrong() {
		t.Errorf("%s: %s", path, w)
	}
}

// sheet sets pictures beside each other at half their size, cut at the height
// of a few screens.
func sheet(all []image.Image) image.Image {
	const gap, most = 16, 2400
	wide, high := gap, 0
	for _, p := range all {
		wide, high = wide+p.Bounds().Dx()/2+gap, max(high, min(p.Bounds().Dy()/2, most))
	}
	out := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	left := gap
	for _, p := range all {
		for y := range min(p.Bounds().Dy()/2, most) {
			for x := range p.Bounds().Dx() / 2 {
				var sum [3]uint32
				for _, d := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
					r, g, b, _ := p.At(2*x+d[0], 2*y+d[1]).RGBA()
					sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
				}
				out.Set(left+x, y, color.RGBA{uint8(sum[0] / 4), uint8(sum[1] / 4), uint8(sum[2] / 4), 255})
			}
		}
		left += p.Bounds().Dx()/2 + gap
	}
	return out
}

// imported returns a new home with some files or folders imported.
func imported(t *testing.T, files ...string) string {
	t.Helper()
	path, _ := program(t)
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil { //nolint:gosec // the program asks for it
		t.Fatal(err)
	}
	for _, f := range files {
		// A folder of real recordings has files that cannot be read.
		if out, err := exec.CommandContext(t.Context(), path, "import", f, "--home", home).CombinedOutput(); err != nil {
			t.Logf("%s%v", out, err)
		}
	}
	return home
}

// indoors returns three recordings with heart rate alone.
func indoors(t *testing.T) (files []string) {
	t.Helper()
	for i, sport := range []string{"Biking", "Running", "Other"} {
		start := time.Now().AddDate(0, 0, -3*i).Add(-3 * time.Hour).UTC()
		var b strings.Builder
		fmt.Fprintf(&b, `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="%s"><Id>%[2]s</Id><Lap StartTime="%[2]s"><TotalTimeSeconds>2400</TotalTimeSeconds><DistanceMeters>0</DistanceMeters><Calories>300</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>`, sport, start.Format(time.RFC3339))
		for s := range 2400 {
			fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><HeartRateBpm><Value>%d</Value></HeartRateBpm></Trackpoint>`,
				start.Add(time.Duration(s)*time.Second).Format(time.RFC3339), 110+(s/60)%40)
		}
		b.WriteString(`</Track></Lap></Activity></Activities></TrainingCenterDatabase>`)
		file := filepath.Join(t.TempDir(), fmt.Sprintf("indoors-%d.tcx", i))
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// axe returns the source of axe-core, pinned in package.json.
func axe(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed; make browser does it")
	}
	return string(b)
}

// violations returns what axe finds against WCAG 2.2 AA.
func (b *tab) violations(t testing.TB, source string) []string {
	t.Helper()
	b.do(t, chromedp.Evaluate[chromedp.Void](source))
	found, err := chromedp.Run(b, chromedp.Evaluate[[]string](
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")).join(" | ")))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPanels opens every panel at three widths in both themes: nothing fails,
// nothing is asked of elsewhere, nothing is wider than the window, and axe finds
// nothing. A short run has one width in one theme.
func TestPanels(t *testing.T) {
	widths, themes := []int64{1440, 820, 390}, []string{"light", "dark"}
	if testing.Short() {
		widths, themes = widths[:1], themes[:1]
	}
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	for name, path := range panels(t, b, at) {
		for _, width := range widths {
			for _, theme := range themes {
				b.visit(t, at, path, theme, width, 900)
				where := fmt.Sprintf("%s at %d, %s", name, width, theme)
				for _, v := range b.violations(t, source) {
					t.Errorf("%s: %s", where, v)
				}
				wide, err := chromedp.Run(b, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - innerWidth`))
				if err != nil || wide > 0 {
					t.Errorf("%s is %v wider than its window (%v)", where, wide, err)
				}
				for _, w := range b.wrong() {
					t.Errorf("%s: %s", where, w)
				}
			}
		}
	}
}

// call asks the same program on the command line.
func call(t testing.TB, home, tool, args string) map[string]any {
	t.Helper()
	path, demo := program(t)
	if home == "" {
		home = demo
	}
	b, err := exec.CommandContext(t.Context(), path, "call", tool, args, "--json", "--home", home).Output()
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAnotherProcessesWriteAppears: within two seconds, without losing what was
// opened.
func TestAnotherProcessesWriteAppears(t *testing.T) {
	path, _ := program(t)
	home := copied(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/wellness", "light", 1440, 900)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("details").open = true; window.scrollTo(0, 300)`))
	time.Sleep(100 * time.Millisecond) // the stream of events opens
	begun := time.Now()
	if out, err := exec.CommandContext(t.Context(), path, "call", "update_wellness", `{"values":{"weight_kg":"61.13"}}`, "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	wrote := time.Now()
	b.until(t, `document.querySelector('main data[value="61.13"]') !== null`)
	t.Logf("written in %v, shown %v later", wrote.Sub(begun), time.Since(wrote))
	if late := time.Since(wrote); late > 2500*time.Millisecond {
		t.Errorf("it appeared after %v", late)
	}
	kept, err := chromedp.Run(b, chromedp.Evaluate[bool](`document.querySelector("details").open && window.scrollY > 200`))
	if err != nil || !kept {
		t.Errorf("what was opened is closed, or the place is lost: %v", err)
	}
}

// TestFramesAndOtherPorts: a page of another port reaches nothing, and cannot show
// the dashboard in a frame.
func TestFramesAndOtherPorts(t *testing.T) {
	one, two := dashboard(t), dashboard(t)
	b := open(t, one)
	own := &url.URL{Scheme: "http", Host: two.Host}
	b.do(t, chromedp.Navigate("http://"+one.Host+"/"))
	got, err := chromedp.Run(b, chromedp.Evaluate[string](fmt.Sprintf(
		`Promise.all(["/", "/events", "/columns/x", "/api/get_status", "/upload"].map((p) => fetch(%q + p, {credentials: "include"}).then((r) => r.text(), (e) => "refused"))).then((all) => all.join())`, own.String()),
		chromedp.EvalAwaitPromise))
	if err != nil || strings.Trim(got, "refused,") != "" {
		t.Errorf("it read %q, %v", got, err)
	}
}

// numbers returns all of an answer, as they are written.
func numbers(v any) (out []string) {
	switch v := v.(type) {
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	case map[string]any:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	}
	return out
}

// TestANarrowWindow: today is in view when the calendar opens, nothing is cut off or
// covered by the bar, and the other panels open by the keyboard.
func TestANarrowWindow(t *testing.T) {
	at := dashboard(t)
	b := open(t, at)
	for _, width := range []int64{390, 820} {
		b.visit(t, at, "/calendar", "light", width, 844)
		// A list of days opens at today, if there is enough below it; a grid shows it anywhere.
		top := map[int64]string{390: "300", 820: "innerHeight"}[width]
		b.until(t, `(() => { const r = document.getElementById("today").getBoundingClientRect(); return r.top >= 0 && r.bottom < innerHeight &&
			(r.bottom < `+top+` || Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight); })()`)
		if eval[string](t, b, `document.getElementById("today").innerText.trim()`) == "" {
			t.Errorf("at %d today has no name", width)
		}
		cut := eval[[]string](t, b, `[...document.querySelectorAll(".side nav a, .side nav button, .find")].filter((e) => e.checkVisibility() &&
			(e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1)).map((e) => e.textContent.trim())`)
		if len(cut) > 0 {
			t.Errorf("at %d these are cut off: %v", width, cut)
		}
	}
	b.visit(t, at, "/", "light", 390, 844)
	b.do(t, chromedp.Evaluate[chromedp.Void](`scrollTo(0, document.body.scrollHeight)`))
	b.until(t, `document.querySelector("main").lastElementChild.lastElementChild.getBoundingClientRect().bottom < document.querySelector(".side").getBoundingClientRect().top`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".more-panels").focus()`), chromedp.KeyEvent("\r"))
	b.until(t, `document.querySelector("#more-panels a[href$='/wellness']").checkVisibility()`)
	b.do(t, chromedp.KeyEvent("\x1b"))
	b.until(t, `!document.querySelector("#more-panels a[href$='/wellness']").checkVisibility()`)
	b.visit(t, at, "/", "light", 1440, 900)
	b.until(t, `document.querySelector("#more-panels a[href$='/wellness']").checkVisibility() && !document.querySelector(".more-panels").checkVisibility()`)
	for _, w := range b.wrong() {
		t.Error(w)
	}
}
