package igpsporttest_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	emu "lapkeep/test/igpsporttest"
)

func TestChineseSegments(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	d := c.object(segments + "segments/queryMyCollect?pageNo=2&pageSize=20")
	if rows := c.docs(d["rows"]); len(rows) != 3 || d["totalRows"] != 23.0 || rows[0]["avgSlope"].(float64) > 1 {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/queryMyCreate?pageNo=1&pageSize=20"); len(c.docs(d["list"])) != 2 {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/detail/5101"); d["title"] != "路段 2" || d["distance"] != 1350.0 || d["segmentsFinishCount"] != 81.0 {
		t.Errorf("%v", d)
	}
	efforts := c.docs(c.data("GET", segments+"segments-score/check/5101", nil))
	if len(efforts) != 3 || efforts[0]["rideTotalTime"] != 367.0 || efforts[0]["avgSpeed"] != 13.24 {
		t.Errorf("%v", efforts)
	}
	rank := c.object(segments + "segments/rank?pageNo=1&pageSize=30&segmentsId=5101&queryType=1")
	rows := c.docs(rank["rankList"].(emu.Doc)["rows"])
	total, mine := rank["rankList"].(emu.Doc)["totalRows"], rank["personalRank"].(emu.Doc)["rank"]
	if len(rows) != 20 || total != 33.0 || mine != 8.0 || rows[5]["gender"] != 2.0 {
		t.Errorf("%v", rank)
	}
	top := c.object(segments + "segments/topRecords/5101")
	if top["segmentsKing"].(emu.Doc)["rideTotalTime"] != rows[0]["rideTotalTime"] || len(c.docs(top["fastestTimeRanks"])) != 5 {
		t.Errorf("%v", top)
	}
	for _, path := range []string{
		"segments/queryOverView/5101", "segments-note/myNote?segmentsId=5101&pageNo=1&pageSize=20",
		"segments-note/list?segmentsId=5101&pageNo=1&pageSize=20&sortType=1",
	} {
		c.object(segments + path)
	}
	c.docs(c.data("GET", segments+"segments/recentRecords/5101", nil))
	c.docs(c.data("POST", segments+"segments/querySegmentsMap",
		emu.Doc{"maxLat": 1, "maxLon": 1, "minLat": 0, "minLon": 0, "reqCategory": 1, "segmentsType": -1}))
}

func TestASegmentThatNobodyRode(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{SegmentSpeed: true}, emu.CN)
	if d := c.object(segments + "segments-score/check/5108"); d["openDialog"] != false {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/topRecords/5108"); d["segmentsKing"] != nil {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/rank?pageNo=1&pageSize=30&segmentsId=5108&queryType=2"); d["personalRank"] != nil {
		t.Errorf("%v", d)
	}
	if efforts := c.docs(c.data("GET", segments+"segments-score/check/5101", nil)); efforts[0]["avgSpeed"] != 3.68 {
		t.Errorf("%v", efforts)
	}
	for _, path := range []string{
		"detail/1", "topRecords/1", "queryOverView/1", "recentRecords/1", "rank?pageNo=1&pageSize=9&segmentsId=1&queryType=1",
	} {
		c.refused(c.call("GET", segments+"segments/"+path, nil), 200, 500, "")
	}
}

func TestInternationalSegments(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.INTL)
	find := mobile + "Segment/SegmentFindList?FindType=1&PageIndex=2&PageSize=20"
	d := c.object(find)
	if items := c.docs(d["items"]); len(items) != 3 || d["total"] != 23.0 || items[1]["title"] == nil {
		t.Errorf("%v", d)
	}
	items := c.docs(c.object(mobile + "segment/segmentfindlist?findtype=1&pageindex=1&pagesize=5")["items"])
	if len(items) != 5 || len(items[2]) != 1 {
		t.Errorf("%v", items)
	}
	if c.data("POST", mobile+"Segment/SegmentCreateCheck", nil) != true {
		t.Error("it may not be made")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(`{"title":"Mine"}`)); err != nil || w.Close() != nil {
		t.Fatal("not packed")
	}
	post := func(body []byte) string {
		return c.send("POST", c.s.URL(emu.INTL)+mobile+"Segment/SegmentAdd", body, "Authorization", "Bearer "+c.token).text
	}
	if got := post(packed.Bytes()); !strings.Contains(got, `"isSucceed":true`) {
		t.Error(got)
	}
	if got := post([]byte("no")); !strings.Contains(got, `"isSucceed":false`) {
		t.Error(got)
	}
	if d := c.object(find); d["total"] != 24.0 {
		t.Errorf("%v", d)
	}
}
