package fit

import (
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// lap is a lap message.
type lap struct {
	start, end uint32 // FIT time, 0 if not said
	elapsed    float64
	timer      float64
	trigger    string
	intensity  string
	step       int // index of its step in the file, -1 for none
	sport      typedef.Sport
	sub        typedef.SubSport
	values     training.Values
}

func newLap(m *proto.Message) lap {
	l := lap{
		start:     FieldTime(m, fieldnum.LapStartTime),
		end:       FieldTime(m, fieldnum.LapTimestamp),
		trigger:   word(Code[typedef.LapTrigger](m, fieldnum.LapLapTrigger).String()),
		intensity: word(Code[typedef.Intensity](m, fieldnum.LapIntensity).String()),
		sport:     Code[typedef.Sport](m, fieldnum.LapSport),
		sub:       Code[typedef.SubSport](m, fieldnum.LapSubSport),
		values:    values(m, LapValues),
	}
	l.step = -1
	if n, ok := Int(m, fieldnum.LapWktStepIndex); ok {
		l.step = int(n)
	}
	l.elapsed, _ = millis(m, fieldnum.LapTotalElapsedTime)
	l.timer, _ = millis(m, fieldnum.LapTotalTimerTime)
	if l.start == 0 && l.end > uint32(l.elapsed) {
		l.start = l.end - uint32(l.elapsed)
	}
	return l
}

// word is an enumerated value's name, empty where the profile has none.
func word(s string) string {
	if strings.Contains(s, "Invalid") {
		return ""
	}
	return s
}

// length is a length message: once through the pool.
type length struct {
	start   uint32
	elapsed float64
	timer   float64
	strokes int
	stroke  string
	active  bool
}

func newLength(m *proto.Message) length {
	l := length{
		start:  FieldTime(m, fieldnum.LengthStartTime),
		stroke: word(Code[typedef.SwimStroke](m, fieldnum.LengthSwimStroke).String()),
		active: Code[typedef.LengthType](m, fieldnum.LengthLengthType) != typedef.LengthTypeIdle,
	}
	l.elapsed, _ = millis(m, fieldnum.LengthTotalElapsedTime)
	l.timer, _ = millis(m, fieldnum.LengthTotalTimerTime)
	if n, ok := Int(m, fieldnum.LengthTotalStrokes); ok {
		l.strokes = int(n)
	}
	if end := FieldTime(m, fieldnum.LengthTimestamp); l.start == 0 && end > uint32(l.elapsed) {
		l.start = end - uint32(l.elapsed)
	}
	return l
}
