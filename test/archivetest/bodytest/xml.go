package bodytest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// text appends the lines of an XML file; thousands of files want it cheap.
type text struct{ b []byte }

func (t *text) str(s string) { t.b = append(t.b, s...) }

func (t *text) float(v float64, places int) {
	t.b = strconv.AppendFloat(t.b, v, 'f', places, 64)
}

func (t *text) int(v int) { t.b = strconv.AppendInt(t.b, int64(v), 10) }

func (t *text) at(at time.Time) { t.b = at.UTC().AppendFormat(t.b, stampLayout) }

const stampLayout = "2006-01-02T15:04:05Z"

// GPX is the body as a track of one segment, with heart rate and cadence in
// the usual extension. Its type is the sport's word.
func (b Body) GPX(name string) []byte {
	t := text{b: make([]byte, 0, 300*((b.until()-b.FromS)/b.every()+2))}
	t.str(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<gpx creator="archive" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">` + "\n")
	t.str(fmt.Sprintf("<metadata><time>%s</time></metadata>\n<trk><name>%s</name><type>%s</type><trkseg>\n",
		stamp(b.Began()), Escape(name), b.Sport))
	for _, p := range b.Points() {
		t.str(`<trkpt lat="`)
		t.float(p.Lat, 7)
		t.str(`" lon="`)
		t.float(p.Lon, 7)
		t.str(`"><ele>`)
		t.float(p.AltitudeM, 1)
		t.str(`</ele><time>`)
		t.at(b.At(p.Second))
		t.str(`</time>`)
		if !b.NoHR {
			t.str("<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>")
			t.int(p.HR)
			t.str("</gpxtpx:hr><gpxtpx:cad>")
			t.int(p.Cadence)
			t.str("</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions>")
		}
		t.str("</trkpt>\n")
	}
	t.str("</trkseg></trk>\n</gpx>\n")
	return t.b
}

// tcxSports are the three words that the schema allows.
var tcxSports = map[string]string{"cycling": "Biking", "running": "Running"}

// TCX is the body as an activity of one lap.
func (b Body) TCX() []byte {
	sport := tcxSports[b.Sport]
	if sport == "" {
		sport = "Other"
	}
	t := text{b: make([]byte, 0, 400*((b.until()-b.FromS)/b.every()+2))}
	t.str(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>` + "\n")
	t.str(fmt.Sprintf("<Activity Sport=\"%s\"><Id>%s</Id><Lap "+
		"StartTime=\"%s\"><TotalTimeSeconds>%d</TotalTimeSeconds><DistanceMeters>%.2f</DistanceMeters><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\n",
		sport, stamp(b.Began()), stamp(b.Began()), b.TimerS(), b.DistanceM()))
	for _, p := range b.Points() {
		t.str("<Trackpoint><Time>")
		t.at(b.At(p.Second))
		t.str("</Time>")
		if !b.NoGPS {
			t.str("<Position><LatitudeDegrees>")
			t.float(p.Lat, 7)
			t.str("</LatitudeDegrees><LongitudeDegrees>")
			t.float(p.Lon, 7)
			t.str("</LongitudeDegrees></Position>")
		}
		t.str("<AltitudeMeters>")
		t.float(p.AltitudeM, 1)
		t.str("</AltitudeMeters><DistanceMeters>")
		t.float(p.DistanceM, 2)
		t.str("</DistanceMeters>")
		if !b.NoHR {
			t.str("<HeartRateBpm><Value>")
			t.int(p.HR)
			t.str("</Value></HeartRateBpm><Cadence>")
			t.int(p.Cadence)
			t.str("</Cadence>")
		}
		t.str("</Trackpoint>\n")
	}
	t.str("</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")
	return t.b
}

func stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

// Escape is text as XML holds it.
func Escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
