//go:build unix

package app

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lapkeep/internal/faces/guard"
)

// TestTheTerminalIsRefused where others than browsers of this machine come, where
// the config file rules it out, and where there is nothing to run.
func TestTheTerminalIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, config string
		args         []string
		says         string
	}{
		{"a proxy", "", []string{"--terminal", "sh", "--public-url", "https://lapkeep.example", "--trusted-proxy", "127.0.0.1"}, "While other machines"},
		{"another name", "", []string{"--terminal", "sh", "--public-url", "https://lapkeep.example"}, "While other machines"},
		{"the network", "", []string{"--terminal", "sh", "--addr", "0.0.0.0:0", "--trusted-proxy", "10.0.0.7"}, "While other machines"},
		{"the config file", "terminal: none\n", []string{"--terminal", "sh"}, "The terminal is disabled in the config file (terminal: none)."},
		{"no such program", "", []string{"--terminal", "no-such-assistant --x"}, `The program "no-such-assistant" for the terminal was not found`},
		{"half a quote", "", []string{"--terminal", "sh 'x"}, "is not a command for --terminal"},
		{"nothing", "", []string{"--terminal", " "}, "is not a command for --terminal"},
	} {
		p := newPerson(t)
		if c.config != "" {
			writeText(t, filepath.Join(p.user, ".lapkeep", "config.yaml"), c.config)
			_ = os.Chmod(filepath.Join(p.user, ".lapkeep"), 0o700)
		}
		code, _, errs := p.run(t.Context(), append([]string{"dashboard", "--no-open"}, c.args...)...)
		if code == 0 || !strings.Contains(errs, c.says) {
			t.Errorf("%s: %d %s", c.name, code, errs)
		}
	}
}

// TestTheTerminalRunsInTheHome without what only Lapkeep is to know, and ends with
// the dashboard.
func TestTheTerminalRunsInTheHome(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.environ = append(
		p.environ, "INTERVALS_ICU_API_KEY=secret-1", "MCP_SERVER_API_KEY=secret-2", "LAPKEEP_LANG=en", "KEPT=kept", "TERM=dumb",
		"PATH="+os.Getenv("PATH"))
	script := `env | sort; echo "in $(pwd) pid $$ of $0 $#"; trap "" HUP; cat >/dev/null; sleep 60`
	base, ticket, stop := showing(t, p, "--addr", "127.0.0.1:0", "--terminal", `sh -c '`+script+`' zero "one two"`)
	base, cookie := enter(t, base, ticket)
	_, page := getPage(t, base+"/coach", cookie)
	token := regexp.MustCompile(`name="lapkeep-token" content="([^"]+)"`).FindStringSubmatch(page)[1]
	seen := ""
	c := talkTo(t, base, cookie, token)
	for !strings.Contains(seen, "of zero") {
		_, b, err := c.Read(t.Context())
		if err != nil {
			t.Fatal(err, seen)
		}
		seen += string(b)
	}
	home := filepath.Join(p.user, ".lapkeep")
	for _, want := range []string{"KEPT=kept", "TERM=xterm-256color", "LAPKEEP_HOME=" + home, "in " + home + " pid", "of zero 1"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the program lacks %s:\n%s", want, seen)
		}
	}
	for _, bad := range []string{"secret-", "LAPKEEP_LANG", ticket, token} {
		if strings.Contains(seen, bad) {
			t.Errorf("the program has %s:\n%s", bad, seen)
		}
	}
	pid, err := strconv.Atoi(regexp.MustCompile(`pid (\d+)`).FindStringSubmatch(seen)[1])
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	stop()
	if err := syscall.Kill(pid, 0); err == nil {
		t.Errorf("the program is left behind after %v", time.Since(began))
	}
}

// talkTo opens the terminal as its page does, and starts its program.
func talkTo(t *testing.T, base, cookie, token string) *websocket.Conn {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/coach/ticket", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", cookie)
	r.Header.Set(guard.TokenHeader, token)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	in := map[string]any{"cols": 200, "rows": 50, "start": true}
	if err := json.NewDecoder(res.Body).Decode(&in); err != nil {
		t.Fatal(err)
	}
	c, _, err := websocket.Dial(t.Context(), base+"/coach/terminal", &websocket.DialOptions{
		HTTPHeader: http.Header{"Cookie": {cookie}, "Origin": {strings.TrimSuffix(base, rootOf.FindString(base))}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	c.SetReadLimit(1 << 20)
	b, _ := json.Marshal(in)
	if err := c.Write(t.Context(), websocket.MessageText, b); err != nil {
		t.Fatal(err)
	}
	return c
}
