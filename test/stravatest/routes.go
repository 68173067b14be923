package stravatest

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

// route is a planned way. Ids of routes are no float64.
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

// route is the one of the path, if it may be seen.
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
