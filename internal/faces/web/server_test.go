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

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// around returns an hour on a circle, with all that is drawn of it.
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
	if !strings.Contains(body, "too little is left") || strings.Contains(body, "<svg") {
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

// TestEveryChartIsSaid: beside each chart stand its table and sentences on it,
// before any script ran.
func TestEveryChartIsSaid(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chart, charts := regexp.MustCompile(`<lk-chart kind="[a-z]+" data-table="([^"]+)"[^>]*aria-describedby="([^"]+)"`), 0
	for _, path := range everyPage() {
		_, body := s.ask(t, http.MethodGet, path, nil)
		found := chart.FindAllStringSubmatch(body, -1)
		if n := strings.Count(body, "<lk-chart"); n != len(found) {
			t.Errorf("%s: %d charts, of which %d are described", path, n, len(found))
		}
		for _, m := range found {
			charts++
			if !strings.Contains(body, `<table id="`+m[1]+`"`) {
				t.Errorf("%s: no table of %s", path, m[1])
			}
			if !regexp.MustCompile(`id="` + m[2] + `">\s*<p>[^<]{10,}</p>`).MatchString(body) {
				t.Errorf("%s: no sentence on %s", path, m[1])
			}
		}
		lines := regexp.MustCompile(`<table id="zones-\w+" class="zone-lines">(?s:.*?)</table>`).FindAllString(body, -1)
		if n := strings.Count(body, `<svg class="zone-bars"`); n != strings.Count(strings.Join(lines, ""), `<svg class="zone-bars"`) {
			t.Errorf("%s: bars of zones without a table", path)
		}
	}
	if charts < 4 {
		t.Errorf("only %d charts", charts)
	}
	_, body := s.ask(t, http.MethodGet, "/wellness", nil)
	if !regexp.MustCompile(`Resting heart rate: latest \d+ bpm \([^)]+\), lowest \d+ bpm \([^)]+\), highest \d+ bpm`).MatchString(body) {
		t.Error("the chart of the resting heart rate is not read out")
	}
}

// TestEveryPanelHasAWayOut: who finds an error, or nothing, finds where to go.
func TestEveryPanelHasAWayOut(t *testing.T) {
	t.Parallel()
	failing, bare := newSite(t), newSite(t)
	failing.table.fail = training.Errorf(training.KindUnavailable, "The store is closed.").WithFix("Start it again.")
	bare.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{}`) }
	for _, path := range everyPage() {
		_, body := failing.ask(t, http.MethodGet, path, nil)
		for i, part := range strings.Split(body, `<div class="trouble">`)[1:] {
			card, _, _ := strings.Cut(part, "</section>")
			if !regexp.MustCompile(`<p class="exits">\s*<a class="button`).MatchString(card) {
				t.Errorf("%s: failure %d has no way out: %.200s", path, i, card)
			}
		}
		_, body = bare.ask(t, http.MethodGet, path, nil)
		if m := regexp.MustCompile(`<div class="empty">\s*<p>\s*</p>`).FindString(body); m != "" {
			t.Errorf("%s: something is empty, and does not say so", path)
		}
		for _, card := range strings.Split(body, "<section")[1:] {
			card, _, _ = strings.Cut(card, "</section>")
			if _, inside, ok := strings.Cut(card, "</h2>"); ok && strings.TrimSpace(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(inside, "")) == "" &&
				!strings.Contains(card, "datetime=") && path != "/plan" { // no tool answers with a plan of nothing
				t.Errorf("%s: a card has nothing in it: %.200s", path, card)
			}
		}
	}
}

// TestPagesLeadWithinTheirSession: each address of a page's own begins with the
// root of its session, without which the wall lets nobody in.
func TestPagesLeadWithinTheirSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	own := regexp.MustCompile(`\s([a-z-]+)="(/[^"]*)"`)
	for _, path := range everyPage() {
		_, body := doRaw(t, s.request(t, http.MethodGet, path, nil))
		seen := 0
		for _, m := range own.FindAllStringSubmatch(body, -1) {
			switch {
			case strings.HasPrefix(m[2], s.root+"/"):
				seen++
			case m[1] != "value" && !strings.HasPrefix(m[2], guard.AssetRoot):
				t.Errorf("%s: %s", path, m[0])
			}
		}
		if seen < 10 {
			t.Errorf("%s has %d addresses of its own", path, seen)
		}
	}
	r := s.request(t, http.MethodPost, "/settings", strings.NewReader("units=metric"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if res, body := doRaw(t, r); res.Header.Get("Location") != s.root+"/settings" {
		t.Errorf("a form leads to %q: %.200s", res.Header.Get("Location"), body)
	}
}

// TestSigningOut by the page's form, with a script and without.
func TestSigningOut(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{"", "all=yes"} {
		for _, accept := range []string{"text/html", "application/json"} {
			s := newSite(t)
			if _, body := s.ask(t, http.MethodGet, "/settings", nil); !strings.Contains(body, "with the printed address · this browser") {
				t.Error("the page does not list its session")
			}
			r := s.request(t, http.MethodPost, "/sessions/end", strings.NewReader(fields))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Accept", accept)
			if res, body := do(t, r); res.StatusCode != http.StatusSeeOther && body != `{"to":"/"}` {
				t.Errorf("%q: %d %.200s", fields, res.StatusCode, body)
			}
			if res, _ := s.ask(t, http.MethodGet, "/settings", nil); res.StatusCode != http.StatusUnauthorized {
				t.Errorf("%q: after it %d", fields, res.StatusCode)
			}
		}
	}
}
