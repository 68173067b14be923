package recording

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// begins is the time of the first point in every course that is written: a course has no
// times, but its formats require them. The points follow at the speed paceMPS.
var begins = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const paceMPS = 5

func writeFIT(w io.Writer, r *training.Route) error {
	sport, _ := fit.SportCodes(r.Sport, "")
	last := len(r.Points) - 1
	at := times(r)
	end := begins.Add(time.Duration(at[last].seconds) * time.Second)
	total := at[last].metres
	id := mesgdef.NewFileId(nil).SetType(typedef.FileCourse).SetManufacturer(typedef.ManufacturerDevelopment).SetTimeCreated(begins)
	course := mesgdef.NewCourse(nil).SetName(fit.Short(r.Name)).SetSport(sport)
	lap := mesgdef.NewLap(nil).SetTimestamp(end).SetStartTime(begins).
		SetStartPositionLat(semicircles(r.Points[0].LatDeg)).SetStartPositionLong(semicircles(r.Points[0].LonDeg)).
		SetEndPositionLat(semicircles(r.Points[last].LatDeg)).SetEndPositionLong(semicircles(r.Points[last].LonDeg)).
		SetTotalElapsedTimeScaled(float64(at[last].seconds)).SetTotalTimerTimeScaled(float64(at[last].seconds)).SetTotalDistanceScaled(total)
	event := func(t time.Time, kind typedef.EventType) proto.Message {
		return mesgdef.NewEvent(nil).SetTimestamp(t).SetEvent(typedef.EventTimer).SetEventType(kind).SetEventGroup(0).ToMesg(nil)
	}
	out := proto.FIT{Messages: []proto.Message{id.ToMesg(nil), course.ToMesg(nil), lap.ToMesg(nil), event(begins, typedef.EventTypeStart)}}
	for i, p := range r.Points {
		m := mesgdef.NewRecord(nil).SetTimestamp(begins.Add(time.Duration(at[i].seconds) * time.Second)).
			SetPositionLat(semicircles(p.LatDeg)).SetPositionLong(semicircles(p.LonDeg)).SetDistanceScaled(at[i].metres)
		if p.AltitudeM != nil {
			m.SetAltitudeScaled(*p.AltitudeM)
		}
		out.Messages = append(out.Messages, m.ToMesg(nil))
	}
	out.Messages = append(out.Messages, event(end, typedef.EventTypeStopDisableAll))
	if err := encoder.New(w).Encode(&out); err != nil {
		return fmt.Errorf("write FIT: %w", err)
	}
	return nil
}

// semicircles converts an angle to FIT's unit; +180° is the same as −180°.
func semicircles(deg float64) int32 {
	const half = 1 << 31
	v := math.Round(deg / 180 * half)
	if v >= half {
		v -= 2 * half
	}
	return int32(v)
}

// passing holds the time and the distance at which a point is passed.
type passing struct {
	seconds int64
	metres  float64
}

// times returns the time and distance of each point. No two points have the same second.
func times(r *training.Route) []passing {
	out := make([]passing, len(r.Points))
	for i := range r.Points {
		if i == 0 {
			continue
		}
		m := out[i-1].metres + Metres(r.Points[i-1], r.Points[i])
		out[i] = passing{max(out[i-1].seconds+1, int64(math.Round(m/paceMPS))), m}
	}
	return out
}

// WriteCourse writes a route as a GPX track without times, or as a course in
// TCX or FIT. The same route gives the same bytes. It returns an error for a
// route without a track.
func WriteCourse(w io.Writer, format training.Format, r *training.Route) error {
	if len(r.Points) < 2 {
		return training.Errorf(training.KindUnsupported, "The route has no track to write.").WithFix("Import it again from its file.")
	}
	x := reading.NewWriter(w)
	switch format {
	case training.FormatFIT:
		return writeFIT(w, r)
	case training.FormatTCX:
		writeTCX(x, r)
	default:
		writeGPX(x, r)
	}
	if err := x.Flush(); err != nil {
		return fmt.Errorf("write a course: %w", err)
	}
	return nil
}

// angle returns degrees with six decimals, which corresponds to a decimetre.
func angle(deg float64) string { return strconv.FormatFloat(deg, 'f', 6, 64) }

func altitude(p training.RoutePoint) string {
	if p.AltitudeM == nil {
		return ""
	}
	return strconv.FormatFloat(*p.AltitudeM, 'f', 1, 64)
}

