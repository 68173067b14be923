package igpsporttest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
)

// The segments of the Chinese service are the same for all members: their
// number, and the id of the ninth, which nobody has ridden.
const (
	segmentCount = 23
	segmentFirst = 5100
	segmentEmpty = segmentFirst + 8
)

func segmentDoc(i int) Doc {
	best := 300 + 7*i
	d := Doc{
		"id": segmentFirst + i, "title": "路段 " + strconv.Itoa(i+1), "distance": 1200 + 150*i, "avgSlope": 0.031 + float64(i)/1000,
		"segmentsNum": "S" + strconv.Itoa(segmentFirst+i), "segmentsStatus": 1, "filePath": "", "myRecord": best + 60,
		"bestMaleRecord": best, "bestFemaleRecord": best + 45,
	}
	if segmentFirst+i == segmentEmpty {
		d["myRecord"], d["bestMaleRecord"], d["bestFemaleRecord"] = nil, nil, nil
	}
	return d
}

// collectedSegments has its rows under rows, createdSegments under list: both
// were seen.
func collectedSegments(c *call) (any, error) { return c.segmentPage("rows", segmentCount), nil }

func createdSegments(c *call) (any, error) { return c.segmentPage("list", 2), nil }

func (c *call) segmentPage(name string, n int) Doc {
	if c.server.options.Empty {
		n = 0
	}
	rows := []Doc{}
	for i := range n {
		rows = append(rows, segmentDoc(i))
	}
	p := paged(c, rows, "pageNo", "pageSize")
	return Doc{"pageNo": p.number, "pageSize": p.size, "totalPage": p.pages, "totalRows": p.rowN, name: p.rows}
}

// segmentOf returns the segment with an id in the path or the query.
func (c *call) segmentOf(id string) (int, Doc, error) {
	n, err := strconv.Atoi(id)
	if i := n - segmentFirst; err == nil && i >= 0 && i < segmentCount && !c.server.options.Empty {
		return i, segmentDoc(i), nil
	}
	return 0, nil, refuseCode(500, "路段不存在")
}

func segmentDetail(c *call) (any, error) {
	i, d, err := c.segmentOf(c.id)
	if err != nil {
		return nil, err
	}
	metres := float64(1200 + 150*i)
	rise := math.Round(metres * (0.031 + float64(i)/1000))
	return Doc{
		"id": d["id"], "title": d["title"], "distance": d["distance"], "totalAscent": rise, "avgSlope": d["avgSlope"], "minAlt": 40.0,
		"maxAlt": 40 + rise, "altitudeDiff": rise, "segmentsNum": d["segmentsNum"], "segmentsStatus": 1, "segmentsFinishPeopleCount": 30 + i,
		"segmentsFinishCount": 80 + i, "collectCount": 9, "comprehensiveScore": 7.5, "province": "浙江", "city": "杭州", "filePath": "",
	}, nil
}

// speed returns a speed in km/h.
func speed(metres, seconds float64) float64 { return math.Round(360*metres/seconds) / 100 }

// segmentEfforts returns the athlete's own efforts, or an object if there are
// none.
func segmentEfforts(c *call) (any, error) {
	i, d, err := c.segmentOf(c.id)
	if err != nil {
		return nil, err
	}
	if d["myRecord"] == nil || len(c.member.Rides) == 0 {
		return Doc{"openDialog": false}, nil
	}
	efforts := []Doc{}
	for n, r := range c.member.Rides[:min(3, len(c.member.Rides))] {
		seconds := d["myRecord"].(int) + 15*n
		efforts = append(efforts, Doc{
			"rideId": r.ID, "title": r.Title, "rideStartTime": r.Start.In(c.member.Zone).Format(dateTime), "rideTotalTime": seconds,
			"avgSpeed": speed(float64(1200+150*i), float64(seconds)),
		})
	}
	return efforts, nil
}

// rankRow returns row n of a ranking; every sixth athlete is a woman.
func (c *call) rankRow(i, n int) Doc {
	seconds := 300 + 7*i + 9*n
	d := Doc{
		"rank": n + 1, "memberId": 200000 + n, "nickName": "骑手" + strconv.Itoa(n+1), "avatar": "", "rideTotalTime": seconds,
		"avgSpeed": speed(float64(1200+150*i), float64(seconds)), "finishDate": "2026-08-" + strconv.Itoa(110 + n%19)[1:], "gender": 1,
	}
	switch n % 6 {
	case 5:
		d["gender"] = 2
	case 3:
		d["gender"] = nil
	}
	return d
}

