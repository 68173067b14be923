//go:build e2e

package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
)

// foundFirst is the share of questions whose tool is the first that a search
// by keywords finds among the tools of the default list: a floor to raise with
// what is reached. The goal is 0.95.
const foundFirst = 0.96

// outcome holds a question and how it was answered.
type outcome struct {
	question
	want  string   // the facts, for the page
	wrong string   // empty if every fact was told
	ranks []string // the tools as keywords find them
}

func (o outcome) found() bool { return slices.Contains(o.Tools, o.ranks[0]) }

// near reports whether one of the first three is right, where a model chooses.
func (o outcome) near() bool {
	return slices.ContainsFunc(o.ranks[:3], func(tool string) bool { return slices.Contains(o.Tools, tool) })
}

// offered reports whether a right tool is in the default list.
func (o outcome) offered() bool {
	return slices.ContainsFunc(o.Tools, func(tool string) bool { return slices.Contains(o.ranks, tool) })
}

// TestTrial asks every question of the demo athlete over the protocol and
// holds each answer against facts that know nothing of the product's code.
func TestTrial(t *testing.T) {
	t.Parallel()
	books := make(chan *book, 1)
	go func() { // while the athlete is made
		b := newBook()
		b.ofRecordings()
		books <- b
	}()
	a := newAthlete(t)
	a.make(t)
	b := <-books
	session := a.serve(t, "--toolsets", "all", "--writes", "full")
	known := b.prepare(t, session)
	b.checkLoads(t)
	b.ofLoads()
	b.ofGym()
	b.ofDevices()
	second, knownOfSecond := newSecond(t, b.today)
	before := textOf(must(t, session, "list_events", map[string]any{"range": "2026-08-01 to 2026-10-31"}))
	finder := finderOf(t, a.serve(t))
	var outcomes []outcome
	for _, q := range readQuestions(t) {
		o := outcome{question: q, ranks: finder.Rank(q.Search)}
		if slices.Contains(secondGroups(), q.Group) {
			o.want, o.wrong = b.ask(t, second, knownOfSecond, q)
		} else {
			o.want, o.wrong = b.ask(t, session, known, q)
		}
		mark(t, o)
		outcomes = append(outcomes, o)
	}
	if after := textOf(must(t, session, "list_events", map[string]any{"range": "2026-08-01 to 2026-10-31"})); after != before {
		t.Errorf("a dry run changed the calendar:\n%s\n%s", before, after)
	}
	checkPage(t, outcomes)
}

// ask calls the tool and judges every fact.
func (b *book) ask(t *testing.T, s *mcp.ClientSession, known ids, q question) (want, wrong string) {
	t.Helper()
	answer := known.answer(t, s, q.Call, q.With)
	if q.Then != "" {
		answer["then"] = known.answer(t, s, q.Call, q.Then)
	}
	var facts, problems []string
	for _, name := range slices.Sorted(maps.Keys(q.Answer)) {
		fact, ok := b.facts[name]
		if !ok {
			t.Errorf("%q: there is no fact %s", q.Ask, name)
			continue
		}
		problem, err := judge(answer, fact, q.Answer[name])
		if err != nil {
			t.Errorf("%q: %v", q.Ask, err)
		}
		if problem != "" {
			problems = append(problems, name+": "+problem)
		}
		facts = append(facts, shown(fact))
	}
	return strings.Join(facts, "; "), strings.Join(problems, "; ")
}

// answer returns the server's answer, an error of the protocol included.
func (l ids) answer(t *testing.T, s *mcp.ClientSession, tool, with string) map[string]any {
	t.Helper()
	args, err := l.replace(with)
	if err != nil {
		t.Error(err)
	}
	answer, err := call(t.Context(), s, tool, json.RawMessage(args))
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return answer
}

// mark holds an outcome against what is known.
func mark(t *testing.T, o outcome) {
	t.Helper()
	switch {
	case o.wrong != "" && o.Known == "":
		t.Errorf("%q is answered wrong: %s", o.Ask, o.wrong)
	case o.wrong == "" && o.Known != "":
		t.Errorf("%q is answered right: remove known from questions.yaml", o.Ask)
	}
}

