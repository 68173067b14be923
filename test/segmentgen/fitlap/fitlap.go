// Package fitlap writes generated rides as FIT files with the efforts that a
// device found itself: segment_lap messages (142). It is for tests only:
// nothing that ships may import it.
//
// The messages are as recordings of three devices have them. One lies between
// the records, after the last one of the effort, and counts from 0. Its times
// are those of records, the first ones past the gates, and its elapsed time is
// theirs less some milliseconds: a device's effort is as exact as its records.
// Event and event type say nothing. The average speed is over elapsed time.
package fitlap

import (
	"math"
	"time"

	"lapkeep/test/rawfit"
	"lapkeep/test/segmentgen"
)

// Style is how a device writes the message.
type Style string

// The styles. Whole has many fields without a value, the name filled up to 50
// bytes and the id to 33; Trimmed has only fields with values, in big-endian
// order, and after a message that no profile knows.
const (
	Whole   Style = "whole"
	Trimmed Style = "trimmed"
)

// File is a ride as a FIT file and what its segment laps say, in their order:
// one for every effort, and failed ones for attempts that leave the segment or
// turn back on it.
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

// unknown writes what lies before the message in files of one style.
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

// paused is for how long the timer stood between the records of two times.
func paused(ride segmentgen.Ride, from, to float64) float64 {
	sum := 0.0
	for _, p := range ride.Pauses {
		if p.FromS >= from && p.ToS <= to {
			sum += math.Ceil(p.ToS) - math.Ceil(p.FromS)
		}
	}
	return sum
}
