package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
)

// printed finds commands in what the program says, with what follows them.
var printed = regexp.MustCompile(`lapkeep (?:[a-z]+|--home|--help)[^\n"]*`)

// TestPrintedCommandsFindTheHome: at a home of another name each command that
// is printed names it, by a command, an error and an assistant's answer.
func TestPrintedCommandsFindTheHome(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	home := filepath.Join(l.user, "my data")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	const key = intervalstest.DefaultKey
	flag := []string{"--home", home}
	for _, c := range []struct {
		in    string
		args  []string
		fails bool
	}{
		{"", nil, false},
		{"", []string{"sync"}, true},
		{"", []string{"check", "intervals"}, true},
		{"", []string{"call", "get_training_summary"}, false},
		{"", []string{"call", "connect_source"}, false},
		{"", []string{"call", "import_files", `{"paths":["/nowhere/x.fit"]}`}, true},
		{key + "\n", []string{"connect", "intervals"}, false},
		{"", []string{"call", "get_activity", `{"id":"nope"}`}, true},
		{"", []string{"undo", "--list"}, false},
		{"", []string{"disconnect", "intervals"}, true},
		{"", []string{"privacy"}, false},
		{"", []string{"doctor"}, false},
		{"", []string{"mcp", "config", "claude-code", "--http", "http://127.0.0.1:8000/mcp"}, false},
		{"", []string{"tools", "sync_now"}, false},
	} {
		code, out, errs := l.do(t.Context(), c.in, append(c.args, flag...)...)
		if (code != 0) != c.fails {
			t.Errorf("lapkeep %q: exit %d: %s%s", c.args, code, out, errs)
		}
		for _, command := range printed.FindAllString(out+errs, -1) {
			name, _, _ := strings.Cut(strings.Fields(command)[1], "://")
			if name == "demo" || name == "--help" || name == "http" || strings.HasPrefix(command, "lapkeep mcp list") {
				continue
			}
			if !strings.Contains(command, "--home '"+home+"'") {
				t.Errorf("lapkeep %q prints %q", c.args, command)
			}
		}
	}
}
