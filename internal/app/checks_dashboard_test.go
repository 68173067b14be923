package app

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// showing starts the dashboard and waits until it listens.
func showing(t testing.TB, p *person, args ...string) (base, ticket string, stop func()) {
	t.Helper()
	return showingTo(t, p, newWatched(), args...)
}

// showingTo does the same as showing, and returns what it prints.
func showingTo(t testing.TB, p *person, out *watched, args ...string) (base, ticket string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	errs := newWatched()
	ended := make(chan int, 1)
	go func() { ended <- p.program(out, errs).Run(ctx, append([]string{"dashboard", "--no-open"}, args...)) }()
	out.until(t, "Press Ctrl-C to stop", ended)
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

// enter redeems a ticket, and is what begins the addresses of the session, and its cookie.
func enter(t testing.TB, base, ticket string) (root, cookie string) {
	t.Helper()
	b, _ := json.Marshal(map[string]string{"ticket": ticket})
	res, err := http.Post(base+"/session", "application/json", strings.NewReader(string(b)))
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("the ticket: %v %v", res, err)
	}
	_ = res.Body.Close()
	return base + strings.TrimSuffix(res.Cookies()[0].Path, "/"), strings.Split(res.Header.Get("Set-Cookie"), ";")[0]
}

var rootOf = regexp.MustCompile(`/s/\w{20,}`)

// getPage requests a page; addresses have no root of a session.
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
	if root := rootOf.FindString(url); root != "" {
		return res.StatusCode, strings.ReplaceAll(string(b), root, "")
	}
	return res.StatusCode, string(b)
}

// TestTheDashboardLetsItsOwnerIn: by its ticket, until it stops, and nobody else;
// it says nothing of a home that is empty but how to fill it.
func TestTheDashboardLetsItsOwnerIn(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, ticket, stop := showing(t, p, "--addr", "127.0.0.1:0")
	if status, body := getPage(t, base+"/", ""); status != http.StatusUnauthorized || strings.Contains(body, "lapkeep-token") {
		t.Errorf("without a session: %d %s", status, body)
	}
	base, cookie := enter(t, base, ticket)
	everyPanelOpens(t, base, cookie, "an empty home")
	if status, _ := getPage(t, base+"/activities/of-another", cookie); status != http.StatusNotFound {
		t.Errorf("an activity of nobody: %d", status)
	}
	home := filepath.Join(p.user, ".lapkeep")
	if files, err := os.ReadDir(filepath.Join(home, sessionsDir)); err != nil || len(files) != 1 {
		t.Errorf("the home lists %v: %v", files, err)
	}
	writeText(t, filepath.Join(home, formerKey), "of an earlier version")
	stop()
	files, err := os.ReadDir(filepath.Join(home, sessionsDir))
	if err != nil || len(files) > 0 {
		t.Errorf("after the stop the home lists %v: %v", files, err)
	}
	next, _, _ := showing(t, p, "--addr", "127.0.0.1:0")
	if status, _ := getPage(t, next+rootOf.FindString(base)+"/", cookie); status != http.StatusUnauthorized {
		t.Errorf("after a restart: %d", status)
	}
	if _, err := os.Stat(filepath.Join(home, formerKey)); err == nil {
		t.Error("the secret of earlier sessions stays")
	}
}

// TestSessionsEndByCommand while the dashboard runs: the one that is for it, and a
// new key, after which the former one begins none.
func TestSessionsEndByCommand(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, _, _ := showing(t, p, "--addr", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1")
	key := strings.TrimSpace(readText(t, filepath.Join(p.user, ".lapkeep", keyFile)))
	root, cookie := enter(t, base, key)
	if out := p.must(t, "dashboard", "sign-out", "--dry-run"); !strings.Contains(out, "Sessions to end: 1.") {
		t.Error(out)
	}
	if status, _ := getPage(t, root+"/", cookie); status != http.StatusOK {
		t.Errorf("after the dry run: %d", status)
	}
	if out := p.must(t, "dashboard", "sign-out"); !strings.Contains(out, "ended: 1.") {
		t.Error(out)
	}
	if status, _ := getPage(t, root+"/", cookie); status != http.StatusUnauthorized {
		t.Errorf("after sign-out: %d", status)
	}
	root, cookie = enter(t, base, key)
	p.must(t, "key", "new")
	if status, _ := getPage(t, root+"/", cookie); status != http.StatusUnauthorized {
		t.Errorf("after key new: %d", status)
	}
	b, _ := json.Marshal(map[string]string{"ticket": key})
	res, err := http.Post(base+"/session", "application/json", strings.NewReader(string(b)))
	if err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Errorf("the former key: %v %v", res, err)
	}
	root, cookie = enter(t, base, strings.TrimSpace(readText(t, filepath.Join(p.user, ".lapkeep", keyFile))))
	if status, _ := getPage(t, root+"/", cookie); status != http.StatusOK {
		t.Errorf("with the new key: %d", status)
	}
}

