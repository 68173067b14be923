package igpsporttest

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const dateTime = "2006-01-02 15:04:05"

// listActivities is a page of rows, newest first, of the days asked for, both
// ends included. The sizes of all pages together are told.
func listActivities(c *call) (any, error) {
	c.want("reqType", "0")
	c.want("sort", "1")
	c.want("sortType", "1", "")
	from, to := c.day("beginTime"), c.day("endTime")
	rides := slices.Clone(c.member.Rides)
	slices.SortStableFunc(rides, func(a, b *Ride) int { return b.Start.Compare(a.Start) })
	rides = slices.DeleteFunc(rides, func(r *Ride) bool {
		day := r.Start.In(c.member.Zone).Format(time.DateOnly)
		return from != "" && day < from || to != "" && day > to
	})
	p := paged(c, rides, "pageNo", "pageSize")
	rows := []Doc{}
	for _, r := range p.rows {
		rows = append(rows, c.row(r))
	}
	name := "rows"
	switch c.server.options.Rows {
	case RowsBare:
		return rows, nil
	case RowsInList:
		name = "list"
	}
	return Doc{"pageNo": p.number, "pageSize": p.size, "totalPage": p.pages, "totalRows": p.rowN, name: rows}, nil
}

// day is a parameter that is a day; another form is a violation and passed over.
func (c *call) day(name string) string {
	text := c.param(name)
	if _, err := time.Parse(time.DateOnly, text); text != "" && err != nil {
		c.server.violated("%s %s: %s is %q", c.region, c.op.name, name, text)
		return ""
	}
	return text
}

// row is what the list says of an activity. What only some accounts were seen
// to have is there of every second activity.
func (c *call) row(r *Ride) Doc {
	v := r.figures()
	d := Doc{
		"id": r.Object, "rideId": r.ID, "title": r.Title, "rideDistance": v.metres, "totalMovingTime": v.seconds, "avgSpeed": v.speed(),
		"dataStatus": 1, "errorType": 0, "analysisStatus": 1, "label": 0, "isOpen": 1, "unRead": false, "icon": "",
		"startTime": r.Start.In(c.member.Zone).Format(c.server.options.dates(c.region)),
	}
	if r.Exercise != nil {
		d["exerciseType"] = r.Exercise
	}
	switch {
	case r.NoStart && r.ID%2 == 0:
		d["startTime"] = nil
	case r.NoStart:
		delete(d, "startTime")
	}
	if r.Bare {
		return d
	}
	d["fitOssPath"], d["productName"], d["totalAscent"] = c.server.fileURL(c.region, r), "iGPSPORT BSC300", math.Round(v.ascent)
	d["recordTime"], d["avgPower"], d["avgHeartRate"] = v.seconds, math.Round(v.power), math.Round(v.hr)
	return d
}

func (o Options) dates(region Region) string {
	if o.Dates == DatesDotted || o.Dates == DatesVary && region == CN {
		return "2006.01.02"
	}
	return dateTime
}

// figures are those of the whole.
func (r *Ride) figures() figures {
	if r.whole == nil {
		v := figures{seconds: float64(r.Seconds), metres: r.Metres}
		if points := r.Points(); points != nil {
			v = figuresOf(points, span{0, len(points)})
		}
		r.whole = &v
	}
	return *r.whole
}

// asked is the activity in the path. One that is not there is 404 abroad, as
// was seen, and a code in China.
func (c *call) asked() (*Ride, error) {
	r := c.member.ride(c.id)
	switch {
	case r != nil:
		return r, nil
	case c.region == CN:
		return nil, refuseCode(500, "活动不存在")
	}
	return nil, refuse(http.StatusNotFound, 404, "Not Found")
}

func downloadURL(c *call) (any, error) {
	r, err := c.asked()
	if err != nil {
		return nil, err
	}
	url := c.server.fileURL(c.region, r)
	switch c.server.options.Download {
	case DownloadObject:
		return Doc{"url": url}, nil
	case DownloadNull:
		return nil, nil
	}
	return url, nil
}

