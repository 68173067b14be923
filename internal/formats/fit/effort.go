package fit

import (
	"cmp"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// effort is a segment lap message: an effort on a segment that the device timed.
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

// place is a position, nil for half of one and for none.
func place(m *proto.Message, latitude, longitude byte) *training.RoutePoint {
	lat, okLat := Int(m, latitude)
	lon, okLon := Int(m, longitude)
	if !okLat || !okLon || lat == 0 && lon == 0 {
		return nil
	}
	return &training.RoutePoint{LatDeg: float64(lat) / training.Latitude.Scale(), LonDeg: float64(lon) / training.Longitude.Scale()}
}

// effortsOf are those of a part that end after they begin.
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
