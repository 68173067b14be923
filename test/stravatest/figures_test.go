package stravatest

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

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
