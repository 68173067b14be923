package rawxml

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// The default stretch has a point per second at 3 m/s.
const metresEverySecond = 3

func start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// point is second t of a file; its values depend only on t.
type point struct{ t int }

func (p point) heartRate() int    { return 120 + p.t%30 }
func (p point) watts() int        { return 200 + p.t%7 }
func (p point) cadence() int      { return 80 + p.t%5 }
func (p point) altitude() float64 { return 400 + 0.5*float64(p.t%20) }
func (p point) distance() int     { return metresEverySecond * p.t }
func (p point) latitude() float64 { return 46.5 + 0.00001*float64(p.t) }
func (p point) temperature() int  { return 15 + p.t%3 }

const longitude = 8.25

// truth collects the contents of the points of one session.
type truth struct{ Session }

func newTruth(sport string, from time.Time) *truth {
	return &truth{Session{Sport: sport, Start: from, Channels: map[string]Sum{}}}
}

// take adds the named channels of a point, in the units of Lapkeep's columns.
func (tr *truth) take(p point, channels ...string) {
	tr.Records++
	for _, name := range channels {
		sum := tr.Channels[name]
		sum.Count++
		sum.Sum += columnValue(p, name)
		tr.Channels[name] = sum
	}
}

func columnValue(p point, channel string) int64 {
	switch channel {
	case "hr":
		return int64(p.heartRate())
	case "power":
		return int64(p.watts())
	case "cadence":
		return int64(10 * p.cadence())
	case "altitude":
		return int64(math.Round(100 * p.altitude()))
	case "distance":
		return int64(100 * p.distance())
	case "temp":
		return int64(10 * p.temperature())
	case "speed":
		return 1000 * metresEverySecond
	case "latitude":
		return semicircles(p.latitude())
	case "longitude":
		return semicircles(longitude)
	}
	panic("rawxml: no channel " + channel)
}

func semicircles(degrees float64) int64 { return int64(math.Round(degrees * (1 << 31) / 180)) }

func activity(name, text string, sessions ...*truth) Scenario {
	sc := Scenario{Name: name, Bytes: []byte(text), Truth: Truth{Kind: "activity"}}
	for _, s := range sessions {
		sc.Truth.Sessions = append(sc.Truth.Sessions, s.Session)
	}
	return sc
}

func other(name, kind, text string) Scenario {
	return Scenario{Name: name, Bytes: []byte(text), Truth: Truth{Kind: kind, Damaged: kind == "hostile"}}
}

// text joins lines, which keeps templates readable next to their arguments.
type text struct{ strings.Builder }

