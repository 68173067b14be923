package intervalstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// streams are an activity's by name.
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
	before := c.streams(id, "?types=latlng,raw_heartrate")
	if status, got := c.part("PUT", "/activity/"+id+"/streams.csv", "file", "s.csv", table); status != 200 ||
		len(got["updated"].([]any)) != 3 {
		t.Errorf("%d %v", status, got)
	}
	if diff := cmp.Diff(before, c.streams(id, "?types=latlng,raw_heartrate")); diff != "" {
		t.Error("streams written as they were read are others")
	}
	if status, _ := c.part("PUT", "/activity/"+id+"/streams.csv", "file", "s.csv", []byte("a\"b\n")); status != 400 {
		t.Errorf("a broken table gives %d", status)
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
		{
			"/split-interval?splitAt=20", nil,
			"0-10 WORK <nil>, 10-20 WORK a, 20-30 WORK a, 30-60 WORK <nil>, 60-80 WORK b, 80-101 WORK <nil>",
		},
		{
			"/delete-intervals",
			[]object{{"id": 1}, {"id": 4}, {"id": 6}},
			"0-10 RECOVERY <nil>, 10-20 WORK a, 20-30 WORK a, 30-60 RECOVERY <nil>, 60-80 WORK b, 80-101 RECOVERY <nil>",
		},
	} {
		if got := drawn(c.object("PUT", path+step.path, step.body)); got != step.want {
			t.Errorf("%s:\n got %s\nwant %s", step.path, got, step.want)
		}
	}
	c.refused("PUT", path+"/intervals/9999x", object{}, 404, "")
	a := c.object("GET", path+"?intervals=true", nil)
	if len(a["icu_intervals"].([]any)) != 6 || a["icu_intervals_edited"] != true {
		t.Error("the activity does not have its edited intervals")
	}
	stats := c.object("GET", path+"/interval-stats?start_index=10&end_index=30", nil)
	if stats["elapsed_time"] != 20.0 || stats["average_watts"] == nil || stats["distance"] == nil {
		t.Errorf("stats of 20 s: %v s, %v W, %v m", stats["elapsed_time"], stats["average_watts"], stats["distance"])
	}
}

func TestIntervalsWantABareList(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Lenient: true})
	path := "/activity/" + c.recorded("Ride")["id"].(string) + "/intervals"
	c.refused("PUT", path, object{"icu_intervals": []any{}}, 422, "no list")
}

func TestBestEfforts(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	path := "/activity/" + c.recorded("Ride")["id"].(string) + "/best-efforts?stream="
	efforts := c.object("GET", path+"watts&duration=60&count=3", nil)["efforts"].([]any)
	if len(efforts) != 3 {
		t.Fatalf("%d efforts, want 3", len(efforts))
	}
	last, end := 1e9, map[float64]float64{}
	for _, v := range efforts {
		e := v.(object)
		if avg := e["average"].(float64); avg > last || e["duration"] != 60.0 {
			t.Errorf("%v W after %v W", avg, last)
		}
		last = e["average"].(float64)
		for from, to := range end {
			if e["start_index"].(float64) < to && e["end_index"].(float64) > from {
				t.Error("efforts overlap")
			}
		}
		end[e["start_index"].(float64)] = e["end_index"].(float64)
	}
	if got := c.object("GET", path+"distance&distance=1000&count=1", nil)["efforts"].([]any); len(got) != 1 ||
		got[0].(object)["distance"].(float64) < 990 {
		t.Errorf("a kilometre: %v", got)
	}
	if got := c.object("GET", path+"smo2&duration=60", nil)["efforts"].([]any); len(got) != 0 {
		t.Errorf("of a stream that is not there: %v", got)
	}
	if got := c.object("GET", path+"watts&duration=60&minValue=5000", nil)["efforts"].([]any); len(got) != 0 {
		t.Errorf("over 5000 W: %v", got)
	}
	c.refused("GET", path+"watts", nil, 422, "duration or distance")
}

func TestHistograms(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	path := "/activity/" + c.recorded("Ride")["id"].(string)
	for kind, width := range map[string]float64{
		"power-histogram": 25, "hr-histogram": 5, "pace-histogram": 0.25,
		"power-histogram?bucketSize=50": 50,
	} {
		total, last := 0.0, -1.0
		for _, v := range c.list(path + "/" + kind) {
			b := v.(object)
			if len(b) != 3 || b["max"].(float64)-b["min"].(float64) != width || b["min"].(float64) <= last {
				t.Errorf("%s: %v after %v", kind, b, last)
			}
			last = b["min"].(float64)
			total += b["secs"].(float64)
		}
		if total < 890 || total > 901 {
			t.Errorf("%s counts %v s of 900", kind, total)
		}
	}
	if got := c.list("/activity/" + c.recorded("Run")["id"].(string) + "/power-histogram"); len(got) != 0 {
		t.Error("a run without power has a power histogram")
	}
}

func TestOneInterval(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Seconds: 100})
	at := "/activity/" + c.recorded("Ride")["id"].(string) + "/intervals/"
	if got := drawn(c.object("PUT", at+"2", object{
		"start_index": 25, "end_index": 45,
		"label": "hill",
	})); !strings.Contains(got, "25-45 WORK hill") || strings.Contains(got, "20-50") {
		t.Errorf("changed: %s", got)
	}
	if got := drawn(c.object("PUT", at+"99", object{
		"start_index": 50, "end_index": 55,
		"label": "new",
	})); !strings.Contains(got, "50-55 WORK new") {
		t.Errorf("made: %s", got)
	}
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
