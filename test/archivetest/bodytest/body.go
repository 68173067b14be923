// Package bodytest makes the recordings inside generated archives: FIT, GPX,
// TCX, PWX, FITLOG, KML and Suunto's forms of one ride, run or walk, written
// byte by byte and fast enough for thousands. It is for tests only and knows no
// reader.
package bodytest

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Body is one recording by a device: a point each second unless EveryS says
// otherwise. Two bodies with different seeds differ in every channel. With the
// same seed they are the same outing, and the fields below describe how this
// device recorded it.
type Body struct {
	Start   time.Time // second 0 of the outing, not always of the recording
	Seed    uint64
	Seconds int
	EveryS  int    // seconds between points; 0 is 1
	Sport   string // "cycling", "running", "walking"; another word is FIT's generic
	Serial  uint32 // the device's serial number; with 0 it cannot be used for identification
	NoHR    bool
	NoPower bool
	NoGPS   bool
	OffsetS int // local time minus UTC, for formats that contain it

	Maker    uint16 // FIT's number of the manufacturer; 0 is Garmin
	Product  uint16 // FIT's number of the product; 0 is a watch
	SubSport byte   // FIT's number
	FromS    int    // the second of the outing at which the device was started
	UntilS   int    // the second at which it was stopped; 0 is the end
	// StandFrom and StandTo are the seconds between which the athlete stood
	// still; with AutoPause the device recorded nothing then.
	StandFrom, StandTo int
	AutoPause          bool
	Noise              uint64 // the error of this device's sensors; 0 is none
	ClockS             int    // how far its clock is ahead
	Heart              uint64 // seed of heart rate, cadence and power; 0 is Seed
}

// Point is one row of a body.
type Point struct {
	Second    int // of the outing
	Lat, Lon  float64
	AltitudeM float64
	DistanceM float64
	SpeedMS   float64
	HR        int
	Cadence   int
	PowerW    int
}

func (b Body) every() int { return max(b.EveryS, 1) }

func (b Body) until() int {
	if b.UntilS > 0 {
		return min(b.UntilS, b.Seconds)
	}
	return b.Seconds
}

func (b Body) standing(s int) bool { return s > b.StandFrom && s <= b.StandTo }

func (b Body) heart() uint64 {
	if b.Heart != 0 {
		return b.Heart
	}
	return b.Seed
}

// speeds are cruising speeds in m/s.
var speeds = map[string]float64{"cycling": 8.5, "running": 3.1, "walking": 1.5, "swimming": 1.1}

func (b Body) cruise() float64 {
	if v := speeds[b.Sport]; v > 0 {
		return v
	}
	return 2
}

func phase(seed uint64) float64 { return float64(seed%628) / 100 }

// wavePeriodS divided by 2π is the period of all oscillating values.
const wavePeriodS = 90

// ridden returns the distance in metres after s seconds of the outing: the
// integral of the speed, so that two devices agree whatever their interval.
func (b Body) ridden(s int) float64 {
	if s == 0 {
		return 0
	}
	moving := float64(s - max(0, min(s, b.StandTo)-b.StandFrom))
	p := phase(b.Seed)
	return b.cruise() * (moving - 0.2*wavePeriodS*(math.Cos(moving/wavePeriodS+p)-math.Cos(p)))
}

// shake returns an evenly distributed value in [-0.5, 0.5) for a seed, second
// and channel.
func shake(seed uint64, second, channel int) float64 {
	x := seed*0x9E3779B97F4A7C15 + uint64(second)*0xBF58476D1CE4E5B9 + uint64(channel)*0x94D049BB133111EB
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	x ^= x >> 31
	return float64(x>>40)/float64(1<<24) - 0.5
}

// Points returns the rows; the last is the last recorded second.
func (b Body) Points() []Point {
	out := make([]Point, 0, (b.until()-b.FromS)/b.every()+1)
	for s := b.FromS; s <= b.until(); s += b.every() {
		if b.AutoPause && b.standing(s) {
			continue
		}
		out = append(out, b.point(s))
	}
	return out
}

