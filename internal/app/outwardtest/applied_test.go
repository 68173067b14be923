package outwardtest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
	for _, word := range []string{`"state":"would_send"`, "keeps no earlier ones", "all past activities of cycling at Intervals.icu"} {
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
	if _, out, errs := a.do(t.Context(), "", "undo", w.JournalID); !strings.Contains(out+errs, "keeps no earlier ones") {
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
		`{"sport":"rowing","at_service":true}`:                                        "No service has settings of rowing",
		`{"sport":"rowing","from":"2026-08-01","at_service":true}`:                    "No service has settings of rowing",
		`{"sport":"ride","from":"2027-08-01","at_service":true}`:                      "after today",
		`{"sport":"ride","at_service":true,"settings":["watts"],"from":"2026-08-01"}`: "not a setting",
	} {
		if code, out, errs := a.do(t.Context(), "", "call", "apply_sport_settings", args); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	a.call(t, "disconnect_source", `{"source":"intervals","keep_data":true}`)
	if code, out, errs := a.do(t.Context(), "", "call", "apply_sport_settings",
		`{"sport":"ride","at_service":true}`); code == 0 || !strings.Contains(errs, "nobody applies") && !strings.Contains(errs, "No service") {
		t.Errorf("not connected: exit %d: %s%s", code, out, errs)
	}
}
