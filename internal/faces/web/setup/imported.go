package setup

import (
	"encoding/json"
	"path"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// toldFiles is how many files of an import are named one by one.
const toldFiles = 5

// Imported adds to the answer of an import what it says in words, whether a file
// in it failed, and whether none was read.
func Imported(p *page.Page, out json.RawMessage) []byte {
	var a struct {
		Files []struct {
			Path   string `json:"path"`
			Status string `json:"status"`
			Reason string `json:"reason"`
		} `json:"files"`
		Counts map[string]int `json:"counts"`
	}
	all := map[string]any{}
	if json.Unmarshal(out, &a) != nil || json.Unmarshal(out, &all) != nil {
		return out
	}
	var said []string
	for _, s := range importStates(p) {
		if n := a.Counts[s[0]]; n > 0 && len(a.Files) > 1 {
			said = append(said, p.Say("%s: %s", s[1], p.Number("files", page.Count(n)).Text))
		}
	}
	named := 0
	for _, f := range a.Files {
		switch reason := page.Clean(f.Reason); {
		case len(a.Files) == 1 && reason != "":
			said = append(said, reason)
		case len(a.Files) == 1:
			said = append(said, page.Called(importStates(p), f.Status))
		case f.Status == "failed" && named < toldFiles:
			named++
			if name := page.Clean(path.Base(f.Path)); !strings.Contains(reason, name) {
				reason = p.Say("%s: %s", name, reason)
			}
			said = append(said, reason)
		}
	}
	failed := a.Counts["failed"]
	all["said"], all["failed"], all["none"] = strings.Join(said, " · "), failed > 0, failed > 0 && failed == len(a.Files)
	b, err := json.Marshal(all)
	if err != nil {
		return out
	}
	return b
}

// importStates are what became of files, in the order of the table of imports.
func importStates(p *page.Page) [][2]string {
	return [][2]string{
		{"imported", p.Say("Imported")},
		{"updated", p.Say("Updated")},
		{"duplicate", p.Say("Known already")},
		{"ignored", p.Say("Left out")},
		{"failed", p.Say("Failed")},
	}
}
