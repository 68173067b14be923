package stravatest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestPagesAreShortThoughMoreFollow(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	first := c.get("/athlete/activities").rows(t)
	if len(first) != 28 {
		t.Errorf("a page of 30 has %d rows", len(first))
	}
	seen := map[string]bool{}
	for _, r := range c.all("") {
		seen[fmt.Sprint(r["id"])] = true
	}
	if len(seen) != 64 {
		t.Errorf("all pages have %d of 64", len(seen))
	}
	if rows := c.get("/athlete/activities?page=99").rows(t); len(rows) != 0 {
		t.Errorf("behind the end are %d rows", len(rows))
	}
	whole := calls(t, server(t, Options{GapEvery: -1})).get("/athlete/activities?per_page=30&page=2").rows(t)
	if len(whole) != 30 {
		t.Errorf("without gaps a page has %d", len(whole))
	}
	for page := range 64 {
		if n := len(c.get(fmt.Sprintf("/athlete/activities?per_page=1&page=%d", page+1)).rows(t)); n != 1 && page < 60 {
			t.Fatalf("page %d of single rows has %d", page+1, n)
		}
	}
}

func TestPagesOverTheCap(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Activities: 260, Seconds: 60, GapEvery: -1, Lenient: true})
	c := calls(t, s)
	if n := len(c.get("/athlete/activities?per_page=201").rows(t)); n != 200 || len(s.Violations()) != 1 {
		t.Errorf("%d rows, %v", n, s.Violations())
	}
	c.get("/athlete/activities?per_page=0").wants(t, 400, "Application/per_page/invalid")
	c.get("/athlete/activities?page=x").wants(t, 400, "Application/page/invalid")
	c.get("/athlete/activities?after=monday").wants(t, 400, "Application/after/invalid")
}

func starts(rows []Doc) []string {
	out := []string{}
	for _, r := range rows {
		out = append(out, r["start_date"].(string))
	}
	return out
}

func TestBeforeAndAfter(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	rows := c.all("")
	newest := starts(rows)
	for i := 1; i < len(newest); i++ {
		if newest[i] > newest[i-1] {
			t.Fatalf("%s is behind %s", newest[i], newest[i-1])
		}
	}
	at, err := time.Parse(time.RFC3339, newest[10])
	if err != nil {
		t.Fatal(err)
	}
	later := starts(c.all(fmt.Sprintf("&after=%d", at.Unix())))
	if len(later) != 10 || later[0] != newest[9] || later[9] != newest[0] {
		t.Errorf("after the eleventh are %v", later)
	}
	earlier := starts(c.all(fmt.Sprintf("&before=%d", at.Unix())))
	if len(earlier) != 64-11 || earlier[0] != newest[11] {
		t.Errorf("before it are %d, first %s", len(earlier), earlier[0])
	}
}

func TestScopesOfActivities(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	all, some := calls(t, s).all(""), 0
	mine := find(t, all, is("name", "Only me"))
	if mine["private"] != true || mine["visibility"] != "only_me" {
		t.Errorf("a private one is %v", mine)
	}
	for _, r := range all {
		if r["visibility"] != "only_me" {
			some++
		}
	}
	public := calls(t, s, "read", "activity:read")
	rows := public.all("")
	if len(rows) != some || some == len(all) {
		t.Errorf("activity:read sees %d of %d", len(rows), len(all))
	}
	public.get("/activities/"+fmt.Sprint(mine["id"])).wants(t, 404, "Activity/id/invalid")
	public.json("PUT", "/activities/1", "{}").wants(t, 401, "AccessToken/activity:write_permission/missing")
	whole, cut := find(t, all, is("comment_count", 45)), find(t, rows, is("comment_count", 45))
	if fmt.Sprint(whole["start_latlng"]) == fmt.Sprint(cut["start_latlng"]) || fmt.Sprint(whole["distance"]) != fmt.Sprint(cut["distance"]) {
		t.Errorf("privacy zones are shown: %v", cut)
	}
	calls(t, s, "read").get("/athlete/activities").wants(t, 401, "AccessToken/activity:read_permission/missing")
}

func TestDetail(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{Seconds: 1200}))
	rows := c.all("")
	run := fmt.Sprint(find(t, rows, is("workout_type", 3))["id"])
	d := c.get("/activities/" + run).doc(t)
	laps := d["laps"].([]any)
	if len(laps) != 7 || len(d["splits_metric"].([]any)) < 3 || len(d["splits_standard"].([]any)) < 2 || len(d["best_efforts"].([]any)) != 4 {
		t.Errorf("the run has %d laps, splits %v, bests %v", len(laps), d["splits_metric"], d["best_efforts"])
	}
	if got := c.get("/activities/" + run + "/laps").rows(t); len(got) != 7 || fmt.Sprint(got[6]) != fmt.Sprint(laps[6]) {
		t.Errorf("laps alone are others: %v", got)
	}
	ride := c.get("/activities/" + fmt.Sprint(find(t, rows, is("comment_count", 45))["id"])).doc(t)
	if ride["description"] != "Over the hills.\n2nd line" || ride["gear"].(Doc)["id"] != "b12345678" ||
		ride["device_name"] != "Garmin Edge 1030" {
		t.Errorf("the ride is %v", ride)
	}
	shown := ride["segment_efforts"].([]any)
	all := c.get("/activities/" + fmt.Sprint(ride["id"]) + "?include_all_efforts=true").doc(t)["segment_efforts"].([]any)
	if len(shown) != 1 || len(all) != 2 || all[1].(Doc)["hidden"] != true {
		t.Errorf("there are %d efforts, %d with the hidden", len(shown), len(all))
	}
	c.get("/activities/1").wants(t, 404, "Activity/id/invalid")
	c.get("/activities/"+run+"?include_all_efforts=perhaps").wants(t, 400, "Application/include_all_efforts/invalid")
}

func TestComments(t *testing.T) {
	t.Parallel()
	c := calls(t, server(t, Options{}))
	path := fmt.Sprintf("/activities/%v/comments", find(t, c.all(""), is("comment_count", 45))["id"])
	seen, after := 0, ""
	for {
		rows := c.get(path + "?page_size=20" + after).rows(t)
		if len(rows) == 0 {
			break
		}
		seen += len(rows)
		after = "&after_cursor=" + url.QueryEscape(rows[len(rows)-1]["cursor"].(string))
	}
	if seen != 45 {
		t.Errorf("%d comments of 45", seen)
	}
	if n := len(c.get(path).rows(t)); n != 30 {
		t.Errorf("without a size there are %d", n)
	}
	if n := len(c.get(path + "?page=2&per_page=30").rows(t)); n != 45-28 {
		t.Errorf("the deprecated second page has %d", n)
	}
	c.get(path+"?after_cursor=none").wants(t, 400, "Comment/after_cursor/invalid")
	kudos := c.get(strings.Replace(path, "comments", "kudos", 1)).rows(t)
	if len(kudos) != 28 || kudos[0]["id"] != nil || kudos[0]["firstname"] != "Friend0" {
		t.Errorf("kudos are %v", kudos)
	}
}
