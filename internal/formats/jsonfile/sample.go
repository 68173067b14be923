package jsonfile

import (
	"math"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// What one of Suunto's units is in those of the channels and metrics.
const (
	perMinute = 60              // of Hz
	degrees   = 180 / math.Pi   // of radians
	zeroC     = 273.15          // K
	kcal      = 1.0 / 4184      // of joules
	longestS  = 30 * 24 * 3600. // longer than any recording
)

// field is how one of Suunto's fields becomes a channel's value.
type field struct {
	channel training.Channel
	scale   float64
	add     float64
}

// fields are those of a sample. A barometer's altitude counts before that of the
// satellites, which only some forms have.
var fields = map[string]field{
	"HR": {training.HeartRate, perMinute, 0}, "Cadence": {training.Cadence, perMinute, 0},
	"Power": {training.Power, 1, 0}, "BikePower": {training.Power, 1, 0},
	"Speed": {training.Speed, 1, 0}, "Distance": {training.Distance, 1, 0},
	"Altitude": {training.Altitude, 1, 0}, "Temperature": {training.Temperature, 1, -zeroC},
	"Latitude": {training.Latitude, degrees, 0}, "Longitude": {training.Longitude, degrees, 0},
}

// set stores a field; it is false for a value that cannot be.
func set(p *reading.Point, f field, x float64) bool {
	if f.channel == training.HeartRate && x == 0 {
		return true // not measured
	}
	return p.Set(f.channel, x*f.scale+f.add)
}

// suuntoSportOf is the sport by the words of the watch, the first that is known, else by
// its number of the activity.
func suuntoSportOf(number int, words ...string) (training.Sport, string) {
	for _, w := range words {
		if sport, sub, ok := training.ParseKind(w); ok {
			return sport, sub
		}
	}
	switch number {
	case 3:
		return training.Running, ""
	case 4:
		return training.Cycling, ""
	}
	return training.Other, ""
}

// totals adds the header's values of the whole.
func totals(r *training.Recording, distanceM, energyJ float64) {
	for _, v := range []struct {
		metric training.Metric
		value  float64
	}{{training.MetricDistanceKM, distanceM / 1000}, {training.MetricCaloriesKcal, energyJ * kcal}} {
		if v.value > 0 {
			r.DeviceValues = r.DeviceValues.Put(v.metric, v.value)
		}
	}
}
