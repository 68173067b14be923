package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/skills"
	"lapkeep/test/builttest"
)

// withProgram is a person on whose machine the program is installed.
func withProgram(t *testing.T) *person {
	t.Helper()
	p := newPerson(t)
	p.installed = builttest.Program(t)
	p.environ = append(p.environ, "HOME="+p.user)
	return p
}

// TestInstallHandshakeRemove: for each client that has a file on this system,
// the written configuration starts a server that lists its tools, and removal
// brings the file back to the byte.
func TestInstallHandshakeRemove(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	place := clients.Place{OS: runtime.GOOS, Home: p.user}
	for _, c := range clients.Table() {
		path, err := c.File(place)
		if err != nil {
			continue
		}
		before := map[clients.ConfigFormat]string{clients.TOML: "a = 1 # mine\n", clients.YAML: "a: 1 # mine\n"}[c.Format]
		if before == "" {
			before = "{\n\t\"mine\": [1,  2]\n}"
		}
		writeText(t, path, before)
		if said := p.must(t, "mcp", "install", c.ID, "--toolsets", "account", "--dry-run"); !strings.Contains(said, "+ ") {
			t.Errorf("%s: %s", c.ID, said)
		}
		if got := readText(t, path); got != before {
			t.Fatalf("%s: a dry run wrote %q", c.ID, got)
		}
		said := p.must(t, "mcp", "install", c.ID, "--toolsets", "account")
		if !strings.Contains(said, "\nlapkeep: OK, 7 tools\n") {
			t.Errorf("%s: %s", c.ID, said)
		}
		if !strings.Contains(readText(t, path), filepath.Base(p.installed)) {
			t.Errorf("%s: %s", c.ID, readText(t, path))
		}
		if again := p.must(t, "mcp", "install", c.ID, "--toolsets", "account"); !strings.Contains(again, "already says so") {
			t.Errorf("%s: %s", c.ID, again)
		}
		p.must(t, "mcp", "remove", c.ID)
		if got := readText(t, path); got != before {
			t.Errorf("%s: %q became %q", c.ID, before, got)
		}
		if said := p.must(t, "mcp", "remove", c.ID); !strings.Contains(said, "nothing to remove") {
			t.Errorf("%s: %s", c.ID, said)
		}
	}
}

// TestInstallCarriesSettings: what the server would not find when a client
// starts it is written into the entry, and nothing else.
func TestInstallCarriesSettings(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	writeText(t, filepath.Join(p.user, ".lapkeep", "config.yaml"), "log_level: debug\n")
	p.environ = append(p.environ, "LAPKEEP_ATHLETE=anna", "LAPKEEP_API_KEY=canary")
	said := p.must(t, "mcp", "config", "--writes", "none")
	var block struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(said), &block); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	got := block.Servers["lapkeep"]
	if want := "serve --transport stdio --athlete anna --writes none"; strings.Join(got.Args, " ") != want || got.Command != p.installed {
		t.Errorf("%+v, want %s", got, want)
	}
	p.environ = nil
	other := filepath.Join(p.user, "other")
	if said := p.must(t, "mcp", "config", "codex", "--home", other); !strings.Contains(said,
		`["serve", "--transport", "stdio", "--home", `+strconv.Quote(other)+`]`) {
		t.Errorf("%s", said)
	}
}

