package intervalstest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

func TestDeletesMayHaveNoAnswer(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	g := c.list("/athlete/0/gear")[2].(object)
	if status, text := c.raw("DELETE", path("/athlete/0/gear", g["id"]), nil); status != http.StatusNoContent || len(text) != 0 {
		t.Errorf("%d %q", status, text)
	}
}

// TestStateComesBack does something, sees that the state is another, takes it
// back and sees that the state is the one before.
func TestStateComesBack(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1})
	ride := "/activity/" + c.recorded("Ride")["id"].(string)
	events := c.list("/athlete/0/events")
	note := events[1].(object)
	chain := c.list("/athlete/0/gear")[1].(object)
	folders := c.list("/athlete/0/folders")
	streams := c.list(ride + "/streams?types=raw_watts")
	made := func(method, where string, body any) string { return path(where, c.object(method, where, body)["id"]) }
	var at string
	for name, tc := range map[string]struct{ do, undo func() }{
		"an activity renamed": {
			func() { c.ok("PUT", ride, object{"name": "x", "feel": 1}) },
			func() { c.ok("PUT", ride, object{"name": "Morning ride", "feel": 2}) },
		},
		"a field that was empty": {
			func() { c.ok("PUT", ride, object{"description": "x", "carbs_ingested": 3}) },
			func() { c.ok("PUT", ride, object{"description": nil, "carbs_ingested": nil}) },
		},
		"streams": {
			func() {
				c.ok("PUT", ride+"/streams", []object{{"type": "watts", "data": make([]int, len(streams[0].(object)["data"].([]any)))}})
			},
			func() {
				c.ok("PUT", ride+"/streams", []object{{"type": "raw_watts", "data": streams[0].(object)["data"]}})
			},
		},
		"intervals": {
			func() { c.ok("PUT", ride+"/intervals", []object{{"start_index": 0, "end_index": 300}}) },
			func() {
				c.ok("PUT", ride+"/intervals", []object{{"start_index": 180, "end_index": 450}, {"start_index": 630, "end_index": 901}})
			},
		},
		"a day": {
			func() { c.ok("PUT", "/athlete/0/wellness/2026-07-01", object{"weight": 60}) },
			func() { c.ok("PUT", "/athlete/0/wellness/2026-07-01", object{"weight": -1}) },
		},
		"an event made": {
			func() {
				at = made("POST", "/athlete/0/events", object{"category": "NOTE", "name": "x", "start_date_local": "2026-10-01T00:00:00"})
			},
			func() { c.ok("DELETE", at, nil) },
		},
		"an event deleted": {
			func() { c.ok("DELETE", path("/athlete/0/events", note["id"]), nil) },
			func() {
				body := object{}
				for _, f := range []string{"category", "name", "start_date_local", "end_date_local", "description", "color"} {
					body[f] = note[f]
				}
				note["id"] = c.object("POST", "/athlete/0/events", body)["id"]
			},
		},
		"a workout moved": {
			func() {
				w := folders[0].(object)["children"].([]any)[0].(object)
				at = path("/athlete/0/workouts", w["id"])
				c.ok("PUT", at, object{"folder_id": folders[1].(object)["id"]})
			},
			func() { c.ok("PUT", at, object{"folder_id": folders[0].(object)["id"]}) },
		},
		"a reminder": {
			func() {
				g := c.object("POST", path("/athlete/0/gear", chain["id"], "reminder"), object{"name": "x", "days": 3})
				at = path("/athlete/0/gear", chain["id"], "reminder", g["reminders"].([]any)[1].(object)["id"])
			},
			func() { c.ok("DELETE", at, nil) },
		},
	} {
		c.comesBack(name, tc.do, tc.undo)
	}
}

// comesBack checks that the state shows what is done, and after it was undone
// does not show it any more.
func (c caller) comesBack(name string, do, undo func()) {
	c.t.Helper()
	before := c.s.State()
	do()
	if cmp.Equal(before, c.s.State()) {
		c.t.Errorf("%s: the state does not show it", name)
	}
	undo()
	if diff := cmp.Diff(before, c.s.State()); diff != "" {
		c.t.Errorf("%s, taken back (-before +after):\n%s", name, diff)
	}
}

func TestStateOfThingsComesBack(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	var at string
	for name, tc := range map[string]struct{ do, undo func() }{
		"settings": {
			func() { c.ok("PUT", "/athlete/0/sport-settings/Ride", object{"ftp": 300}) },
			func() { c.ok("PUT", "/athlete/0/sport-settings/Ride", object{"ftp": 250}) },
		},
		"a custom item": {
			func() {
				at = path("/athlete/0/custom-item", c.object("POST", "/athlete/0/custom-item", object{"type": "ZONES", "name": "x"})["id"])
			},
			func() { c.ok("DELETE", at, nil) },
		},
	} {
		c.comesBack(name, tc.do, tc.undo)
	}
}

// TestStateIsACopy keeps what was compared from changing afterwards.
func TestStateIsACopy(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	before := c.s.State()
	text := fmt.Sprint(before)
	c.ok("PUT", "/activity/"+c.recorded("Ride")["id"].(string), object{"name": "x"})
	c.ok("PUT", "/athlete/0/sport-settings/Ride", object{"power_zones": []int{1, 2}})
	if fmt.Sprint(before) != text {
		t.Error("an old state changed")
	}
	if len(before) < 11 {
		t.Errorf("%d kinds", len(before))
	}
}

func TestMessagesShowInTheState(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	before := c.s.State()
	c.ok("POST", "/activity/"+c.recorded("Run")["id"].(string)+"/messages", object{"content": "hello"})
	if cmp.Equal(before, c.s.State()) {
		t.Error("a comment does not show")
	}
}

// TestWhatIsAskedForShows: a reminder that is put off, zones that are applied
// to the past, the distance of what nothing recorded.
func TestWhatIsAskedForShows(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	before := c.s.State()
	shows := func(what string) {
		t.Helper()
		now := c.s.State()
		if cmp.Equal(before, now) {
			t.Errorf("%s does not show", what)
		}
		before = now
	}
	for _, g := range c.list("/athlete/0/gear") {
		for _, r := range g.(object)["reminders"].([]any) {
			c.ok("PUT", fmt.Sprintf("/athlete/0/gear/%v/reminder/%.0f?reset=false&snoozeDays=3", g.(object)["id"],
				r.(object)["id"]), object{"name": "Replace"})
		}
	}
	shows("a reminder that is put off")
	c.ok("PUT", "/athlete/0/sport-settings/Ride/apply", nil)
	c.list("/athlete/0/gear")
	shows("what was applied to the past")
	made := c.ok("POST", "/athlete/0/activities/manual",
		object{"type": "Ride", "start_date_local": "2026-09-01T08:00:00", "moving_time": 600, "distance": 5000.0}).(object)
	shows("what was entered")
	c.ok("PUT", "/activity/"+made["id"].(string), object{"distance": 6000.0})
	shows("its distance")
}
