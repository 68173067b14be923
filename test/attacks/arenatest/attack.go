package arenatest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Attacker is a kind of attacker.
type Attacker string

// The attackers in SECURITY.md.
const (
	WebPage   Attacker = "web page"
	OtherUser Attacker = "other user"
	Folder    Attacker = "folder"
	Archive   Attacker = "archive"
	Service   Attacker = "service"
	Text      Attacker = "injected text"
	Model     Attacker = "model"
	Chance    Attacker = "chance" // without intent: a bad disk, a kill
)

// Held marks an attack that the program withstood from the start.
const Held = "never: withstood from the start"

// Untold marks an attack that failed, but that doctor did not report at that
// commit.
const Untold = "c510560: withstood, but not reported"

// Attack is one attempt. Run must fail its test if the attack succeeds.
type Attack struct {
	Name  string
	By    Attacker
	Tries string // what, in a few words for the table
	Seen  string // the commit at which it succeeded, or Held
	Heavy bool   // left out by go test -short
	Run   func(t *testing.T)
}

// Run runs attacks side by side.
func Run(t *testing.T, attacks []Attack) {
	t.Helper()
	t.Parallel()
	for _, a := range attacks {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			if a.Heavy && testing.Short() {
				t.Skip("it takes long: left out by -short")
			}
			a.Run(t)
		})
	}
}

// row returns the attack's line of the table in the README.
func (a Attack) row(file string) string {
	seen := strings.TrimPrefix(a.Seen, "never: ")
	return fmt.Sprintf("| %s | %s: %s | %s | `%s` |", a.By, a.Name, a.Tries, seen, file)
}

var tableRow = regexp.MustCompile("(?m)^\\| .* `([^`]+_test\\.go)` \\|$")

// CheckTable fails the test unless the README has exactly one line for each
// attack, with its file. prefix is the folder of these files.
func CheckTable(t *testing.T, readme, prefix string, byFile map[string][]Attack) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for file, attacks := range byFile {
		for _, a := range attacks {
			want[a.row(prefix+file)] = true
		}
	}
	for _, m := range tableRow.FindAllStringSubmatch(string(text), -1) {
		rest, ours := strings.CutPrefix(m[1], prefix)
		if !ours || strings.Contains(rest, "/") {
			continue
		}
		if !want[m[0]] {
			t.Errorf("the README has a line that is no attack: %s", m[0])
		}
		delete(want, m[0])
	}
	for row := range want {
		t.Errorf("the README lacks: %s", row)
	}
}

// Dashboard is the dashboard of a home on loopback, with the credentials of its
// owner's browser.
type Dashboard struct {
	*Door
	Ticket        string // of the printed address
	Cookie, Token string // of the owner's session, once there is one
	Root          string // prefix of the paths of its pages
	stop          func()
}

var printed = regexp.MustCompile(`(?m)^  http://([^/\s]+)/#(\S+)$`)

// ShowDashboard starts the dashboard on a port of its own and enters it.
func (u *User) ShowDashboard(t testing.TB, args ...string) *Dashboard {
	t.Helper()
	d, said := u.TryDashboard(t, args...)
	if d == nil {
		t.Fatalf("there is no dashboard: %s", said)
	}
	d.Enter(t)
	return d
}

// TryDashboard starts the dashboard. It returns nil and the output if the
// dashboard refuses to start.
func (u *User) TryDashboard(t testing.TB, args ...string) (*Dashboard, string) {
	t.Helper()
	cmd := u.Command(t.Context(), append([]string{"dashboard", "--no-open", "--addr", "127.0.0.1:0"}, args...)...)
	said := &lockedBuffer{}
	cmd.Stdout, cmd.Stderr = said, said
	ended := begin(t, cmd)
	stop := func() { _ = cmd.Process.Kill(); <-ended }
	t.Cleanup(stop)
	if !speaks(t, said, ended) {
		return nil, said.String()
	}
	m := printed.FindStringSubmatch(said.String())
	return &Dashboard{Door: &Door{Address: m[1], Pid: cmd.Process.Pid, said: said}, Ticket: m[2], stop: stop}, said.String()
}

// begin starts a command; the channel is closed when it ends.
func begin(t testing.TB, cmd *exec.Cmd) (ended chan struct{}) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // its output says more
	}()
	return ended
}

// speaks waits until a server reports that it serves. It returns false if the
// server ends instead.
func speaks(t testing.TB, said *lockedBuffer, ended <-chan struct{}) bool {
	t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(said.String(), "Ctrl-C") {
		select {
		case <-ended:
			return false
		case <-deadline:
			t.Fatalf("it neither serves nor ends: %s", said)
		case <-time.After(5 * time.Millisecond):
		}
	}
	return true
}

// Stop ends the page.
func (d *Dashboard) Stop() { d.stop() }

