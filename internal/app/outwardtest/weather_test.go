package outwardtest_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// TestTheWeatherIsReadWithTheActivity, answered without the service, and named
// as missing where the service has none.
func TestTheWeatherIsReadWithTheActivity(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	defer a.server.Inject(intervalstest.Fault{Status: 503})()
	type answer struct {
		Weather map[string]any
		Missing map[string]string
	}
	ask := func(name string) (got answer) {
		t.Helper()
		text := a.ok(t, "call", "get_activity", a.fill(t, `{"id":"{`+name+`}","sections":["weather"]}`))
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	var want map[string]any
	a.there(t, "Long ride", func(v *apitest.Activity) {
		d := func(name string) float64 { return apitest.Number(v.Doc, name) }
		want = map[string]any{
			"source": "intervals", "weather_temp_c": tenths(d("average_weather_temp")), "weather_min_temp_c": tenths(d("min_weather_temp")),
			"weather_max_temp_c": tenths(d("max_weather_temp")), "feels_like_c": tenths(d("average_feels_like")),
			"wind_speed_kmh": tenths(3.6 * d("average_wind_speed")), "wind_gust_kmh": tenths(3.6 * d("average_wind_gust")),
			"wind_from_deg": d("prevailing_wind_deg"),
			"headwind_pct":  42.5, "tailwind_pct": 31.3, "clouds_pct": d("average_clouds"), "max_rain_mm": tenths(d("max_rain")), "max_snow_mm": 0.0,
		}
	})
	if got := ask("Long ride"); cmp.Diff(want, got.Weather) != "" || want["wind_speed_kmh"] == 0.0 || got.Missing["weather"] != "" {
		t.Errorf("%s%v", cmp.Diff(want, got.Weather), got.Missing)
	}
	if got := ask("Turbo: 4 x 8 min threshold"); got.Weather != nil || got.Missing["weather"] == "" {
		t.Errorf("indoors it is %v, missing %v", got.Weather, got.Missing)
	}
}

// TestWeatherThatComesLaterIsTold after the next reading, and is given no more
// once the service has none.
func TestWeatherThatComesLaterIsTold(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ask := a.fill(t, `{"id":"{Long ride}","sections":["weather"]}`)
	for _, step := range []struct{ has, says string }{
		{"none", `"missing":{"weather":`},
		{"frost", `"weather_temp_c":-7.5`},
		{"thaw", `"weather_temp_c":1.5`},
		{"none", `"missing":{"weather":`},
	} {
		a.there(t, "Long ride", func(v *apitest.Activity) {
			v.Doc["has_weather"] = step.has != "none"
			v.Doc["average_weather_temp"] = map[string]float64{"frost": -7.5, "thaw": 1.5}[step.has]
		})
		a.read(t)
		if got := a.ok(t, "call", "get_activity", ask); !strings.Contains(got, step.says) {
			t.Errorf("%s: %s", step.has, got)
		}
	}
}

func tenths(v float64) float64 { return math.Round(10*v) / 10 }
