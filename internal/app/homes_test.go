package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// hostedBy returns the server of the homes below a root, as it is behind its guard.
func (p *person) hostedBy(t testing.TB, root string) (*hosted, http.Handler) {
	t.Helper()
	return p.hostedAtMost(t, root, mostHomes)
}

// hostedAtMost is like hostedBy with another bound on the homes that are open.
func (p *person) hostedAtMost(t testing.TB, root string, most int) (*hosted, http.Handler) {
	t.Helper()
	prog := p.program(&bytes.Buffer{}, &bytes.Buffer{})
	in := prog.places()
	in.Flags = map[settings.Key]string{settings.Home: root}
	s, err := settings.Load(in)
	if err != nil {
		t.Fatal(err)
	}
	h := prog.hosted(s, most, overMCP)
	seen := h.observer()
	server, err := h.server(seen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.pool.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	key, err := readSecret(filepath.Join(root, keyFile))
	if err != nil {
		t.Fatal(err)
	}
	return h, h.door(t.Context(), guard.Options{Key: key}, seen, server.Routes(t.Context(), "/mcp"))
}

// posts sends one message with a key.
func posts(t testing.TB, to http.Handler, key, method, params string) *httptest.ResponseRecorder {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:8642/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	w := httptest.NewRecorder()
	to.ServeHTTP(w, r)
	return w
}

func called(t testing.TB, to http.Handler, key, tool, args string) string {
	return posts(t, to, key, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args)).Body.String()
}

// homesOf adds homes, and returns their root and keys.
func (p *person) homesOf(t testing.TB, names ...string) (root string, keys map[string]string) {
	t.Helper()
	root, keys = filepath.Join(p.user, "homes"), map[string]string{}
	for _, name := range names {
		p.must(t, "homes", "add", name, "--homes", root)
		key, err := readSecret(filepath.Join(root, name, keyFile))
		if err != nil || guard.CheckKey(key) != nil {
			t.Fatalf("the key of %s: %q %v", name, key, err)
		}
		keys[name] = key
	}
	return root, keys
}

