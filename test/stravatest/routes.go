package stravatest

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// route is a planned route. Its id does not fit a float64.
type route struct {
	id          int64
	name, about string
	kind, sub   int // 1 ride, 2 run; 1 road, 2 mtb, 3 cross, 4 trail, 5 mixed
	private     bool
	starred     bool
	metres      float64
	climb       float64
	points      [][2]float64
	made        time.Time
}

const firstRoute = 3_123_456_789_012_345_677

func (r *route) recording() *recording {
	out := &recording{latlng: r.points}
	for i := range r.points {
		share := float64(i) / float64(len(r.points)-1)
		out.distance = append(out.distance, round(r.metres*share, 1))
		out.altitude = append(out.altitude, round(40+r.climb*min(2*share, 2-2*share), 1))
	}
	return out
}

func (c *call) routeDoc(r *route, detail bool) Doc {
	d := Doc{
		"athlete": c.athlete.summary(), "name": r.name, "description": textOrNull(r.about), "distance": r.metres, "elevation_gain": r.climb,
		"id": r.id, "id_str": strconv.FormatInt(r.id, 10), "type": r.kind, "sub_type": r.sub, "private": r.private, "starred": r.starred,
		"timestamp": r.made.Unix(), "created_at": utc(r.made), "updated_at": utc(r.made.AddDate(0, 1, 0)),
		"estimated_moving_time": int(r.metres / 7), "resource_state": 2,
		"map": Doc{"id": fmt.Sprintf("r%d", r.id), "summary_polyline": polyline(thinned(r.points, 20)), "resource_state": 2},
		"waypoints": []Doc{{
			"latlng": r.points[5], "target_latlng": nil, "categories": []string{"water"}, "title": "Fountain", "description": nil,
			"distance_into_route": round(r.metres/10, 1),
		}},
	}
	if detail {
		d["resource_state"] = 3
		d["map"].(Doc)["polyline"] = polyline(r.points)
		d["segments"] = []Doc{c.server.segments[0].summary(c.athlete)}
	}
	return d
}

func listRoutes(c *call) (any, error) {
	if err := c.own(); err != nil {
		return nil, err
	}
	rows := []*route{}
	for _, r := range c.athlete.Routes {
		if !r.private || c.may("read_all") {
			rows = append(rows, r)
		}
	}
	rows, err := paged(c, rows)
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	for _, r := range rows {
		out = append(out, c.routeDoc(r, false))
	}
	return out, nil
}

// route returns the route in the path, if it may be seen.
func (c *call) route() (*route, error) {
	for _, r := range c.athlete.Routes {
		if r.id == c.id && (!r.private || c.may("read_all")) {
			return r, nil
		}
	}
	return nil, missing("Route")
}

func getRoute(c *call) (any, error) {
	r, err := c.route()
	if err != nil {
		return nil, err
	}
	return c.routeDoc(r, true), nil
}

func exportGPX(c *call) (any, error) {
	r, err := c.route()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="StravaGPX" version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
 <metadata><name>%s</name></metadata>
 <trk><name>%[1]s</name><type>%d</type><trkseg>
`, html.EscapeString(r.name), r.kind)
	altitude := r.recording().altitude
	for i, p := range r.points {
		fmt.Fprintf(&b, "  <trkpt lat=\"%.6f\" lon=\"%.6f\"><ele>%.1f</ele></trkpt>\n", p[0], p[1], altitude[i])
	}
	b.WriteString(" </trkseg></trk>\n</gpx>\n")
	return file{"application/gpx+xml; charset=utf-8", "route.gpx", []byte(b.String())}, nil
}

func exportTCX(c *call) (any, error) {
	r, err := c.route()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
 <Courses><Course><Name>%s</Name><Track>
`, html.EscapeString(r.name))
	way := r.recording()
	for i, p := range r.points {
		fmt.Fprintf(&b, "  <Trackpoint><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position>"+
			"<AltitudeMeters>%.1f</AltitudeMeters><DistanceMeters>%.1f</DistanceMeters></Trackpoint>\n",
			p[0], p[1], way.altitude[i], way.distance[i])
	}
	b.WriteString(" </Track></Course></Courses>\n</TrainingCenterDatabase>\n")
	return file{"application/vnd.garmin.tcx+xml; charset=utf-8", "route.tcx", []byte(b.String())}, nil
}

// trace is the thinned track of an activity.
type trace struct {
	line       string // "" is no GPS
	start, end [2]float64
}

// homeSeconds is how much of each end of a GPS track is hidden from a token
// without activity:read_all. In reality this depends on the athlete's privacy
// zones.
const homeSeconds = 60

// withoutHome returns a recording without its ends, if it has GPS. Times and
// distances stay the same, so that they begin above zero.
func (r *recording) withoutHome() *recording {
	n := len(r.time)
	if r.latlng == nil || n <= 2*homeSeconds {
		return r
	}
	return r.cut(homeSeconds, n-homeSeconds)
}

func (r *recording) trace(points int) trace {
	if len(r.latlng) == 0 {
		return trace{}
	}
	return trace{polyline(thinned(r.latlng, points)), r.latlng[0], r.latlng[len(r.latlng)-1]}
}

// thinned returns at most a number of rows, including the first and the last.
func thinned[T any](rows []T, points int) []T {
	if rows == nil || len(rows) <= points {
		return rows
	}
	out := make([]T, points)
	for i := range out {
		out[i] = rows[i*(len(rows)-1)/(points-1)]
	}
	return out
}

