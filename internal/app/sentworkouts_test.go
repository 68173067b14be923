package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/ledger"
	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// planning is an athlete whose plans go to Intervals.icu, where the FTP is 250 W.
func planning(t *testing.T) *linked {
	t.Helper()
	l := newLinked(t, intervalstest.Options{})
	l.hurry = 50
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"})
	l.ok(t, "", []string{"call", "update_athlete_settings", `{"home_source":"intervals"}`})
	return l
}

// sentWorkout is a workout as get_event shows it.
type sentWorkout struct {
	ID      string
	Name    string
	Sources []string
	Planned struct {
		DurationS float64 `json:"duration_s"`
		Load      float64
		LoadRule  string `json:"load_rule"`
	}
	Steps struct {
		Target   []string
		OnDay    []string `json:"target_on_day"`
		TargetBy []string `json:"target_by"`
	}
	ReadOtherwise []string `json:"read_otherwise"`
}

func (l *linked) sentWorkout(t *testing.T, id string) sentWorkout {
	t.Helper()
	var out struct{ Event sentWorkout }
	l.ask(t, &out, "get_event", map[string]any{"id": id})
	return out.Event
}

// ask calls a tool and reads its answer.
func (l *linked) ask(t *testing.T, to any, tool string, args map[string]any) {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(l.ok(t, "", []string{"call", tool, string(b)})), to); err != nil {
		t.Fatal(err)
	}
}

// atService is what a write says of a service.
type atService struct {
	AtService []struct {
		State, Note string
		Differences []ledger.Difference
	} `json:"at_service"`
	Notes []string
}

const (
	sweetSpotText = "- 10m 55%\n\n2x\n- 20m 88-94%\n- 5m 50%\n\n- 10m 45%"
	wattsText     = "- 10m 140w\n\n2x\n- 20m 220-235w\n- 5m 125w"
)

// TestAWorkoutArrivesAsMeant is 2×20 minutes at 88–94 % of an FTP of 250 W,
// written here, read back from the service, and exported to iGPSport.
func TestAWorkoutArrivesAsMeant(t *testing.T) {
	t.Parallel()
	l := planning(t)
	tomorrow := noon.AddDate(0, 0, 1).Format("2006-01-02")
	var out atService
	l.ask(t, &out, "create_events", map[string]any{"events": []any{map[string]any{
		"date": tomorrow, "name": "Sweet spot", "sport": "ride", "external_id": "ss", "description": sweetSpotText,
	}}})
	if at := out.AtService; len(at) != 1 || at[0].State != "done" || len(at[0].Differences) > 0 || at[0].Note != "" {
		t.Fatalf("%+v", at)
	}
	l.ok(t, "", []string{"sync"})
	e := l.sentWorkout(t, "ss")
	if len(e.ReadOtherwise) > 0 || cmp.Diff([]string{"intervals"}, e.Sources) != "" || e.Planned.DurationS != 4200 {
		t.Errorf("%+v", e)
	}
	if d := cmp.Diff([]string{"138 W", "220–235 W", "125 W", "113 W"}, e.Steps.OnDay); d != "" {
		t.Error(d)
	}
	l.server.Do(func(w *apitest.World) {
		for _, row := range w.Athletes[0].Events.Rows {
			if row["name"] == "Sweet spot" && !strings.Contains(string(mustJSON(t, row["workout_doc"])), `"end":94,"start":88,"units":"%ftp"`) {
				t.Errorf("there: %s", mustJSON(t, row["workout_doc"]))
			}
		}
	})
	file := filepath.Join(l.user, "ss.txt")
	if err := os.WriteFile(file, []byte(sweetSpotText), 0o600); err != nil {
		t.Fatal(err)
	}
	code, native, told := l.do(t.Context(), "", "workout", "convert", file, "--to", "igpsport")
	if code != 0 || !strings.Contains(native, `"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235`) ||
		!strings.Contains(told, "percent of FTP are written as watts by an FTP of 250 W: they do not follow a new one") {
		t.Errorf("native: %d %s\n%s", code, native, told)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestANewFTPMovesThePlanAtOnce, and names what is planned in W.
func TestANewFTPMovesThePlanAtOnce(t *testing.T) {
	t.Parallel()
	l := planning(t)
	event := func(name, text string) map[string]any {
		return map[string]any{
			"date": noon.AddDate(0, 0, 2).Format("2006-01-02"), "name": name, "sport": "ride", "external_id": name, "description": text,
		}
	}
	var made atService
	l.ask(t, &made, "create_events", map[string]any{"events": []any{event("percent", sweetSpotText), event("watts", wattsText)}})
	const inWatts = "Sent in W, which does not follow a new FTP: 140 W, 220–235 W, 125 W."
	if at := made.AtService; len(at) != 2 || at[0].Note != "" || at[1].Note != inWatts {
		t.Fatalf("%+v", at)
	}
	before := l.sentWorkout(t, "watts")
	var set atService
	l.ask(t, &set, "update_athlete_settings", map[string]any{"sport": "cycling", "ftp_w": 280})
	day := noon.AddDate(0, 0, 2).Format("2006-01-02")
	if len(set.Notes) != 1 || !strings.Contains(set.Notes[0], day+" watts.") || strings.Contains(set.Notes[0], "percent") {
		t.Errorf("%q", set.Notes)
	}
	after := l.sentWorkout(t, "watts")
	if share := after.Planned.Load / before.Planned.Load; share < 0.79 || share > 0.81 || after.Planned.LoadRule != "steps" { // (250/280)²
		t.Errorf("load %v, then %v", before.Planned, after.Planned)
	}
	percent := l.sentWorkout(t, "percent")
	if d := cmp.Diff([]string{"154 W", "246–263 W", "140 W", "126 W"}, percent.Steps.OnDay); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"an FTP of 280 W"}, percent.Steps.TargetBy); d != "" || len(percent.ReadOtherwise) > 0 {
		t.Errorf("%s %v", d, percent.ReadOtherwise)
	}
	// From a later day on it is known here only: there the same text asks for less.
	l.ask(t, &set, "update_athlete_settings", map[string]any{"sport": "cycling", "ftp_w": 300, "effective_from": day})
	l.ask(t, &made, "update_event", map[string]any{"id": "percent", "description": "- 20m 88-94%"})
	want := []ledger.Difference{{
		Field: "steps", Meant: "step 1: 88–94 % FTP, 264–282 W by an FTP of 300 W", Held: "step 1: 88–94 % FTP, 246–263 W by an FTP of 280 W",
	}}
	if d := cmp.Diff(want, made.AtService[0].Differences); d != "" {
		t.Error(d)
	}
	if other := l.sentWorkout(t, "percent").ReadOtherwise; len(other) != 1 || !strings.Contains(other[0], "246–263 W by an FTP of 280 W") {
		t.Errorf("%v", other)
	}
}

