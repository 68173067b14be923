package outwardtest_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// looks are questions that show what each write changes.
func looks() []string {
	return []string{
		`list_events {"range":"2026-08-01..2026-10-31"}`,
		`get_wellness {"range":"2026-08-10..2026-08-20"}`,
		`list_activities {}`,
		`list_gear {"include_retired":true}`,
		`list_workouts {}`,
		`list_custom_items {}`,
		`get_sport_settings {}`,
	}
}

// later matches what only a full reading finds: the time of that reading, the day a
// service notes for gear, and what follows from how all activities were rated.
var later = regexp.MustCompile(`"freshness":"[^"]*"|,"retired_on":"[^"]*"|"sports":\[\{"sport":.*?(,"services":|$)`)

// shows are the answers to all of these.
func (a *athlete) shows(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, look := range looks() {
		tool, args, _ := strings.Cut(look, " ")
		out[tool] = later.ReplaceAllString(a.ok(t, "call", tool, args), "$1")
	}
	return out
}

// TestWritesByAClockThatWentBack: a write shows what the service made of it at
// once, also where the service was last read by a clock that was ahead.
func TestWritesByAClockThatWentBack(t *testing.T) {
	t.Parallel()
	for i, c := range trials() {
		if c.local != "" || testing.Short() && i%4 > 0 {
			continue
		}
		t.Run(c.tool+" "+c.what, func(t *testing.T) {
			t.Parallel()
			a := newTrier(t)
			a.wait(-3 * time.Hour)
			a.prepare(t, c)
			a.call(t, c.tool, a.fill(t, c.args))
			a.settled(t)
			at := a.shows(t)
			a.wait(3 * time.Hour)
			a.read(t)
			if d := cmp.Diff(at, a.shows(t)); d != "" {
				t.Errorf("shown at once (-) and once all was read (+):\n%s", d)
			}
		})
	}
}
