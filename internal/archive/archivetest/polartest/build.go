package polartest

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/archive/archivetest/bodytest"
	"lapkeep/internal/archive/archivetest/packtest"
)

// Generation is how old an export is.
type Generation int

// The generations of exports.
const (
	// Current files have channels with one interval and a route of their own time.
	Current Generation = iota
	// Older ones name the time of every value.
	Older
)

// Generations are all of them.
func Generations() []Generation { return []Generation{Current, Older} }

func (g Generation) String() string {
	if g == Older {
		return "older"
	}
	return "current"
}

// Options shape an export; the zero value is a small current one.
type Options struct {
	Generation Generation
	Seed       uint64
	Sessions   int       // 6 if 0
	Seconds    int       // of a typical session; 300 if 0
	From       time.Time // the first session; 2024-03-01 if zero. One a day and a half follow
	OffsetS    int       // local time minus UTC; 3,600 if 0
}

func (o Options) withDefaults() Options {
	if o.Sessions == 0 {
		o.Sessions = 6
	}
	if o.Seconds == 0 {
		o.Seconds = 300
	}
	if o.OffsetS == 0 {
		o.OffsetS = 3600
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)
	}
	return o
}

// Session is what one file says.
type Session struct {
	File      string
	Start     time.Time
	OffsetS   int
	Sport     string // cycling, running or walking
	DurationS int
	DistanceM float64
	AvgHR     int
	HeartLost int // values of the heart rate that are not there
	Positions int // of the route; 0 is none
}

// Truth is what must come out.
type Truth struct {
	Sessions []Session
	Others   []string // JSON files that are no sessions
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Truth Truth
}

// sports are Polar's number and older word of each sport.
var sports = []struct {
	sport, word string
	id          int
}{{"running", "RUNNING", 1}, {"cycling", "CYCLING", 2}, {"walking", "WALKING", 3}}

// Build makes an export. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	for n := range o.Sessions {
		kind := sports[n%len(sports)]
		b := bodytest.Body{
			Start: o.From.Add(time.Duration(n) * 36 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1,
			Seconds: o.Seconds + n*10, Sport: kind.sport, NoGPS: n%4 == 3,
		}
		s := Session{Start: b.Start, OffsetS: o.OffsetS, Sport: kind.sport, DurationS: b.Seconds, DistanceM: b.DistanceM(), AvgHR: 140}
		if !b.NoGPS {
			s.Positions = b.Seconds - routeLate + 1
		}
		local := b.Start.Add(time.Duration(o.OffsetS) * time.Second)
		id := 7_766_000_000 + n
		if o.Generation == Older {
			s.File = fmt.Sprintf("training-session-%s-%d-10104cf7-1468-4616-8ef5-9b64e871%04d.json", local.Format(time.DateOnly), id, n)
			a.Add(s.File, older(s, b, local, kind.word))
		} else {
			s.HeartLost = lost
			s.File = fmt.Sprintf("training-session_%s_%d-10104cf7-1468-4616-8ef5-9b64e871%04d.json", local.Format("2006-01-02T15-04-05"), id, n)
			a.Add(s.File, current(s, b, local, id, kind.id))
		}
		a.Truth.Sessions = append(a.Truth.Sessions, s)
	}
	for _, name := range []string{"activity-2024-03-01-1.json", "sport-profiles-1.json", "account-data-1.json"} {
		a.Add(name, []byte(`{"exportVersion":"2.6","date":"2024-03-01"}`))
		a.Truth.Others = append(a.Truth.Others, name)
	}
	return a
}

const (
	// lost is how many values at the beginning the sensor did not have.
	lost = 3
	// routeLate is after how many seconds the first position was found.
	routeLate = 4
	// wall is local time without a zone.
	wall = "2006-01-02T15:04:05"
)

// channel is one list of values, one a second.
func channel(s *strings.Builder, name string, points []bodytest.Point, missing int, value func(bodytest.Point) string) {
	fmt.Fprintf(s, `{"type":%q,"intervalMillis":1000,"values":[`, name)
	for i, p := range points {
		if i > 0 {
			s.WriteByte(',')
		}
		if i < missing {
			s.WriteString("NaN")
		} else {
			s.WriteString(value(p))
		}
	}
	s.WriteString("]}")
}

