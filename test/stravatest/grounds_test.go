package stravatest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestSegments(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	starred := c.get("/segments/starred?per_page=200").rows(t)
	private := find(t, starred, is("private", true))
	path := fmt.Sprintf("/segments/%v", private["id"])
	c.get(path).wants(t, 200, "")
	public := calls(t, s, "read", "profile:write")
	public.get(path).wants(t, 404, "Segment/id/invalid")
	c = calls(t, s) // a grant's scopes are those of the last consent
	if c.get(path).doc(t)["athlete_segment_stats"] == nil {
		t.Error("read_all does not see the athlete's record")
	}
	c.form("PUT", path+"/starred", url.Values{"starred": {"false"}}).wants(t, 200, "")
	if n := len(c.get("/segments/starred?per_page=200").rows(t)); n != len(starred)-1 {
		t.Errorf("%d of %d are starred", n, len(starred))
	}
	c.form("PUT", path+"/starred", url.Values{"starred": {"sure"}}).wants(t, 400, "Segment/starred/invalid")
	calls(t, s, "read").form("PUT", path+"/starred", url.Values{"starred": {"true"}}).
		wants(t, 401, "AccessToken/profile:write_permission/missing")
}

func TestExplore(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	path := "/segments/explore?bounds=52,13,53,14"
	c.get(path).wants(t, 403, "Application/Tier/insufficient")
	s.Configure(func(o *Options) { o.Tier = Extended })
	rows := c.get(path).doc(t)["segments"].([]any)
	if len(rows) != 10 {
		t.Errorf("explored are %d", len(rows))
	}
	for _, r := range c.get(path + "&activity_type=riding&min_cat=2&max_cat=3").doc(t)["segments"].([]any) {
		if n, _ := r.(Doc)["climb_category"].(json.Number).Int64(); n < 2 || n > 3 {
			t.Errorf("a climb of category %d", n)
		}
	}
	if rows = c.get("/segments/explore?bounds=1,2,3,4").doc(t)["segments"].([]any); len(rows) != 0 {
		t.Errorf("elsewhere are %d", len(rows))
	}
	c.get("/segments/explore?bounds=1,2").wants(t, 400, "Segment/bounds/invalid")
	c.get(path+"&activity_type=swimming").wants(t, 400, "Segment/activity_type/invalid")
}

func TestEfforts(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	ride := c.get(c.one(is("comment_count", 45))).doc(t)
	e := ride["segment_efforts"].([]any)[0].(Doc)
	id := fmt.Sprint(e["id"])
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || int64(float64(n)) == n {
		t.Errorf("a float64 holds the id %s", id)
	}
	if got := c.get("/segment_efforts/" + id).doc(t); fmt.Sprint(got) != fmt.Sprint(e) {
		t.Errorf("alone it is %v", got)
	}
	streams := c.get("/segment_efforts/" + id + "/streams?key_by_type=true&keys=time,heartrate").doc(t)
	from, _ := e["start_index"].(json.Number).Int64()
	to, _ := e["end_index"].(json.Number).Int64()
	if len(rowsOf(t, streams, "time")) != int(to-from+1) {
		t.Errorf("it has %d rows from %d to %d", len(rowsOf(t, streams, "time")), from, to)
	}
	list := "/segment_efforts?segment_id=" + fmt.Sprint(e["segment"].(Doc)["id"])
	rows := c.get(list + "&per_page=200").rows(t)
	if len(rows) < 3 || !slices.IsSortedFunc(rows, func(x, y Doc) int {
		a, _ := x["elapsed_time"].(json.Number).Int64()
		b, _ := y["elapsed_time"].(json.Number).Int64()
		return int(a - b)
	}) {
		t.Errorf("%d efforts, or not the fastest first", len(rows))
	}
	day := e["start_date_local"].(string)[:10]
	within := c.get(list + "&start_date_local=" + day + "T00:00:00Z&end_date_local=" + day + "T23:59:59Z").rows(t)
	if len(within) != 1 {
		t.Errorf("on its day are %d", len(within))
	}
	c.get("/segment_efforts").wants(t, 400, "SegmentEffort/segment_id/missing")
	c.get("/segment_efforts/5").wants(t, 404, "SegmentEffort/id/invalid")
	s.Configure(func(o *Options) { o.NoSubscription = true })
	for _, path := range []string{list, "/segment_efforts/" + id, fmt.Sprintf("/activities/%v/zones", ride["id"])} {
		got := c.get(path)
		got.wants(t, 402, "")
		if len(got.doc(t)["errors"].([]any)) != 0 {
			t.Errorf("an unpaid call says %s", got.text)
		}
	}
}

