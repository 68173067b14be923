package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/guard"
)

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
			if _, body := s.ask(t, http.MethodGet, "/settings", nil); !strings.Contains(body, "with a printed address · this browser") {
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
