package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/training"
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

// TestAnIdleHomeIsLeftAlone: after its start, a server asks its store nothing for an hour. What
// it writes itself is followed by itself, and what another process writes after the next call.
func TestAnIdleHomeIsLeftAlone(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	from := filepath.Join(p.user, "rides")
	rides(t, from, may, 600, training.Cycling)
	p.must(t, "import", from)
	synctest.Test(t, func(t *testing.T) {
		prog := p.program(io.Discard, io.Discard)
		prog.Now = time.Now
		open := func() *cli.Workbench {
			s, err := settings.Load(prog.places())
			if err != nil {
				t.Fatal(err)
			}
			w, err := prog.open(t.Context(), s, cli.OpenOptions{Create: true, Serves: true})
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		w, other := open(), open()
		stopFollowing, stopReading := prog.keepFollowing(t.Context(), w), prog.keepReading(t.Context(), w)
		idle := func() {
			t.Helper()
			time.Sleep(time.Minute)
			before := w.DB.SQL().Asked()
			if time.Sleep(time.Hour); w.DB.SQL().Asked() != before {
				t.Errorf("it asked %d times in an hour without calls", w.DB.SQL().Asked()-before)
			}
		}
		call := func(w *cli.Workbench, tool, args string) {
			t.Helper()
			c, err := w.NewCall(t.Context())
			if err == nil {
				_, err = w.Table.Call(t.Context(), tool, c, json.RawMessage(args))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		followed := func() bool {
			last, err := w.DB.LastChange(t.Context())
			seq, _, failed := w.DB.Watermark(t.Context(), derive.Consumer)
			if err = errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			return seq == last
		}
		idle()
		call(w, "save_gear", `{"name":"shoes","kind":"shoes"}`)
		if time.Sleep(time.Minute); !followed() {
			t.Error("its own write was not followed")
		}
		idle()
		call(other, "save_gear", `{"name":"bike","kind":"bike"}`)
		idle()
		call(w, "list_gear", `{}`)
		if time.Sleep(time.Minute); !followed() {
			t.Error("a write of another process was not followed after a call")
		}
		idle()
		stopReading()
		stopFollowing()
		if err := errors.Join(w.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	})
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