// TestTheRosterOfAllHomesHidesNone: each home has a line under its name, and one that cannot be read
// says so and comes first.
func TestTheRosterOfAllHomesHidesNone(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben", "cleo")
	if err := os.WriteFile(filepath.Join(root, "ben", store.FileName), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	var v struct {
		Athletes []struct {
			Athlete, Attention string
			Why                []string
		}
	}
	if err := json.Unmarshal([]byte(p.must(t, "homes", "roster", "--json", "--homes", root)), &v); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range v.Athletes {
		names = append(names, a.Athlete)
	}
	if len(names) != 3 || names[0] != "ben" || v.Athletes[0].Attention == "none" || len(v.Athletes[0].Why) == 0 ||
		!strings.Contains(v.Athletes[0].Why[0], "lapkeep --home "+filepath.Join(root, "ben")+" verify") {
		t.Errorf("%+v", v)
	}
	if out := p.must(t, "homes", "roster", "--homes", root); !strings.Contains(out, "anna") || !strings.Contains(out, "cleo") {
		t.Error(out)
	}
}

// TestTheReportsOfAllHomes: each athlete has a report of their own, in the words of commands, and a home that cannot be
// read is named while the others have theirs.
func TestTheReportsOfAllHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben", "cleo")
	p.must(t, "call", "create_events", `{"events":[{"category":"sick","date":"today","name":"Cold"}]}`, "--home", filepath.Join(root, "cleo"))
	out := p.must(t, "report", "--homes", root)
	_, ofCleo, _ := strings.Cut(out, "\ncleo\n\n")
	if !strings.HasPrefix(out, "anna\n\n") || !strings.Contains(out, "\n\nben\n\n") ||
		!strings.Contains(ofCleo, "An illness is in the calendar") || strings.Count(out, "An illness") != 1 ||
		strings.Contains(out, "update_athlete") {
		t.Error(out)
	}
	if err := os.WriteFile(filepath.Join(root, "ben", store.FileName), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.work, "week.md")
	code, _, told := p.run(t.Context(), "report", "last week", "--homes", root, "--out", file)
	if code == 0 || !strings.Contains(told, "The home ben cannot be used") {
		t.Errorf("%d %s", code, told)
	}
	for name, want := range map[string]bool{"anna": true, "ben": false, "cleo": true} {
		if _, err := os.Stat(strings.TrimSuffix(file, ".md") + "-" + name + ".md"); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTheDashboardOfManyHomes is for browsers on this machine. A home can be used by others meanwhile, and one without
// a session learns nothing of any.
func TestTheDashboardOfManyHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna", "ben")
	for _, more := range [][]string{{"--public-url", "https://lapkeep.example"}, {"--terminal", "sh"}, {"--home", root}} {
		if code, out, _ := p.run(t.Context(), append([]string{"dashboard", "--no-open", "--homes", root}, more...)...); code == 0 {
			t.Errorf("%v: %s", more, out)
		}
	}
	prog := p.program(io.Discard, io.Discard)
	in := prog.places()
	in.Flags = map[settings.Key]string{settings.Home: root}
	s, err := settings.Load(in)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- prog.serveDashboardOfHomes(ctx, s, cli.DashboardOptions{Addr: "127.0.0.1:0"}, func(d cli.DashboardAt) { at <- d.URL })
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	base, ticket, _ := strings.Cut(<-at, "/#")
	session := func() (root string, cookie *http.Cookie) {
		res, err := http.Post(base+guard.SessionPath, "application/json", strings.NewReader(`{"ticket":"`+ticket+`"}`)) //nolint:noctx // a test
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var in struct{ Root string }
		if err := json.NewDecoder(res.Body).Decode(&in); err != nil {
			t.Fatal(err)
		}
		return in.Root, res.Cookies()[0]
	}
	below, cookie := session()
	get := func(path string, with *http.Cookie) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+below+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "text/html")
		if with != nil {
			req.AddCookie(with)
		}
		res, err := http.DefaultClient.Do(req)
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
	for path, c := range map[string]struct {
		status int
		text   string
	}{
		"/":                   {200, below + "/homes/ben/"},
		"/homes/anna/":        {200, below + "/homes/anna/calendar"},
		"/homes/anna/journal": {200, below + "/homes/anna/../../"},
		"/homes/nobody/":      {404, "There is no home nobody."},
		"/homes/Anna/":        {400, "Roster"},
		"/homes/anna/nothing": {404, below + "/homes/anna/"},
		"/journal":            {404, "Page not found"},
	} {
		if status, text := get(path, cookie); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %s", path, status, text)
		}
		if status, text := get(path, nil); status != http.StatusUnauthorized || strings.Contains(text, "anna") {
			t.Errorf("%s without a session: %d %s", path, status, text)
		}
	}
	// Another program writes.
	p.must(t, "call", "create_events", `{"events":[{"category":"sick","date":"today","name":"Cold"}]}`, "--home", filepath.Join(root, "anna"))
	if _, text := get("/", cookie); !strings.Contains(text, ">sick until ") {
		t.Error(text)
	}
}

// TestAKeyOpensOneOfManyHomes for reading and writing, and no other; a wrong key learns nothing.
func TestAKeyOpensOneOfManyHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben", "cleo")
	h, to := p.hostedBy(t, root)
	out := posts(t, to, keys["anna"], "tools/list", `{}`).Body.String()
	if !strings.Contains(out, `"get_wellness"`) || h.pool.Open() != 0 {
		t.Errorf("listing tools opened %d homes: %.200s", h.pool.Open(), out)
	}
	if out := called(t, to, keys["anna"], "save_gear", `{"name":"shoes of anna","kind":"shoes"}`); strings.Contains(out, "isError") {
		t.Fatal(out)
	}
	if out := called(t, to, keys["anna"], "list_gear", `{}`); !strings.Contains(out, "shoes of anna") {
		t.Error(out)
	}
	if out := called(t, to, keys["ben"], "list_gear", `{}`); strings.Contains(out, "shoes of anna") || !strings.Contains(out, `"result"`) {
		t.Error(out)
	}
	alone := guard.New(guard.Options{Key: keys["anna"]}).Wrap(http.NotFoundHandler())
	for _, key := range []string{"", "wrong", strings.Repeat("w", 43), "anna", "home:anna", keys["anna"][1:], keys["anna"] + "x"} {
		got, want := posts(t, to, key, "tools/list", `{}`), posts(t, alone, key, "tools/list", `{}`)
		if got.Code != http.StatusUnauthorized || got.Body.String() != want.Body.String() ||
			fmt.Sprint(got.Header()) != fmt.Sprint(want.Header()) {
			t.Errorf("%q: %d %s %v, want %s %v", key, got.Code, got.Body, got.Header(), want.Body, want.Header())
		}
	}
	p.must(t, "key", "new", "--home", filepath.Join(root, "anna"))
	if got := posts(t, to, keys["anna"], "tools/list", `{}`); got.Code != http.StatusUnauthorized {
		t.Errorf("the former key: %d", got.Code)
	}
}

