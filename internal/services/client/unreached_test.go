package client_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	transport "lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// TestWhatLiesBetween: what is wrong between here and the service is told as
// that, and may be tried again.
func TestWhatLiesBetween(t *testing.T) {
	t.Parallel()
	own := httptest.NewTLSServer(http.NotFoundHandler()) // of which no system knows the authority
	defer own.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	unknown := asked(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "tri.example", IsNotFound: true}}
	})
	for name, c := range map[string]struct {
		address string
		base    http.RoundTripper
		what    string
		fix     string
	}{
		"an authority that is not known": {own.URL, nil, "its certificate cannot be checked", "ca-certificates"},
		"no TLS at all": {
			strings.Replace(plain.URL, "http", "https", 1), nil,
			"its certificate cannot be checked", "ca-certificates",
		},
		"nobody listens":           {closed.URL, nil, "No connection to 127.0.0.1 can be made", "online"},
		"a name that is not known": {closed.URL, unknown, "cannot be resolved", "DNS"},
	} {
		clock := newClock()
		r := request(t.Context(), t, http.MethodGet, c.address, "")
		client := transport.NewTransport(transport.TransportOptions{
			Source: "tri", Hosts: []string{r.URL.Host}, Base: c.base, Clock: transport.Clock{Now: clock.Now, Sleep: clock.Sleep},
		})
		_, err := client.Do(r)
		if fault(err) != source.Unavailable || !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), c.fix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// asked is a way to the service.
type asked func(*http.Request) (*http.Response, error)

func (f asked) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