func current(w Session, b bodytest.Body, local time.Time, id, sport int) []byte {
	var s strings.Builder
	points := b.Points()
	minutes := w.OffsetS / 60
	head := fmt.Sprintf(`"startTime":%q,"timezoneOffsetMinutes":%d,"durationMillis":%d,"distanceMeters":%.1f,"sport":{"id":"%d"}`,
		local.Format(wall), minutes, 1000*w.DurationS, w.DistanceM, sport)
	fmt.Fprintf(&s, `{"identifier":{"id":"%d"},%s,"stopTime":%q,"name":"","calories":312,"hrAvg":%d,"hrMax":165,"product":{"modelName":"Polar Vantage M"},"application":{"name":"Polar Flow"},"exercises":[{%s,"samples":{"samples":[`,
		id, head, local.Add(time.Duration(w.DurationS)*time.Second).Format(wall), w.AvgHR, head)
	channel(&s, "HEART_RATE", points, lost, func(p bodytest.Point) string { return fmt.Sprint(p.HR) })
	s.WriteByte(',')
	channel(&s, "SPEED", points, 0, func(p bodytest.Point) string { return fmt.Sprintf("%.4f", 3.6*p.SpeedMS) })
	s.WriteByte(',')
	channel(&s, "DISTANCE", points, 0, func(p bodytest.Point) string { return fmt.Sprintf("%.2f", p.DistanceM) })
	s.WriteByte(',')
	// The altimeter is zero, not missing, until it has settled.
	channel(&s, "ALTITUDE", points, 0, func(p bodytest.Point) string {
		if p.Second < lost {
			return "0"
		}
		return fmt.Sprintf("%.1f", p.AltitudeM)
	})
	s.WriteString(`]},"routes":{`)
	if w.Positions > 0 {
		fmt.Fprintf(&s, `"route":{"startTime":%q,"wayPoints":[`, local.Add(routeLate*time.Second).Format(wall))
		for i, p := range points[routeLate:] {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(&s, `{"longitude":%.7f,"latitude":%.7f,"altitude":%.1f,"elapsedMillis":%d}`, p.Lon, p.Lat, p.AltitudeM, 1000*i)
		}
		s.WriteString("]}")
	}
	s.WriteString(`},"laps":{"laps":[],"autoLaps":[]},"pauseTimes":[]}]}`)
	return []byte(s.String())
}

func older(w Session, b bodytest.Body, local time.Time, sport string) []byte {
	var s strings.Builder
	points := b.Points()
	at := func(p bodytest.Point) string {
		return local.Add(time.Duration(p.Second)*time.Second).Format(wall) + ".000"
	}
	head := fmt.Sprintf(`"startTime":"%s.000","stopTime":"%s.000","duration":"PT%d.500S","distance":%.1f,"kiloCalories":312`,
		local.Format(wall), local.Add(time.Duration(w.DurationS)*time.Second).Format(wall), w.DurationS, w.DistanceM)
	fmt.Fprintf(&s, `{"exportVersion":"1.3","name":"Session","timeZoneOffset":%d,%s,"maximumHeartRate":165,"averageHeartRate":%d,"exercises":[{%s,"timezoneOffset":%d,"sport":%q,"heartRate":{"min":90,"avg":%d,"max":165},"samples":{`,
		w.OffsetS/60, head, w.AvgHR, head, w.OffsetS/60, sport, w.AvgHR)
	list := func(name string, points []bodytest.Point, value func(bodytest.Point) string) {
		fmt.Fprintf(&s, `%q:[`, name)
		for i, p := range points {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(&s, `{"dateTime":%q,%s}`, at(p), value(p))
		}
		s.WriteByte(']')
	}
	list("heartRate", points, func(p bodytest.Point) string { return fmt.Sprintf(`"value":%d`, p.HR) })
	s.WriteByte(',')
	list("speed", points, func(p bodytest.Point) string { return fmt.Sprintf(`"value":%.4f`, 3.6*p.SpeedMS) })
	if w.Positions > 0 {
		s.WriteByte(',')
		list("recordedRoute", points[routeLate:], func(p bodytest.Point) string {
			return fmt.Sprintf(`"longitude":%.7f,"latitude":%.7f,"altitude":%.1f`, p.Lon, p.Lat, p.AltitudeM)
		})
	}
	s.WriteString("}}]}")
	return []byte(s.String())
}
