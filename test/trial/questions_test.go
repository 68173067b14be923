package trial

import (
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
)

// question is one of questions.yaml.
type question struct {
	Group, Lang, Ask string
	// English is a client's translation of a question in another language.
	English string
	// Search is the search of an assistant that sees no tool yet, written by
	// somebody who had seen none.
	Search string
	// Tools lists the tools that a client may call first.
	Tools []string
	// Call and With are how it asks for the answer.
	Call, With string
	// Then are the arguments of a second call, whose answer stands under then.
	Then string
	// Answer says by the name of a fact where it stands.
	Answer map[string]string
	// Known is why the answer is wrong today.
	Known string
}

func readQuestions(t *testing.T) []question {
	t.Helper()
	b, err := os.ReadFile("questions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var out []question
	if err := yaml.UnmarshalWithOptions(b, &out, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestQuestionsAreManyAndSpread: what the trial claims to ask.
func TestQuestionsAreManyAndSpread(t *testing.T) {
	t.Parallel()
	questions := readQuestions(t)
	langs, groups := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, q := range questions {
		langs[q.Lang]++
		groups[q.Group]++
		if seen[q.Ask] || len(q.Answer) == 0 || len(q.Tools) == 0 || q.Search == "" || (q.Lang == "en") != (q.English == "") {
			t.Errorf("%q is asked twice, or lacks its tools, its answer, its search or its English", q.Ask)
		}
		seen[q.Ask] = true
	}
	if len(questions) < 120 || len(langs) != 5 || len(groups) != len(chapters()) {
		t.Errorf("%d questions in %d languages and %d groups", len(questions), len(langs), len(groups))
	}
	for lang, n := range langs {
		if n < 12 {
			t.Errorf("%d questions in %s", n, lang)
		}
	}
	for group := range groups {
		if !slices.ContainsFunc(chapters(), func(c chapter) bool { return c.group == group }) {
			t.Errorf("group %s has no heading", group)
		}
	}
}

// chapter is a group as the page shows it.
type chapter struct{ group, heading string }

func chapters() []chapter {
	return []chapter{
		{"recent", "Recent training"},
		{"load", "Load and form"},
		{"bests", "Bests and curves"},
		{"zones", "Zones and intensity"},
		{"activity", "One activity"},
		{"running", "Running pace"},
		{"swim", "Swimming"},
		{"calendar", "Calendar and planning"},
		{"wellness", "Wellness"},
		{"gear", "Gear"},
		{"segments", "Segments and climbs"},
		{"races", "Races"},
		{"compare", "Comparisons"},
		{"settings", "Settings and thresholds"},
		{"missing", "What is missing"},
		{"status", "Service and state"},
	}
}