func TestActivityZones(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	rows := c.get(c.one(is("comment_count", 45)) + "/zones").rows(t)
	for _, r := range rows {
		b := r["distribution_buckets"].([]any)
		if fmt.Sprint(b[len(b)-1].(Doc)["max"]) != "-1" {
			t.Errorf("the last %v zone ends at %v", r["type"], b[len(b)-1])
		}
	}
	if len(rows) != 2 {
		t.Errorf("zones of %d kinds", len(rows))
	}
	if rows := c.get(c.one(is("manual", true)) + "/zones").rows(t); len(rows) != 0 {
		t.Errorf("a manual one has zones: %v", rows)
	}
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := server(t, Options{RoutesKeyed: true})
	c := calls(t, s)
	list := fmt.Sprintf("/athletes/%d/routes", DefaultAthleteID)
	rows := c.get(list).rows(t)
	private := find(t, rows, is("private", true))
	if len(rows) != 5 || private["id_str"] != fmt.Sprint(private["id"]) || len(private["id_str"].(string)) != 19 {
		t.Errorf("%d routes, %v", len(rows), private)
	}
	path := "/routes/" + private["id_str"].(string)
	d := c.get(path + "/streams").doc(t)
	if len(rowsOf(t, d, "latlng")) != 120 || len(rowsOf(t, d, "altitude")) != 120 {
		t.Errorf("the route has %d points", len(rowsOf(t, d, "latlng")))
	}
	for _, export := range []string{"gpx", "tcx"} {
		got := c.get(path + "/export_" + export)
		if err := xml.Unmarshal([]byte(got.text), new(any)); err != nil && !strings.Contains(err.Error(), "unknown type") {
			t.Errorf("%s is no XML: %v", export, err)
		}
		if !strings.Contains(got.text, "Round &amp; back 3") || strings.Contains(got.header.Get("Content-Type"), "json") {
			t.Errorf("%s is %s %s", export, got.header.Get("Content-Type"), got.text[:200])
		}
	}
	public := calls(t, s, "read")
	if n := len(public.get(list).rows(t)); n != 4 {
		t.Errorf("without read_all there are %d", n)
	}
	public.get(path).wants(t, 404, "Route/id/invalid")
	public.get(path+"/export_gpx").wants(t, 404, "Route/id/invalid")
	public.get(fmt.Sprintf("/athletes/%d/routes", SecondAthleteID)).wants(t, 403, "")
}

func TestAthlete(t *testing.T) {
	t.Parallel()
	s := server(t, Options{NoFTP: true})
	c := calls(t, s)
	d := c.get("/athlete").doc(t)
	if d["ftp"] != nil || fmt.Sprint(d["weight"]) != "61.5" || len(d["bikes"].([]any)) != 2 || len(d["shoes"].([]any)) != 1 ||
		d["measurement_preference"] != "feet" || len(d["clubs"].([]any)) != 2 {
		t.Errorf("the athlete is %v", d)
	}
	if z := c.get("/athlete/zones").doc(t); z["power"] != nil || z["heart_rate"] == nil {
		t.Errorf("zones without FTP are %v", z)
	}
	if got := c.form("PUT", "/athlete?weight=60", nil); fmt.Sprint(got.doc(t)["weight"]) != "60" {
		t.Errorf("the weight is %v", got.doc(t)["weight"])
	}
	c.form("PUT", "/athlete", url.Values{"weight": {"NaN"}}).wants(t, 400, "Athlete/weight/invalid")
	c.get("/gear/b12345678").wants(t, 200, "")
	if g := c.get("/gear/g2345678").doc(t); g["frame_type"] != nil || g["brand_name"] != "Nike" {
		t.Errorf("shoes are %v", g)
	}
	c.get("/gear/b99").wants(t, 404, "Gear/id/invalid")
	c.get("/clubs/1").wants(t, 404, "Club/id/invalid")
	s.Athlete(DefaultAthleteID, func(m *Athlete) { m.FTP = 250 })
	if got := c.get("/athlete").doc(t)["ftp"]; fmt.Sprint(got) != "250" {
		t.Errorf("the FTP is %v", got)
	}
}

func TestStatsCountWhatEveryoneSees(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	want := 0
	for _, r := range c.all("") {
		if r["type"] == "Run" && r["visibility"] == "everyone" {
			want++
		}
	}
	d := c.get(fmt.Sprintf("/athletes/%d/stats", DefaultAthleteID)).doc(t)
	all, recent := d["all_run_totals"].(Doc), d["recent_run_totals"].(Doc)
	if fmt.Sprint(all["count"]) != fmt.Sprint(want) || fmt.Sprint(recent["count"]) == fmt.Sprint(want) || recent["achievement_count"] == nil {
		t.Errorf("%d runs, stats %v and %v", want, all, recent)
	}
	c.get(fmt.Sprintf("/athletes/%d/stats", SecondAthleteID)).wants(t, 403, "")
}
