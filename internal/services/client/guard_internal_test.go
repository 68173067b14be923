package client

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// door lets everything through.
type door struct{}

func (door) RoundTrip(*http.Request) (*http.Response, error) { return &http.Response{}, nil }

// TestGuardOfTheProduct checks the guard as it is outside of tests.
func TestGuardOfTheProduct(t *testing.T) {
	t.Parallel()
	g := &guard{door{}, "tri", newHosts([]string{"example.org", "Example.net:8443", "127.0.0.1:80", "[::1]:9", "localhost:1"}), false}
	for address, why := range map[string]string{
		"https://example.org/a":        "",
		"https://EXAMPLE.net:8443/a":   "",
		"http://127.0.0.1:80/":         "",
		"http://[::1]:9/":              "",
		"http://localhost:1/":          "",
		"http://example.org/a":         "unencrypted",
		"https://example.net/":         "configured",
		"https://example.org:444/":     "configured",
		"https://example.org.evil/":    "configured",
		"https://evil@sub.example.org": "configured",
		"http://169.254.169.254/":      "configured",
		"http://127.0.0.1:81/":         "configured",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		_, err = g.RoundTrip(&http.Request{URL: u})
		if (why == "") != (err == nil) || err != nil && (training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), why)) {
			t.Errorf("%s: %v", address, err)
		}
	}
	g.loopback = underTest()
	if _, err := g.RoundTrip(&http.Request{URL: &url.URL{Scheme: "https", Host: "example.org"}}); err == nil {
		t.Error("a test asked the world")
	}
}
