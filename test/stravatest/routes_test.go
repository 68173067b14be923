package stravatest

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

const everyStream = "/streams?key_by_type=true&keys=time,distance,latlng,altitude,velocity_smooth," +
	"heartrate,cadence,watts,temp,moving,grade_smooth"

func rowsOf(t *testing.T, d Doc, key string) []any {
	t.Helper()
	stream, ok := d[key].(Doc)
	if !ok {
		t.Fatalf("there is no stream %q", key)
	}
	return stream["data"].([]any)
}

func (c caller) one(f func(Doc) bool) string {
	c.t.Helper()
	return fmt.Sprintf("/activities/%v", find(c.t, c.all(""), f)["id"])
}

func TestStreamsShareOneIndex(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	path := c.one(is("comment_count", 45))
	d := c.get(path + everyStream).doc(t)
	if len(d) != 11 {
		t.Fatalf("there are %d streams", len(d))
	}
	n := len(rowsOf(t, d, "time"))
	for key := range d {
		if len(rowsOf(t, d, key)) != n || fmt.Sprint(d[key].(Doc)["original_size"]) != fmt.Sprint(n) {
			t.Errorf("%s has %d rows of %d", key, len(rowsOf(t, d, key)), n)
		}
	}
	gap, nulls, still := false, 0, 0
	times, watts, moving := rowsOf(t, d, "time"), rowsOf(t, d, "watts"), rowsOf(t, d, "moving")
	for i := range n {
		at, _ := times[i].(json.Number).Int64()
		if i > 0 {
			last, _ := times[i-1].(json.Number).Int64()
			gap = gap || at-last > 10
		}
		if watts[i] == nil {
			nulls++
		}
		if moving[i] == false {
			still++
		}
	}
	if !gap || nulls == 0 || still == 0 {
		t.Errorf("a pause: %t, nulls: %d, at rest: %d", gap, nulls, still)
	}
	again := c.get(path + everyStream)
	if fmt.Sprint(again.v) != fmt.Sprint(any(d)) {
		t.Error("the same streams are others the second time")
	}
	detail := c.get(path).doc(t)
	distance := rowsOf(t, d, "distance")
	if fmt.Sprint(detail["distance"]) != fmt.Sprint(distance[n-1]) {
		t.Errorf("the distance is %v, and ends at %v", detail["distance"], distance[n-1])
	}
}

func TestStreamsThatAreNotThere(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	indoors := c.get(c.one(is("device_name", "KICKR")) + everyStream).doc(t)
	if indoors["latlng"] != nil || indoors["watts"] == nil {
		t.Errorf("indoors there is %v", indoors["latlng"])
	}
	weights := c.get(c.one(is("sport_type", "WeightTraining")) + everyStream).doc(t)
	if len(weights) != 3 || weights["distance"] != nil {
		t.Errorf("of weights there are %d streams", len(weights))
	}
	manual := c.one(is("manual", true))
	c.get(manual+everyStream).wants(t, 404, "Stream/id/invalid")
	s.Configure(func(o *Options) { o.Manual = ManualEmpty })
	if d := c.get(manual + everyStream).doc(t); len(d) != 0 {
		t.Errorf("a manual one has %v", d)
	}
	only := c.get(c.one(is("comment_count", 45)) + "/streams?key_by_type=true&keys=heartrate").doc(t)
	if len(only) != 2 || only["distance"] == nil {
		t.Errorf("asked for one stream there are %d", len(only))
	}
}

func TestStreamsWithoutPrivacyZones(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	path := calls(t, s).one(is("comment_count", 45)) + everyStream
	whole := calls(t, s).get(path).doc(t)
	cut := calls(t, s, "read", "activity:read").get(path).doc(t)
	if len(rowsOf(t, whole, "latlng")) != len(rowsOf(t, cut, "latlng"))+2*homeSeconds || fmt.Sprint(rowsOf(t, cut, "time")[0]) != "60" ||
		len(rowsOf(t, cut, "heartrate")) != len(rowsOf(t, cut, "latlng")) {
		t.Errorf("shown are %d of %d", len(rowsOf(t, cut, "latlng")), len(rowsOf(t, whole, "latlng")))
	}
}

