package outwardtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWithoutWritesNothingIsSent: with none, no tool that writes is listed or
// does anything, for any face.
func TestWithoutWritesNothingIsSent(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	names := a.writing(t)
	before := a.server.State()
	a.server.Forget()
	for _, r := range a.rows(t, "--writes", "none") {
		if !r.Annotations.ReadOnlyHint {
			t.Errorf("%s is listed", r.Name)
		}
	}
	all := slices.DeleteFunc(trials(), func(c trial) bool { return c.before != "" }) // which writes first
	for _, c := range all {
		if code, out, errs := a.do(t.Context(), "", "call", c.tool, a.fill(t, c.args), "--writes", "none"); code == 0 ||
			toApprove.MatchString(errs) {
			t.Errorf("lapkeep call %s --writes none: exit %d: %s%s", c.tool, code, out, tail(errs))
		}
	}
	for _, era := range eras() {
		who := a.serve(t, era, "accept", "--writes", "none")
		listed := who.names(t)
		for _, name := range names {
			if listed[name] {
				t.Errorf("%s: %s is listed", era, name)
			}
		}
		for _, c := range all {
			if done, text := who.does(t, c.tool, a.fill(t, c.args)); done || who.asked > 0 {
				t.Errorf("%s: %s did it: %s", era, c.tool, text)
			}
		}
	}
	a.nothingWasSent(t, "none")
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Error(diff)
	}
}

// nothingWasSent: not at once, and not when it is time to send.
func (a *athlete) nothingWasSent(t *testing.T, what string) {
	t.Helper()
	if a.pending(t) {
		t.Errorf("%s: something waits to be sent", what)
	}
	a.wait(2e13)
	a.ok(t, "sync")
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("%s: %q was sent", what, sent)
	}
}

// TestSafeDeletesNothingRecorded: what only full offers is neither listed nor
// done under safe.
func TestSafeDeletesNothingRecorded(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	full := a.writing(t)
	if err := a.configure("writes: safe\n"); err != nil {
		t.Fatal(err)
	}
	safe := a.writing(t)
	var more []string
	for _, name := range full {
		if !slices.Contains(safe, name) {
			more = append(more, name)
		}
	}
	for _, name := range []string{"delete_activity", "delete_custom_item", "delete_sport_settings"} {
		if !slices.Contains(more, name) {
			t.Errorf("safe offers %s", name)
		}
	}
	a.server.Forget()
	for _, era := range eras() {
		who := a.serve(t, era, "accept")
		for _, c := range trials() {
			if !slices.Contains(more, c.tool) {
				continue
			}
			if done, text := who.does(t, c.tool, a.fill(t, c.args)); done || who.asked > 0 {
				t.Errorf("%s: %s: %s", era, c.tool, text)
			}
			if code, _, errs := a.do(t.Context(), "", "call", c.tool, a.fill(t, c.args)); code == 0 || toApprove.MatchString(errs) {
				t.Errorf("%s: exit %d: %s", c.tool, code, tail(errs))
			}
		}
	}
	a.nothingWasSent(t, "safe")
}

// destroying are the calls that a person must agree to.
func destroying() []trial {
	var out []trial
	for _, c := range trials() {
		name := c.tool + " " + c.what
		asks := strings.HasPrefix(c.tool, "delete_") && name != "delete_events one to come" || c.asks
		if asks && c.local == "" && c.before == "" {
			out = append(out, c)
		}
	}
	return append(out, trial{tool: "create_events", what: "21", args: many(21, 0)})
}

// TestWithoutConsentNothingIsSent: what asks first sends nothing before a
// person agreed, whatever a model sends; agreed to, it is done once.
func TestWithoutConsentNothingIsSent(t *testing.T) {
	t.Parallel()
	for _, era := range eras() {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			before := a.server.State()
			a.server.Forget()
			mute, refuses := a.serve(t, era, ""), a.serve(t, era, "decline")
			for _, c := range destroying() {
				t.Run(c.tool+" "+c.what, func(t *testing.T) {
					a.asksFirst(t, c, mute, refuses)
				})
			}
			a.nothingWasSent(t, "without consent")
			if diff := cmp.Diff(before, a.server.State()); diff != "" {
				t.Error(diff)
			}
			agrees := a.serve(t, era, "accept")
			if done, text := agrees.does(t, "delete_events", a.fill(t, `{"ids":["{Endurance}"]}`)); !done || agrees.asked != 1 {
				t.Errorf("agreed to, it was not done: %s", text)
			}
			a.settled(t)
			if a.count("Endurance") != 0 {
				t.Error("agreed to, it is still at the service")
			}
		})
	}
}

// asksFirst: no call of it is done, whatever a model or a person but the right
// one says.
func (a *athlete) asksFirst(t *testing.T, c trial, mute, refuses *assistant) {
	t.Helper()
	args := a.fill(t, c.args)
	done, text := mute.does(t, c.tool, args)
	code := toApprove.FindStringSubmatch(text)
	if done || code == nil {
		t.Errorf("%s %s did not ask: %s", c.tool, c.what, text)
		return
	}
	for _, word := range []string{"approval", "approval_code", "approve", "token", "confirm"} {
		if done, text := mute.does(t, c.tool, strings.TrimSuffix(args, "}")+`,"`+word+`":"`+code[1]+`"}`); done {
			t.Errorf("%s: naming the question as %s stood for an answer: %s", c.tool, word, text)
		}
	}
	if done, text := mute.does(t, c.tool, args); done {
		t.Errorf("%s: asking twice stood for an answer: %s", c.tool, text)
	}
	asked := refuses.asked
	if done, text := refuses.does(t, c.tool, args); done || refuses.asked != asked+1 {
		t.Errorf("%s: asked %d times, and did it: %v: %s", c.tool, refuses.asked-asked, done, text)
	}
	if code, _, errs := a.do(t.Context(), "", "call", c.tool, args); code == 0 || !toApprove.MatchString(errs) {
		t.Errorf("lapkeep call %s: exit %d: %s", c.tool, code, tail(errs))
	}
}

// TestDryRunsSendNothing, and say what they would send.
func TestDryRunsSendNothing(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	writeGPX(t, a.work+"/proof.gpx")
	a.environ = append(a.environ, "LAPKEEP_IMPORT_DIRS="+a.work)
	before := a.server.State()
	a.server.Forget()
	for _, c := range trials() {
		if c.before != "" {
			continue
		}
		t.Run(c.tool+" "+c.what, func(t *testing.T) {
			args := strings.TrimSuffix(a.fill(t, c.args), "}") + `,"dry_run":true}`
			code, out, errs := a.do(t.Context(), "", "call", c.tool, args)
			if code != 0 || !strings.Contains(out, `"dry_run":true`) {
				t.Errorf("exit %d: %s%s", code, out, tail(errs))
			}
			if c.local == "" && !strings.Contains(out, `"state":"would_send"`) {
				t.Errorf("it does not say where it would go: %s", out)
			}
		})
	}
	a.nothingWasSent(t, "dry runs")
	if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Error(diff)
	}
}
