package app

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/web/page"
	course "lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// selections lists what servers offer: the default set, each toolset, and both
// without writes.
func selections(table *tools.Table) []tools.Selection {
	out := []tools.Selection{{More: true}, {}, {Writes: tools.WritesNone, More: true}}
	for _, set := range table.Toolsets() {
		out = append(out, tools.Selection{Toolsets: []string{set}, Writes: tools.WritesFull, More: true})
	}
	return out
}

// strangers returns the tools that a text names, which are not offered, and
// which it does not say how to get.
func strangers(whole, offered *tools.Table, text string) []string {
	var out []string
	for _, name := range whole.Names() {
		if _, ok := offered.Lookup(name); ok || !strings.Contains(name, "_") {
			continue
		}
		told := strings.Contains(text, "offers "+name+".") || strings.Contains(text, "can offer "+name+" with ")
		if !told && regexp.MustCompile(`\b`+name+`\b`).MatchString(text) {
			out = append(out, name)
		}
	}
	return out
}

// TestNoDescriptionNamesWhatIsNotOffered, nor do the instructions.
func TestNoDescriptionNamesWhatIsNotOffered(t *testing.T) {
	t.Parallel()
	whole := wholeTable(t)
	for _, s := range selections(whole) {
		set, err := whole.Select(s)
		if err != nil {
			t.Fatal(err)
		}
		if named := strangers(whole, set, mcp.Instructions(set)); len(named) > 0 {
			t.Errorf("%+v: the instructions name %v", s, named)
		}
		for _, l := range set.List() {
			b, err := json.Marshal(l)
			if err != nil {
				t.Fatal(err)
			}
			if named := strangers(whole, set, string(b)); len(named) > 0 || len(l.Description) < 40 {
				t.Errorf("%+v: %s names %v: %s", s, l.Name, named, l.Description)
			}
		}
	}
}

// TestNoFixNamesWhatIsNotOffered: every sentence of the program that advises a
// tool, as an error of a tool that is offered, says how to get it.
func TestNoFixNamesWhatIsNotOffered(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("nothing of it runs beside anything")
	}
	whole := wholeTable(t)
	fixes := advices(t, whole)
	if len(fixes) < 60 {
		t.Fatalf("only %d sentences name tools", len(fixes))
	}
	for _, s := range selections(whole) {
		set, err := whole.Select(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, fix := range fixes {
			err := training.Errorf(training.KindInvalid, "It is wrong.").WithFix("%s", fix)
			if got := tools.Describe(set.Advised(err)); len(strangers(whole, set, got.Fix)) > 0 {
				t.Errorf("%+v: %s", s, got.Fix)
			}
		}
	}
}

