package openmeteo_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/openmeteo"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// sky is the weather at an hour in a cell, made up; known is false for hours that a model
// has not computed yet.
func sky(name string, lat, lon float64, hour int64) (x float64, known bool) {
	seed := math.Sin(float64(len(name))*12.9898+lat*78.233+lon*37.719+float64(hour/3600)*4.581) * 43758.5453
	x = seed - math.Floor(seed)
	return math.Round(x * 360), x < 0.97
}

// archive answers as the service's document says, and keeps what it was asked.
func archive(t *testing.T) (address string, asked *[]url.Values) {
	asked = &[]url.Values{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		*asked = append(*asked, q)
		from, err := time.Parse(time.DateOnly, q.Get("start_date"))
		to, err2 := time.Parse(time.DateOnly, q.Get("end_date"))
		lat, err3 := strconv.ParseFloat(q.Get("latitude"), 64)
		lon, err4 := strconv.ParseFloat(q.Get("longitude"), 64)
		if r.URL.Path != "/v1/archive" || err != nil || err2 != nil || err3 != nil || err4 != nil || q.Get("timeformat") != "unixtime" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":true,"reason":"Parameter is missing"}`))
			return
		}
		hourly := map[string]any{}
		var hours []int64
		for at := from; at.Before(to.AddDate(0, 0, 1)); at = at.Add(time.Hour) {
			hours = append(hours, at.Unix())
		}
		hourly["time"] = hours
		for _, name := range strings.Split(q.Get("hourly"), ",") {
			column := make([]*float64, len(hours))
			for i, h := range hours {
				if x, known := sky(name, lat, lon, h); known {
					column[i] = &x
				}
			}
			hourly[name] = column
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"latitude": lat, "longitude": lon, "hourly": hourly})
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

func open(t *testing.T, address string) *openmeteo.Client {
	t.Helper()
	c, err := openmeteo.New(client.Options{BaseURL: address + "/v1", Clock: client.Clock{
		Now: time.Now, Sleep: func(context.Context, time.Duration) error { return nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWeatherIsThatOfTheHours that a stay touches, whatever other stays share its request.
func TestWeatherIsThatOfTheHours(t *testing.T) {
	address, asked := archive(t)
	r := rand.New(rand.NewPCG(7, 11))
	var stays []source.Stay
	for range 300 {
		from := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(90*24*3600)) * time.Second)
		stays = append(stays, source.Stay{
			Lat: 46 + float64(r.IntN(300))/1000, Lon: 8 + float64(r.IntN(300))/1000, From: from,
			To: from.Add(time.Duration(r.IntN(6*3600)) * time.Second),
		})
	}
	got, err := open(t, address).Weather(t.Context(), stays)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range *asked {
		from, _ := time.Parse(time.DateOnly, q.Get("start_date"))
		to, _ := time.Parse(time.DateOnly, q.Get("end_date"))
		if to.Sub(from) > 15*24*time.Hour || len(q.Get("latitude")) != len("46.0") || len(q.Get("longitude")) != len("8.0") {
			t.Fatalf("asked for %v", q)
		}
	}
	if len(*asked) >= len(stays) {
		t.Errorf("%d requests for %d stays", len(*asked), len(stays))
	}
	for i, s := range stays {
		lat, lon := math.Round(s.Lat*10)/10, math.Round(s.Lon*10)/10
		hours := func(name string, after int64) (all []float64) {
			first := s.From.Truncate(time.Hour).Unix() + after
			for h := first; h <= max(first, s.To.Add(time.Hour-time.Second).Truncate(time.Hour).Unix()); h += 3600 {
				if x, known := sky(name, lat, lon, h); known {
					all = append(all, x)
				}
			}
			return all
		}
		check := func(m training.Metric, all []float64, of func(all []float64) float64) {
			x, has := got[i][m]
			if has != (len(all) > 0) || has && math.Abs(x-of(all)) > 1e-9 {
				t.Fatalf("%s of %+v is %v (%t), want it of %v", m, s, x, has, all)
			}
		}
		mean := func(all []float64) float64 {
			sum := 0.0
			for _, x := range all {
				sum += x
			}
			return sum / float64(len(all))
		}
		most := func(all []float64) float64 {
			best := all[0]
			for _, x := range all {
				best = max(best, x)
			}
			return best
		}
		check(training.MetricWeatherTempC, hours("temperature_2m", 0), mean)
		check(training.MetricWeatherMaxTempC, hours("temperature_2m", 0), most)
		check(training.MetricWindSpeedKMH, hours("wind_speed_10m", 0), mean)
		check(training.MetricWindGustKMH, hours("wind_gusts_10m", 0), most)
		check(training.MetricMaxRainMM, hours("precipitation", 3600), most)
		if d, has := got[i][training.MetricWindFromDeg]; has && (d < 0 || d >= 360) {
			t.Fatalf("wind from %v", d)
		}
	}
}

// TestAnOddAnswerIsAnError, or no weather, but never a made-up value.
func TestAnOddAnswerIsAnError(t *testing.T) {
	noon := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	for body, fails := range map[string]bool{
		`{}`: false, `{"hourly":{"time":[1714564800]}}`: false, `{"hourly":{"time":[1714564800],"temperature_2m":[null]}}`: false,
		`<html>Maintenance</html>`: true, `{"hourly":{"time":"now"}}`: true, ``: true,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		got, err := open(t, s.URL).Weather(t.Context(), []source.Stay{{Lat: 46, Lon: 8, From: noon, To: noon.Add(time.Hour)}})
		s.Close()
		if (err != nil) != fails || err == nil && len(got[0]) != 0 {
			t.Errorf("%q: %v, %v", body, got, err)
		}
	}
}
