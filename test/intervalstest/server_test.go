package intervalstest_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest"
)

// caller is a bare HTTP client with the key.
type caller struct {
	t *testing.T
	s *intervalstest.Server
}

func start(t *testing.T, o intervalstest.Options) caller {
	t.Helper()
	return caller{t, intervalstest.New(t, o)}
}

// raw sends one request and is its status and body.
func (c caller) raw(method, path string, body any) (int, []byte) {
	c.t.Helper()
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.s.BaseURL+path, in)
	if err != nil {
		c.t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return c.do(r)
}

func (c caller) do(r *http.Request) (int, []byte) {
	c.t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	out, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer.StatusCode, out
}

// ok returns the JSON of an answer that must be a good one.
func (c caller) ok(method, path string, body any) any {
	c.t.Helper()
	status, text := c.raw(method, path, body)
	if status/100 != 2 {
		c.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if len(text) == 0 {
		return nil
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	return v
}

func (c caller) list(path string) []any {
	c.t.Helper()
	v, ok := c.ok(http.MethodGet, path, nil).([]any)
	if !ok {
		c.t.Fatalf("%s is no list", path)
	}
	return v
}

func (c caller) object(method, path string, body any) map[string]any {
	c.t.Helper()
	v, ok := c.ok(method, path, body).(map[string]any)
	if !ok {
		c.t.Fatalf("%s %s is no object", method, path)
	}
	return v
}

// refused checks a status and what the error says.
func (c caller) refused(method, path string, body any, status int, says string) {
	c.t.Helper()
	got, text := c.raw(method, path, body)
	if got != status || !strings.Contains(string(text), says) {
		c.t.Errorf("%s %s: %d %s, want %d with %q", method, path, got, text, status, says)
	}
}

type object = map[string]any

func body(seed uint64) bodytest.Body {
	return bodytest.Body{Start: time.Date(2026, 9, 10, 6, 0, 0, 0, time.UTC), Seed: seed, Seconds: 120, Sport: "cycling", Serial: 5}
}

func fit(seed uint64) []byte { return body(seed).FIT() }

// part returns a multipart form of one file.
func (c caller) part(method, path, field, name string, data []byte) (int, object) {
	c.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	f, err := w.CreateFormFile(field, name)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		c.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.s.BaseURL+path, &b)
	if err != nil {
		c.t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", w.FormDataContentType())
	status, text := c.do(r)
	var v object
	if err := json.Unmarshal(text, &v); err != nil {
		c.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	return status, v
}

func (c caller) upload(name string, data []byte, query string) (int, object) {
	c.t.Helper()
	return c.part("POST", "/athlete/0/activities"+query, "file", name, data)
}

func unzip(t *testing.T, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestUploadedFilesComeBack(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	for name, data := range map[string][]byte{"a.fit": fit(1), "b.gpx": body(2).GPX("Way"), "c.tcx": body(3).TCX()} {
		status, made := c.upload(name, data, "?name="+name+"&description=d&device_name=Dev&paired_event_id=4")
		if status != http.StatusCreated {
			t.Errorf("%s: %d %v", name, status, made)
			continue
		}
		id := made["id"].(string)
		a := c.object("GET", "/activity/"+id, nil)
		if a["start_date_local"] != "2026-09-10T08:00:00" || a["name"] != name || a["device_name"] != "Dev" ||
			a["elapsed_time"] != 120.0 || a["source"] != "UPLOAD" {
			t.Errorf("%s became %v at %v of %v s", name, a["name"], a["start_date_local"], a["elapsed_time"])
		}
		_, packed := c.raw("GET", "/activity/"+id+"/file", nil)
		if !bytes.Equal(unzip(t, packed), data) {
			t.Errorf("%s came back as another file", name)
		}
		if status, again := c.upload("other"+name, data, ""); status != http.StatusOK || again["id"] != id {
			t.Errorf("%s once more: %d %v", name, status, again)
		}
	}
}

func TestUploadedStreamsAreRead(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	_, made := c.upload("a.fit", fit(1), "")
	want := body(1).Points()
	for _, v := range c.list("/activity/" + made["id"].(string) + "/streams?types=time,heartrate,distance") {
		s := v.(object)
		data := s["data"].([]any)
		if len(data) != len(want) {
			t.Fatalf("%s has %d samples, want %d", s["type"], len(data), len(want))
		}
		last := map[string]float64{"time": float64(want[len(want)-1].Second), "heartrate": float64(want[len(want)-1].HR)}[s["type"].(string)]
		if got := data[len(data)-1]; last != 0 && got != last {
			t.Errorf("%s ends with %v, want %v", s["type"], got, last)
		}
	}
}

func TestUploadsInArchives(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range map[string][]byte{"x/1.fit": fit(1), "2.fit": fit(2)} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if status, made := c.upload("all.zip", b.Bytes(), ""); status != http.StatusCreated || len(made["activities"].([]any)) != 2 {
		t.Errorf("%d %v, want two activities", status, made)
	}
	var g bytes.Buffer
	gz := gzip.NewWriter(&g)
	if _, err := gz.Write(fit(1)); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	if status, made := c.upload("1.fit.gz", g.Bytes(), ""); status != http.StatusOK || len(made["activities"].([]any)) != 1 {
		t.Errorf("%d %v, want the one that is there already", status, made)
	}
}

func TestUploadsThatAreNone(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	whole := fit(1)
	for name, data := range map[string][]byte{
		"text": []byte("no recording"), "cut": whole[:len(whole)/2], "empty": {},
		"zip": []byte("PK\x03\x04rest"), "gz": {0x1f, 0x8b, 1},
	} {
		if status, _ := c.upload(name, data, ""); status == http.StatusCreated && name != "cut" {
			t.Errorf("%s made an activity", name)
		}
	}
	if status, _ := c.part("POST", "/athlete/0/activities", "data", "a.fit", whole); status != http.StatusBadRequest {
		t.Errorf("another field's name gives %d", status)
	}
	c.refused("POST", "/athlete/0/activities", object{"file": "x"}, 415, "")
}

// TestOriginalsAreOfSeveralFormats goes through the sample as a first sync
// would.
func TestOriginalsAreOfSeveralFormats(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 14, StubEvery: -1, Seconds: 30})
	kinds := map[string]int{}
	for _, v := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		a := v.(object)
		status, packed := c.raw("GET", "/activity/"+a["id"].(string)+"/file", nil)
		if status == http.StatusNotFound {
			kinds["none"]++
			if a["source"] != "MANUAL" || len(c.streams(a["id"].(string), "")) != 0 {
				t.Errorf("%v of %v has no file", a["id"], a["source"])
			}
			continue
		}
		data := unzip(t, packed)
		switch {
		case bytes.Contains(data[:20], []byte(".FIT")):
			kinds["fit"]++
		case bytes.Contains(data, []byte("<gpx")):
			kinds["gpx"]++
		case bytes.Contains(data, []byte("<TrainingCenterDatabase")):
			kinds["tcx"]++
		}
	}
	if diff := cmp.Diff(map[string]int{"fit": 9, "gpx": 2, "tcx": 2, "none": 1}, kinds); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
