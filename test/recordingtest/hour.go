// Package recordingtest makes recordings for tests: a full hour as a good
// device records it, and random ones that a format can hold.
package recordingtest

import (
	"math"
	"time"

	"lapkeep/internal/training"
)

// Start is when the made recordings begin.
var start = time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC)

// Hour is a ride of an hour at 1 Hz with every channel that a bike computer
// and its sensors have, four laps, a pause and what the device computed. It is
// the same each time.
func Hour() *training.Recording {
	const n = 3601
	off := 2 * 3600
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, SubSport: training.SubRoad,
		Start: start, OffsetS: &off, ElapsedS: n - 1, TimerS: n - 61,
		Device:   training.Device{Manufacturer: "garmin", Product: "edge_840", Serial: "3400000001", Software: "21.19"},
		Pauses:   []training.Span{{FromS: 1800, ToS: 1860}},
		Sessions: 1,
		DeviceValues: training.Values{
			training.MetricDistanceKM: 31.5, training.MetricAvgPowerW: 200, training.MetricMaxPowerW: 412,
			training.MetricNormalizedPowerW: 214, training.MetricTSS: 71.3, training.MetricIntensityFactor: 0.856,
			training.MetricWorkKJ: 708, training.MetricAvgHRBpm: 142, training.MetricMaxHRBpm: 171,
		},
	}
	for i := range 4 {
		r.Laps = append(r.Laps, training.Lap{
			StartS: float64(i * 900), EndS: float64((i + 1) * 900), ElapsedS: 900, TimerS: 900,
			Trigger: "manual", Intensity: "active",
		})
	}
	r.Laps[3].EndS = n
	for i := range n {
		row(&r.Columns, i)
	}
	r.Columns.Pad()
	return r
}

// row writes second i: waves of different lengths, so that neighbouring
// values differ as they do on the road.
func row(c *training.Columns, i int) {
	wave := func(mean, swing, period float64) int32 {
		return int32(math.Round(mean + swing*math.Sin(2*math.Pi*float64(i)/period)))
	}
	c.TimeS = append(c.TimeS, int32(i))
	c.Put(training.Power, i, wave(200, 120, 47))
	c.Put(training.HeartRate, i, wave(142, 25, 610))
	c.Put(training.Cadence, i, wave(86, 12, 31)*10)
	c.Put(training.Speed, i, wave(8750, 2400, 83))
	c.Put(training.Altitude, i, wave(20000, 8000, 1900)/20*20)
	c.Put(training.Distance, i, int32(i*875))
	c.Put(training.Temperature, i, wave(18, 4, 3000)*10)
	c.Put(training.Latitude, i, 560_000_000+int32(i)*900)
	c.Put(training.Longitude, i, 95_000_000+int32(i)*1300)
	c.Put(training.LeftBalance, i, wave(50, 3, 29)*100)
	c.Put(training.RespirationRate, i, wave(300, 60, 300))
	c.Put(training.CoreTemperature, i, wave(3810, 60, 3600))
}
