package client

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/services/source"
)

// logging writes one line a request: no header, no body, no value of a query.
type logging struct {
	next http.RoundTripper
	name source.Name
	now  func() time.Time
	log  *slog.Logger
}

func (l *logging) RoundTrip(r *http.Request) (*http.Response, error) {
	began := l.now()
	resp, err := l.next.RoundTrip(r)
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	attrs := []slog.Attr{
		slog.String("source", string(l.name)), slog.String("method", r.Method), slog.String("host", r.URL.Host),
		slog.String("path", r.URL.Path), slog.String("query", keys(r.URL.Query())),
		slog.Int("status", status), slog.Int64("ms", l.now().Sub(began).Milliseconds()),
	}
	level := slog.LevelDebug
	if err != nil {
		attrs = append(attrs, slog.String("error", cause(err).Error()))
	}
	l.log.LogAttrs(r.Context(), level, "request", attrs...)
	return resp, err
}

// keys names the parameters of a query without what they hold.
func keys(q url.Values) string {
	var names []string
	for k := range q {
		names = append(names, k)
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// cause leaves out the address that net/http writes into its errors.
func cause(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return cause(u.Err)
	}
	return err
}
