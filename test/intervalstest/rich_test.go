package intervalstest_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// rich returns the rich athlete over a connection, with short activities.
func rich(t *testing.T) caller {
	t.Helper()
	return start(t, intervalstest.Options{Rich: true, Seconds: 240})
}

const allTime = "/athlete/0/activities?oldest=2025-01-01"

// all returns the athlete's activities as the list has them.
func (c caller) all() []object {
	c.t.Helper()
	var out []object
	for _, v := range c.list(allTime) {
		out = append(out, v.(object))
	}
	return out
}

func TestRichPastHasItsOwnThresholds(t *testing.T) {
	t.Parallel()
	c := rich(t)
	ftps, lthrs, zones, indoor := map[any]bool{}, map[any]bool{}, map[int]bool{}, map[any]bool{}
	for _, a := range c.all() {
		if a["icu_ftp"] == nil {
			continue
		}
		lthrs[a["lthr"]] = true
		zones[len(a["icu_power_zones"].([]any))] = true
		if a["trainer"] == true {
			indoor[a["icu_ftp"]] = true
		} else {
			ftps[a["icu_ftp"]] = true
		}
	}
	if len(ftps) != 4 || len(indoor) != 4 || len(lthrs) != 4 || len(zones) != 2 {
		t.Errorf("FTPs %v, indoors %v, threshold heart rates %v, sizes of zones %v", ftps, indoor, lthrs, zones)
	}
	settings := c.list("/athlete/0/sport-settings")[0].(object)
	if settings["ftp"] != 262.0 || settings["indoor_ftp"] != 249.0 ||
		len(settings["power_zone_names"].([]any)) != len(settings["power_zones"].([]any)) {
		t.Errorf("%v", settings)
	}
	for ftp := range indoor {
		if ftps[ftp] {
			t.Errorf("%v is an FTP indoors and out", ftp)
		}
	}
}

func TestRichActivityHasTheFieldsOfTheDocument(t *testing.T) {
	t.Parallel()
	c := rich(t)
	want := map[string][]string{
		"Ride": {
			"icu_pm_ftp", "icu_rolling_ftp", "icu_training_load", "power_load", "hr_load", "icu_ctl", "icu_atl", "icu_rpe",
			"feel", "icu_intensity", "sub_type",
			"icu_joules", "icu_joules_above_ftp", "calories", "device_name", "power_meter", "power_meter_serial", "gear",
			"polarization_index", "decoupling", "trimp",
			"icu_weight", "icu_resting_hr", "athlete_max_hr", "icu_hr_zones", "icu_zone_times", "icu_hr_zone_times",
			"icu_variability_index", "icu_efficiency_factor", "session_rpe",
		},
		"Run":           {"pace_load", "hr_load", "threshold_pace", "pace_zones", "pace_zone_times", "gap", "average_stride", "lthr"},
		"OpenWaterSwim": {"pace_load", "threshold_pace", "icu_ignore_hr"},
	}
	for kind, fields := range want {
		found := map[string]bool{}
		for _, a := range c.all() {
			for name, v := range a {
				found[name] = found[name] || a["type"] == kind && v != nil
			}
		}
		for _, f := range fields {
			if !found[f] {
				t.Errorf("no %s has %s", kind, f)
			}
		}
	}
}

func TestLoadsFollowTheirRules(t *testing.T) {
	t.Parallel()
	c := rich(t)
	var own, ignored, entered int
	for _, a := range c.all() {
		power, hr, pace, load := number(a["power_load"]), number(a["hr_load"]), number(a["pace_load"]), number(a["icu_training_load"])
		if a["_note"] != nil {
			continue
		}
		if power > 0 {
			share := number(a["icu_weighted_avg_watts"]) / number(a["icu_ftp"])
			if rule := math.Round(100 * share * share * number(a["moving_time"]) / 3600); rule != power {
				t.Errorf("%v: power load %v, by the rule %v", a["name"], power, rule)
			}
		}
		switch {
		case a["source"] == "MANUAL":
			entered++
		case !slices.Contains([]float64{power, hr, pace}, load):
			own++
		case a["icu_ignore_power"] == true:
			ignored++
			if power != 0 || load != hr {
				t.Errorf("%v without power: %v, %v", a["name"], power, load)
			}
		}
	}
	if own == 0 || ignored == 0 || entered == 0 {
		t.Errorf("%d loads of the athlete's own, %d without power, %d entered", own, ignored, entered)
	}
}

func number(v any) float64 { n, _ := v.(float64); return n }

// TestFitnessHoldsWithheldLoad works out CTL and ATL anew from the loads by
// day, those of the stubs included.
func TestFitnessHoldsWithheldLoad(t *testing.T) {
	t.Parallel()
	c := rich(t)
	loads, first, withheld := map[string]float64{}, "9999", 0.0
	c.s.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities {
			day := intervalstest.Text(a.Doc, "start_date_local")[:10]
			loads[day] += intervalstest.Number(a.Doc, "icu_training_load")
			first = min(first, day)
			if a.Stub {
				withheld += intervalstest.Number(a.Doc, "icu_training_load")
			}
		}
	})
	rows := map[string]object{}
	for _, v := range c.list("/athlete/0/wellness?oldest=2025-01-01&newest=2026-09-20") {
		rows[v.(object)["id"].(string)] = v.(object)
	}
	slow, quick := 1-math.Exp(-1.0/42), 1-math.Exp(-1.0/7)
	begin, err := time.Parse(time.DateOnly, first)
	if err != nil {
		t.Fatal(err)
	}
	ctl, atl, compared := 0.0, 0.0, 0
	before := map[string]float64{}
	for day := begin; day.Format(time.DateOnly) <= "2026-09-20"; day = day.AddDate(0, 0, 1) {
		key := day.Format(time.DateOnly)
		ctl += (loads[key] - ctl) * slow
		atl += (loads[key] - atl) * quick
		before[key] = ctl
		row := rows[key]
		if row == nil {
			continue
		}
		ramp := 0.0
		if then, ok := before[day.AddDate(0, 0, -7).Format(time.DateOnly)]; ok {
			ramp = ctl - then
		}
		for field, want := range map[string]float64{"ctl": ctl, "atl": atl, "ctlLoad": loads[key], "atlLoad": loads[key], "rampRate": ramp} {
			if got := number(row[field]); math.Abs(got-want) > 0.0001 {
				t.Errorf("%s on %s is %v, want %v", field, key, got, want)
			}
		}
		compared++
	}
	if compared < 300 || withheld < 1000 {
		t.Errorf("%d days compared, %v withheld", compared, withheld)
	}
	for _, a := range c.all() {
		if row := rows[a["start_date_local"].(string)[:10]]; a["_note"] == nil && row != nil && a["icu_ctl"] != row["ctl"] {
			t.Errorf("%v says CTL %v, its day %v", a["id"], a["icu_ctl"], row["ctl"])
		}
	}
}

func TestGearFitsItsActivities(t *testing.T) {
	t.Parallel()
	c := rich(t)
	type total struct{ Distance, Time, Activities float64 }
	want, names := map[string]total{}, map[string]string{}
	c.s.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities { // the withheld ones too
			id := intervalstest.Text(a.Doc, intervalstest.Worn)
			sum := want[id]
			far, long := intervalstest.Number(a.Doc, "distance"), intervalstest.Number(a.Doc, "moving_time")
			want[id] = total{sum.Distance + far, sum.Time + long, sum.Activities + 1}
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