func writeGPX(x *reading.XMLWriter, r *training.Route) {
	x.Raw("%s", `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Lapkeep" xmlns="http://www.topografix.com/GPX/1/1">
<trk>`)
	x.Leaf("name", r.Name)
	x.Leaf("desc", r.Description)
	x.Leaf("type", string(r.Sport))
	x.Raw("\n<trkseg>\n")
	for _, p := range r.Points {
		x.Raw("<trkpt lat=\"%s\" lon=\"%s\">", angle(p.LatDeg), angle(p.LonDeg))
		x.Leaf("ele", altitude(p))
		x.Raw("</trkpt>\n")
	}
	x.Raw("</trkseg>\n</trk>\n</gpx>\n")
}

// longestName is the maximum length of a name in the TCX schema.
const longestName = 15

func writeTCX(x *reading.XMLWriter, r *training.Route) {
	at := times(r)
	last := len(r.Points) - 1
	name := []rune(r.Name)
	x.Raw("%s", `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
<Courses>
<Course>`)
	x.Leaf("Name", string(name[:min(len(name), longestName)]))
	x.Raw("<Lap>")
	x.Leaf("TotalTimeSeconds", strconv.FormatInt(at[last].seconds, 10))
	x.Leaf("DistanceMeters", strconv.FormatFloat(at[last].metres, 'f', 1, 64))
	place(x, "BeginPosition", r.Points[0])
	place(x, "EndPosition", r.Points[last])
	x.Leaf("Intensity", "Active")
	x.Raw("</Lap>\n<Track>\n")
	for i, p := range r.Points {
		x.Raw("<Trackpoint>")
		x.Leaf("Time", begins.Add(time.Duration(at[i].seconds)*time.Second).Format(time.RFC3339))
		place(x, "Position", p)
		x.Leaf("AltitudeMeters", altitude(p))
		x.Leaf("DistanceMeters", strconv.FormatFloat(at[i].metres, 'f', 1, 64))
		x.Raw("</Trackpoint>\n")
	}
	x.Raw("</Track>\n")
	x.Leaf("Notes", r.Description)
	x.Raw("</Course>\n</Courses>\n</TrainingCenterDatabase>\n")
}

func place(x *reading.XMLWriter, name string, p training.RoutePoint) {
	x.Raw("<%s>", name)
	x.Leaf("LatitudeDegrees", angle(p.LatDeg))
	x.Leaf("LongitudeDegrees", angle(p.LonDeg))
	x.Raw("</%s>", name)
}

// mostPoints is the largest number of points in a route. The minimum distance
// between two points is doubled until the route has no more points than that.
const mostPoints = 10_000

// earthM is the mean radius of the earth in m.
const earthM = 6_371_000.0

// Metres returns the great-circle distance between two points in m, by the
// haversine formula.
func Metres(a, b training.RoutePoint) float64 {
	rad := math.Pi / 180
	y, x := math.Sin((b.LatDeg-a.LatDeg)*rad/2), math.Sin((b.LonDeg-a.LonDeg)*rad/2)
	h := y*y + math.Cos(a.LatDeg*rad)*math.Cos(b.LatDeg*rad)*x*x
	return 2 * earthM * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Measure thins out a route and sets its length. It returns false if the route
// has no length.
func Measure(r *training.Route) bool {
	for least := 0.5; ; least *= 2 {
		r.Points = apart(r.Points, least)
		if len(r.Points) <= mostPoints {
			break
		}
	}
	sum := 0.0
	for i := 1; i < len(r.Points); i++ {
		sum += Metres(r.Points[i-1], r.Points[i])
	}
	r.DistanceKm = math.Round(sum) / 1000
	return len(r.Points) > 1
}

// apart keeps the two ends and the points that are at least leastM from the
// previous one that was kept.
func apart(points []training.RoutePoint, leastM float64) []training.RoutePoint {
	var out []training.RoutePoint
	for i, p := range points {
		if len(out) == 0 || Metres(out[len(out)-1], p) >= leastM {
			out = append(out, p)
		} else if i == len(points)-1 && len(out) > 1 {
			out[len(out)-1] = p
		}
	}
	return out
}

// CourseOf returns the track of a recording as a course, for files that only
// look like a recording. It returns false if there is no track.
func CourseOf(rec *training.Recording) (training.Route, bool) {
	r := training.Route{Name: rec.Name, Description: rec.Description, Sport: rec.Sport}
	c := &rec.Columns
	for i := range c.TimeS {
		lat, lon, ok := c.Position(i)
		if !ok {
			continue
		}
		p := training.RoutePoint{LatDeg: lat, LonDeg: lon}
		if a, ok := c.At(training.Altitude, i); ok {
			m := float64(a) / training.Altitude.Scale()
			p.AltitudeM = &m
		}
		r.Points = append(r.Points, p)
	}
	ok := Measure(&r)
	return r, ok
}
