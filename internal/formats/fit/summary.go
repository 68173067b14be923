package fit

import (
	"math"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

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
		m.code(fieldnum.LapEvent, uint16(typedef.EventLap))
		m.code(fieldnum.LapEventType, uint16(typedef.EventTypeStop))
		m.code(fieldnum.LapLapTrigger, uint16(typedef.LapTriggerFromString(l.Trigger)))
		m.code(fieldnum.LapIntensity, uint16(typedef.IntensityFromString(l.Intensity)))
		m.code(fieldnum.LapSport, uint16(sport))
		m.code(fieldnum.LapSubSport, uint16(sub))
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
		m.code(fieldnum.LengthEvent, uint16(typedef.EventLength))
		m.code(fieldnum.LengthEventType, uint16(typedef.EventTypeStop))
		m.code(fieldnum.LengthLengthType, uint16(kind))
		m.code(fieldnum.LengthSwimStroke, uint16(typedef.SwimStrokeFromString(l.Stroke)))
		if l.Strokes > 0 {
			m.int(fieldnum.LengthTotalStrokes, int64(l.Strokes))
		}
		f.add(m)
		f.lengths++
	}
}

// values puts the metrics of a table; cycles is the field of the count that
// is called strokes in water.
func (m *message) values(table []ProfileValue, v training.Values, cycles byte) {
	for i := range table {
		t := &table[i]
		x, ok := v[t.Metric]
		if !ok || t.Legacy || t.Num == cycles {
			continue
		}
		if t.Fraction == 0 {
			m.scaled(t.Num, x+t.Offset, t.Scale)
			continue
		}
		whole, part := math.Modf(math.Round(x*128) / 128)
		m.int(t.Num, int64(whole))
		if part > 0 {
			m.int(t.Fraction, int64(part*128))
		}
	}
	if n, ok := CyclesOf(v); ok {
		m.scaled(cycles, n, 1)
	}
}

// sessions writes the summaries, after all that they sum up.
func (f *encodeFile) sessions(recs []*training.Recording) {
	for i, r := range recs {
		sport, sub := SportCodes(r.Sport, r.SubSport)
		m := newMessage(mesgnum.Session)
		m.int(fieldnum.SessionTimestamp, after(r, r.ElapsedS))
		m.int(fieldnum.SessionMessageIndex, int64(i))
		m.int(fieldnum.SessionStartTime, stamp(r.Start))
		m.scaled(fieldnum.SessionTotalElapsedTime, r.ElapsedS, 1000)
		m.scaled(fieldnum.SessionTotalTimerTime, r.TimerS, 1000)
		m.code(fieldnum.SessionEvent, uint16(typedef.EventSession))
		m.code(fieldnum.SessionEventType, uint16(typedef.EventTypeStop))
		m.code(fieldnum.SessionSport, uint16(sport))
		m.code(fieldnum.SessionSubSport, uint16(sub))
		m.int(fieldnum.SessionFirstLapIndex, int64(f.first[i]))
		m.int(fieldnum.SessionNumLaps, int64(len(r.Laps)))
		m.values(SessionValues, r.DeviceValues, fieldnum.SessionTotalCycles)
		f.add(m)
		f.timeInZone(i, r)
	}
}

func (f *encodeFile) timeInZone(session int, r *training.Recording) {
	if len(r.DeviceZones) == 0 {
		return
	}
	m := newMessage(mesgnum.TimeInZone)
	m.int(fieldnum.TimeInZoneTimestamp, after(r, r.ElapsedS))
	m.code(fieldnum.TimeInZoneReferenceMesg, uint16(mesgnum.Session))
	m.int(fieldnum.TimeInZoneReferenceIndex, int64(session))
	for _, z := range r.DeviceZones {
		switch z.Kind {
		case training.ZonesHR:
			m.put(fieldnum.TimeInZoneTimeInHrZone, encodeMillis(z.Seconds))
			m.put(fieldnum.TimeInZoneHrZoneHighBoundary, proto.SliceUint8(encodeBounds[uint8](z.HighBounds, 1)))
		case training.ZonesPower:
			m.put(fieldnum.TimeInZoneTimeInPowerZone, encodeMillis(z.Seconds))
			m.put(fieldnum.TimeInZonePowerZoneHighBoundary, proto.SliceUint16(encodeBounds[uint16](z.HighBounds, 1)))
		case training.ZonesPace:
			m.put(fieldnum.TimeInZoneTimeInSpeedZone, encodeMillis(z.Seconds))
			m.put(fieldnum.TimeInZoneSpeedZoneHighBoundary, proto.SliceUint16(encodeBounds[uint16](z.HighBounds, 1000)))
		}
	}
	f.add(m)
}

func encodeMillis(seconds []float64) proto.Value {
	out := make([]uint32, len(seconds))
	for i, s := range seconds {
		out[i] = uint32(min(max(0, math.Round(s*1000)), math.MaxUint32-1))
	}
	return proto.SliceUint32(out)
}

func encodeBounds[T uint8 | uint16](high []float64, scale float64) []T {
	out := make([]T, len(high))
	for i, b := range high {
		out[i] = T(min(max(0, math.Round(b*scale)), float64(^T(0)-1)))
	}
	return out
}
