package browser

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

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
