package clients_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/training"
)

func place(system, home string, env map[string]string) clients.Place {
	return clients.Place{OS: system, Home: home, Env: func(name string) string { return env[name] }}
}

// TestFiles: where clients keep their files, on each system.
func TestFiles(t *testing.T) {
	t.Parallel()
	linux := place("linux", "/home/you", map[string]string{"XDG_CONFIG_HOME": ""})
	mac := place("darwin", "/Users/you", nil)
	windows := place("windows", `C:\Users\you`, map[string]string{"APPDATA": `C:\Users\you\AppData\Roaming`})
	for _, c := range []struct {
		id   string
		at   clients.Place
		want string
	}{
		{"claude-desktop", linux, "/home/you/.config/Claude/claude_desktop_config.json"},
		{"claude-desktop", mac, "/Users/you/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", windows, `C:\Users\you\AppData\Roaming\Claude\claude_desktop_config.json`},
		{"claude-code", windows, `C:\Users\you\.claude.json`},
		{"claude-code", place("linux", "/home/you", map[string]string{"CLAUDE_CONFIG_DIR": "/c"}), "/c/.claude.json"},
		{"cursor", mac, "/Users/you/.cursor/mcp.json"},
		{"vscode", mac, "/Users/you/Library/Application Support/Code/User/mcp.json"},
		{"vscode", linux, "/home/you/.config/Code/User/mcp.json"},
		{"codex", linux, "/home/you/.codex/config.toml"},
		{"codex", place("linux", "/home/you", map[string]string{"CODEX_HOME": "/c"}), "/c/config.toml"},
		{"goose", windows, `C:\Users\you\AppData\Roaming\Block\goose\config\config.yaml`},
		{"goose", place("linux", "/home/you", map[string]string{"XDG_CONFIG_HOME": "/x"}), "/x/goose/config.yaml"},
		{"zed", mac, "/Users/you/.config/zed/settings.json"},
		{"cline-cli", mac, "/Users/you/.cline/data/settings/cline_mcp_settings.json"},
		{"cline-cli", place("linux", "/home/you", map[string]string{"CLINE_MCP_SETTINGS_PATH": "/c.json"}), "/c.json"},
		{"opencode", linux, "/home/you/.config/opencode/opencode.json"},
		{"visual-studio", windows, `C:\Users\you\.mcp.json`},
	} {
		got, err := find(t, c.id).File(c.at)
		if err != nil || got != c.want {
			t.Errorf("%s on %s: %q, %v, want %q", c.id, c.at.OS, got, err, c.want)
		}
	}
	for _, id := range []string{"visual-studio", "chatgpt", "claude.ai"} {
		if _, err := find(t, id).File(linux); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"Claude Desktop": "claude-desktop", "claude_code": "claude-code", "claude.ai": "claude-ai", "VSCode": "vscode",
		"vs-code": "vscode", "LMStudio": "lm-studio", "Gemini CLI": "gemini",
	} {
		if c, err := clients.Find(word); err != nil || c.ID != want {
			t.Errorf("%q: %s, %v", word, c.ID, err)
		}
	}
	_, err := clients.Find("emacs")
	if training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "cursor") {
		t.Errorf("%v", err)
	}
}

// TestDidYouMean: a slip names the client that was meant.
func TestDidYouMean(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"cluade-desktop": "claude-desktop", "Curser": "cursor",
		"claud code": "claude-code", "gemni": "gemini",
	} {
		if _, err := clients.Find(word); err == nil || !strings.HasSuffix(err.Error(), "Did you mean "+want+"?") {
			t.Errorf("%q: %v", word, err)
		}
	}
}

