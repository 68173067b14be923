package tools_test

import (
	"context"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type itemIn struct {
	Name  string     `json:"name"`
	Steps tools.JSON `json:"steps,omitempty"`
}

type rawIn struct {
	Items []itemIn   `json:"items"`
	Steps tools.JSON `json:"steps,omitempty"`
}

type rawOut struct {
	Got []string `json:"got"`
}

// TestWhatAToolReadsItselfComesAsItWasWritten: the order of members stays, by
// whatever name and in whatever wrapping it came.
func TestWhatAToolReadsItselfComesAsItWasWritten(t *testing.T) {
	t.Parallel()
	row := tools.New(tools.Spec{
		Name: "try", Title: "Try", Description: "Tries.", Toolset: "x", Aliases: map[string]string{"workout_steps": "steps"},
	}, func(_ context.Context, _ *tools.Call, in rawIn) (*rawOut, error) {
		out := &rawOut{Got: []string{string(in.Steps)}}
		for _, it := range in.Items {
			out.Got = append(out.Got, it.Name+string(it.Steps))
		}
		return out, nil
	})
	table := tools.NewTable(row)
	for args, want := range map[string]string{
		`{"items": [{"name": "a", "steps": [{"z": 1, "a": null}]}]}`:     `{"got":["","a[{\"z\":1,\"a\":null}]"]}`,
		`{"items": [], "steps": {"z": 1.0, "a": "x"}}`:                   `{"got":["{\"z\":1.0,\"a\":\"x\"}"]}`,
		`{"items": "[{\"name\": \"a\", \"steps\": {\"z\":1,\"b\":2}}]"}`: `{"got":["","a{\"z\":1,\"b\":2}"],"read_as":{"items":"a list of 1 item"}}`,
		`{"items": {"title": 7, "steps": "[{\"b\":1}]"}}`: `{"got":["","7\"[{\\\"b\\\":1}]\""],` +
			`"read_as":{"items":"a list of 1 item","items[0].name":"7","items[0].title":"name"}}`,
		`{"items": null, "workout_steps": [2,1]}`: `try needs items.`,
		`{"items": [], "workout_steps": [2,1]}`:   `{"got":["[2,1]"],"read_as":{"workout_steps":"steps"}}`,
		`{"items": [], "steps": null}`:            `{"got":[""]}`,
		`{"items": [7]}`:                          `items[0] cannot be 7.`,
	} {
		res, err := table.Call(t.Context(), "try", &tools.Call{Scope: training.Scope{Athlete: "ann"}}, []byte(args))
		got := string(res.Structured)
		if err != nil {
			got = tools.Describe(err).Sentence
		}
		if got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
