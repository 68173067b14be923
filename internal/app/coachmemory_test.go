package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheMemoryIsAFileAndAHistory: what a person saves in the file is taken in
// by the next command, and each version can be the current one again.
func TestTheMemoryIsAFileAndAHistory(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	if out := p.must(t, "memory"); !strings.Contains(out, "remembers nothing yet") {
		t.Error(out)
	}
	file := strings.TrimSpace(p.must(t, "memory", "file"))
	if filepath.Base(file) != "COACH_MEMORY.md" || !strings.Contains(readText(t, file), "## Athlete\n") {
		t.Errorf("%s: %s", file, readText(t, file))
	}
	writeText(t, file, "## Athlete\n\nMine.\n")
	if out := p.must(t, "memory"); out != "## Athlete\n\nMine.\n" {
		t.Error(out)
	}
	p.must(t, "call", "update_coach_memory", `{"section":"goals","content":"A half."}`)
	if got := readText(t, file); got != "## Athlete\n\nMine.\n\n## Goals\n\nA half.\n" {
		t.Error(got)
	}
	lines := strings.Split(strings.TrimSpace(p.must(t, "memory", "history")), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "athlete") || !strings.Contains(lines[1], "file") {
		t.Error(lines)
	}
	if out := p.must(t, "memory", "restore", "2"); !strings.Contains(out, "Version 2 is the current one again") {
		t.Error(out)
	}
	if got := readText(t, file); got != "## Athlete\n\nMine.\n" {
		t.Error(got)
	}
	p.must(t, "undo")
	if got := readText(t, file); !strings.Contains(got, "A half.") { // an undo writes the file too
		t.Error(got)
	}
	for _, args := range [][]string{{"memory", "restore", "9"}, {"memory", "restore", "x"}, {"memory", "restore", "3"}} {
		if code, out, errs := p.run(t.Context(), args...); code == 0 {
			t.Errorf("%v: %s%s", args, out, errs)
		}
	}
}

// TestTextsComeBackFromABackup: their files too, which are in none.
func TestTextsComeBackFromABackup(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.must(t, "call", "save_session_log", `{"summary":"Agreed on rest."}`)
	file := strings.TrimSpace(p.must(t, "memory", "file"))
	before := readText(t, file)
	saved := filepath.Join(t.TempDir(), "all.tar")
	p.must(t, "backup", saved)
	other := newPerson(t)
	other.must(t, "restore", saved)
	other.must(t, "call", "get_session_logs")
	if got := readText(t, strings.TrimSpace(other.must(t, "memory", "file"))); got != before || !strings.Contains(got, "Agreed on rest.") {
		t.Error(got)
	}
	logs, err := os.ReadDir(filepath.Join(filepath.Dir(strings.TrimSpace(other.must(t, "memory", "file"))), "logs"))
	if err != nil || len(logs) != 1 {
		t.Error(logs, err)
	}
}
