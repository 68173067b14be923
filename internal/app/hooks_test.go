package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// TestStravaCalls a real server: it proves itself, what was deleted is gone at
// once, what is new is there, and late, double, lost and foreign events change
// nothing.
func TestStravaCalls(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 9})
	s := serving(t, a.person)
	base := strings.TrimSuffix(s.url, "/mcp")
	if code, out, errs := a.do(t.Context(), "", "connect", "strava", "--webhook", ""); code == 0 || !strings.Contains(errs, "--public-url") {
		t.Errorf("exit %d %s%s", code, out, errs)
	}
	a.ok(t, "", "connect", "strava", "--webhook", base)
	hook := ""
	for what, at := range a.server.State() {
		if strings.HasPrefix(what, "subscription ") {
			hook = at
		}
	}
	if !regexp.MustCompile(`/hook/[A-Za-z0-9_-]{43}$`).MatchString(hook) {
		t.Fatalf("it calls %q", hook)
	}
	token := hook[strings.LastIndex(hook, "/")+1:]
	if in := tracesOf(t, filepath.Join(a.user, ".lapkeep"), token); len(in) > 0 {
		t.Errorf("the address is in %q", in)
	}
	list := func() string {
		return a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava","limit":30}`)
	}
	ids := refs(t, list(), "id")
	id := func(n int) int64 {
		x, err := strconv.ParseInt(strings.TrimPrefix(ids[n], "strava:"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	taken := func(d stravatest.Delivery, n int) {
		t.Helper()
		all := a.server.Deliver(d)
		for _, x := range all {
			if x.Status != http.StatusOK || x.Tries != 1 {
				t.Errorf("%+v", x)
			}
		}
		if len(all) != n {
			t.Errorf("%d were delivered", len(all))
		}
	}
	a.server.DeleteActivity(stravatest.DefaultAthleteID, id(0))
	taken(stravatest.Delivery{Twice: true}, 2)
	if strings.Contains(list(), ids[0]+`"`) {
		t.Error("a deleted one is still here")
	}
	made := a.server.AddActivity(stravatest.DefaultAthleteID, stravatest.Activity{
		Name: "Brand new", SportType: "Ride", Start: a.server.Now().Add(-time.Hour), Seconds: 600, SpeedMps: 7,
		Zone: "Europe/Berlin", WorkoutType: -1,
	})
	a.server.EditActivity(stravatest.DefaultAthleteID, id(1), func(x *stravatest.Activity) { x.Name = "Renamed there" })
	a.server.DeleteActivity(stravatest.DefaultAthleteID, id(2))
	taken(stravatest.Delivery{Reversed: true, Twice: true}, 6)
	got := ""
	for _, want := range []string{"Brand new", "Renamed there", fmt.Sprint("strava:", made)} {
		for range 500 { // it is asked about after the event was answered
			if got = list(); strings.Contains(got, want) {
				break
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %.2000s", want, got)
		}
	}
	if strings.Contains(got, ids[2]+`"`) {
		t.Error("a deleted one is here")
	}
}

// TestWhoCallsAtAHook: only its own path, word and subscription count, and they
// open nothing else.
func TestWhoCallsAtAHook(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 5})
	s := serving(t, a.person)
	base := strings.TrimSuffix(s.url, "/mcp")
	ask := func(method, path, body, origin string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	event := func(subscription, owner, what string) string {
		return `{"object_type":"activity","aspect_type":"` + what + `","object_id":` + fmt.Sprint(a.first(t)) + `,"owner_id":` + owner +
			`,"subscription_id":` + subscription + `,"event_time":1,"updates":{}}`
	}
	me := strconv.Itoa(stravatest.DefaultAthleteID)
	if code := ask("POST", "/hook/"+strings.Repeat("x", 43), event("1", me, "delete"), ""); code != http.StatusUnauthorized {
		t.Errorf("before there is one: %d", code)
	}
	a.ok(t, "", "connect", "strava", "--webhook", base)
	path, subscription := "", ""
	for what, at := range a.server.State() {
		if of, ok := strings.CutPrefix(what, "subscription "); ok {
			path, subscription = strings.TrimPrefix(at, base), of
		}
	}
	id := a.subscription(t)
	for _, c := range []struct {
		what, method, path, body, origin string
		want                             int
	}{
		{"another path", "POST", path + "x", event(id, me, "delete"), "", 401},
		{"below the path", "POST", path + "/mcp", "{}", "", 401},
		{"another method", "DELETE", path, "", "", 401},
		{"everything else", "POST", "/mcp", curlList, "", 401},
		{"everything else, from a page", "POST", "/mcp", curlList, "https://www.strava.com", 403},
		{"another word", "GET", path + "?hub.mode=subscribe&hub.challenge=c&hub.verify_token=x", "", "", 403},
		{"no word", "GET", path, "", "", 403},
		{"another subscription", "POST", path, event("999", me, "delete"), "", 403},
		{"garbage", "POST", path, "<html>", "", 403},
		{"nothing", "POST", path, "", "", 403},
		{"an id that is none", "POST", path, strings.Replace(event(id, me, "delete"), `"object_id":`, `"object_id":-`, 1), "", 403},
		{"somebody else's", "POST", path, event(id, "5", "delete"), "", 200},
		{"what is not known", "POST", path, event(id, me, "applauded"), "", 200},
		{"of a page", "POST", path, event(id, me, "applauded"), "https://www.strava.com", 200},
	} {
		if code := ask(c.method, c.path, c.body, c.origin); code != c.want {
			t.Errorf("%s: %d, want %d", c.what, code, c.want)
		}
	}
	if out := a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`); len(refs(t, out, "id")) != 5 {
		t.Errorf("something went: %s", out)
	}
	if code := ask("POST", path, event(id, me, "delete"), ""); code != 200 {
		t.Errorf("its own: %d", code)
	}
	if out := a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`); len(refs(t, out, "id")) != 4 {
		t.Errorf("it is still here: %s", out)
	}
	ended := `{"object_type":"athlete","aspect_type":"update","object_id":` + me + `,"owner_id":` + me + `,"subscription_id":` + id +
		`,"updates":{"authorized":"false"}}`
	if code := ask("POST", path, ended, ""); code != 200 {
		t.Errorf("the end of the access: %d", code)
	}
	if out := a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`); strings.Contains(out, `"strava:`) {
		t.Errorf("the access ended, and there is %s", out)
	}
	a.ok(t, "", "connect", "strava", "--webhook", "off")
	if code := ask("POST", path, event(id, me, "delete"), ""); code != http.StatusUnauthorized {
		t.Errorf("it was ended: %d", code)
	}
	if a.server.State()["subscription "+subscription] != "" {
		t.Error("Strava calls still")
	}
}

