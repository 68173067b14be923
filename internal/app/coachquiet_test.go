package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// listen keeps a stream of the server open for a while, and returns all that came.
func (s *served) listen(t *testing.T, token, method string, header map[string]string, body []byte, meanwhile func()) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, s.base+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	header["Authorization"], header["Content-Type"] = "Bearer "+token, "application/json"
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		time.AfterFunc(time.Second, cancel)
		meanwhile()
	}
	text, _ := io.ReadAll(res.Body) // the end of the context ends it
	return res.Status + "\n" + eventID.ReplaceAllString(string(text), "")
}

// eventID is the random id of an event.
var eventID = regexp.MustCompile(`(?m)^id: .*\n`)

// TestACoachHearsNoEventsOfAnAthleteWhoNeverAgreed: no stream of a coach tells of another's data, and
// a subscription to it is answered as one to what does not exist.
func TestACoachHearsNoEventsOfAnAthleteWhoNeverAgreed(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	var coach people.Person
	s := a.serveTo(t, nil, func(w *cli.Workbench) {
		signer(t, w, "Olga", training.RoleOwner)
		coach = signer(t, w, "Carl", training.RoleCoach, "me")
	})
	token := s.token(t, coach, []training.Permission{"read", "write", "send"}, "me")
	ghost := strings.Repeat("z", len(b.ids[0]))
	n := 0
	busy := func() {
		for range 3 {
			n++
			for _, of := range []map[string]any{
				{"activity_id": b.ids[0], "name": beaCanary + strings.Repeat("!", n)}, {"activity_id": b.ids[1], "feel": 1 + n%5},
			} {
				of["athlete"] = "bea"
				if _, text := s.call(t, s.key, "update_activity", of); strings.Contains(text, `"isError":true`) {
					t.Fatal(text)
				}
			}
		}
	}
	const both = "application/json, text/event-stream"
	legacy := func(id string) string {
		opening := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
			`"clientInfo":{"name":"t","version":"1"}}}`
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/mcp", strings.NewReader(opening))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json", "Accept": both} {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil || res.Body.Close() != nil {
			t.Fatal(err)
		}
		session := map[string]string{"Accept": both, "Mcp-Session-Id": res.Header.Get("Mcp-Session-Id")}
		subscribed := s.listen(t, token, http.MethodPost, session, []byte(
			`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"lapkeep://activity/`+id+`"}}`), func() {})
		return subscribed + s.listen(t, token, http.MethodGet, session, nil, busy)
	}
	modern := func(id string) string {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": map[string]any{
			"notifications": map[string]any{
				"toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
				"resourceSubscriptions": []string{"lapkeep://activity/" + id, "lapkeep://athlete/profile"},
			},
			"_meta": map[string]any{
				"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{},
				"io.modelcontextprotocol/clientInfo": map[string]any{"name": "t", "version": "1"},
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return s.listen(t, token, http.MethodPost, map[string]string{
			"Accept": both, "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen",
		}, body, busy)
	}
	for era, ask := range map[string]func(id string) string{"2025-11-25": legacy, "2026-07-28": modern} {
		of, none := ask(b.ids[0]), ask(ghost)
		told := strings.ReplaceAll(of, b.ids[0], ghost)
		if told != none {
			t.Errorf("%s: a subscription distinguishes:\n%s\n%s", era, told, none)
		}
		for _, word := range []string{beaCanary, "Bea", `"bea"`, b.ids[1], "resources/updated"} {
			if strings.Contains(told, word) {
				t.Errorf("%s: an event tells %q: %s", era, word, of)
			}
		}
	}
}

// TestACoachMeasuresNothingOfAnAthleteWhoNeverAgreed: an answer about somebody who never agreed
// takes as long as one about nobody. Calls alternate, so that a busy machine delays both.
func TestACoachMeasuresNothingOfAnAthleteWhoNeverAgreed(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	var coach people.Person
	s := a.serveTo(t, nil, func(w *cli.Workbench) {
		signer(t, w, "Olga", training.RoleOwner)
		coach = signer(t, w, "Carl", training.RoleCoach, "me")
	})
	token := s.token(t, coach, []training.Permission{"read"}, "me")
	took := func(tool, name, value string) time.Duration {
		from := time.Now()
		s.call(t, token, tool, map[string]any{name: value})
		return time.Since(from)
	}
	// slower returns in how many of a hundred pairs the first takes longer than the second.
	slower := func(tool, name, first, second string) int {
		const pairs = 150
		n := 0
		for i := range pairs {
			var one, two time.Duration
			if i%2 == 0 {
				one, two = took(tool, name, first), took(tool, name, second)
			} else {
				two, one = took(tool, name, second), took(tool, name, first)
			}
			if one > two {
				n++
			}
		}
		return 100 * n / pairs
	}
	ghost := b.ids[0][:len(b.ids[0])-1] + "z"
	for _, c := range []struct{ tool, name, first, second string }{
		{"analyze_training_load", "athlete", "bea", "zoe"}, {"get_activity", "activity_id", b.ids[0], ghost},
	} {
		n := slower(c.tool, c.name, c.first, c.second)
		t.Logf("%s about %s is slower in %d of 100 pairs", c.tool, c.first, n)
		if n < 28 || n > 72 { // more than five standard deviations from chance
			t.Errorf("%s takes longer about one who never agreed in %d of 100 pairs", c.tool, n)
		}
	}
	if n := slower("get_coach_context", "athlete", "me", "zoe"); n <= 72 {
		t.Errorf("the measure cannot tell an answer from a refusal: %d of 100", n)
	}
}
