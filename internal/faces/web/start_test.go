package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
)

// someSetups are clients of each kind.
func someSetups() ([]clients.Setup, error) {
	return []clients.Setup{
		{
			Client: clients.Client{ID: "claude-desktop", Name: "Claude Desktop", Format: "JSON", Reload: "Quit it.", Verify: "look"},
			State:  clients.Present, File: "/home/you/claude.json", Block: `{"mcpServers": {}}`, Install: "lapkeep mcp install claude-desktop",
		},
		{
			Client: clients.Client{ID: "cursor", Name: "Cursor", Format: "JSON"}, State: clients.Configured, Block: "{}",
			Install: "lapkeep mcp install cursor",
		},
		{Client: clients.Client{ID: "claude-ai", Name: "claude.ai", Steps: []string{"Open Settings."}}, State: clients.ByHand},
	}, nil
}

// TestTheFirstStepsSayWhatIsDone: from what the tools say, and where secrets are
// typed.
func TestTheFirstStepsSayWhatIsDone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/start", nil)
	for _, want := range []string{
		"You are looking at the demo athlete", "538 activities are here.", "connect intervals</pre>", "typed at a terminal", "never here",
		`<data value="244"`, `name="setting" value="ftp_w"`, `name="value" value="244.3"`, "Confirm with a 20-minute test", `href="/assistants/claude-desktop"`, "has Lapkeep",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	if n := strings.Count(page, `class="card wide step"`); n != 5 {
		t.Errorf("%d steps", n)
	}
	if done := strings.Count(page, "</span>done</span>"); done != 4 {
		t.Errorf("%d steps are done, want all but a service", done)
	}
	if strings.Contains(page, `type="password"`) || strings.Contains(page, "<textarea") {
		t.Error("a secret can be typed into the page")
	}
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{}`) }
	_, page = s.ask(t, http.MethodGet, "/start", nil)
	if done := strings.Count(page, "</span>done</span>"); done != 1 || !strings.Contains(page, `<pre tabindex="0">lapkeep demo</pre>`) {
		t.Errorf("of a new home %d steps are done, or the demo is not named", done)
	}
	if _, page = s.ask(t, http.MethodGet, "/", nil); !strings.Contains(page, `href="/start">Start here`) {
		t.Error("an empty first page does not lead to the start")
	}
	if got := s.table.asked("connect_source"); !strings.Contains(got, `"dry_run":true`) {
		t.Errorf("looking at services asked %s", got)
	}
}

// TestAnAssistantIsAdded: what would change is shown first, with and without a
// script, and what is written is what was asked for.
func TestAnAssistantIsAdded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, want := range map[string]string{
		"/assistants/claude-desktop": "lapkeep mcp install claude-desktop", "/assistants/claude-ai": "Open Settings.",
		"/assistants/nobody": "There is no client",
	} {
		if _, page := s.ask(t, http.MethodGet, path, nil); !strings.Contains(page, want) {
			t.Errorf("%s does not say %s", path, want)
		}
	}
	for query, want := range map[string]string{"?dry_run=1": `{"said":"claude-desktop true"}`, "": `{"said":"claude-desktop false"}`} {
		if _, got := s.ask(t, http.MethodPost, "/assistants/claude-desktop"+query, strings.NewReader("{}")); got != want {
			t.Errorf("%q: %s", query, got)
		}
	}
	if res, _ := s.ask(t, http.MethodPost, "/assistants/nobody", strings.NewReader("{}")); res.StatusCode != http.StatusNotFound {
		t.Errorf("one that is not there: %d", res.StatusCode)
	}
	for button, want := range map[string]string{"show": "claude-desktop true", "write": "claude-desktop false", "": "claude-desktop true"} {
		r := s.request(t, http.MethodPost, "/assistants/claude-desktop",
			strings.NewReader(url.Values{guard.TokenField: {s.token}, "do": {button}}.Encode()))
		r.Header.Del(guard.TokenHeader)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		_, page := do(t, r)
		if !strings.Contains(page, want) || strings.Contains(page, `value="write"`) != (button != "write") {
			t.Errorf("%q: %.600s", button, page)
		}
	}
}

// TestAnUnreadableAnswerIsLogged: the page says that its log says more.
func TestAnUnreadableAnswerIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newSite(t, func(o *web.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{"words": 7}`) }
	if _, body := s.ask(t, http.MethodGet, "/sources", nil); !strings.Contains(body, "inside Lapkeep") {
		t.Error("the page does not say that it failed")
	}
	if !strings.Contains(log.String(), "get_status") {
		t.Errorf("the log is %q", log.String())
	}
}
