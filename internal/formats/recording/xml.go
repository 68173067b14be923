package recording

import (
	"context"
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// ReadCourse reads the routes of a file that was recognised as a course. A file
// with none is an empty list.
func ReadCourse(ctx context.Context, format training.Format, data []byte, limits reading.Limits) ([]training.Route, error) {
	limits = limits.WithDefaults()
	if format == training.FormatFIT {
		return readFIT(ctx, data, limits)
	}
	s := reading.NewXMLReader(ctx, data, limits)
	x := xmlReader{s: s}
	for s.Next() {
		if s.Start {
			x.start()
		} else {
			x.end()
		}
		if x.points > limits.MaxRecords {
			return nil, training.Errorf(training.KindTooLarge, "The file holds more than %d points.", limits.MaxRecords).WithFix("Split the route.")
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	x.close()
	return x.done, nil
}

// xmlReader follows a document of GPX or TCX.
type xmlReader struct {
	s      *reading.Scanner
	route  *training.Route // the one that is open
	point  *training.RoutePoint
	bad    bool // the open point is no place
	points int
	done   []training.Route
}

func (x *xmlReader) start() {
	switch x.s.Name {
	case "rte", "trk", "Course":
		x.close()
		x.route = &training.Route{}
	case "rtept", "trkpt":
		x.open()
		x.degrees(x.s.Attr("lat"), func(p *training.RoutePoint, v float64) { p.LatDeg = v }, 90)
		x.degrees(x.s.Attr("lon"), func(p *training.RoutePoint, v float64) { p.LonDeg = v }, 180)
	case "Trackpoint":
		x.open()
		if x.point != nil {
			x.point.LatDeg, x.point.LonDeg = math.NaN(), math.NaN()
		}
	}
}

func (x *xmlReader) open() {
	if x.route != nil {
		x.points++
		x.point, x.bad = &training.RoutePoint{}, false
	}
}

// degrees reads one half of a position.
func (x *xmlReader) degrees(text string, set func(*training.RoutePoint, float64), most float64) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if x.point == nil {
		return
	}
	if err != nil || !(math.Abs(v) <= most) {
		x.bad = true
		return
	}
	set(x.point, v)
}

func (x *xmlReader) end() {
	switch x.s.Name {
	case "rte", "trk", "Course":
		x.close()
	case "rtept", "trkpt", "Trackpoint":
		if p := x.point; p != nil && !x.bad && !math.IsNaN(p.LatDeg+p.LonDeg) {
			x.route.Points = append(x.route.Points, *p)
		}
		x.point = nil
	case "LatitudeDegrees":
		x.degrees(x.s.Text, func(p *training.RoutePoint, v float64) { p.LatDeg = v }, 90)
	case "LongitudeDegrees":
		x.degrees(x.s.Text, func(p *training.RoutePoint, v float64) { p.LonDeg = v }, 180)
	case "ele", "AltitudeMeters":
		const highest = 10_000
		if v, err := strconv.ParseFloat(strings.TrimSpace(x.s.Text), 64); err == nil && math.Abs(v) <= highest && x.point != nil {
			x.point.AltitudeM = &v
		}
	default:
		x.word()
	}
}

// word takes what a route is called.
func (x *xmlReader) word() {
	if x.route == nil || x.point != nil {
		return
	}
	parent := x.s.Parent()
	if parent != "rte" && parent != "trk" && parent != "Course" {
		return
	}
	switch x.s.Name {
	case "name", "Name":
		x.route.Name = reading.Text(x.s.Text)
	case "desc", "Notes":
		x.route.Description = reading.Text(x.s.Text)
	case "type":
		if sport, _, ok := training.ParseKind(x.s.Text); ok {
			x.route.Sport = sport
		}
	}
}

func (x *xmlReader) close() {
	if x.route != nil && Measure(x.route) {
		x.done = append(x.done, *x.route)
	}
	x.route, x.point = nil, nil
}
