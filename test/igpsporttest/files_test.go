package igpsporttest_test

import (
	"fmt"
	"math"
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

func TestFormsOfTheDownloadAddress(t *testing.T) {
	t.Parallel()
	for form, want := range map[emu.DownloadForm]string{emu.DownloadObject: `"data":{"url":"http://`, emu.DownloadNull: `"data":null`} {
		c := start(t, emu.Options{Download: form}, emu.CN)
		id := c.page(1, "")[1]["rideId"]
		if got := c.call("GET", fmt.Sprintf("%sgetDownloadUrl/%.0f", analyze, id), nil); !strings.Contains(got.text, want) {
			t.Errorf("%s", got.text)
		}
	}
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
