package skills_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/skills"
)

// code is a tool or a field that a skill names.
var code = regexp.MustCompile("`([a-z]+(?:_[a-z]+)+)`")

// TestSkills: what readers of skills ask of them.
func TestSkills(t *testing.T) {
	t.Parallel()
	all := skills.All()
	if len(all) != 6 {
		t.Errorf("%d skills", len(all))
	}
	name := regexp.MustCompile(`^lapkeep-[a-z]+(-[a-z]+)*$`)
	for _, s := range all {
		if !name.MatchString(s.Name) || len(s.Name) > 64 {
			t.Errorf("the name %q", s.Name)
		}
		if n := len(s.Description); n < 60 || n > 1024 || !strings.Contains(s.Description, "Use ") {
			t.Errorf("%s: a description of %d bytes that says when to use it: %q", s.Name, n, s.Description)
		}
		if lines := strings.Count(s.Text, "\n"); lines > 100 {
			t.Errorf("%s: %d lines are more than a model should read at once", s.Name, lines)
		}
		if !strings.HasPrefix(s.Text, "---\nname: "+s.Name+"\n") || strings.Contains(s.Text, "\r") {
			t.Errorf("%s: front matter", s.Name)
		}
		_, body, _ := strings.Cut(strings.TrimPrefix(s.Text, "---\n"), "---\n\n")
		named := code.FindAllString(body, -1)
		slices.Sort(named)
		if named = slices.Compact(named); !strings.HasPrefix(body, "# ") || len(named) < 3 {
			t.Errorf("%s: the text begins with %.20q and names %v", s.Name, body, named)
		}
	}
}

// TestTextsUseTheTools: a text that speaks of something that a tool has, names the tool, and red flags come before tests.
func TestTextsUseTheTools(t *testing.T) {
	t.Parallel()
	for _, s := range skills.All() {
		for words, tool := range map[string]string{
			"HRV": "get_wellness", "resting heart rate": "get_wellness", "readiness": "get_wellness", "memory": "update_coach_memory",
			"CTL": "analyze_training_load", "body check-in": "mark_body_regions", "planned": "list_events", "sick": "list_events",
			"zones": "get_a",
		} {
			_, body, _ := strings.Cut(s.Text, "\n# ")
			other := s.Name == "lapkeep-coaching-session" && tool == "list_events" || strings.HasSuffix(s.Name, "race-week") && words == "planned"
			if strings.Contains(body, words) && !strings.Contains(body, "`"+tool) && !other {
				t.Errorf("%s speaks of %s without %s", s.Name, words, tool)
			}
		}
		flags, test := strings.Index(s.Text, "Red flags"), strings.Index(s.Text, "self-test")
		if test >= 0 && (flags < 0 || test < flags) {
			t.Errorf("%s: self-tests before red flags", s.Name)
		}
		if strings.Contains(s.Text, "hop ") && !strings.Contains(s.Text, "never with pain in the groin, hip or thigh") {
			t.Errorf("%s: a hop test without its limits", s.Name)
		}
	}
}

const text = "---\nname: ride-review\ndescription: Reviews a ride.\nmetadata:\n  version: \"2\"\n---\n\n# Ride review\n"

func TestEntries(t *testing.T) {
	t.Parallel()
	s, err := skills.NewSet([]skills.Skill{{Name: "ride-review", Description: "Reviews a ride.", Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	const uri = "skill://ride-review/SKILL.md"
	want := []skills.Entry{{
		URI: uri,
		Frontmatter: map[string]any{
			"name": "ride-review", "description": "Reviews a ride.", "metadata": map[string]any{"version": "2"},
		},
		Resources: []skills.File{{URI: uri, Size: len(text)}},
	}}
	got := s.Entries()
	if digest := got[0].Resources[0].Digest; len(digest) != len("sha256:")+64 || digest != strings.ToLower(digest) {
		t.Errorf("digest %q", digest)
	}
	want[0].Resources[0].Digest = got[0].Resources[0].Digest
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if e, ok := s.Find(uri); !ok || e.URI != uri {
		t.Errorf("%+v, %v", e, ok)
	}
	if got, ok := s.Text(uri); !ok || got != text {
		t.Errorf("%q, %v", got, ok)
	}
	for _, other := range []string{"skill://ride-review", "skill://other/SKILL.md", ""} {
		_, found := s.Find(other)
		if _, read := s.Text(other); found || read {
			t.Errorf("%q is there", other)
		}
	}
}

func TestDigestFollowsTheText(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, body := range []string{text, text + " "} {
		s, err := skills.NewSet([]skills.Skill{{Name: "ride-review", Text: body}})
		if err != nil {
			t.Fatal(err)
		}
		seen[s.Entries()[0].Resources[0].Digest] = true
	}
	if len(seen) != 2 {
		t.Error("two texts have one digest")
	}
}

func TestTextsWithoutFrontMatterAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# Title\n", "---\nname: x\n", "---\nname: [\n---\n"} {
		if _, err := skills.NewSet([]skills.Skill{{Name: "x", Text: text}}); err == nil {
			t.Errorf("%q passed", text)
		}
	}
}

// TestOurSkills: the name in the address is the name in the text, as readers
// check.
func TestOurSkills(t *testing.T) {
	t.Parallel()
	s, err := skills.NewSet(skills.All())
	if err != nil {
		t.Fatal(err)
	}
	for i, skill := range skills.All() {
		e := s.Entries()[i]
		if e.Frontmatter["name"] != skill.Name || e.Frontmatter["description"] != skill.Description || len(e.Resources) != 1 {
			t.Errorf("%+v", e)
		}
	}
}
