package bodytest

import (
	"fmt"
	"strings"
	"time"
)

// GPX is the body as a track of one segment, with heart rate and cadence in
// the usual extension. Its type is the sport's word.
func (b Body) GPX(name string) []byte {
	var s strings.Builder
	s.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<gpx creator="archive" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">` + "\n")
	fmt.Fprintf(&s, "<metadata><time>%s</time></metadata>\n<trk><name>%s</name><type>%s</type><trkseg>\n", stamp(b.Began()), Escape(name), b.Sport)
	for _, p := range b.Points() {
		fmt.Fprintf(&s, `<trkpt lat="%.7f" lon="%.7f"><ele>%.1f</ele><time>%s</time>`, p.Lat, p.Lon, p.AltitudeM, stamp(b.At(p.Second)))
		if !b.NoHR {
			fmt.Fprintf(&s, "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>%d</gpxtpx:hr><gpxtpx:cad>%d</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions>", p.HR, p.Cadence)
		}
		s.WriteString("</trkpt>\n")
	}
	s.WriteString("</trkseg></trk>\n</gpx>\n")
	return []byte(s.String())
}

// tcxSports are the three words that the schema allows.
var tcxSports = map[string]string{"cycling": "Biking", "running": "Running"}

// TCX is the body as an activity of one lap.
func (b Body) TCX() []byte {
	sport := tcxSports[b.Sport]
	if sport == "" {
		sport = "Other"
	}
	var s strings.Builder
	s.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>` + "\n")
	fmt.Fprintf(&s, "<Activity Sport=\"%s\"><Id>%s</Id><Lap StartTime=\"%s\"><TotalTimeSeconds>%d</TotalTimeSeconds><DistanceMeters>%.2f</DistanceMeters><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\n",
		sport, stamp(b.Began()), stamp(b.Began()), b.TimerS(), b.DistanceM())
	for _, p := range b.Points() {
		fmt.Fprintf(&s, "<Trackpoint><Time>%s</Time>", stamp(b.At(p.Second)))
		if !b.NoGPS {
			fmt.Fprintf(&s, "<Position><LatitudeDegrees>%.7f</LatitudeDegrees><LongitudeDegrees>%.7f</LongitudeDegrees></Position>", p.Lat, p.Lon)
		}
		fmt.Fprintf(&s, "<AltitudeMeters>%.1f</AltitudeMeters><DistanceMeters>%.2f</DistanceMeters>", p.AltitudeM, p.DistanceM)
		if !b.NoHR {
			fmt.Fprintf(&s, "<HeartRateBpm><Value>%d</Value></HeartRateBpm><Cadence>%d</Cadence>", p.HR, p.Cadence)
		}
		s.WriteString("</Trackpoint>\n")
	}
	s.WriteString("</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")
	return []byte(s.String())
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// Escape is text as XML holds it.
func Escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
