package app

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/homes"
	"lapkeep/internal/people"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// served starts the server of homes in which everything may be done, and to which the people that
// before adds sign in. It stops at the end of the test.
func (p *person) served(t *testing.T, root string, before func(b *people.Book)) *served {
	t.Helper()
	prog := p.program(io.Discard, io.Discard)
	prog.Now = time.Now
	all, err := homes.Root(root).Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(all, ".") {
		writeConfig(t, filepath.Join(root, name), "writes: full\ntoolsets: all\n")
	}
	own := strings.Repeat("s", 40)
	if err := os.WriteFile(filepath.Join(root, keyFile), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	book, err := prog.bookOf(t.Context(), homes.Root(root), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	before(book)
	in := prog.places()
	in.Flags = map[settings.Key]string{settings.Home: root}
	s, err := settings.Load(in)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	at, done := make(chan cli.Endpoint, 1), make(chan error, 1)
	go func() {
		o := cli.HTTPOptions{Addr: "127.0.0.1:0", Path: "/mcp", PerSecond: 1e6}
		done <- prog.serveHomes(ctx, s, o, func(e cli.Endpoint) { at <- e })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	select {
	case e := <-at:
		return &served{nil, book, strings.TrimSuffix(e.MCP(), "/mcp"), own}
	case err := <-done:
		done <- err
		t.Fatal(err)
	}
	return nil
}

// open returns how many homes the server has open.
func (s *served) open(t *testing.T) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	found := regexp.MustCompile(`\nlapkeep_homes_open (\S+)`).FindSubmatch(text)
	if err != nil || found == nil {
		t.Fatal(string(text), err)
	}
	return string(found[1])
}

// browser sends a form of the sign-in pages as a signed-in person, and returns the page itself for
// an empty path.
func (s *served) browser(t *testing.T, p people.Person) func(path string, form url.Values) (int, string) {
	t.Helper()
	code, err := s.book.SignInCode(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.book.SignIn(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	send := func(method, path string, body io.Reader) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, s.base+path, body)
		if err != nil {
			t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: "lapkeep_login", Value: session})
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	return func(path string, form url.Values) (int, string) {
		status, page := send(http.MethodGet, "/login", http.NoBody)
		if path == "" {
			return status, page
		}
		form.Set(guard.TokenField, regexp.MustCompile(`name="` + guard.TokenField + `" value="([^"]+)"`).FindStringSubmatch(page)[1])
		return send(http.MethodPost, path, strings.NewReader(form.Encode()))
	}
}

// TestCheck12_EveryToolForEveryRoleAndHome: over the whole tool table, each person's token reaches
// exactly the tools and homes of its grant, with what the person is to each home.
func TestCheck12_EveryToolForEveryRoleAndHome(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben", "cleo")
	type who struct {
		people.Person
		to map[training.AthleteID]training.Role
	}
	var all []who
	s := p.served(t, root, func(b *people.Book) {
		add := func(name string, role training.Role, of ...training.AthleteID) people.Person {
			x, err := b.Add(t.Context(), name, role, of, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		ann := add("Ann", training.RoleAthlete, "anna")
		if err := b.Agree(t.Context(), people.Agreement{Person: ann.ID, Athlete: "ben", Role: training.RoleViewer}); err != nil {
			t.Fatal(err)
		}
		all = []who{
			{add("Olga", training.RoleOwner), map[training.AthleteID]training.Role{"anna": "owner", "ben": "owner"}},
			{ann, map[training.AthleteID]training.Role{"anna": "athlete", "ben": "viewer"}},
			{add("Carl", training.RoleCoach, "ben"), map[training.AthleteID]training.Role{"ben": "coach"}},
			{add("Vera", training.RoleViewer, "ben"), map[training.AthleteID]training.Role{"ben": "viewer"}},
		}
	})
	calls := 0
	for _, x := range all {
		for _, asked := range [][]training.Permission{{training.MayRead}, training.Permissions()} {
			token := s.token(t, x.Person, asked, "anna", "ben")
			for _, r := range p.program(io.Discard, io.Discard).table(settings.Settings{}).Rows() {
				if r.PageOnly {
					continue
				}
				for _, home := range []training.AthleteID{"anna", "ben", "cleo", "zoe"} {
					args := map[string]any{"athlete": home, "no_such_argument": 1}
					if r.Everyone { // it answers about all homes of the grant
						delete(args, "athlete")
						home = slices.Sorted(maps.Keys(x.to))[0]
					}
					calls++
					_, text := s.call(t, token, r.Name, args)
					want := slices.Contains(asked, r.Needs()) && slices.Contains(x.to[home].Permissions(), r.Needs())
					if reached := strings.Contains(text, "no_such_argument"); reached != want {
						t.Errorf("%s with %v calls %s about %s: %s", x.Name, asked, r.Name, home, text)
					}
				}
			}
		}
	}
	if calls < 4*2*3*80 {
		t.Errorf("only %d calls were made", calls)
	}
	t.Logf("%d calls", calls)
}

// TestAttackATokenOfOneHomeAtAnother: by whatever way, a home that the grant does not cover is as one
// that does not exist, is not opened, and its own key opens no other.
func TestAttackATokenOfOneHomeAtAnother(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	from := filepath.Join(p.user, "rides")
	rides(t, from, may, 600, training.Cycling)
	p.must(t, "import", from, "--home", filepath.Join(root, "ben"))
	p.must(t, "call", "save_gear", `{"name":"canary of ben","kind":"shoes"}`, "--home", filepath.Join(root, "ben"))
	var olga, carl people.Person
	s := p.served(t, root, func(b *people.Book) {
		var err error
		if olga, err = b.Add(t.Context(), "Olga", training.RoleOwner, nil, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if carl, err = b.Add(t.Context(), "Carl", training.RoleCoach, []training.AthleteID{"anna"}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	of := s.token(t, olga, training.Permissions(), "ben")
	_, text := s.call(t, of, "list_activities", map[string]any{})
	if i := strings.Index(text, `"id":"`); i < 0 {
		t.Fatal(text)
	}
	id := regexp.MustCompile(`"id":"([a-z0-9]{6,})"`).FindStringSubmatch(text)[1]
	time.Sleep(2 * followFirst)
	for what, token := range map[string]string{
		"a grant of one home": s.token(t, olga, training.Permissions(), "anna"),
		"a coach":             s.token(t, carl, training.Permissions(), "anna", "ben"), "a key": keys["anna"],
	} {
		quiet := func(how, text string) {
			t.Helper()
			for _, word := range []string{"canary", `"ben"`, "are anna, ben"} {
				if strings.Contains(text, word) {
					t.Errorf("%s hears %q by %s: %s", what, word, how, text)
				}
			}
		}
		for _, r := range p.program(io.Discard, io.Discard).table(settings.Settings{}).Rows() {
			if r.Safety != tools.Read || r.PageOnly {
				continue
			}
			var args map[string]any
			if err := json.Unmarshal([]byte(strings.ReplaceAll(exampleOf(r.Name), "ID", id)), &args); err != nil {
				t.Fatal(err)
			}
			_, text := s.call(t, token, r.Name, args)
			quiet(r.Name, strings.ReplaceAll(text, id, ""))
			if r.Everyone {
				continue
			}
			args["athlete"] = "ben"
			_, ben := s.call(t, token, r.Name, args)
			args["athlete"] = "zoe"
			_, zoe := s.call(t, token, r.Name, args)
			if strings.ReplaceAll(ben, "ben", "zoe") != zoe || !strings.Contains(zoe, "There is no athlete") {
				t.Errorf("%s distinguishes with %s:\n%s\n%s", what, r.Name, ben, zoe)
			}
		}
		for _, uri := range []string{"lapkeep://activity/" + id, "lapkeep://athlete/profile"} {
			_, text := s.post(t, token, "resources/read", map[string]any{"uri": uri})
			quiet(uri, strings.ReplaceAll(text, id, ""))
		}
		_, text := s.post(t, token, "completion/complete", map[string]any{
			"ref": map[string]any{"type": "ref/resource", "uri": "lapkeep://activity/{id}"}, "argument": map[string]any{"name": "id", "value": ""},
		})
		if strings.Contains(text, id) {
			t.Errorf("%s completes to an activity of another home: %s", what, text)
		}
	}
	lines, err := s.book.Log(t.Context(), "ben", 50)
	if err != nil || len(lines) != 1 || lines[0].Person != "Olga" {
		t.Errorf("the log of ben says %+v %v", lines, err)
	}
}

// TestAHomeThatNobodyMayAskIsNotOpened: so the time of an answer tells nothing about it either.
func TestAHomeThatNobodyMayAskIsNotOpened(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben")
	var carl people.Person
	s := p.served(t, root, func(b *people.Book) {
		var err error
		if carl, err = b.Add(t.Context(), "Carl", training.RoleCoach, []training.AthleteID{"anna"}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	token := s.token(t, carl, training.Permissions(), "anna", "ben")
	for _, athlete := range []string{"ben", "zoe"} {
		s.call(t, token, "list_gear", map[string]any{"athlete": athlete})
		s.call(t, token, "save_gear", map[string]any{"athlete": athlete, "name": "x", "kind": "shoes"})
	}
	if n := s.open(t); n != "0.0" {
		t.Errorf("%s homes were opened", n)
	}
	if _, text := s.call(t, token, "list_gear", map[string]any{}); strings.Contains(text, "isError\":true") || s.open(t) != "1.0" {
		t.Errorf("the own home is not opened: %s", text)
	}
}

// TestAnEventTellsNothingOfAnotherHome: a subscription to what is in a home that the grant does not
// cover is as one to nothing, while that home is written.
func TestAnEventTellsNothingOfAnotherHome(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	from := filepath.Join(p.user, "rides")
	rides(t, from, may, 600, training.Cycling)
	p.must(t, "import", from, "--home", filepath.Join(root, "ben"))
	var carl people.Person
	s := p.served(t, root, func(b *people.Book) {
		var err error
		if carl, err = b.Add(t.Context(), "Carl", training.RoleCoach, []training.AthleteID{"anna"}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	_, text := s.call(t, keys["ben"], "list_activities", map[string]any{})
	id := regexp.MustCompile(`"id":"([a-z0-9]{6,})"`).FindStringSubmatch(text)[1]
	n := 0
	busy := func() {
		for range 3 {
			n++
			args := map[string]any{"activity_id": id, "name": strings.Repeat("canary", n)}
			if _, text := s.call(t, keys["ben"], "update_activity", args); strings.Contains(text, `"isError":true`) {
				t.Fatal(text)
			}
		}
	}
	token := s.token(t, carl, training.Permissions(), "anna", "ben")
	ask := func(id string) string {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": map[string]any{
			"notifications": map[string]any{"resourcesListChanged": true, "resourceSubscriptions": []string{"lapkeep://activity/" + id}},
			"_meta": map[string]any{
				"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{},
				"io.modelcontextprotocol/clientInfo": map[string]any{"name": "t", "version": "1"},
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return s.listen(t, token, http.MethodPost, map[string]string{
			"Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen",
		}, body, busy)
	}
	ghost := strings.Repeat("z", len(id))
	of, none := ask(id), ask(ghost)
	if told := strings.ReplaceAll(of, id, ghost); told != none || strings.Contains(told, "canary") ||
		strings.Contains(told, "resources/updated") {
		t.Errorf("a subscription distinguishes:\n%s\n%s", of, none)
	}
}

// TestAMembershipEndsWhileItIsUsed: by itself, with the home, and with a new home of the same name.
func TestAMembershipEndsWhileItIsUsed(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben")
	var olga, carl people.Person
	s := p.served(t, root, func(b *people.Book) {
		var err error
		if olga, err = b.Add(t.Context(), "Olga", training.RoleOwner, nil, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if carl, err = b.Add(t.Context(), "Carl", training.RoleCoach, []training.AthleteID{"anna", "ben"}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	coach, owner := s.token(t, carl, training.Permissions(), "anna", "ben"), s.token(t, olga, training.Permissions(), "ben")
	asks := func(token, home string) bool {
		t.Helper()
		_, text := s.call(t, token, "list_gear", map[string]any{"athlete": home})
		return !strings.Contains(text, `"isError":true`)
	}
	if !asks(coach, "anna") || !asks(coach, "ben") || !asks(owner, "ben") {
		t.Fatal("a member cannot ask")
	}
	p.must(t, "login", "withdraw", "Carl", "--of", "anna", "--homes", root)
	if asks(coach, "anna") || !asks(coach, "ben") {
		t.Error("a membership that was withdrawn counts, or another one with it")
	}
	if err := os.Rename(filepath.Join(root, "ben"), filepath.Join(p.user, "ben")); err != nil {
		t.Fatal(err)
	}
	if asks(coach, "ben") || asks(owner, "ben") {
		t.Error("a home that was removed answers")
	}
	p.must(t, "homes", "add", "ben", "--homes", root)
	if asks(coach, "ben") || asks(owner, "ben") {
		t.Error("what was agreed about a former home counts for a new one of the same name")
	}
	if p.must(t, "login", "add", "carl", "--of", "ben", "--role", "viewer", "--homes", root); asks(coach, "ben") {
		t.Error("a grant about a former home counts for a new one")
	}
	again := s.token(t, carl, training.Permissions(), "ben")
	if _, text := s.call(t, again, "save_gear", map[string]any{"name": "x", "kind": "shoes"}); !asks(again, "ben") || !strings.Contains(text,
		"needs the permission") {
		t.Errorf("a coach who is a viewer here: %s", text)
	}
}

// TestOnlyAPersonOfTheHomeApproves: what a program sends does not, nor does a viewer or somebody of
// another home; the page shows what waits in homes to those who may agree.
func TestOnlyAPersonOfTheHomeApproves(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	from := filepath.Join(p.user, "rides")
	rides(t, from, may, 600, training.Cycling)
	p.must(t, "import", from, "--home", filepath.Join(root, "anna"))
	who := map[string]people.Person{}
	s := p.served(t, root, func(b *people.Book) {
		for name, x := range map[string]struct {
			role training.Role
			of   training.AthleteID
		}{"Ann": {training.RoleAthlete, "anna"}, "Vera": {training.RoleViewer, "anna"}, "Ben": {training.RoleAthlete, "ben"}} {
			var err error
			if who[name], err = b.Add(t.Context(), name, x.role, []training.AthleteID{x.of}, time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		var err error
		if who["Olga"], err = b.Add(t.Context(), "Olga", training.RoleOwner, nil, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	token := s.token(t, who["Olga"], training.Permissions(), "ben", "anna")
	_, text := s.call(t, token, "list_activities", map[string]any{"athlete": "anna"})
	args := map[string]any{"athlete": "anna", "activity_id": regexp.MustCompile(`"id":"([a-z0-9]{6,})"`).FindStringSubmatch(text)[1]}
	_, text = s.call(t, token, "delete_activity", args)
	if !strings.Contains(text, "/login within 15 minutes") || !strings.Contains(text, "anna") {
		t.Fatalf("deleting asks nobody: %s", text)
	}
	_, page := s.browser(t, who["Olga"])("", nil)
	found := regexp.MustCompile(`name="approval" value="([^"]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("nothing waits: %s", page)
	}
	code := found[1]
	for _, with := range []string{token, keys["ben"]} {
		for _, arg := range []string{"approval_code", "approval"} {
			more := maps.Clone(args)
			if more[arg] = code; with != token {
				delete(more, "athlete")
			}
			if _, text := s.call(t, with, "delete_activity", more); !strings.Contains(text, `"isError":true`) {
				t.Errorf("a program agrees: %s", text)
			}
		}
	}
	for _, name := range []string{"Vera", "Ben"} {
		send := s.browser(t, who[name])
		if _, page := send("", nil); strings.Contains(page, code) {
			t.Errorf("%s sees what waits for others", name)
		}
		if status, _ := send("/login/approve", url.Values{"approval": {code}}); status != http.StatusNotFound {
			t.Errorf("%s agrees: %d", name, status)
		}
	}
	if _, text := s.call(t, token, "delete_activity", args); !strings.Contains(text, "/login within") {
		t.Fatalf("somebody agreed: %s", text)
	}
	send := s.browser(t, who["Ann"])
	_, page = send("", nil)
	code = regexp.MustCompile(`name="approval" value="([^"]+)"`).FindStringSubmatch(page)[1]
	if status, text := send("/login/approve", url.Values{"approval": {code}}); status != http.StatusSeeOther {
		t.Fatalf("the athlete agrees: %d %s", status, text)
	}
	if _, text := s.call(t, token, "delete_activity", args); strings.Contains(text, `"isError":true`) || strings.Contains(text, "/login within") {
		t.Errorf("what the athlete agreed to is not done: %s", text)
	}
	if _, page = send("", nil); !strings.Contains(page, "delete_activity") || !strings.Contains(page, "Olga") {
		t.Errorf("the athlete does not see who asked: %s", page)
	}
}

// TestTheRosterOfManyHomes has a line for each home of the grant, and says which one cannot be read.
func TestTheRosterOfManyHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben", "cleo", "dora")
	if err := os.WriteFile(filepath.Join(root, "cleo", "lapkeep.db"), []byte(strings.Repeat("damaged ", 4096)), 0o600); err != nil {
		t.Fatal(err)
	}
	var carl people.Person
	s := p.served(t, root, func(b *people.Book) {
		var err error
		if carl, err = b.Add(t.Context(), "Carl", training.RoleCoach, []training.AthleteID{"anna", "ben", "cleo"}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	})
	type view struct {
		Result struct {
			StructuredContent struct {
				Athletes []struct {
					Athlete string
					ID      string
					Why     []string
				}
			}
		}
	}
	ask := func(token, tool string) (v view, text string) {
		t.Helper()
		_, text = s.call(t, token, tool, map[string]any{})
		_, data, _ := strings.Cut(text, "data: ")
		if err := json.Unmarshal([]byte(data), &v); err != nil {
			t.Fatal(text, err)
		}
		return v, text
	}
	v, text := ask(s.token(t, carl, training.Permissions(), "anna", "ben", "cleo", "dora"), "get_roster")
	lines := v.Result.StructuredContent.Athletes
	var names []string
	for _, l := range lines {
		names = append(names, l.Athlete)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"anna", "ben", "cleo"}) || lines[0].Athlete != "cleo" || len(lines[0].Why) != 1 ||
		!strings.Contains(lines[0].Why[0], "home cleo cannot be used") {
		t.Errorf("the roster is %s", text)
	}
	v, text = ask(s.token(t, carl, training.Permissions(), "ben", "anna"), "get_status")
	if all := v.Result.StructuredContent.Athletes; len(all) != 2 || all[0].ID != "ben" || all[1].ID != "anna" {
		t.Errorf("the status is %s", text)
	}
	if v, text = ask(keys["dora"], "get_roster"); len(v.Result.StructuredContent.Athletes) != 1 {
		t.Errorf("the roster with a key is %s", text)
	}
}

// TestLoginOfManyHomes: the commands are those of one home, with --homes; one home knows nothing of it.
func TestLoginOfManyHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben")
	if code, _, said := p.run(t.Context(), "login", "list", "--homes", root); code == 0 || !strings.Contains(said, "login setup NAME") ||
		!strings.Contains(said, "--homes "+root) {
		t.Errorf("before setup: %d %s", code, said)
	}
	if out := p.must(t, "login", "setup", "Olga", "--homes", root); !strings.Contains(out, "all of these homes") || !strings.Contains(out,
		"--homes "+root) {
		t.Error(out)
	}
	p.must(t, "login", "add", "Carl", "--role", "coach", "--of", "anna", "--homes", root)
	p.must(t, "login", "add", "Carl", "--role", "athlete", "--of", "ben", "--homes", root)
	for _, args := range [][]string{
		{"add", "Vera", "--role", "viewer", "--of", "zoe"},
		{"add", "Olga", "--of", "anna"},
		{"add", "Carl", "--of", "anna", "--role", "owner"},
		{"add", "Carl", "--of", "anna", "--role", "king"},
		{"log", "--of", "zoe"},
	} {
		if code, out, _ := p.run(t.Context(), append(append([]string{"login"}, args...), "--homes", root)...); code == 0 {
			t.Errorf("%q: %s", args, out)
		}
	}
	out := p.must(t, "login", "list", "--homes", root)
	if !strings.Contains(out, "Olga, owner: anna, ben") || !strings.Contains(out, "Carl, coach: anna, ben (athlete)") {
		t.Error(out)
	}
	p.must(t, "login", "code", "--homes", root)
	p.must(t, "login", "log", "--homes", root)
	p.must(t, "login", "withdraw", "Carl", "--homes", root)
	if out := p.must(t, "login", "list", "--homes", root); strings.Contains(out, "Carl") {
		t.Error(out)
	}
	if out := p.must(t, "login", "list", "--home", filepath.Join(root, "anna")); !strings.Contains(out, "Nobody can sign in") {
		t.Error(out)
	}
}
