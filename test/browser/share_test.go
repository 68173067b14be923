package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

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
