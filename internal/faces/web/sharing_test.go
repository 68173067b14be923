package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// around is an hour on a circle, with all that is drawn of it.
func around() *training.Columns {
	c := &training.Columns{}
	for i := range 3600 {
		at := float64(i) / 3600 * 2 * math.Pi
		c.TimeS = append(c.TimeS, int32(i))
		c.Put(training.Latitude, i, int32((47.3712345+0.03*math.Sin(at))*training.Latitude.Scale()))
		c.Put(training.Longitude, i, int32((8.5423456+0.04*math.Cos(at))*training.Longitude.Scale()))
		c.Put(training.Altitude, i, int32(43_210+1000*math.Sin(at)))
		c.Put(training.HeartRate, i, 140)
		c.Put(training.Power, i, 200)
		c.Put(training.Speed, i, 8000)
	}
	return c
}

const all = "?share=1&name=To+the+lake&clip=300&date=month&part=track&part=laps&part=description&chart=altitude&chart=speed&chart=hr" +
	"&number=duration_s&number=distance_km&number=avg_hr_bpm"

// outdoor has the recording of the answer have a track.
func outdoor(b json.RawMessage) json.RawMessage {
	var v map[string]any
	if json.Unmarshal(b, &v) != nil || v["recordings"] == nil {
		return b
	}
	v["recordings"] = []any{map[string]any{
		"channels": []string{"latitude", "longitude", "altitude", "speed", "hr", "power"}, "device": "Edge 540 serial 3399887766",
		"file_name": "ada-secret.fit",
	}}
	out, _ := json.Marshal(v)
	return out
}

// TestTheSharedFileStandsAlone: it asks nobody, has no script, and its policy
// allows its own styles alone.
func TestTheSharedFileStandsAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.stream, s.table.change = around(), outdoor
	res, body := s.ask(t, http.MethodGet, "/activities/ride/share.html"+all, nil)
	if got := res.Header.Get("Content-Disposition"); res.StatusCode != http.StatusOK ||
		got != "attachment; filename=lapkeep-2026-11-to-the-lake.html" {
		t.Fatalf("%d %s: %.300s", res.StatusCode, got, body)
	}
	styles := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(body)[1]
	sum := sha256.Sum256([]byte(styles))
	if !strings.Contains(body, "style-src &#39;sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"&#39;") {
		t.Error("the policy does not name the styles that the file has")
	}
	for _, bad := range []string{
		"<script", "http:", "https:", "url(", "@import", "src=", "style=", "/assets/", "<form", "<a ", "lapkeep-token",
	} {
		if strings.Contains(body, bad) {
			t.Errorf("it has %s", bad)
		}
	}
	for _, want := range []string{
		"To the lake", "Nov 2026", "51.8", "141", "Lovely light on the lake.", "Positions are rounded to 10 m.", "are left out of the drawing",
		`class="share-track"`, "share-hr", "share-altitude",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("it has no %s", want)
		}
	}
}

// TestTheSharedFileTellsNothingPrivate: neither a coordinate, in degrees or as
// it is stored, nor a height above the sea, a day, an id, a device or a path.
func TestTheSharedFileTellsNothingPrivate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := around()
	s.store.stream, s.table.change = c, outdoor
	s.store.hidden = document.HiddenPlaces{{LatDeg: 47.401, LonDeg: 8.54, RadiusM: 250}}
	_, body := s.ask(t, http.MethodGet, "/activities/ride/share.html"+all, nil)
	for _, bad := range []string{
		"47.3", "47.4", "8.54", "8.58", "43210", "2026-11-14", "tevwwo5evz", "ride/", "Edge 540", "33998", "secret.fit", "Ada", "61.8", "51.781",
		"Zurich", "154.67", fmt.Sprint(c.Data[training.Latitude].Values[0])[:5], fmt.Sprint(c.Data[training.Longitude].Values[0])[:5],
	} {
		if strings.Contains(body, bad) {
			t.Errorf("it tells %s", bad)
		}
	}
	if lines := regexp.MustCompile(`share-casing" d="([^"]*)"`).FindStringSubmatch(body)[1]; strings.Count(lines, "M") != 2 {
		t.Errorf("the privacy zone does not break the track: %.100s", lines)
	}
	_, first := s.ask(t, http.MethodGet, "/activities/ride/share.html", nil)
	if !strings.Contains(first, "51.8") || strings.Contains(first, "bpm") || strings.Contains(first, ">W<") {
		t.Error("heart rate or power is told that nobody chose")
	}
}

// TestTextsOfOthersAreInertInTheSharedFile puts hostile texts in the place of every
// text of the answer, and in the fields of the form.
func TestTextsOfOthersAreInertInTheSharedFile(t *testing.T) {
	t.Parallel()
	for _, text := range hostile() {
		s := newSite(t)
		s.store.stream = around()
		s.table.change = func(b json.RawMessage) json.RawMessage { return replaced(b, text) }
		r := s.request(t, http.MethodGet, "/activities/ride/share.html", nil)
		q := r.URL.Query()
		for _, k := range []string{"share", "name", "date", "clip", "part", "number", "chart"} {
			q.Set(k, text)
		}
		q.Add("part", "description")
		r.URL.RawQuery = q.Encode()
		res, body := do(t, r)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%q: %d", text, res.StatusCode)
		}
		for _, bad := range []string{"<img", "<script", " onmouseover='", `href="javascript:`, "\u202e", "\x1b", "\x00"} {
			if strings.Contains(body, bad) {
				t.Errorf("%q: it holds %q", text, bad)
			}
		}
	}
}

// TestWhatCannotBeSharedSaysSo: a short track is left out, and an activity without
// one has its numbers.
func TestWhatCannotBeSharedSaysSo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	short := &training.Columns{}
	for i := range 60 {
		short.TimeS = append(short.TimeS, int32(i))
		short.Put(training.Latitude, i, int32((47.37+float64(i)/1e5)*training.Latitude.Scale()))
		short.Put(training.Longitude, i, int32(8.54*training.Longitude.Scale()))
		short.Put(training.Altitude, i, 40_000)
	}
	s.store.stream, s.table.change = short, outdoor
	_, body := s.ask(t, http.MethodGet, "/activities/ride/share.html"+all, nil)
	if !strings.Contains(body, "too little remains of it") || strings.Contains(body, "<svg") {
		t.Error("a short track is not left out, or nothing is said of it")
	}
	s.store.stream = &training.Columns{TimeS: []int32{0, 1, 2}}
	for i := range 3 {
		s.store.stream.Put(training.HeartRate, i, 120)
	}
	_, body = s.ask(t, http.MethodGet, "/activities/ride/share.html"+all, nil)
	if strings.Contains(body, "left out") || strings.Contains(body, `class="share-track"`) || !strings.Contains(body, "51.8") {
		t.Error("an indoor activity is not shown as it is")
	}
	if res, _ := s.ask(t, http.MethodGet, "/activities/ride/share?clip=-5&share=1", nil); res.StatusCode != http.StatusOK {
		t.Errorf("the preview: %d", res.StatusCode)
	}
}
