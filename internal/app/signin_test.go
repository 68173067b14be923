package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/people"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// served is an HTTP server of a home, to which people may sign in.
type served struct {
	w    *cli.Workbench // nil for many homes
	book *people.Book
	base string
	key  string
}

// serveTo starts the HTTP server of the subject's home, with everything in the tool table and
// about all athletes, and stops it at the end of the test.
func (a *subject) serveTo(t *testing.T, flags map[settings.Key]string, before func(w *cli.Workbench)) *served {
	t.Helper()
	p := a.program(io.Discard, io.Discard)
	p.Now = time.Now
	p.Places.Flags = map[settings.Key]string{settings.Athletes: "all", settings.Toolsets: "all", settings.Writes: "full"}
	maps.Copy(p.Places.Flags, flags)
	w, _ := opened(t, p, cli.OpenOptions{})
	before(w)
	ctx, cancel := context.WithCancel(t.Context())
	at, done := make(chan cli.Endpoint, 1), make(chan error, 1)
	go func() {
		done <- p.serveHTTP(ctx, w, cli.HTTPOptions{Addr: "127.0.0.1:0", Path: "/mcp", PerSecond: 1e6}, func(e cli.Endpoint) { at <- e })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	select {
	case e := <-at:
		return &served{w, w.People, strings.TrimSuffix(e.MCP(), "/mcp"), e.Key.Text}
	case err := <-done:
		done <- err
		t.Fatal(err)
	}
	return nil
}

// signer adds somebody who can sign in.
func signer(t *testing.T, w *cli.Workbench, name string, role training.Role, of ...training.AthleteID) people.Person {
	t.Helper()
	p, err := w.People.Add(t.Context(), name, role, of, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// token returns a token of a grant that a person made.
func (s *served) token(t *testing.T, p people.Person, permissions []training.Permission, of ...training.AthleteID) string {
	t.Helper()
	const verifier, challenge = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" // RFC 7636, B
	g := people.Grant{
		Client: "c", ClientName: "Chat", Resource: s.base + "/mcp", Permissions: permissions, Athletes: of, Expires: time.Now().Add(time.Hour),
	}
	code, err := s.book.Authorize(t.Context(), p, g, "r", challenge)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.book.Exchange(t.Context(), code, "c", "r", verifier, g.Resource)
	if err != nil {
		t.Fatal(err)
	}
	return got.Access
}

// post sends one message of the newer protocol.
func (s *served) post(t *testing.T, token, method string, params map[string]any) (*http.Response, string) {
	t.Helper()
	params["_meta"] = map[string]any{
		"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": map[string]any{
			"name":    "t",
			"version": "1",
		},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{"elicitation": map[string]any{}},
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
		"Mcp-Method": method,
	} {
		req.Header.Set(name, value)
	}
	if name, ok := params["name"].(string); ok {
		req.Header.Set("Mcp-Name", name)
	}
	if uri, ok := params["uri"].(string); ok {
		req.Header.Set("Mcp-Name", uri)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

func (s *served) call(t *testing.T, token, tool string, args map[string]any) (*http.Response, string) {
	t.Helper()
	return s.post(t, token, "tools/call", map[string]any{"name": tool, "arguments": args})
}

// needed lists the tools that need more than the permission to read or write, written down
// apart from the code that decides it.
var needed = map[training.Permission][]string{
	training.MayAdmin: {
		"connect_source", "delete_activity", "delete_custom_item", "delete_sport_settings", "disconnect_source", "export_activity",
		"export_route",
		"export_workout", "import_files",
	},
	training.MaySend: {
		"add_activity_note", "apply_sport_settings", "apply_training_plan", "create_activities", "create_events", "create_workout",
		"delete_events",
		"delete_gear", "delete_workout", "duplicate_events", "save_custom_item", "save_gear", "save_sport_settings", "save_workout",
		"star_segment",
		"undo", "update_activity", "update_activity_streams", "update_athlete_settings", "update_event", "update_wellness",
	},
	training.MayWrite: {
		"create_training_plan", "delete_goal", "delete_segment", "edit_training_plan", "mark_body_regions", "save_digest", "save_gear_reminder",
		"save_goal", "save_segment", "save_session_log", "save_training_plan", "sync_now", "update_coach_memory",
	},
}

// TestCheck12_EveryToolForEveryRoleAndAthlete: over the whole tool table, each person's token reaches
// exactly the tools and athletes of its grant. A call with an argument that does not exist
// reaches a tool if the tool's own check of arguments answers.
func TestCheck12_EveryToolForEveryRoleAndAthlete(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	a.beside(t)
	type who struct {
		people.Person
		most []training.Permission
		of   []training.AthleteID
	}
	var all []who
	s := a.serveTo(t, nil, func(w *cli.Workbench) {
		all = []who{
			{signer(t, w, "Olga", training.RoleOwner), []training.Permission{"read", "write", "send", "admin"}, []training.AthleteID{"bea", "me"}},
			{signer(t, w, "Me", training.RoleAthlete, "me"), []training.Permission{"read", "write", "send"}, []training.AthleteID{"me"}},
			{signer(t, w, "Carl", training.RoleCoach, "bea"), []training.Permission{"read", "write", "send"}, []training.AthleteID{"bea"}},
			{signer(t, w, "Vera", training.RoleViewer, "bea"), []training.Permission{"read"}, []training.AthleteID{"bea"}},
		}
	})
	of := map[string]training.Permission{}
	got := map[training.Permission][]string{}
	for _, r := range s.w.Table.Rows() {
		if r.PageOnly {
			continue
		}
		of[r.Name] = training.MayRead
		for p, names := range needed {
			if slices.Contains(names, r.Name) {
				of[r.Name] = p
			}
		}
		if r.Needs() != training.MayRead {
			got[r.Needs()] = append(got[r.Needs()], r.Name)
		}
	}
	if diff := cmp.Diff(needed, got); diff != "" {
		t.Fatalf("tools need other permissions than those written here:\n%s", diff)
	}
	calls := 0
	for _, p := range all {
		for n := 1; n <= 4; n++ { // grants of one permission more each
			asked := training.Permissions()[:n]
			token := s.token(t, p.Person, asked, "me", "bea")
			for name, needs := range of {
				may := slices.Contains(asked, needs) && slices.Contains(p.most, needs)
				for _, athlete := range []string{"me", "bea", "zoe"} {
					calls++
					args := map[string]any{"athlete": athlete, "no_such_argument": 1}
					if r, _ := s.w.Table.Lookup(name); r.Everyone { // it answers about all athletes of the grant
						delete(args, "athlete")
						athlete = string(p.of[0])
					}
					res, text := s.call(t, token, name, args)
					reached := strings.Contains(text, "no_such_argument")
					want := may && slices.Contains(p.of, training.AthleteID(athlete))
					challenged := res.StatusCode == http.StatusForbidden && strings.Contains(res.Header.Get("WWW-Authenticate"),
						`error="insufficient_scope"`) &&
						strings.Contains(res.Header.Get("WWW-Authenticate"), string(needs)+`"`)
					if reached != want || challenged == may {
						t.Errorf("%s with %v calls %s about %s: %d %s", p.Name, asked, name, athlete, res.StatusCode, text)
					}
					if may && !want && (!strings.Contains(text, "There is no athlete") || strings.Contains(text, "bea") && athlete != "bea" &&
						p.Name == "Me") {
						t.Errorf("%s asks %s about %s: %s", p.Name, name, athlete, text)
					}
				}
			}
		}
	}
	if calls < 4*4*3*80 {
		t.Errorf("only %d calls were made", calls)
	}
	t.Logf("%d calls", calls)
}

// TestACoachHearsNothingOfAnAthleteWhoNeverAgreed: by whatever way, one who never agreed is as
// one who does not exist.
func TestACoachHearsNothingOfAnAthleteWhoNeverAgreed(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	var coach people.Person
	s := a.serveTo(t, nil, func(w *cli.Workbench) {
		signer(t, w, "Olga", training.RoleOwner)
		coach = signer(t, w, "Carl", training.RoleCoach, "me")
	})
	token := s.token(t, coach, []training.Permission{"read", "write", "send"}, "me", "bea")
	quiet := func(what, text string) {
		t.Helper()
		for _, word := range append([]string{beaCanary, "Bea Other", `"bea"`}, b.ids...) {
			if strings.Contains(text, word) {
				t.Errorf("%s tells %q: %s", what, word, text)
			}
		}
	}
	for _, r := range s.w.Table.Rows() {
		if r.Safety != tools.Read {
			continue
		}
		var args map[string]any
		if err := json.Unmarshal([]byte(a.own(exampleOf(r.Name))), &args); err != nil {
			t.Fatal(err)
		}
		_, text := s.call(t, token, r.Name, args)
		quiet(r.Name, text)
		args["athlete"] = "bea"
		_, bea := s.call(t, token, r.Name, args)
		args["athlete"] = "zoe"
		_, zoe := s.call(t, token, r.Name, args)
		if strings.ReplaceAll(bea, "bea", "zoe") != zoe {
			t.Errorf("%s distinguishes:\n%s\n%s", r.Name, bea, zoe)
		}
	}
	if _, roster := s.call(t, token, "get_roster", map[string]any{}); !strings.Contains(roster, `"me"`) {
		t.Errorf("the roster lacks who agreed: %s", roster)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if res, err := http.DefaultClient.Do(req); err != nil || res.Body.Close() != nil || res.StatusCode != http.StatusNotFound {
		t.Errorf("a program reads the counters of the server: %v %v", res, err)
	}
	for _, id := range append([]string{"nothing"}, b.ids...) {
		_, text := s.post(t, token, "resources/read", map[string]any{"uri": "lapkeep://activity/" + id})
		if !strings.Contains(text, "esource not found") {
			t.Errorf("a resource of another is read: %s", text)
		}
		_, text = s.call(t, token, "get_activity", map[string]any{"activity_id": id})
		quiet("get_activity", strings.ReplaceAll(text, id, ""))
	}
	_, text := s.post(t, token, "completion/complete", map[string]any{
		"ref": map[string]any{"type": "ref/resource", "uri": "lapkeep://activity/{id}"}, "argument": map[string]any{"name": "id", "value": ""},
	})
	if quiet("a completion", text); !strings.Contains(text, a.ids[0]) {
		t.Errorf("a completion lacks the own activities: %s", text)
	}
	if err := s.w.People.Disagree(t.Context(), coach.ID, "me"); err != nil {
		t.Fatal(err)
	}
	for _, athlete := range []string{"", "me", "bea"} {
		if _, text := s.call(t, token, "list_activities", map[string]any{"athlete": athlete}); !strings.Contains(text, "covers no athlete") {
			t.Errorf("an agreement that ended still answers about %q: %s", athlete, text)
		}
	}
}

// TestEveryCallHasItsLine: the access log says what was asked and what was refused, whatever the
// way in which it was refused; what was about nobody who agreed is the owner's to see.
func TestEveryCallHasItsLine(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	a.beside(t)
	var coach people.Person
	s := a.serveTo(t, nil, func(w *cli.Workbench) {
		signer(t, w, "Olga", training.RoleOwner)
		coach = signer(t, w, "Carl", training.RoleCoach, "me")
	})
	token := s.token(t, coach, []training.Permission{"read"}, "me")
	for range 2 {
		s.call(t, token, "list_activities", map[string]any{})
	}
	s.call(t, token, "list_activities", map[string]any{"athlete": "bea"})
	s.call(t, token, "list_activities", map[string]any{"athlete": "zoe"})
	s.call(t, token, "save_goal", map[string]any{})                                        // has no permission
	s.call(t, token, "delete_activity", map[string]any{"athlete": "bea"})                  // nor for another
	s.call(t, token, "get_roster", map[string]any{})                                       // about everybody
	s.post(t, token, "resources/read", map[string]any{"uri": "lapkeep://athlete/profile"}) // a call by another way
	if err := s.w.People.Disagree(t.Context(), coach.ID, "me"); err != nil {
		t.Fatal(err)
	}
	s.call(t, token, "get_status", map[string]any{})
	s.call(t, token, "get_roster", map[string]any{})
	for id, want := range map[training.AthleteID]map[string]string{
		"me":  {"list_activities": "2 0", "save_goal": "1 1", "get_roster": "1 0", "get_athlete_profile": "1 0"},
		"":    {"list_activities": "2 2", "delete_activity": "1 1", "get_status": "1 1", "get_roster": "1 1"},
		"bea": {},
	} {
		lines, err := s.w.People.Log(t.Context(), id, 50)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, l := range lines {
			got[l.Tool] = fmt.Sprint(l.Calls, " ", l.Refused)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("the log about %q: %s", id, d)
		}
	}
}

// TestAModelsTokenNeverApproves: whatever a program sends, only the person agrees, and the
// journal names both.
func TestAModelsTokenNeverApproves(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	var owner people.Person
	s := a.serveTo(t, map[settings.Key]string{settings.Consent: "model"}, func(w *cli.Workbench) {
		owner = signer(t, w, "Olga",
			training.RoleOwner)
	})
	token := s.token(t, owner, training.Permissions(), "me")
	args := map[string]any{"activity_id": a.ids[0]}
	_, text := s.call(t, token, "delete_activity", args)
	if !strings.Contains(text, "/login within 15 minutes") || strings.Contains(text, "inputRequests") || strings.Contains(text,
		"approval_code") {
		t.Errorf("a program is asked to agree: %s", text)
	}
	waiting, err := s.w.Journal.Waiting(t.Context(), s.w.Scope(), time.Now())
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	code := waiting[0].Token
	for _, more := range []map[string]any{{"approval_code": code}, {"approval": code}} {
		maps.Copy(more, args)
		if _, text := s.call(t, token, "delete_activity", more); !strings.Contains(text, `"isError":true`) {
			t.Errorf("a program agrees with %v: %s", more, text)
		}
	}
	if _, err := s.w.Journal.GrantBy(t.Context(), s.w.Scope(), owner.ID, code, time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, text := s.call(t, token, "delete_activity", args); strings.Contains(text, `"isError":true`) {
		t.Errorf("what a person agreed to is not done: %s", text)
	}
	all, err := s.w.DB.Journal(t.Context(), s.w.Scope(), 1)
	if err != nil || len(all) != 1 || all[0].Person != owner.ID || all[0].ApprovedBy != owner.ID || all[0].Tool != "delete_activity" {
		t.Errorf("the journal says %+v %v", all, err)
	}
	lines, err := s.w.People.Log(t.Context(), "me", 9)
	if err != nil || len(lines) != 1 || lines[0].Person != "Olga" || lines[0].ClientName != "Chat" || lines[0].Calls != 4 ||
		lines[0].Tool != "delete_activity" {
		t.Errorf("the access log says %+v %v", lines, err)
	}
}

// TestCheck10_WithoutPeopleThereIsOnlyTheKey: a home that nobody was added to answers, byte by byte, as
// one that knows nothing of signing in.
func TestCheck10_WithoutPeopleThereIsOnlyTheKey(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s := a.serveTo(t, nil, func(*cli.Workbench) {})
	want := `{"error":"The key is missing or wrong.","fix":"Send Authorization: Bearer KEY, with the key from lapkeep key show."}` + "\n"
	for _, path := range []string{
		"/mcp", "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server",
		"/login", "/login/token",
	} {
		for _, key := range []string{"", "wrong"} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if key != "" {
				req.Header.Set("Authorization", "Bearer "+key)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			res.Header.Del("Date")
			res.Header.Del("X-Request-Id")
			head := http.Header{
				"Www-Authenticate": {`Bearer realm="lapkeep"`}, "Content-Type": {"application/json"}, "Cache-Control": {"no-store"},
				"Referrer-Policy": {"no-referrer"}, "X-Content-Type-Options": {"nosniff"}, "Content-Length": {fmt.Sprint(len(want))},
			}
			if res.StatusCode != http.StatusUnauthorized || string(text) != want || err != nil || !cmp.Equal(head, res.Header) {
				t.Errorf("%s: %d %s %v", path, res.StatusCode, text, cmp.Diff(head, res.Header))
			}
		}
	}
	if _, text := s.call(t, s.key, "get_status", map[string]any{}); !strings.Contains(text, `"data"`) {
		t.Errorf("the key does not open: %s", text)
	}
}
