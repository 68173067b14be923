// Package polartest makes the files that Polar Flow exports, training sessions
// of two generations and days of activity, with their expected contents. It is
// for tests only, is made from a seed, and knows nothing of any importer.
//
// Polar publishes no description of this form. The older generation is modelled
// on a real file, including a route whose clock is off by 80 minutes. The newer
// one is what two descriptions of real archives agree on: local times with
// separate offsets, bare NaN, which is not JSON, speed in km/h, and an
// altimeter that is zero until it has settled.
package polartest

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Generation is how old an export is.
type Generation int

// The generations of exports.
const (
	// Current files have channels with one interval and a route of their own time.
	Current Generation = iota
	// Older files have a time for every value.
	Older
)

// Generations returns all generations.
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
	From       time.Time // the first session; 2024-03-01 if zero. The others follow every 36 hours
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

// Session holds the content of one file.
type Session struct {
	File      string
	Start     time.Time
	OffsetS   int
	Sport     string // cycling, running or walking
	DurationS int
	DistanceM float64
	AvgHR     int
	HeartLost int // missing heart rate values
	Positions int // of the route; 0 is none
	// RouteClockS is how far the times of the route are off, in older files.
	RouteClockS int
	Body        bodytest.Body
}

// Day holds the content of the file of a day's activity.
type Day struct {
	File        string
	Date        string
	Steps, Kcal int
	// RMSSD and the means of beats and breaths are in ms. They are those of the night before.
	RMSSD, BeatMs, BreathMs int
}

// Truth holds the expected contents.
type Truth struct {
	Sessions []Session
	Multi    []Session // the exercises of one more file, in their order
	Days     []Day
	Others   []string // JSON files that are neither
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Truth Truth
}

// sports are Polar's number and older name of each sport.
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
		s := session(b, kind.sport, o.OffsetS)
		id := 7_766_000_000 + n
		s.File = o.name(b.Start, id)
		if o.Generation == Older && n == 1 {
			s.RouteClockS = 4827
		}
		if o.Generation == Current {
			s.HeartLost = lost
		}
		a.Add(s.File, o.file(id, s))
		a.Truth.Sessions = append(a.Truth.Sessions, s)
	}
	a.multisport(o)
	a.days(o)
	a.nights(o)
	for _, name := range []string{"sport-profiles-1.json", "account-data-1.json", "nightly_recovery_blob_12345-1.json"} {
		a.Add(name, []byte(`{"exportVersion":"2.6","date":"2024-03-01"}`))
		a.Truth.Others = append(a.Truth.Others, name)
	}
	return a
}

// session returns the expected session for a body.
func session(b bodytest.Body, sport string, offsetS int) Session {
	s := Session{Start: b.Start, OffsetS: offsetS, Sport: sport, DurationS: b.Seconds, DistanceM: b.DistanceM(), AvgHR: 140, Body: b}
	if !b.NoGPS {
		s.Positions = b.Seconds - routeLate + 1
	}
	return s
}

// name returns the name of a session's file.
func (o Options) name(start time.Time, id int) string {
	local := start.Add(time.Duration(o.OffsetS) * time.Second)
	if o.Generation == Older {
		return fmt.Sprintf("training-session-%s-%d-10104cf7-1468-4616-8ef5-9b64e871%04d.json", local.Format(time.DateOnly), id, id%10_000)
	}
	return fmt.Sprintf("training-session_%s_%d-10104cf7-1468-4616-8ef5-9b64e871%04d.json", local.Format("2006-01-02T15-04-05"), id, id%10_000)
}

// file returns the file of a session with exercises.
func (o Options) file(id int, exercises ...Session) []byte {
	if o.Generation == Older {
		return older(exercises)
	}
	return current(id, exercises)
}

// multisport adds a session of two exercises, a ride and a run after it.
func (a *Archive) multisport(o Options) {
	start := o.From.Add(time.Duration(o.Sessions) * 36 * time.Hour)
	for n, sport := range []string{"cycling", "running"} {
		b := bodytest.Body{Start: start, Seed: o.Seed*1_000_003 + uint64(900+n), Seconds: o.Seconds, Sport: sport, NoGPS: n == 1}
		a.Truth.Multi = append(a.Truth.Multi, session(b, sport, o.OffsetS))
		start = start.Add(time.Duration(o.Seconds+60) * time.Second)
	}
	id := 7_766_009_000
	file := o.name(a.Truth.Multi[0].Start, id)
	for n := range a.Truth.Multi {
		a.Truth.Multi[n].File = file
		if o.Generation == Current {
			a.Truth.Multi[n].HeartLost = lost
		}
	}
	a.Add(file, o.file(id, a.Truth.Multi...))
}

