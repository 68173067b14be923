package intervalstest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

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

// ok is the JSON of an answer that must be a good one.
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

func TestZeroValueServesAnAthlete(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	me := c.object(http.MethodGet, "/athlete/0", nil)
	if me["id"] != intervalstest.DefaultAthlete || me["timezone"] != "Europe/Berlin" {
		t.Errorf("athlete %v in %v", me["id"], me["timezone"])
	}
	if _, ok := me["ftp"]; ok {
		t.Error("the athlete has an FTP at the top, which the service does not send")
	}
	if n := len(me["sportSettings"].([]any)); n != 4 {
		t.Errorf("%d sport settings", n)
	}
	if n := len(c.list("/athlete/0/activities?oldest=2026-01-01")); n != 12 {
		t.Errorf("%d activities, want 12", n)
	}
	for _, a := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		id := a.(object)["id"].(string)
		c.object(http.MethodGet, "/activity/"+id+"?intervals=true", nil)
	}
	for _, path := range []string{
		"/athlete/i12345/wellness?oldest=2026-09-01&newest=2026-09-30",
		"/athlete/0/events?oldest=2026-09-01&newest=2026-12-01",
	} {
		if len(c.list(path)) < 5 {
			t.Errorf("%s has hardly anything", path)
		}
	}
}
