package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// track is a GPX file of an hour that begins at a place; sensor adds a temperature.
func track(at time.Time, lat, lon float64, sensor bool) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"` +
		` xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><type>cycling</type><trkseg>`)
	for i := range 361 {
		temp := ""
		if sensor {
			temp = `<extensions><t:TrackPointExtension><t:atemp>21</t:atemp></t:TrackPointExtension></extensions>`
		}
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="%.6f"><ele>400</ele><time>%s</time>%s</trkpt>`,
			lat+float64(i)*1e-4, lon, at.Add(time.Duration(i)*10*time.Second).Format(time.RFC3339), temp)
	}
	return b.String() + `</trkseg></trk></gpx>`
}

// TestWeatherIsAskedOnlyWhereItMayBe: after the person agreed, about outdoor activities without a
// sensor, by cell and day, never inside a privacy zone, and each once.
func TestWeatherIsAskedOnlyWhereItMayBe(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		mu.Lock()
		asked = append(asked, q.Get("latitude")+" "+q.Get("longitude")+" "+q.Get("start_date"))
		mu.Unlock()
		from, _ := time.Parse(time.DateOnly, q.Get("start_date"))
		to, _ := time.Parse(time.DateOnly, q.Get("end_date"))
		var at []int64
		var temp []float64
		for h := from; h.Before(to.AddDate(0, 0, 1)); h = h.Add(time.Hour) {
			at, temp = append(at, h.Unix()), append(temp, float64(h.Hour()))
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"hourly": map[string]any{"time": at, "temperature_2m": temp}})
	}))
	defer s.Close()
	p := newPerson(t)
	p.environ = append(p.environ, "OPENMETEO_URL="+s.URL+"/v1")
	day := func(n int) time.Time { return time.Date(2026, 8, n, 8, 0, 0, 0, time.UTC) }
	for name, text := range map[string]string{
		"plain.gpx":  track(day(1), 46.52, 7.98, false),
		"next.gpx":   track(day(3), 46.53, 8.01, false), // the same cell within two weeks
		"sensor.gpx": track(day(5), 46.52, 7.98, true),
		"home.gpx":   track(day(7), 47.30, 8.50, false), // whole within the zone
		"new.gpx":    track(day(19), 46.52, 7.98, false),
	} {
		if err := os.WriteFile(filepath.Join(p.work, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.must(t, "import", p.work)
	p.must(t, "privacy", "add", "47.318,8.5", "--radius", "6000")
	if code, _, errs := p.run(t.Context(), "connect", "openmeteo"); code == 0 || len(asked) > 0 {
		t.Fatalf("connected without a person: %s, %v", errs, asked)
	}
	p.inTTY, p.in = true, strings.NewReader("no\n")
	if code, _, _ := p.run(t.Context(), "connect", "openmeteo"); code == 0 || len(asked) > 0 {
		t.Fatalf("connected without consent: %v", asked)
	}
	p.in = strings.NewReader("openmeteo\n")
	p.must(t, "connect", "openmeteo")
	p.inTTY, p.in, asked = false, nil, nil
	p.must(t, "sync")
	if want := []string{"46.5 8.0 2026-08-01"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
	p.must(t, "sync")
	if len(asked) != 1 {
		t.Errorf("asked again: %q", asked)
	}
	out := p.must(t, "call", "get_activity", `{"id":"2026-08-01","sections":["weather"]}`)
	if !strings.Contains(out, `"weather_temp_c":8.5`) || !strings.Contains(out, "Open-Meteo.com") {
		t.Errorf("no weather with its credit: %s", out)
	}
	if out := p.must(t, "call", "get_activity", `{"id":"2026-08-07","sections":["weather"]}`); strings.Contains(out, "weather_temp_c") {
		t.Errorf("weather at home: %s", out)
	}
}
