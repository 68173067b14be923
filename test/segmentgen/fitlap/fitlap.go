// Package fitlap writes generated rides as FIT files with the efforts that a
// device found itself: segment_lap messages (142). It is for tests only: the
// product must not import it.
//
// The messages are as in recordings of three devices. Each is between the
// records, after the last one of its effort, and they are numbered from 0. Its
// times are those of the first records past the gates, and its elapsed time is
// theirs minus some milliseconds: a device's effort is as accurate as its
// records. Event and event type have no meaning. The average speed is over
// elapsed time.
package fitlap

import (
	"fmt"
	"math"
	"slices"
	"time"

	"lapkeep/test/rawfit"
	"lapkeep/test/segmentgen"
)

// Style is a device's style of writing the message.
type Style string

// The styles. Whole has many fields without a value, the name padded to 50
// bytes and the id to 33. Trimmed has only fields with values, in big-endian
// order, and after a message that no profile knows.
const (
	Whole   Style = "whole"
	Trimmed Style = "trimmed"
)

// File returns a ride as a FIT file and the contents of its segment laps, in
// order: one for every effort, and failed ones for attempts that leave the
// segment or turn back on it.
func File(ride segmentgen.Ride, style Style) ([]byte, []Lap) {
	var options []rawfit.Option
	if style == Trimmed {
		options = append(options, rawfit.BigEndian())
	}
	laps := lapsOf(ride)
	f, next := rawfit.New(options...), 0
	first, last := ride.Rows[0], ride.Rows[len(ride.Rows)-1]
	f.FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "product": 3122, "serial_number": 3912345678, "time_created": at(first.TimeS)})
	f.TimerStart(at(first.TimeS))
	for i, row := range ride.Rows {
		for _, p := range ride.Pauses {
			if i > 0 && ride.Rows[i-1].TimeS < p.ToS && row.TimeS >= p.ToS {
				f.TimerStop(at(math.Ceil(p.FromS))).TimerStart(at(row.TimeS))
			}
		}
		f.Record(record(row))
		for ; next < len(laps) && !laps[next].End.After(at(row.TimeS)); next++ {
			unknown(f, style).Message("segment_lap", laps[next].fields(next, ride.Segments[laps[next].Segment], style))
		}
	}
	f.TimerStop(at(last.TimeS))
	summary := rawfit.Fields{
		"timestamp": at(last.TimeS), "start_time": at(first.TimeS), "event": 9, "event_type": 1, "sport": 2,
		"total_elapsed_time": last.TimeS - first.TimeS, "total_timer_time": last.TimeS - first.TimeS - paused(ride, first.TimeS, last.TimeS),
	}
	f.Lap(summary).Session(summary).Activity(rawfit.Fields{
		"timestamp": at(last.TimeS), "total_timer_time": summary["total_timer_time"], "num_sessions": 1, "type": 0, "event": 26, "event_type": 1,
	})
	return f.Bytes(), laps
}

// unknown writes the data before the message in files of one style.
func unknown(f *rawfit.File, style Style) *rawfit.File {
	if style == Trimmed {
		f.Raw(534, rawfit.RawField{Num: 0, Base: rawfit.Uint8, Data: []byte{1}})
	}
	return f
}

func at(unix float64) time.Time { return time.Unix(int64(unix), 0).UTC() }

func semicircles(deg float64) int { return int(math.Round(deg * (1 << 31) / 180)) }

func record(row segmentgen.Row) rawfit.Fields {
	m := rawfit.Fields{"timestamp": at(row.TimeS), "altitude": row.AltitudeM, "distance": row.DistanceM}
	if math.IsNaN(row.LatDeg) {
		m["position_lat"], m["position_long"] = rawfit.Invalid{}, rawfit.Invalid{}
	} else {
		m["position_lat"], m["position_long"] = semicircles(row.LatDeg), semicircles(row.LonDeg)
	}
	return m
}

// paused returns how many seconds the timer was paused between the records of
// two times.
func paused(ride segmentgen.Ride, from, to float64) float64 {
	sum := 0.0
	for _, p := range ride.Pauses {
		if p.FromS >= from && p.ToS <= to {
			sum += math.Ceil(p.ToS) - math.Ceil(p.FromS)
		}
	}
	return sum
}

// Lap holds the contents of a segment_lap. Times are whole seconds, positions
// semicircles. Distance and speed are NaN for a ride without a wheel sensor. A
// failed effort ends where it was given up.
type Lap struct {
	Segment                int // of the ride's segments
	Name, UUID             string
	Start, End             time.Time
	StartLat, StartLon     int
	EndLat, EndLon         int
	ElapsedS, TimerS       float64 // with pauses, and without
	DistanceM, AvgSpeedMPS float64
	Failed                 bool
}

// aheadS is how much smaller a device's elapsed time is than the difference of
// its times.
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
		case segmentgen.TurnsBack: // given up half-way there and back
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

// rowFrom returns the first row at or after a time, or the last one.
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

// box returns the south-west and the north-east corner. In a box across the
// date line the west has the larger longitude.
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

// wrapped returns a longitude in [-180, 180).
func wrapped(deg float64) float64 { return math.Mod(deg+540, 360) - 180 }
