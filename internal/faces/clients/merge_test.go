package clients_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
)

var started = clients.Server{Name: "lapkeep", Command: `C:\Program Files\Lapkeep\lapkeep.exe`, Args: []string{"serve", "--toolsets", "all"}}

// own are files as people have them, by format.
var own = map[clients.ConfigFormat][]string{
	clients.JSON: {
		"{}", "{ }\n", "{\n}\n", "", "{\"mcpServers\":{}}",
		"{\n\t\"mcpServers\": {\n\t\t\"x\": {\"command\": \"y\"}\n\t},\n\t\"z\": [1,  2]\n}\n",
		"{\r\n    \"numStartups\": 12,\r\n    \"projects\": {\"C:\\\\x\": {\"mcpServers\": {}}}\r\n}",
	},
	clients.TOML: {
		"", "# mine\nmodel = \"x\"\n", "model = 'x'", "[mcp_servers.other]\ncommand = \"y\"\n\n\n",
		"[mcp_servers]\n\n[mcp_servers.other]\r\nargs = [\r\n]\r\n",
	},
	clients.YAML: {
		"", "GOOSE_MODE: auto\n", "extensions: {}\n", "extensions:\nGOOSE_MODE: auto",
		"# mine\nextensions:\n  dev: # inline\n    enabled: true\n\n\n# end\n",
	},
}

func files(f clients.ConfigFormat) []string {
	switch f {
	case clients.JSONC, clients.JSON5:
		return append([]string{"// mine\n{\n  /* more */\n}\n", "{\n  \"servers\": {\n    \"a\": {}, // one\n  }, // two\n}"},
			own[clients.JSON]...)
	}
	return own[f]
}

// TestInstallThenRemove: each client's file is byte-equal afterwards, whatever
// it held before, also after an installation on top of another.
func TestInstallThenRemove(t *testing.T) {
	t.Parallel()
	for _, c := range clients.Table() {
		for i, before := range files(c.Format) {
			path := filepath.Join(t.TempDir(), "config")
			put(t, path, before)
			for _, s := range []clients.Server{started, {Name: "lapkeep", Command: "/usr/bin/lapkeep", Args: []string{"serve"}}} {
				ch, err := c.Install(path, s)
				if err != nil {
					t.Fatalf("%s %d: %v", c.ID, i, err)
				}
				if err := ch.Write(); err != nil {
					t.Fatal(err)
				}
				if _, configured, err := c.Configured(path, "lapkeep"); err != nil || !configured {
					t.Fatalf("%s: configured %v, %v", c.ID, configured, err)
				}
			}
			remove(t, c, path)
			if after := read(t, path); after != before {
				t.Errorf("%s: %q became %q", c.ID, before, after)
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("%s leaves %v behind", c.ID, left)
			}
		}
	}
}

// TestInstallWithoutFile: a file that was made goes again.
func TestInstallWithoutFile(t *testing.T) {
	t.Parallel()
	for _, c := range clients.Table() {
		if c.Manual() {
			continue
		}
		path := filepath.Join(t.TempDir(), "not", "there", "config")
		install(t, c, path, started)
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", c.ID, info, err)
		}
		remove(t, c, path)
		if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 0 {
			t.Errorf("%s leaves %v behind", c.ID, left)
		}
	}
}

// TestWrittenEntry reads back, with parsers that are not ours, what starts the
// server.
func TestWrittenEntry(t *testing.T) {
	t.Parallel()
	for _, c := range clients.Table() {
		if c.Manual() {
			continue
		}
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, files(c.Format)[len(files(c.Format))-1])
		install(t, c, path, started)
		text := read(t, path)
		if c.Format == clients.TOML {
			if !strings.Contains(text,
				"[mcp_servers.lapkeep]\r\ncommand = \"C:\\\\Program Files\\\\Lapkeep\\\\lapkeep.exe\"\r\nargs = [\"serve\", "+
					"\"--toolsets\", \"all\"]\r\n") {
				t.Errorf("%s: %s", c.ID, text)
			}
			continue
		}
		var found any
		if c.Format == clients.YAML {
			if err := yaml.Unmarshal([]byte(text), &found); err != nil {
				t.Fatal(err)
			}
		} else if err := json.Unmarshal([]byte(strings.NewReplacer("// one", "", "// two", "", ", \n", "\n").Replace(text)), &found); err != nil {
			t.Fatalf("%s: %v in %s", c.ID, err, text)
		}
		for _, key := range c.Path("lapkeep") {
			found = found.(map[string]any)[key]
		}
		said, _ := json.Marshal(found)
		for _, want := range []string{`C:\\Program Files\\Lapkeep\\lapkeep.exe`, `"serve","--toolsets","all"]`} {
			if !strings.Contains(string(said), want) {
				t.Errorf("%s: %s lacks %s", c.ID, said, want)
			}
		}
	}
}