// nights adds the nightly recovery of the days on which the device was worn, and the one of a night
// without a measurement, newest first.
func (a *Archive) nights(o Options) {
	rows := []string{fmt.Sprintf(`{"sleepResultDate":%q,"ansStatus":null,"recoveryIndicator":0,"meanNightlyRecoveryRri":0,`+
		`"meanNightlyRecoveryRmssd":0,"meanNightlyRecoveryRespirationInterval":0}`, o.From.AddDate(0, 0, 2).Format(time.DateOnly))}
	for n := range a.Truth.Days {
		d := &a.Truth.Days[len(a.Truth.Days)-1-n]
		if d.Steps == 0 {
			continue
		}
		d.RMSSD, d.BeatMs, d.BreathMs = 40+d.Steps/1000, 1200, 4000
		rows = append(rows, fmt.Sprintf(`{"sleepResultDate":%q,"ansStatus":1.5,"recoveryIndicator":4,"ansRate":3,"meanNightlyRecoveryRri":%d,`+
			`"meanNightlyRecoveryRmssd":%d,"meanNightlyRecoveryRespirationInterval":%d,"meanBaselineRmssd":99,"sdBaselineRmssd":7}`,
			d.Date, d.BeatMs, d.RMSSD, d.BreathMs))
	}
	a.Add("nightly_recovery_12345-5e0ff64b.json", []byte("["+strings.Join(rows, ",")+"]"))
}

// days adds the files of two days' activity, and one of a day on which the
// device was not worn.
func (a *Archive) days(o Options) {
	for n := range 3 {
		date := o.From.AddDate(0, 0, n).Format(time.DateOnly)
		d := Day{File: fmt.Sprintf("activity-%s-5e0ff64b-%d.json", date, n), Date: date, Steps: 8000 + 1000*n, Kcal: 2400 + 10*n}
		summary := fmt.Sprintf(`"summary":{"startTime":"00:00:00.000","endTime":"23:59:59.000","stepCount":%d,"stepsDistance":%.1f,"calories":%d,"dailyMetMinutes":1500.5,"activityLevels":[{"level":"NON_WEAR","duration":"PT3H"}]},`,
			d.Steps, 0.7*float64(d.Steps), d.Kcal)
		if n == 2 {
			summary, d.Steps, d.Kcal = "", 0, 0
		}
		a.Add(d.File, fmt.Appendf(nil,
			`{"exportVersion":"2.6","date":%q,%s"samples":{"mets":[{"localTime":"00:00:00.000","value":0.875}],"steps":[],"metSources":[]},"physicalInformation":{"sex":"FEMALE"}}`, date, summary))
		a.Truth.Days = append(a.Truth.Days, d)
	}
}

const (
	// lost is the number of values missing at the beginning.
	lost = 3
	// routeLate is the number of seconds before the first position.
	routeLate = 4
	// wall is local time without a zone.
	wall = "2006-01-02T15:04:05"
)

// channel writes one list of values, one per second.
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

// local returns local time at a second of a session.
func (w Session) local(second int) time.Time {
	return w.Start.Add(time.Duration(w.OffsetS+second) * time.Second)
}

// whole returns a session around exercises: from the first to the last, with
// their sums.
func whole(exercises []Session) (first Session, last time.Time) {
	first = exercises[0]
	last = first.local(first.DurationS)
	for _, e := range exercises[1:] {
		first.DurationS += e.DurationS
		first.DistanceM += e.DistanceM
		last = e.local(e.DurationS)
	}
	return first, last
}

func sportOf(word string) (name string, id int) {
	for _, k := range sports {
		if k.sport == word {
			return k.word, k.id
		}
	}
	return "OTHER_OUTDOOR", 16
}

func currentHead(w Session) string {
	_, sport := sportOf(w.Sport)
	return fmt.Sprintf(`"startTime":%q,"timezoneOffsetMinutes":%d,"durationMillis":%d,"distanceMeters":%.1f,"calories":312,"sport":{"id":"%d"}`,
		w.local(0).Format(wall), w.OffsetS/60, 1000*w.DurationS, w.DistanceM, sport)
}

func current(id int, exercises []Session) []byte {
	var s strings.Builder
	all, last := whole(exercises)
	fmt.Fprintf(&s, `{"identifier":{"id":"%d"},%s,"stopTime":%q,"name":"","hrAvg":%d,"hrMax":165,"product":{"modelName":"Polar Vantage M"},"application":{"name":"Polar Flow"},"exercises":[`,
		id, currentHead(all), last.Format(wall), all.AvgHR)
	for i, e := range exercises {
		if i > 0 {
			s.WriteByte(',')
		}
		currentExercise(&s, e)
	}
	s.WriteString("]}")
	return []byte(s.String())
}

