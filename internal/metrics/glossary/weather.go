package glossary

// theWeather is who tells the weather.
const theWeather = "a connected service (Intervals.icu)"

// weatherEntries describe a service's values of the weather: nothing of it is computed here.
func weatherEntries() []Entry {
	const place = "Modelled for the place and the hours, not measured on the way; the service does not publish how."
	const fall = "The service says neither the unit, which is taken for mm, nor the time that it fell in."
	const wind = "Of the open country, not of the road; the service names no unit, and m/s is taken for it as for all its speeds."
	const share = "By the service's rule, which is not published; the rest is wind from the side or none."
	return []Entry{
		given("weather_temp_c", "Temperature of the air", "°C", theWeather, place),
		given("weather_min_temp_c", "Lowest temperature of the air", "°C", theWeather, place),
		given("weather_max_temp_c", "Highest temperature of the air", "°C", theWeather, place),
		given("feels_like_c", "Felt temperature", "°C", theWeather,
			"Wind and humidity are in it by the service's rule; riding into the wind is not known to be."),
		given("wind_speed_kmh", "Wind", "km/h", theWeather, wind),
		given("wind_gust_kmh", "Gusts", "km/h", theWeather, wind),
		given("wind_from_deg", "Where the wind came from", "°", theWeather, "0 is north, 90 east; most of the time, not all of it."),
		given("headwind_pct", "Share against the wind", "%", theWeather, share),
		given("tailwind_pct", "Share with the wind", "%", theWeather, share),
		given("clouds_pct", "Cover of clouds", "%", theWeather, place),
		given("max_rain_mm", "Heaviest rain", "mm", theWeather, fall),
		given("max_snow_mm", "Heaviest snow", "mm", theWeather, fall),
	}
}
