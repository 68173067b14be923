package browser

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "write the boxes of the layout anew")

const boxesFile = "testdata/boxes.json"

// box is where a part of a page stands, in pixels.
type box struct {
	Name                string
	X, Y, Width, Height int
}

const readBoxes = `[...document.querySelectorAll("main > .heading, main section.card")].map((e) => {
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

// moved says what stands elsewhere.
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
		case far(gap(want, i), gap(got, i), across):
			out = append(out, fmt.Sprintf("%q stands %d below what is above it, not %d", g.Name, gap(got, i), gap(want, i)))
		}
	}
	return out
}

// gap is the free space above a box.
func gap(all []box, i int) int {
	b, bottom := all[i], 0
	for j, a := range all {
		if j != i && a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y {
			bottom = int(math.Max(float64(bottom), float64(a.Y+a.Height)))
		}
	}
	return b.Y - bottom
}
