package shellword_test

import (
	"testing"

	"lapkeep/internal/platform/shellword"
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
		if got := shellword.Quote(c.word, "linux"); got != c.unix {
			t.Errorf("%s for sh is %s", c.word, got)
		}
		if got := shellword.Quote(c.word, "windows"); got != c.windows {
			t.Errorf("%s for PowerShell is %s", c.word, got)
		}
	}
}
