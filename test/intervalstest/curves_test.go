package intervalstest_test

import (
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
)

func TestAthleteCurves(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 8})
	got := c.object("GET",
		"/athlete/0/power-curves?type=Ride&curves=42d,s0,all&curves=r.2026-09-20.2026-09-20&includeRanks=false&filters=%5B%5D", nil)
	list := got["list"].([]any)
	if len(list) != 4 {
		t.Fatalf("%d curves, want 4", len(list))
	}
	for _, v := range list {
		d := v.(object)
		secs, values, where := d["secs"].([]any), d["values"].([]any), d["activity_id"].([]any)
		if len(secs) != len(values) || len(secs) != len(where) || len(secs) == 0 {
			t.Errorf("%v: %d times, %d values, %d activities", d["id"], len(secs), len(values), len(where))
		}
		for i := range where {
			if got["activities"].(object)[where[i].(string)] == nil {
				t.Errorf("%v is not among the activities", where[i])
			}
			if i > 0 && values[i].(float64) > values[i-1].(float64) {
				t.Errorf("%v: more over %v s than over %v s", d["id"], secs[i], secs[i-1])
			}
		}
	}
	// The suffix of a path can be anything.
	if got := c.object("GET", "/athlete/0/power-curves-ext?type=Ride", nil); len(got["list"].([]any)) != 1 {
		t.Errorf("with a suffix of its own: %v", got)
	}
	pace := c.object("GET", "/athlete/0/pace-curves?type=Run&curves=all", nil)["list"].([]any)[0].(object)
	if pace["secs"] != nil || len(pace["distance"].([]any)) == 0 || pace["values"].([]any)[0].(float64) < 60 {
		t.Errorf("pace: %v m in %v s", pace["distance"], pace["values"])
	}
	if heart := c.object("GET", "/athlete/0/hr-curves", nil)["list"].([]any)[0].(object); heart["id"] != "1y" ||
		len(heart["secs"].([]any)) == 0 {
		t.Errorf("heart rate: %v", heart["id"])
	}
	c.refused("GET", "/athlete/0/power-curves?type=Ride&curves=lately", nil, 422, "Invalid curve")
}

func TestActivityCurves(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride, run := "/activity/"+c.recorded("Ride")["id"].(string), "/activity/"+c.recorded("Run")["id"].(string)
	for _, path := range []string{ride + "/power-curve", ride + "/power-curve.json", ride + "/hr-curve", run + "/pace-curve?gap=true"} {
		if d := c.object("GET", path, nil); len(d["values"].([]any)) < 3 {
			t.Errorf("%s has %v", path, d["values"])
		}
	}
	if _, text := c.raw("GET", ride+"/power-curve.csv", nil); !strings.HasPrefix(string(text), "secs,value\n1,") {
		t.Errorf("CSV: %.40s", text)
	}
	if got := c.list(ride + "/power-curves?types=watts,fixed_watts"); len(got) != 2 || got[1].(object)["stream_type"] != "fixed_watts" {
		t.Errorf("two streams: %v", got)
	}
	if status, text := c.raw("GET", run+"/power-curve", nil); status != 422 || len(text) != 0 {
		t.Errorf("a run's power curve: %d %q, want a 422 without a word", status, text)
	}
	if status, text := c.raw("GET", run+"/power-curves?types=watts", nil); status != 422 || len(text) != 0 {
		t.Errorf("a run's power curves: %d %q, want a 422 without a word", status, text)
	}
}

func TestCurvesOfManyActivities(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1, Activities: 5})
	power := c.object("GET", "/athlete/0/activity-power-curves?oldest=2026-09-01&newest=2026-09-20&type=Ride&secs=5,60", nil)
	curves := power["curves"].([]any)
	if len(curves) != 3 || len(curves[0].(object)["watts"].([]any)) != 2 {
		t.Errorf("power of %d rides: %v", len(curves), power)
	}
	if heart := c.object("GET", "/athlete/0/activity-hr-curves?oldest=2026-09-01&newest=2026-09-20", nil); len(heart["curves"].([]any)) != 5 {
		t.Errorf("heart rate of all: %v", heart)
	}
	paces := c.object("GET", "/athlete/i12345/activity-pace-curves?oldest=2026-09-01&newest=2026-09-20&type=Run&distances=1000", nil)
	if len(paces["curves"].([]any)) != 1 {
		t.Errorf("paces of runs: %v", paces)
	}
	c.refused("GET", "/athlete/i12345/activity-pace-curves.csv?oldest=2026-09-01&newest=2026-09-20", nil, 500, "")
}

// TestOtherFigures asks for everything else that the service computes; that
// the answers are as the document has them is checked by the server.
func TestOtherFigures(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride := "/activity/" + c.recorded("Ride")["id"].(string)
	for path, field := range map[string]string{
		ride + "/power-vs-hr": "decoupling", ride + "/time-at-hr": "cumulative_secs", ride + "/hr-load-model": "type",
		ride + "/power-spike-model": "criticalPower", ride + "/map": "latlngs", ride + "/weather-summary": "average_weather_temp",
		"/athlete/0/mmp-model?type=Ride": "ftp", "/athlete/0/power-hr-curve?start=2026-01-01&end=2026-09-20": "bpm",
		"/pace_distances": "distances",
	} {
		if c.object("GET", path, nil)[field] == nil {
			t.Errorf("%s has no %s", path, field)
		}
	}
	if d := c.object("GET", ride+"/map?boundsOnly=true", nil); d["latlngs"] != nil || d["bounds"] == nil {
		t.Errorf("only the bounds: %v", d)
	}
	if d := c.object("GET", "/activity/"+c.recorded("VirtualRide")["id"].(string)+"/map", nil); d["bounds"] != nil {
		t.Errorf("the map of a ride indoors: %v", d)
	}
	if got := c.list(ride + "/segments"); len(got) != 1 {
		t.Errorf("segments: %v", got)
	}
	plot := c.object("GET", ride+"/time-at-hr", nil)
	if n := len(plot["secs"].([]any)); float64(n) != plot["max_bpm"].(float64)-plot["min_bpm"].(float64)+1 {
		t.Errorf("%d values from %v to %v bpm", n, plot["min_bpm"], plot["max_bpm"])
	}
}
