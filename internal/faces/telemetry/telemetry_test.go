package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/telemetry"
)

// observed returns a server that is observed, with what it logs.
func observed(t *testing.T, ready error) (at *telemetry.Server, serve http.Handler, log *bytes.Buffer) {
	t.Helper()
	log = new(bytes.Buffer)
	now := time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)
	at = telemetry.New(telemetry.Options{
		Version: `1.0 "x"`, NewID: func() string { return "made1" },
		Now:    func() time.Time { now = now.Add(20 * time.Millisecond); return now },
		Ready:  func(context.Context) error { return ready },
		Gauges: func(context.Context) map[string]float64 { return map[string]float64{"lapkeep_database_bytes": 4096} },
		Log:    slog.New(telemetry.WithID(slog.NewTextHandler(log, nil))),
	})
	behind := at.Metrics(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at.Log.WarnContext(r.Context(), "inside")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte("short and stout"))
	}))
	return at, at.Around(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		behind.ServeHTTP(w, r)
	})), log
}

func get(serve http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	serve.ServeHTTP(w, r)
	return w
}

func TestProbesNeedNoKeyAndTellNothing(t *testing.T) {
	t.Parallel()
	secret := errors.New("disk of Maria is full")
	for _, x := range []struct {
		path   string
		ready  error
		status int
		body   string
	}{
		{telemetry.HealthPath, nil, 200, "ok\n"},
		{telemetry.HealthPath, secret, 200, "ok\n"},
		{telemetry.ReadyPath, nil, 200, "ok\n"},
		{telemetry.ReadyPath, secret, 503, "not ready\n"},
	} {
		_, serve, _ := observed(t, x.ready)
		if w := get(serve, x.path); w.Code != x.status || w.Body.String() != x.body {
			t.Errorf("%s with %v: %d %q", x.path, x.ready, w.Code, w.Body)
		}
	}
	_, serve, _ := observed(t, nil)
	if w := get(serve, telemetry.MetricsPath); w.Code != http.StatusUnauthorized {
		t.Errorf("metrics without a key: %d", w.Code)
	}
}

func TestRequestsHaveIDs(t *testing.T) {
	t.Parallel()
	_, serve, log := observed(t, nil)
	for given, want := range map[string]string{
		"": "made1", "abc-1": "abc-1", "two words": "made1", strings.Repeat("x", 65): "made1", "a\"b": "made1",
	} {
		log.Reset()
		w := get(serve, "/secret-path/mcp?token=hidden", "Authorization", "x", "X-Request-Id", given)
		if got := w.Header().Get("X-Request-Id"); got != want {
			t.Errorf("the id %q became %q", given, got)
		}
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], "request="+want) || !strings.Contains(lines[1], "request="+want) {
			t.Errorf("lines without the id %q:\n%s", want, log)
		}
		if !strings.Contains(lines[1], "status=418") || !strings.Contains(lines[1], "bytes=15") || !strings.Contains(lines[1], "ms=20") {
			t.Errorf("the line of the request: %s", lines[1])
		}
		if strings.Contains(log.String(), "secret-path") || strings.Contains(log.String(), "hidden") {
			t.Errorf("the log has the address: %s", log)
		}
	}
}

// A line of the text format: a comment or a sample with its labels and value.
var (
	comment = regexp.MustCompile(`^# (TYPE [a-z_]+ (counter|gauge|histogram|info)|UNIT [a-z_]+ seconds|EOF)$`)
	sample  = regexp.MustCompile(`^[a-z_]+(\{[a-z]+="([^"\\]|\\.)*"(,[a-z]+="([^"\\]|\\.)*")*\})? [0-9.]+$`)
)

func TestMetricsAreOpenMetrics(t *testing.T) {
	t.Parallel()
	at, serve, _ := observed(t, nil)
	for range 3 {
		get(serve, "/mcp", "Authorization", "x")
	}
	get(serve, "/mcp")
	at.Calling("get_activity")("ok")
	at.Calling("get_activity")("ok")
	at.Calling("get_activity")("not found")
	w := get(serve, telemetry.MetricsPath, "Authorization", "x")
	if kind := w.Header().Get("Content-Type"); kind != "application/openmetrics-text; version=1.0.0; charset=utf-8" {
		t.Errorf("the type is %q", kind)
	}
	text := w.Body.String()
	lines, typed := strings.Split(text, "\n"), map[string]bool{}
	for i, l := range lines[:len(lines)-1] {
		if !comment.MatchString(l) && !sample.MatchString(l) {
			t.Errorf("line %d is not of the format: %s", i, l)
		}
		if strings.HasPrefix(l, "# TYPE") {
			if typed[l] {
				t.Errorf("twice: %s", l)
			}
			typed[l] = true
		}
	}
	if !strings.HasSuffix(text, "\n# EOF\n") || strings.Count(text, "# EOF") != 1 {
		t.Errorf("the end: %q", text[max(0, len(text)-20):])
	}
	for _, want := range []string{
		`lapkeep_info{version="1.0 \"x\""} 1`, "lapkeep_ready 1.0", "lapkeep_database_bytes 4096.0", "lapkeep_requests_running 1.0",
		`lapkeep_requests_total{status="418"} 3`, `lapkeep_requests_total{status="401"} 1`,
		`lapkeep_request_duration_seconds_bucket{le="0.01"} 0`, `lapkeep_request_duration_seconds_bucket{le="0.02"} 4`,
		`lapkeep_request_duration_seconds_bucket{le="1.0"} 4`, `lapkeep_request_duration_seconds_bucket{le="+Inf"} 4`,
		"lapkeep_request_duration_seconds_count 4", "lapkeep_request_duration_seconds_sum 0.08",
		`lapkeep_tool_calls_total{tool="get_activity",outcome="ok"} 2`, `lapkeep_tool_calls_total{tool="get_activity",outcome="not found"} 1`,
		`lapkeep_tool_seconds_total{tool="get_activity",outcome="ok"} 0.04`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("%s is missing:\n%s", want, text)
		}
	}
}
