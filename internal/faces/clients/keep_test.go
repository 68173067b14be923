package clients_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
)

// TestInstallKeepsWhatStands: an entry that is there changes in what it starts
// alone; what the user or the client wrote into it stays, in its place.
func TestInstallKeepsWhatStands(t *testing.T) {
	t.Parallel()
	kept := clients.Object{
		{Key: "disabled", Value: true},
		{Key: "timeout", Value: 61},
		{Key: "enabled", Value: false},
		{Key: "alwaysAllow", Value: []string{"get_status"}},
		{Key: "tools", Value: []string{"get_status"}},
		{Key: "env", Value: clients.Object{{Key: "LAPKEEP_HOME", Value: "/y"}}},
	}
	for _, c := range clients.Table() {
		if c.Manual() {
			continue
		}
		path := filepath.Join(t.TempDir(), "config")
		entry, err := c.Entry(clients.Server{Name: "lapkeep", Command: "/old/lapkeep", Args: []string{"serve", "--home", "/x"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range kept {
			entry = entry.With(m.Key, m.Value)
		}
		put(t, path, clients.Render(c.Format, entry, c.Path("lapkeep")...))
		install(t, c, path, clients.Server{Name: "lapkeep", Command: "/new/lapkeep", Args: []string{"serve", "--home", "/z"}})
		st, found, err := c.Standing(path, "lapkeep")
		if err != nil || !found || st.Command != "/new/lapkeep" || !slices.Equal(st.Args, []string{"serve", "--home", "/z"}) {
			t.Errorf("%s: found %v, %v, %+v", c.ID, found, err, st)
		}
		after, _, err := clients.ReadConfig(c.Format, []byte(read(t, path)), c.Path("lapkeep")...)
		if err != nil || len(after) != len(entry) {
			t.Errorf("%s: %v, %v, had %v", c.ID, err, after, entry)
		}
		for i, m := range after {
			if was := entry[i]; m.Key != was.Key || clients.Line(clients.Object{m}) != clients.Line(clients.Object{was}) && !holdsProgram(m) {
				t.Errorf("%s: %v became %v", c.ID, was, m)
			}
		}
	}
}

func holdsProgram(m clients.Member) bool {
	text := clients.Line(clients.Object{m})
	return strings.Contains(text, "/new/lapkeep") || strings.Contains(text, "/z")
}

// TestInstallChangesTheWay: from a started server to one at an address, and
// back: what belongs to the other way goes, what belongs to neither stays.
func TestInstallChangesTheWay(t *testing.T) {
	t.Parallel()
	c := find(t, "cline")
	path := filepath.Join(t.TempDir(), "mcp.json")
	put(t, path, `{"mcpServers": {"lapkeep": {"command": "/l", "args": ["serve"], "env": {"A": "1"}, "disabled": true}}}`)
	install(t, c, path, clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:1/mcp", Key: "k"})
	st, found, err := c.Standing(path, "lapkeep")
	if err != nil || !found || !st.HTTP() || st.Command != "" || strings.Contains(read(t, path), "args") ||
		!strings.Contains(read(t, path), `"disabled": true`) {
		t.Errorf("%v %v %+v %s", found, err, st, read(t, path))
	}
	put(t, path, strings.Replace(read(t, path), `"Authorization"`, `"X-Mine": "2", "Authorization"`, 1))
	install(t, c, path, clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:2/mcp", Key: "k"})
	if text := read(t, path); !strings.Contains(text, `"X-Mine": "2"`) || !strings.Contains(text, "127.0.0.1:2") {
		t.Errorf("a header of the user's is gone: %s", text)
	}
	install(t, c, path, started)
	if text := read(t, path); strings.Contains(text, "127.0.0.1") || strings.Contains(text, "headers") ||
		!strings.Contains(text, `"disabled": true`) {
		t.Error(text)
	}
}

// TestInstallTheSame: an entry that says so already is not touched, comments
// and all.
func TestInstallTheSame(t *testing.T) {
	t.Parallel()
	for id, text := range map[string]string{
		"codex": "[mcp_servers.lapkeep]\n# mine\ncommand = '/l'\nargs = [\n  'serve', # so\n]\nenabled = false\n",
		"goose": "extensions:\n  lapkeep:\n    # mine\n    enabled: false\n    type: stdio\n    name: lapkeep\n    cmd: " +
			"/l\n    args:\n    - serve\n    timeout: 3\n",
		"zed": "{\"context_servers\": {\"lapkeep\": {/* mine */ \"args\": [\"serve\"], \"command\": \"/l\"}}}",
	} {
		c := find(t, id)
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, text)
		ch, err := c.Install(path, clients.Server{Name: "lapkeep", Command: "/l", Args: []string{"serve"}})
		if err != nil || !ch.Empty() {
			t.Errorf("%s: %v\n%s", id, err, ch.After)
		}
	}
}

// TestStandingVariables: the environment that an entry gives its program.
func TestStandingVariables(t *testing.T) {
	t.Parallel()
	for id, text := range map[string]string{
		"cursor":   `{"mcpServers": {"lapkeep": {"command": "/l", "env": {"LAPKEEP_WRITES": "none"}}}}`,
		"opencode": `{"mcp": {"lapkeep": {"type": "local", "command": ["/l"], "environment": {"LAPKEEP_WRITES": "none"}}}}`,
		"goose":    "extensions:\n  lapkeep:\n    cmd: /l\n    envs:\n      LAPKEEP_WRITES: none\n",
		"codex":    "[mcp_servers.lapkeep]\ncommand = \"/l\"\nenv = { LAPKEEP_WRITES = \"none\" }\n",
	} {
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, text)
		st, found, err := find(t, id).Standing(path, "lapkeep")
		if err != nil || !found || st.Command != "/l" || !slices.Equal(st.Environ, []string{"LAPKEEP_WRITES=none"}) {
			t.Errorf("%s: %v %v %+v", id, found, err, st)
		}
	}
}

// TestClaudeCodeScopes: an entry may be for the user, for one folder in the
// same file, and in a file of the folder's own; removing takes the user's own
// two away, byte by byte, and knows of the third.
func TestClaudeCodeScopes(t *testing.T) {
	t.Parallel()
	c := find(t, "claude-code")
	dir := t.TempDir()
	path, project := filepath.Join(dir, ".claude.json"), filepath.Join(dir, ".mcp.json")
	without := "{\n  \"projects\": {\n    \"/rides/a\": {\n      \"mcpServers\": {\n        \"other\": {}\n      }\n    }\n  }\n}\n"
	put(t, path, strings.Replace(without, `"other": {}`, "\"other\": {},\n        \"lapkeep\": {\"command\": \"/l\"}", 1))
	put(t, project, `{"mcpServers": {"lapkeep": {"command": "/l"}}}`)
	also, err := c.Also(path, project, "lapkeep")
	if err != nil || len(also) != 2 || also[0] != (clients.Spot{File: path, Folder: "/rides/a"}) || also[1] != (clients.Spot{File: project}) {
		t.Errorf("%+v, %v", also, err)
	}
	install(t, c, path, started)
	remove(t, c, path)
	if got := read(t, path); got != without {
		t.Errorf("%q, want %q", got, without)
	}
	if also, err := c.Also(path, project, "lapkeep"); err != nil || len(also) != 1 {
		t.Errorf("%+v, %v", also, err)
	}
	if _, err := os.Stat(project); err != nil {
		t.Errorf("the folder's own file: %v", err)
	}
	if _, found, err := c.Remove(path, "lapkeep"); found || err != nil {
		t.Errorf("again: found %v, %v", found, err)
	}
}