func (b Body) point(s int) Point {
	dist, moving := b.ridden(s), s-max(0, min(s, b.StandTo)-b.StandFrom)
	along := math.Sin(float64(moving)/wavePeriodS + phase(b.Seed))
	wave := math.Sin(float64(s)/wavePeriodS + phase(b.heart()))
	noise := shake(b.heart(), s, 0)
	p := Point{
		Second: s,
		Lat:    46 + float64(b.Seed%97)/100 + dist/111_195, Lon: 8 + float64(b.Seed%89)/100 + 0.002*along,
		AltitudeM: 420 + 30*along, SpeedMS: b.cruise() * (1 + 0.2*along),
		HR: 140 + int(15*wave+8*noise), Cadence: 85 + int(6*wave+6*noise), PowerW: 200 + int(60*wave+80*noise),
	}
	if b.standing(s) {
		p.SpeedMS, p.Cadence, p.PowerW = 0, 0, 0
	}
	if b.Noise != 0 {
		p.HR += int(math.Round(2 * shake(b.Noise, s, 1)))
		p.PowerW = max(0, p.PowerW+int(8*shake(b.Noise, s, 2)))
		p.Lat += 4 * shake(b.Noise, s, 3) / 111_195
		p.Lon += 4 * shake(b.Noise, s, 4) / 77_000
		p.AltitudeM += shake(b.Noise, s, 5)
	}
	p.AltitudeM = math.Round(5*p.AltitudeM) / 5
	p.DistanceM = math.Round(100*(dist-b.ridden(b.FromS))) / 100
	p.SpeedMS = math.Round(1000*p.SpeedMS) / 1000
	return p
}

// DistanceM returns the last point's distance.
func (b Body) DistanceM() float64 { return b.point(b.last()).DistanceM }

// last returns the second of the last point.
func (b Body) last() int {
	s := b.until() - (b.until()-b.FromS)%b.every()
	for b.AutoPause && b.standing(s) {
		s -= b.every()
	}
	return s
}

// ElapsedS returns the time from the first to the last point.
func (b Body) ElapsedS() int { return b.last() - b.FromS }

// TimerS returns the elapsed time without the device's pause.
func (b Body) TimerS() int {
	if !b.AutoPause {
		return b.ElapsedS()
	}
	return b.ElapsedS() - max(0, min(b.last(), b.StandTo)-max(b.FromS, b.StandFrom))
}

// At returns the instant of a second of the outing by the device's clock.
func (b Body) At(second int) time.Time {
	return b.Start.Add(time.Duration(second+b.ClockS) * time.Second)
}

// Began returns the instant of the first point by the device's clock.
func (b Body) Began() time.Time { return b.At(b.FromS) }

// KML returns the body as a gx:Track followed by the sensor values, each in a
// list as long as the track, as watches write it. The drawn route next to it
// has no times.
func (b Body) KML(name string) []byte {
	var t text
	points := b.Points()
	t.str(`<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>` + "\n")
	t.str(fmt.Sprintf("<name>%s</name><description>TomTom GPS Watch "+
		"activity</description><Folder><Placemark><name>route</name><LineString><coordinates>%.7f,%.7f,1 "+
		"%.7f,%.7f,2</coordinates></LineString></Placemark>\n",
		Escape(name), points[0].Lon, points[0].Lat, points[1].Lon, points[1].Lat))
	t.str("<Placemark><name>Workout</name><gx:Track><altitudeMode>clampToGround</altitudeMode>\n")
	for _, p := range points {
		t.str("<when>" + b.At(p.Second).UTC().Format("2006-01-02T15:04:05.000Z") + "</when>")
		t.str(fmt.Sprintf("<gx:coord>%.7f %.7f %.1f</gx:coord>\n", p.Lon, p.Lat, p.AltitudeM))
	}
	t.str(`<ExtendedData><SchemaData schemaUrl="#schema">`)
	list := func(name string, value func(Point) string) {
		t.str(fmt.Sprintf("<gx:SimpleArrayData name=%q>", name))
		for _, p := range points {
			t.str("<gx:value>" + value(p) + "</gx:value>")
		}
		t.str("</gx:SimpleArrayData>\n")
	}
	list("distance", func(p Point) string { return fmt.Sprintf("%.2f", p.DistanceM) })
	if !b.NoHR {
		list("Heartrate", func(p Point) string { return fmt.Sprint(p.HR) })
		list("Cadence", func(p Point) string { return fmt.Sprint(p.Cadence) })
	}
	list("speed", func(p Point) string { return fmt.Sprintf("%.3f", p.SpeedMS) })
	list("Temperature", func(Point) string { return "18.5" })
	list("steps", func(Point) string { return "3" })
	t.str("</SchemaData></ExtendedData></gx:Track></Placemark></Folder></Document></kml>\n")
	return t.b
}

