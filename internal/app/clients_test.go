package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/skills"
)

// TestSkills: the workflows name only what exists, are written where clients
// read them, and leave what a user edited alone.
func TestSkills(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.must(t, "skill", "install", "claude-code")
	mine := filepath.Join(p.user, ".claude", "skills", "lapkeep-weekly-review", "SKILL.md")
	if !strings.HasPrefix(readText(t, mine), "---\nname: lapkeep-weekly-review\n") {
		t.Errorf("%s", readText(t, mine))
	}
	writeText(t, mine, "my own words")
	code, out, errs := p.run(t.Context(), "skill", "install", "claude-code")
	if code != 1 || !strings.Contains(errs, "another version: 1 workflow.") || readText(t, mine) != "my own words" {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	p.must(t, "skill", "install", "claude-code", "--force")
	if readText(t, mine+clients.BackupSuffix) != "my own words" {
		t.Error("the edited workflow is not kept")
	}
	writeText(t, mine, "my own words")
	p.must(t, "skill", "remove", "claude-code")
	left, err := os.ReadDir(filepath.Dir(filepath.Dir(mine)))
	if err != nil || len(left) != 1 || readText(t, mine) != "my own words" {
		t.Errorf("left are %v, %v", left, err)
	}
	if list := p.must(t, "skill", "list"); strings.Count(list, "\n") != len(skills.All()) {
		t.Errorf("%s", list)
	}
}

var exampleRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| ((?:`[a-z_]+`(?:, )?)+) \\|")

// TestExamplesReachTools: each prompt of docs/examples.md names tools that
// exist, and each tool of the default set is reached by one.
func TestExamplesReachTools(t *testing.T) {
	t.Parallel()
	page := readText(t, filepath.Join(repository, "docs", "examples.md"))
	table := wholeTable(t)
	rows := exampleRow.FindAllStringSubmatch(page, -1)
	if len(rows) < 40 {
		t.Errorf("only %d prompts", len(rows))
	}
	reached := map[string]bool{}
	for _, row := range rows {
		for _, name := range strings.Split(strings.ReplaceAll(row[2], "`", ""), ", ") {
			reached[name] = true
			if _, ok := table.Lookup(name); !ok {
				t.Errorf("%q should reach %s, which is not there", row[1], name)
			}
		}
	}
	for _, r := range table.Rows() {
		if r.Default && !reached[r.Name] {
			t.Errorf("no prompt reaches %s", r.Name)
		}
	}
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var commandLine = regexp.MustCompile("(?m)(?:`|^|  )lapkeep ((?:[a-z]+ ?)+(?: ?[^`\n]*)?)")

// TestClientPagesNameWhatExists: every command line of these pages is one of
// the program's, with its flags.
func TestClientPagesNameWhatExists(t *testing.T) {
	t.Parallel()
	root := newPerson(t).root()
	for _, page := range []string{"clients.md", "remote.md", "examples.md", "faq.md", "troubleshooting.md", "coming-from.md"} {
		found := commandLine.FindAllStringSubmatch(readText(t, filepath.Join(repository, "docs", page)), -1)
		if len(found) < 2 {
			t.Errorf("%s: only %d command lines", page, len(found))
		}
		for _, m := range found {
			line, _, _ := strings.Cut(m[1], "   ")
			c, rest, err := root.Find(words(line))
			if err != nil || c == root {
				t.Errorf("%s: there is no command for %q", page, m[0])
				continue
			}
			c.InheritedFlags() // makes cobra merge those of the commands above
			for _, w := range rest {
				name, _, _ := strings.Cut(strings.TrimPrefix(w, "--"), "=")
				if strings.HasPrefix(w, "--") && c.Flag(name) == nil {
					t.Errorf("%s: %s has no flag %s", page, c.CommandPath(), w)
				}
			}
			if c.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				t.Errorf("%s: %s has no command %s", page, c.CommandPath(), rest[0])
			}
		}
	}
}

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
	if out := p.must(t, "memory", "restore", "2"); !strings.Contains(out, "Version 2 is current again") {
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
