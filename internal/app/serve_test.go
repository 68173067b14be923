package app

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
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

// TestAnswersStayShort: theirs is what the shorter of intervals-icu-mcp 5.7.1
// and intervals-mcp-server answers the same question with, in bytes, of this
// emulated account.
func TestAnswersStayShort(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Activities: 12, Seconds: 600, Wellness: 30})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "10 stored")
	for _, x := range []struct {
		tool, args   string
		most, theirs int
	}{
		{"get_wellness", `{"range": "last 7 days"}`, 1900, 2245},
		{"get_wellness", `{"range": "2026-08-19"}`, 440, 440},
		{"get_activity", `{"id": "intervals:i1005", "sections": ["summary"]}`, 1091, 1091},
	} {
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(l.ok(t, "", []string{"call", x.tool, x.args}))); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: %d bytes, theirs %d", x.tool, x.args, b.Len(), x.theirs)
		if b.Len() > x.most {
			t.Errorf("%s %s has %d bytes, more than %d: %s", x.tool, x.args, b.Len(), x.most, &b)
		}
	}
}

// TestTheMetricsAreAnIndex: a line each, and each explained where it says.
func TestTheMetricsAreAnIndex(t *testing.T) {
	t.Parallel()
	index := metricGlossary{}.Index()
	const most = 10 << 10
	if len(index) > most || len(index)*5 > len(metricsPage()) {
		t.Errorf("the index has %d bytes, the glossary %d", len(index), len(metricsPage()))
	}
	for _, key := range (metricGlossary{}).Keys() {
		if text, ok := (metricGlossary{}).Explain(key); !ok || len(text) > 2<<10 || !strings.Contains(index, "`"+key+"`") {
			t.Errorf("%s: there %v, %d bytes", key, ok, len(text))
		}
	}
}
