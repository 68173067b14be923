package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// known are the mutants that change nothing anybody could see, each with why.
// An entry is four lines: the file, the line as it stands there, what is
// changed, and why; an empty line ends it. " #2" after the change is the second
// place in the file where such a line can be changed so.
//
//go:embed equivalent.txt
var known string

// reasons reads such a list, by file, line and change.
func reasons(list string) (map[string]string, error) {
	out := map[string]string{}
	for entry := range strings.SplitSeq(strings.TrimSpace(list), "\n\n") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		lines := strings.Split(strings.TrimSpace(entry), "\n")
		if len(lines) != 4 {
			return nil, fmt.Errorf("an entry has %d lines, not four: %q", len(lines), entry)
		}
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		out[strings.Join(lines[:3], "\n")] = lines[3]
	}
	return out, nil
}

// entry is a site as the list names it.
func (s site) entry() string {
	out := s.file + "\n" + s.text + "\n" + s.what
	if s.nth > 0 {
		out += fmt.Sprintf(" #%d", s.nth+1)
	}
	return out
}
