package bodytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/rawfit"
)

// fitWriter appends FIT messages with handwritten definitions.
type fitWriter struct{ b []byte }

func (w *fitWriter) u8(v uint8)   { w.b = append(w.b, v) }
func (w *fitWriter) u16(v uint16) { w.b = binary.LittleEndian.AppendUint16(w.b, v) }
func (w *fitWriter) u32(v uint32) { w.b = binary.LittleEndian.AppendUint32(w.b, v) }

// define writes a definition. fields has three bytes for each field: number,
// size, base type.
func (w *fitWriter) define(local byte, global uint16, fields ...byte) {
	w.b = append(w.b, 0x40|local, 0, 0)
	w.u16(global)
	w.u8(uint8(len(fields) / 3))
	w.b = append(w.b, fields...)
}

func (w *fitWriter) whole() []byte {
	out := make([]byte, 12, 16+len(w.b))
	out[0], out[1] = 14, 0x20
	binary.LittleEndian.PutUint16(out[2:], 2132)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(w.b)))
	copy(out[8:], ".FIT")
	out = binary.LittleEndian.AppendUint16(out, rawfit.CRC(out))
	out = append(out, w.b...)
	return binary.LittleEndian.AppendUint16(out, rawfit.CRC(out))
}

func (w *fitWriter) fileID(kind byte, maker, product uint16, serial uint32, at time.Time) {
	w.define(0, 0, 0, 1, 0x00, 1, 2, 0x84, 2, 2, 0x84, 3, 4, 0x8C, 4, 4, 0x86)
	w.b = append(w.b, 0, kind)
	w.u16(maker)
	w.u16(product)
	w.u32(serial)
	w.u32(rawfit.Stamp(at))
}

const (
	garmin  = 1
	fenix   = 3570
	another = 4000000001 // the serial number of files that are not activities
)

// FITOfType returns a FIT file with only its header message, like the many
// files other than activities in archives (32 monitoring, 41 stub, 44 metrics,
// 49 sleep). It is padded with timestamps to at least size bytes.
func FITOfType(kind byte, at time.Time, size int) []byte {
	var w fitWriter
	w.fileID(kind, garmin, fenix, another, at)
	w.define(1, 55, 253, 4, 0x86)
	for n := 0; len(w.b) < size; n++ {
		w.u8(1)
		w.u32(rawfit.Stamp(at.Add(time.Duration(n) * time.Minute)))
	}
	return w.whole()
}

// fitSports are the profile's numbers of sports.
var fitSports = map[string]byte{"running": 1, "cycling": 2, "transition": 3, "swimming": 5, "walking": 11, "hiking": 17}

// FIT returns the body as an activity file with one lap and one session.
func (b Body) FIT() []byte { return Multisport(b) }

// Multisport returns one activity file with a session for each leg. The first
// leg's device recorded them all.
func Multisport(legs ...Body) []byte {
	first, w := legs[0], fitWriter{}
	for _, b := range legs {
		w.b = append(make([]byte, 0, len(w.b)+256+28*(b.Seconds/b.every()+1)), w.b...)
	}
	maker, product := first.Maker, first.Product
	if maker == 0 {
		maker = garmin
	}
	if product == 0 {
		product = fenix
	}
	w.fileID(4, maker, product, first.Serial, first.Began())
	w.define(1, 21, 253, 4, 0x86, 0, 1, 0, 1, 1, 0)
	w.define(2, 20, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84, 3, 1, 2, 4, 1, 2, 5, 4, 0x86, 6, 2, 0x84, 7, 2, 0x84)
	w.define(3, 19, 253, 4, 0x86, 2, 4, 0x86, 7, 4, 0x86, 8, 4, 0x86, 9, 4, 0x86)
	w.define(4, 18, 253, 4, 0x86, 2, 4, 0x86, 7, 4, 0x86, 8, 4, 0x86, 9, 4, 0x86, 5, 1, 0, 6, 1, 0)
	w.define(5, 34, 253, 4, 0x86, 0, 4, 0x86, 1, 2, 0x84, 2, 1, 0, 3, 1, 0, 4, 1, 0, 5, 4, 0x86)
	timer := 0
	for _, b := range legs {
		w.leg(b)
		timer += b.TimerS()
	}
	end, final := legs[len(legs)-1].At(legs[len(legs)-1].last()), legs[len(legs)-1]
	w.u8(5)
	w.u32(rawfit.Stamp(end))
	w.u32(uint32(1000 * timer))
	w.u16(uint16(len(legs)))
	kind := byte(0)
	if len(legs) > 1 {
		kind = 1 // auto multi sport
	}
	w.b = append(w.b, kind, 26, 1)
	w.u32(rawfit.Stamp(end.Add(time.Duration(final.OffsetS) * time.Second)))
	return w.whole()
}

