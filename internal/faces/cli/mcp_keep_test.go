package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/tools"
)

type noArguments struct{}

func fakeTable(settings.Settings) *tools.Table {
	row := func(name, set string, usual bool) tools.Row {
		spec := tools.Spec{Name: name, Title: name, Description: "Says nothing.", Toolset: set, Default: usual}
		return tools.New(spec, func(context.Context, *tools.Call, noArguments) (noArguments, error) { return noArguments{}, nil })
	}
	return tools.NewTable(row("get_status", "account", true), row("list_gear", "gear", false))
}

// bench is a machine on which mcp install writes files and greets nobody.
type bench struct {
	terminal
	Deps
	file    string // of Cursor
	greeted Target
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{}
	b.Deps = deps(t, &b.terminal)
	b.Table = fakeTable
	b.Executable = func() (string, error) { return "/new/lapkeep", nil }
	b.Greet = func(_ context.Context, target Target) (Greeting, error) {
		b.greeted = target
		return Greeting{Tools: 1}, nil
	}
	b.file = filepath.Join(b.Places.UserHome, ".cursor", "mcp.json")
	return b
}

func (b *bench) run(args ...string) (code int, said string) {
	b.out.Reset()
	b.err.Reset()
	code = Main(context.Background(), b.Deps, args)
	return code, b.out.String() + b.err.String()
}

func (b *bench) stands(t *testing.T, args string) {
	t.Helper()
	put(t, b.file, `{"mcpServers": {"lapkeep": {"command": "/old/lapkeep", "args": ["`+
		strings.ReplaceAll(args, " ", `", "`)+`"], "env": {"LAPKEEP_ATHLETE": "eve"}, "disabled": false}}}`)
}

// entry gives the command in Cursor's file.
func (b *bench) entry(t *testing.T) string {
	t.Helper()
	c, err := clients.Find("cursor")
	if err != nil {
		t.Fatal(err)
	}
	st, found, err := c.Standing(b.file, "lapkeep")
	if err != nil || !found {
		t.Fatalf("found %v, %v", found, err)
	}
	return strings.Join(append([]string{st.Command}, st.Args...), " ")
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestInstallAgainKeepsTheEntry: what is not asked for stays, what is asked for
// is written, and the server that is tried is the one of the entry.
func TestInstallAgainKeepsTheEntry(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ stands, flags, want string }{
		"nothing is asked": {
			"serve --home /x --writes none --foo bar", "",
			"serve --home /x --writes none --foo bar --transport stdio",
		},
		"the home": {"serve --home=/x --writes none", "--home /y", "serve --home /y --writes none --transport stdio"},
		"what narrows": {
			"serve --transport http --toolsets all", "--toolsets account --writes none",
			"serve --transport stdio --toolsets account --writes none",
		},
		"what the config file bounds": {"serve --writes safe", "--writes full", "serve --writes safe --transport stdio"},
	} {
		b := newBench(t)
		b.stands(t, c.stands)
		code, said := b.run(append([]string{"mcp", "install", "cursor"}, strings.Fields(c.flags)...)...)
		if got := b.entry(t); code != 0 || got != "/new/lapkeep "+c.want {
			t.Errorf("%s: exit %d, %s\n%s", name, code, got, said)
		}
		if text := readAll(t, b.file); !strings.Contains(text, `"LAPKEEP_ATHLETE": "eve"`) || !strings.Contains(text, `"disabled": false`) {
			t.Errorf("%s: %s", name, text)
		}
		if d := cmp.Diff([]string{"LAPKEEP_ATHLETE=eve"}, b.greeted.Environ); d != "" {
			t.Errorf("%s: greeted with %s", name, d)
		}
	}
}

