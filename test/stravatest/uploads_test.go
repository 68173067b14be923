package stravatest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"time"
)

func gpx(first, last string) string {
	return fmt.Sprintf(` <?xml version="1.0"?><gpx><metadata/><trk><trkseg><trkpt lat="1" lon="2"><time>%s</time></trkpt>`+
		`<trkpt lat="1" lon="2"><time>%s</time></trkpt></trkseg></trk></gpx>`, first, last)
}

// poll asks a second later.
func (c caller) poll(s *Server, up Doc) Doc {
	s.Advance(time.Second)
	return c.get("/uploads/" + up["id_str"].(string)).doc(c.t)
}

func TestUploadBecomesAnActivity(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	body := []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z"))
	up := c.upload("ride.gpx", body, map[string]string{
		"data_type": "gpx", "name": "Lunch", "description": "d", "commute": "1", "external_id": "mine-1",
	})
	up.wants(t, 201, "")
	d := up.doc(t)
	if d["status"] != statusWorking || d["activity_id"] != nil || d["error"] != nil ||
		d["external_id"] != "mine-1" || d["id_str"] != fmt.Sprint(d["id"]) {
		t.Fatalf("the upload is %v", d)
	}
	if d = c.poll(s, d); d["status"] != statusWorking || len(c.all("")) != 0 {
		t.Fatalf("after a poll it is %v", d)
	}
	d = c.poll(s, d)
	if d["status"] != statusReady || d["activity_id"] == nil {
		t.Fatalf("after two polls it is %v", d)
	}
	a := c.get("/activities/" + fmt.Sprint(d["activity_id"])).doc(t)
	if a["name"] != "Lunch" || a["description"] != "d" || a["commute"] != true || a["external_id"] != "mine-1" ||
		fmt.Sprint(a["upload_id"]) != d["id_str"] || a["start_date"] != "2026-11-01T10:00:00Z" || fmt.Sprint(a["elapsed_time"]) != "1801" {
		t.Errorf("the activity is %v", a)
	}
	again := c.poll(s, c.poll(s, c.upload("same.gpx", body, map[string]string{"data_type": "gpx"}).doc(t)))
	if again["status"] != statusError || !strings.Contains(again["error"].(string), "duplicate of") ||
		!strings.Contains(again["error"].(string), fmt.Sprint(d["activity_id"])) || again["activity_id"] != nil {
		t.Errorf("the same again is %v", again)
	}
	id, _ := d["activity_id"].(interface{ Int64() (int64, error) }).Int64()
	s.DeleteActivity(DefaultAthleteID, id)
	if d = c.poll(s, d); d["status"] != statusDeleted || d["activity_id"] != nil {
		t.Errorf("of a deleted one it says %v", d)
	}
}

func TestUploadsThatFail(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, UploadPolls: -1})
	c := calls(t, s)
	for kind, body := range map[string]string{
		"fit": "no FIT", "gpx": gpx("2026", "2027"), "tcx": "<a>", "gpx.gz": "not zipped", "json": "[]",
	} {
		d := c.upload("x", []byte(body), map[string]string{"data_type": kind}).doc(t)
		if d["status"] != statusError || d["error"] == nil {
			t.Errorf("%s: %v", kind, d)
		}
	}
	if n := len(c.all("")); n != 0 {
		t.Errorf("%d activities came of it", n)
	}
	c.upload("x", []byte("x"), map[string]string{"data_type": "doc"}).wants(t, 400, "Upload/data_type/invalid")
	c.upload("", nil, map[string]string{"data_type": "fit"}).wants(t, 400, "Upload/file/missing")
	c.upload("x", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z")), map[string]string{"data_type": "gpx", "trainer": "maybe"}).
		wants(t, 400, "Upload/trainer/invalid")
	c.get("/uploads/99").wants(t, 404, "Upload/id/invalid")
	calls(t, s, "read").upload("x", nil, nil).wants(t, 401, "AccessToken/activity:write_permission/missing")
}

func TestUploadOfZippedFiles(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, UploadPolls: -1, HugeIDs: true})
	c := calls(t, s)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte("  " + strings.ReplaceAll(gpx("2026-11-02T10:00:00Z", "2026-11-02T10:30:00Z"), "time>", "Time>")))
	_ = z.Close()
	d := c.upload("x.tcx.gz", b.Bytes(), map[string]string{"data_type": "tcx.gz"}).doc(t)
	if d["status"] != statusReady || len(d["id_str"].(string)) != 19 || len(fmt.Sprint(d["activity_id"])) != 19 {
		t.Errorf("the upload is %v", d)
	}
}

func TestPollsWithinASecondAreViolations(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, Lenient: true})
	c := calls(t, s)
	d := c.upload("x.gpx", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z")), map[string]string{"data_type": "gpx"}).doc(t)
	c.poll(s, d)
	if v := s.Violations(); len(v) != 0 {
		t.Errorf("a second is too short: %v", v)
	}
	c.get("/uploads/" + d["id_str"].(string))
	if len(s.Violations()) != 1 {
		t.Errorf("%v", s.Violations())
	}
}