// TestAServiceCallsOneOfManyHomes: an event opens the home that subscribed and changes nothing in
// another home of the same account; an address that is wrong, or was ended, opens none.
func TestAServiceCallsOneOfManyHomes(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 5})
	root, keys := a.homesOf(t, "anna", "ben")
	for name := range keys {
		home := filepath.Join(root, name)
		env := strings.Join(a.environ, "\n") // a home gets nothing from the environment of the server
		if err := os.WriteFile(filepath.Join(home, ".env"), []byte(env), 0o600); err != nil {
			t.Fatal(err)
		}
		a.ok(t, "strava\ny\n", "connect", "strava", "--home", home)
		a.ok(t, "", "sync", "strava", "--home", home)
	}
	anna := filepath.Join(root, "anna")
	h, to := a.hostedBy(t, root)
	s := httptest.NewServer(to)
	t.Cleanup(s.Close)
	ask := func(path, body string) int {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:8642"+path, strings.NewReader(body))
		w := httptest.NewRecorder()
		to.ServeHTTP(w, r)
		return w.Code
	}
	if code := ask(guard.HookRoot+strings.Repeat("w", 43), "{}"); code != http.StatusUnauthorized || h.pool.Open() != 0 {
		t.Errorf("a wrong address: %d, %d homes open", code, h.pool.Open())
	}
	a.server.Advance(2 * time.Second) // it looks for new addresses once a second
	a.ok(t, "", "connect", "strava", "--webhook", s.URL, "--home", anna)
	path, id, me := "", a.subscription(t), strconv.Itoa(stravatest.DefaultAthleteID)
	for what, at := range a.server.State() {
		if strings.HasPrefix(what, "subscription ") {
			path = strings.TrimPrefix(at, s.URL)
		}
	}
	event := func(owner string) string {
		return `{"object_type":"activity","aspect_type":"delete","object_id":` + strconv.FormatInt(a.first(t), 10) + `,"owner_id":` + owner +
			`,"subscription_id":` + id + `,"event_time":1,"updates":{}}`
	}
	has := func(home string) int {
		t.Helper()
		return len(refs(t, a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`, "--home", filepath.Join(root, home)), "id"))
	}
	for _, c := range []struct {
		what, path, body string
		code, anna       int
	}{
		{"somebody else's event", path, event("5"), http.StatusOK, 5},
		{"an event without its subscription", path, "{}", http.StatusForbidden, 5},
		{"everything else", "/mcp", curlList, http.StatusUnauthorized, 5},
		{"its own event", path, event(me), http.StatusOK, 4},
	} {
		if code := ask(c.path, c.body); code != c.code || has("anna") != c.anna || has("ben") != 5 {
			t.Errorf("%s: %d; anna has %d, ben %d", c.what, code, has("anna"), has("ben"))
		}
	}
	if h.pool.Open() != 1 {
		t.Errorf("%d homes are open", h.pool.Open())
	}
	a.ok(t, "", "connect", "strava", "--webhook", "off", "--home", anna)
	if code := ask(path, event(me)); code != http.StatusUnauthorized {
		t.Errorf("an address that was ended: %d", code)
	}
}

// first returns an activity that is here.
func (a *atStrava) first(t *testing.T) int64 {
	t.Helper()
	for what := range a.server.State() {
		if id, ok := strings.CutPrefix(what, "activity "); ok {
			x, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
	}
	return 0
}

// subscription returns the id of the application's, which it lists.
func (a *atStrava) subscription(t *testing.T) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/push_subscriptions?client_id=%d&client_secret=%s",
		a.server.APIURL(), stravatest.DefaultClientID, stravatest.DefaultClientSecret), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var all []struct {
		ID int64 `json:"id"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return strconv.FormatInt(all[0].ID, 10)
}

// agreed makes a call at a terminal, as a person who agrees to it.
func (p *passed) agreed(t *testing.T, tool, args string) string {
	t.Helper()
	code, out, asked := p.run(t.Context(), "call", tool, args)
	if code == 0 {
		return out
	}
	m := regexp.MustCompile(`lapkeep approve (\S+)`).FindStringSubmatch(asked)
	if len(m) != 2 {
		t.Fatalf("%s %s: exit %d: %s%s", tool, args, code, out, asked)
	}
	p.types(t, m[1]+"\n", "approve", m[1])
	out = p.must(t, "call", tool, args)
	p.said.WriteString(asked + out)
	return out
}

// TestWhatWasThereBeforeAChangeIsKeptApart: it is brought back by an undo while
// it may stay, and is nowhere after that, which an undo then says.
func TestWhatWasThereBeforeAChangeIsKeptApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	home := filepath.Join(p.user, ".lapkeep")
	before := p.passing.Ride(young)
	const edit, note = `{"id":"passing:101","name":"Hills"}`, `{"id":"passing:101","text":"Felt good.","target":"description"}`
	if dry := p.must(t, "call", "update_activity", `{"id":"passing:101","name":"Hills","dry_run":true}`); !strings.Contains(dry, before.Name) {
		t.Errorf("a draft does not show what is there: %s", dry)
	}
	if p.passing.Ride(young) != before {
		t.Error("a draft was sent")
	}
	p.agreed(t, "update_activity", edit)
	p.agreed(t, "add_activity_note", note)
	now := p.passing.Ride(young)
	if now.Name != "Hills" || now.Notes != before.Notes+"\n\nFelt good." {
		t.Fatalf("%+v", now)
	}
	if said := p.told(t, training.AudiencePage, "get_activity", `{"id":"passing:101"}`); !strings.Contains(said, "Hills") {
		t.Errorf("it is not shown: %s", said)
	}
	for tool, args := range map[string]string{"update_activity": edit, "add_activity_note": note} {
		if code, out, errs := p.run(t.Context(), "call", tool, args); code == 0 || strings.Contains(errs, "approve") {
			t.Errorf("a second %s: exit %d %s%s", tool, code, out, errs)
		}
	}
	for _, name := range traces(t, home) {
		if !strings.HasPrefix(name, limited.FileName) {
			t.Errorf("%s has words of it", name)
		}
	}
	p.must(t, "undo")
	p.must(t, "undo")
	if now := p.passing.Ride(young); now.Name != before.Name || now.Notes != before.Notes {
		t.Errorf("undone, it is %+v", now)
	}
	p.agreed(t, "update_activity", edit)
	if row(p.said.String()) {
		t.Errorf("a question or an answer has a row: %s", p.said.String())
	}
	p.later = limitedtest.Week
	p.must(t, "call", "get_status")
	if in := traces(t, home); len(in) > 0 {
		t.Errorf("on day 8 it is in %q", in)
	}
	if code, out, errs := p.run(t.Context(), "undo"); code == 0 || !strings.Contains(errs, "could be kept for only some days and are gone") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// TestWhoMayNotSeeRowsChangesNone, and a change that others made meanwhile stays.
func TestWhoMayNotSeeRowsChangesNone(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	before := p.passing.Ride(young)
	for _, id := range []string{"passing:101", "passing:104", "passing:999"} {
		said := p.told(t, training.AudienceModel, "update_activity", `{"id":"`+id+`","name":"Hills"}`)
		if row(said) || p.passing.Ride(young) != before || !strings.Contains(said, "not available here") {
			t.Errorf("%s: %s", id, said)
		}
	}
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	if said := p.told(t, training.AudienceModel, "update_activity", `{"id":"passing:104","name":"Hills"}`); row(said) || !strings.Contains(said, "no activity") {
		t.Errorf("the twin of a hidden one: %s", said)
	}
	for args, want := range map[string]string{
		`{"id":"passing:101","tags":["x"],"name":"y"}`: "cannot save these fields: tags",
		`{"id":"passing:101","commute":true}`:          "does not allow programs to set commute",
		`{"id":"passing:999","name":"y"}`:              "did not find what was requested",
	} {
		if said := p.told(t, training.AudienceModel, "update_activity", args); !strings.Contains(said, want) {
			t.Errorf("%s: %s", args, said)
		}
	}
}

var (
	// coded are words in code, or the names in an example of arguments.
	coded = regexp.MustCompile("`([a-z]+(?:_[a-z]+)*)`|\"([a-z_]+)\":")
	// joined are words that only names of tools, arguments and fields look like.
	joined = regexp.MustCompile(`\b[a-z]+(?:_[a-z]+)+\b`)
	step   = regexp.MustCompile(`(?m)^\d+\. `)
)

// TestSkillsAndPromptsNameWhatThereIs: a step of a skill names tools, and of
// arguments and fields only those of the tools that it names; a prompt names
// nothing else either.
func TestSkillsAndPromptsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	table := wholeTable(t)
	for _, s := range skills.All() {
		_, body, _ := strings.Cut(strings.TrimPrefix(s.Text, "---\n"), "---\n")
		for _, text := range step.Split(body, -1) {
			var words []string
			for _, m := range coded.FindAllStringSubmatch(text, -1) {
				words = append(words, m[1]+m[2])
			}
			namesOnly(t, table, s.Name, words)
		}
	}
	for _, p := range mcp.AllPrompts() {
		given := map[string]string{}
		for _, a := range p.Arguments {
			given[a.Name] = "x"
		}
		text, err := p.Fill(given, func(...string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		namesOnly(t, table, p.Name, joined.FindAllString(text, -1))
	}
}

// namesOnly checks words that stand together.
func namesOnly(t *testing.T, table *tools.Table, where string, words []string) {
	t.Helper()
	names := map[string]bool{}
	for _, w := range words {
		if row, ok := table.Lookup(w); ok {
			names[w] = true
			maps.Copy(names, propertiesOf(row.Input()))
			maps.Copy(names, propertiesOf(row.Output()))
		}
	}
	for _, w := range words {
		if !names[w] && strings.Trim(w, "_") != "" {
			t.Errorf("%s names %s, which is no tool, and no argument or field of the tools beside it", where, w)
		}
	}
}

// propertiesOf returns the names of a schema, nested ones and the values of
// enums too.
func propertiesOf(s *jsonschema.Schema) map[string]bool {
	out := map[string]bool{}
	var walk func(*jsonschema.Schema)
	walk = func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for name, p := range s.Properties {
			out[name] = true
			walk(p)
		}
		for _, v := range s.Enum {
			if word, ok := v.(string); ok {
				out[word] = true
			}
		}
		walk(s.Items)
		walk(s.AdditionalProperties)
	}
	walk(s)
	return out
}
