package app

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/training"
)

// TestAPlanIsMadeListedAndEdited at the command line: what it makes is sound,
// keeps to what was asked, and is a file that a person changes.
func TestAPlanIsMadeListedAndEdited(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "There is no training plan.") {
		t.Error(out)
	}
	wish := []string{
		"plan", "new", "--race", "2026-11-15", "--race-name", "River 10", "--distance-km", "10", "--goal-time", "0:44:00",
		"--days", "4", "--hours", "5", "--off", "monday,friday", "--ctl", "30", "--name", "To the river",
	}
	printed := p.must(t, append(wish, "--print")...)
	out := p.must(t, "plan", "list")
	if !strings.Contains(printed, "plan_name: To the river") || !strings.Contains(out, "There is no training plan.") {
		t.Errorf("%s\n%s", printed, out)
	}
	if out := p.must(t, wish...); !strings.Contains(out, "to-the-river has 12 weeks, from 2026-08-24.") {
		t.Error(out)
	}
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "to-the-river") || !strings.Contains(out, "2026-08-24 to 2026-11-15") {
		t.Error(out)
	}
	file := strings.TrimSpace(p.must(t, "plan", "edit"))
	if filepath.Base(file) != "to-the-river.yaml" || readText(t, file) != printed {
		t.Errorf("%s: %s", file, readText(t, file))
	}
	p.madeAsAsked(t)
	writeText(t, file, strings.Replace(printed, "day_of_week: Sunday", "day_of_week: Someday", 1))
	code, out, errs := p.run(t.Context(), "plan", "edit", "to-the-river")
	if code != 0 || strings.TrimSpace(out) != file || !strings.Contains(errs, "plans/to-the-river.yaml: Line ") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	p.must(t, "undo") // of what the editor did
	if readText(t, file) != printed {
		t.Error(readText(t, file))
	}
}

// madeAsAsked looks at the sessions of the plan.
func (p *person) madeAsAsked(t *testing.T) {
	t.Helper()
	var got struct {
		Problems []string `json:"problems"`
		Weeks    []struct {
			Sessions []struct {
				Day       string  `json:"date"`
				Type      string  `json:"type"`
				DurationS float64 `json:"duration_s"`
			} `json:"sessions"`
		} `json:"weeks"`
	}
	if err := json.Unmarshal([]byte(p.must(t, "call", "get_training_plan", `{"id":"to-the-river","weeks":"all"}`)), &got); err != nil {
		t.Fatal(err)
	}
	race := 0
	for n, w := range got.Weeks {
		done := 0
		for _, s := range w.Sessions {
			d, err := training.ParseDay(s.Day)
			if err != nil {
				t.Fatal(err)
			}
			if wd := d.Time(time.UTC).Weekday(); s.Type != "rest" && (wd == time.Monday || wd == time.Friday) {
				t.Errorf("week %d has %+v on a day off", n+1, s)
			}
			if s.Type != "rest" {
				done++
			}
			if s.Type == "race" && s.Day == "2026-11-15" {
				race++
			}
		}
		if done == 0 || done > 5 {
			t.Errorf("week %d has %d sessions", n+1, done)
		}
	}
	if len(got.Weeks) != 12 || race != 1 || len(got.Problems) > 0 {
		t.Errorf("%d weeks, %d races, %v", len(got.Weeks), race, got.Problems)
	}
}

// TestWhatNoPlanIsMadeOf: told in a sentence, and nothing is kept.
func TestWhatNoPlanIsMadeOf(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	for _, args := range [][]string{
		{"--off", "someday"},
		{"--race", "2026-13-01"},
		{"--race", "2026-11-15", "--goal-time", "soon"},
		{"--days", "0"},
		{"--days", "9"},
		{"--hours", "-1"},
		{"--sport", "chess"},
		{"--race", "2026-01-01"},
		{"--start", "tomorrow-ish"},
		{"--weeks", "0"},
		{"--id", "../x"},
		{"surplus"},
		{"--ramp", "-3"},
	} {
		code, out, errs := p.run(t.Context(), append([]string{"plan", "new"}, args...)...)
		if code == 0 || strings.TrimSpace(errs) == "" || strings.Contains(errs, "panic") {
			t.Errorf("%q: %d %s%s", args, code, out, errs)
		}
	}
	if code, _, errs := p.run(t.Context(), "plan", "edit", "none"); code == 0 || !strings.Contains(errs, "none") {
		t.Error(errs)
	}
	if out := p.must(t, "plan", "list"); !strings.Contains(out, "There is no training plan.") {
		t.Error(out)
	}
	p.must(t, "plan", "new", "--id", "base", "--weeks", "8")
	if code, _, errs := p.run(t.Context(), "plan", "new", "--id", "base"); code == 0 || !strings.Contains(errs, "There is a training plan") {
		t.Error(errs)
	}
}