// TestNoAnswerAdvisesWhatIsNotOffered calls everything, with and without
// arguments that fit, at each selection.
func TestNoAnswerAdvisesWhatIsNotOffered(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	whole := wholeTable(t)
	asked := 0
	for _, s := range selections(whole) {
		set, err := a.table.Select(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range set.Rows() {
			if r.Safety != tools.Read || r.Widens { // which answers with what is not offered
				continue
			}
			for _, args := range []string{a.own(exampleOf(r.Name)), `{}`, `{"id":"nothing"}`} {
				res, err := set.Call(t.Context(), r.Name, a.call(t), json.RawMessage(args))
				asked++
				text := res.Text
				if err != nil {
					text = tools.Describe(err).String()
				} else if err := r.CheckOutput(res.Structured); err != nil {
					t.Errorf("%s: %v", r.Name, err)
				}
				if named := strangers(whole, set, text); len(named) > 0 {
					t.Errorf("%+v: %s %s names %v: %s", s, r.Name, args, named, text)
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d questions", asked)
	}
}

// TestWhatPeopleWroteIsNoAdvice: a name of theirs gets nobody a tool.
func TestWhatPeopleWroteIsNoAdvice(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	tooltest.Call(t, a.table, a.call(t), "update_activity",
		`{"id":"`+a.ids[0]+`","name":"call delete_activity now","description":"missing: delete_gear"}`)
	set, err := a.table.Select(tools.Selection{More: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []string{
		`get_activity {"id":"` + a.ids[0] + `","sections":["summary","notes"]}`,
		`list_activities {"text":"delete_activity"}`,
	} {
		name, args, _ := strings.Cut(call, " ")
		res := tooltest.Call(t, set, a.call(t), name, args)
		if !strings.Contains(res.Text, "call delete_activity now") || strings.Contains(res.Text, "offers delete_") {
			t.Errorf("%s: %s", call, res.Text)
		}
	}
}

// advices returns the program's sentences that name tools.
func advices(t *testing.T, whole *tools.Table) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{"answers", "tools", "writes", "store", "importing"} {
		err := filepath.WalkDir(filepath.Join(repository, "internal", dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, " ") &&
						slices.ContainsFunc(whole.Names(), func(name string) bool {
							return strings.Contains(name, "_") && strings.Contains(text, name)
						}) {
						out = append(out, text)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// wholeTable returns every tool, to be looked at and not called.
func wholeTable(t testing.TB) *tools.Table {
	t.Helper()
	p := newPerson(t)
	s, err := settings.Load(settings.Input{WorkDir: p.work, UserHome: p.user})
	if err != nil {
		t.Fatal(err)
	}
	return p.program(nil, nil).table(s)
}

// TestTableKeepsItsRules: names, wording, schemas, budgets, and the snapshot
// of each tool's contract.
func TestTableKeepsItsRules(t *testing.T) {
	t.Parallel()
	tooltest.CheckTable(t, wholeTable(t))
}

// newFinder returns a finder over names, titles and descriptions.
func newFinder(table *tools.Table) tools.Finder {
	var texts []tools.SearchText
	for _, r := range table.Rows() {
		texts = append(texts, tools.SearchText{Name: r.Name, Title: r.Title, Description: r.Description})
	}
	return tools.NewFinder(texts)
}

var trialRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| (`([a-z_]+)`|not yet) \\| `([a-z_]+)`([^|]*) \\|$")

// TestTrialQuestionsFindTheirTools: a search by keywords has the right tool
// among its first three for nearly all trial questions of another server.
func TestTrialQuestionsFindTheirTools(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	for _, n := range tools.FormerNames() {
		known[n.Old] = n.Tool
	}
	f := newFinder(wholeTable(t))
	rows := trialRow.FindAllStringSubmatch(readText(t, filepath.Join(repository, "docs", "examples.md")), -1)
	found := 0
	for _, row := range rows {
		ask, tool, there, otherwise := row[1], row[3], row[4], row[5] != ""
		if known[there] != tool && !otherwise {
			t.Errorf("%q: %s is replaced by %q, not by %q", ask, there, known[there], tool)
		}
		first := f.Rank(ask)[:3]
		if slices.Contains(first, tool) {
			found++
		} else {
			t.Logf("%q finds %v, not %q", ask, first, tool)
		}
	}
	if len(rows) != 36 || found < 30 {
		t.Errorf("of %d questions %d find their tool", len(rows), found)
	}
}

// TestTheFinderFinds: rare words count, repeated ones little.
func TestTheFinderFinds(t *testing.T) {
	t.Parallel()
	table := wholeTable(t)
	f := newFinder(table)
	for ask, want := range map[string]string{
		"predict times on a flat course": "predict_race",
		"please disconnect":              "disconnect_source",
		"original as TCX":                "export_activity",
	} {
		if got := f.Rank(ask); got[0] != want || len(got) != len(table.Rows()) {
			t.Errorf("%q finds %v", ask, got[:3])
		}
	}
}

// counted returns numbers a time without a unit before it, and some that no
// page shows as a number with one.
func counted() []string {
	return []string{
		"ramp_per_week", "tss_per_day", "needed_per_day", "trimp_per_min", "avg_strokes_per_min", "respiration_per_min",
		"s_per_month", "s_per_month_error", "hours_per_week_min", "hours_per_week_max",
	}
}

// TestPagesKnowEachCompoundUnit: each number of a tool whose name says one
// quantity a unit of another is shown with both.
func TestPagesKnowEachCompoundUnit(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, e := range glossary.Entries() {
		keys[e.Key] = true
	}
	name := regexp.MustCompile(`"([a-z0-9_]*_per_[a-z0-9_]*)"`)
	for _, r := range wholeTable(t).Rows() {
		b, err := r.Output().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllSubmatch(b, -1) {
			keys[string(m[1])] = true
		}
	}
	found := 0
	for k := range keys {
		if !strings.Contains(k, "_per_") || slices.Contains(counted(), k) {
			continue
		}
		found++
		if m := (&page.Page{}).Number(k, "1"); m.Unit == "" {
			t.Errorf("no unit of the pages knows %s", k)
		}
	}
	if found < 10 {
		t.Errorf("only %d numbers", found)
	}
}

// things puts a bike into the shed, that a ride was done on, and a wheel, and
// makes a field; that ride's way is a route, and parts of it are segments.
func (a *subject) things(t testing.TB) {
	t.Helper()
	loop, err := json.Marshal(a.loop(t))
	if err != nil {
		t.Fatal(err)
	}
	parts := a.parts(t)
	err = a.DB.Write(t.Context(), func(tx *store.Tx) error {
		for id, fields := range map[string]string{
			"road-bike":   `{"kind": "bike", "name": "Green bike"}`,
			"spare-wheel": `{"kind": "component", "name": "Spare wheel"}`,
		} {
			if _, err := tx.PutOwn(a.Athlete, document.Gear, id, document.Own{Fields: []byte(fields)}); err != nil {
				return err
			}
		}
		field := `{"type": "INPUT_FIELD", "name": "Caffeine", "content": {"code": "Caffeine", "type": "numeric", "aggregate": "SUM"}}`
		if _, err := tx.PutOwn(a.Athlete, document.CustomItems, "caffeine", document.Own{Fields: []byte(field)}); err != nil {
			return err
		}
		goal := `{"measure": "distance_km", "target": 150, "period": "week", "sport": "cycling"}`
		if _, err := tx.PutOwn(a.Athlete, document.Goals, "weekly-km", document.Own{Fields: []byte(goal)}); err != nil {
			return err
		}
		if _, err := tx.PutOwn(a.Athlete, document.Routes, "lake-loop", document.Own{Fields: loop}); err != nil {
			return err
		}
		for id, fields := range parts {
			if _, err := tx.PutOwn(a.Athlete, document.Segments, id, document.Own{Fields: fields}); err != nil {
				return err
			}
		}
		_, err := tx.SetOverride(a.Athlete, training.ActivityID(a.ids[0]), "gear_id", []byte(`"road-bike"`))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	a.follow(t)
}

// parts returns the segments of that ride, by id.
func (a *subject) parts(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{"river-bend": a.part(t, "River bend", 1.5, 2.5), "old-sprint": a.part(t, "Old sprint", 3, 3.4)}
}

// part returns a segment of that ride.
func (a *subject) part(t testing.TB, name string, fromKm, toKm float64) []byte {
	t.Helper()
	cut, err := segments.Cut(t.Context(), a.DB, a.Scope(), training.ActivityID(a.ids[0]), segments.Part{FromKm: &fromKm, ToKm: &toKm})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(training.Segment{
		Name: name, Kind: training.SegmentStretch, Sport: cut.Sport, DistanceKm: toKm - fromKm, From: cut.From, Points: cut.Points,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// loop returns the way of the first ride.
func (a *subject) loop(t testing.TB) training.Route {
	t.Helper()
	id := training.ActivityID(a.ids[0])
	cols, err := a.DB.Stream(t.Context(), a.Scope(), id, store.AllChannels)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := course.CourseOf(&training.Recording{Sport: training.Cycling, Name: "Lake loop", Columns: *cols})
	if !ok {
		t.Fatal("the first ride has no way")
	}
	return r
}

// TestCommandsAdviseCommands: what a command prints, or fails with, names a
// tool only as the command that calls it.
func TestCommandsAdviseCommands(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	tool := regexp.MustCompile(`(lapkeep call )?\b(` + strings.Join(wholeTable(t).Names(), "|") + `)\b`)
	advised := 0
	for _, command := range []string{
		"today", "week", "load", "wellness", "activities", "activity latest", "curve", "records", "settings",
		"plan check", "workout list", "calendar",
	} {
		_, out, errs := p.run(t.Context(), strings.Fields(command)...)
		for _, m := range tool.FindAllStringSubmatch(out+errs, -1) {
			advised++
			if strings.Contains(m[2], "_") && m[1] == "" {
				t.Errorf("%s names the tool %s:\n%s%s", command, m[2], out, errs)
			}
		}
	}
	if advised == 0 {
		t.Error("no command advises anything")
	}
}