// polyline returns points in Google's encoding with five digits.
func polyline(points [][2]float64) string {
	var b strings.Builder
	last := [2]int{}
	for _, p := range points {
		for k, v := range p {
			now := int(math.Round(v * 1e5))
			chunk(&b, now-last[k])
			last[k] = now
		}
	}
	return b.String()
}

func chunk(b *strings.Builder, v int) {
	v <<= 1
	if v < 0 {
		v = ^v
	}
	for v >= 0x20 {
		b.WriteByte(byte(0x20|v&0x1f) + 63)
		v >>= 5
	}
	b.WriteByte(byte(v) + 63)
}

func streamKeys() []string {
	return []string{
		"time", "distance", "latlng", "altitude", "velocity_smooth", "heartrate", "cadence", "watts", "temp", "moving", "grade_smooth",
	}
}

func streamFields() []string { return []string{"keys", "key_by_type", "resolution", "series_type"} }

// columns returns the existing columns of a recording by their keys.
func (r *recording) columns() map[string]any {
	out := map[string]any{}
	put := func(key string, n int, rows any) {
		if n > 0 {
			out[key] = rows
		}
	}
	watts := make([]any, len(r.watts)) // null if there is none
	for i, w := range r.watts {
		if w >= 0 {
			watts[i] = w
		}
	}
	put("time", len(r.time), r.time)
	put("distance", len(r.distance), r.distance)
	put("latlng", len(r.latlng), r.latlng)
	put("altitude", len(r.altitude), r.altitude)
	put("velocity_smooth", len(r.speed), r.speed)
	put("heartrate", len(r.heart), r.heart)
	put("cadence", len(r.cadence), r.cadence)
	put("watts", len(watts), watts)
	put("temp", len(r.temp), r.temp)
	put("moving", len(r.moving), r.moving)
	put("grade_smooth", len(r.grade), r.grade)
	return out
}

func getActivityStreams(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	if a.Manual {
		if c.server.options.Manual == ManualEmpty {
			return Doc{}, nil
		}
		return nil, missing("Stream")
	}
	return c.streams(c.shown(a), streamKeys())
}

func getSegmentStreams(c *call) (any, error) {
	g, err := c.segment()
	if err != nil {
		return nil, err
	}
	return c.streams(g.recording(), []string{"distance", "latlng", "altitude"})
}

func getEffortStreams(c *call) (any, error) {
	e, err := c.effortAsked()
	if err != nil {
		return nil, err
	}
	return c.streams(e.activity.make().cut(e.from, e.to+1), streamKeys())
}

// getRouteStreams ignores keys. Its schema is an object, its example an array.
func getRouteStreams(c *call) (any, error) {
	r, err := c.route()
	if err != nil {
		return nil, err
	}
	columns := r.recording().columns()
	if c.server.options.RoutesKeyed {
		return c.keyed(columns, []string{"latlng", "distance", "altitude"}, len(r.points)), nil
	}
	list := []Doc{}
	for _, key := range []string{"latlng", "distance", "altitude"} {
		list = append(list, Doc{"type": key, "data": columns[key]})
	}
	return list, nil
}

// streams returns the streams for keys. The distance is sent without being
// requested.
func (c *call) streams(r *recording, known []string) (any, error) {
	o := c.server.options
	keys := strings.Split(c.query.Get("keys"), ",")
	if c.query.Get("keys") == "" {
		return nil, bad("Stream", "keys", "missing")
	}
	for _, k := range keys {
		if !slices.Contains(known, k) {
			c.server.Violated("%s: there is no stream %q", c.op.name, k)
		}
	}
	if !slices.Contains(keys, "distance") {
		keys = append(keys, "distance")
	}
	keyed, ok := flag(c.query.Get("key_by_type"))
	if !keyed || !ok {
		c.server.Violated("%s: key_by_type must be true", c.op.name)
	}
	if !slices.Contains([]string{"", "low", "medium", "high"}, c.query.Get("resolution")) { // otherwise it is ignored
		return nil, bad("Stream", "resolution", "invalid")
	}
	size := max(len(r.time), len(r.latlng))
	columns := r.columns()
	for _, k := range o.NoStreams {
		delete(columns, k)
	}
	if o.UnequalStreams {
		shorten(columns)
	}
	if watts, ok := columns["watts"].([]any); ok && o.NullWatts {
		clear(watts)
	}
	if !keyed || o.StreamsAsArray {
		list := []Doc{}
		for _, k := range keys {
			if rows, ok := columns[k]; ok {
				d := c.stream(rows, size)
				d["type"] = k
				list = append(list, d)
			}
		}
		return list, nil
	}
	return c.keyed(columns, keys, size), nil
}

// shorten cuts the ends off two columns.
func shorten(columns map[string]any) {
	if heart, ok := columns["heartrate"].([]int); ok && len(heart) > 3 {
		columns["heartrate"] = heart[:len(heart)-3]
	}
	if watts, ok := columns["watts"].([]any); ok && len(watts) > 1 {
		columns["watts"] = watts[:len(watts)-1]
	}
}

func (c *call) keyed(columns map[string]any, keys []string, size int) Doc {
	out := Doc{}
	for _, k := range keys {
		if rows, ok := columns[k]; ok {
			out[k] = c.stream(rows, size)
		}
	}
	return out
}

// stream returns one stream. Its series is the distance unless series_type says
// otherwise.
func (c *call) stream(rows any, size int) Doc {
	return Doc{"data": rows, "series_type": cmp.Or(c.query.Get("series_type"), "distance"), "original_size": size, "resolution": "high"}
}