// TestAWorkoutThatWasDeletedThereIsNotMadeAnewUnasked.
func TestAWorkoutThatWasDeletedThereIsNotMadeAnewUnasked(t *testing.T) {
	t.Parallel()
	l := planning(t)
	event := map[string]any{
		"date": noon.AddDate(0, 0, 2).Format("2006-01-02"), "name": "Mine", "sport": "ride", "external_id": "mine", "description": sweetSpotText,
	}
	var out atService
	l.ask(t, &out, "create_events", map[string]any{"events": []any{event}})
	there := func() (n int) {
		l.server.Do(func(w *apitest.World) {
			for _, row := range w.Athletes[0].Events.Rows {
				if row["name"] == "Mine" || row["name"] == "Renamed" {
					n++
				}
			}
		})
		return n
	}
	l.server.Do(func(w *apitest.World) {
		w.Athletes[0].Events.Remove(func(row map[string]any) bool { return row["name"] == "Mine" })
	})
	l.ask(t, &out, "update_event", map[string]any{"id": "mine", "name": "Renamed"})
	if at := out.AtService; len(at) != 1 || at[0].State != "failed" || !strings.Contains(at[0].Note, "kept here only") {
		t.Errorf("%+v", at)
	}
	l.ok(t, "", []string{"sync"})
	if e := l.sentWorkout(t, "mine"); e.Name != "Renamed" || len(e.Sources) > 0 || len(e.Steps.Target) != 4 || there() != 0 {
		t.Errorf("%d there, here %+v", there(), e)
	}
	l.ok(t, "", []string{"call", "get_status"}, "does not have it any more, so it is kept here only")
	l.ok(t, "", []string{"call", "delete_events", `{"ids":["mine"]}`})
	l.ask(t, &out, "create_events", map[string]any{"events": []any{event}})
	if at := out.AtService; len(at) != 1 || at[0].State != "done" || there() != 1 {
		t.Errorf("%d there, %+v", there(), at)
	}
}
