//go:build e2e

package outwardtest_test

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// eras returns the newest version of each form of the protocol.
func eras() []string { return []string{"2025-11-25", "2026-07-28"} }

// assistant is a client of the program that serves the athlete.
type assistant struct {
	*mcp.ClientSession
	asked int // how often a person was asked
}

// serve connects an assistant whose person answers every question so; ""
// cannot ask.
func (a *athlete) serve(t *testing.T, era, answer string, args ...string) *assistant {
	t.Helper()
	who := &assistant{}
	var asks handler
	if answer != "" {
		asks = func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			who.asked++
			return &mcp.ElicitResult{Action: answer, Content: map[string]any{"approve": answer == "accept"}}, nil
		}
	}
	who.ClientSession = a.serveWith(t, era, asks, args...).ClientSession
	return who
}

// handler answers for a person.
type handler = func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)

// serveWith connects an assistant whose questions a handler answers; nil
// cannot ask.
func (a *athlete) serveWith(t *testing.T, era string, asks handler, args ...string) *assistant {
	t.Helper()
	who, options := &assistant{}, &mcp.ClientOptions{ElicitationHandler: asks}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	var log locked
	ended := make(chan int, 1)
	go func() {
		ended <- a.program(in, out, &log, false).Run(t.Context(), append([]string{"serve"}, args...))
		out.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, options).
		Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatalf("%v\n%s", err, tail(log.String()))
	}
	who.ClientSession = session
	t.Cleanup(func() {
		session.Close()
		send.Close()
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with %d: %s", code, tail(log.String()))
		}
		a.keep(log.String())
	})
	return who
}

// names returns the tools that the assistant is offered.
func (who *assistant) names(t *testing.T) map[string]bool {
	t.Helper()
	list, err := who.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, tool := range list.Tools {
		out[tool.Name] = true
	}
	return out
}

// does makes a call; it gives the answer's text, and whether the call was done.
func (who *assistant) does(t *testing.T, tool, args string) (done bool, text string) {
	t.Helper()
	res, err := who.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		return false, err.Error()
	}
	for _, c := range res.Content {
		if words, ok := c.(*mcp.TextContent); ok {
			text += words.Text
		}
	}
	return !res.IsError, text
}

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

// destroying returns the calls that a person must agree to.
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

// TestSettingsAreAppliedThereOnlyWhenAsked: the service then computes its past
// anew, which a person agrees to, who is told that there is no way back. An
// undo sends nothing and says why.
func TestSettingsAreAppliedThereOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	saved := a.call(t, "save_sport_settings", `{"sport":"ride","ftp_w":263,"hr_zones_bpm":[145,150,160,170,180]}`)
	a.settled(t)
	c := trial{
		tool: "apply_sport_settings", list: "activities", has: "[144,149,159,169,",
		args: `{"sport":"ride","from":"2026-08-01","at_service":true}`,
	}
	before := a.server.State()
	a.server.Forget()
	mute, refuses := a.serve(t, eras()[0], ""), a.serve(t, eras()[0], "decline")
	a.asksFirst(t, c, mute, refuses)
	dry := a.ok(t, "call", c.tool, strings.TrimSuffix(c.args, "}")+`,"dry_run":true}`)
	for _, word := range []string{`"state":"would_send"`, "does not keep the old ones", "all past activities of cycling on Intervals.icu"} {
		if !strings.Contains(dry, word) {
			t.Errorf("a dry run does not say %q: %s", word, dry)
		}
	}
	a.nothingWasSent(t, "without consent")
	w := a.call(t, c.tool, c.args)
	a.settled(t)
	a.ok(t, "check", "intervals") // the service does it after it has answered
	after := a.server.State()
	c.check(t, w, before, after)
	if sent := a.sent(); len(sent) != 1 || sent[0] != "PUT applyToActivities" {
		t.Errorf("%q", sent)
	}
	a.server.Forget()
	if _, out, errs := a.do(t.Context(), "", "undo", w.JournalID); !strings.Contains(out+errs, "does not keep the old ones") {
		t.Errorf("its undo does not say what stays: %s%s", out, errs)
	}
	a.settled(t)
	if diff := cmp.Diff(after, a.server.State()); diff != "" || len(a.sent()) > 0 {
		t.Errorf("its undo sent %q: %s", a.sent(), diff)
	}
	a.undo(t, saved.JournalID)
}

// TestSettingsThatNobodyHasAreNotApplied: nothing is written here either.
func TestSettingsThatNobodyHasAreNotApplied(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	for args, want := range map[string]string{
		`{"sport":"rowing","at_service":true}`:                                        "No service has settings for rowing",
		`{"sport":"rowing","from":"2026-08-01","at_service":true}`:                    "No service has settings for rowing",
		`{"sport":"ride","from":"2027-08-01","at_service":true}`:                      "in the future",
		`{"sport":"ride","at_service":true,"settings":["watts"],"from":"2026-08-01"}`: "not a sport setting",
	} {
		if code, out, errs := a.do(t.Context(), "", "call", "apply_sport_settings", args); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	a.call(t, "disconnect_source", `{"source":"intervals","keep_data":true}`)
	if code, out, errs := a.do(t.Context(), "", "call", "apply_sport_settings",
		`{"sport":"ride","at_service":true}`); code == 0 || !strings.Contains(errs, "settings cannot be applied") && !strings.Contains(errs, "No service") {
		t.Errorf("not connected: exit %d: %s%s", code, out, errs)
	}
}
