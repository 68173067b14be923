//go:build e2e

package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/tools"
)

// TestPicturesShowNothingHidden: athletes who differ only in what they do not share get the
// same pictures, and an answer is the same with and without a picture.
func TestPicturesShowNothingHidden(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	all := keptByTwins()
	twins := make([]*subject, len(all))
	for i, k := range all {
		twins[i] = newTwin(t, k)
	}
	drawn, undrawn := map[string]int{}, 0
	for _, r := range twins[0].table.Rows() {
		if r.Input().Properties["picture"] == nil || r.Safety != tools.Read || r.Name == "check_workout" {
			continue
		}
		for _, call := range twinCalls(t, twins[0], r, all) {
			with := string(args(t, r, call, "picture", true))
			want := twins[0].pictured(t, r.Name, with)
			switch {
			case strings.HasPrefix(want, "<svg"):
				drawn[r.Name]++
			case want == "":
				t.Errorf("%s %s has no picture and no reason", r.Name, with)
			default:
				undrawn++
			}
			if a, b := twins[0].told(t, r.Name, call), twins[0].told(t, r.Name, with); a != b {
				t.Errorf("%s %s tells something else with a picture:\n%s", r.Name, call, differing(a, b))
			}
			for i, other := range twins[1:] {
				if got := other.pictured(t, r.Name, with); got != want {
					t.Errorf("%s %s shows twins 0 and %d apart:\n%s", r.Name, with, i+1, differing(want, got))
				}
			}
		}
	}
	if len(drawn) < 8 || undrawn == 0 {
		t.Errorf("pictures of %v, and %d reasons", drawn, undrawn)
	}
}

// pictured returns the pictures of an answer, or the reason why there is none.
func (a *subject) pictured(t *testing.T, tool, call string) (out string) {
	t.Helper()
	res, err := a.table.Call(t.Context(), tool, a.call(t), json.RawMessage(call))
	if err != nil {
		return tools.Describe(err).String()
	}
	for _, c := range res.Pictures {
		out += string(c.SVG())
	}
	return out + res.NotDrawn
}

// TestAPictureToSend: the week and an activity as files, in the reader's language where the
// font has its letters.
func TestAPictureToSend(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	file := func(name string) string { return filepath.Join(t.TempDir(), name) }
	saved := func(args ...string) string {
		t.Helper()
		a.must(t, args...)
		b, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	drawn := 0
	for _, id := range a.ids {
		svg := saved("picture", "activity", id, "--out", file("ride.svg"))
		if strings.Contains(svg, "left out.") {
			drawn++
		}
		if strings.Contains(svg, "latitude") || !strings.HasPrefix(svg, "<svg") {
			t.Errorf("%s is drawn as %.200s", id, svg)
		}
	}
	if drawn == 0 {
		t.Error("no track is drawn without its ends")
	}
	if png := saved("picture", "activity", "latest", "--out", file("ride.PNG")); !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("%.20q is no PNG", png)
	}
	if svg := saved("--lang", "zh-CN", "picture", "activity", "latest", "--out", file("zh.svg")); !strings.Contains(svg, "时间") {
		t.Errorf("no Chinese words: %.900s", svg)
	}
	for want, args := range map[string][]string{
		"There is no file name. Give one: --out week.png": {"picture", "week"},
		"Pictures cannot be saved as .pdf.":               {"picture", "week", "--out", file("week.pdf")},
		"There is no activity \"nope\".":                  {"picture", "activity", "nope", "--out", file("x.png")},
	} {
		code, _, stderr := a.run(t.Context(), args...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: %d %s", args, code, stderr)
		}
	}
}
