package causetest

import (
	"time"

	"lapkeep/test/rawfit"
)

// Truth holds the values from which the file was made; a zero field is unknown.
type Truth struct {
	DistanceM, MovingS, TimerS float64
	PowerW, HRBpm              float64
	AscentM                    float64
	MaxSpeedMPS                float64
	// Developer is the rows of each developer field that has no channel.
	Developer map[string]int
}

// Case is a file and its sessions in order.
type Case struct {
	Bytes    []byte
	Sessions []Truth
}

// Start is when the cases begin.
func Start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

func at(seconds int) time.Time { return Start().Add(time.Duration(seconds) * time.Second) }

// The numbers of the FIT profile that the cases need.
const (
	activityFile = 4
	garmin       = 1
	running      = 1
	cycling      = 2
	swimming     = 5
	openWater    = 18
)

// activity begins a file of a watch.
func activity(maker, product int) *rawfit.File {
	return rawfit.New().FileID(rawfit.Fields{
		"type": activityFile, "manufacturer": maker, "product": product, "serial_number": 3912345678, "time_created": Start(),
	})
}

// session closes a session [from, to) and its one lap.
func session(f *rawfit.File, index, from, to int, extra rawfit.Fields) {
	m := rawfit.Fields{
		"timestamp": at(to), "start_time": at(from), "event": 9, "event_type": 1,
		"total_elapsed_time": float64(to - from), "total_timer_time": float64(to - from),
	}
	f.Lap(rawfit.Fields{
		"message_index": index, "timestamp": at(to), "start_time": at(from), "event": 9, "event_type": 1,
		"total_elapsed_time": float64(to - from), "total_timer_time": float64(to - from),
	})
	for k, v := range extra {
		m[k] = v
	}
	f.Session(m)
}

// whole closes a file of one session.
func whole(f *rawfit.File, seconds int, extra rawfit.Fields, truth Truth) Case {
	f.TimerStop(at(seconds))
	session(f, 0, 0, seconds, extra)
	f.Activity(rawfit.Fields{
		"timestamp": at(seconds), "total_timer_time": float64(seconds), "num_sessions": 1,
		"type": 0, "event": 26, "event_type": 1,
	})
	truth.TimerS = float64(seconds)
	return Case{f.Bytes(), []Truth{truth}}
}
