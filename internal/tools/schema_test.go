package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func TestPublishedSchemas(t *testing.T) {
	t.Parallel()
	l := echo().Listing()
	for _, c := range []struct {
		name string
		got  json.RawMessage
		want []string
	}{
		{"input", l.InputSchema, []string{
			`{"type":"object","properties":{"activity_id":{"type":"string","description":"Activity id."},"from":{"type":"string",`,
			`"sections":{"type":"array","description":"Parts of the answer.","items":{"type":"string","enum":["summary","laps","best_efforts"]}}`,
			`"limit":{"type":"integer","description":"Most rows.","default":20,"minimum":1,"maximum":100}`,
			`"min_km":{"type":"number","description":"Least distance."}`,
		}},
		{"output", l.OutputSchema, []string{
			`{"type":"object","properties":{"got":{},"args":{},"rows":{},"series":{},"avg_power_w":{},"names":{}}}`,
		}},
	} {
		for _, want := range c.want {
			if !strings.Contains(string(c.got), want) {
				t.Errorf("%s lacks %s\n%s", c.name, want, c.got)
			}
		}
		if strings.Contains(string(c.got), "null") {
			t.Errorf("%s has a null: %s", c.name, c.got)
		}
	}
}

func TestCheckOutput(t *testing.T) {
	t.Parallel()
	for out, ok := range map[string]bool{
		`{"got":{},"args":"x","series":[[null,1]]}`:         true,
		`{"got":{},"args":"x","read_as":{"limit":"10"}}`:    true,
		`{"got":{"range":{"from":"a","to":"b"}},"args":""}`: true,
		`{"got":{},"args":1}`:                               false,
		`{"got":{}}`:                                        false,
		`{"got":{},"args":"x","more":1}`:                    false,
		`{"got":{},"args":"x","avg_power_w":null}`:          false,
		`not JSON`: false,
	} {
		if err := echo().CheckOutput(json.RawMessage(out)); (err == nil) != ok {
			t.Errorf("%s: %v", out, err)
		}
	}
}

func TestBuilders(t *testing.T) {
	t.Parallel()
	row := tools.New(tools.Spec{Name: "x", Input: func(s *jsonschema.Schema) {
		tools.AtLeast(s, "min_km", 0)
		tools.Doc(s, "text", "New words.")
		tools.Items(s, "several", 1, 3)
	}}, func(context.Context, *tools.Call, rideIn) (rideOut, error) { return rideOut{}, nil })
	in := row.Input()
	got := map[string]any{
		"least": *in.Properties["min_km"].Minimum, "doc": in.Properties["text"].Description,
		"items": []int{*in.Properties["several"].MinItems, *in.Properties["several"].MaxItems},
	}
	want := map[string]any{
		"least": 0.0, "doc": "New words.", "items": []int{1, 3},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestMistakesInSpecsAreFound(t *testing.T) {
	t.Parallel()
	handler := func(context.Context, *tools.Call, rideIn) (rideOut, error) { return rideOut{}, nil }
	for name, row := range map[string]tools.Row{
		"no such property": tools.New(tools.Spec{Input: func(s *jsonschema.Schema) { tools.Doc(s, "nothing", "") }}, handler),
		"no JSON":          tools.New(tools.Spec{Input: func(s *jsonschema.Schema) { tools.Default(s, "limit", func() {}) }}, handler),
		"no object":        tools.New(tools.Spec{}, func(context.Context, *tools.Call, int) (rideOut, error) { return rideOut{}, nil }),
		"no schema":        tools.New(tools.Spec{}, func(context.Context, *tools.Call, rideIn) (chan int, error) { return nil, nil }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("the mistake went unseen")
				}
			}()
			row.Input()
			row.Output()
		})
	}
}

func BenchmarkContract(b *testing.B) {
	for b.Loop() {
		echo().Listing()
	}
}