// leg writes the rows of one session between its timer events.
func (w *fitWriter) leg(b Body) {
	w.event(b.Began(), 0)
	paused, points := false, b.Points()
	for i, p := range points {
		if i > 0 && p.Second-points[i-1].Second > b.every() {
			w.event(b.At(points[i-1].Second), 1) // stopped by itself
			paused = true
		}
		if paused {
			w.event(b.At(p.Second), 0)
			paused = false
		}
		w.record(b, p)
	}
	last := points[len(points)-1]
	end := b.At(last.Second)
	w.event(end, 4)
	w.u8(3)
	w.totals(b, end, last)
	w.u8(4)
	w.totals(b, end, last)
	w.b = append(w.b, fitSports[b.Sport], b.SubSport)
}

func (w *fitWriter) event(at time.Time, kind byte) {
	w.u8(1)
	w.u32(rawfit.Stamp(at))
	w.b = append(w.b, 0, kind)
}

func (w *fitWriter) totals(b Body, end time.Time, last Point) {
	w.u32(rawfit.Stamp(end))
	w.u32(rawfit.Stamp(b.Began()))
	w.u32(uint32(1000 * b.ElapsedS()))
	w.u32(uint32(1000 * b.TimerS()))
	w.u32(uint32(math.Round(100 * last.DistanceM)))
}

func (w *fitWriter) record(b Body, p Point) {
	w.u8(2)
	w.u32(rawfit.Stamp(b.At(p.Second)))
	lat, lon, hr, power := uint32(math.MaxInt32), uint32(math.MaxInt32), uint8(p.HR), uint16(p.PowerW)
	if !b.NoGPS {
		lat, lon = uint32(int32(p.Lat*(1<<31)/180)), uint32(int32(p.Lon*(1<<31)/180))
	}
	if b.NoHR {
		hr = 0xFF
	}
	if b.NoPower {
		power = 0xFFFF
	}
	w.u32(lat)
	w.u32(lon)
	w.u16(uint16(math.Round(5 * (p.AltitudeM + 500))))
	w.u8(hr)
	w.u8(uint8(p.Cadence))
	w.u32(uint32(math.Round(100 * p.DistanceM)))
	w.u16(uint16(math.Round(1000 * p.SpeedMS)))
	w.u16(power)
}

// FITLOG returns the body as SportTracks exports it: instants in UTC, a track
// in seconds since its own start, distance only if there is no position, and
// the stops in separate clock times. The category is the athlete's own word.
func (b Body) FITLOG(name, category string) []byte {
	var t text
	t.str("\ufeff" + `<?xml version="1.0" encoding="utf-8"?>` + "\n" +
		`<FitnessWorkbook xmlns="http://www.zonefivesoftware.com/xmlschemas/FitnessLogbook/v2"><AthleteLog><Athlete Id="1" Name="nobody" />` + "\n")
	t.str(b.fitlogActivity(name, category))
	t.str("</AthleteLog></FitnessWorkbook>\n")
	return t.b
}

func (b Body) fitlogActivity(name, category string) string {
	var t text
	began := stamp(b.Began())
	t.str(fmt.Sprintf("<Activity StartTime=%q Id=\"%d\"><Metadata Source=\"Forerunner 305\" Created=%q Modified=%q />",
		began, b.Seed, began, began))
	t.str(fmt.Sprintf("<Name>%s</Name><Duration TotalSeconds=\"%d\" /><Distance TotalMeters=\"%.2f\" /><Calories "+
		"TotalCal=\"210\" /><Notes>first\nsecond</Notes>\n",
		Escape(name), b.TimerS(), b.DistanceM()))
	half := b.ElapsedS() / 2
	t.str(fmt.Sprintf("<Laps><Lap StartTime=%q DurationSeconds=\"%d\"><Calories TotalCal=\"104\" /></Lap><Lap "+
		"StartTime=%q DurationSeconds=\"%d\"><Calories TotalCal=\"106\" /></Lap></Laps>\n",
		began, half, stamp(b.Began().Add(time.Duration(half)*time.Second)), b.TimerS()-half))
	t.str(fmt.Sprintf("<Weather Conditions=\"Clear\" Temp=\"11.8\" /><Category Id=\"2\" Name=\"%s\" /><Location "+
		"Name=\"Hill\" /><Track StartTime=%q>\n", Escape(category), began))
	for _, p := range b.Points() {
		t.str(fmt.Sprintf("<pt tm=\"%d\"", p.Second-b.FromS))
		if b.NoGPS {
			t.str(fmt.Sprintf(" dist=\"%.2f\"", p.DistanceM))
		} else {
			t.str(fmt.Sprintf(" lat=\"%.7f\" lon=\"%.7f\" ele=\"%.1f\"", p.Lat, p.Lon, p.AltitudeM))
		}
		if !b.NoHR {
			t.str(fmt.Sprintf(" hr=\"%d\" cadence=\"%d\"", p.HR, p.Cadence))
		}
		if !b.NoPower {
			t.str(fmt.Sprintf(" power=\"%d\"", p.PowerW))
		}
		t.str(" />\n")
	}
	t.str("</Track>")
	if b.AutoPause {
		t.str(fmt.Sprintf("<TrackClock><Pause EndTime=%q StartTime=%q /></TrackClock>", stamp(b.At(b.StandTo)), stamp(b.At(b.StandFrom))))
	}
	t.str("<DistanceMarkers><Marker dist=\"1000\" /></DistanceMarkers></Activity>\n")
	return string(t.b)
}