// Suunto writes SI units throughout: heart rate and cadence in Hz, positions in
// radians, temperature in kelvin, energy in joules.
const (
	suuntoKelvin = 291.65 // 18.5 °C
	suuntoJoules = 2_092_000
)

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// suuntoTypes are Movescount's numbers of activities.
var suuntoTypes = map[string]int{"running": 3, "cycling": 4}

// suuntoWords are the watch's words for its modes.
var suuntoWords = map[string]string{"running": "Run", "cycling": "Cycling"}

// SML returns the body in Moveslink's form. The header has local time. With
// positions each sample has UTC; without them, only the first sample has a
// time, which is local.
func (b Body) SML() []byte {
	var t text
	const wall = "2006-01-02T15:04:05"
	t.str(`<?xml version="1.0" encoding="utf-8"?><sml Version="2.3.6" xmlns="http://www.suunto.com/schemas/sml"><DeviceLog>` + "\n")
	t.str(fmt.Sprintf("<Header><Duration>%d</Duration><HR><Avg>2.3</Avg><Max>2.75</Max></HR><ActivityType>%d</ActivityType><Activity>My mode</Activity><Distance>%.0f</Distance><Energy>%d</Energy><DateTime>%s</DateTime></Header>\n",
		b.TimerS(), suuntoTypes[b.Sport], b.DistanceM(), suuntoJoules, b.local(b.FromS).Format(wall)))
	t.str("<Device><Name>Suunto Ambit3 " +
		"Peak</Name><SerialNumber>C6CF0C5100001000</SerialNumber><Info><SW>2.4.1</SW></Info></Device><Samples>\n")
	utc := func(second int) string {
		if b.NoGPS {
			return ""
		}
		return "<UTC>" + b.At(second).UTC().Format("2006-01-02T15:04:05.000Z") + "</UTC>"
	}
	first := utc(b.FromS)
	if b.NoGPS {
		first = "<UTC>" + b.local(b.FromS).Format(wall) + "</UTC>"
	}
	t.str("<Sample>" + first +
		"<Time>0</Time><Events><Pause><Type>31</Type><Duration>0</Duration><State>False</State></Pause></Events></Sample>\n")
	t.str("<Sample><Time>0</Time><Events><Activity><Type>" + suuntoWords[b.Sport] + "</Type></Activity></Events>" +
		utc(b.FromS) + "</Sample>\n")
	paused := false
	for _, p := range b.Points() {
		at := p.Second - b.FromS
		if b.AutoPause && !paused && p.Second > b.StandTo {
			paused = true
			t.str(smlPause(b.StandFrom-b.FromS, "True", utc(b.StandFrom)) + smlPause(b.StandTo-b.FromS, "False", utc(b.StandTo)))
		}
		t.str("<Sample>")
		if !b.NoPower {
			t.str(fmt.Sprintf("<BikePower>%d</BikePower>", p.PowerW))
		}
		t.str(fmt.Sprintf("<Cadence>%.15g</Cadence>", float64(p.Cadence)/60))
		if !b.NoHR {
			t.str(fmt.Sprintf("<HR>%.15g</HR>", float64(p.HR)/60))
		}
		t.str(fmt.Sprintf("<Temperature>%g</Temperature><Altitude>%.1f</Altitude><Distance>%.2f</Distance><Speed>%.3f</Speed><Time>%d.009</Time><SampleType>periodic</SampleType>%s</Sample>\n",
			suuntoKelvin, p.AltitudeM, p.DistanceM, p.SpeedMS, at, utc(p.Second)))
		if !b.NoGPS {
			t.str(fmt.Sprintf("<Sample><Latitude>%.16g</Latitude><Longitude>%.16g</Longitude><Time>%d.120</Time>%s<SampleType>gps-base</SampleType></Sample>\n",
				radians(p.Lat), radians(p.Lon), at, utc(p.Second)))
		}
	}
	t.str("</Samples><R-R><Data>386 388 386</Data></R-R></DeviceLog></sml>\n")
	return t.b
}

