package app

import (
	"strings"
	"testing"
)

// TestServerMeetsItsAthleteWithTheFirstCall: who only lists the tools does
// not wait until the row is made.
func TestServerMeetsItsAthleteWithTheFirstCall(t *testing.T) {
	t.Parallel()
	const (
		hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
		list = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}` + "\n"
		ask  = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_athlete_profile","arguments":{}}}` + "\n"
	)
	p := newPerson(t)
	p.in = strings.NewReader(hello + list)
	if out := p.must(t, "serve"); !strings.Contains(out, `"get_athlete_profile"`) {
		t.Errorf("no list: %s", out)
	}
	p.in = strings.NewReader(hello + ask)
	if out := p.must(t, "serve"); !strings.Contains(out, "Europe/Berlin") || strings.Contains(out, `"isError":true`) {
		t.Errorf("the first call: %s", out)
	}
}

func TestServerRestsOnceAfterItsCalls(t *testing.T) {
	t.Parallel()
	var r resting
	for i, look := range []struct {
		calls        int64
		idle, begins bool
	}{
		{0, true, false},
		{0, true, false},
		{3, false, false},
		{3, true, true},
		{3, true, false},
		{4, false, false},
		{9, false, false},
		{9, true, true},
		{9, true, false},
	} {
		if idle, begins := r.looked(look.calls); idle != look.idle || begins != look.begins {
			t.Errorf("look %d at %d calls: %v, %v", i, look.calls, idle, begins)
		}
	}
}
