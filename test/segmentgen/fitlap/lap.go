package fitlap

import (
	"fmt"
	"math"
	"slices"
	"time"

	"lapkeep/test/rawfit"
	"lapkeep/test/segmentgen"
)

// Lap is what a segment_lap says. Times are whole seconds, positions
// semicircles. The distance and the speed of a ride without a wheel are NaN. A
// failed one was given up: it ends where that was.
type Lap struct {
	Segment                int // of the ride's
	Name, UUID             string
	Start, End             time.Time
	StartLat, StartLon     int
	EndLat, EndLon         int
	ElapsedS, TimerS       float64 // with pauses, and without
	DistanceM, AvgSpeedMPS float64
	Failed                 bool
}

// aheadS is how much less than the difference of its times a device has for
// the elapsed time.
const aheadS = 0.006

func lapsOf(ride segmentgen.Ride) []Lap {
	var out []Lap
	for _, e := range ride.Efforts {
		out = append(out, lapOf(ride, e.Segment, e.EntryS, e.ExitS, false))
	}
	for _, m := range ride.Misses {
		switch m.Why {
		case segmentgen.Leaves:
			out = append(out, lapOf(ride, m.Segment, m.FromS, m.ToS, true))
		case segmentgen.TurnsBack: // it is given up half way there and back
			out = append(out, lapOf(ride, m.Segment, m.FromS, (m.FromS+m.ToS)/2, true))
		}
	}
	slices.SortStableFunc(out, func(a, b Lap) int { return a.End.Compare(b.End) })
	return out
}

func lapOf(ride segmentgen.Ride, segment int, from, to float64, failed bool) Lap {
	a, b := rowFrom(ride.Rows, from), rowFrom(ride.Rows, to)
	l := Lap{
		Segment: segment, Name: "路段 " + ride.Segments[segment].Name, UUID: fmt.Sprintf("%08d", 10_203_040+segment),
		Start: at(a.TimeS), End: at(b.TimeS), Failed: failed,
		StartLat: semicircles(a.LatDeg), StartLon: semicircles(a.LonDeg), EndLat: semicircles(b.LatDeg), EndLon: semicircles(b.LonDeg),
		ElapsedS: b.TimeS - a.TimeS - aheadS, DistanceM: b.DistanceM - a.DistanceM,
	}
	l.TimerS, l.AvgSpeedMPS = l.ElapsedS-paused(ride, a.TimeS, b.TimeS), l.DistanceM/l.ElapsedS
	return l
}

// rowFrom is the first row at a time or later, the last one at the end.
func rowFrom(rows []segmentgen.Row, t float64) segmentgen.Row {
	for _, r := range rows {
		if r.TimeS >= t {
			return r
		}
	}
	return rows[len(rows)-1]
}

func (l Lap) fields(index int, s segmentgen.Segment, style Style) rawfit.Fields {
	status := 0
	if l.Failed {
		status = 1
	}
	m := rawfit.Fields{
		"message_index": index, "timestamp": l.End, "start_time": l.Start, "total_elapsed_time": l.ElapsedS, "total_timer_time": l.TimerS,
		"start_position_lat": l.StartLat, "start_position_long": l.StartLon, "end_position_lat": l.EndLat, "end_position_long": l.EndLon,
		"total_distance": l.DistanceM, "avg_speed": l.AvgSpeedMPS, "sport": 2, "status": status,
		"name": l.Name, "uuid": l.UUID, "manufacturer": 265,
	}
	southWest, northEast := box(s)
	m["swc_lat"], m["swc_long"] = semicircles(southWest.LatDeg), semicircles(southWest.LonDeg)
	m["nec_lat"], m["nec_long"] = semicircles(northEast.LatDeg), semicircles(northEast.LonDeg)
	if style == Trimmed {
		return m
	}
	m["name"], m["uuid"] = filled(l.Name, 50), filled(l.UUID, 33)
	for _, name := range []string{
		"event", "event_type", "event_group", "total_calories", "total_fat_calories", "max_speed", "avg_heart_rate", "max_heart_rate",
		"avg_power", "max_power", "total_ascent", "total_descent", "normalized_power", "left_right_balance", "sub_sport", "total_work",
		"sport_event", "time_standing", "stand_count",
	} {
		m[name] = rawfit.Invalid{}
	}
	m["avg_left_power_phase"], m["avg_power_position"] = []byte{255, 255, 255, 255}, []byte{255, 255, 255, 255}
	return m
}

func filled(text string, size int) []byte {
	return append([]byte(text), make([]byte, size-len(text))...)
}

// box is the south-west and the north-east corner. One that goes over the date
// line has the larger longitude in the west.
func box(s segmentgen.Segment) (southWest, northEast segmentgen.Point) {
	first := s.Points[0]
	southWest, northEast = first, first
	west, east := 0.0, 0.0
	for _, p := range s.Points {
		southWest.LatDeg, northEast.LatDeg = math.Min(southWest.LatDeg, p.LatDeg), math.Max(northEast.LatDeg, p.LatDeg)
		from := wrapped(p.LonDeg - first.LonDeg)
		west, east = math.Min(west, from), math.Max(east, from)
	}
	southWest.LonDeg, northEast.LonDeg = wrapped(first.LonDeg+west), wrapped(first.LonDeg+east)
	return southWest, northEast
}

// wrapped is a longitude from -180 to 180, the latter not included.
func wrapped(deg float64) float64 { return math.Mod(deg+540, 360) - 180 }
