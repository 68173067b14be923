package recording

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// WriteCourse writes a route as a GPX track without times, or as a course in TCX or
// FIT. The same route gives the same bytes.
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

// angle is degrees to the decimetre.
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

// longestName is the limit in the schema of TCX.
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
