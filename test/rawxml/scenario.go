// Package rawxml has the text of TCX and GPX files for tests, as devices,
// services and attackers write them, with their expected contents. It is for
// tests only and uses no XML library.
package rawxml

import (
	"strings"
	"time"
)

// Scenario is a file with its expected contents. It and its types are aliases
// that package rawfit repeats exactly: the files of both packages have the same
// type although neither imports the other.
type Scenario = struct {
	Name  string
	Bytes []byte
	Truth Truth
}

// Truth describes the content of a file.
type Truth = struct {
	// Kind is activity; or settings, monitoring, course, workout or empty, from
	// which nothing is read; or hostile: such a file may be refused, or read
	// without its hostile parts, but must cost neither time nor memory.
	Kind string
	// Sessions are in order of time.
	Sessions []Session
	// Damaged is set if a reader should warn.
	Damaged bool
}

// Session describes one session of a file.
type Session = struct {
	// Sport and SubSport are in Lapkeep's words: cycling, indoor.
	Sport, SubSport  string
	Start            time.Time
	ElapsedS, TimerS float64
	Records          int
	// Channels has a sum for each of Lapkeep's channel names, in the integer
	// units of its columns (W, bpm, 0.1 rpm, mm/s, cm, 0.1 °C, semicircles).
	Channels map[string]Sum
	// Developer has a sum for each developer field by name, in its own units.
	Developer map[string]Sum
	// Pauses are seconds since Start. In TCX and GPX they span from the last
	// point before a pause to the first after it.
	Pauses []Span
	// Laps are the laps' starts and ends, in seconds since Start.
	Laps []Span
	// Lengths is the number of all lengths of a pool, Active that of swum ones.
	Lengths, Active, Drills, Strokes int
	RR                               []int // ms
	// Device holds the values of the session message, by FIT field name.
	Device map[string]float64
}

// Span is a range of seconds, the end excluded.
type Span = struct{ FromS, ToS float64 }

// Sum is the number of valid rows of a column and their sum.
type Sum = struct {
	Count int
	Sum   int64
}

// Scenarios returns every file of both formats.
func Scenarios() []Scenario { return append(TCX(), GPX()...) }

const (
	gpxOpen = `<gpx version="1.1" creator="Test Watch" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">`

	gpxClose = `</gpx>`
)

// GPX returns every GPX file.
func GPX() []Scenario {
	return []Scenario{
		GPXSensors(), GPXOtherPrefix(), GPXByteOrderMark(), GPXSegments(), GPXTracks(), GPXLocalTimes(),
		GPXNoTimes(), GPXRoute(), GPXEmpty(), GPXCut(), GPXEntityBomb(), GPXDeep(),
	}
}

// gpxStyle is the style in which a file writes its points.
type gpxStyle struct {
	time       func(time.Time) string // nil writes none
	extensions func(point) string
	channels   []string
}

func gpxStyleOf(prefix string) gpxStyle {
	return gpxStyle{
		time: stamp,
		extensions: func(p point) string {
			var b text
			b.line(`<extensions><power>%d</power><%[2]s:TrackPointExtension><%[2]s:atemp>%[3]d</%[2]s:atemp><%[2]s:hr>%[4]d</%[2]s:hr><%[2]s:cad>%[5]d</%[2]s:cad></%[2]s:TrackPointExtension></extensions>`,
				p.watts(), prefix, p.temperature(), p.heartRate(), p.cadence())
			return b.String()
		},
		channels: []string{"latitude", "longitude", "altitude", "power", "temp", "hr", "cadence"},
	}
}

// segment writes the points [from, to) and adds them to the truth.
func (b *text) segment(tr *truth, style gpxStyle, from, to int) {
	b.line(`<trkseg>`)
	for t := from; t < to; t++ {
		p := point{t}
		b.line(`<trkpt lat="%.6f" lon="%.6f"><ele>%.1f</ele>`, p.latitude(), longitude, p.altitude())
		if style.time != nil {
			b.line(`<time>%s</time>`, style.time(tr.Start.Add(time.Duration(t)*time.Second)))
		}
		if style.extensions != nil {
			b.WriteString(style.extensions(p))
		}
		b.line(`</trkpt>`)
		tr.take(p, style.channels...)
	}
	b.line(`</trkseg>`)
	tr.ElapsedS = float64(to - 1)
}

// gpxTrack returns one track of segments, each [from, to) seconds.
func gpxTrack(name, kind string, tr *truth, style gpxStyle, segments ...Span) string {
	var b text
	b.line(`<trk><name>%s</name><type>%s</type>`, name, kind)
	for i, s := range segments {
		b.segment(tr, style, int(s.FromS), int(s.ToS))
		if i > 0 {
			tr.Pauses = append(tr.Pauses, Span{FromS: segments[i-1].ToS - 1, ToS: s.FromS})
		}
	}
	b.line(`</trk>`)
	tr.TimerS = tr.ElapsedS
	for _, p := range tr.Pauses {
		tr.TimerS -= p.ToS - p.FromS
	}
	return b.String()
}

