package skills_test

import (
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/skills"
)

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
		if !strings.HasPrefix(s.Body(), "# ") || len(s.Identifiers()) < 3 {
			t.Errorf("%s: the text begins with %.20q and names %v", s.Name, s.Body(), s.Identifiers())
		}
	}
}