// everyPanelOpens follows the links of the navigation.
func everyPanelOpens(t testing.TB, base, cookie, whose string) {
	t.Helper()
	_, first := getPage(t, base+"/", cookie)
	_, nav, _ := strings.Cut(first, "<nav")
	nav, _, _ = strings.Cut(nav, "</nav>")
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(nav, -1)
	if len(links) < 10 {
		t.Fatalf("%d links in the navigation", len(links))
	}
	for _, l := range links {
		status, body := getPage(t, base+l[1], cookie)
		if status != http.StatusOK || !strings.Contains(body, "</html>") || strings.Contains(body, "inside Lapkeep") {
			_, reason, _ := strings.Cut(body, "inside Lapkeep")
			t.Errorf("%s of %s: %d, %.300s", l[1], whose, status, reason)
		}
	}
}

// TestTheDashboardOfAYoungHome: rides without a threshold have no load, so that
// there is no fitness, and none is invented.
func TestTheDashboardOfAYoungHome(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	rides(t, filepath.Join(p.user, "rides"), may, 900, training.Cycling)
	p.must(t, "import", filepath.Join(p.user, "rides"))
	base, ticket, _ := showing(t, p, "--addr", "127.0.0.1:0")
	base, cookie := enter(t, base, ticket)
	everyPanelOpens(t, base, cookie, "a young home")
	for _, path := range []string{"/", "/fitness"} {
		if _, body := getPage(t, base+path, cookie); strings.Contains(body, `data-key="ctl"`) || !strings.Contains(body, "Set your thresholds") {
			t.Errorf("%s has a fitness of nothing", path)
		}
	}
}

// TestTheDashboardListensBeyondOnlySafely: another address than loopback needs
// TLS or the name of a proxy, and the refusal says so.
func TestTheDashboardListensBeyondOnlySafely(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		fix  string
	}{
		{[]string{"--addr", "0.0.0.0:0"}, "--tls-cert and --tls-key"},
		{[]string{"--addr", "192.0.2.1:8650"}, "--trusted-proxy"},
		{[]string{"--addr", "[::]:0"}, "listen on 127.0.0.1"},
		{[]string{"--addr", "example.org:80"}, "--tls-cert"},
		{[]string{"--addr", "8650"}, "Write 127.0.0.1:8642"},
		{[]string{"--addr", "0.0.0.0:0", "--tls-cert", "x.pem"}, "--tls-key"},
		{[]string{"--addr", "0.0.0.0:0", "--tls-cert", "x.pem", "--tls-key", "y.pem"}, "cannot be used"},
		{[]string{"--addr", "0.0.0.0:0", "--trusted-proxy", "0.0.0.0/0"}, "must not cover every address"},
		{[]string{"--addr", "0.0.0.0:0", "--public-url", "https://lapkeep.example"}, "--trusted-proxy"},
	} {
		p := newPerson(t)
		out, errs := newWatched(), newWatched()
		code := p.program(out, errs).Run(t.Context(), append([]string{"dashboard", "--no-open"}, c.args...))
		if code == 0 || !strings.Contains(errs.String(), c.fix) {
			t.Errorf("%v: %d %s", c.args, code, errs.String())
		}
	}
}