func gpxFile(inner string) string {
	return strings.Join([]string{xmlHead, gpxOpen, inner, gpxClose}, "\n")
}

func simple(name string, style gpxStyle) Scenario {
	tr := newTruth("cycling", start())
	return activity(name, gpxFile(gpxTrack("Morning &lt;loop&gt;", "cycling", tr, style, Span{ToS: 300})), tr)
}

// GPXSensors returns a ride with heart rate, cadence, temperature and power.
func GPXSensors() Scenario { return simple("gpx sensors", gpxStyleOf("gpxtpx")) }

// GPXOtherPrefix returns a file that binds the sensors' namespace to another
// prefix.
func GPXOtherPrefix() Scenario { return simple("gpx other prefix", gpxStyleOf("ns3")) }

// GPXByteOrderMark returns a file that begins with a UTF-8 byte order mark.
func GPXByteOrderMark() Scenario {
	sc := simple("gpx byte order mark", gpxStyleOf("gpxtpx"))
	sc.Bytes = append([]byte("\xEF\xBB\xBF"), sc.Bytes...)
	return sc
}

// GPXLocalTimes returns a file whose times have an offset and a fraction.
func GPXLocalTimes() Scenario {
	style := gpxStyleOf("gpxtpx")
	style.time = func(t time.Time) string {
		return t.In(time.FixedZone("", 2*3600)).Format("2006-01-02T15:04:05.000-07:00")
	}
	return simple("gpx local times", style)
}

// GPXSegments returns one track with two segments and five minutes between
// them.
func GPXSegments() Scenario {
	tr := newTruth("running", start())
	inner := gpxTrack("Run with a stop", "running", tr, gpxStyleOf("gpxtpx"), Span{ToS: 200}, Span{FromS: 500, ToS: 600})
	return activity("gpx segments", gpxFile(inner), tr)
}

// GPXTracks returns two tracks on different days with different sports: two
// activities.
func GPXTracks() Scenario {
	first, second := newTruth("cycling", start()), newTruth("running", start().AddDate(0, 0, 1))
	inner := gpxTrack("Ride", "cycling", first, gpxStyleOf("gpxtpx"), Span{ToS: 100}) +
		gpxTrack("Run", "running", second, gpxStyleOf("gpxtpx"), Span{ToS: 150})
	return activity("gpx tracks", gpxFile(inner), first, second)
}

// GPXNoTimes returns a drawn track, which was never ridden.
func GPXNoTimes() Scenario {
	tr := newTruth("cycling", start())
	return other("gpx without times", "course", gpxFile(gpxTrack("Drawn", "cycling", tr, gpxStyle{}, Span{ToS: 100})))
}

// GPXRoute returns a file with only a route and a way point.
func GPXRoute() Scenario {
	return other("gpx route", "course",
		gpxFile(`<wpt lat="46.5" lon="8.25"><name>Spring</name></wpt><rte><name>Plan</name><rtept lat="46.5" lon="8.25"/><rtept lat="46.6" lon="8.25"/></rte>`))
}

// GPXEmpty returns an empty file.
func GPXEmpty() Scenario { return other("gpx empty", "course", gpxFile("")) }

// GPXCut returns a file that ends in the middle of a point: 120 of 300 are
// complete.
func GPXCut() Scenario {
	style := gpxStyleOf("gpxtpx")
	points := strings.SplitAfter(string(simple("", style).Bytes), "</trkpt>")
	tr := newTruth("cycling", start())
	for t := range 120 {
		tr.take(point{t}, style.channels...)
	}
	tr.ElapsedS, tr.TimerS = 119, 119
	sc := activity("gpx cut", strings.Join(points[:120], "")+points[120][:30], tr)
	sc.Truth.Damaged = true
	return sc
}

// GPXEntityBomb returns a file that requests ten billion letters with nested
// entities.
func GPXEntityBomb() Scenario {
	var b text
	b.line(xmlHead)
	b.line(`<!DOCTYPE gpx [<!ENTITY a0 "aaaaaaaaaa">`)
	for i := 1; i < 10; i++ {
		b.line(`<!ENTITY a%d "%s">`, i, strings.Repeat("&a"+string(rune('0'+i-1))+";", 10))
	}
	b.line(`]>`)
	b.line(`%s<trk><name>&a9;</name><trkseg><trkpt lat="46.5" lon="8.25"><time>%s</time></trkpt></trkseg></trk></gpx>`,
		gpxOpen, stamp(start()))
	return other("gpx entity bomb", "hostile", b.String())
}

// GPXDeep returns a file with two hundred thousand nested elements in one
// point.
func GPXDeep() Scenario {
	const depth = 200_000
	var b text
	b.line(xmlHead)
	b.line(`%s<trk><trkseg><trkpt lat="46.5" lon="8.25"><time>%s</time><extensions>`, gpxOpen, stamp(start()))
	b.WriteString(strings.Repeat("<x>", depth))
	b.WriteString(strings.Repeat("</x>", depth))
	b.line(`</extensions></trkpt></trkseg></trk></gpx>`)
	return other("gpx deep", "hostile", b.String())
}
