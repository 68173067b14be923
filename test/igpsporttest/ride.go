package igpsporttest

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/rawfit"
)

// Ride is one activity of any sport.
type Ride struct {
	ID       int64
	Object   string // the other id of a row
	Title    string
	Start    time.Time
	Exercise any // the number of the sport, nil if the row has none
	Laps     int // 0 is one
	Body     bodytest.Body
	File     []byte // as uploaded; Body is then empty
	Seconds  int    // of an uploaded activity
	Metres   float64
	NoStart  bool // the row has no startTime
	Bare     bool // the row has only the fields of all rows

	whole *figures // nothing else is kept, so that thousands fit into memory
}

// Points returns the rows of the ride, one per second.
func (r *Ride) Points() []bodytest.Point {
	if r.File != nil {
		return nil
	}
	return r.Body.Points()
}

// FIT returns the recording as on the file host.
func (r *Ride) FIT() []byte {
	switch {
	case r.File != nil:
		return r.File
	case r.Laps > 1:
		return r.lapped()
	}
	return r.Body.FIT()
}

// span is a lap as a range of rows, the end excluded.
type span struct{ from, to int }

func (r *Ride) spans(n int) []span {
	laps := max(r.Laps, 1)
	var out []span
	for i := range laps {
		out = append(out, span{i * n / laps, (i + 1) * n / laps})
	}
	return out
}

const makerIGPSport, productBSC300 = 115, 301

// lapped returns a file with several laps.
func (r *Ride) lapped() []byte {
	f, points := rawfit.New(), r.Points()
	at := func(i int) time.Time { return r.Body.At(points[min(i, len(points)-1)].Second) }
	f.FileID(rawfit.Fields{
		"type": 4, "manufacturer": makerIGPSport, "product": productBSC300, "serial_number": int(r.Body.Serial), "time_created": r.Start,
	})
	f.TimerStart(r.Start)
	for i, p := range points {
		f.Record(rawfit.Fields{
			"timestamp": at(i), "power": p.PowerW, "heart_rate": p.HR, "cadence": p.Cadence, "speed": p.SpeedMS, "distance": p.DistanceM,
			"altitude": p.AltitudeM, "position_lat": int(p.Lat * (1 << 31) / 180), "position_long": int(p.Lon * (1 << 31) / 180),
		})
	}
	f.TimerStop(at(len(points)))
	for i, lap := range r.spans(len(points)) {
		m := totals(points, lap, at)
		m["message_index"] = i
		f.Lap(m)
	}
	m := totals(points, span{0, len(points)}, at)
	m["sport"], m["sub_sport"], m["num_laps"], m["first_lap_index"] = 2, 0, r.Laps, 0
	f.Session(m)
	return f.Activity(rawfit.Fields{
		"timestamp": at(len(points)), "total_timer_time": float64(len(points) - 1), "num_sessions": 1, "type": 0, "event": 26, "event_type": 1,
	}).Bytes()
}

func totals(points []bodytest.Point, lap span, at func(int) time.Time) rawfit.Fields {
	v := figuresOf(points, lap)
	return rawfit.Fields{
		"timestamp": at(lap.to), "start_time": at(lap.from), "event": 9, "event_type": 1, "total_elapsed_time": v.seconds,
		"total_timer_time": v.seconds, "total_distance": v.metres, "avg_power": int(math.Round(v.power)), "max_power": v.maxPower,
		"avg_heart_rate": int(math.Round(v.hr)), "max_heart_rate": v.maxHR, "avg_speed": v.speed(), "max_speed": v.maxSpeed,
		"total_ascent": int(math.Round(v.ascent)), "total_descent": int(math.Round(v.descent)),
	}
}

// figures are the values of a stretch of rows.
type figures struct {
	seconds, metres                     float64
	power, hr, cadence, altitude        float64 // means
	maxPower, minHR, maxHR, maxCadence  int
	maxSpeed, ascent, descent           float64
	minAltitude, maxAltitude, normalize float64
}

func (v figures) speed() float64 {
	if v.seconds == 0 {
		return 0
	}
	return math.Round(1000*v.metres/v.seconds) / 1000
}

func figuresOf(points []bodytest.Point, lap span) figures {
	rows := points[lap.from:lap.to]
	if len(rows) == 0 {
		return figures{}
	}
	last := points[min(lap.to, len(points)-1)]
	v := figures{
		seconds: float64(last.Second - rows[0].Second), metres: math.Round(100*(last.DistanceM-rows[0].DistanceM)) / 100,
		minHR: rows[0].HR, minAltitude: rows[0].AltitudeM, maxAltitude: rows[0].AltitudeM,
	}
	n := float64(len(rows))
	for i, p := range rows {
		v.power += float64(p.PowerW) / n
		v.hr += float64(p.HR) / n
		v.cadence += float64(p.Cadence) / n
		v.altitude += p.AltitudeM / n
		v.maxPower, v.maxHR, v.minHR = max(v.maxPower, p.PowerW), max(v.maxHR, p.HR), min(v.minHR, p.HR)
		v.maxCadence, v.maxSpeed = max(v.maxCadence, p.Cadence), max(v.maxSpeed, p.SpeedMS)
		v.minAltitude, v.maxAltitude = min(v.minAltitude, p.AltitudeM), max(v.maxAltitude, p.AltitudeM)
		if i > 0 {
			climb := p.AltitudeM - rows[i-1].AltitudeM
			v.ascent, v.descent = v.ascent+max(climb, 0), v.descent+max(-climb, 0)
		}
	}
	v.normalize = normalized(rows)
	return v
}

// normalized returns the fourth-power mean of means over 30 seconds.
func normalized(rows []bodytest.Point) float64 {
	const window = 30
	sum, fourth, n := 0, 0.0, 0
	for i, p := range rows {
		if sum += p.PowerW; i >= window {
			sum -= rows[i-window].PowerW
		}
		if i >= window-1 {
			fourth += math.Pow(float64(sum)/window, 4)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Pow(fourth/float64(n), 0.25)
}

const dateTime = "2006-01-02 15:04:05"

// listActivities returns a page of rows, newest first, for the requested days,
// both ends included, with the total over all pages.
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

// day returns a parameter with a day. Any other form is a violation and
// ignored.
func (c *call) day(name string) string {
	text := c.param(name)
	if _, err := time.Parse(time.DateOnly, text); text != "" && err != nil {
		c.server.Violated("%s %s: %s is %q", c.region, c.op.name, name, text)
		return ""
	}
	return text
}

// row returns an activity as in the list. Every second activity has the fields
// that only some accounts were seen to have.
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

// figures returns the values of the whole ride.
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

// asked returns the activity in the path. A missing one is 404 internationally,
// as seen, and a code in China.
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

// activityDetail returns the details of an activity; missing values are null or
// absent.
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

// heartZones returns the seconds in the athlete's zones.
func (c *call) heartZones(r *Ride) []Doc {
	out, points := []Doc{}, r.Points()
	bands, _ := copied(c.member.Interval)["heartRateLactateThreshold"].([]any) // as created, or as sent by a client
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

// activityLaps returns the laps and, as the last row, the whole activity under
// a word in the region's language.
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
