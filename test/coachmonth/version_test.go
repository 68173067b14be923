package coachmonth

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"

	"lapkeep/test/coachtruth"
)

// version is one of a text, as an export has it.
type version struct {
	of     string // "coach_memory/memory/000003"
	Body   string `json:"body"`
	Author string `json:"author"`
}

func (p *player) versions(file string) (out []version) {
	p.Helper()
	f, err := os.Open(file) //nolint:gosec // the test's own folder
	if err != nil {
		p.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var d struct {
			ID  string `json:"id"`
			Own struct {
				Fields version `json:"fields"`
			} `json:"own"`
		}
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			p.Fatal(err)
		}
		if d.ID != "" {
			d.Own.Fields.of = d.ID
			out = append(out, d.Own.Fields)
		}
	}
	if err := lines.Err(); err != nil {
		p.Fatal(err)
	}
	return out
}

// has reports whether a version holds what is to be kept.
func (v version) has(k coachtruth.Kept) bool {
	switch k.What {
	case "section":
		return strings.HasPrefix(v.of, "coach_memory/") && sections(v.Body)[k.Name] == k.Text
	case "fact":
		return strings.HasPrefix(v.of, "coach_memory/") && strings.Contains(v.Body, "] "+k.Text+" (")
	case "log":
		return strings.HasPrefix(v.of, "session_log/"+k.Name+"/") && strings.Contains(v.Body, lowered(k.Text))
	}
	return strings.HasPrefix(v.of, "training_plan/") && strings.Contains(v.Body, k.Text)
}
