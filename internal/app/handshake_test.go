//go:build e2e

package app

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/test/builttest"
)

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
		if again := p.must(t, "mcp", "install", c.ID, "--toolsets", "account"); !strings.Contains(again, "is already up to date") {
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

// withProgram returns a person on whose machine the program is installed.
func withProgram(t *testing.T) *person {
	t.Helper()
	p := newPerson(t)
	p.installed = builttest.Program(t)
	p.environ = append(p.environ, "HOME="+p.user)
	return p
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
		{[]string{"mcp", "install", "emacs"}, `There is no client "emacs". Supported: claude-desktop`},
		{[]string{"mcp", "install", "cursor"}, "Line 2 is not valid JSON with comments"},
		{[]string{"mcp", "remove", "cursor"}, "Line 2 is not valid"},
		{[]string{"mcp", "install", "chatgpt"}, "has no configuration file. Follow the steps of lapkeep mcp config chatgpt."},
		{[]string{"mcp", "install", "claude-desktop", "--http", "http://127.0.0.1:1/mcp"}, "cannot read this setting from a file"},
		{[]string{"mcp", "install", "vscode", "--http", "http://127.0.0.1:1/mcp"}, "lapkeep mcp config vscode --http"},
		{[]string{"mcp", "install", "zed", "--http", "http://127.0.0.1:1/mcp"}, "only read the key from its own file, in plain text"},
		{
			[]string{"mcp", "install", "zed", "--http", "http://127.0.0.1:1/mcp", "--key-in-file"},
			"The entry was saved, but the server does not answer",
		},
		{[]string{"mcp", "config", "--http", "ftp://x"}, "is not the URL of a server"},
		{[]string{"mcp", "config", "--name", "a b"}, "is not a valid server name"},
		{[]string{"mcp", "install"}, "lapkeep mcp install needs CLIENT"},
		{[]string{"skill", "install"}, "pass a client or a folder"},
		{[]string{"skill", "install", "zed"}, "does not read skills from a folder"},
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
	if code != 1 || !strings.Contains(errs, "The entry was saved, but the server does not answer") ||
		!strings.Contains(errs, "mcp remove gemini") {
		t.Errorf("exit %d: %s", code, errs)
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
		{[]string{"chatgpt"}, []string{"1. ", "HTTPS", "docs/remote.md", "leave your machine"}},
		{[]string{"claude.ai"}, []string{"Add custom connector", "leave your machine"}},
	} {
		said := p.must(t, append([]string{"mcp", "config"}, c.args...)...)
		for _, want := range c.wants {
			if !strings.Contains(said, want) {
				t.Errorf("%v does not say %q:\n%s", c.args, want, said)
			}
		}
	}
}