// Redeem exchanges a ticket for a session.
func (d *Dashboard) Redeem(t testing.TB, ticket string) Reply {
	t.Helper()
	b, err := json.Marshal(map[string]string{"ticket": ticket})
	if err != nil {
		t.Fatal(err)
	}
	return d.Ask(t, "POST", "/session", string(b), "Content-Type: application/json", "Cookie: ", "X-Lapkeep-Token: ")
}

var tokenInPage = regexp.MustCompile(`<meta name="lapkeep-token" content="([^"]+)"`)

// Enter begins the owner's session.
func (d *Dashboard) Enter(t testing.TB) {
	t.Helper()
	d.EnterWith(t, d.Ticket)
}

// EnterWith begins the owner's session with a ticket or the key.
func (d *Dashboard) EnterWith(t testing.TB, ticket string) {
	t.Helper()
	r := d.Redeem(t, ticket)
	c, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	if r.Status/100 != 2 || err != nil {
		t.Fatalf("the ticket: %d %s %v", r.Status, r.Body, err)
	}
	d.Cookie, d.Root = c.Name+"="+c.Value, strings.TrimSuffix(c.Path, "/")
	page := d.Ask(t, "GET", "/journal", "")
	m := tokenInPage.FindStringSubmatch(page.Body)
	if m == nil {
		t.Fatalf("the page has no token: %d %.500s", page.Status, page.Body)
	}
	d.Token = m[1]
}

// Ask sends a request like a script of the owner's page. Header lines replace
// the defaults; an empty one removes a header.
func (d *Dashboard) Ask(t testing.TB, method, path, body string, header ...string) Reply {
	t.Helper()
	lines := map[string]string{
		"Host": d.Address, "Cookie": d.Cookie, "Connection": "close", "Accept": "*/*", "Sec-Fetch-Site": "same-origin",
	}
	if method != "GET" {
		lines["Origin"], lines["X-Lapkeep-Token"] = "http://"+d.Address, d.Token
		lines["Content-Type"], lines["Content-Length"] = "application/x-www-form-urlencoded", strconv.Itoa(len(body))
	}
	for _, h := range header {
		k, v, _ := strings.Cut(h, ": ")
		lines[k] = v
	}
	if path != "/session" && !strings.HasPrefix(path, "/assets/") {
		path = d.Root + path
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", method, path)
	for k, v := range lines {
		if v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", k, v)
		}
	}
	b.WriteString("\r\n" + body)
	return d.Raw(t, b.String())
}

// Evil is the attacker's server, which records the requests it receives.
type Evil struct {
	URL string

	mu   sync.Mutex
	seen []string
}

// NewEvil listens on loopback until the test ends.
func NewEvil(t testing.TB) *Evil {
	t.Helper()
	e := &Evil{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, key, _ := r.BasicAuth()
		e.mu.Lock()
		e.seen = append(e.seen, fmt.Sprintf("%s %s %s %s:%s", r.Method, r.URL.Path, r.Header.Get("Authorization"), user, key))
		e.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id":"i666","name":"Mallory"}`)
	}))
	t.Cleanup(server.Close)
	e.URL = server.URL
	return e
}

// Came returns all recorded requests.
func (e *Evil) Came() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Join(e.seen, "\n")
}

// HearsNothing fails the test if there was any request.
func (e *Evil) HearsNothing(t testing.TB) {
	t.Helper()
	if h := e.Came(); h != "" {
		t.Errorf("the attacker's server was asked:\n%s", h)
	}
}

// Day returns the start of these tests' rides on day n, always in the past.
func Day(n int) time.Time { return time.Date(2026, 3, 1+n, 7, 0, 0, 0, time.UTC) }

// Ride returns a recording of ten minutes, as TCX. Rides on different days or
// with different power are different rides.
func Ride(start time.Time, watts int) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">`)
	fmt.Fprintf(&b, `<Id>%s</Id><Lap StartTime="%[1]s"><TotalTimeSeconds>600</TotalTimeSeconds>`+
		`<DistanceMeters>5000</DistanceMeters><Calories>90</Calories><Intensity>Active</Intensity>`+
		`<TriggerMethod>Manual</TriggerMethod><Track>`, start.Format(time.RFC3339))
	for s := 0; s <= 600; s += 5 {
		fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position>`+
			`<AltitudeMeters>%d</AltitudeMeters><DistanceMeters>%.1f</DistanceMeters><HeartRateBpm><Value>%d</Value></HeartRateBpm><Cadence>85</Cadence>`+
			`<Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Watts>%d</Watts></TPX></Extensions></Trackpoint>`,
			start.Add(time.Duration(s)*time.Second).Format(time.RFC3339), 47.123456+float64(s)*1e-5, 8.654321+float64(s)*1e-5,
			400+s/60, float64(s)*8.33, 120+s/20, watts+s%40)
	}
	b.WriteString(`</Track></Lap></Activity></Activities></TrainingCenterDatabase>`)
	return []byte(b.String())
}

// Zip packs files, in order.
func Zip(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
