// Package telemetry shows the operator of a server how it does: health and readiness,
// counters in the OpenMetrics text format, and a line of the log for each request. None of
// it contains personal data: no names, arguments, addresses or keys.
package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/internal/training"
)

// These are the paths of a server's own state. The first two are open to everybody, because
// what probes them has no key; they say nothing but yes or no.
const (
	HealthPath  = "/healthz"
	ReadyPath   = "/readyz"
	MetricsPath = "/metrics"
)

// readyPatience is the time within which a server that is ready reads its data.
const readyPatience = 2 * time.Second

// Options describes the server that is observed.
type Options struct {
	Version string
	// Ready returns an error if the server cannot answer questions now.
	Ready func(context.Context) error
	// Gauges returns further values by name, such as "lapkeep_database_bytes".
	Gauges func(context.Context) map[string]float64
	// Now is the clock.
	Now func() time.Time
	// NewID returns an id for a request that has none.
	NewID func() string
	Log   *slog.Logger
}

// Server observes a server. It is safe for concurrent use.
type Server struct {
	Options

	started  time.Time
	running  atomic.Int64
	mu       sync.Mutex
	requests map[int]*sum           // by status
	calls    map[[2]string]*sum     // by tool and outcome
	buckets  [len(bounds) + 1]int64 // requests by duration, the last one without a bound
}

// bounds are the upper bounds of the durations of requests, in seconds.
var bounds = [...]float64{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10}

// sum counts events and adds up how long they took.
type sum struct {
	count   int64
	seconds float64
}

// New returns an observer of a server that starts now.
func New(o Options) *Server {
	return &Server{Options: o, started: o.Now(), requests: map[int]*sum{}, calls: map[[2]string]*sum{}}
}

// Calling is called when a call of a tool begins. When the call ends, ended counts it;
// outcome is "ok" or the kind of its error.
func (s *Server) Calling(tool string) (ended func(outcome string)) {
	began := s.Now()
	return func(outcome string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		add(s.calls, [2]string{tool, outcome}, s.Now().Sub(began))
	}
}

func add[K comparable](all map[K]*sum, key K, took time.Duration) {
	at := all[key]
	if at == nil {
		at = &sum{}
		all[key] = at
	}
	at.count++
	at.seconds += took.Seconds()
}

// Around returns a handler that observes next. It answers the probes itself, before next
// asks for a key.
func (s *Server) Around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == HealthPath || r.URL.Path == ReadyPath {
			s.probe(w, r)
			return
		}
		id := r.Header.Get(idHeader)
		if !plainID.MatchString(id) {
			id = s.NewID()
		}
		w.Header().Set(idHeader, id)
		began := s.Now()
		s.running.Add(1)
		out := &counted{ResponseWriter: w}
		defer func() {
			s.running.Add(-1)
			s.ended(r, out, s.Now().Sub(began), id)
		}()
		next.ServeHTTP(out, r.WithContext(context.WithValue(r.Context(), idKey{}, id)))
	})
}

// ended counts a request and writes its line of the log.
func (s *Server) ended(r *http.Request, out *counted, took time.Duration, id string) {
	status := out.status
	if status == 0 {
		status = http.StatusOK
	}
	s.mu.Lock()
	add(s.requests, status, took)
	i, _ := slices.BinarySearch(bounds[:], took.Seconds())
	s.buckets[i]++
	s.mu.Unlock()
	// The path may contain a secret, so it is not written.
	s.Log.Info("request", idName, id, "method", method(r.Method), "status", status, "bytes", out.bytes,
		"ms", float64(took.Microseconds())/1000)
}

// method returns a method that HTTP defines, or "other": a caller may invent one.
func method(name string) string {
	if slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete, http.MethodOptions}, name) {
		return name
	}
	return "other"
}

func (s *Server) probe(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.URL.Path == ReadyPath {
		ctx, cancel := context.WithTimeout(r.Context(), readyPatience)
		defer cancel()
		if err := s.Ready(ctx); err != nil {
			s.Log.WarnContext(r.Context(), "the server is not ready", "err", err)
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("not ready\n")) // the prober may have left
			return
		}
	}
	_, _ = w.Write([]byte("ok\n")) // as above
}