// TestEveryRow: each client says what a person needs, for both ways to connect.
func TestEveryRow(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	web := clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:8642/mcp", Key: "KEY"}
	for _, c := range clients.Table() {
		if seen[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		seen[c.ID] = true
		if c.Manual() {
			if len(c.Steps) < 4 {
				t.Errorf("%s has %d steps", c.ID, len(c.Steps))
			}
			if _, err := c.Entry(started); training.KindOf(err) != training.KindUnsupported {
				t.Errorf("%s: %v", c.ID, err)
			}
			continue
		}
		if c.Verify == "" || c.Reload == "" || len(c.Files) == 0 || len(c.Key) == 0 {
			t.Errorf("%s lacks something: %+v", c.ID, c)
		}
		block, err := c.Block(started)
		if err != nil || !strings.Contains(block, `lapkeep.exe`) {
			t.Errorf("%s: %v %s", c.ID, err, block)
		}
		if c.HTTP == nil {
			if _, err := c.Block(web); training.KindOf(err) != training.KindUnsupported {
				t.Errorf("%s over HTTP: %v", c.ID, err)
			}
			continue
		}
		block, err = c.Block(web)
		if err != nil || !strings.Contains(block, web.URL) || strings.Contains(block, "{name}") {
			t.Errorf("%s: %v %s", c.ID, err, block)
		}
		if c.HoldsKey(web) != strings.Contains(block, "Bearer KEY\"") {
			t.Errorf("%s holds the key %v: %s", c.ID, c.HoldsKey(web), block)
		}
		if c.Prompts && !json.Valid([]byte(block)) {
			t.Errorf("%s: %s", c.ID, block)
		}
	}
	if len(seen) != 22 {
		t.Errorf("%d clients; the README says how many", len(seen))
	}
}

// TestReferences: how each client names the variable that holds the key.
func TestReferences(t *testing.T) {
	t.Parallel()
	web := clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:8642/mcp"}
	for id, want := range map[string]string{
		"cursor":      `"Authorization": "Bearer ${env:LAPKEEP_API_KEY}"`,
		"claude-code": `"Authorization": "Bearer ${LAPKEEP_API_KEY}"`,
		"codex":       `bearer_token_env_var = "LAPKEEP_API_KEY"`,
		"gemini":      `"httpUrl": "http://127.0.0.1:8642/mcp"`,
		"opencode":    `"Authorization": "Bearer {env:LAPKEEP_API_KEY}"`,
		"windsurf":    `"serverUrl": "http://127.0.0.1:8642/mcp"`,
		"openclaw":    `"transport": "streamable-http"`,
		"vscode":      `"Authorization": "Bearer ${input:lapkeep-key}"`,
		"goose":       `uri: "http://127.0.0.1:8642/mcp"`,
	} {
		if block, err := find(t, id).Block(web); err != nil || !strings.Contains(block, want) {
			t.Errorf("%s: %v\n%s lacks %s", id, err, block, want)
		}
	}
}

// TestCommands: words are quoted for the shell they are meant for.
func TestCommands(t *testing.T) {
	t.Parallel()
	c := find(t, "claude-code")
	for system, want := range map[string]string{
		"windows": `claude mcp add --scope user lapkeep -- 'C:\Program Files\Lapkeep\lapkeep.exe' serve --toolsets all`,
		"linux":   `claude mcp add --scope user lapkeep -- 'C:\Program Files\Lapkeep\lapkeep.exe' serve --toolsets all`,
	} {
		if got := c.AddCommand(started, system); got != want {
			t.Errorf("%s: %s", system, got)
		}
	}
	it := clients.Server{Name: "lapkeep", Command: "/opt/it's/lapkeep"}
	for system, want := range map[string]string{"linux": `'/opt/it'\''s/lapkeep'`, "windows": `'/opt/it''s/lapkeep'`} {
		if got := c.AddCommand(it, system); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", system, got)
		}
	}
	if got := find(t, "zed").AddCommand(started, "linux"); got != "" {
		t.Errorf("Zed has no command: %s", got)
	}
}

// TestDeeplinks: a link carries the entry and never a key.
func TestDeeplinks(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(find(t, "cursor").Deeplink(started))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(u.Query().Get("config"))
	var entry struct{ Command string }
	if err != nil || json.Unmarshal(raw, &entry) != nil || entry.Command != started.Command {
		t.Errorf("%s: %v %s", u, err, raw)
	}
	link := find(t, "vscode").Deeplink(started)
	text, err := url.PathUnescape(strings.TrimPrefix(link, "vscode:mcp/install?"))
	if err != nil || !json.Valid([]byte(text)) || !strings.Contains(text, `"name": "lapkeep"`) {
		t.Errorf("%s: %v %s", link, err, text)
	}
	if link := find(t, "lm-studio").Deeplink(clients.Server{Name: "l", URL: "http://x/mcp", Key: "k"}); link != "" {
		t.Errorf("a link with a key: %s", link)
	}
}

// TestSkillsFolders: where skills go, and a sentence where there is no place.
func TestSkillsFolders(t *testing.T) {
	t.Parallel()
	p := place("linux", "/home/you", nil)
	if dir, err := find(t, "claude-code").SkillsFolder(p); err != nil || dir != "/home/you/.claude/skills" {
		t.Errorf("%s, %v", dir, err)
	}
	if _, err := find(t, "zed").SkillsFolder(p); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}