// TestInstallAsksBeforeItWidens: at a terminal a person decides, else a flag.
func TestInstallAsksBeforeItWidens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ stands, flags, says string }{
		"writes":          {"serve --writes none", "--writes safe", "writes safe instead of none"},
		"toolsets":        {"serve --toolsets account", "--toolsets all", "toolsets all instead of account"},
		"import folders":  {"serve --import-dirs /a", "--import-dirs /", "imports from /"},
		"athletes":        {"serve --athletes ann", "--athletes ann,ben", "answers about the athlete ben"},
		"another program": {"run lapkeep serve", "", "it now starts a different program"},
		"no such setting": {"serve --writes some", "", "what it currently allows is unknown"},
		"a server":        {"serve", "--http http://127.0.0.1:1/mcp", "decided what is allowed"},
	} {
		b := newBench(t)
		b.stands(t, c.stands)
		if name == "another program" {
			put(t, b.file, strings.Replace(readAll(t, b.file), "/old/lapkeep", "docker", 1))
		}
		before := readAll(t, b.file)
		args := append([]string{"mcp", "install", "cursor"}, strings.Fields(c.flags)...)
		code, said := b.run(args...)
		if code != 1 || !strings.Contains(said, c.says) || !strings.Contains(said, "--replace") || readAll(t, b.file) != before {
			t.Errorf("%s: exit %d, %s", name, code, said)
		}
		b.Streams.InTTY = true
		b.Streams.In = strings.NewReader("n\n")
		if code, said := b.run(args...); code != 1 || readAll(t, b.file) != before {
			t.Errorf("%s, no: exit %d, %s", name, code, said)
		}
		if code, said := b.run(append(args, "--dry-run")...); code != 0 || !strings.Contains(said, c.says) || readAll(t, b.file) != before {
			t.Errorf("%s, dry run: exit %d, %s", name, code, said)
		}
		b.Streams.In = strings.NewReader("y\n")
		b.Key = func(settings.Settings, bool) (Key, error) { return Key{}, nil }
		if code, said := b.run(args...); code != 0 || readAll(t, b.file) == before {
			t.Errorf("%s, yes: exit %d, %s", name, code, said)
		}
		put(t, b.file, before)
		b.Streams.InTTY = false
		if code, said := b.run(append(args, "--replace")...); code != 0 || readAll(t, b.file) == before {
			t.Errorf("%s, --replace: exit %d, %s", name, code, said)
		}
	}
}

// TestInstallWidensByVariable: the entry's variables may narrow too.
func TestInstallWidensByVariable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	put(t, b.file, `{"mcpServers": {"lapkeep": {"command": "lapkeep.exe", "args": ["serve"], "env": {"LAPKEEP_WRITES": "none"}}}}`)
	if code, said := b.run("mcp", "install", "cursor"); code != 0 {
		t.Errorf("exit %d, %s", code, said)
	}
	if code, said := b.run("mcp", "install", "cursor", "--writes", "safe"); code != 1 ||
		!strings.Contains(said, "writes safe instead of none") {
		t.Errorf("exit %d, %s", code, said)
	}
}

// TestInstallKnowsToolsets: a slip in a toolset's name is no entry.
func TestInstallKnowsToolsets(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if code, said := b.run("mcp", "install", "cursor", "--toolsets", "acount"); code != 1 ||
		!strings.Contains(said, "Did you mean account?") || exists(b.file) {
		t.Errorf("exit %d, %s", code, said)
	}
}