func smlPause(at int, state, utc string) string {
	return fmt.Sprintf("<Sample>%s<Time>%d.5</Time><Events><Pause><Type>30</Type><Duration>1</Duration><State>%s</State></Pause></Events></Sample>\n", utc, at, state)
}

// SuuntoJSON returns the body in the form of the app's archive: each sample in
// an envelope with its local time and offset. Positions are in separate
// samples, not in order.
func (b Body) SuuntoJSON() []byte {
	var rows []string
	add := func(second, millis int, sample string) {
		rows = append(rows,
			fmt.Sprintf(`{"Attributes":{"suunto/sml":{"Sample":{%s}}},"Source":"suunto-1","TimeISO8601":%q}`, sample, b.suuntoTime(second, millis)))
	}
	add(b.FromS, 0, `"Events":[{"Lap":{"Type":"Start"}}]`)
	for _, p := range b.Points() {
		add(p.Second, 120, b.suuntoPlace(p))
		add(p.Second, 0, b.suuntoValues(p))
	}
	if b.AutoPause {
		add(b.StandFrom, 500, `"Events":[{"Pause":{"State":true,"Type":"Manual"}}]`)
		add(b.StandTo, 500, `"Events":[{"Pause":{"State":false,"Type":"Manual"}}]`)
	}
	rows = append(rows,
		fmt.Sprintf(`{"Attributes":{"suunto/sml":{"R-R":{"Data":[386,388]}}},"Source":"suunto-1","TimeISO8601":%q}`, b.suuntoTime(b.FromS, 900)))
	return []byte(`{"Samples":[` + strings.Join(rows, ",\n") + `]}`)
}

// SuuntoLog returns the body in the form in which the app shares a workout: a
// header and plain samples.
func (b Body) SuuntoLog() []byte {
	var rows []string
	for _, p := range b.Points() {
		rows = append(rows,
			fmt.Sprintf(`{%s,"TimeISO8601":%q}`, b.suuntoPlace(p), b.suuntoTime(p.Second, 120)),
			fmt.Sprintf(`{%s,"TimeISO8601":%q}`, b.suuntoValues(p), b.suuntoTime(p.Second, 0)))
	}
	return fmt.Appendf(nil,
		`{"DeviceLog":{"Header":{"ActivityType":%d,"DateTime":%q,"Distance":%.0f,"Duration":%d,"Energy":%d,"StepCount":0},"Samples":[%s]}}`,
		suuntoTypes[b.Sport], b.suuntoTime(b.FromS, 0), b.DistanceM(), b.TimerS(), suuntoJoules, strings.Join(rows, ",\n"))
}

func (b Body) suuntoTime(second, millis int) string {
	return b.zoned(second).Add(time.Duration(millis) * time.Millisecond).Format("2006-01-02T15:04:05.000-07:00")
}

func (b Body) suuntoPlace(p Point) string {
	if b.NoGPS {
		return `"NumberOfSatellites":0`
	}
	return fmt.Sprintf(`"GPSAltitude":%.0f,"Latitude":%.16g,"Longitude":%.16g,"UTC":%q`,
		p.AltitudeM+40, radians(p.Lat), radians(p.Lon), b.At(p.Second).UTC().Format("2006-01-02T15:04:05.000+00:00"))
}

func (b Body) suuntoValues(p Point) string {
	s := fmt.Sprintf(`"Altitude":%.1f,"Cadence":%.15g,"Distance":%.2f,"Speed":%.3f,"Temperature":%g`,
		p.AltitudeM, float64(p.Cadence)/60, p.DistanceM, p.SpeedMS, suuntoKelvin)
	if !b.NoHR {
		s += fmt.Sprintf(`,"HR":%.15g`, float64(p.HR)/60)
	}
	if !b.NoPower {
		s += fmt.Sprintf(`,"Power":%d`, p.PowerW)
	}
	return s
}

// zoned returns the instant of a second of the outing with the local offset.
func (b Body) zoned(second int) time.Time { return b.At(second).In(time.FixedZone("", b.OffsetS)) }

// local returns local time as if it were UTC.
func (b Body) local(second int) time.Time {
	return b.At(second).UTC().Add(time.Duration(b.OffsetS) * time.Second)
}
