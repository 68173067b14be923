package i18n

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	if got := Nearest("save_gear", []string{"save_gear", "save_gear_reminder"}); got != "save_gear" {
		t.Errorf("what begins with it is nearer: %q", got)
	}
	names := []string{"activity_id", "from", "limit", "sections", "get_activity_streams"}
	for given, want := range map[string]string{
		"limt": "limit", "LIMIT": "limit", "form": "from", "activty_id": "activity_id", "section": "sections",
		"stream": "get_activity_streams", "streams": "get_activity_streams", "sect": "sections", "zzz": "", "": "", "li": "",
		strings.Repeat("long", 50): "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestDistanceIsAMetricOfSorts(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[a-d]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a)-len(b), len(b)-len(a)) {
			t.Fatalf("distance(%q, %q) = %d", a, b, d)
		}
	})
}
