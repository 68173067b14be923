package disk

import "testing"

func TestCommands(t *testing.T) {
	t.Parallel()
	const flag = " --home '/my data'"
	for text, want := range map[string]string{
		"Run `lapkeep connect intervals`.":                     "Run `lapkeep --home '/my data' connect intervals`.",
		"Run lapkeep verify, or lapkeep restore it.":           "Run lapkeep --home '/my data' verify, or lapkeep --home '/my data' restore it.",
		"lapkeep undo x1 --home '/my data'":                    "lapkeep undo x1 --home '/my data'",
		"lapkeep undo x1 --home '/my data' or lapkeep sync":    "lapkeep undo x1 --home '/my data' or lapkeep --home '/my data' sync",
		"Try lapkeep demo, lapkeep mcp list or lapkeep --help": "Try lapkeep demo, lapkeep mcp list or lapkeep --help",
		"a lapkeep syncer":                                     "a lapkeep syncer",
	} {
		if got := Commands(text, flag); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := Commands(text, ""); got != text {
			t.Errorf("at the usual home: %q", got)
		}
	}
}
