package tools_test

import (
	"testing"

	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
)

// TestKeptHereNamesServices alone: to a file nothing is sent.
func TestKeptHereNamesServices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		said []document.Said
		want string
	}{
		"nobody": {nil, ""},
		"a file": {[]document.Said{{Source: document.OfFiles}}, ""},
		"a file and another": {
			[]document.Said{{Source: document.OfFiles}, {Source: "there"}}, "The change is kept here; it is not sent to there.",
		},
	} {
		var w tools.Written
		w.KeptHere(c.said)
		if got := len(w.Notes) > 0; got != (c.want != "") || got && w.Notes[0].String() != c.want {
			t.Errorf("%s: %q", name, w.Notes)
		}
	}
}
