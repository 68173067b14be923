//go:build e2e

package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

// asking returns values for the arguments of the tools that draw.
func asking() map[string]any {
	return map[string]any{
		"sport": "running", "indoor": true, "race": true, "commute": true, "gear": "none", "tag": "race", "source": "strava",
		"graded": true, "power_source": "stryd", "per_kg": true, "rank": 5, "models": true, "fatigued_after_kj": 500,
		"fatigued_after_kj_per_kg": 5,
		"durations_s":              []int{5, 60, 300}, "distances_m": []int{1000, 5000}, "compare": "last 365 days", "kind": "hr",
		"load_method": "hr", "ctl_days": 20, "atl_days": 4, "alpha": "inverse", "tsb": "same_day", "assumed_daily_load": 44,
		"target_ctl": 60, "days_off": []string{"tomorrow"}, "planned": []map[string]any{{"date": "tomorrow", "load": 90}}, "project_days": 9,
		"resolution": nil, "channels": []string{"power", "distance", "gps"}, "start_offset_s": 60, "end_offset_s": 600,
		"split": "mile", "from_row": 2, "weeks": nil, "break_days": 2, "services": true, "period": "year", "date": "yesterday",
		"fields": []string{"weight_kg"}, "correlate": []string{"hrv_rmssd_ms", "load"}, "view": "annual", "categories": []string{"race_a"},
		"status": []string{"done"}, "by_sport": true, "project_to": "next 14 days", "limit": 2, "help": nil, "range": "last 20 days",
		"from": nil, "to": nil, "id": nil, "ids": nil, "part": "versions", "line": nil, "version": nil, "sections": nil, "picture": nil,
		"athlete": nil, "workouts": nil, "with_calendar": nil, "dry_run": nil,
	}
}

// untold are sections of which nothing can be seen: they explain others, or are words.
var untold = []string{"digest", "device"}

// TestPicturesSayWhatTheirAnswersSay: an argument or a section that changes what an answer says changes
// what is seen in its picture too: values, a limit or what is left out. A new argument needs a value here.
func TestPicturesSayWhatTheirAnswersSay(t *testing.T) {
	t.Parallel()
	a, given, changed := newSubject(t), asking(), 0
	for _, r := range a.table.Rows() {
		in := r.Input()
		if in.Properties["picture"] == nil || r.Name == "check_workout" {
			continue
		}
		plain := string(args(t, r, a.own(exampleOf(r.Name)), "picture", true))
		ask := func(call string) (said, seen string) {
			res, err := a.table.Call(t.Context(), r.Name, a.call(t), json.RawMessage(call))
			if err != nil {
				return "", ""
			}
			for _, c := range res.Pictures {
				seen += string(c.SVG())
			}
			return string(res.Structured), seen
		}
		said, seen := ask(plain)
		differs := func(name string, value any) {
			more, drawn := ask(string(args(t, r, plain, name, value)))
			var one, other map[string]any
			if seen == "" || drawn == "" || json.Unmarshal([]byte(said), &one) != nil || json.Unmarshal([]byte(more), &other) != nil {
				return
			}
			for _, words := range []string{"read_as", "words", "missing"} {
				delete(one, words)
				delete(other, words)
			}
			if reflect.DeepEqual(one, other) {
				return
			}
			if changed++; drawn == seen {
				t.Errorf("the picture of %s does not show %s %v:\n%s", r.Name, name, value, differing(said, more))
			}
		}
		for name, p := range in.Properties {
			value, ok := given[name]
			if !ok {
				t.Errorf("how does a picture of %s show %s?", r.Name, name)
			}
			if value != nil {
				differs(name, value)
			}
			if name != "sections" {
				continue
			}
			for _, section := range p.Items.Enum {
				if !slices.Contains(untold, section.(string)) {
					differs(name, []any{p.Items.Enum[0], section})
				}
			}
		}
	}
	if changed < 20 {
		t.Errorf("only %d answers differ", changed)
	}
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
	week := func(args ...string) string {
		return saved(append(append([]string{"picture", "week"}, args...), "--out", file("week.svg"))...)
	}
	if this := week("--date", "2026-08-23"); this != week() || this == week("--date", "2026-08-29") {
		t.Error("the week of a day is another one")
	}
	for want, args := range map[string][]string{
		"Write dates as YYYY-MM-DD.":                      {"picture", "week", "--date", "sometime", "--out", file("week.svg")},
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