func currentExercise(s *strings.Builder, w Session) {
	points := w.Body.Points()
	fmt.Fprintf(s, `{%s,"samples":{"samples":[`, currentHead(w))
	channel(s, "HEART_RATE", points, lost, func(p bodytest.Point) string { return fmt.Sprint(p.HR) })
	s.WriteByte(',')
	channel(s, "SPEED", points, 0, func(p bodytest.Point) string { return fmt.Sprintf("%.4f", 3.6*p.SpeedMS) })
	s.WriteByte(',')
	channel(s, "DISTANCE", points, 0, func(p bodytest.Point) string { return fmt.Sprintf("%.2f", p.DistanceM) })
	s.WriteByte(',')
	channel(s, "CADENCE", points, 0, func(p bodytest.Point) string { return fmt.Sprint(p.Cadence) })
	s.WriteByte(',')
	channel(s, "TEMPERATURE", points, 0, func(bodytest.Point) string { return "18.5" })
	s.WriteByte(',')
	// The altimeter is zero, not missing, until it has settled.
	channel(s, "ALTITUDE", points, 0, func(p bodytest.Point) string {
		if p.Second < lost {
			return "0"
		}
		return fmt.Sprintf("%.1f", p.AltitudeM)
	})
	s.WriteString(`]},"routes":{`)
	if w.Positions > 0 {
		fmt.Fprintf(s, `"route":{"startTime":%q,"wayPoints":[`, w.local(routeLate).Format(wall))
		for i, p := range points[routeLate:] {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(s, `{"longitude":%.7f,"latitude":%.7f,"altitude":%.1f,"elapsedMillis":%d}`, p.Lon, p.Lat, p.AltitudeM, 1000*i)
		}
		s.WriteString("]}")
	}
	s.WriteString(`},"laps":{"laps":[],"autoLaps":[]},"pauseTimes":[]}`)
}

func older(exercises []Session) []byte {
	var s strings.Builder
	all, last := whole(exercises)
	fmt.Fprintf(&s, `{"exportVersion":"1.3","name":"Laufen","timeZoneOffset":%d,%s,"maximumHeartRate":165,"averageHeartRate":%d,"exercises":[`,
		all.OffsetS/60, olderHead(all, last), all.AvgHR)
	for i, e := range exercises {
		if i > 0 {
			s.WriteByte(',')
		}
		olderExercise(&s, e)
	}
	s.WriteString("]}")
	return []byte(s.String())
}

func olderHead(w Session, last time.Time) string {
	return fmt.Sprintf(`"startTime":"%s.000","stopTime":"%s.000","duration":"PT%d.500S","distance":%.1f,"kiloCalories":312`,
		w.local(0).Format(wall), last.Format(wall), w.DurationS, w.DistanceM)
}

func olderExercise(s *strings.Builder, w Session) {
	points := w.Body.Points()
	at := func(second int) string { return w.local(second).Format(wall) + ".000" }
	sport, _ := sportOf(w.Sport)
	fmt.Fprintf(s, `{%s,"timezoneOffset":%d,"sport":%q,"heartRate":{"min":90,"avg":%d,"max":165},"samples":{`,
		olderHead(w, w.local(w.DurationS)), w.OffsetS/60, sport, w.AvgHR)
	list := func(name string, clock int, points []bodytest.Point, value func(bodytest.Point) string) {
		fmt.Fprintf(s, `%q:[`, name)
		for i, p := range points {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(s, `{"dateTime":%q%s}`, at(p.Second+clock), value(p))
		}
		s.WriteByte(']')
	}
	list("heartRate", 0, points, func(p bodytest.Point) string { return fmt.Sprintf(`,"value":%d`, p.HR) })
	s.WriteByte(',')
	list("speed", 0, points, func(p bodytest.Point) string { return fmt.Sprintf(`,"value":%.4f`, 3.6*p.SpeedMS) })
	s.WriteByte(',')
	list("distance", 0, points, func(p bodytest.Point) string { return fmt.Sprintf(`,"value":%.2f`, p.DistanceM) })
	if w.Positions > 0 {
		s.WriteByte(',')
		list("recordedRoute", w.RouteClockS, points[routeLate:], func(p bodytest.Point) string {
			return fmt.Sprintf(`,"longitude":%.7f,"latitude":%.7f,"altitude":%.1f`, p.Lon, p.Lat, p.AltitudeM)
		})
	}
	s.WriteString("}}")
}
