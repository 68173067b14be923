package web

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/tools/drawn"
)

// TestTheViewIsOneFile that loads nothing, and has its words in both languages.
func TestTheViewIsOneFile(t *testing.T) {
	t.Parallel()
	for _, miles := range []bool{false, true} {
		html := View(miles)
		for _, never := range []string{"http://", "https://", "importScripts", "eval(", "new Function", "@import", `src="`, "innerHTML", wordsMark} {
			if strings.Contains(html, never) {
				t.Errorf("the view has %s", never)
			}
		}
		found := regexp.MustCompile(`<script type="application/json" id="words">([^<]*)</script>`).FindStringSubmatch(html)
		var words drawn.Words
		if found == nil || json.Unmarshal([]byte(found[1]), &words) != nil {
			t.Fatal("the view has no words")
		}
		for english := range words.Said["en"] {
			if said := words.Said["zh-CN"][english]; said == "" || said == english {
				t.Errorf("%q has no Chinese", english)
			}
		}
		for sport, want := range map[string]map[bool]string{"": {false: "km", true: "mi"}, "swimming": {false: "m", true: "yd"}} {
			if got := words.Units[sport]["distance_km"]; got.Shown != want[miles] || got.Factor == 0 {
				t.Errorf("miles %t: distances of %q are in %+v", miles, sport, got)
			}
		}
		if len(words.Telling) == 0 || words.Names["zh-CN"]["distance_km"] == words.Names["en"]["distance_km"] ||
			words.Names["zh-CN"]["upcoming"] == "" || words.Names["en"]["tss"] != "Load" {
			t.Errorf("miles %t: words are missing", miles)
		}
		if len(html) > 220_000 {
			t.Errorf("the view has %d bytes", len(html))
		}
	}
}