func BenchmarkCall(b *testing.B) {
	table := tools.NewTable(echo())
	for b.Loop() {
		if _, err := table.Call(b.Context(), "list_rides", call(), json.RawMessage(`{"from":"last week","limit":"10"}`)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTextIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", `a "b" \c`, "line\nfeed", "über <b> & \u2028", "\xff"} {
		same(t, text)
	}
	rapid.Check(t, func(t *rapid.T) { same(t, rapid.String().Draw(t, "text")) })
}

type tester interface {
	Errorf(format string, args ...any)
}

func same(t tester, text string) {
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		t.Errorf("%v", err)
	}
	if got := string(tools.SchemaText([]byte("x"), text)) + "\n"; got != "x"+want.String() {
		t.Errorf("%q: %s, not %s", text, got, &want)
	}
}

// TestSchemaIsThatOfTheLibrary, but for what only catches slips.
func TestSchemaIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	most, few, least, absurd := 7.5, 3, 1.0, 5000.0
	s := func(written bool) *jsonschema.Schema {
		s := &jsonschema.Schema{
			Type: "object", Required: []string{"list"}, PropertyOrder: []string{"list", "word", "number", "far", "by_name"},
			Properties: map[string]*jsonschema.Schema{
				"list":    {Type: "array", Description: "Some.", MaxItems: &few, Items: &jsonschema.Schema{Type: "string", Enum: []any{"a", "b"}}},
				"word":    {Type: "string", Format: "date", Default: json.RawMessage(`"x"`)},
				"number":  {Type: "number", Minimum: &least, Maximum: &most},
				"far":     {Type: "number"},
				"by_name": {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
			},
		}
		if !written {
			s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
			s.Properties["word"].MaxLength = &few
			s.Properties["far"].Minimum, s.Properties["far"].Maximum = &least, &absurd
			s.Properties["by_name"].AdditionalProperties.Minimum = &least
		}
		return s
	}
	long, err := json.Marshal(s(true))
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal(long, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(tools.Append(nil, s(false)), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-library +ours:\n%s", d)
	}
}

// rideIn has one argument of each kind.
type rideIn struct {
	ID       string                `json:"activity_id,omitempty" jsonschema:"Activity id."`
	From     tools.Date            `json:"from,omitzero" jsonschema:"First day."`
	To       tools.Date            `json:"to,omitzero" jsonschema:"Last day."`
	Range    tools.DateRange       `json:"range,omitzero" jsonschema:"Span of days."`
	Sport    training.Discipline   `json:"sport,omitzero" jsonschema:"Sport."`
	Sports   []training.Discipline `json:"several,omitempty" jsonschema:"Sports."`
	Sections []string              `json:"sections,omitempty" jsonschema:"Parts of the answer."`
	Limit    int                   `json:"limit,omitempty" jsonschema:"Most rows."`
	MinKm    *float64              `json:"min_km,omitempty" jsonschema:"Least distance."`
	Race     *bool                 `json:"race,omitempty" jsonschema:"Only races."`
	Text     string                `json:"text,omitempty" jsonschema:"Words to find."`
	Laps     []lapIn               `json:"laps,omitempty" jsonschema:"Laps."`
	Tags     map[string]int        `json:"tags,omitempty" jsonschema:"Tags."`
}

type lapIn struct {
	Day   tools.Date `json:"day" jsonschema:"Its day."`
	Watts int        `json:"watts,omitempty" jsonschema:"Its power."`
}

type rideOut struct {
	Got    rideIn       `json:"got"`
	Args   string       `json:"args"`
	Rows   []lapIn      `json:"rows,omitempty"`
	Series [][]*float64 `json:"series,omitempty"`
	Avg    *float64     `json:"avg_power_w"`
	Names  []string     `json:"names,omitempty"`
}

func rideSpec() tools.Spec {
	return tools.Spec{
		Name: "list_rides", Title: "List rides", Description: "Rides by date.", Toolset: "rides", Default: true,
		Aliases: map[string]string{"watts_from": "limit"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sections", "summary", "laps", "best_efforts")
			tools.Bounds(s, "limit", 1, 100)
			tools.Default(s, "limit", 20)
			tools.MaxLength(s, "text", 5)
			tools.Items(s, "laps", 0, 2)
			tools.Bounds(s, "laps.watts", 0, 3000)
		},
	}
}

// echo answers with the arguments as they were read.
func echo() tools.Row {
	return tools.New(rideSpec(), func(_ context.Context, c *tools.Call, in rideIn) (rideOut, error) {
		return rideOut{Got: in, Args: string(c.Args)}, nil
	})
}

func answer(name string, f func(context.Context, *tools.Call) (rideOut, error)) tools.Row {
	spec := rideSpec()
	spec.Name = name
	return tools.New(spec, func(ctx context.Context, c *tools.Call, _ rideIn) (rideOut, error) { return f(ctx, c) })
}

// call returns a call on Wednesday 2026-05-20 in a week that begins on Monday.
func call() *tools.Call {
	return &tools.Call{Today: training.NewDay(2026, time.May, 20), Week: time.Monday, Location: time.UTC}
}

// pair are two athletes, the caller's own and Ann.
type pair struct{}

func (pair) Turn(_ context.Context, c *tools.Call, name string) (*tools.Call, error) {
	turned := *c
	switch name {
	case "", "me":
		return c, nil
	case "ann", "Ann Other":
		turned.Scope.Athlete = "ann"
		return &turned, nil
	}
	return nil, training.Errorf(training.KindNotFound, "There is no athlete %q here.", name)
}

func (pair) Athletes(context.Context) ([]training.Athlete, error) {
	return []training.Athlete{{ID: "me"}, {ID: "ann"}}, nil
}

// TestToolsAboutEveryone: they are offered only where there are several athletes, name
// none, and answer about those whom the table serves.
func TestToolsAboutEveryone(t *testing.T) {
	t.Parallel()
	spec := rideSpec()
	spec.Name, spec.Everyone, spec.Default = "get_everyone", true, true
	all := tools.New(spec, func(ctx context.Context, c *tools.Call, _ rideIn) (out rideOut, err error) {
		err = c.Everyone(ctx, func(_ training.Athlete, one *tools.Call, err error) error {
			out.Args += string(one.Scope.Athlete) + " "
			return err
		})
		return out, err
	})
	table := tools.NewTable(all, echo())
	for several, offered := range map[bool]bool{false: false, true: true} {
		chosen, err := table.Select(tools.Selection{Toolsets: []string{tools.AllSets}, Several: several, More: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := chosen.Lookup("get_everyone"); ok != offered {
			t.Errorf("with several %v it is offered: %v", several, ok)
		}
	}
	for who, x := range map[string]*tools.Table{"me ": table, "me ann ": table.WithEveryone(pair{}), " me ann ": table.WithAthletes(pair{})} {
		var out rideOut
		res, err := x.Call(t.Context(), "get_everyone", mine(), json.RawMessage(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(res.Structured, &out); err != nil || out.Args != strings.TrimPrefix(who, " ") {
			t.Errorf("it answers about %q, %v", out.Args, err)
		}
		for _, l := range x.List() {
			if _, named := l.InputSchema, strings.Contains(string(l.InputSchema), `"athlete"`); l.Name == "get_everyone" && named {
				t.Errorf("it asks for an athlete: %s", l.InputSchema)
			}
		}
	}
}

func mine() *tools.Call {
	c := call()
	c.Scope.Athlete = "me"
	return c
}

func TestCallsNameTheirAthlete(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(echo()).WithAthletes(pair{})
	for args, want := range map[string]string{
		``:                                    "me",
		`{}`:                                  "me",
		`null`:                                "me",
		`{"athlete":null}`:                    "me",
		`{"athlete":""}`:                      "me",
		`{"limit":3,"athlete":"ann"}`:         "ann",
		`{"athlete_id":"Ann Other"}`:          "ann",
		`{"athleteId":"ann"}`:                 "ann",
		`{"athlete":"ann","Athlete":"ann"}`:   "ann",
		`{"\u0061thlete":"ann"}`:              "ann",
		`{"athlete":"bob"}`:                   "",
		`{"athlete":7}`:                       "",
		`{"athlete":["ann"]}`:                 "",
		`{"athlete":"ann","athlete_id":"me"}`: "",
		`{"athlete":"ann"} {}`:                "",
		`["athlete"]`:                         "",
		`{"no_athlete":"ann"}`:                "",
	} {
		res, err := table.Call(t.Context(), "list_rides", mine(), json.RawMessage(args))
		if want == "" {
			if err == nil || tools.Describe(err).Kind == training.KindInternal {
				t.Errorf("%s: %s %v", args, res.Structured, err)
			}
			continue
		}
		var got struct{ Athlete, Args string }
		if err != nil || json.Unmarshal(res.Structured, &got) != nil || got.Athlete != want || res.Text != string(res.Structured) {
			t.Errorf("%s: %s %v", args, res.Structured, err)
		}
		if strings.Contains(got.Args, "thlete") {
			t.Errorf("%s: the tool saw %s", args, got.Args) // an approval is bound to the athlete apart
		}
	}
	alone, err := tools.NewTable(echo()).Call(t.Context(), "list_rides", mine(), json.RawMessage(`{"limit":3}`))
	if err != nil || strings.Contains(alone.Text, "athlete") {
		t.Errorf("a table about one says whose it is: %s %v", alone.Text, err)
	}
	if _, err := tools.NewTable(echo()).Call(t.Context(), "list_rides", mine(),
		json.RawMessage(`{"athlete":"ann"}`)); training.KindOf(err) != training.KindInvalid {
		t.Errorf("a table about one takes an athlete: %v", err)
	}
}

func TestTheListingHasTheAthlete(t *testing.T) {
	t.Parallel()
	plain := tools.NewTable(echo())
	l, before := plain.WithAthletes(pair{}).List()[0], plain.List()[0]
	if !strings.Contains(string(l.InputSchema), `"athlete":{"type":"string","description":"id or name"}`) || !tools.Shared("athlete") {
		t.Errorf("%s", l.InputSchema)
	}
	if after := plain.List()[0]; string(after.InputSchema) != string(before.InputSchema) {
		t.Error("athletes changed the rows that others share")
	}
}

func TestQuestionsSayWhomTheyAreAbout(t *testing.T) {
	t.Parallel()
	asks := answer("delete_ride", func(context.Context, *tools.Call) (rideOut, error) {
		return rideOut{}, &journal.NeedsConsent{Preview: journal.Preview{Summary: "Delete it.", Token: "t"}}
	})
	_, err := tools.NewTable(asks).WithAthletes(pair{}).Call(t.Context(), "delete_ride", mine(), json.RawMessage(`{"athlete":"ann"}`))
	if got := tools.Describe(err).Sentence; !strings.HasSuffix(got, "For the athlete ann: Delete it.") {
		t.Errorf("it asks %q", got)
	}
}

// TestFreshnessStandsInEveryReadAnswer: it is asked for once by each answer
// that rests on what was read, and by no other.
func TestFreshnessStandsInEveryReadAnswer(t *testing.T) {
	t.Parallel()
	row := func(name string, safety tools.Safety, widens bool) tools.Row {
		spec := rideSpec()
		spec.Name, spec.Safety, spec.Widens = name, safety, widens
		return tools.New(spec, func(context.Context, *tools.Call, rideIn) (rideOut, error) { return rideOut{}, nil })
	}
	table := tools.NewTable(row("list_rides", tools.Read, false), row("save_ride", tools.Write, false), row("use_more", tools.Read, true))
	c := call()
	asked := 0
	c.Freshness = func(context.Context) i18n.Sentence { asked++; return "tri read 12 minutes ago" }
	for name, want := range map[string]bool{"list_rides": true, "save_ride": false, "use_more": false} {
		asked = 0
		res := tooltest.Call(t, table, c, name, `{}`)
		if got := strings.Contains(string(res.Structured), `"freshness":"tri read 12 minutes ago"`); got != want || (asked == 1) != want {
			t.Errorf("%s: %s, asked %d times", name, res.Structured, asked)
		}
	}
	c.Freshness = func(context.Context) i18n.Sentence { return "" }
	for _, c := range []*tools.Call{c, call()} {
		if res, err := table.Call(t.Context(), "list_rides", c, json.RawMessage(`{}`)); err != nil || strings.Contains(res.Text, "freshness") {
			t.Errorf("%s %v", res.Text, err)
		}
	}
}
