package fit

import (
	"cmp"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// lap is a lap message.
type lap struct {
	start, end uint32 // FIT time, 0 if missing
	elapsed    float64
	timer      float64
	trigger    string
	intensity  string
	step       int // index of the step in the file; -1 if there is none
	sport      typedef.Sport
	sub        typedef.SubSport
	values     training.Values
}

func newLap(m *proto.Message) lap {
	l := lap{
		start:     FieldTime(m, fieldnum.LapStartTime),
		end:       FieldTime(m, fieldnum.LapTimestamp),
		trigger:   plain(Code[typedef.LapTrigger](m, fieldnum.LapLapTrigger).String()),
		intensity: plain(Code[typedef.Intensity](m, fieldnum.LapIntensity).String()),
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

// length is a length message: one length of the pool.
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
		stroke: plain(Code[typedef.SwimStroke](m, fieldnum.LengthSwimStroke).String()),
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

// effort is a segment lap message: an effort on a segment, timed by the device.
type effort struct {
	start, end uint32
	is         training.DeviceEffort
}

func newEffort(m *proto.Message) effort {
	e := effort{
		start: FieldTime(m, fieldnum.SegmentLapStartTime), end: FieldTime(m, fieldnum.SegmentLapTimestamp),
		is: training.DeviceEffort{
			Name: FieldText(m, fieldnum.SegmentLapName), ID: FieldText(m, fieldnum.SegmentLapUuid),
			Start:   place(m, fieldnum.SegmentLapStartPositionLat, fieldnum.SegmentLapStartPositionLong),
			End:     place(m, fieldnum.SegmentLapEndPositionLat, fieldnum.SegmentLapEndPositionLong),
			GivenUp: Code[typedef.SegmentLapStatus](m, fieldnum.SegmentLapStatus) == typedef.SegmentLapStatusFail,
		},
	}
	e.is.ElapsedS, _ = millis(m, fieldnum.SegmentLapTotalElapsedTime)
	e.is.TimerS, _ = millis(m, fieldnum.SegmentLapTotalTimerTime)
	return e
}

// place returns a position, or nil if a coordinate is missing or both are 0.
func place(m *proto.Message, latitude, longitude byte) *training.RoutePoint {
	lat, okLat := Int(m, latitude)
	lon, okLon := Int(m, longitude)
	if !okLat || !okLon || lat == 0 && lon == 0 {
		return nil
	}
	return &training.RoutePoint{LatDeg: float64(lat) / training.Latitude.Scale(), LonDeg: float64(lon) / training.Longitude.Scale()}
}

// effortsOf returns the efforts of a part that end after they begin, in order
// of time.
func (f *file) effortsOf(p part) (out []training.DeviceEffort) {
	for _, e := range f.efforts {
		if e.start < p.from || e.start >= p.until || e.end <= e.start {
			continue
		}
		e.is.StartS, e.is.EndS = p.offset(e.start), p.offset(e.end)
		out = append(out, e.is)
	}
	slices.SortStableFunc(out, func(a, b training.DeviceEffort) int { return cmp.Compare(a.StartS, b.StartS) })
	return out
}

func (f *file) lapsOf(p part, end float64) []training.Lap {
	var out []training.Lap
	for i := range f.laps {
		l := &f.laps[i]
		if l.start < p.from || l.start >= p.until {
			continue
		}
		out = append(out, training.Lap{
			StartS: p.offset(l.start), ElapsedS: l.elapsed, TimerS: l.timer,
			Trigger: l.trigger, Intensity: l.intensity, Device: l.values, Step: f.numbers[l.step],
		})
	}
	for i := range out {
		if i+1 < len(out) {
			out[i].EndS = out[i+1].StartS
		} else {
			out[i].EndS = max(end, out[i].StartS)
		}
	}
	return out
}

func (f *file) lengthsOf(p part, laps []training.Lap) []training.Length {
	var out []training.Length
	lap := 0
	for i := range f.lengths {
		l := &f.lengths[i]
		if l.start < p.from || l.start >= p.until {
			continue
		}
		at := p.offset(l.start)
		for lap+1 < len(laps) && laps[lap+1].StartS <= at {
			lap++
		}
		out = append(out, training.Length{
			StartS: at, ElapsedS: l.elapsed, TimerS: l.timer,
			Strokes: l.strokes, Stroke: l.stroke, Active: l.active, Lap: lap,
		})
	}
	return out
}

func (f *encodeFile) lapMessages(r *training.Recording) {
	sport, sub := SportCodes(r.Sport, r.SubSport)
	for i := range r.Laps {
		l := &r.Laps[i]
		m := newMessage(mesgnum.Lap)
		m.int(fieldnum.LapTimestamp, after(r, l.StartS+l.ElapsedS))
		m.int(fieldnum.LapMessageIndex, int64(f.laps))
		m.int(fieldnum.LapStartTime, after(r, l.StartS))
		m.scaled(fieldnum.LapTotalElapsedTime, l.ElapsedS, 1000)
		m.scaled(fieldnum.LapTotalTimerTime, l.TimerS, 1000)
		m.int(fieldnum.LapEvent, int64(typedef.EventLap))
		m.int(fieldnum.LapEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.LapLapTrigger, int64(typedef.LapTriggerFromString(l.Trigger)))
		m.int(fieldnum.LapIntensity, int64(typedef.IntensityFromString(l.Intensity)))
		m.int(fieldnum.LapSport, int64(sport))
		m.int(fieldnum.LapSubSport, int64(sub))
		if l.Step > 0 && len(r.Workout) > 0 {
			m.int(fieldnum.LapWktStepIndex, int64(l.Step-1))
		}
		m.values(LapValues, l.Device, fieldnum.LapTotalCycles)
		f.add(m)
		f.laps++
	}
}

func (f *encodeFile) lengthMessages(r *training.Recording) {
	for i := range r.Lengths {
		l := &r.Lengths[i]
		kind := typedef.LengthTypeIdle
		if l.Active {
			kind = typedef.LengthTypeActive
		}
		m := newMessage(mesgnum.Length)
		m.int(fieldnum.LengthTimestamp, after(r, l.StartS+l.ElapsedS))
		m.int(fieldnum.LengthMessageIndex, int64(f.lengths))
		m.int(fieldnum.LengthStartTime, after(r, l.StartS))
		m.scaled(fieldnum.LengthTotalElapsedTime, l.ElapsedS, 1000)
		m.scaled(fieldnum.LengthTotalTimerTime, l.TimerS, 1000)
		m.int(fieldnum.LengthEvent, int64(typedef.EventLength))
		m.int(fieldnum.LengthEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.LengthLengthType, int64(kind))
		m.int(fieldnum.LengthSwimStroke, int64(typedef.SwimStrokeFromString(l.Stroke)))
		if l.Strokes > 0 {
			m.int(fieldnum.LengthTotalStrokes, int64(l.Strokes))
		}
		f.add(m)
		f.lengths++
	}
}