func TestStreamViolations(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Lenient: true})
	c := calls(t, s)
	path := c.one(is("comment_count", 45))
	if list := c.get(path + "/streams?keys=time").rows(t); len(list) != 2 {
		t.Errorf("without key_by_type: %d", len(list))
	}
	c.get(path+"/streams?key_by_type=true&keys=time,power").wants(t, 200, "")
	c.get(path+"/streams?key_by_type=true&keys=").wants(t, 400, "Stream/keys/missing")
	if len(s.Violations()) != 2 {
		t.Errorf("%v", s.Violations())
	}
}

// TestPolyline holds the encoding against the example of its description.
func TestPolyline(t *testing.T) {
	t.Parallel()
	got := polyline([][2]float64{{38.5, -120.2}, {40.7, -120.95}, {43.252, -126.453}})
	if got != "_p~iF~ps|U_ulLnnqC_mqNvxq`@" {
		t.Errorf("the line is %q", got)
	}
}

func figure(v any) float64 {
	n, _ := v.(json.Number).Float64()
	return n
}

func TestSplitsAndZonesAddUp(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	run := c.get(c.one(is("workout_type", 3))).doc(t)
	for _, kind := range []string{"splits_metric", "splits_standard", "laps"} {
		sum := 0.0
		for _, split := range run[kind].([]any) {
			sum += figure(split.(Doc)["distance"])
		}
		if math.Abs(sum-figure(run["distance"])) > 30 { // laps share no row, and lose the step between them
			t.Errorf("%s are %g m of %v", kind, sum, run["distance"])
		}
	}
	sum := 0.0
	for _, split := range run["splits_metric"].([]any) {
		sum += figure(split.(Doc)["distance"])
	}
	if math.Abs(sum-figure(run["distance"])) > 0.5 {
		t.Errorf("splits are %g m of %v", sum, run["distance"])
	}
	ride := c.one(is("comment_count", 45))
	streams := c.get(ride + everyStream).doc(t)
	for _, zone := range c.get(ride + "/zones").rows(t) {
		n := 0.0
		for _, bucket := range zone["distribution_buckets"].([]any) {
			n += figure(bucket.(Doc)["time"])
		}
		rows := 0
		for _, v := range rowsOf(t, streams, map[string]string{"heartrate": "heartrate", "power": "watts"}[fmt.Sprint(zone["type"])]) {
			if v != nil {
				rows++
			}
		}
		if int(n) != rows {
			t.Errorf("%v has %g s in zones, and %d rows", zone["type"], n, rows)
		}
	}
}

// TestAveragesAreOfTheMovingTime: nulls are left out, and zeros are not.
func TestAveragesAreOfTheMovingTime(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	ride := c.one(is("comment_count", 45))
	d, streams := c.get(ride).doc(t), c.get(ride+everyStream).doc(t)
	sum, n, moved := 0.0, 0.0, 0.0
	moving := rowsOf(t, streams, "moving")
	for i, w := range rowsOf(t, streams, "watts") {
		if moving[i] != true {
			continue
		}
		moved++
		if w != nil {
			sum, n = sum+figure(w), n+1
		}
	}
	if math.Abs(sum/n-figure(d["average_watts"])) > 0.06 || moved != figure(d["moving_time"]) || n == moved {
		t.Errorf("the mean is %g W over %g s, the answer %v W and %v s", sum/n, moved, d["average_watts"], d["moving_time"])
	}
	if kj := sum / n * moved / 1000; math.Abs(kj-figure(d["kilojoules"])) > 0.2 {
		t.Errorf("the work is %g kJ, the answer %v", kj, d["kilojoules"])
	}
}
