package training

// The weather that an activity was done in, as a service tells it of the
// place and the hours.
const (
	MetricWeatherTempC    Metric = "weather_temp_c" // of the air, where temp_c is the device's
	MetricWeatherMinTempC Metric = "weather_min_temp_c"
	MetricWeatherMaxTempC Metric = "weather_max_temp_c"
	MetricFeelsLikeC      Metric = "feels_like_c"
	MetricWindSpeedKMH    Metric = "wind_speed_kmh"
	MetricWindGustKMH     Metric = "wind_gust_kmh"
	MetricWindFromDeg     Metric = "wind_from_deg" // 0 is north, 90 is east
	MetricHeadwindPct     Metric = "headwind_pct"
	MetricTailwindPct     Metric = "tailwind_pct"
	MetricCloudsPct       Metric = "clouds_pct"
	MetricMaxRainMM       Metric = "max_rain_mm"
	MetricMaxSnowMM       Metric = "max_snow_mm"
)

// WeatherMetrics are all of them.
func WeatherMetrics() []Metric {
	return []Metric{
		MetricWeatherTempC, MetricWeatherMinTempC, MetricWeatherMaxTempC, MetricFeelsLikeC, MetricWindSpeedKMH, MetricWindGustKMH,
		MetricWindFromDeg, MetricHeadwindPct, MetricTailwindPct, MetricCloudsPct, MetricMaxRainMM, MetricMaxSnowMM,
	}
}
