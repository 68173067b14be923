package coachtruth

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"
)

func originalText(t *testing.T, path string) string {
	t.Helper()
	tree, err := Original()
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(tree, path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOriginalPlansAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	for _, p := range OriginalTruth().Plans {
		text := originalText(t, "training_plans/plan_"+p.ID+".yaml")
		// A key stands at a line's start, after a dash, or in braces.
		weeks := strings.Count(text, "week_number:")
		sessions := strings.Count(text, "day_of_week:")
		if weeks != p.Weeks || sessions != p.Sessions {
			t.Errorf("%s: %d weeks, %d sessions; want %d, %d", p.ID, weeks, sessions, p.Weeks, p.Sessions)
		}
		if sum := distances(t, text); fmt.Sprintf("%.4f", sum) != fmt.Sprintf("%.4f", p.DistanceKM) {
			t.Errorf("%s: %.4f km, want %.4f", p.ID, sum, p.DistanceKM)
		}
		if !strings.Contains(text, p.RaceDay) || !strings.Contains(text, p.FirstMonday) || !strings.Contains(text, p.GoalTime) {
			t.Errorf("%s: a date or the goal is not in the file", p.ID)
		}
		for week, comments := range p.Comments {
			for _, c := range comments {
				if !strings.Contains(text, "# "+c+"\n") && !strings.Contains(text, "# "+c+" ") {
					t.Errorf("%s, week %d: no comment %q", p.ID, week, c)
				}
			}
		}
	}
}

// distances sums the distances of the runs: all but that of the race itself.
func distances(t *testing.T, text string) float64 {
	t.Helper()
	_, weeks, ok := strings.Cut(text, "\nweeks:")
	if !ok {
		t.Fatal("no weeks")
	}
	sum := 0.0
	for _, after := range strings.Split(weeks, " distance_km: ")[1:] {
		var km float64
		if _, err := fmt.Sscanf(after, "%g", &km); err != nil {
			t.Errorf("%.20q: %v", after, err)
		}
		sum += km
	}
	return sum
}

func TestOriginalMemoryAndLogsAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	truth := OriginalTruth()
	memory := originalText(t, "coaching_data/COACH_MEMORY.md")
	sections := strings.Split(memory, "\n## ")[1:]
	if len(sections) != len(truth.Sections) {
		t.Fatalf("%d sections", len(sections))
	}
	for i, s := range truth.Sections {
		if !strings.HasPrefix(sections[i], s.Heading+"\n") || !strings.Contains(sections[i], "\n"+s.Line+"\n") {
			t.Errorf("section %d is not %q with %q", i, s.Heading, s.Line)
		}
	}
	entries := 0
	for _, l := range truth.Logs {
		folder := "coaching_data/memory/"
		if l.Archived {
			folder += "archive/"
		}
		want := "## Session " + l.Day + " — " + l.Coach + "\n" + l.FirstLine + "\n"
		if !strings.Contains(originalText(t, folder+l.Day+".md"), want) {
			t.Errorf("%s: no entry %q", l.Day, want)
		}
		entries++
	}
	if got := strings.Count(allText(t, "coaching_data/memory/"), "## Session "); got != entries {
		t.Errorf("%d entries of logs, %d said", got, entries)
	}
}

func allText(t *testing.T, prefix string) string {
	t.Helper()
	tree, err := Original()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(path, prefix) {
			all.WriteString(originalText(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestOriginalRunsAreWhatIsSaid(t *testing.T) {
	t.Parallel()
	type lap struct {
		Local time.Time `json:"start_date_local"`
	}
	for _, r := range OriginalTruth().Runs {
		var run struct {
			ID          int64     `json:"id"`
			Sport       string    `json:"sport_type"`
			Start       time.Time `json:"start_date"`
			Description string    `json:"description"`
			Laps        []lap     `json:"laps"`
			Digest      string    `json:"run_digest"`
			Notes       []string  `json:"coach_notes"`
		}
		if err := json.Unmarshal([]byte(originalText(t, fmt.Sprintf("run_data/run_%d.json", r.ID))), &run); err != nil {
			t.Errorf("%d: %v", r.ID, err)
		}
		words, posts := strings.TrimSpace(strings.Split(run.Description, "-------")[0]), strings.Count(run.Description, "-------\n(")
		if run.ID != r.ID || run.Sport != r.Sport || run.Digest != r.Digest || !slices.Equal(run.Notes, r.Notes) ||
			words != r.Words || posts != r.Posts {
			t.Errorf("%d: %+v, its words %q", r.ID, run, words)
		}
		if len(run.Laps) > 0 && run.Laps[0].Local.Format("2006-01-02T15:04") != r.StartLocal {
			t.Errorf("%d: starts at %s, want %s", r.ID, run.Laps[0].Local, r.StartLocal)
		}
	}
}

func TestSecretsAreWhereTheyWerePlanted(t *testing.T) {
	t.Parallel()
	env := originalText(t, ".env")
	for _, s := range OriginalTruth().Secrets {
		if !strings.Contains(env, s) || strings.Count(allText(t, ""), s) != 1 {
			t.Errorf("%s is not in .env alone", s)
		}
	}
	for _, path := range OriginalTruth().Noise {
		if originalText(t, path) == "" {
			t.Errorf("%s is empty", path)
		}
	}
	for _, name := range OriginalTruth().Personas {
		if !strings.HasPrefix(originalText(t, "coaching_data/personas/"+name+".md"), "# ") {
			t.Errorf("%s has no heading", name)
		}
	}
}
