package web_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestLoadByOneMethod: what the address has load counted by reaches every question
// of the page and of its days; what is none reaches no tool.
func TestLoadByOneMethod(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/fitness?load=hr", "/fitness?load=hr&sport=running", "/days/2026-11-25?load=hr"} {
		s.ask(t, http.MethodGet, path, nil)
		if asked := s.table.asked("analyze_training_load"); !strings.Contains(asked, `"load_method":"hr"`) {
			t.Errorf("%s asked %s", path, asked)
		}
	}
	for _, path := range []string{"/fitness", "/fitness?load=luck"} {
		_, body := s.ask(t, http.MethodGet, path, nil)
		if asked := s.table.asked("analyze_training_load"); strings.Contains(asked, "load_method") {
			t.Errorf("%s asked %s", path, asked)
		}
		for _, by := range []string{"power", "hr", "pace", "rpe"} {
			if !strings.Contains(body, "load="+by+`"`) {
				t.Errorf("%s does not lead to load by %s", path, by)
			}
		}
	}
}

// TestEstimatedDays: a day whose load is estimated has a word and a shape in the
// table and on its own page, and its method as CSV; others have nothing.
func TestEstimatedDays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness", nil)
	if n := strings.Count(body, "≈ estimated, by heart rate"); n != 1 {
		t.Errorf("%d rows are marked as estimated", n)
	}
	_, text := s.ask(t, http.MethodGet, "/fitness?as=csv&table=fitness", nil)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	by, without := slices.Index(rows[0], "load_estimated_by"), slices.Index(rows[0], "without_load")
	if by < 0 || without < 0 {
		t.Fatalf("the columns are %v", rows[0])
	}
	for _, r := range rows[1:] {
		want := map[string][2]string{"2026-08-31": {"hrtss_avg_lthr", "0"}, "2026-09-07": {"", "3"}}[r[0]]
		if want != [2]string{} && [2]string{r[by], r[without]} != want {
			t.Errorf("%s: %q", r[0], r)
		}
	}
	_, body = s.ask(t, http.MethodGet, "/days/2026-11-25", nil)
	if strings.Contains(body, "estimated, by heart rate") {
		t.Error("a day without an estimate is marked")
	}
	s.table.change = oneDay
	_, body = s.ask(t, http.MethodGet, "/days/2026-08-31", nil)
	if !strings.Contains(body, `aria-hidden="true">≈</span>estimated, by heart rate`) {
		t.Error("the day of an estimate is not marked")
	}
}

// TestYoungHistoryAndActivitiesWithoutALoad: the tool's numbers, with a way out.
func TestYoungHistoryAndActivitiesWithoutALoad(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness?load=power", nil)
	above, _, _ := strings.Cut(body, "<lk-chart")
	for _, want := range []string{"12 of 42 days", `href="/start">Import older recordings`} {
		if !strings.Contains(above, want) {
			t.Errorf("above the chart %s is missing", want)
		}
	}
	for _, want := range []string{`<data value="3" data-key="without_load">`, "there is no normalized power", `href="/activities/lial244ql7"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// oneDay makes of the answer's series that of one day, whose load is estimated.
func oneDay(b json.RawMessage) json.RawMessage {
	var a map[string]any
	if json.Unmarshal(b, &a) != nil || a["actual"] == nil {
		return b
	}
	a["actual"] = map[string]any{
		"dates": []string{"2026-08-31"}, "load": []int{90}, "ctl": []int{40}, "atl": []int{50}, "tsb": []int{-10},
		"estimated": map[string][]string{"hrtss_avg_lthr": {"2026-08-31"}},
	}
	b, _ = json.Marshal(a)
	return b
}
