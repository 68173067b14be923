package demo

import (
	"math"
	"strings"

	"lapkeep/internal/training"
)

// sky is the weather of a day, but for its temperature.
type sky struct {
	windKMH, gustKMH, fromDeg float64
	cloudsPct, rainMM         float64
}

// skyOver is a day's: mostly west wind, now and then the dry one from the
// north-east, and rain out of thick clouds.
func skyOver(day training.Day) sky {
	rng := chance(swaySky, day)
	s := sky{windKMH: 3 + 8*math.Abs(rng.NormFloat64()), fromDeg: 250 + 30*rng.NormFloat64(), cloudsPct: 100 * math.Sqrt(rng.Float64())}
	if rng.IntN(4) == 0 {
		s.fromDeg, s.cloudsPct = 45+15*rng.NormFloat64(), s.cloudsPct/2
	}
	s.gustKMH = s.windKMH * (1.4 + 0.5*rng.Float64())
	if rain := rng.ExpFloat64(); s.cloudsPct > 80 && rain > 0.5 {
		s.rainMM = 0.6 * rain
	}
	return s
}

// remarked has the sky be as the athlete remarks on it.
func (s *sky) remarked(remark string) {
	const breezeKMH, calmKMH = 19, 6
	says := func(what string) bool { return strings.Contains(remark, what) }
	switch {
	case says("wet") || says("Muddy"):
		s.cloudsPct, s.rainMM = max(s.cloudsPct, 88), max(s.rainMM, 0.4)
	case says("Lovely light"):
		s.cloudsPct, s.rainMM = min(s.cloudsPct, 35), 0
	case says("Headwind") || says("Choppy"):
		s.windKMH, s.gustKMH = max(s.windKMH, breezeKMH), max(s.gustKMH, 1.5*breezeKMH)
	case says("Flat water"):
		s.windKMH, s.gustKMH = min(s.windKMH, calmKMH), min(s.gustKMH, 1.5*calmKMH)
	}
}

// outside reports whether an activity was under the sky.
func (it Item) outside() bool {
	switch w := it.work.(type) {
	case ride:
		return w.lengthM > 0
	case run, openWater, olympic:
		return true
	}
	return false
}

// weather is that of an activity, as a service would tell it; nil indoors. The
// device's temperature is that of the air, and more in the sun.
func (it Item) weather() training.Values {
	if !it.outside() {
		return nil
	}
	s := skyOver(it.Day)
	s.remarked(it.Description)
	rng := chance(swaySky, -it.Day)
	const inTheSunC, whole = 2.2, 100
	air := it.on.tempC - 0.3 - inTheSunC*(1-s.cloudsPct/whole)
	spread := 0.5 + 1.5*rng.Float64()
	head := 28 + 18*rng.Float64() // of a loop, about as much comes from behind
	v := training.Values{}
	for m, x := range map[training.Metric]float64{
		training.MetricWeatherTempC: air, training.MetricWeatherMinTempC: air - spread, training.MetricWeatherMaxTempC: air + spread,
		training.MetricFeelsLikeC: feelsLike(air, s.windKMH), training.MetricWindSpeedKMH: s.windKMH, training.MetricWindGustKMH: s.gustKMH,
	} {
		v = v.Put(m, math.Round(10*x)/10)
	}
	rain, snow := s.rainMM, 0.0
	if air < 0.5 {
		rain, snow = 0, rain
	}
	return v.Put(training.MetricWindFromDeg, math.Round(math.Mod(s.fromDeg+360, 360))).
		Put(training.MetricHeadwindPct, math.Round(head)).Put(training.MetricTailwindPct, math.Round(head*(0.85+0.3*rng.Float64()))).
		Put(training.MetricCloudsPct, math.Round(s.cloudsPct)).
		Put(training.MetricMaxRainMM, math.Round(10*rain)/10).Put(training.MetricMaxSnowMM, math.Round(10*snow)/10)
}

// feelsLike is the wind chill of the Meteorological Service of Canada and the
// US National Weather Service (2001), for cold air in a wind.
func feelsLike(airC, windKMH float64) float64 {
	const coldC, leastKMH = 10, 4.8
	if airC > coldC || windKMH < leastKMH {
		return airC
	}
	w := math.Pow(windKMH, 0.16)
	return 13.12 + 0.6215*airC - 11.37*w + 0.3965*airC*w
}