// TestClaudeCodeElsewhere: list and remove know of the entries of folders.
func TestClaudeCodeElsewhere(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Places.WorkDir = t.TempDir()
	own, project := filepath.Join(b.Places.UserHome, ".claude.json"), filepath.Join(b.Places.WorkDir, ".mcp.json")
	put(t, own, `{"projects": {"/rides/a": {"mcpServers": {"lapkeep": {"command": "/l"}}}}}`)
	put(t, project, `{"mcpServers": {"lapkeep": {"command": "/l"}}}`)
	_, said := b.run("mcp", "list")
	for _, want := range []string{
		"claude-code     in a folder",
		"Claude Code has a separate entry for the folder /rides/a", "lapkeep mcp remove claude-code --file " + project,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("mcp list lacks %q:\n%s", want, said)
		}
	}
	code, said := b.run("mcp", "remove", "claude-code")
	if code != 0 || strings.Contains(readAll(t, own), "lapkeep") || !strings.Contains(said, "--file "+project) {
		t.Errorf("exit %d, %s", code, said)
	}
	if code, said = b.run("mcp", "remove", "claude-code", "--file", project); code != 0 ||
		exists(project) && strings.Contains(readAll(t, project), "lapkeep") {
		t.Errorf("exit %d, %s", code, said)
	}
	if _, said = b.run("mcp", "list"); !strings.Contains(said, "claude-code     present") || strings.Contains(said, project) {
		t.Errorf("%s", said)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func readAll(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestDroppedPath: what file managers and terminals write for a path.
func TestDroppedPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, system, want string }{
		{"/a/b ", "linux", "/a/b"},
		{"~/rides", "linux", "/home/you/rides"},
		{`/a/My\ rides`, "darwin", "/a/My rides"},
		{`/a/Bob\'s\ \(old\)`, "darwin", "/a/Bob's (old)"},
		{`'/a/My rides'`, "linux", "/a/My rides"},
		{`'/a/Bob'\''s rides'`, "linux", "/a/Bob's rides"},
		{`"/a/My rides"`, "linux", "/a/My rides"},
		{"/a/My rides", "linux", "/a/My rides"},
		{"/a/Bob's rides", "linux", "/a/Bob's rides"},
		{"file:///a/My%20rides", "linux", "/a/My rides"},
		{`"C:\Users\you\My rides"`, "windows", `C:\Users\you\My rides`},
		{`C:\Users\you`, "windows", `C:\Users\you`},
		{"file:///C:/Users/you", "windows", "C:/Users/you"},
		{"", "linux", ""},
	} {
		if got, err := droppedPath(c.text, "/home/you", c.system); err != nil || filepath.ToSlash(got) != filepath.ToSlash(c.want) {
			t.Errorf("%q on %s: %q, %v, want %q", c.text, c.system, got, err, c.want)
		}
	}
	if _, err := droppedPath("~bob/rides", "/home/you", "linux"); err == nil {
		t.Error("another user's home was looked for")
	}
}

// TestNextStep: the advice depends on the clients that are here, and on whether
// one is connected.
func TestNextStep(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	next := func() string {
		a := newApp(b.Deps)
		var said strings.Builder
		if err := a.printNext(&said, defaultName); err != nil {
			t.Fatal(err)
		}
		return said.String()
	}
	if got := next(); got != "Next, connect your assistant: lapkeep mcp install CLIENT\nSupported clients: lapkeep mcp list\n" {
		t.Errorf("no client: %s", got)
	}
	put(t, b.file, "{}")
	put(t, filepath.Join(b.Places.UserHome, ".gemini", "settings.json"), "{}")
	if got := next(); got != "Next, connect your assistant: lapkeep mcp install cursor\nAlso on this machine: gemini\n" {
		t.Errorf("two clients: %s", got)
	}
	b.Places.Environ = []string{"LAPKEEP_HOME=" + filepath.Join(b.Places.UserHome, "my home")}
	if got := next(); !strings.Contains(got, " --home '"+filepath.Join(b.Places.UserHome, "my home")+"'\n") {
		t.Errorf("another home: %s", got)
	}
	b.stands(t, "serve")
	if got := next(); got != "" {
		t.Errorf("connected already: %s", got)
	}
}

// TestDoctorSaysWhatMatters: failures first, each with what to do, and what is
// fine as a number; the rest with --all.
func TestDoctorSaysWhatMatters(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	gone := filepath.Join(b.Places.UserHome, "gone")
	b.Places.Environ = []string{"LAPKEEP_IMPORT_DIRS=" + gone, "LAPKEEP_WRITES=full"}
	code, said := b.run("doctor")
	want := "FAIL  import folder  " + gone + "\n      Create the folder, or remove it from import_dirs.\n" +
		"note  writes         the config file does not allow full (environment LAPKEEP_WRITES)\n" +
		"2 checks passed. Show all, and every setting with its origin: lapkeep doctor --all\n"
	if code != 1 || said != want {
		t.Errorf("exit %d\n%s\nwant\n%s", code, said, want)
	}
	if code, said := b.run("doctor", "--all"); code != 1 || !strings.Contains(said, "environment LAPKEEP_IMPORT_DIRS") ||
		!strings.Contains(said, "ok    clock") {
		t.Errorf("exit %d\n%s", code, said)
	}
	b.Places.Environ = nil
	if code, said := b.run("doctor"); code != 0 ||
		said != "2 checks passed. Show all, and every setting with its origin: lapkeep doctor --all\n" {
		t.Errorf("all is fine: exit %d\n%s", code, said)
	}
}
