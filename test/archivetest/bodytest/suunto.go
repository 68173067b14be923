package bodytest

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Suunto writes SI units throughout: heart rate and cadence in Hz, positions in
// radians, temperature in kelvin, energy in joules.
const (
	suuntoKelvin = 291.65 // 18.5 °C
	suuntoJoules = 2_092_000
)

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// suuntoTypes are Movescount's numbers of activities.
var suuntoTypes = map[string]int{"running": 3, "cycling": 4}

// suuntoWords are the words of the watch for its modes.
var suuntoWords = map[string]string{"running": "Run", "cycling": "Cycling"}

// SML is the body as Moveslink writes it. The header's time is that of the
// place; with a position each sample has UTC, without one it is the place's
// time again and no more than the first sample's.
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

// SuuntoJSON is the body as the app's archive has it: each sample in an
// envelope with its local time and offset. Positions come in samples of their
// own, not in order.
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

// SuuntoLog is the body as the app shares a workout: a header and plain samples.
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

// zoned is the instant of a second of the outing with the offset of the place.
func (b Body) zoned(second int) time.Time { return b.At(second).In(time.FixedZone("", b.OffsetS)) }

// local gives the clock at the place as if it were UTC.
func (b Body) local(second int) time.Time {
	return b.At(second).UTC().Add(time.Duration(b.OffsetS) * time.Second)
}