func (c *call) ranking(i int, d Doc) (rows []Doc, own any) {
	rows = []Doc{}
	if d["bestMaleRecord"] == nil {
		return rows, nil
	}
	for n := range 33 {
		rows = append(rows, c.rankRow(i, n))
	}
	mine := c.rankRow(i, 7)
	mine["memberId"], mine["nickName"] = c.member.ID, c.member.Name
	rows[7] = mine
	return rows, mine
}

func segmentRank(c *call) (any, error) {
	c.want("queryType", "1", "2")
	i, d, err := c.segmentOf(c.param("segmentsId"))
	if err != nil {
		return nil, err
	}
	rows, own := c.ranking(i, d)
	p := paged(c, rows, "pageNo", "pageSize")
	return Doc{
		"rankList": Doc{"rows": p.rows, "pageNo": p.number, "pageSize": p.size, "totalRows": p.rowN}, "personalRank": own,
	}, nil
}

func segmentTop(c *call) (any, error) {
	i, d, err := c.segmentOf(c.id)
	if err != nil {
		return nil, err
	}
	rows, _ := c.ranking(i, d)
	if len(rows) == 0 {
		return Doc{"segmentsKing": nil, "fastestTimeRanks": rows}, nil
	}
	king := Doc{"memberId": rows[0]["memberId"], "nickName": rows[0]["nickName"], "rideTotalTime": rows[0]["rideTotalTime"]}
	return Doc{"segmentsKing": king, "fastestTimeRanks": rows[:5]}, nil
}

// segmentRecent returns an empty list: the real answer of the three calls of
// this kind is unknown.
func segmentRecent(c *call) (any, error) {
	_, _, err := c.segmentOf(c.id)
	return []Doc{}, err
}

func segmentNotes(c *call) (any, error) {
	c.want("sortType", "1", "")
	_, _, err := c.segmentOf(c.param("segmentsId"))
	return Doc{"rows": []Doc{}}, err
}

func segmentMap(c *call) (any, error) {
	c.knows("the map", c.body, "maxLat", "maxLon", "minLat", "minLon", "reqCategory", "segmentsType")
	return []Doc{}, nil
}

// findSegments returns the international mobile list. Only ids, items and total
// are known; the other fields are named as in China, and every third item has
// none.
func findSegments(c *call) (any, error) {
	c.want("FindType", "1")
	items := []Doc{}
	if !c.server.options.Empty {
		for i := range segmentCount {
			d := segmentDoc(i)
			d["title"] = "Segment " + strconv.Itoa(i+1)
			if i%3 == 2 {
				d = Doc{"id": d["id"]}
			}
			items = append(items, d)
		}
	}
	items = append(items, c.member.Segments...)
	p := paged(c, items, "PageIndex", "PageSize")
	return Doc{"items": p.rows, "total": p.rowN}, nil
}

func mayAddSegment(c *call) (any, error) {
	if len(c.raw) > 0 {
		c.server.Violated("%s %s: it has a body", c.region, c.op.name)
	}
	return true, nil
}

// addSegment accepts gzipped JSON.
func addSegment(c *call) (any, error) {
	d := Doc{}
	r, err := gzip.NewReader(bytes.NewReader(c.raw))
	if err == nil {
		err = json.NewDecoder(r).Decode(&d)
	}
	if err != nil {
		return nil, &refusalError{status: http.StatusOK, plain: Doc{"isSucceed": false, "id": 0}}
	}
	d["id"] = c.next()
	c.member.Segments = append(c.member.Segments, d)
	return Doc{"isSucceed": true, "id": d["id"]}, nil
}

const (
	get  = http.MethodGet
	post = http.MethodPost

	analyze  = "/service/web-gateway/web-analyze/activity/"
	segments = "/service/web-gateway/segments4j/"
	workouts = mobile + "WorkOut/"
)

// operations returns all calls that the service is known to accept.
func operations() []*operation {
	return slices.Concat(accountOperations(), activityOperations(), athleteOperations(), segmentOperations(), workoutOperations())
}

func accountOperations() []*operation {
	return []*operation{
		{name: "publicKey", method: get, path: "/service/edge-core/api/public/key", only: CN, open: true, unkeyed: true, answer: publicKey},
		{name: "login", method: post, path: "/service/auth/account/login", open: true, answer: login},
	}
}