// text appends the lines of an XML file; it must be fast enough for thousands
// of files.
type text struct{ b []byte }

func (t *text) str(s string) { t.b = append(t.b, s...) }

func (t *text) float(v float64, places int) {
	t.b = strconv.AppendFloat(t.b, v, 'f', places, 64)
}

func (t *text) int(v int) { t.b = strconv.AppendInt(t.b, int64(v), 10) }

func (t *text) at(at time.Time) { t.b = at.UTC().AppendFormat(t.b, stampLayout) }

const stampLayout = "2006-01-02T15:04:05Z"

// GPX returns the body as a track of one segment, with heart rate and cadence
// in the usual extension. Its type is the sport.
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

// TCX returns the body as an activity of one lap.
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

// Escape returns text escaped for XML.
func Escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

// pwxSports are words that TrainingPeaks' schema allows.
var pwxSports = map[string]string{"cycling": "Bike", "running": "Run", "walking": "Walk", "swimming": "Swim"}

// pwxLap is the length of a segment in seconds.
const pwxLap = 300

// PWX returns the body as TrainingPeaks' XML in the form that device agents
// write: the start is local time without a zone, everything else is metric, and
// the duration includes stops, which are also listed.
func (b Body) PWX(title string) []byte {
	var t text
	sport := pwxSports[b.Sport]
	if sport == "" {
		sport = "Other"
	}
	elapsed := b.ElapsedS()
	t.str(`<?xml version="1.0" encoding="UTF-8"?><pwx xmlns="http://www.peaksware.com/PWX/1/0" version="1.0" creator="agent/1.0"><workout>` + "\n")
	t.str(fmt.Sprintf("<athlete><name>nobody</name><weight>70.0</weight></athlete><sportType>%s</sportType><title>%s</title><cmt>Felt &amp; good</cmt>", sport, Escape(title)))
	t.str("<device id=\"77\"><make>Timex</make><model>Run Trainer</model></device>\n")
	t.str(fmt.Sprintf("<time>%s</time>", b.local(b.FromS).Format("2006-01-02T15:04:05")))
	t.str(fmt.Sprintf("<summarydata><beginning>0.000</beginning><duration>%d.000</duration><durationstopped>%d.000</durationstopped><work>512</work><dist>%.2f</dist></summarydata>\n",
		elapsed, elapsed-b.TimerS(), b.DistanceM()))
	for n, from := 1, 0; from < elapsed; n, from = n+1, from+pwxLap {
		t.str(fmt.Sprintf("<segment><name>Lap "+
			"%d</name><summarydata><beginning>%d.000</beginning><duration>%d.000</duration><durationstopped>0.000</durationstopped></summarydata></segment>\n",
			n, from, min(pwxLap, elapsed-from)))
	}
	for _, p := range b.Points() {
		t.str(fmt.Sprintf("<sample><timeoffset>%d.000</timeoffset>", p.Second-b.FromS))
		if !b.NoHR {
			t.str(fmt.Sprintf("<hr>%d</hr>", p.HR))
		}
		t.str(fmt.Sprintf("<spd>%.3f</spd>", p.SpeedMS))
		if !b.NoPower {
			t.str(fmt.Sprintf("<pwr>%d</pwr>", p.PowerW))
		}
		t.str(fmt.Sprintf("<cad>%d</cad><dist>%.2f</dist>", p.Cadence, p.DistanceM))
		if !b.NoGPS {
			t.str(fmt.Sprintf("<lat>%.7f</lat><lon>%.7f</lon>", p.Lat, p.Lon))
		}
		t.str(fmt.Sprintf("<alt>%.1f</alt><temp>18.5</temp><extension><gps1_altitude>1886</gps1_altitude><hr>1</hr></extension></sample>\n", p.AltitudeM))
	}
	t.str("</workout></pwx>\n")
	return t.b
}
