package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// holds checks what stands on a page.
func (s *site) holds(t *testing.T, path string, want ...string) string {
	t.Helper()
	res, body := s.ask(t, http.MethodGet, path, nil)
	if res.StatusCode != http.StatusOK {
		t.Errorf("%s: %d", path, res.StatusCode)
	}
	for _, w := range want {
		if !strings.Contains(body, w) {
			t.Errorf("%s does not hold %s", path, w)
		}
	}
	return body
}

func TestASelectionHasTheToolsNumbers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/activities/ride?from=600&to=780", "/activities/ride?from=10:00&to=0:13:00"} {
		s.holds(t, path, `value="212.75"`, `value="219.5"`, `value="1.505"`, "Selected: 10:00 to 13:00, 3:00 long.", `name="from" value="10:00"`)
	}
	if body := s.holds(t, "/activities/ride"); strings.Contains(body, `value="212.75"`) {
		t.Error("there is a selection that nobody made")
	}
	s.holds(t, "/activities/ride?from=x&to=20", "The selection has no beginning or no end.", "10:00 or 1:05:00", `name="from" value="x"`)
	s.holds(t, "/activities/ride?from=-5&to=99999999999999", "The selection has no beginning or no end.")
	s.holds(t, "/activities/ride?from=600&to=780&as=csv&table=stretch", "start_offset_s,end_offset_s,duration_s", "600,780,180")
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"missing":{"stretch":"it begins after the end"}}`)
	}
	s.holds(t, "/activities/ride?from=600&to=780", "it begins after the end")
}

func TestLapsAreSelections(t *testing.T) {
	t.Parallel()
	newSite(t).holds(t, "/activities/ride", `href="/activities/ride?from=0&amp;to=1246#selection"`)
}

func TestActivitiesSideBySide(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `<option value="qj725kgfei"`, "The same way")
	s.holds(t, "/activities/ride?with=qj725kgfei&from=600&to=780", `value="-17.07"`, "−17.07", "+5:13", "Their loads were computed",
		`type="hidden" name="with" value="qj725kgfei"`, `type="hidden" name="from" value="600"`, `value="212.75"`)
	s.holds(t, "/activities/ride?with=qj725kgfei&as=csv&table=compare", "metric,value_tevwwo5evz,value_qj725kgfei,difference_qj725kgfei",
		"duration_s,6235,6548,313", "decoupling_pct,4.6,,", "elevation_gain_m,187.2,187.2,0")
}

func TestTablesThatNotEveryActivityHas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `value="21.98"`, "butterfly", `value="41.3"`, "3 × 13:00 @ 217 W", `value="241.5"`, "2 of 3 done", "▼ below the target",
		`value="46.25"`, "154.67 W on average, 228 W at most.")
	s.holds(t, "/activities/ride?as=csv&table=lengths", "start_offset_s,elapsed_time_s,lap,stroke,strokes,swolf", "46,30.5,2,rest,,")
	s.holds(t, "/activities/ride?as=csv&table=steps", "13:00,215–224 W,99.5,below,2", "13:00,215–224 W,,missed,")
	s.holds(t, "/activities/ride?streams=table", `value="213.5"`)
	s.holds(t, "/activities/ride?as=csv&table=streams", "offset_s,power_w,hr_bpm", "660,,141")
}

// TestPartsThatFail: what cannot be compared or selected says so, and the rest of
// the page stands.
func TestPartsThatFail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.fails = map[string]error{
		"compare_activities":   training.Errorf(training.KindNotFound, "There is no such other.").WithFix("Choose one."),
		"get_activity_streams": training.Errorf(training.KindInvalid, "The stretch is empty.").WithFix("Give others."),
	}
	s.holds(t, "/activities/ride?with=gone&from=10&to=20", "There is no such other.", "Choose one.", "The stretch is empty.", `value="154.67"`)
	s.holds(t, "/activities/ride?from=20&to=10", "The selection ends before it begins.", `aria-describedby="selection-why" aria-invalid="true"`)
}
