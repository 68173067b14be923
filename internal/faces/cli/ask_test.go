package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
)

type rideArguments struct {
	ID    string   `json:"id,omitempty"`
	Range string   `json:"range,omitempty"`
	From  string   `json:"from,omitempty"`
	MinKm float64  `json:"min_distance_km,omitempty"`
	Race  *bool    `json:"race,omitempty"`
	Parts []string `json:"sections,omitempty"`
	Limit int      `json:"limit,omitempty"`
	Sport string   `json:"sport,omitempty"`
}

type rideAnswer struct {
	Asked      string     `json:"asked"`
	DurationS  int        `json:"duration_s"`
	Activities []rideLine `json:"activities"`
}

type rideLine struct {
	ID   string `json:"id"`
	Date string `json:"local_date"`
	Name string `json:"name"`
}

// asking is a machine whose tools answer with what they were asked.
func asking(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	table := func(settings.Settings) *tools.Table {
		var rows []tools.Row
		for _, name := range []string{"analyze_training_load", "list_events", "list_activities", "get_activity"} {
			spec := tools.Spec{Name: name, Title: "Title of " + name, Description: "Answers.", Toolset: "fitness", Default: true}
			rows = append(rows, tools.New(spec, func(_ context.Context, c *tools.Call, in rideArguments) (rideAnswer, error) {
				asked, err := json.Marshal(in)
				return rideAnswer{c.Tool + " " + string(asked), 3725, []rideLine{{"abc", "2026-08-19", "Hills"}}}, err
			}))
		}
		return tools.NewTable(rows...)
	}
	b.Table = table
	b.Open = func(_ context.Context, s settings.Settings, _ OpenOptions) (*Workbench, error) {
		return &Workbench{
			Settings: s, Table: table(s), Close: func() error { return nil },
			NewCall: func(context.Context) (*tools.Call, error) {
				return &tools.Call{Location: time.UTC, Now: b.Now()}, nil
			},
			Follow: func(context.Context, func(done, total int)) (int, error) { return 0, nil },
		}, nil
	}
	return b
}

// TestShortCommandsAsk: a short command asks its tool with what the flags say,
// each as the kind that the tool takes.
func TestShortCommandsAsk(t *testing.T) {
	t.Parallel()
	b := asking(t)
	for line, wants := range map[string][]string{
		"activities --min-distance-km 20.5 --race --sections a,b --limit 3 --sport ride": {
			`list_activities {"min_distance_km":20.5,"race":true,"sections":["a","b"],"limit":3,"sport":"ride"}`,
		},
		"activities --race=false":         {`list_activities {"race":false}`},
		"activity abc --sections laps":    {`get_activity {"id":"abc","sections":["laps"]}`},
		"load --range month --env-file=e": nil,
	} {
		code, said := b.run(strings.Fields(line)...)
		if (code == 0) != (wants != nil) {
			t.Errorf("%s: exit %d, %s", line, code, said)
		}
		for _, want := range wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s lacks %s:\n%s", line, want, said)
			}
		}
	}
	if code, said := b.run("activity"); code != exitUsage {
		t.Errorf("no id: exit %d, %s", code, said)
	}
	if code, said := b.run("activities", "--limt", "3"); code != exitUsage {
		t.Errorf("no such flag: exit %d, %s", code, said)
	}
}

// TestForPeopleAndForPrograms: a short command prints for people everywhere,
// call at a terminal alone, and both print JSON if a flag asks for it.
func TestForPeopleAndForPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line   string
		tty    bool
		people bool
	}{
		{"activities", false, true},
		{"activities", true, true},
		{"activities --json", false, false},
		{"activities --json", true, false},
		{"call list_activities", false, false},
		{"call list_activities", true, true},
		{"call list_activities --json", true, false},
	} {
		b := asking(t)
		b.Streams.OutTTY = c.tty
		code, said := b.run(strings.Fields(c.line)...)
		if people := strings.Contains(said, "1:02:05"); code != 0 || people != c.people || json.Valid([]byte(said)) == c.people {
			t.Errorf("%s at a terminal %v: exit %d, %s", c.line, c.tty, code, said)
		}
	}
}

// TestCompletion: the shell offers what the arguments name.
func TestCompletion(t *testing.T) {
	t.Parallel()
	b := asking(t)
	b.Services = []connect.Offer{{Name: "intervals"}}
	for line, want := range map[string]string{
		"call|":               "list_activities\tTitle of list_activities\n",
		"tools|":              "get_activity\tTitle of get_activity\n",
		"mcp|install|":        "cursor\tCursor\n",
		"skill|install|":      "claude-code\tClaude Code\n",
		"connect|":            "intervals\n",
		"sync|":               "intervals\n",
		"activity|":           "abc\t2026-08-19 Hills\n",
		"tools|--toolsets|a,": "a,fitness\n",
		"serve|--writes|":     "none\nsafe\nfull\n",
	} {
		_, said := b.run(append([]string{"__complete"}, strings.Split(line, "|")...)...)
		if !strings.Contains(said, want) {
			t.Errorf("%s: %q lacks %q", line, said, want)
		}
	}
	if _, said := b.run("__complete", "skill", "install", ""); strings.Contains(said, "zed") {
		t.Error("Zed reads no skills")
	}
}
