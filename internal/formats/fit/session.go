package fit

import (
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// session is a session message: the device's summary of one activity.
type session struct {
	start, end    uint32 // FIT time, 0 if not said
	elapsed       float64
	timer         float64
	hasElapsed    bool
	hasTimer      bool
	index         int // message index, -1 if not said
	sport         typedef.Sport
	sub           typedef.SubSport
	values        training.Values
	inHR, inPower []float64 // seconds in zones
	synthesised   bool
}

func newSession(m *proto.Message) session {
	s := session{
		start:   FieldTime(m, fieldnum.SessionStartTime),
		end:     FieldTime(m, fieldnum.SessionTimestamp),
		index:   messageIndex(m, fieldnum.SessionMessageIndex),
		sport:   Code[typedef.Sport](m, fieldnum.SessionSport),
		sub:     Code[typedef.SubSport](m, fieldnum.SessionSubSport),
		values:  values(m, SessionValues),
		inHR:    seconds(m, fieldnum.SessionTimeInHrZone),
		inPower: seconds(m, fieldnum.SessionTimeInPowerZone),
	}
	s.elapsed, s.hasElapsed = millis(m, fieldnum.SessionTotalElapsedTime)
	s.timer, s.hasTimer = millis(m, fieldnum.SessionTotalTimerTime)
	return s
}

// messageIndex is the number of a message among its kind; its upper bits are
// marks that do not count.
func messageIndex(m *proto.Message, num byte) int {
	n, ok := Int(m, num)
	if !ok {
		return -1
	}
	return int(n & 0x0FFF)
}

// millis is a duration in seconds from a field in milliseconds.
func millis(m *proto.Message, num byte) (float64, bool) {
	n, ok := Int(m, num)
	return float64(n) / 1000, ok
}

// seconds is an array of durations; those that are not valid are 0. It is nil
// if none is valid.
func seconds(m *proto.Message, num byte) []float64 {
	f := m.FieldByNum(num)
	if f == nil || !f.Value.Valid(f.BaseType) {
		return nil
	}
	raw := f.Value.SliceUint32()
	out := make([]float64, len(raw))
	for i, n := range raw {
		if n != 0xFFFFFFFF {
			out[i] = float64(n) / 1000
		}
	}
	return out
}

// values reads the metrics of a table from a message.
func values(m *proto.Message, table []ProfileValue) training.Values {
	var out training.Values
	for i := range table {
		v := &table[i]
		if _, has := out[v.Metric]; has && v.Legacy {
			continue
		}
		x, ok := Number(m, v.Num)
		if !ok {
			continue
		}
		x = x/v.Scale - v.Offset
		if v.Fraction != 0 {
			if n, ok := Int(m, v.Fraction); ok && n < 128 {
				x += float64(n) / 128
			}
		}
		out = out.Put(v.Metric, x)
	}
	return out
}