// activityDetail says what there is; what was not measured is null or absent.
func activityDetail(c *call) (any, error) {
	r, err := c.asked()
	if err != nil {
		return nil, err
	}
	v, local := r.figures(), r.Start.In(c.member.Zone)
	climb := Doc{"MaxGrade": 6.4, "AvgGrade": 2.1, "AvgVerticalSpeed": 0.21, "MaxVerticalSpeed": 0.9, "Distance": math.Round(v.metres / 2)}
	d := Doc{
		"rideId": r.ID, "memberId": c.member.ID, "title": r.Title, "product": productBSC300, "productName": "iGPSPORT BSC300",
		"softwareVersion": "1.48", "manufacturer": makerIGPSport, "startTime": local.Format(dateTime),
		"endTime":           local.Add(time.Duration(v.seconds) * time.Second).Format(dateTime),
		"startTimeWithWeek": local.Format("2006.01.02 15:04 Mon"), "movingTime": v.seconds, "totalMovingTime": v.seconds,
		"totalTime": v.seconds, "recordTime": v.seconds, "rideDistance": math.Round(v.metres), "avgSpeed": v.speed(),
		"avgMovingSpeed": v.speed(), "maxSpeed": v.maxSpeed, "totalAscent": math.Round(v.ascent), "totalDescent": math.Round(v.descent),
		"avgAltitude": math.Round(v.altitude), "minAltitude": v.minAltitude, "maxAltitude": v.maxAltitude,
		"calorie": math.Round(v.power * v.seconds / 1000), "minHrm": v.minHR, "avgHrm": math.Round(v.hr), "maxHrm": v.maxHR,
		"avgCad": math.Round(v.cadence), "maxCad": v.maxCadence, "avgTemperature": 21, "maxTemperature": 24,
		"avgBalance": []any{nil, nil}, "avgTQEffect": []any{nil, nil}, "avgPedSmooth": []any{nil, nil}, "avgPco": []any{nil, nil},
		"spZoom": []Doc{}, "cadZoom": []Doc{}, "hrZoom": c.heartZones(r),
		"upAndDownSlopeZoom": []Doc{
			{"type": 0, "distance": math.Round(v.metres / 2), "percentage": 50}, {"type": 2, "distance": math.Round(v.metres / 2), "percentage": 50},
		},
		"fitUrl": c.server.fileURL(c.region, r), "status": 1, "errorType": 0, "openStatus": 1, "dataSyncStravaStatus": 0,
		"deviceInfo": Doc{"deviceName": "iGPSPORT BSC300", "deviceImage": "", "softwareVersion": "1.48"},
		"fitFixed":   false, "hideStartAndEnd": false, "hideStartAndEndDistance": 0, "label": 0,
	}
	for name, value := range climb {
		d["upslope"+name], d["downslope"+name] = value, value
	}
	if r.Exercise != nil {
		d["exerciseType"] = r.Exercise
	}
	return d, nil
}

// heartZones are the seconds in the athlete's zones.
func (c *call) heartZones(r *Ride) []Doc {
	out, points := []Doc{}, r.Points()
	bands, _ := copied(c.member.Interval)["heartRateLactateThreshold"].([]any) // as they were made, or sent by a client
	for i, band := range bands {
		z, _ := band.(Doc)
		low, _ := z["start"].(float64)
		high, _ := z["end"].(float64)
		from, to, seconds := int(low), int(high), 0
		for _, p := range points {
			if p.HR >= from && p.HR <= to {
				seconds++
			}
		}
		out = append(out, Doc{
			"grade": i + 1, "zoom": strconv.Itoa(from) + "-" + strconv.Itoa(to), "startNum": from, "endNum": to, "time": seconds,
			"percentage": math.Round(100 * float64(seconds) / float64(max(len(points), 1))),
		})
	}
	return out
}

// activityLaps are the laps and, as the last row, the whole under a word of the
// region's language.
func activityLaps(c *call) (any, error) {
	r, err := c.asked()
	if err != nil {
		return nil, err
	}
	rows := []Doc{}
	if r.File != nil {
		return rows, nil
	}
	points := r.Points()
	for i, lap := range r.spans(len(points)) {
		rows = append(rows, lapRow(strconv.Itoa(i+1), figuresOf(points, lap)))
	}
	v := r.figures()
	whole := lapRow(map[Region]string{CN: "总计", INTL: "Total"}[c.region], v)
	whole["normalizedPower"] = math.Round(v.normalize)
	return append(rows, whole), nil
}

func lapRow(name string, v figures) Doc {
	pace := 0.0
	if v.metres > 0 {
		pace = math.Round(1000 * v.seconds / v.metres)
	}
	return Doc{
		"lap": name, "times": v.seconds, "distance": v.metres, "avgSpeed": v.speed(), "maxSpeed": v.maxSpeed, "differ": 0,
		"avgCad": math.Round(v.cadence), "maxCad": v.maxCadence, "avgHr": math.Round(v.hr), "maxHr": v.maxHR,
		"avgAlt": math.Round(v.altitude), "maxAlt": v.maxAltitude, "avgTemperature": 21, "maxTemperature": 24,
		"totalCalories": math.Round(v.power * v.seconds / 1000), "avgPosGrade": 2.1, "maxPosGrade": 6.4, "avgNegGrade": -2, "maxNegGrade": -5.5,
		"avgPosVerticalSpeed": 0.21, "avgNegVerticalSpeed": -0.2, "totalAscent": math.Round(v.ascent), "totalDescent": math.Round(v.descent),
		"avgPace": pace,
	}
}
