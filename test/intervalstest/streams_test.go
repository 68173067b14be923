package intervalstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// streams returns the streams of an activity by name.
func (c caller) streams(id, query string) map[string]object {
	c.t.Helper()
	out := map[string]object{}
	for _, v := range c.list("/activity/" + id + "/streams" + query) {
		out[v.(object)["type"].(string)] = v.(object)
	}
	return out
}

func TestStreams(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	id := c.recorded("Ride")["id"].(string)
	all := c.streams(id, ".json?types=time&types=latlng,heartrate,nothing")
	if len(all) != 3 {
		t.Errorf("%d streams, want the three that are there", len(all))
	}
	n := len(all["time"]["data"].([]any))
	if way := all["latlng"]; len(way["data"].([]any)) != n || len(way["data2"].([]any)) != n {
		t.Error("positions have not a latitude and a longitude for every sample")
	}
	if beats := all["heartrate"]["data"].([]any); beats[0] != nil || beats[10] == nil || all["heartrate"]["allNull"] != false {
		t.Errorf("heart rate begins with %v, %v", beats[0], beats[10])
	}
	if len(c.streams(id, "?types=time&includeDefaults=true")) < 6 {
		t.Error("the usual streams are not there")
	}
	if c.streams(c.recorded("VirtualRide")["id"].(string), "")["latlng"] != nil {
		t.Error("a ride indoors has positions")
	}
}

func TestPowerHasTwoNames(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	id := c.recorded("Ride")["id"].(string)
	both, alone := c.streams(id, ""), c.streams(id, "?types=watts")
	if alone["raw_watts"] != nil || len(alone) != 1 {
		t.Error("raw power comes without being asked for")
	}
	if diff := cmp.Diff(both["watts"]["data"], alone["watts"]["data"]); diff != "" {
		t.Error("power is another when it is asked for by name")
	}
	if cmp.Equal(both["watts"]["data"], both["raw_watts"]["data"]) {
		t.Error("cleaned power is as it was recorded")
	}
	raw := c.streams(id, "?types=raw_watts,watts")
	if diff := cmp.Diff(both["raw_watts"]["data"], raw["raw_watts"]["data"]); diff != "" ||
		cmp.Equal(raw["watts"]["data"], raw["raw_watts"]["data"]) {
		t.Error("raw power by name is another")
	}
}

func TestWritingStreams(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	id := c.recorded("Ride")["id"].(string)
	path := "/activity/" + id + "/streams"
	n := len(c.streams(id, "?types=time")["time"]["data"].([]any))
	values := make([]any, n)
	for i := range values {
		values[i] = 20000 + i
	}
	values[3] = nil
	got := c.object("PUT", path, []object{
		{"type": "heartrate", "data": values},
		{"type": "temp", "data": nil},
		{"type": "smo2", "data": values},
	})
	if diff := cmp.Diff(object{"updated": []any{"heartrate", "smo2"}, "deleted": []any{"temp"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	after := c.streams(id, "")
	if after["temp"] != nil || after["smo2"] == nil {
		t.Error("what was deleted is there, or what was written is not")
	}
	if beats := after["heartrate"]["data"].([]any); beats[3] != nil || beats[4] != 190.0 {
		t.Errorf("heart rate beyond the athlete's highest comes back as %v, %v", beats[3], beats[4])
	}
	if raw := after["raw_heartrate"]["data"].([]any); raw[4] != 20004.0 {
		t.Errorf("raw heart rate is %v", raw[4])
	}
	c.refused("PUT", path, []object{{"type": "watts", "data": []int{1, 2}}}, 422, "values")
	c.refused("PUT", path, []object{{"data": values}}, 422, "type")
}

func TestStreamsAsTable(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	id := c.recorded("Ride")["id"].(string)
	_, table := c.raw("GET", "/activity/"+id+"/streams.csv?types=time,latlng,heartrate", nil)
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if lines[0] != "time,lat,lng,heartrate" || len(lines) != 902 || !strings.HasSuffix(lines[1], ",") {
		t.Errorf("%d lines, %q, %q", len(lines), lines[0], lines[1])
	}
}

// drawn lists an activity's intervals with the fields that can be drawn.
func drawn(v object) string {
	var out []string
	for _, e := range v["icu_intervals"].([]any) {
		d := e.(object)
		out = append(out, fmt.Sprintf("%v-%v %v %v", d["start_index"], d["end_index"], d["type"], d["label"]))
	}
	return strings.Join(out, ", ")
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Seconds: 100})
	path := "/activity/" + c.recorded("Ride")["id"].(string)
	if got := drawn(c.object("GET", path+"/intervals",
		nil)); got != "0-20 RECOVERY <nil>, 20-50 WORK <nil>, 50-70 RECOVERY <nil>, 70-101 WORK <nil>" {
		t.Errorf("detected: %s", got)
	}
	for _, step := range []struct {
		path string
		body any
		want string
	}{
		{
			"/intervals?all=true",
			[]object{{"start_index": 60, "end_index": 80, "label": "b", "type": "RECOVERY"}, {"start_index": 10, "end_index": 30, "label": "a"}},
			"0-10 RECOVERY <nil>, 10-30 WORK a, 30-60 RECOVERY <nil>, 60-80 WORK b, 80-101 RECOVERY <nil>",
		},
	} {
		if got := drawn(c.object("PUT", path+step.path, step.body)); got != step.want {
			t.Errorf("%s:\n got %s\nwant %s", step.path, got, step.want)
		}
	}
	a := c.object("GET", path+"?intervals=true", nil)
	if len(a["icu_intervals"].([]any)) != 5 || a["icu_intervals_edited"] != true {
		t.Error("the activity does not have its edited intervals")
	}
}

func TestIntervalsWantABareList(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Lenient: true})
	path := "/activity/" + c.recorded("Ride")["id"].(string) + "/intervals"
	c.refused("PUT", path, object{"icu_intervals": []any{}}, 422, "no list")
}

func TestStreamsOfAnActivityWithout(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	id := c.object("POST", "/athlete/0/activities/manual", object{"start_date_local": "2026-09-19T18:00:00", "type": "Yoga"})["id"].(string)
	if got := c.list("/activity/" + id + "/streams"); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if status, text := c.raw("GET", "/activity/"+id+"/streams.csv", nil); status != 200 || strings.TrimSpace(string(text)) != "" {
		t.Errorf("%d %q", status, text)
	}
	if got := c.object("GET", "/activity/"+id+"/intervals", nil); len(got["icu_intervals"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
}
