package igpsporttest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	emu "lapkeep/test/igpsporttest"
)

func (c caller) page(n int, more string) []emu.Doc {
	c.t.Helper()
	return c.docs(c.object(fmt.Sprintf("%squeryMyActivity?pageNo=%d&pageSize=50&reqType=0&sort=1%s", analyze, n, more))["rows"])
}

func TestPagesAreCapped(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		first, last, past := c.page(1, ""), c.page(2, "&sortType=1"), c.page(3, "")
		if len(first) != 20 || len(last) != 6 {
			c.t.Fatalf("pages of %d and %d", len(first), len(last))
		}
		if repeats := len(past) == 6 && past[0]["id"] == last[0]["id"]; repeats != (c.region == emu.CN) {
			c.t.Errorf("behind the end: %d rows", len(past))
		}
		if c.region == emu.INTL && len(past) != 0 {
			c.t.Errorf("behind the end: %d rows", len(past))
		}
	})
	each(t, emu.Options{PastEnd: emu.PastEndEmpty, PageCap: 7}, func(c caller) {
		if n, past := len(c.page(4, "")), len(c.page(5, "")); n != 5 || past != 0 {
			c.t.Errorf("the last page has %d, the next %d", n, past)
		}
	})
}

func TestRowsAreNewestFirstInTheFormOfTheRegion(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{Seconds: 120}, func(c caller) {
		rows := c.page(1, "")
		newest := map[emu.Region]string{emu.CN: "2026.09.20", emu.INTL: "2026-09-20 06:30:00"}[c.region]
		if rows[0]["startTime"] != newest {
			c.t.Errorf("the newest is of %v", rows[0]["startTime"])
		}
		if !slices.IsSortedFunc(rows, func(a, b emu.Doc) int { return strings.Compare(b["startTime"].(string), a["startTime"].(string)) }) {
			c.t.Error("the rows are in another order")
		}
		if rows[0]["fitOssPath"] == nil || rows[1]["fitOssPath"] != nil || rows[1]["totalAscent"] != nil {
			c.t.Error("what only some rows have is in all or in none")
		}
		if _, ok := rows[4]["exerciseType"]; ok || rows[2]["exerciseType"] != 1.0 || rows[0]["exerciseType"] != 0.0 {
			c.t.Error("the numbers of sports are others")
		}
		if rows[0]["totalMovingTime"] != 120.0 || rows[0]["rideDistance"].(float64) < 900 {
			c.t.Errorf("the first row: %v", rows[0])
		}
		got := c.call("GET", list, nil)
		if !strings.Contains(got.text, `"rideId":90071992547`) {
			c.t.Error("no id is longer than a float64 holds")
		}
	})
	c := start(t, emu.Options{Dates: emu.DatesWithTime}, emu.CN)
	if got := c.page(1, "")[0]["startTime"]; got != "2026-09-20 06:30:00" {
		t.Errorf("with a time: %v", got)
	}
}

func TestDaysAreAskedFor(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		for query, want := range map[string]int{
			"&beginTime=2026-09-01&endTime=2026-09-03": 3, "&beginTime=2026-09-18": 3, "&endTime=2026-08-26": 1,
			"&beginTime=2027-01-01&endTime=2027-01-02": 0,
		} {
			if rows := c.page(1, query); len(rows) != want {
				c.t.Errorf("%s: %d rows, want %d", query, len(rows), want)
			}
		}
	})
	c := start(t, emu.Options{Lenient: true}, emu.CN)
	c.page(1, "&beginTime=2026.09.01")
	c.data("GET", analyze+"queryMyActivity?pageNo=0&pageSize=20&reqType=1&sort=2", nil)
	c.violated("beginTime", "reqType", "sort", "pageNo")
}

func TestFormsOfAPage(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Rows: emu.RowsInList}, emu.CN)
	if d := c.object(list); len(c.docs(d["list"])) != 20 || d["rows"] != nil {
		t.Errorf("%v", d)
	}
	c = start(t, emu.Options{Rows: emu.RowsBare, NumbersText: true}, emu.INTL)
	rows := c.docs(c.data("GET", list, nil))
	if len(rows) != 20 || rows[1]["totalMovingTime"] != "900" || rows[0]["rideId"] != "9007199254742627" {
		t.Errorf("%d rows, the first of %v", len(rows), rows[0])
	}
}

func TestRowsWithoutAStart(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{NoStartEvery: 3}, func(c caller) {
		absent, null := 0, 0
		for _, row := range c.page(1, "") {
			v, there := row["startTime"]
			switch {
			case !there:
				absent++
			case v == nil:
				null++
			}
		}
		if absent != 3 || null != 3 {
			c.t.Errorf("%d rows without a start, %d with null", absent, null)
		}
	})
}

func TestDetailAndLapsAgree(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		row := c.page(1, "")[1]
		id := fmt.Sprintf("%.0f", row["rideId"])
		d := c.object(analyze + "queryActivityDetail/" + id)
		if d["title"] != row["title"] || d["recordTime"] != row["totalMovingTime"] || d["manufacturer"] != 115.0 || d["avgHrm"] == nil {
			c.t.Errorf("%v", d)
		}
		if d["startTime"] != "2026-09-19 07:30:00" || d["endTime"] != "2026-09-19 07:45:00" {
			c.t.Errorf("from %v to %v", d["startTime"], d["endTime"])
		}
		seconds := 0.0
		for _, z := range c.docs(d["hrZoom"]) {
			seconds += z["time"].(float64)
		}
		if seconds != 901 {
			c.t.Errorf("%v s in zones", seconds)
		}
		laps := c.docs(c.data("GET", analyze+"queryActivityLap/"+id, nil))
		name := map[emu.Region]string{emu.CN: "总计", emu.INTL: "Total"}[c.region]
		whole := laps[len(laps)-1]
		if len(laps) != 4 || laps[0]["lap"] != "1" || whole["lap"] != name || whole["normalizedPower"] == nil || whole["times"] != 900.0 {
			c.t.Errorf("laps: %v", laps)
		}
		if sum := laps[0]["times"].(float64) + laps[1]["times"].(float64) + laps[2]["times"].(float64); sum != 900 {
			c.t.Errorf("the laps take %v s", sum)
		}
	})
}

func TestActivitiesThatAreNotThere(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{Empty: true}, func(c caller) {
		status, code := 200, 500.0
		if c.region == emu.INTL {
			status, code = 404, 404
		}
		for _, call := range []string{"queryActivityDetail/", "queryActivityLap/", "getDownloadUrl/"} {
			c.refused(c.call("GET", analyze+call+"123", nil), status, code, "")
		}
	})
}

func TestTheAppRecordsAndDeletes(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		id := c.s.AddRide(c.region, 0)
		if row := c.page(1, "")[0]; row["rideId"] != float64(id) || !strings.HasPrefix(row["startTime"].(string), "2026") {
			c.t.Errorf("the new one is not the first: %v", row)
		}
		c.s.Do(c.region, func(m *emu.Member) { m.Rides = m.Rides[:1] })
		if rows := c.page(1, ""); len(rows) != 1 {
			c.t.Errorf("%d are left", len(rows))
		}
	})
}