func (b *text) line(format string, args ...any) {
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

const (
	xmlHead  = `<?xml version="1.0" encoding="UTF-8"?>`
	tcxOpen  = `<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`
	tcxClose = `</TrainingCenterDatabase>`
)

// TCX returns every TCX file.
func TCX() []Scenario {
	return []Scenario{
		TCXLaps(), TCXPause(), TCXByteOrderMark(), TCXDefaultNamespace(), TCXMultisport(), TCXNoTrack(), TCXCourse(), TCXCut(),
	}
}

// tcxPoint writes a trackpoint; extension is the text of its TPX element.
func (b *text) tcxPoint(p point, from time.Time, extension func(point) string) {
	b.line(`<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position>`,
		stamp(from.Add(time.Duration(p.t)*time.Second)), p.latitude(), longitude)
	b.line(`<AltitudeMeters>%.1f</AltitudeMeters><DistanceMeters>%d.0</DistanceMeters><HeartRateBpm><Value>%d</Value></HeartRateBpm>`,
		p.altitude(), p.distance(), p.heartRate())
	b.line(`%s</Trackpoint>`, extension(p))
}

func tcxChannels() []string {
	return []string{"latitude", "longitude", "altitude", "distance", "hr", "speed", "cadence", "power"}
}

func (b *text) tcxLapHead(at time.Time, seconds, metres int) {
	b.line(`<Lap StartTime="%s"><TotalTimeSeconds>%d.0</TotalTimeSeconds><DistanceMeters>%d.0</DistanceMeters><MaximumSpeed>3.0</MaximumSpeed><Calories>%d</Calories>`,
		stamp(at), seconds, metres, seconds/6)
	b.line(`<AverageHeartRateBpm><Value>134</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>149</Value></MaximumHeartRateBpm><Intensity>Active</Intensity><TriggerMethod>Distance</TriggerMethod>`)
}

// tcxPrefixed writes the sensors of a point in an extension with a prefix,
// tcxDefault in one that declares its own namespace.
func tcxPrefixed(p point) string {
	var b text
	b.line(`<Extensions><ns3:TPX><ns3:Speed>%d.0</ns3:Speed><ns3:RunCadence>%d</ns3:RunCadence><ns3:Watts>%d</ns3:Watts></ns3:TPX></Extensions>`,
		metresEverySecond, p.cadence(), p.watts())
	return b.String()
}

func tcxDefault(p point) string {
	var b text
	b.line(`<Cadence>%d</Cadence><Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>%d.0</Speed><Watts>%d</Watts></TPX></Extensions>`,
		p.cadence(), metresEverySecond, p.watts())
	return b.String()
}

// tcxActivity returns one activity with laps of the given lengths in seconds.
func tcxActivity(sport, word string, from time.Time, extension func(point) string, laps ...int) (string, *truth) {
	var b text
	tr := newTruth(word, from)
	b.line(`<Activity Sport="%s"><Id>%s</Id>`, sport, stamp(from))
	t := 0
	for _, seconds := range laps {
		b.tcxLapHead(from.Add(time.Duration(t)*time.Second), seconds, metresEverySecond*seconds)
		b.line(`<Track>`)
		tr.Laps = append(tr.Laps, Span{FromS: float64(t), ToS: float64(t + seconds)})
		for range seconds {
			b.tcxPoint(point{t}, from, extension)
			tr.take(point{t}, tcxChannels()...)
			t++
		}
		b.line(`</Track></Lap>`)
	}
	b.line(`<Notes>Easy along the lake &amp; back</Notes><Creator xsi:type="Device_t"><Name>Test Watch</Name><UnitId>42</UnitId><ProductID>1</ProductID></Creator></Activity>`)
	tr.ElapsedS, tr.TimerS = float64(t), float64(t)
	return b.String(), tr
}

func tcxFile(inner string) string {
	return strings.Join([]string{xmlHead, tcxOpen, inner, tcxClose}, "\n")
}

// TCXLaps returns a run with three laps whose sensors are in a prefixed
// extension. The last point is a second before the end of the last lap.
func TCXLaps() Scenario {
	inner, tr := tcxActivity("Running", "running", start(), tcxPrefixed, 200, 200, 100)
	return activity("tcx laps", tcxFile("<Activities>"+inner+"</Activities>"), tr)
}

// TCXDefaultNamespace returns a ride whose extension declares its own
// namespace.
func TCXDefaultNamespace() Scenario {
	inner, tr := tcxActivity("Biking", "cycling", start(), tcxDefault, 300)
	return activity("tcx default namespace", tcxFile("<Activities>"+inner+"</Activities>"), tr)
}

// TCXByteOrderMark returns a file that begins with a UTF-8 byte order mark and
// blank lines, as some services write it.
func TCXByteOrderMark() Scenario {
	sc := TCXDefaultNamespace()
	sc.Name = "tcx byte order mark"
	sc.Bytes = append([]byte("\xEF\xBB\xBF"), sc.Bytes...)
	return sc
}

// TCXMultisport returns a session with a ride and a run after it.
func TCXMultisport() Scenario {
	ride, first := tcxActivity("Biking", "cycling", start(), tcxDefault, 120)
	run, second := tcxActivity("Running", "running", start().Add(10*time.Minute), tcxPrefixed, 90)
	inner := "<Activities><MultiSportSession><Id>" + stamp(start()) + "</Id><FirstSport>" + ride +
		"</FirstSport><NextSport>" + run + "</NextSport></MultiSportSession></Activities>"
	return activity("tcx multisport", tcxFile(inner), first, second)
}

// TCXPause returns one lap with two tracks and 60 s between them in which the
// timer was paused: the lap states 200 s, but its points span 259.
func TCXPause() Scenario {
	var b text
	tr := newTruth("cycling", start())
	tr.Pauses = []Span{{FromS: 99, ToS: 160}}
	tr.Laps = []Span{{FromS: 0, ToS: 260}}
	tr.ElapsedS, tr.TimerS = 259, 200
	b.line(`<Activities><Activity Sport="Biking"><Id>%s</Id>`, stamp(start()))
	b.tcxLapHead(start(), 200, 780)
	for _, piece := range []Span{{FromS: 0, ToS: 100}, {FromS: 160, ToS: 260}} {
		b.line(`<Track>`)
		for t := int(piece.FromS); t < int(piece.ToS); t++ {
			b.tcxPoint(point{t}, start(), tcxDefault)
			tr.take(point{t}, tcxChannels()...)
		}
		b.line(`</Track>`)
	}
	b.line(`</Lap></Activity></Activities>`)
	return activity("tcx pause", tcxFile(b.String()), tr)
}

// TCXNoTrack returns a lap without points, like a workout entered by hand.
func TCXNoTrack() Scenario {
	var b text
	tr := newTruth("other", start())
	tr.ElapsedS, tr.TimerS = 1800, 1800
	tr.Laps = []Span{{FromS: 0, ToS: 1800}}
	b.line(`<Activities><Activity Sport="Other"><Id>%s</Id>`, stamp(start()))
	b.tcxLapHead(start(), 1800, 5000)
	b.line(`</Lap></Activity></Activities>`)
	return activity("tcx without points", tcxFile(b.String()), tr)
}

// TCXCourse returns a route to follow.
func TCXCourse() Scenario {
	var b text
	b.line(`<Courses><Course><Name>Lake loop</Name><Track>`)
	for t := range 20 {
		b.tcxPoint(point{t}, start(), func(point) string { return "" })
	}
	b.line(`</Track></Course></Courses>`)
	return other("tcx course", "course", tcxFile(b.String()))
}

// TCXCut returns a file that ends in the middle of a point: 150 of 300 are
// complete.
func TCXCut() Scenario {
	inner, _ := tcxActivity("Biking", "cycling", start(), tcxDefault, 300)
	whole := tcxFile("<Activities>" + inner)
	points := strings.SplitAfter(whole, "</Trackpoint>")
	tr := newTruth("cycling", start())
	for t := range 150 {
		tr.take(point{t}, tcxChannels()...)
	}
	tr.ElapsedS, tr.TimerS = 149, 149
	sc := activity("tcx cut", strings.Join(points[:150], "")+points[150][:40], tr)
	sc.Truth.Damaged = true
	return sc
}
