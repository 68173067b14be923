package igpsporttest_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	emu "lapkeep/test/igpsporttest"
)

func (c caller) download(id any) string {
	c.t.Helper()
	url, ok := c.data("GET", fmt.Sprintf("%sgetDownloadUrl/%.0f", analyze, id), nil).(string)
	if !ok {
		c.t.Fatal("the address is no string")
	}
	return url
}

func (c caller) read(file string) *training.Recording {
	c.t.Helper()
	got, err := recording.Read(c.t.Context(), "a.fit", []byte(file), recording.Limits{})
	if err != nil || len(got.Recordings) != 1 {
		c.t.Fatalf("%d recordings, %v", len(got.Recordings), err)
	}
	return got.Recordings[0]
}

// TestFilesHoldWhatTheListSays reads one file of each kind with the product's reader.
func TestFilesHoldWhatTheListSays(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		for i, row := range c.page(1, "")[1:6] {
			url := c.download(row["rideId"])
			if path, ok := row["fitOssPath"]; ok && path != url {
				c.t.Errorf("two addresses: %v and %s", path, url)
			}
			if !strings.HasPrefix(url, c.s.FilesURL) || strings.HasPrefix(url, c.s.URL(c.region)) {
				c.t.Errorf("the file lies at %s", url)
			}
			got := c.send("GET", url, nil)
			rec := c.read(got.text)
			laps := 1
			if i == 0 || i == 5 {
				laps = 3
			}
			if rec.ElapsedS != row["totalMovingTime"] || rec.Device.Manufacturer != "igpsport" || len(rec.Laps) != laps {
				c.t.Errorf("row %d: %v s by %q, %d laps", i, rec.ElapsedS, rec.Device.Manufacturer, len(rec.Laps))
			}
			d, _ := rec.Columns.At(training.Distance, rec.Columns.Len()-1)
			if math.Abs(float64(d)/training.Distance.Scale()-row["rideDistance"].(float64)) > 0.5 {
				c.t.Errorf("row %d: %v m, the list says %v", i, d, row["rideDistance"])
			}
		}
	})
}

func TestTheFileHostGetsNoBearer(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true}, emu.CN)
	url := c.download(c.page(1, "")[1]["rideId"])
	for _, header := range []string{"Authorization", "Cookie", "X-Signature", "X-Access-Key"} {
		if got := c.send("GET", url, nil, header, "Bearer x"); got.status != 400 {
			t.Errorf("with %s: %d", header, got.status)
		}
	}
	c.violated("Authorization", "Cookie", "X-Signature", "X-Access-Key")
	if got := c.send("GET", c.s.ElsewhereURL+"/any", nil, "Authorization", "Bearer x"); got.status != 200 {
		t.Errorf("elsewhere: %d", got.status)
	}
	if got := c.s.Violations(); len(got) != 5 || !strings.Contains(got[4], "the other host") {
		t.Errorf("%q", got)
	}
	for _, path := range []string{"/cn/fit/000.fit", "/nowhere", "/xx/fit/a.fit"} {
		if got := c.send("GET", c.s.FilesURL+path, nil); got.status != 404 {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}

func (c caller) slot() (id, url string) {
	c.t.Helper()
	d := c.object("/service/sportg/third-party-server/oss/getSignedUrl?fileExtension=.fit")
	return d["ossId"].(string), d["signedUrl"].(string)
}

func TestUpload(t *testing.T) {
	t.Parallel()
	ride := bodytest.Body{Start: time.Date(2026, 9, 20, 9, 0, 0, 0, time.UTC), Seed: 4711, Seconds: 600, Sport: "running"}
	each(t, emu.Options{Empty: true}, func(c caller) {
		for range 2 { // the same file makes no second activity
			id, url := c.slot()
			c.refused(c.call("POST", analyze+"uploadByOss", emu.Doc{"fileName": "mine", "ossName": id}), 200, 500, "ossName")
			if got := c.send("PUT", url, ride.FIT()); got.status != 200 {
				c.t.Fatalf("PUT: %d %s", got.status, got.text)
			}
			c.data("POST", analyze+"uploadByOss", emu.Doc{"fileName": "mine", "ossName": id})
		}
		rows := c.page(1, "")
		if len(rows) != 1 || rows[0]["title"] != "mine" || rows[0]["totalMovingTime"] != 600.0 || rows[0]["exerciseType"] != 1.0 ||
			math.Abs(rows[0]["rideDistance"].(float64)-ride.DistanceM()) > 0.1 {
			c.t.Fatalf("%v", rows)
		}
		if got := c.send("GET", c.download(rows[0]["rideId"]), nil); got.text != string(ride.FIT()) {
			c.t.Error("another file comes back")
		}
		if d := c.object(fmt.Sprintf("%squeryActivityDetail/%.0f", analyze, rows[0]["rideId"])); d["totalTime"] != 600.0 {
			c.t.Errorf("%v", d)
		}
		if laps := c.docs(c.data("GET", fmt.Sprintf("%squeryActivityLap/%.0f", analyze, rows[0]["rideId"]), nil)); len(laps) != 0 {
			c.t.Errorf("laps %v", laps)
		}
	})
}

func TestRefusedUploads(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true, Empty: true}, emu.CN)
	id, url := c.slot()
	if got := c.send("PUT", url, []byte("x"), "Content-Type", "application/octet-stream"); got.status != 403 {
		t.Errorf("with a type: %d", got.status)
	}
	c.violated("Content-Type")
	if got := c.send("PUT", strings.Replace(url, "Signature", "Sig", 1), []byte("x")); got.status != 403 {
		t.Errorf("unsigned: %d", got.status)
	}
	if got := c.send("PUT", url, []byte("no recording")); got.status != 200 {
		t.Errorf("%d", got.status)
	}
	c.refused(c.call("POST", analyze+"uploadByOss", emu.Doc{"fileName": "x", "ossName": id}), 200, 500, "File")
	c.s.Advance(2 * time.Hour)
	if got := c.send("PUT", url, []byte("x")); got.status != 403 {
		t.Errorf("after its end: %d", got.status)
	}
}

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
