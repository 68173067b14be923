package intervalstest_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

func TestGearFitsItsActivities(t *testing.T) {
	t.Parallel()
	c := rich(t)
	type total struct{ Distance, Time, Activities float64 }
	want, names := map[string]total{}, map[string]string{}
	c.s.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities { // the withheld ones too
			id := intervalstest.Text(a.Doc, intervalstest.Worn)
			sum := want[id]
			want[id] = total{sum.Distance + intervalstest.Number(a.Doc, "distance"), sum.Time + intervalstest.Number(a.Doc, "moving_time"), sum.Activities + 1}
		}
	})
	percents, retired := 0, 0
	for _, v := range c.list("/athlete/0/gear") {
		g := v.(object)
		names[g["id"].(string)] = g["name"].(string)
		if g["retired"] != nil {
			retired++
		} else if g["component"] == false {
			if w := want[g["id"].(string)]; math.Abs(number(g["distance"])-w.Distance) > 0.06 || number(g["time"]) != w.Time ||
				number(g["activities"]) != w.Activities {
				t.Errorf("%v: %v m, %v s, %v times; want %+v", g["name"], g["distance"], g["time"], g["activities"], w)
			}
		}
		for _, r := range g["reminders"].([]any) {
			if number(r.(object)["percent_used"]) > 0 {
				percents++
			}
		}
	}
	if percents < 4 || retired < 3 {
		t.Errorf("%d reminders are used in part, %d are retired", percents, retired)
	}
	for _, a := range c.all() {
		if g, ok := a["gear"].(object); ok && names[g["id"].(string)] != g["name"] {
			t.Errorf("%v has %v", a["id"], g)
		}
	}
}

// TestComponentsCountWhileTheyAreMounted adds the two chains up to the bike.
func TestComponentsCountWhileTheyAreMounted(t *testing.T) {
	t.Parallel()
	c := rich(t)
	distance := map[string]float64{}
	for _, v := range c.list("/athlete/0/gear") {
		g := v.(object)
		distance[g["name"].(string)] = number(g["distance"])
	}
	if sum := distance["Chain 1"] + distance["Chain 2"]; distance["Chain 1"] == 0 || math.Abs(sum-distance["Road bike"]) > 0.11 {
		t.Errorf("%v", distance)
	}
}

func TestIntervalsThatTheAthleteDrew(t *testing.T) {
	t.Parallel()
	c := rich(t)
	i := slices.IndexFunc(c.all(), func(a object) bool { return a["icu_intervals_edited"] == true && a["type"] == "Ride" })
	ride := c.object("GET", "/activity/"+c.all()[i]["id"].(string)+"?intervals=true", nil)
	var labels []string
	sum, n, end := 0.0, 0.0, 0.0
	for _, v := range ride["icu_intervals"].([]any) {
		d := v.(object)
		if number(d["start_index"]) != end {
			t.Errorf("%v begins at %v, the one before ends at %v", d["label"], d["start_index"], end)
		}
		end = number(d["end_index"])
		if label, ok := d["label"].(string); ok {
			labels = append(labels, label)
		}
		if d["group_id"] == "climbs" {
			sum, n = sum+number(d["average_watts"]), n+1
		}
	}
	if diff := cmp.Diff([]string{"Kapelle", "Ortsschild", "Kapelle noch einmal", "Sendemast", "Ortsschild zurück"}, labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var groups []string
	for _, v := range ride["icu_groups"].([]any) {
		g := v.(object)
		groups = append(groups, fmt.Sprint(g["id"], " ", g["count"]))
		if g["id"] == "climbs" && (n != 3 || g["average_watts"] != math.Round(sum/n)) {
			t.Errorf("%v, want the mean of %v of %v", g["average_watts"], sum, n)
		}
	}
	if diff := cmp.Diff([]string{"climbs 3", "sprints 2"}, groups); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOwnFieldsAndStreams(t *testing.T) {
	t.Parallel()
	c := rich(t)
	day := c.object("GET", "/athlete/0/wellness/2026-09-20", nil)
	if day["Coffee"] == nil || day["Knee"] == nil {
		t.Errorf("%v", day)
	}
	var gravel string
	for _, a := range c.all() {
		if a["type"] == "GravelRide" {
			gravel = a["id"].(string)
			break
		}
	}
	own := func() (object, bool) {
		for _, v := range c.list("/activity/" + gravel + "/streams?types=time,BrakePressure") {
			if d := v.(object); d["type"] == "BrakePressure" {
				return d, true
			}
		}
		return nil, false
	}
	d, _ := own()
	if d["custom"] != true || d["name"] != "Brake pressure" {
		t.Fatalf("%v", d)
	}
	data := d["data"].([]any)
	for i := range data {
		data[i] = float64(i % 5)
	}
	c.ok("PUT", "/activity/"+gravel+"/streams", []any{object{"type": "BrakePressure", "data": data}})
	if d, _ = own(); d["data"].([]any)[4] != 4.0 {
		t.Errorf("%v", d["data"])
	}
}

func TestSubSportsAreStoredAsMeant(t *testing.T) {
	t.Parallel()
	c := rich(t)
	for i, kind := range []string{"TrailRun", "VirtualRide", "GravelRide", "OpenWaterSwim", "EBikeRide", "TrackRide", "Snowshoe"} {
		made := c.ok("POST", "/athlete/0/activities/manual",
			object{
				"type": kind, "name": kind, "start_date_local": fmt.Sprintf("2026-09-%02dT09:00:00", i+1),
				"moving_time": 1800, "icu_training_load": 20 + i, "sub_type": "WARMUP",
			})
		id := made.(object)["id"].(string)
		if got := c.object("GET", "/activity/"+id, nil); got["type"] != kind ||
			number(got["icu_training_load"]) != float64(20+i) || got["sub_type"] != "WARMUP" {
			t.Errorf("%s: %v, %v, %v", kind, got["type"], got["icu_training_load"], got["sub_type"])
		}
	}
}