// TestConfigPrints: the block, the client's own command and link, and for
// services in a cloud the steps.
func TestConfigPrints(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	for _, c := range []struct {
		args  []string
		wants []string
	}{
		{[]string{"claude-code"}, []string{
			".claude.json", `"type": "stdio"`, "claude mcp add --scope user lapkeep -- ",
			"claude mcp list", "lapkeep mcp install claude-code",
		}},
		{[]string{"cursor"}, []string{"cursor://anysphere.cursor-deeplink/mcp/install?name=lapkeep&config="}},
		{
			[]string{"vscode", "--http", "127.0.0.1:8642"},
			[]string{`"url": "http://127.0.0.1:8642/mcp"`, `"inputs": [`, "asks for it: lapkeep key show"},
		},
		{
			[]string{"codex", "--http", "https://me.example/mcp"},
			[]string{`bearer_token_env_var = "LAPKEEP_API_KEY"`, "--bearer-token-env-var LAPKEEP_API_KEY"},
		},
		{[]string{"zed", "--http", "http://192.168.1.2:8642/mcp"}, []string{"Bearer KEY", "chmod 600", "Use https."}},
		{[]string{"chatgpt"}, []string{"1. ", "HTTPS", "docs/remote.md", "leaves your machine"}},
		{[]string{"claude.ai"}, []string{"Add custom connector", "leaves your machine"}},
	} {
		said := p.must(t, append([]string{"mcp", "config"}, c.args...)...)
		for _, want := range c.wants {
			if !strings.Contains(said, want) {
				t.Errorf("%v does not say %q:\n%s", c.args, want, said)
			}
		}
	}
}

// TestClientCommandsRefuse: each refusal says what and what next.
func TestClientCommandsRefuse(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	bad := filepath.Join(p.user, ".cursor", "mcp.json")
	writeText(t, bad, "{\n  oops\n}")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"mcp", "install", "emacs"}, `There is no client "emacs". Known: claude-desktop`},
		{[]string{"mcp", "install", "cursor"}, "Line 2 is not valid JSON with comments"},
		{[]string{"mcp", "remove", "cursor"}, "Line 2 is not valid"},
		{[]string{"mcp", "install", "chatgpt"}, "has no configuration file. Do what lapkeep mcp config chatgpt says."},
		{[]string{"mcp", "install", "claude-desktop", "--http", "http://127.0.0.1:1/mcp"}, "cannot be told that in a file"},
		{[]string{"mcp", "install", "vscode", "--http", "http://127.0.0.1:1/mcp"}, "lapkeep mcp config vscode --http"},
		{[]string{"mcp", "install", "zed", "--http", "http://127.0.0.1:1/mcp"}, "only in its file, in clear"},
		{
			[]string{"mcp", "install", "zed", "--http", "http://127.0.0.1:1/mcp", "--key-in-file"},
			"The entry is written, but the server does not answer",
		},
		{[]string{"mcp", "config", "--http", "ftp://x"}, "is not the URL of a server"},
		{[]string{"mcp", "config", "--name", "a b"}, "cannot be a server's name"},
		{[]string{"mcp", "install"}, "accepts 1 arg"},
		{[]string{"skill", "install"}, "name a client or a folder"},
		{[]string{"skill", "install", "zed"}, "reads no skills from a folder"},
	} {
		code, out, errs := p.run(t.Context(), c.args...)
		if code == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%v: exit %d, %s%s", c.args, code, out, errs)
		}
	}
	if got := readText(t, bad); got != "{\n  oops\n}" {
		t.Errorf("the damaged file became %q", got)
	}
	states := p.must(t, "mcp", "list")
	for _, want := range []string{"cursor          unreadable", "claude-code     not found", "chatgpt         by hand"} {
		if !strings.Contains(states, want) {
			t.Errorf("mcp list lacks %q:\n%s", want, states)
		}
	}
}

// TestInstallThatFails: a server that does not answer is reported, with its own
// output and the way back.
func TestInstallThatFails(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	writeText(t, filepath.Join(p.user, ".lapkeep", "config.yaml"), "wrong: 1\n")
	file := filepath.Join(p.user, "mcp.json")
	// The home named here is in order; the one that the client will see is not.
	code, _, errs := p.run(t.Context(), "mcp", "install", "gemini", "--file", file, "--home", p.work)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	p.installed = filepath.Join(p.user, "gone")
	code, _, errs = p.run(t.Context(), "mcp", "install", "gemini", "--file", file, "--home", p.work)
	if code != 1 || !strings.Contains(errs, "The entry is written, but the server does not answer") ||
		!strings.Contains(errs, "mcp remove gemini") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

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
	if code != 1 || !strings.Contains(errs, "1 workflows were edited") || readText(t, mine) != "my own words" {
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