// TestTheDashboardBehindAProxy: a browser of another machine enters with the key
// of the home at the proxy's name, and one of this machine with its ticket.
func TestTheDashboardBehindAProxy(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, ticket, _ := showing(t, p, "--addr", "127.0.0.1:0", "--public-url", "https://lapkeep.example", "--trusted-proxy", "127.0.0.1")
	key, err := os.ReadFile(filepath.Join(p.user, ".lapkeep", keyFile))
	if err != nil {
		t.Fatal(err)
	}
	enter := func(text, host string) *http.Response {
		b, _ := json.Marshal(map[string]string{"ticket": text})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/session", strings.NewReader(string(b)))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		res, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res
	}
	if res := enter(ticket, ""); res.StatusCode != http.StatusOK {
		t.Errorf("the ticket: %d", res.StatusCode)
	}
	res := enter(strings.TrimSpace(string(key)), "lapkeep.example")
	if res.StatusCode != http.StatusOK || !res.Cookies()[0].Secure {
		t.Fatalf("the key: %d %v", res.StatusCode, res.Cookies())
	}
	root := base + strings.TrimSuffix(res.Cookies()[0].Path, "/")
	if res := enter(strings.TrimSpace(string(key)), "evil.example"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another name: %d", res.StatusCode)
	}
	if status, body := getPage(t, base+"/", ""); status != http.StatusUnauthorized || !strings.Contains(body, `type="password"`) {
		t.Errorf("the door asks for no key: %d %s", status, body)
	}
	cookie := strings.Split(res.Header.Get("Set-Cookie"), ";")[0]
	_, body := getPage(t, root+"/settings", cookie)
	if strings.Contains(body, "on this machine only") || strings.Contains(body, strings.TrimSpace(string(key))) {
		t.Error("the page says that only this machine reaches it, or says the key")
	}
	for _, query := range []string{"", "?dry_run=1"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, root+"/assistants/cursor"+query, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", cookie)
		_, after, _ := strings.Cut(body, `name="lapkeep-token" content="`)
		token, _, _ := strings.Cut(after, `"`)
		r.Header.Set("X-Lapkeep-Token", token)
		res, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusForbidden || !strings.Contains(string(said), "lapkeep mcp install cursor") {
			t.Errorf("a file of an assistant from elsewhere%s: %d %s", query, res.StatusCode, said)
		}
	}
}

// TestABombIsUploaded: an archive that grows without end is refused in a
// sentence within the limits of the import, nothing of it stays, and the next
// upload goes on.
func TestABombIsUploaded(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, ticket, _ := showing(t, p, "--addr", "127.0.0.1:0")
	base, cookie := enter(t, base, ticket)
	_, page := getPage(t, base+"/sources", cookie)
	token := regexp.MustCompile(`name="lapkeep-token" content="([^"]+)"`).FindStringSubmatch(page)[1]
	for name, member := range map[string]string{"bomb.zip": "ride.fit", "matryoshka.zip": "inner.zip", "files.zip": "notes.txt"} {
		status, said := uploaded(t, base+"/upload", name, cookie, token, bombOf(t, member))
		if !json.Valid([]byte(said)) || status == http.StatusInternalServerError || status == http.StatusOK && strings.Contains(said, `"imported":1`) {
			t.Errorf("%s: %d %s", name, status, said)
		}
		t.Log(name, status, said)
	}
	left, err := os.ReadDir(filepath.Join(p.user, ".lapkeep", uploadDir))
	if err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
	if status, said := uploaded(t, base+"/upload", "a.txt", cookie, token, []byte("words")); status >= http.StatusInternalServerError {
		t.Errorf("afterwards: %d %s", status, said)
	}
}

// bombOf returns a zip whose one member becomes a thousand times as large.
func bombOf(t *testing.T, member string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(member)
	if err == nil {
		_, err = w.Write(make([]byte, 32<<20))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(member, ".zip") {
		return b.Bytes()
	}
	inner := b.Bytes()
	var outer bytes.Buffer
	z = zip.NewWriter(&outer)
	if w, err = z.Create(member); err == nil {
		_, err = w.Write(inner)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return outer.Bytes()
}

func uploaded(t *testing.T, url, name, cookie, token string, content []byte) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Cookie", cookie)
	r.Header.Set(guard.TokenHeader, token)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(said)
}