func activityOperations() []*operation {
	return []*operation{
		{
			name: "listActivities", method: get, path: analyze + "queryMyActivity", numbers: true, answer: listActivities,
			query: []string{"pageNo", "pageSize", "reqType", "sort", "sortType", "beginTime", "endTime"},
		},
		{name: "downloadURL", method: get, path: analyze + "getDownloadUrl/{id}", answer: downloadURL},
		{name: "activityDetail", method: get, path: analyze + "queryActivityDetail/{id}", numbers: true, answer: activityDetail},
		{name: "activityLaps", method: get, path: analyze + "queryActivityLap/{id}", numbers: true, answer: activityLaps},
		{
			name: "signedURL", method: get, path: "/service/sportg/third-party-server/oss/getSignedUrl", answer: signedURL,
			query: []string{"fileExtension"},
		},
		{name: "uploaded", method: post, path: analyze + "uploadByOss", answer: uploaded},
	}
}

func athleteOperations() []*operation {
	return []*operation{
		{name: "intervalInfo", method: get, path: mobile + "v2/User/UserIntervalInfo", numbers: true, answer: intervalInfo},
		{name: "userInfo", method: get, path: mobile + "User/UserInfo", numbers: true, answer: userInfo},
		{name: "updateIntervalInfo", method: post, path: mobile + "User/UpdatePersonalIntervalInfo", answer: updateIntervalInfo},
		{name: "updatePersonalInfo", method: post, path: mobile + "User/UpdatePersonalUserInfo", answer: updateUserInfo},
		{
			name: "statistics", method: get, path: "/service/sportg/sporth/memberRecordPlus/getMemberDataStatisticsV4", only: CN,
			query: []string{"distanceUnit", "time", "type", "bigSportType"}, answer: statistics,
		},
		{
			name: "statistics", method: get, path: "/service/sportg/sporth/memberRecordPlus/getMemberDataStatistics", only: INTL,
			query: []string{"DistanceUnit", "Time", "Type"}, answer: statistics,
		},
	}
}

func segmentOperations() []*operation {
	paging := []string{"pageNo", "pageSize"}
	ofOne := []string{"segmentsId", "pageNo", "pageSize"}
	all := []*operation{
		{name: "collectedSegments", path: segments + "segments/queryMyCollect", query: paging, answer: collectedSegments},
		{name: "createdSegments", path: segments + "segments/queryMyCreate", query: paging, answer: createdSegments},
		{name: "segment", path: segments + "segments/detail/{id}", answer: segmentDetail},
		{name: "segmentOverview", path: segments + "segments/queryOverView/{id}", answer: segmentDetail},
		{name: "segmentEfforts", path: segments + "segments-score/check/{id}", answer: segmentEfforts},
		{
			name: "segmentRank", path: segments + "segments/rank",
			query: []string{"pageNo", "pageSize", "segmentsId", "queryType"}, answer: segmentRank,
		},
		{name: "segmentTop", path: segments + "segments/topRecords/{id}", answer: segmentTop},
		{name: "segmentRecent", path: segments + "segments/recentRecords/{id}", answer: segmentRecent},
		{name: "segmentNotes", path: segments + "segments-note/list", query: append(ofOne, "sortType"), answer: segmentNotes},
		{name: "segmentMyNote", path: segments + "segments-note/myNote", query: ofOne, answer: segmentNotes},
		{name: "segmentMap", method: post, path: segments + "segments/querySegmentsMap", answer: segmentMap},
	}
	for _, op := range all {
		op.only = CN
		if op.method == "" {
			op.method = get
		}
	}
	return append(
		all,
		&operation{
			name: "findSegments", method: get, path: mobile + "Segment/SegmentFindList", only: INTL,
			query: []string{"FindType", "PageIndex", "PageSize"}, answer: findSegments,
		},
		&operation{name: "mayAddSegment", method: post, path: mobile + "Segment/SegmentCreateCheck", only: INTL, answer: mayAddSegment},
		&operation{name: "addSegment", method: post, path: mobile + "Segment/SegmentAdd", only: INTL, plain: true, answer: addSegment},
	)
}

func workoutOperations() []*operation {
	return []*operation{
		{
			name: "listWorkouts", method: get, path: workouts + "GetWorkOutList", only: CN,
			query: []string{"pageNo", "pageSize"}, answer: listWorkouts,
		},
		{name: "customWorkouts", method: get, path: workouts + "CustomWorkout", query: []string{"PageIndex", "PageSize"}, answer: customWorkouts},
		{name: "saveWorkout", method: post, path: workouts + "EditCustomWorkOut", answer: saveWorkout},
		{name: "workout", method: get, path: workouts + "GetWorkOutDetail", query: []string{"id"}, answer: workoutDetail},
		{name: "deleteWorkout", method: post, path: workouts + "CustomWorkOutDel", query: []string{"id"}, answer: deleteWorkout},
	}
}
