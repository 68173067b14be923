package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// showing starts the dashboard and waits until it listens.
func showing(t testing.TB, p *person, args ...string) (base, ticket string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	out, errs := newWatched(), newWatched()
	ended := make(chan int, 1)
	go func() { ended <- p.program(out, errs).Run(ctx, append([]string{"dashboard", "--no-open"}, args...)) }()
	out.until(t, "Stop with Ctrl-C", ended)
	base, ticket, _ = strings.Cut(saidAddress.FindStringSubmatch(out.String())[1], "/#")
	done := false
	stop = func() {
		if cancel(); !done {
			done = true
			<-ended
		}
		if strings.Contains(errs.String(), ticket) {
			t.Error("the log holds the ticket")
		}
	}
	t.Cleanup(stop)
	return base, ticket, stop
}

func getPage(t testing.TB, url, cookie string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Cookie", cookie)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// TestTheDashboardLetsItsOwnerIn: by its ticket, also after a restart, and nobody
// else; it says nothing of a home that is empty but how to fill it.
func TestTheDashboardLetsItsOwnerIn(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, ticket, stop := showing(t, p, "--addr", "127.0.0.1:0")
	if status, body := getPage(t, base+"/", ""); status != http.StatusUnauthorized || strings.Contains(body, "lapkeep-token") {
		t.Errorf("without a session: %d %s", status, body)
	}
	b, _ := json.Marshal(map[string]string{"ticket": ticket})
	res, err := http.Post(base+"/session", "application/json", strings.NewReader(string(b)))
	if err != nil || res.StatusCode != http.StatusNoContent {
		t.Fatalf("the ticket: %v %v", res, err)
	}
	cookie := strings.Split(res.Header.Get("Set-Cookie"), ";")[0]
	for _, path := range []string{
		"/", "/fitness", "/calendar", "/activities", "/curves", "/wellness", "/plan", "/sources", "/journal", "/settings",
	} {
		if status, body := getPage(t, base+path, cookie); status != http.StatusOK || !strings.Contains(body, "</html>") {
			t.Errorf("%s of an empty home: %d %.300s", path, status, body)
		}
	}
	if status, _ := getPage(t, base+"/activities/of-another", cookie); status != http.StatusNotFound {
		t.Errorf("an activity of nobody: %d", status)
	}
	info, err := os.Stat(filepath.Join(p.user, ".lapkeep", dashboardKeyFile))
	if err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("the secret: %v %v", info, err)
	}
	stop()
	base, _, _ = showing(t, p, "--addr", "127.0.0.1:0")
	if status, _ := getPage(t, base+"/", cookie); status != http.StatusOK {
		t.Errorf("after a restart: %d", status)
	}
}

func TestTheDashboardStaysOnThisMachine(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:8650", "[::]:0", "example.org:80", "8650"} {
		p := newPerson(t)
		out, errs := newWatched(), newWatched()
		if code := p.program(out, errs).Run(t.Context(), []string{"dashboard", "--no-open", "--addr", addr}); code == 0 {
			t.Errorf("%s: it listens there", addr)
		}
	}
}
