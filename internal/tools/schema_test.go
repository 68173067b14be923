package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
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
			`{"type":"object","properties":{"got":{"type":"object"},"args":{"type":"string"},"rows":{"type":"array"},` +
				`"series":{"type":"array"},"avg_power_w":{"type":"number"},"names":{"type":"array"}}}`,
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
