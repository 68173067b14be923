package polartest

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

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

// local gives the clock at the place at a second of a session.
func (w Session) local(second int) time.Time {
	return w.Start.Add(time.Duration(w.OffsetS+second) * time.Second)
}

// whole is a session around exercises: from the first to the last, with their
// sums.
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
