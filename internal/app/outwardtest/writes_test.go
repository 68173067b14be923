//go:build e2e

package outwardtest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// row is a tool as the program lists it.
type row struct {
	Name        string
	Annotations struct{ ReadOnlyHint bool }
}

// rows returns the tools that the program offers with some more arguments.
func (a *athlete) rows(t *testing.T, args ...string) []row {
	t.Helper()
	var list struct{ Tools []row }
	if err := json.Unmarshal([]byte(a.ok(t, append([]string{"tools", "--json"}, args...)...)), &list); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

// writing returns the tools that write something that a service could have, not
// a file.
func (a *athlete) writing(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, r := range a.rows(t) {
		if !r.Annotations.ReadOnlyHint && !strings.HasPrefix(r.Name, "export_") {
			names = append(names, r.Name)
		}
	}
	return names
}

// TestEveryWriteHasATrial: a new tool that writes fails here until it is
// tried.
func TestEveryWriteHasATrial(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, c := range trials() {
		tried[c.tool] = true
	}
	names := newAthlete(t).writing(t)
	for _, name := range names {
		if !tried[name] {
			t.Errorf("%s writes, and nothing here tries what it does at a service", name)
		}
		delete(tried, name)
	}
	for name := range tried {
		t.Errorf("%s is tried and writes nothing", name)
	}
	if len(names) < 20 {
		t.Errorf("only %d tools write: %q", len(names), names)
	}
}

// TestEveryWriteIsUndone: each write changes at the service what it means, its
// undo puts back all that a client can set there, and the undo is undone.
func TestEveryWriteIsUndone(t *testing.T) {
	t.Parallel()
	for i, c := range trials() {
		if testing.Short() && i%4 > 0 {
			continue // the race detector sees the same code at work in each
		}
		t.Run(c.tool+" "+c.what, func(t *testing.T) {
			t.Parallel()
			a := newTrier(t)
			a.prepare(t, c)
			before := a.server.State()
			a.server.Forget()
			w := a.call(t, c.tool, a.fill(t, c.args))
			a.settled(t)
			if c.local != "" {
				a.staysHere(t, w, before)
				return
			}
			after := a.server.State()
			c.check(t, w, before, after)
			redo := a.back(t, w.JournalID, "its undo", before)
			again := a.back(t, redo, "the undo of its undo", after)
			a.back(t, again, "the undo of that", before)
			a.agrees(t)
		})
	}
}

// TestEveryWriteSaysThatItWaits: with a service that does not answer, what is
// for it waits, and what is not for it says so all the same.
func TestEveryWriteSaysThatItWaits(t *testing.T) {
	t.Parallel()
	for _, c := range trials() {
		if c.tool == "sync_now" || c.tool == "connect_source" || c.tool == "disconnect_source" { // they are about the service itself
			continue
		}
		t.Run(c.tool+" "+c.what, func(t *testing.T) {
			t.Parallel()
			a := newTrier(t)
			a.prepare(t, c)
			args := a.fill(t, c.args)
			a.offline()
			w := a.call(t, c.tool, args)
			want := "waiting"
			if c.local != "" {
				want = "not_for_service"
			}
			if w.states() != want || strings.Contains(w.text, "not sent") {
				t.Errorf("it says %q, not %q: %s", w.states(), want, w.text)
			}
			for _, at := range w.AtService {
				if at.Note == "" {
					t.Errorf("it does not say why: %+v", at)
				}
			}
		})
	}
}

// newTrier returns an athlete who can make every trial: there is a file to
// import.
func newTrier(t *testing.T) *athlete {
	t.Helper()
	a := newAthlete(t)
	writeGPX(t, filepath.Join(a.work, "proof.gpx"))
	a.environ = append(a.environ, "LAPKEEP_IMPORT_DIRS="+a.work)
	return a
}

// prepare makes what a trial builds on.
func (a *athlete) prepare(t *testing.T, c trial) {
	t.Helper()
	if tool, args, ok := strings.Cut(c.before, " "); ok {
		a.prepared = a.call(t, tool, a.fill(t, args)).ID
		a.settled(t)
	}
}

// check: what changed is what was meant, and the answer says that it was sent.
func (c trial) check(t *testing.T, w answer, before, after intervalstest.State) {
	t.Helper()
	list := intervalstest.DefaultAthlete + " " + c.list
	was, is := jsonOf(t, before[list]), jsonOf(t, after[list])
	if c.has != "" && strings.Count(is, c.has) <= strings.Count(was, c.has) {
		t.Errorf("the %s of the service do not have %q:\n%s", c.list, c.has, cmp.Diff(before, after))
	}
	if c.lacks != "" && strings.Count(is, c.lacks) >= strings.Count(was, c.lacks) {
		t.Errorf("the %s of the service still have %q:\n%s", c.list, c.lacks, cmp.Diff(before, after))
	}
	for name := range after {
		if name != list && name != intervalstest.DefaultAthlete+" reminders" && !cmp.Equal(before[name], after[name]) {
			t.Errorf("%s changed too:\n%s", name, cmp.Diff(before[name], after[name]))
		}
	}
	if w.states() != "done" || strings.Contains(w.text, "not sent") {
		t.Errorf("the answer does not say that it was sent: %s", w.text)
	}
}

// back undoes an entry; then the service is as it was.
func (a *athlete) back(t *testing.T, entry, what string, want intervalstest.State) (redo string) {
	t.Helper()
	redo = a.undo(t, entry)
	a.settled(t)
	if diff := cmp.Diff(want, a.server.State()); diff != "" {
		t.Errorf("%s left at the service (-want +got):\n%s", what, diff)
	}
	return redo
}

// staysHere: nothing of the write is at the service, before its undo or after
// it, and the answer says that it is not for it.
func (a *athlete) staysHere(t *testing.T, w answer, before intervalstest.State) {
	t.Helper()
	if w.JournalID != "" {
		a.undo(t, w.JournalID)
	}
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Errorf("it changed at the service:\n%s", diff)
	}
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("it was sent: %q", sent)
	}
	if w.JournalID != "" && (w.states() != "not_for_service" || w.AtService[0].Note == "") {
		t.Errorf("the answer does not say that it is not for the service: %s", w.text)
	}
}

