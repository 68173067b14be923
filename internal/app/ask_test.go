package app

import (
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/web/ask"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// asker returns the page of a reader of a language.
func asker(language, path string) *page.Page {
	today := training.NewDay(2026, time.November, 27)
	c := &tools.Call{Language: language, Location: time.UTC, Today: today, Week: time.Monday}
	if language == settings.Chinese {
		c.Said = i18n.In(language).Sprintf
	}
	p := &page.Page{Call: c, Request: httptest.NewRequest("GET", path, nil)}
	p.Speak()
	return p
}

// TestQuestionsFindTheirTool: each tool that only reads has an example of a question, and the
// words of the example find the tool first, in both languages.
func TestQuestionsFindTheirTool(t *testing.T) {
	t.Parallel()
	rows := wholeTable(t).Rows()
	for _, language := range []string{settings.English, settings.Chinese} {
		examples := ask.Examples(asker(language, "/ask"), rows)
		for _, r := range rows {
			if ask.Readable(r) && len(examples[r.Name]) == 0 {
				t.Errorf("no question is for %s", r.Name)
			}
			if !ask.Readable(r) && len(examples[r.Name]) > 0 {
				t.Errorf("the box must not ask %s", r.Name)
			}
			for _, text := range examples[r.Name] {
				// With a word behind it, it is no example itself.
				if found, _, err := ask.Understood(asker(language, "/ask"), rows, text+" please"); err != nil || found[0] != r.Name {
					t.Errorf("%q finds %v, not %s (%v)", text, found, r.Name, err)
				}
			}
		}
	}
}

var askedInTrial = regexp.MustCompile(`lang: en\n\s+ask: "(.*?)"\n\s+search: ".*?"\n\s+tools: \[(.*)\]`)

// TestPlainQuestionsFindTheirTool: the words in which athletes ask, which nobody has made shorter,
// have a right tool among the first three that the box offers, as often as is reached.
func TestPlainQuestionsFindTheirTool(t *testing.T) {
	t.Parallel()
	rows := wholeTable(t).Rows()
	all, near := 0, 0
	for _, m := range askedInTrial.FindAllStringSubmatch(readText(t, filepath.Join(repository, "test", "trial", "questions.yaml")), -1) {
		right := slices.DeleteFunc(strings.Split(m[2], ", "), func(name string) bool {
			return !slices.ContainsFunc(rows, func(r tools.Row) bool { return r.Name == name && ask.Readable(r) })
		})
		if len(right) == 0 {
			continue // the question wants a write
		}
		all++
		found, _, err := ask.Understood(asker(settings.English, "/ask"), rows, m[1])
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(found[:min(3, len(found))], func(name string) bool { return slices.Contains(right, name) }) {
			near++
		}
	}
	if all < 150 || float64(near) < 0.86*float64(all) {
		t.Errorf("of %d questions %d find a right tool among three", all, near)
	}
}

// TestWordsBecomeArguments: days, sports, durations and distances of a question are arguments of
// the tool that it finds, in both languages, and so is the thing beside which it is asked.
func TestWordsBecomeArguments(t *testing.T) {
	t.Parallel()
	rows := wholeTable(t).Rows()
	for _, x := range []struct {
		language, typed, on, tool string
		want                      map[string]string
	}{
		{settings.English, "best 20 minutes last year", "", "get_curves", map[string]string{"durations_s": "20min", "range": "last year"}},
		{
			settings.English, "best 5 min power this year on the bike", "", "get_curves",
			map[string]string{"durations_s": "5min", "range": "this year", "sport": "cycling"},
		},
		{settings.Chinese, "去年最好的20分钟", "", "get_curves", map[string]string{"durations_s": "20min", "range": "去年"}},
		{settings.English, "list runs of last month", "", "list_activities", map[string]string{"sport": "running", "range": "last month"}},
		{settings.English, "predict my race over 10 km", "", "predict_race", map[string]string{"distances_m": "10000"}},
		{settings.English, "details of one activity", "/activities/r1", "get_activity", map[string]string{"id": "r1"}},
		{settings.English, "details of one activity", "/fitness", "get_activity", map[string]string{"id": "latest"}},
		{settings.English, "Zwölferhorn", "", "search", map[string]string{"query": "Zwölferhorn"}},
		{settings.English, "is my chain due", "", "list_gear", nil},
		{settings.English, "why is today a rest day", "", "get_coach_context", nil},
		{settings.English, "delete every activity", "", "", nil},
	} {
		found, in, err := ask.Understood(asker(x.language, "/ask?on="+x.on), rows, x.typed)
		if err != nil {
			t.Fatalf("%q: %v", x.typed, err)
		}
		tool := found[0]
		if r := rows[max(0, slices.IndexFunc(rows, func(r tools.Row) bool { return r.Name == tool }))]; !ask.Readable(r) {
			t.Errorf("%q finds %s, which does not only read", x.typed, tool)
		}
		if x.tool != "" && tool != x.tool {
			t.Errorf("%q finds %s, not %s", x.typed, tool, x.tool)
		}
		for name, value := range x.want {
			if in[name] != value {
				t.Errorf("%q: %s is %q, not %q", x.typed, name, in[name], value)
			}
		}
	}
}
