package app_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingIsCollectedAtAStart: collecting was a third of what a client
// waited for before it had the list of tools. It begins with the first call.
func TestNothingIsCollectedAtAStart(t *testing.T) {
	t.Parallel()
	built, home := buildProgram(t), filepath.Join(t.TempDir(), "home")
	built.run(t, home, "call", "get_status").must(t)
	collections := func(asked string) int {
		cmd := built.command(t.Context(), home, "serve")
		cmd.Env = append(cmd.Env, "GODEBUG=gctrace=1")
		cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
			`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + asked + "\n")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil || !strings.Contains(out.String(), `"id":2,"result"`) {
			t.Fatalf("%v: %s%s", err, &out, &errs)
		}
		return strings.Count(errs.String(), "gc ")
	}
	const list = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`
	n := collections(list)
	for range 3 { // where others keep the machine busy, a start may still be there when the change log is followed
		n = min(n, collections(list))
	}
	if n > 0 {
		t.Errorf("%d collections before the list of tools", n)
	}
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_status","arguments":{}}}` + "\n"
	if n := collections(call + strings.Repeat(strings.ReplaceAll(call, `"id":2`, `"id":3`), 300)); n == 0 {
		t.Error("none is counted after calls either")
	}
}
