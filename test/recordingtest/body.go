package recordingtest

import (
	"math"
	"slices"
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
)

// Body wants a recording to be the body as a device saw it: its times, a row each
// second that it measured, and the values of the channels, no more and no fewer.
// Distance may follow from positions.
func Body(t *testing.T, name string, r *training.Recording, b bodytest.Body, channels ...training.Channel) {
	t.Helper()
	if !r.Start.Equal(b.Began()) || math.Abs(r.ElapsedS-float64(b.ElapsedS())) > 1 || math.Abs(r.TimerS-float64(b.TimerS())) > 1 {
		t.Errorf("%s: begins %s, %v s, timer %v s; want %s, %d s, %d s", name, r.Start, r.ElapsedS, r.TimerS, b.Began(), b.ElapsedS(), b.TimerS())
	}
	at := map[int32]int{}
	for i, s := range r.Columns.TimeS {
		at[s] = i
	}
	points := b.Points()
	if len(at) != len(points) {
		t.Errorf("%s: %d rows, want %d", name, len(at), len(points))
	}
	for ch := range training.NumChannels {
		if ch == training.Distance && !slices.Contains(channels, ch) {
			continue
		}
		wrong := 0
		for _, p := range points {
			row, there := at[int32(p.Second-b.FromS)]
			got, has := r.Columns.At(ch, row)
			if !slices.Contains(channels, ch) {
				if has {
					wrong++
				}
				continue
			}
			if want := math.Round(measured(p, ch) * ch.Scale()); !there || !has || math.Abs(float64(got)-want) > 2 {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d of %d values of %s are wrong", name, wrong, len(points), ch)
		}
	}
}

// measured is that of a point in the channel's shown unit.
func measured(p bodytest.Point, ch training.Channel) float64 {
	switch ch {
	case training.HeartRate:
		return float64(p.HR)
	case training.Power:
		return float64(p.PowerW)
	case training.Cadence:
		return float64(p.Cadence)
	case training.Speed:
		return p.SpeedMS
	case training.Altitude:
		return p.AltitudeM
	case training.Distance:
		return p.DistanceM
	case training.Latitude:
		return p.Lat
	case training.Longitude:
		return p.Lon
	case training.Temperature:
		return 18.5
	}
	return math.NaN()
}
