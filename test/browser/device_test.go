package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSendToADevice: the planned session of the first page and its own page have
// the same files, and what comes of a link is what the tool writes.
func TestSendToADevice(t *testing.T) {
	source := axe(t)
	at := dashboard(t)
	b := open(t, at)
	b.visit(t, at, "/", "light", 1440, 900)
	const file = `[...document.querySelectorAll(".to-device a[href*='/workout.']")].map((a) => a.getAttribute("href"))`
	first := eval[[]string](t, b, file)
	if len(first) == 0 {
		t.Fatal("the planned session has no file")
	}
	if w := eval[float64](t, b, `(document.querySelector(".to-device").closest("details").open = true, document.documentElement.scrollWidth - innerWidth)`); w > 0 {
		t.Errorf("the page is %v wider than its window", w)
	}
	b.until(t, `document.querySelector(".to-device:not([data-part])") !== null`) // it was asked for
	opened := eval[string](t, b, `document.querySelector(".to-device").textContent`)
	b.fine(t, "today, with its files", source)
	event, _, _ := strings.Cut(first[0], "/workout.")
	for _, width := range []int64{1440, 390} {
		b.visit(t, at, event, "dark", width, 900)
		if there := eval[[]string](t, b, file); strings.Join(there, " ") != strings.Join(first, " ") {
			t.Errorf("the event has %v, and the first page %v", there, first)
		}
		if w := eval[float64](t, b, `document.documentElement.scrollWidth - innerWidth`); w > 0 {
			t.Errorf("at %d the event is %v wider than its window", width, w)
		}
		b.fine(t, "the event", source)
	}
	id, said := strings.TrimPrefix(event, "/calendar/"), eval[string](t, b, `document.querySelector(".to-device").textContent`)
	if strings.Join(strings.Fields(opened), " ") != strings.Join(strings.Fields(said), " ") {
		t.Errorf("the first page says %q, the event %q", opened, said)
	}
	for _, href := range first {
		format := href[strings.LastIndex(href, ".")+1:]
		wrote := call(t, "", "export_workout", `{"id":"`+id+`","format":"`+format+`","inline":true}`)
		for _, loss := range list(wrote["losses"]) {
			if !strings.Contains(said, text(loss)) {
				t.Errorf("%s: %q is not said", format, text(loss))
			}
		}
		if format == "fit" {
			continue // no text
		}
		want := text(wrote["content"])
		got := fetched(t, b, href)
		if got != want || want == "" {
			t.Errorf("%s is %d bytes, not the %d of the tool", href, len(got), len(want))
		}
	}
	if got := fetched(t, b, event+"/workout.fit"); !strings.Contains(got, ".FIT") {
		t.Errorf("the FIT file is %q", got)
	}
	if n := eval[int](t, b, `document.querySelectorAll("button[value=send]").length`); n != 0 {
		t.Error("it is sent to a service, and none is connected")
	}
}

// fetched is what the page's own browser gets from an address.
func fetched(t testing.TB, b *tab, href string) string {
	t.Helper()
	got, err := chromedp.Run(b, chromedp.Evaluate[string](`fetch("`+href+`").then((r) => r.text())`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