// TestWhatAServerOfManyHomesShowsBesideThem: calendars of homes, without opening any for a wrong
// address; counters for the server's own key, which opens no home; and that there is no sign-in.
func TestWhatAServerOfManyHomesShowsBesideThem(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	anna := filepath.Join(root, "anna")
	p.must(t, "call", "create_events", `{"events":[{"date":"tomorrow","name":"Hill ride","sport":"run","duration_s":3600}]}`,
		"--home", anna)
	feed := strings.TrimSpace(p.must(t, "calendar", "feed", "on", "--home", anna))
	feed = feed[strings.Index(feed, guard.FeedRoot):]
	own := strings.Repeat("s", 40)
	if err := os.WriteFile(filepath.Join(root, keyFile), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	h, to := p.hostedBy(t, root)
	get := func(path, key string) (int, string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:8642"+path, nil)
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		w := httptest.NewRecorder()
		to.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if code, out := get(guard.FeedRoot+strings.Repeat("w", 43)+guard.FeedEnd, ""); code != http.StatusUnauthorized || h.pool.Open() != 0 {
		t.Errorf("a wrong address: %d %s, %d open", code, out, h.pool.Open())
	}
	if code, out := get(feed, ""); code != http.StatusOK || !strings.Contains(out, "SUMMARY:Hill ride") {
		t.Errorf("the calendar: %d %s", code, out)
	}
	if code, out := get("/metrics", own); code != http.StatusOK || !strings.Contains(out, "\nlapkeep_homes_open 1.0\n") {
		t.Errorf("the counters: %d %s", code, out)
	}
	for key, said := range map[string]string{keys["anna"]: "server's own key", keys["ben"]: "server's own key", "": "", "wrong": ""} {
		code, out := get("/metrics", key)
		if code == http.StatusOK || strings.Contains(out, "lapkeep_homes_open") || !strings.Contains(out, said) {
			t.Errorf("the counters with %q: %d %s", key, code, out)
		}
	}
	if got := posts(t, to, own, "tools/call", `{"name":"list_gear","arguments":{}}`); got.Code != http.StatusForbidden {
		t.Errorf("the server's own key opens a home: %d %s", got.Code, got.Body)
	}
	code, out := get("/.well-known/oauth-protected-resource/mcp", "")
	if code != http.StatusNotFound || !strings.Contains(out, "--homes FOLDER") {
		t.Errorf("the sign-in: %d %s", code, out)
	}
	p.must(t, "calendar", "feed", "off", "--home", anna)
	if code, _ := get(feed, ""); code != http.StatusUnauthorized {
		t.Errorf("a calendar that was ended: %d", code)
	}
}

// TestADamagedHomeAmongGoodOnes is named in its error, and the others answer.
func TestADamagedHomeAmongGoodOnes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	file := filepath.Join(root, "anna", store.FileName)
	if err := os.WriteFile(file, bytes.Repeat([]byte("damaged "), 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	_, to := p.hostedBy(t, root)
	for range 2 {
		if out := called(t, to, keys["anna"], "list_gear", `{}`); !strings.Contains(out, `"isError":true`) || !strings.Contains(out, "home anna") {
			t.Errorf("the damaged home: %s", out)
		}
		if out := called(t, to, keys["ben"], "list_gear", `{}`); strings.Contains(out, "isError") {
			t.Errorf("the other home: %s", out)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "ben")); err != nil {
		t.Fatal(err)
	}
	if got := posts(t, to, keys["ben"], "tools/list", `{}`); got.Code != http.StatusUnauthorized {
		t.Errorf("a removed home: %d %s", got.Code, got.Body)
	}
}

// TestAHomeHasItsOwnLimits: its config narrows what the server offers, and nothing of the
// server's environment is used for it.
func TestAHomeHasItsOwnLimits(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	writeConfig(t, filepath.Join(root, "anna"), "writes: none\n")
	writeConfig(t, filepath.Join(root, "ben"), "writes: full\nimport_dirs: /\n")
	p.environ = append(p.environ, "INTERVALS_API_KEY=of the server's owner", "LAPKEEP_ATHLETE=owner", "LAPKEEP_IMPORT_DIRS=/")
	h, to := p.hostedBy(t, root)
	const write = `{"name":"shoes","kind":"shoes"}`
	if out := called(t, to, keys["anna"], "save_gear", write); !strings.Contains(out, "not offered here") {
		t.Errorf("written against the home's own limit: %s", out)
	}
	if out := called(t, to, keys["ben"], "save_gear", write); strings.Contains(out, "isError") {
		t.Error(out)
	}
	s, err := h.settingsOf(filepath.Join(root, "ben"))
	if err != nil || s.Get(settings.Writes) != "safe" || s.Get(settings.Athlete) != settings.DefaultAthlete ||
		s.Get(settings.ImportDirs) != "" {
		t.Errorf("writes %s, athlete %s, import %s, %v", s.Get(settings.Writes), s.Get(settings.Athlete), s.Get(settings.ImportDirs), err)
	}
	for _, v := range s.All() {
		if strings.Contains(v.Text, "owner") {
			t.Errorf("%s is of the server's owner", v.Key)
		}
	}
}

// TestManyHomesNeedTheirOwnKeys: what gives access to one home only is refused.
func TestManyHomesNeedTheirOwnKeys(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna")
	p.environ = append(p.environ, "LAPKEEP_API_KEY="+strings.Repeat("k", 40))
	for _, args := range [][]string{
		{"--http", "127.0.0.1:0"},
		{"--http", "127.0.0.1:0", "--no-auth"},
		{"--http", "127.0.0.1:0", "--secret-path"},
		{"--http", "127.0.0.1:0", "--athletes", "all"},
		{"--http", "127.0.0.1:0", "--home", filepath.Join(root, "anna")},
		{},
	} {
		code, _, said := p.run(t.Context(), append([]string{"serve", "--homes", root}, args...)...)
		if code == 0 || said == "" {
			t.Errorf("%q: %d %s", args, code, said)
		}
	}
}

// TestWorkIsDoneForWhatIsNew: a home has work when it is first opened, after a change of another
// process, and when its files about services change; not because it is opened again.
func TestWorkIsDoneForWhatIsNew(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	h, to := p.hostedAtMost(t, root, 1)
	known := func() bool {
		t.Helper()
		called(t, to, keys["ben"], "list_gear", `{}`) // closes the home of anna
		o, done, err := h.pool.Take(t.Context(), "anna")
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		return h.looked(t.Context(), o)
	}
	if known() {
		t.Error("a home that was never opened has no work")
	}
	if !known() {
		t.Error("it has work because it is opened again")
	}
	dir := filepath.Join(root, "anna")
	p.must(t, "call", "save_gear", `{"name":"shoes","kind":"shoes"}`, "--home", dir)
	if known() || !known() {
		t.Error("a write of another process is not new once")
	}
	writeConfig(t, dir, "writes: none\n")
	if h.filesOf("anna") != "" || known() || !known() || h.filesOf("anna") == "" {
		t.Error("a change of its files is not new once")
	}
}

// BenchmarkHome asks a home that is not open, and one that is, and does the work of a home without news. go run ./test/bench -homes 1000
// measures a server of many.
func BenchmarkHome(b *testing.B) {
	p := newPerson(b)
	root, keys := p.homesOf(b, "anna", "ben")
	from := filepath.Join(p.user, "rides")
	rides(b, from, may, 1200, slices.Repeat([]training.Sport{training.Cycling, training.Running}, 6)...)
	for name := range keys {
		p.must(b, "import", from, "--home", filepath.Join(root, name))
	}
	h, to := p.hostedAtMost(b, root, 1)
	b.Run("work", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			o, done, err := h.pool.Take(b.Context(), []string{"anna", "ben"}[i%2])
			if err == nil {
				_, err = h.work(b.Context(), o)
				done()
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	for of, names := range map[string][]string{"closed": {"anna", "ben"}, "open": {"anna"}} {
		b.Run(of, func(b *testing.B) {
			b.ReportAllocs()
			tools := []string{"list_activities", "get_wellness", "list_events", "analyze_training_load"}
			for i := 0; b.Loop(); i++ {
				if out := called(b, to, keys[names[i%len(names)]], tools[i/2%len(tools)], `{}`); strings.Contains(out, "isError") {
					b.Fatal(out)
				}
			}
		})
	}
}
