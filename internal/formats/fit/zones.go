package fit

import (
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// zones collects time in zone and boundaries from the messages that may hold
// them.
type zones struct {
	hrHigh, powerHigh []float64 // from hr_zone and power_zone messages
	inSession         []sessionZones
}

type sessionZones struct {
	session int // message index
	zones   []training.ZoneTimes
}

const maxZones = 32

func (z *zones) add(m *proto.Message) {
	switch m.Num {
	case mesgnum.HrZone:
		z.hrHigh = setBound(z.hrHigh, messageIndex(m, fieldnum.HrZoneMessageIndex), m, fieldnum.HrZoneHighBpm)
	case mesgnum.PowerZone:
		z.powerHigh = setBound(z.powerHigh, messageIndex(m, fieldnum.PowerZoneMessageIndex), m, fieldnum.PowerZoneHighValue)
	case mesgnum.TimeInZone:
		if Code[typedef.MesgNum](m, fieldnum.TimeInZoneReferenceMesg) != mesgnum.Session || len(z.inSession) > maxZones {
			return
		}
		z.inSession = append(z.inSession, newSessionZones(m))
	}
}

func setBound(bounds []float64, i int, m *proto.Message, num byte) []float64 {
	high, ok := Int(m, num)
	if i < 0 || i >= maxZones || !ok {
		return bounds
	}
	for len(bounds) <= i {
		bounds = append(bounds, 0)
	}
	bounds[i] = float64(high)
	return bounds
}

func newSessionZones(m *proto.Message) sessionZones {
	s := sessionZones{session: max(0, messageIndex(m, fieldnum.TimeInZoneReferenceIndex))}
	s.zones = appendZone(s.zones, training.ZonesHR, bounds(m, fieldnum.TimeInZoneHrZoneHighBoundary, 1),
		seconds(m, fieldnum.TimeInZoneTimeInHrZone))
	s.zones = appendZone(s.zones, training.ZonesPower, bounds(m, fieldnum.TimeInZonePowerZoneHighBoundary, 1),
		seconds(m, fieldnum.TimeInZoneTimeInPowerZone))
	s.zones = appendZone(s.zones, training.ZonesPace, bounds(m, fieldnum.TimeInZoneSpeedZoneHighBoundary, 1000),
		seconds(m, fieldnum.TimeInZoneTimeInSpeedZone))
	return s
}

// bounds is an array of boundaries up to the first that is not valid.
func bounds(m *proto.Message, num byte, scale float64) []float64 {
	f := m.FieldByNum(num)
	if f == nil {
		return nil
	}
	var out []float64
	switch f.Value.Type() {
	case proto.TypeSliceUint8:
		for _, n := range f.Value.SliceUint8() {
			if n == 0xFF {
				break
			}
			out = append(out, float64(n)/scale)
		}
	case proto.TypeSliceUint16:
		for _, n := range f.Value.SliceUint16() {
			if n == 0xFFFF {
				break
			}
			out = append(out, float64(n)/scale)
		}
	}
	return out
}

func appendZone(out []training.ZoneTimes, kind training.ZoneKind, high, secs []float64) []training.ZoneTimes {
	if len(secs) == 0 || len(high) == 0 {
		return out
	}
	return append(out, training.ZoneTimes{Kind: kind, HighBounds: high, Seconds: secs})
}

// of are the zones of a session: from a time_in_zone message that names it,
// else from its own arrays with the boundaries of the zone messages.
func (z *zones) of(s *session, i int) []training.ZoneTimes {
	for _, sz := range z.inSession {
		if sz.session == s.index || s.index < 0 && sz.session == i {
			return sz.zones
		}
	}
	out := appendZone(nil, training.ZonesHR, z.hrHigh, s.inHR)
	return appendZone(out, training.ZonesPower, z.powerHigh, s.inPower)
}
