package app

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// beaCanary is part of all that Bea wrote.
const beaCanary = "canarybea"

// beside returns another athlete of the same home, with other rides, thresholds
// and words of her own.
func (a *subject) beside(t testing.TB) *subject {
	t.Helper()
	a.must(t, "athletes", "add", "bea")
	from := filepath.Join(a.user, "beas")
	var sports []training.Sport
	for range 4 {
		sports = append(sports, training.Running, training.Cycling, training.Swimming)
	}
	rides(t, from, may.AddDate(0, 0, 3), 1100, sports...)
	for _, args := range [][]string{
		{"import", from},
		{
			"call", "update_athlete_settings",
			`{"ftp_w": 155, "lthr_bpm": 151, "max_hr_bpm": 171, "weight_kg": 51, "time_zone": "Asia/Kolkata", "effective_from": "2026-05-01"}`,
		},
		{"call", "update_athlete_settings", `{"share": ["position", "weight", "notes"]}`},
		{"call", "create_events", `{"events": [{"date": "2026-08-25", "name": "` + beaCanary +
			` race", "category": "race_a", "sport": "run", "load": 77, "external_id": "beas-race"}]}`},
		{"call", "update_wellness", `{"days": [{"date": "2026-08-19", "values": {"comments": "` + beaCanary + ` slept", "weight_kg": 51.5}}]}`},
		{"call", "save_gear", `{"name": "` + beaCanary + ` shoes", "kind": "shoes"}`},
		{"call", "save_custom_item", `{"type": "input_field", "name": "` + beaCanary +
			`", "content": "{\"code\":\"Bea\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`},
	} {
		a.must(t, append(args, "--athlete", "bea")...)
	}
	b := &subject{person: a.person}
	b.openFor(t, "bea")
	err := b.DB.Write(t.Context(), func(tx *store.Tx) error {
		who, err := b.DB.Athlete(t.Context(), b.Scope())
		if err != nil {
			return err
		}
		who.Name = "Bea Other"
		return tx.PutAthlete(who)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range b.ids {
		b.ask(t, "update_activity", `{"id":"`+id+`","name":"`+beaCanary+` session","description":"`+beaCanary+`"}`)
	}
	b.ask(t, "add_activity_note", `{"id":"`+b.ids[0]+`","text":"`+beaCanary+` hurt"}`)
	b.things(t)
	return b
}

// meCanary is part of the names of the subject's activities.
const meCanary = "canaryme"

// together returns the workbench of a server about several athletes, with its
// table.
func (a *subject) together(t testing.TB, names string) (*cli.Workbench, *tools.Table, *athletes) {
	t.Helper()
	p := a.program(io.Discard, io.Discard)
	p.Places.Flags = map[settings.Key]string{settings.Athletes: names}
	w, s := opened(t, p, cli.OpenOptions{})
	y := p.athletes(w.DB, w.Limited, w.Athlete, s)
	return w, w.Table.WithAthletes(y), y
}

// about names an athlete in the arguments of a call.
func about(t testing.TB, who, args string) json.RawMessage {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		t.Fatal(err)
	}
	m["athlete"] = who
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// without takes the athlete's name off an answer.
func without(t testing.TB, structured json.RawMessage, who string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(structured, &m); err != nil {
		t.Fatal(err)
	}
	if m["athlete"] != who {
		t.Errorf("an answer about %s says it is about %v", who, m["athlete"])
	}
	delete(m, "athlete")
	return m
}

// TestAthletesOfOneServerStayApart: every read, of one athlete and the other
// in turn, answers exactly as a server that knows only the one.
func TestAthletesOfOneServerStayApart(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	_, table, _ := a.together(t, "all")
	for _, id := range a.ids {
		a.ask(t, "update_activity", `{"id":"`+id+`","name":"`+meCanary+`"}`)
	}
	others := map[string][]string{"me": append([]string{beaCanary}, b.ids...), "bea": append([]string{meCanary}, a.ids...)}
	asked := 0
	for _, r := range table.Rows() {
		if r.Safety != tools.Read || r.Name == "get_status" || r.Everyone {
			continue // it tells of the installation, or of everyone
		}
		for _, args := range []string{exampleOf(r.Name), `{}`} {
			for _, x := range []struct {
				who string
				*subject
			}{{"me", a}, {"bea", b}, {"me", a}} {
				want, failed := x.table.Call(t.Context(), r.Name, x.call(t), json.RawMessage(x.own(args)))
				got, err := table.Call(t.Context(), r.Name, a.call(t), about(t, x.who, x.own(args)))
				if failed != nil || err != nil {
					if failed == nil || err == nil || tools.Describe(failed) != tools.Describe(err) {
						t.Errorf("%s %s about %s: %v, alone %v", r.Name, args, x.who, err, failed)
					}
					continue
				}
				asked++
				var alone map[string]any
				if err := json.Unmarshal(want.Structured, &alone); err != nil {
					t.Fatal(err)
				}
				if r.Name == "get_athlete_profile" {
					alone["default_athlete"] = x.who == "me" // alone she is
				}
				if diff := cmp.Diff(alone, without(t, got.Structured, x.who)); diff != "" {
					t.Errorf("%s %s about %s is not as alone:\n%s", r.Name, args, x.who, diff)
				}
				for _, word := range others[x.who] {
					if strings.Contains(got.Text, word) {
						t.Errorf("%s %s about %s tells %q of the other", r.Name, args, x.who, word)
					}
				}
			}
		}
	}
	if asked < 60 {
		t.Errorf("only %d answers were compared", asked)
	}
}

func TestWritesReachTheNamedAthlete(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	_, table, y := a.together(t, "bea")
	before := a.everything(t)
	n := a.journaled(t)
	do := func(tool, args string) (json.RawMessage, error) {
		res, err := table.Call(t.Context(), tool, a.call(t), json.RawMessage(args))
		return res.Structured, err
	}
	if out, err := do("update_athlete_settings", `{"athlete": "Bea Other", "ftp_w": 160}`); err != nil ||
		!strings.Contains(string(out), `"athlete":"bea"`) || !strings.Contains(string(out), "155") {
		t.Errorf("%s %v", out, err)
	}
	if _, err := do("update_activity", string(about(t, "bea", `{"id":"`+a.ids[0]+`","name":"taken"}`))); training.KindOf(err) != training.KindNotFound {
		t.Errorf("an activity of one was changed for the other: %v", err)
	}
	remove := `{"athlete": "bea", "id": "` + b.ids[0] + `"}`
	_, err := do("delete_activity", remove)
	needs := asNeeds(t, err)
	if !strings.HasPrefix(needs.Preview.Summary.String(), "For the athlete bea: ") {
		t.Errorf("the question does not say whom it is about: %s", needs.Preview.Summary)
	}
	if err := (approver{a.program(nil, nil), a.Workbench, y}).Grant(t.Context(), needs.Preview.Token); err != nil {
		t.Fatal(err)
	}
	if _, err := do("delete_activity", `{"id": "`+b.ids[0]+`"}`); training.KindOf(err) != training.KindNotFound {
		t.Errorf("what was agreed for one was done for the other: %v", err)
	}
	out, err := do("delete_activity", remove)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.everything(t); !cmp.Equal(before, got) || a.journaled(t) != n {
		t.Errorf("writes about one athlete changed the other:\n%s", cmp.Diff(before, got))
	}
	var done journal.Outcome
	if err := json.Unmarshal(out, &done); err != nil {
		t.Fatal(err)
	}
	a.must(t, append([]string{}, strings.Fields(done.Undo)[1:]...)...)
	if _, err := do("get_activity", remove); err != nil {
		t.Errorf("what was deleted did not come back: %v", err)
	}
	_, err = do("delete_activity", remove)
	code := asNeeds(t, err).Preview.Token
	a.inTTY, a.in = true, strings.NewReader(code+"\n")
	a.must(t, "approve", code)
	if _, err := do("delete_activity", remove); err != nil {
		t.Errorf("what was agreed to at a terminal was not done: %v", err)
	}
}

// asNeeds returns the question of an error.
func asNeeds(t testing.TB, err error) *journal.NeedsConsent {
	t.Helper()
	needs, ok := err.(*journal.NeedsConsent) //nolint:errorlint // it is returned as it is
	if !ok {
		t.Fatalf("nobody was asked: %v", err)
	}
	return needs
}

// TestWhomAServerAnswersAbout: by default its own athlete alone, else those
// that the settings name.
func TestWhomAServerAnswersAbout(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	a.beside(t)
	if code, _, errs := a.run(t.Context(), "call", "get_status", "--athlete", "cid"); code == 0 ||
		!strings.Contains(errs, `There is no athlete "cid" here. The athletes are bea, me. To add this one: lapkeep athletes add cid`) {
		t.Errorf("exit %d: %s", code, errs)
	}
	a.must(t, "athletes", "add", "cid")
	if out := a.must(t, "athletes"); strings.Count(out, "\n") != 3 {
		t.Errorf("athletes are %s", out)
	}
	for names, want := range map[string][]string{
		"": {"me"}, "all": {"bea", "cid", "me"}, "bea": {"bea", "me"},
		"cid,bea": {"bea", "cid", "me"},
	} {
		_, table, y := a.together(t, names)
		var status struct {
			Athletes []struct {
				ID      string
				Default bool
			}
		}
		if names == "" {
			table = a.table
		}
		tooltest.Decode(t, table.WithAthletes(nil), a.call(t), "get_status", `{}`, &status)
		got := map[string]bool{}
		for _, x := range status.Athletes {
			got[x.ID] = x.Default
		}
		if ids := slices.Sorted(maps.Keys(got)); !slices.Equal(ids, want) || !got["me"] || got["bea"] {
			t.Errorf("%q: the status lists %v", names, got)
		}
		if err := y.check(t.Context()); err != nil {
			t.Errorf("%q: %v", names, err)
		}
		_, err := table.Call(t.Context(), "get_status", a.call(t), json.RawMessage(`{"athlete":"cid"}`))
		if may := slices.Contains(want, "cid"); (err == nil) != may {
			t.Errorf("%q: asked about another: %v", names, err)
		}
	}
	if _, _, y := a.together(t, "bea,nobody"); training.KindOf(y.check(t.Context())) != training.KindNotFound {
		t.Error("a server starts for nobody")
	}
	if code, _, errs := a.run(t.Context(), "serve", "--athletes", "nobody"); code == 0 || !strings.Contains(errs, "nobody") {
		t.Errorf("serve for nobody: %d %s", code, errs)
	}
}

// TestSeveralAthletesFitTheBudget: one property a tool, for which a tenth is enough.
func TestSeveralAthletesFitTheBudget(t *testing.T) {
	t.Parallel()
	plain := wholeTable(t)
	set, err := plain.WithAthletes(&athletes{}).Select(tools.Selection{Writes: tools.WritesFull, More: true})
	if err != nil {
		t.Fatal(err)
	}
	cost, err := tooltest.CostOf(set)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tokens, inputs %d, outputs %d", cost.Total, cost.Inputs, cost.Outputs)
	if cost.Total > tooltest.MaxTokens*11/10 || cost.Inputs > tooltest.MaxInputTokens*11/10 {
		t.Errorf("too much: %+v", cost)
	}
	for _, r := range plain.Rows() {
		if r.Input().Properties["athlete"] != nil || r.Output().Properties["athlete"] != nil {
			t.Errorf("%s has an athlete of its own", r.Name)
		}
	}
}

// TestServingSeveralOverMCP: the tools take athlete, the instructions say so,
// and an answer says whose it is; a server of one has nothing of it.
func TestServingSeveralOverMCP(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	b := a.beside(t)
	w, _, _ := a.together(t, "bea")
	session, _ := a.connect(t, w, []string{"default"}, nil)
	if says := session.InitializeResult().Instructions; !strings.Contains(says, "several athletes") {
		t.Errorf("the instructions do not say so: %s", says)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if in, _ := json.Marshal(tool.InputSchema); !strings.Contains(string(in), `"athlete":{`) && tool.Name != "get_roster" {
			t.Errorf("%s takes no athlete: %s", tool.Name, in)
		}
	}
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_activities", Arguments: json.RawMessage(`{"athlete_id":"BEA OTHER","limit":1}`)})
	if err != nil || res.IsError {
		t.Fatal(err, res)
	}
	if text := res.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, `"athlete":"bea"`) ||
		!strings.Contains(text, b.ids[len(b.ids)-1]) {
		t.Errorf("%s", text)
	}
	for _, args := range []string{`{"athlete":7}`, `{"athlete":"nobody"}`, `{"athlete":"bea","athlete_id":"me"}`, `{"athlete":["bea"]}`} {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_activities", Arguments: json.RawMessage(args)})
		if err != nil || !res.IsError {
			t.Errorf("%s: %v %+v", args, err, res)
		}
	}
	alone, _ := a.connect(t, a.Workbench, []string{"default"}, nil)
	res, err = alone.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_status", Arguments: json.RawMessage(`{"athlete":"bea"}`)})
	if err != nil || !res.IsError || strings.Contains(alone.InitializeResult().Instructions, "several athletes") {
		t.Errorf("a server of one: %v %+v", err, res)
	}
}

// printed finds commands in what the program says, with what follows them.
var printed = regexp.MustCompile(`lapkeep (?:[a-z]+|--home|--help)[^\n"]*`)

// TestPrintedCommandsFindTheHome: at a home of another name each command that
// is printed names it, by a command, an error and an assistant's answer.
func TestPrintedCommandsFindTheHome(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	home := filepath.Join(l.user, "my data")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	const key = intervalstest.DefaultKey
	flag := []string{"--home", home}
	for _, c := range []struct {
		in    string
		args  []string
		fails bool
	}{
		{"", nil, false},
		{"", []string{"sync"}, true},
		{"", []string{"check", "intervals"}, true},
		{"", []string{"call", "get_training_summary"}, false},
		{"", []string{"call", "connect_source"}, false},
		{"", []string{"call", "import_files", `{"paths":["/nowhere/x.fit"]}`}, true},
		{key + "\n", []string{"connect", "intervals"}, false},
		{"", []string{"call", "get_activity", `{"id":"nope"}`}, true},
		{"", []string{"undo", "--list"}, false},
		{"", []string{"disconnect", "intervals"}, true},
		{"", []string{"privacy"}, false},
		{"", []string{"doctor"}, false},
		{"", []string{"mcp", "config", "claude-code", "--http", "http://127.0.0.1:8000/mcp"}, false},
		{"", []string{"tools", "sync_now"}, false},
	} {
		code, out, errs := l.do(t.Context(), c.in, append(c.args, flag...)...)
		if (code != 0) != c.fails {
			t.Errorf("lapkeep %q: exit %d: %s%s", c.args, code, out, errs)
		}
		for _, command := range printed.FindAllString(out+errs, -1) {
			name, _, _ := strings.Cut(strings.Fields(command)[1], "://")
			if name == "demo" || name == "--help" || name == "http" || strings.HasPrefix(command, "lapkeep mcp list") {
				continue
			}
			if !strings.Contains(command, "--home '"+home+"'") {
				t.Errorf("lapkeep %q prints %q", c.args, command)
			}
		}
	}
}
