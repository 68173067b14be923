package textclean_test

import (
	"strings"
	"testing"

	"lapkeep/internal/platform/textclean"
)

func TestQuote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, unix, windows string }{
		{"/srv/ada/.lapkeep", "/srv/ada/.lapkeep", "/srv/ada/.lapkeep"},
		{"/srv/ada b", "'/srv/ada b'", "'/srv/ada b'"},
		{`C:\lapkeep`, `'C:\lapkeep'`, `C:\lapkeep`},
		{"it's", `'it'\''s'`, "'it''s'"},
		{"~/x", "'~/x'", "'~/x'"},
		{"", "''", "''"},
	} {
		if got := textclean.Quote(c.word, "linux"); got != c.unix {
			t.Errorf("%s for sh is %s", c.word, got)
		}
		if got := textclean.Quote(c.word, "windows"); got != c.windows {
			t.Errorf("%s for PowerShell is %s", c.word, got)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"claude":                            "claude",
		"  claude   --model opus ":          "claude|--model|opus",
		`"/opt/my tools/x" --say 'a "b' ''`: `/opt/my tools/x|--say|a "b|`,
		`C:\bin\x -c a$HOME;b`:              `C:\bin\x|-c|a$HOME;b`,
		"":                                  "",
	} {
		if got, ok := textclean.Split(text); !ok || strings.Join(got, "|") != want {
			t.Errorf("%s is %q", text, got)
		}
	}
	if _, ok := textclean.Split(`claude "x`); ok {
		t.Error("a quote does not end")
	}
}
