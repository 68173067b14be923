package intervalstest_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/workoutcases"
)

// read returns the document that the service makes of a text.
func (c caller) read(sport training.Sport, description string) object {
	c.t.Helper()
	kinds := map[training.Sport]string{training.Cycling: "Ride", training.Running: "Run", training.Swimming: "Swim"}
	e := c.object("POST", "/athlete/0/events", object{
		"category": "WORKOUT", "type": kinds[sport], "name": "W",
		"start_date_local": "2026-10-01T00:00:00", "description": description,
	})
	doc, _ := e["workout_doc"].(object)
	return doc
}

func TestWorkoutText(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	for _, e := range workoutcases.Examples() {
		var want object
		if err := json.Unmarshal([]byte(e.Doc), &want); err != nil {
			t.Fatalf("%q: %v in %s", e.Text, err, e.Doc)
		}
		if diff := cmp.Diff(want, c.read(e.Sport, e.Text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", e.Text, diff)
		}
	}
}

func TestWorkoutTextSetsTheFigures(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	send := func(d object) object {
		for k, v := range (object{"category": "WORKOUT", "name": "W", "start_date_local": "2026-10-01T00:00:00"}) {
			d[k] = v
		}
		return c.object("POST", "/athlete/0/events", d)
	}
	e := send(object{"type": "Ride", "description": "- 60m 100%", "moving_time": 5})
	if e["moving_time"] != 3600.0 || e["icu_training_load"] != 100.0 || e["icu_intensity"] != 100.0 {
		t.Errorf("an hour at threshold: %v s, load %v, intensity %v", e["moving_time"], e["icu_training_load"], e["icu_intensity"])
	}
	if e = send(object{"type": "WeightTraining", "description": "- 60m 100%"}); e["icu_training_load"] != nil {
		t.Errorf("weights have a load of %v", e["icu_training_load"])
	}
	if e = send(object{"type": "Swim", "description": "- 400mtr"}); e["icu_training_load"] != nil || e["distance"] != 400.0 {
		t.Errorf("a swim without pace has a load of %v over %v m", e["icu_training_load"], e["distance"])
	}
	if e = send(object{
		"type": "Ride", "description": "Just ride.", "moving_time": 1234,
		"icu_training_load": 55,
	}); e["moving_time"] != 1234.0 || e["icu_training_load"] != 55.0 {
		t.Errorf("without steps what is supplied stands: %v s, load %v", e["moving_time"], e["icu_training_load"])
	}
}

// TestPlannedLoad: 100 is an hour at the threshold.
func TestPlannedLoad(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	for name, tc := range map[string]struct {
		kind, text, target string
		load, seconds      any
	}{
		"a range counts at its middle":           {"Ride", "- 60m 95-105%", "", 100.0, 3600.0},
		"watts are of the sport's FTP":           {"Ride", "- 60m 200-300w", "", 100.0, 3600.0},
		"a ramp is swept":                        {"Ride", "- 60m ramp 50-150%", "", 122.0, 3600.0}, // √((1.5⁵ − 0.5⁵)/5), 15 s late
		"surges weigh more than their mean":      {"Ride", "6x\n- 5m 150%\n- 5m 50%", "", 158.0, 3600.0},
		"the second zone is from 138 to 187 W":   {"Ride", "- 60m Z2", "", 42.0, 3600.0},
		"the first zone is from 0.8 of its 137":  {"Ride", "- 60m Z1", "", 24.0, 3600.0},
		"zones reach from the first to the last": {"Ride", "- 60m Z2-Z4", "", 64.0, 3600.0},
		"what has no power counts as none":       {"Ride", "- 30m 100%\n- 30m freeride", "", 71.0, 3600.0},
		"a rest is time":                         {"Swim", "- 200mtr 90% Pace 30s rest", "", 4.0, 230.0},
		"heart rate by HRSS":                     {"Run", "- 60m 100% LTHR", "", 100.0, 3600.0},
		"a low heart rate weighs little":         {"Run", "- 60m 84bpm", "", 11.0, 3600.0}, // 0.3·e^(−1.67·0.7·120/142)
		"pace by its share":                      {"Run", "- 60m 90% Pace", "", 81.0, 3600.0},
		"distance by its pace":                   {"Run", "- 10km 4:30/km Pace", "", 75.0, 2700.0},
		"a bare zone is of power":                {"Run", "- 60m Z2", "", nil, 3600.0},
		"nothing is known of a swim":             {"Swim", "- 400mtr", "", nil, 360.0},
		"the first in the order of the sport":    {"Ride", "- 60m 100% 84bpm", "", 100.0, 3600.0},
		"the target of the event before that":    {"Ride", "- 60m 100% 84bpm", "HR", 11.0, 3600.0},
		"weights":                                {"WeightTraining", "- 60m 100%", "", nil, 3600.0},
	} {
		sent := object{
			"category": "WORKOUT", "name": "W", "start_date_local": "2026-10-01T00:00:00", "type": tc.kind, "description": tc.text,
		}
		if tc.target != "" {
			sent["target"] = tc.target
		}
		e := c.object("POST", "/athlete/0/events", sent)
		if e["icu_training_load"] != tc.load || e["moving_time"] != tc.seconds {
			t.Errorf("%s: load %v in %v s, want %v in %v s", name, e["icu_training_load"], e["moving_time"], tc.load, tc.seconds)
		}
	}
}

func TestWorkoutFiles(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	const zwo = `<workout_file><workout><Warmup Duration="600" PowerLow="0.5" PowerHigh="0.75"/><IntervalsT Repeat="3" OnDuration="60" OffDuration="30" OnPower="1.1" OffPower="0.5"/><FreeRide Duration="300"/></workout></workout_file>`
	const mrc = "[COURSE DATA]\n0.00\t50\n10.00\t50\n10.00\t90\n20.00\t90\n"
	for name, tc := range map[string]struct {
		fields  object
		seconds float64
		steps   int
	}{
		"zwo":   {object{"file_contents": zwo, "filename": "a.zwo"}, 600 + 270 + 300, 3},
		"mrc":   {object{"file_contents": mrc, "filename": "a.mrc"}, 1200, 2},
		"fit":   {object{"file_contents_base64": base64.StdEncoding.EncodeToString([]byte("x")), "filename": "a.fit"}, 600, 1},
		"zwo64": {object{"file_contents_base64": base64.StdEncoding.EncodeToString([]byte(zwo)), "filename": "a.zwo"}, 1170, 3},
	} {
		d := tc.fields
		d["category"], d["type"], d["name"], d["start_date_local"] = "WORKOUT", "Ride", name, "2026-10-01T00:00:00"
		e := c.object("POST", "/athlete/0/events", d)
		if e["moving_time"] != tc.seconds || len(e["workout_doc"].(object)["steps"].([]any)) != tc.steps {
			t.Errorf("%s: %v s in %v", name, e["moving_time"], e["workout_doc"])
		}
	}
	for name, d := range map[string]object{
		"no format": {"file_contents": "x", "filename": "a.txt"},
		"no base64": {"file_contents_base64": "%", "filename": "a.fit"},
	} {
		d["category"], d["type"], d["name"], d["start_date_local"] = "WORKOUT", "Ride", name, "2026-10-01T00:00:00"
		if status, _ := c.raw("POST", "/athlete/0/events", d); status != 422 {
			t.Errorf("%s: %d", name, status)
		}
	}
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	f := c.object("POST", "/athlete/0/folders", object{"name": "F", "type": "PLAN", "description": "d"})
	c.refused("POST", "/athlete/0/folders", object{"type": "PLAN"}, 422, "Name")
	c.refused("POST", "/athlete/0/workouts", object{"name": "W", "type": "Ride"}, 422, "Folder is required")
	c.refused("POST", "/athlete/0/workouts", object{"name": "W", "folder_id": f["id"]}, 422, "Missing type")
	w := c.object("POST", "/athlete/0/workouts",
		object{"name": "W", "type": "Ride", "folder_id": f["id"], "day": 0, "description": "- 30m 70%", "tags": []string{"t"}})
	if w["moving_time"] != 1800.0 || w["workout_doc"] == nil {
		t.Errorf("%v", w)
	}
	for _, d := range []object{
		{"name": "A", "type": "Ride", "folder_id": f["id"], "day": 8}, {"name": "B", "type": "Run", "folder_id": f["id"], "day": 9},
	} {
		c.ok("POST", "/athlete/0/workouts", d)
	}
	folders := c.list("/athlete/0/folders")
	if d := folders[0].(object); d["num_workouts"] != 3.0 || d["duration_weeks"] != 2.0 || len(d["children"].([]any)) != 3 {
		t.Errorf("%v workouts in %v weeks", d["num_workouts"], d["duration_weeks"])
	}
	if got := c.object("PUT", path("/athlete/0/workouts", w["id"]),
		object{"description": "- 40m 70%"}); got["moving_time"] != 2400.0 || got["name"] != "W" {
		t.Errorf("%v of %v s", got["name"], got["moving_time"])
	}
	if got := c.object("PUT", path("/athlete/0/folders", f["id"]),
		object{"name": "G", "num_workouts": 99}); got["name"] != "G" || got["num_workouts"] != 3.0 {
		t.Errorf("%v with %v", got["name"], got["num_workouts"])
	}
	twin := c.object("POST", "/athlete/0/folders", object{"name": "Copy", "copy_folder_id": f["id"]})
	if len(twin["children"].([]any)) != 3 {
		t.Error("a copied folder is empty")
	}
	c.ok("DELETE", path("/athlete/0/folders", f["id"]), nil)
	if got := c.list("/athlete/0/workouts"); len(got) != 3 { // the copies
		t.Errorf("%d workouts left", len(got))
	}
	c.refused("PUT", path("/athlete/0/workouts", w["id"]), object{"name": "x"}, 404, "")
}