// TestKeywordsFindTheTool: what athletes ask has the right tool as the first
// that a search by keywords finds among those of the default list. It needs
// no athlete, so that who writes descriptions sees at once what they do.
func TestKeywordsFindTheTool(t *testing.T) {
	t.Parallel()
	finder := finderOf(t, newAthlete(t).serve(t))
	var outcomes []outcome
	for _, q := range readQuestions(t) {
		o := outcome{question: q, ranks: finder.Rank(q.Search)}
		outcomes = append(outcomes, o)
		if !o.found() {
			t.Logf("%q finds %v, not %v", q.Search, o.ranks[:3], q.Tools)
		}
	}
	found, near := count(outcomes, outcome.found), count(outcomes, outcome.near)
	t.Logf("of %d questions %d find their tool first, %d among three", len(outcomes), found, near)
	if float64(found) < foundFirst*float64(len(outcomes)) {
		t.Errorf("of %d questions %d find their tool first", len(outcomes), found)
	}
}

func count(of []outcome, what func(outcome) bool) (n int) {
	for _, o := range of {
		if what(o) {
			n++
		}
	}
	return n
}

// finderOf reads what a client is offered by default.
func finderOf(t *testing.T, s *mcp.ClientSession) tools.Finder {
	t.Helper()
	var texts []tools.SearchText
	for tool, err := range s.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, tools.SearchText{
			Name: tool.Name, Title: tool.Title, Description: tool.Description, Arguments: strings.Join(arguments(tool.InputSchema), " "),
		})
	}
	return tools.NewFinder(texts)
}

// arguments returns the names and descriptions of what a schema has, also of
// the items of lists.
func arguments(schema any) (out []string) {
	s, _ := schema.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, _ := properties[name].(map[string]any)
		description, _ := property["description"].(string)
		out = append(out, name, description)
		out = append(out, arguments(property)...)
		out = append(out, arguments(property["items"])...)
	}
	return out
}

// checkPage compares docs/trial.md with the outcomes, or writes it.
func checkPage(t *testing.T, outcomes []outcome) {
	t.Helper()
	golden.Check(t, "../../docs/trial.md", render(outcomes))
}

func render(outcomes []outcome) string {
	var b strings.Builder
	right := func(o outcome) bool { return o.wrong == "" }
	fmt.Fprintf(&b, `# The trial

Typical questions from athletes in public threads, asked about the demo athlete on %s over the protocol. Those about strength
training and several devices are asked about another one, with a watch, a ring and a scale. Each answer is compared
with a computation that shares no code with the product: sums over the generated recordings, brute force over every window,
the plain definitions in [metrics.md](metrics.md). `+"`go test -tags e2e ./test/trial`"+` runs the trial, `+"`make docs`"+` writes this page.

Correct answers: **%s**. A keyword search over names, descriptions and arguments of the default tools, with the words of an
assistant that has seen no tool, finds the right tool first: **%s**; among the first three: %s.
Questions without a right tool in the default list: %d.

`, asked.Format("2 January 2006"), part(count(outcomes, right), outcomes), part(count(outcomes, outcome.found), outcomes),
		part(count(outcomes, outcome.near), outcomes), len(outcomes)-count(outcomes, outcome.offered))
	b.WriteString("| group | en | de | es | fr | zh | right | found first |\n|---|---|---|---|---|---|---|---|\n")
	for _, c := range chapters() {
		in := inGroup(outcomes, c.group)
		fmt.Fprintf(&b, "| %s |", c.heading)
		for _, lang := range []string{"en", "de", "es", "fr", "zh"} {
			fmt.Fprintf(&b, " %d |", count(in, func(o outcome) bool { return o.Lang == lang }))
		}
		fmt.Fprintf(&b, " %d of %d | %d of %d |\n", count(in, right), len(in), count(in, outcome.found), len(in))
	}
	for _, c := range chapters() {
		fmt.Fprintf(&b, "\n## %s\n\n| question | | tool | answer | | found |\n|---|---|---|---|---|---|\n", c.heading)
		for _, o := range inGroup(outcomes, c.group) {
			b.WriteString(row(o))
		}
	}
	return b.String()
}

