package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// said is the weather of an activity that has these fields too.
func said(t testing.TB, fields string) (training.Values, string) {
	t.Helper()
	var a Activity
	if err := json.Unmarshal([]byte(`{"id":"i1","type":"Ride","start_date":"2026-09-19T05:15:00Z"`+fields+`}`), &a); err != nil {
		t.Fatal(err)
	}
	read := a.Read(time.UTC)
	return read.Said.Weather, read.Version
}

func TestOnlyWhatIsSaidOfTheWeatherIsThere(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fields string
		want   training.Values
	}{
		"nothing":          {``, nil},
		"nulls":            {`,"has_weather":null,"average_weather_temp":null,"average_wind_speed":null`, nil},
		"none is known":    {`,"has_weather":false,"average_weather_temp":0,"max_rain":0`, nil},
		"it is not marked": {`,"average_weather_temp":-4.5`, training.Values{training.MetricWeatherTempC: -4.5}},
		"calm and dry": {
			`,"has_weather":true,"average_wind_speed":0,"max_rain":0.0`,
			training.Values{training.MetricWindSpeedKMH: 0, training.MetricMaxRainMM: 0},
		},
		"the device's own is another": {`,"average_temp":21,"min_temp":20`, nil},
		"it cannot be": {
			`,"average_weather_temp":-273,"average_feels_like":1e300,"average_wind_speed":1e308,"average_wind_gust":-1,"prevailing_wind_deg":400,"average_clouds":101,"max_rain":-0.1`, nil,
		},
		"the edges": {`,"prevailing_wind_deg":360,"headwind_percent":100,"tailwind_percent":0`, training.Values{
			training.MetricWindFromDeg: 360, training.MetricHeadwindPct: 100, training.MetricTailwindPct: 0,
		}},
	} {
		got, _ := said(t, tt.fields)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestWeatherThatComesLaterIsRead: it is no part of the file, and yet what is
// kept differs with it.
func TestWeatherThatComesLaterIsRead(t *testing.T) {
	t.Parallel()
	const file = `,"file_type":"fit"`
	_, before := said(t, file)
	_, none := said(t, file+`,"has_weather":false`)
	_, after := said(t, file+`,"has_weather":true,"average_weather_temp":12`)
	if before != none || before == after {
		t.Errorf("%q without, %q with none, %q with weather", before, none, after)
	}
}

// TestAListAsksForAllOfTheWeather: what is read is asked for, and no more.
func TestAListAsksForAllOfTheWeather(t *testing.T) {
	t.Parallel()
	var read []string
	for f := range reflect.TypeFor[Weather]().Fields() {
		read = append(read, f.Tag.Get("json"))
	}
	asked := Fields()
	if d := cmp.Diff(read, asked[len(asked)-len(read):]); d != "" {
		t.Error(d)
	}
	if slices.Sort(asked); len(slices.Compact(slices.Clone(asked))) != len(asked) {
		t.Errorf("a field is asked for twice: %s", strings.Join(asked, " "))
	}
}

func TestWhateverIsSaidCanBe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var w Weather
		all := []**float64{
			&w.AirC, &w.MinAirC, &w.MaxAirC, &w.FeelsLikeC, &w.WindMPS, &w.GustMPS, &w.WindDeg, &w.Headwind, &w.Tailwind,
			&w.Clouds, &w.MaxRainMM, &w.MaxSnowMM,
		}
		some := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 500))
		for _, f := range all {
			*f = rapid.Ptr(some, true).Draw(t, "value")
		}
		for m, v := range w.values() {
			if !slices.Contains(training.WeatherMetrics(), m) {
				t.Fatalf("%s is no weather", m)
			}
			if v != v || v < -90 || v > 1000 {
				t.Fatalf("%s is %v", m, v)
			}
			if low := strings.HasSuffix(string(m), "_temp_c") || m == training.MetricFeelsLikeC; !low && v < 0 {
				t.Fatalf("%s is %v", m, v)
			}
		}
	})
}