// TestEditedMeanwhile: what the user or the client wrote after the
// installation stays, and only the entry goes.
func TestEditedMeanwhile(t *testing.T) {
	t.Parallel()
	c := find(t, "cursor")
	path := filepath.Join(t.TempDir(), "mcp.json")
	put(t, path, "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n")
	install(t, c, path, started)
	put(t, path, strings.Replace(read(t, path), `"a": {}`, `"a": {"new": 1}`, 1))
	remove(t, c, path)
	if got, want := read(t, path), "{\n  \"mcpServers\": {\n    \"a\": {\"new\": 1}\n  }\n}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if backup := read(t, path+clients.BackupSuffix); !strings.Contains(backup, "lapkeep.exe") {
		t.Errorf("what was there before the removal is not kept: %q", backup)
	}
}

// TestChangedWhileShown: a file that another program writes between reading
// and writing is left alone.
func TestChangedWhileShown(t *testing.T) {
	t.Parallel()
	c := find(t, "claude-code")
	path := filepath.Join(t.TempDir(), ".claude.json")
	put(t, path, "{}")
	ch, err := c.Install(path, started)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, `{"numStartups": 2}`)
	if err := ch.Write(); training.KindOf(err) != training.KindConflict {
		t.Errorf("%v", err)
	}
	if got := read(t, path); got != `{"numStartups": 2}` {
		t.Errorf("%q", got)
	}
}

// TestDamagedFile: refused with the file, the line and the remedy; nothing is
// written.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	c := find(t, "claude-desktop")
	path := filepath.Join(t.TempDir(), "claude_desktop_config.json")
	put(t, path, "{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"C:\\Users\"}\n  }\n}\n")
	_, err := c.Install(path, started)
	if training.KindOf(err) != training.KindInvalid ||
		!strings.HasPrefix(err.Error(), path+": Line 3 is not valid JSON: a string has an invalid escape; write a backslash twice.") {
		t.Errorf("%v", err)
	}
	if _, _, err := c.Remove(path, "lapkeep"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if _, err := c.Install(t.TempDir(), started); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("a folder: %v", err)
	}
}

// TestUnwritable: a folder that cannot be written is reported, and nothing changes.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permissions do not hold this user back")
	}
	c := find(t, "gemini")
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	put(t, path, "{}")
	ch, err := c.Install(path, started)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil { //nolint:gosec // a folder without writing
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) }) //nolint:gosec // or it cannot be removed
	if err := ch.Write(); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("%v", err)
	}
}

// TestLinkStays: a file that is a link into a folder of dotfiles stays one.
func TestLinkStays(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := t.TempDir()
	real, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "settings.json")
	put(t, real, "{}")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	install(t, find(t, "gemini"), link, started)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v %v", info, err)
	}
	if !strings.Contains(read(t, real), "lapkeep.exe") {
		t.Errorf("%s", read(t, real))
	}
}

// TestSecretIsPrivate: a file that has to hold the key is the user's alone; one
// that can name a variable never holds it.
func TestSecretIsPrivate(t *testing.T) {
	t.Parallel()
	s := clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:8642/mcp", Key: "canary"}
	for _, c := range clients.Table() {
		if c.Manual() || c.HTTP == nil {
			continue
		}
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, files(c.Format)[0])
		install(t, c, path, s)
		holds := strings.Contains(read(t, path), "canary")
		if holds != c.HoldsKey(s) {
			t.Errorf("%s holds the key: %v", c.ID, holds)
		}
		info, err := os.Stat(path)
		if err != nil || holds && runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", c.ID, info.Mode(), err)
		}
		if strings.Contains(c.Deeplink(s)+c.AddCommand(s, "linux"), "canary") {
			t.Errorf("%s: the key is in a command or link", c.ID)
		}
	}
}

func find(t *testing.T, id string) clients.Client {
	t.Helper()
	c, err := clients.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func install(t *testing.T, c clients.Client, path string, s clients.Server) {
	t.Helper()
	ch, err := c.Install(path, s)
	if err == nil {
		err = ch.Write()
	}
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
}

func remove(t *testing.T, c clients.Client, path string) {
	t.Helper()
	ch, found, err := c.Remove(path, "lapkeep")
	if err == nil {
		err = ch.Write()
	}
	if err != nil || !found {
		t.Fatalf("%s: found %v, %v in %s", c.ID, found, err, read(t, path))
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestDocsClients: docs/clients.md is what the table says now.
func TestDocsClients(t *testing.T) {
	t.Parallel()
	text := clients.Markdown()
	golden.Check(t, "../../../docs/clients.md", text)
	for _, c := range clients.Table() {
		if !strings.Contains(text, "\n## "+c.Name+"\n") {
			t.Errorf("%s is not there", c.Name)
		}
	}
}