// Metrics answers MetricsPath for whoever holds the key, and passes all other requests to next. It belongs behind
// the check of the key.
func (s *Server) Metrics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != MetricsPath || r.Method != http.MethodGet || training.Limits(r.Context()) != nil {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
		_, _ = w.Write([]byte(s.text(r.Context()))) // the reader may have left
	})
}

// text returns all values in the OpenMetrics text format, version 1.0.0
// (https://prometheus.io/docs/specs/om/open_metrics_spec/).
func (s *Server) text(ctx context.Context) string {
	var b strings.Builder
	gauge := func(name string, v float64) { fmt.Fprintf(&b, "# TYPE %s gauge\n%s %s\n", name, name, number(v)) }
	fmt.Fprintf(&b, "# TYPE lapkeep info\nlapkeep_info{version=%s} 1\n", label(s.Version))
	gauge("lapkeep_start_time_seconds", float64(s.started.UnixMilli())/1000)
	ready := 1.0
	if s.Ready(ctx) != nil {
		ready = 0
	}
	gauge("lapkeep_ready", ready)
	gauge("lapkeep_requests_running", float64(s.running.Load()))
	if s.Gauges != nil {
		more := s.Gauges(ctx)
		for _, name := range slices.Sorted(maps.Keys(more)) {
			gauge(name, more[name])
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b.WriteString("# TYPE lapkeep_requests counter\n")
	var count int64
	var seconds float64
	for _, status := range slices.Sorted(maps.Keys(s.requests)) {
		fmt.Fprintf(&b, "lapkeep_requests_total{status=\"%d\"} %d\n", status, s.requests[status].count)
		count += s.requests[status].count
		seconds += s.requests[status].seconds
	}
	b.WriteString("# TYPE lapkeep_request_duration_seconds histogram\n# UNIT lapkeep_request_duration_seconds seconds\n")
	var below int64
	for i, n := range s.buckets {
		bound := "+Inf"
		if i < len(bounds) {
			bound = number(bounds[i])
		}
		below += n
		fmt.Fprintf(&b, "lapkeep_request_duration_seconds_bucket{le=\"%s\"} %d\n", bound, below)
	}
	fmt.Fprintf(&b, "lapkeep_request_duration_seconds_count %d\nlapkeep_request_duration_seconds_sum %s\n", count, number(seconds))
	b.WriteString("# TYPE lapkeep_tool_calls counter\n")
	keys := slices.SortedFunc(maps.Keys(s.calls), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, k := range keys {
		fmt.Fprintf(&b, "lapkeep_tool_calls_total{tool=%s,outcome=%s} %d\n", label(k[0]), label(k[1]), s.calls[k].count)
	}
	b.WriteString("# TYPE lapkeep_tool_seconds counter\n# UNIT lapkeep_tool_seconds seconds\n")
	for _, k := range keys {
		fmt.Fprintf(&b, "lapkeep_tool_seconds_total{tool=%s,outcome=%s} %s\n", label(k[0]), label(k[1]), number(s.calls[k].seconds))
	}
	b.WriteString("# EOF\n")
	return b.String()
}

// number writes a value in the form of OpenMetrics: bounds are compared as texts, so a whole
// number is written with a decimal.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func label(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(text) + `"`
}

// idHeader is the header with the id of a request, from a proxy in front or made here.
const idHeader = "X-Request-Id"

// idName is the name of the id in the log.
const idName = "request"

var plainID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

type idKey struct{}

// WithID returns a handler of a log that adds the id of the request that a line is about.
func WithID(h slog.Handler) slog.Handler { return idHandler{h} }

type idHandler struct{ slog.Handler }

// Handle writes a line, with the id of the context's request.
func (h idHandler) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(idKey{}).(string); ok {
		r.AddAttrs(slog.String(idName, id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs returns a handler whose lines have further values.
func (h idHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return idHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler whose further values are in a group.
func (h idHandler) WithGroup(name string) slog.Handler { return idHandler{h.Handler.WithGroup(name)} }

// counted is a response whose status and bytes are counted.
type counted struct {
	http.ResponseWriter

	status int
	bytes  int64
}

// Unwrap returns the underlying writer, for [http.ResponseController].
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader sends the status.
func (c *counted) WriteHeader(status int) {
	if c.status == 0 && status >= http.StatusOK {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}
