package mcp

import (
	"fmt"
	"testing"
)

// TestEventsKeepTheLastStreams of each session, and the client's own for as
// long as the session lasts.
func TestEventsKeepTheLastStreams(t *testing.T) {
	t.Parallel()
	ctx, e := t.Context(), newEvents(1<<20, 2)
	put := func(session, stream, text string) {
		t.Helper()
		if err := e.Append(ctx, session, stream, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	after := func(session, stream string, index int) string {
		out := ""
		for data, err := range e.After(ctx, session, stream, index) {
			if err != nil {
				return "gone"
			}
			out += string(data) + ";"
		}
		return out
	}
	put("s", "", "own")
	put("t", "a", "another session's")
	for _, stream := range []string{"a", "b", "a", "c"} { // b is the one unused longest
		put("s", stream, stream)
	}
	got := fmt.Sprint(after("s", "", -1), after("s", "a", 0), after("s", "b", -1), after("s", "c", -1), after("t", "a", -1))
	if want := "own;a;gonec;another session's;"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if err := e.SessionClosed(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	if got := after("s", "", -1) + after("s", "a", -1) + after("t", "a", -1); got != "gonegoneanother session's;" || len(e.sessions) != 1 {
		t.Errorf("after the end: %q, %d sessions", got, len(e.sessions))
	}
}
