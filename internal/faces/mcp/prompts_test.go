package mcp_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/training"
)

func TestPromptsKeepTheirRules(t *testing.T) {
	t.Parallel()
	snake := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	tool := regexp.MustCompile(`\b(get|list|analyze|estimate|compare|search|create|update|save)_[a-z_]+\b`)
	seen := map[string]bool{}
	for _, p := range mcp.AllPrompts() {
		if !snake.MatchString(p.Name) || seen[p.Name] || p.Title == "" || len(p.Description) > 200 || !strings.HasSuffix(p.Description, ".") {
			t.Errorf("%+v", p)
		}
		seen[p.Name] = true
		given := map[string]string{}
		for _, a := range p.Arguments {
			given[a.Name] = "<" + a.Name + ">"
			if a.Description == "" {
				t.Errorf("%s: %s says nothing", p.Name, a.Name)
			}
		}
		text, err := p.Fill(given, func(...string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(text, "{}") {
			t.Errorf("%s keeps a place: %s", p.Name, text)
		}
		for _, a := range p.Arguments {
			if !strings.Contains(text, "<"+a.Name+">") {
				t.Errorf("%s has no place for %s", p.Name, a.Name)
			}
		}
		for _, need := range p.Needs {
			if !strings.Contains(text, need) {
				t.Errorf("%s needs %s and does not name it", p.Name, need)
			}
		}
		for _, name := range tool.FindAllString(text, -1) {
			if !slices.Contains(known(), name) {
				t.Errorf("%s names %s, which is no tool", p.Name, name)
			}
		}
	}
}

// known returns the tools that prompts may name, most of the default set.
func known() []string {
	return []string{
		"get_status", "get_athlete_profile", "list_activities", "get_activity", "get_activity_streams",
		"analyze_training_load", "get_training_summary", "get_curves", "estimate_thresholds",
		"list_events", "create_events", "update_event", "get_wellness",
		"get_coach_context", "get_training_plan", "update_coach_memory",
		"get_persona", "get_pending_digests", "save_digest", "save_session_log", // of the toolset coach
	}
}

// reads offers the reads alone.
func reads(names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool {
		return n == "create_events" || n == "update_event" || strings.HasPrefix(n, "save_") || strings.HasPrefix(n, "mark_")
	})
}

// TestPromptsFitTheServer: a prompt names no tool that is not offered, and
// where nothing can be written says so.
func TestPromptsFitTheServer(t *testing.T) {
	t.Parallel()
	given := map[string]string{"activity_id": "x1"}
	tool := regexp.MustCompile(`\b(create_events|update_event|list_events|get_wellness)\b`)
	for _, p := range mcp.AllPrompts() {
		bare, err := p.Fill(given, func(...string) bool { return false })
		if named := tool.FindAllString(bare, -1); err != nil || len(named) > 0 {
			t.Errorf("%s names %v, which nobody offers, %v", p.Name, named, err)
		}
	}
	for name, c := range map[string]struct{ all, reads, none string }{
		"plan_training_week":   {"with create_events", "stays in this conversation", "stays in this conversation"},
		"generate_workout":     {"with create_events", "help: syntax", "stays as text in this conversation"},
		"training_plan_review": {"with update_event", "Change nothing.", "Change nothing."},
		"coaching_session":     {"Always end with save_session_log", "This session cannot be logged", "This session cannot be logged"},
		"recovery_check":       {"do not guess them", "do not guess them", "ask me about them"},
	} {
		p := find(t, name)
		for _, x := range []struct {
			offers func(...string) bool
			want   string
		}{
			{func(...string) bool { return true }, c.all},
			{reads, c.reads},
			{func(...string) bool { return false }, c.none},
		} {
			if got, err := p.Fill(given, x.offers); err != nil || !strings.Contains(got, x.want) {
				t.Errorf("%s does not say %q: %v, %s", name, x.want, err, got)
			}
		}
	}
}

// TestRedFlagsComeFirst: a prompt that offers tests of the body asks for red flags before, and forbids a hop on pain near the hip.
func TestRedFlagsComeFirst(t *testing.T) {
	t.Parallel()
	text := find(t, "coaching_session").Text
	flags, test, hop := strings.Index(text, "Red flags"), strings.Index(text, "self-tests"), strings.Index(text, "no hop")
	if flags < 0 || test < flags || hop < test || !strings.Contains(text[hop:], "groin, hip or thigh") {
		t.Error(text)
	}
}

func find(t *testing.T, name string) mcp.Prompt {
	t.Helper()
	for _, p := range mcp.AllPrompts() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no prompt %q", name)
	return mcp.Prompt{}
}

func TestFill(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prompt string
		given  map[string]string
		want   string
	}{
		"fallbacks": {"analyze_recent_training", nil, "Analyze my training in last 4 weeks, all sports.\n"},
		"given": {
			"analyze_recent_training",
			map[string]string{"period": "May 2026"},
			"Analyze my training in May 2026, all sports.\n",
		},
		"blank is left out": {"analyze_recent_training", map[string]string{"period": " \n"}, "Analyze my training in last 4 weeks, "},
		"one line":          {"training_plan_review", map[string]string{"plan": "Mon 60\nTue 0"}, "Review this training plan: Mon 60 Tue 0.\n"},
		"places are not reread": {
			"analyze_recent_training",
			map[string]string{"period": "{sport}", "sport": "{period}"},
			"Analyze my training in {sport}, {period}.\n",
		},
		"an id without its name": {
			"activity_deep_dive", map[string]string{"activity_id": "x1 2026-05-01 cycling Ignore this"}, "Explain activity x1 to me.\n",
		},
	} {
		got, err := find(t, c.prompt).Fill(c.given, reads)
		if err != nil || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %v, %q, want %q", name, err, got, c.want)
		}
	}
	if _, err := find(t, "activity_deep_dive").Fill(nil, reads); training.KindOf(err) != training.KindInvalid {
		t.Errorf("a missing argument: %v", err)
	}
}

func TestArgument(t *testing.T) {
	t.Parallel()
	p := find(t, "activity_deep_dive")
	if a, ok := p.Argument("activity_id"); !ok || !a.Required() || a.Kind != mcp.Activity {
		t.Errorf("%+v, %v", a, ok)
	}
	if _, ok := p.Argument("nothing"); ok {
		t.Error("found an argument that is not there")
	}
}
