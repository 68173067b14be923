package research_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/research"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

type results struct {
	Results []struct{ ID, Title, URL string }
	Narrow  string
}

type document struct {
	ID, Title, Text, URL string
	Metadata             map[string]string
}

func call(t *testing.T) *tools.Call {
	t.Helper()
	now := answerstest.FirstStart.AddDate(0, 0, 20)
	return &tools.Call{Scope: answerstest.ActivityModel, Now: now, Location: time.UTC, Today: training.DayOf(now), Week: time.Monday}
}

func table() *tools.Table {
	return tools.NewTable(research.Rows(answerstest.NewActivityStore(), nil)...)
}

func search(t *testing.T, query string) (ids []string, r results) {
	t.Helper()
	args, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	tooltest.Decode(t, table(), call(t), "search", string(args), &r)
	for _, hit := range r.Results {
		ids = append(ids, hit.ID)
		if hit.Title == "" || !strings.HasPrefix(hit.URL, "lapkeep://") {
			t.Errorf("%s: %+v", query, hit)
		}
	}
	return ids, r
}

func TestSearch(t *testing.T) {
	t.Parallel()
	ride, run := string(answerstest.Ride), string(answerstest.ActivityRun)
	first := answerstest.FirstStart.Format(time.DateOnly)
	for query, want := range map[string]string{
		"hills":                          ride,
		"How was my ride with the hills": ride,
		"city run":                       run,
		"CITY 8k!":                       run,
		"what did I do on " + first:      ride,
		"longest activity " + first:      ride,
		"tss":                            "metric:tss",
		"legs felt":                      "note:" + ride + ":n1",
		"variability index":              "metric:variability_index",
	} {
		if ids, _ := search(t, query); !slices.Contains(ids[:min(2, len(ids))], want) {
			t.Errorf("%q found %v, not %s at its head", query, ids, want)
		}
	}
}

func TestSearchSelects(t *testing.T) {
	t.Parallel()
	if ids, _ := search(t, "runs"); len(ids) != 2 || slices.Contains(ids, string(answerstest.Ride)) {
		t.Errorf("runs: %v", ids)
	}
	if ids, _ := search(t, "hardest rides ever"); len(ids) == 0 || slices.Contains(ids, string(answerstest.ActivityRun)) {
		t.Errorf("hardest rides: %v", ids)
	}
	all, _ := search(t, "all my activities")
	if len(all) == 0 || len(all) > 12 || slices.Contains(all, string(answerstest.Secret)) {
		t.Errorf("all: %v", all)
	}
	if ids, r := search(t, "xyzzy"); len(ids) != 0 || r.Results == nil || !strings.Contains(r.Narrow, "get_status") {
		t.Errorf("nothing: %+v", r)
	}
	if ids, _ := search(t, strings.Repeat("word ", 79)); len(ids) != 0 {
		t.Errorf("a page: %v", ids)
	}
}

func TestFetch(t *testing.T) {
	t.Parallel()
	ride := string(answerstest.Ride)
	note := "note:" + ride + ":n1"
	for id, want := range map[string][]string{
		ride:         {"name: \"Hills before work\"\n", "summary.normalized_power_w: ", "laps[1]: {"},
		"metric:tss": {"Training stress score", "Formula"},
		note:         {"text: \"Legs felt good.\"\n", "author: \"athlete\"\n"},
	} {
		var d document
		tooltest.Decode(t, table(), call(t), "fetch", `{"id":"`+id+`"}`, &d)
		if d.ID != id || d.Title == "" || d.URL == "" || d.Metadata["kind"] == "" {
			t.Errorf("%s: %+v", id, d)
		}
		for _, words := range want {
			if !strings.Contains(d.Text, words) {
				t.Errorf("%s lacks %q:\n%s", id, words, d.Text)
			}
		}
	}
}

// TestWhatSearchFindsCanBeFetched keeps the ids of the one good for the other.
func TestWhatSearchFindsCanBeFetched(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"hills", "power", "legs", "all activities"} {
		ids, _ := search(t, query)
		for _, id := range ids {
			var d document
			tooltest.Decode(t, table(), call(t), "fetch", `{"id":"`+id+`"}`, &d)
			if d.ID != id || d.Text == "" {
				t.Errorf("%s: %+v", id, d)
			}
		}
	}
}

// TestWordsOfOthersStayInTheirLine: a name that looks like our text is one
// quoted value.
func TestWordsOfOthersStayInTheirLine(t *testing.T) {
	t.Parallel()
	var d document
	tooltest.Decode(t, table(), call(t), "fetch", `{"id":"`+string(answerstest.Stormy)+`"}`, &d)
	for line := range strings.Lines(d.Text) {
		name, value, ok := strings.Cut(line, ": ")
		if !ok || strings.ContainsAny(name, "\" ") || !json.Valid([]byte(value)) {
			t.Errorf("a line that is no fact: %q", line)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, args, want string }{
		{"search", `{"query":" "}`, "The query is empty."},
		{"search", `{}`, "search needs query."},
		{"search", `{"query":"` + strings.Repeat("x", 401) + `"}`, "query"},
		{"fetch", `{"id":"metric:nothing"}`, "There is nothing with the id"},
		{"fetch", `{"id":"note:` + string(answerstest.Ride) + `:n9"}`, "There is nothing with the id"},
		{"fetch", `{"id":"note:"}`, "There is no activity"},
		{"fetch", `{"id":"` + string(answerstest.Secret) + `"}`, "There is no activity"},
		{"fetch", `{"id":""}`, "There is no activity"},
	} {
		if p := tooltest.Fails(t, table(), call(t), c.tool, c.args); !strings.HasPrefix(p.Sentence, c.want) || p.Fix == "" {
			t.Errorf("%s %s: %s", c.tool, c.args, p)
		}
	}
}