// sent returns the requests that were more than reading.
func (a *athlete) sent() []string {
	var out []string
	for _, r := range a.server.Requests() {
		if r.Method != "GET" && r.Method != "HEAD" {
			out = append(out, r.Method+" "+r.Operation)
		}
	}
	return out
}

// agrees: after reading everything once more, nothing is written and the
// events here are those there.
func (a *athlete) agrees(t *testing.T) {
	t.Helper()
	before := a.server.State()
	a.server.Forget()
	a.wait(2e13) // hours, so that it is time to look
	a.ok(t, "sync", "--full")
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("a sync sent %q", sent)
	}
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Errorf("a sync changed at the service:\n%s", diff)
	}
	if here, there := a.eventsHere(t), a.eventsThere(); here != there {
		t.Errorf("events here:\n%s\nand there:\n%s", here, there)
	}
}

// TestTheHomeSourceIsASetting: new things stay here until a service is the
// home, and again when it no more is; what came from a service goes back to
// it all the same.
func TestTheHomeSourceIsASetting(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	w := a.call(t, "update_athlete_settings", `{"home_source":"local"}`)
	a.server.Forget()
	made := a.call(t, "create_events", proofRide)
	if a.settled(t); made.states() != "not_for_service" || !strings.Contains(made.AtService[0].Note, "home source") || len(a.sent()) > 0 {
		t.Errorf("at home here it says %q and sent %q", made.states(), a.sent())
	}
	theirs := a.call(t, "update_event", a.fill(t, `{"id":"{Threshold}","name":"Proof threshold"}`))
	if a.settled(t); theirs.states() != "done" || a.count("Proof threshold") != 1 {
		t.Errorf("an event of the service's: %q", theirs.states())
	}
	a.undo(t, theirs.JournalID)
	a.undo(t, made.JournalID)
	a.undo(t, w.JournalID)
	w = a.call(t, "update_athlete_settings", `{"home_source":"calendar=local"}`)
	apart := a.call(t, "create_events", proofRide)
	if apart.states() != "not_for_service" || !strings.Contains(apart.AtService[0].Note, "home source for calendar") {
		t.Errorf("the calendar at home here: %q", apart.text)
	}
	a.undo(t, apart.JournalID)
	a.undo(t, w.JournalID)
	if w := a.call(t, "create_events", proofRide); w.states() != "done" || a.count("Proof ride") != 1 {
		t.Errorf("at home there again it says %q", w.text)
	}
	for _, c := range []string{`{"home_source":"myspace"}`, `{"home_source":"garmin"}`, `{"home_source":""}`} {
		if code, out, _ := a.do(t.Context(), "", "call", "update_athlete_settings", c); code == 0 {
			t.Errorf("%s: %s", c, out)
		}
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// writeGPX writes a short recording.
func writeGPX(t *testing.T, path string) {
	t.Helper()
	const text = `<?xml version="1.0"?><gpx version="1.1" creator="proof" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Proof</name><trkseg>` +
		`<trkpt lat="47.0" lon="8.0"><ele>400</ele><time>2026-07-01T06:00:00Z</time></trkpt>` +
		`<trkpt lat="47.0005" lon="8.0005"><ele>401</ele><time>2026-07-01T06:00:20Z</time></trkpt>` +
		`<trkpt lat="47.001" lon="8.001"><ele>402</ele><time>2026-07-01T06:00:40Z</time></trkpt></trkseg></trk></gpx>`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