func part(n int, of []outcome) string {
	return fmt.Sprintf("%d of %d (%.0f %%)", n, len(of), 100*float64(n)/float64(len(of)))
}

func inGroup(outcomes []outcome, group string) (out []outcome) {
	for _, o := range outcomes {
		if o.Group == group {
			out = append(out, o)
		}
	}
	return out
}

func row(o outcome) string {
	verdict, found := "right", "first"
	if o.wrong != "" {
		verdict = "wrong: " + o.Known
	}
	switch {
	case !o.offered():
		found = "not offered"
	case !o.found():
		found = "`" + o.ranks[0] + "`"
	}
	return fmt.Sprintf("| %s | %s | `%s` | %s | %s | %s |\n", o.Ask, o.Lang, o.Call, o.want, verdict, found)
}

// ids are the client's names of things: "activity 2026-08-18 cycling", "event
// 2026-08-22", "gear Road bike".
type ids map[string]string

// replace puts ids in place of what $(…) in arguments names.
func (l ids) replace(args string) (string, error) {
	for {
		before, rest, found := strings.Cut(args, "$(")
		if !found {
			return args, nil
		}
		name, after, _ := strings.Cut(rest, ")")
		id, known := l[name]
		if !known {
			return "", fmt.Errorf("no id of %q is known", name)
		}
		args = before + id + after
	}
}

func must(t *testing.T, s *mcp.ClientSession, tool string, args any) map[string]any {
	t.Helper()
	out, err := call(t.Context(), s, tool, args)
	if err != nil || out["error"] != nil {
		t.Fatalf("%s %v: %v %v", tool, args, err, out["error"])
	}
	return out
}

// prepare enters what the athlete has beside recordings, and notes ids and
// loads as the server tells them.
func (b *book) prepare(t *testing.T, s *mcp.ClientSession) ids {
	t.Helper()
	known := ids{}
	b.learn(t, s, known)
	for _, e := range entered() {
		must(t, s, "create_events", map[string]any{"events": []event{e}})
	}
	for _, item := range all(t.Context(), t, s, "list_events", map[string]any{"range": "2026-08-20 to 2026-10-31"}, "events") {
		known["event "+text(item["local_date"])] = text(item["id"])
	}
	return known
}

// learn reads every page of the activities.
func (b *book) learn(t *testing.T, s *mcp.ClientSession, known ids) {
	t.Helper()
	b.loads, b.told = map[training.Day]float64{}, map[string]float64{}
	for _, row := range all(t.Context(), t, s, "list_activities", map[string]any{"limit": 100}, "activities") {
		local := text(row["local_date"])
		known["activity "+local+" "+text(row["sport"])] = text(row["id"])
		on, err := training.ParseDay(local)
		if err != nil {
			t.Fatal(err)
		}
		if load, ok := row["tss"].(float64); ok {
			b.loads[on] += load
			b.told[local+" "+text(row["sport"])] = load
		}
	}
}

// all returns the rows of every page.
func all(ctx context.Context, t *testing.T, s *mcp.ClientSession, tool string, args map[string]any, field string) (rows []map[string]any) {
	t.Helper()
	for {
		page, err := call(ctx, s, tool, args)
		if err != nil || page["error"] != nil {
			t.Fatalf("%s: %v %v", tool, err, page["error"])
		}
		list, _ := page[field].([]any)
		for _, row := range list {
			if m, ok := row.(map[string]any); ok {
				rows = append(rows, m)
			}
		}
		next := text(page["next_cursor"])
		if next == "" {
			return rows
		}
		args["cursor"] = next
	}
}

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
