package intervalsicu

import "lapkeep/internal/training"

// Weather holds the service's values of the weather of an activity. Its
// document names no units: temperatures are in °C, the wind like every speed in
// m/s, the shares from 0 to 100, and rain and snow in mm.
type Weather struct {
	HasWeather *bool    `json:"has_weather"`
	AirC       *float64 `json:"average_weather_temp"`
	MinAirC    *float64 `json:"min_weather_temp"`
	MaxAirC    *float64 `json:"max_weather_temp"`
	FeelsLikeC *float64 `json:"average_feels_like"`
	WindMPS    *float64 `json:"average_wind_speed"`
	GustMPS    *float64 `json:"average_wind_gust"`
	WindDeg    *float64 `json:"prevailing_wind_deg"`
	Headwind   *float64 `json:"headwind_percent"`
	Tailwind   *float64 `json:"tailwind_percent"`
	Clouds     *float64 `json:"average_clouds"`
	MaxRainMM  *float64 `json:"max_rain"`
	MaxSnowMM  *float64 `json:"max_snow"`
}

func weatherFields() []string {
	return []string{
		"has_weather", "average_weather_temp", "min_weather_temp", "max_weather_temp", "average_feels_like",
		"average_wind_speed", "average_wind_gust",
		"prevailing_wind_deg", "headwind_percent", "tailwind_percent", "average_clouds", "max_rain", "max_snow",
	}
}

// values are those that can be; nil is no weather. A calm and a dry day are
// said, so zero counts.
func (w *Weather) values() training.Values {
	if w.HasWeather != nil && !*w.HasWeather {
		return nil
	}
	const coldest, hottest, storm, round, whole, flood, perHour = -90, 65, 120, 360, 100, 1000, 3.6
	var v training.Values
	put := func(m training.Metric, x *float64, low, high, unit float64) {
		if x != nil && *x >= low && *x <= high {
			v = v.Put(m, *x*unit)
		}
	}
	put(training.MetricWeatherTempC, w.AirC, coldest, hottest, 1)
	put(training.MetricWeatherMinTempC, w.MinAirC, coldest, hottest, 1)
	put(training.MetricWeatherMaxTempC, w.MaxAirC, coldest, hottest, 1)
	put(training.MetricFeelsLikeC, w.FeelsLikeC, coldest, hottest, 1)
	put(training.MetricWindSpeedKMH, w.WindMPS, 0, storm, perHour)
	put(training.MetricWindGustKMH, w.GustMPS, 0, storm, perHour)
	put(training.MetricWindFromDeg, w.WindDeg, 0, round, 1)
	put(training.MetricHeadwindPct, w.Headwind, 0, whole, 1)
	put(training.MetricTailwindPct, w.Tailwind, 0, whole, 1)
	put(training.MetricCloudsPct, w.Clouds, 0, whole, 1)
	put(training.MetricMaxRainMM, w.MaxRainMM, 0, flood, 1)
	put(training.MetricMaxSnowMM, w.MaxSnowMM, 0, flood, 1)
	return v
}
