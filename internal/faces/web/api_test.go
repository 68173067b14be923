package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// send posts a form as a browser without scripts does: no header has the token.
func (s *site) send(t *testing.T, path string, fields url.Values) (*http.Response, string) {
	t.Helper()
	fields.Set("token", s.token)
	r := s.request(t, http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Del("X-Lapkeep-Token")
	return do(t, r)
}

// fields returns the fields of the form with a button on a page, with their
// values.
func fields(t *testing.T, page, button string) url.Values {
	t.Helper()
	out := url.Values{}
	for _, form := range regexp.MustCompile(`(?s)<form.*?</form>`).FindAllString(page, -1) {
		if !strings.Contains(form, `name="do" value="`+button+`"`) {
			continue
		}
		for _, m := range regexp.MustCompile(`<input[^>]* name="([^"]+)"[^>]*?(?: value="([^"]*)")?[^>]*>`).FindAllStringSubmatch(form, -1) {
			value := regexp.MustCompile(` value="([^"]*)"`).FindStringSubmatch(m[0])
			if value != nil {
				out.Set(m[1], value[1])
			}
		}
		for _, m := range regexp.MustCompile(`(?s)<select name="([^"]+)">(.*?)</select>`).FindAllStringSubmatch(form, -1) {
			if at := regexp.MustCompile(`value="([^"]*)" selected`).FindStringSubmatch(m[2]); at != nil {
				out.Set(m[1], at[1])
			}
		}
		for _, m := range regexp.MustCompile(`(?s)<textarea name="([^"]+)"[^>]*>(.*?)</textarea>`).FindAllStringSubmatch(form, -1) {
			out.Set(m[1], m[2])
		}
		out.Set("do", button)
		return out
	}
	t.Fatalf("no form has the button %q", button)
	return nil
}

// TestEventsMoveByForm: the date that is chosen goes to the tool, and a copy is
// shown after it was made.
func TestEventsMoveByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/calendar/plan-2026-11-24-trainer", nil)
	move := fields(t, page, "move")
	if move.Get("date") != "2026-11-24" {
		t.Errorf("the form begins at %q", move.Get("date"))
	}
	move.Set("date", "2026-12-01")
	res, _ := s.send(t, "/calendar/plan-2026-11-24-trainer", move)
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/calendar/plan-2026-11-24-trainer" {
		t.Errorf("moved: %d to %q", res.StatusCode, res.Header.Get("Location"))
	}
	s.table.answer("duplicate_events", `{"events":[{"id":"new/one"}]}`)
	res, _ = s.send(t, "/calendar/e1", url.Values{"date": {"2026-12-02"}, "do": {"copy"}})
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/calendar/new%2Fone" {
		t.Errorf("copied: %d to %q", res.StatusCode, res.Header.Get("Location"))
	}
	s.table.want(t, `update_event {"date":"2026-12-01","id":"plan-2026-11-24-trainer"}`, `duplicate_events {"date":"2026-12-02","ids":["e1"]}`)
	for _, date := range []string{"", "yesterday", "2026-13-40", "<script>"} {
		if res, body := s.send(t, "/calendar/e1", url.Values{"date": {date}, "do": {"move"}}); res.StatusCode != http.StatusUnprocessableEntity ||
			!strings.Contains(body, "<strong>Date ") || strings.Contains(body, "<script>\"") {
			t.Errorf("to %q: %d", date, res.StatusCode)
		}
	}
	if res, _ := s.ask(t, http.MethodPost, "/calendar/e1", strings.NewReader(`{"date":"2026-12-02"}`)); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("what is no form: %d", res.StatusCode)
	}
	s.table.want(t)
}

// TestAFormAsksBeforeItWrites: what wants a yes is asked on a page, and the same
// fields go again with what was agreed to.
func TestAFormAsksBeforeItWrites(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.asks = &journal.NeedsConsent{Preview: journal.Preview{Token: "K7Q2", Summary: "In the past: <b>ride</b>."}}
	res, body := s.send(t, "/calendar/e1", url.Values{"date": {"2026-11-01"}, "do": {"move"}})
	if res.StatusCode != http.StatusConflict || !strings.Contains(body, "In the past: &lt;b&gt;ride") || strings.Contains(body, "<b>ride") {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	again := url.Values{}
	form := regexp.MustCompile(`(?s)<form class="exits".*?</form>`).FindString(body)
	for _, m := range regexp.MustCompile(`name="([^"]+)" value="([^"]*)"`).FindAllStringSubmatch(form, -1) {
		again.Set(m[1], m[2])
	}
	if res, _ := s.send(t, "/calendar/e1", again); res.StatusCode != http.StatusSeeOther {
		t.Errorf("agreed: %d", res.StatusCode)
	}
	s.table.want(t, `update_event {"date":"2026-11-01","id":"e1"}`, `update_event {"date":"2026-11-01","id":"e1"} K7Q2`)
}

// TestAMoveIsAskedInWords: of the page, with buttons that say what they do; so
// does the journal.
func TestAMoveIsAskedInWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	moved := i18n.Sentencef("Move %s from %s to %s, a day in the past.", i18n.Name("Long run"), "2026-11-29", "2026-11-24")
	preview := func() *journal.NeedsConsent {
		return &journal.NeedsConsent{Preview: journal.Preview{
			Token: "K7Q2", Tool: "update_event", Summary: moved,
			Changes: []journal.Change{
				{Target: "plan-2026-11-29-long-run", Field: "date", Before: "2026-11-29T00:00:00", After: "2026-11-24T00:00:00"},
			},
		}}
	}
	s.table.asks = preview()
	move := url.Values{"date": {"2026-11-24"}, "do": {"move"}}
	_, body := s.send(t, "/calendar/e1", move)
	const asks = "Move Long run from Sun, Nov 29 to Tue, Nov 24, a day in the past?"
	if !strings.Contains(body, asks) || strings.Contains(body, "T00:00:00") || !strings.Contains(body, `type="submit">Move</button>`) ||
		!strings.Contains(body, ">Cancel</a>") {
		t.Error(body)
	}
	s.table.asks = preview()
	if _, got := s.refusedAs(t, "/calendar/e1", move); !strings.Contains(got, `"question":"`+asks+`","yes":"Move","no":"Cancel"`) {
		t.Error(got)
	}
	s.chinese, s.table.asks = true, preview()
	if _, got := s.refusedAs(t, "/calendar/e1", move); !strings.Contains(got, `（已经过去的日子）？","yes":"移动","no":"取消"`) {
		t.Error(got)
	}
	s.chinese = false
	s.store.entries = []store.JournalEntry{{ID: "j1", Tool: "update_event", Summary: string(moved)}}
	s.holds(t, "/journal", "Move Long run from Sun, Nov 29 to Tue, Nov 24, a day in the past.")
	s.store.entries[0].Forward = json.RawMessage(`{"changes":[
		{"target":"cycling from 2026-11-29","field":"ftp_w","before":"250 (since 2026-01-01)","after":"260","of":"settings"},
		{"target":"athlete","field":"birth_year","after":"1987","of":"settings"}]}`)
	s.holds(t, "/journal", "cycling from 2026-11-29, FTP: 250 (since 2026-01-01) → 260")
	s.holds(t, "/journal", "nothing → 1987")
}

// TestPlansChangeByForm: only what somebody changed is written.
func TestPlansChangeByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/plan", nil)
	if !strings.Contains(page, `readonly rows="4" aria-label="Workout text">1h easy</textarea>`) {
		t.Error("there is nothing to copy")
	}
	send := func(do string, change url.Values, want int) {
		t.Helper()
		f := fields(t, page, do)
		for k, v := range change {
			f[k] = v
		}
		if do == "remove" {
			f.Set("do", do)
		}
		if res, body := s.send(t, "/plan", f); res.StatusCode != want {
			t.Errorf("%s %v: %d %s", do, change, res.StatusCode, body)
		}
	}
	send("save", url.Values{"duration_minutes": {"45.5"}, "structure": {""}}, http.StatusSeeOther)
	send("save", url.Values{"day": {"Friday"}, "name": {"Hills"}}, http.StatusSeeOther)
	send("save", nil, http.StatusUnprocessableEntity)
	send("save", url.Values{"load": {"NaN"}}, http.StatusUnprocessableEntity)
	send("save", url.Values{"week": {"-1"}}, http.StatusUnprocessableEntity)
	send("remove", nil, http.StatusSeeOther)
	send("add", url.Values{"day": {"Sunday"}, "type": {"long"}, "distance_km": {"18"}, "sport": {"running"}}, http.StatusSeeOther)
	send("add", url.Values{"type": {"rest"}}, http.StatusSeeOther)
	send("add", url.Values{"type": {"easy"}}, http.StatusUnprocessableEntity)
	send("publish", nil, http.StatusSeeOther)
	f := fields(t, page, "save")
	f.Set("name", "Hills")
	f.Set("back", "/plan?weeks=all")
	if res, _ := s.send(t, "/plan", f); res.Header.Get("Location") != "/plan?weeks=all#week-1" {
		t.Errorf("after it one is at %q", res.Header.Get("Location"))
	}
	s.table.want(t,
		`edit_training_plan {"id":"spring","operations":[{"fields":{"duration_minutes":45.5,"structure":null},"op":"set","session":"s1"}]}`,
		`edit_training_plan {"id":"spring","operations":[{"fields":{"name":"Hills"},"op":"set","session":"s1"},`+
			`{"day":"Friday","op":"move","session":"s1","to_week":1}]}`,
		`edit_training_plan {"id":"spring","operations":[{"op":"remove","session":"s1"}]}`,
		`edit_training_plan {"id":"spring","operations":[{"day":"Sunday","fields":{"distance_km":18,"name":"Long","sport":"running","type":"long"},`+
			`"op":"add","week":1}]}`,
		`edit_training_plan {"id":"spring","operations":[{"day":"Friday","fields":{"name":"Rest","type":"rest"},"op":"add","week":1}]}`,
		`apply_training_plan {"plan_id":"spring"}`,
		`edit_training_plan {"id":"spring","operations":[{"fields":{"name":"Hills"},"op":"set","session":"s1"}]}`)
}

// TestAnUndoneEntryLeadsToItsDay: its page goes with it. What has no sport is told
// by its day alone.
func TestAnUndoneEntryLeadsToItsDay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for tool, leaves := range map[string]bool{"create_events": true, "duplicate_events": true, "update_event": false} {
		s.store.entries = []store.JournalEntry{{ID: "j1", Tool: tool, Inverse: json.RawMessage(`[{"id":"plan-2026-11-24-trainer"}]`)}}
		_, page := s.ask(t, http.MethodGet, "/calendar/e1", nil)
		if strings.Contains(page, `class="last-change" data-leaves`) != leaves || strings.Contains(page, `name="back" value="/calendar?date=2026-11-24"`) != leaves {
			t.Errorf("after %s: leaves is not %v", tool, leaves)
		}
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return regexp.MustCompile(`"sport": ?"[a-z]+",`).ReplaceAll(b, nil)
	}
	s.holds(t, "/calendar/e1", `<p class="sub">Tue, Nov 24</p>`)
}

// TestTheLastChangeIsTakenBack where it shows, and by a form comes back to where
// one was, never to another site.
func TestTheLastChangeIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.entries = []store.JournalEntry{
		{ID: "j5", Tool: "undo", Summary: "Undo: x", Undoes: "j4"},
		{ID: "j4", Tool: "update_event", UndoneAt: time.Now()},
		{ID: "j3", Tool: "update_wellness"},
		{ID: "j2", Tool: "update_event", Summary: "Change the event."},
		{ID: "j1", Tool: "update_event", Summary: "Change the event.", Inverse: json.RawMessage(`[{"id":"plan-2026-11-24-trainer"}]`)},
	}
	for path, want := range map[string]string{
		"/calendar?view=week&date=2026-11-24": "/journal/j2/undo",
		"/calendar/e1":                        "/journal/j1/undo", "/calendar?view=agenda": "/journal/j2/undo",
	} {
		_, page := s.ask(t, http.MethodGet, path, nil)
		if strings.Count(page, "<lk-undo") != 1 || !strings.Contains(page, want) || !strings.Contains(page, "Last change: Change the event.") {
			t.Errorf("%s does not offer to take back the last change alone", path)
		}
	}
	if _, page := s.ask(t, http.MethodGet, "/plan", nil); strings.Contains(page, "<lk-undo") {
		t.Error("the plan takes back what is not its own")
	}
	for back, want := range map[string]string{
		"/calendar?view=week": "/calendar?view=week", "//evil.example": "/journal", "https://evil.example/": "/journal",
		`/\evil.example`: "/journal", "": "/journal", "javascript:alert(1)": "/journal",
	} {
		res, _ := s.send(t, "/journal/j2/undo", url.Values{"back": {back}})
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != want {
			t.Errorf("back to %q: %d %q", back, res.StatusCode, res.Header.Get("Location"))
		}
	}
	res, body := s.ask(t, http.MethodPost, "/journal/j2/undo", strings.NewReader("{}"))
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"said":"Undone."`) {
		t.Errorf("a script's undo: %d %s", res.StatusCode, body)
	}
}

// TestAnUndoThatChangedNothingIsNotCalledUndone by a script or by a form.
func TestAnUndoThatChangedNothingIsNotCalledUndone(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *web.Options) {
		o.Undo = func(context.Context, string) (journal.Outcome, error) {
			return journal.Outcome{JournalID: "u", Idle: true, NotShown: []i18n.Sentence{"It is not shown."}}, nil
		}
	})
	want := "Nothing you see has changed. It is not shown."
	if _, body := s.ask(t, http.MethodPost, "/journal/j2/undo", strings.NewReader("{}")); !strings.Contains(body, `"said":"`+want+`"`) {
		t.Errorf("to a script: %s", body)
	}
	res, body := s.send(t, "/journal/j2/undo", url.Values{"back": {"/plan"}})
	if res.StatusCode != http.StatusOK || !strings.Contains(body, want) {
		t.Errorf("to a form: %d %s", res.StatusCode, body)
	}
}

// TestFormsInMilesSendMetric: who reads miles and pounds types them, and the tools
// are sent kilometres and kilograms; what nobody changed is not sent.
func TestFormsInMilesSendMetric(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	s.holds(t, "/wellness", "Weight, lb", `min="44.1"`)
	s.holds(t, "/settings", "Weight, lb", "min:s per mi", "min:s per 100 yd")
	for _, path := range []string{"/calendar/x", "/plan"} {
		s.holds(t, path, "Distance, mi")
	}
	for _, c := range []struct {
		path string
		form url.Values
		want string
	}{
		{"/wellness", url.Values{"date": {"2026-11-27"}, "weight_kg": {"136.2"}}, `"weight_kg":"61.779"`},
		{"/settings", url.Values{"setting": {"weight_kg"}, "value": {"136.2"}}, `"weight_kg":61.779`},
		{"/settings", url.Values{"setting": {"threshold_pace_s_per_km"}, "value": {"8:00"}}, `"threshold_pace_s_per_km":298.258`},
		{
			"/plan",
			url.Values{
				"plan": {"p"}, "do": {"save"}, "session": {"s"}, "distance_km": {"6"}, "was.distance_km": {"5"},
				"week": {"1"}, "was.week": {"1"},
			},
			`"distance_km":9.656`,
		},
	} {
		s.send(t, c.path, c.form)
		s.table.mu.Lock()
		got := strings.Join(s.table.wrote, "; ")
		s.table.wrote = nil
		s.table.mu.Unlock()
		if !strings.Contains(got, c.want) {
			t.Errorf("%s sends %s, want %s", c.path, got, c.want)
		}
	}
}

// TestLengthsInMiles: a run's distances are miles, a swim's yards, and nothing is
// 0.00 ft.
func TestLengthsInMiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	for _, path := range everyPage() {
		if _, body := s.ask(t, http.MethodGet, path, nil); regexp.MustCompile(`>-?0\.0+</data>`).MatchString(body) {
			t.Errorf("%s says a zero in decimals", path)
		}
	}
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"curve":{"distance_m":[1000],"pace_s_per_km":[300],"time_s":[300]}}`)
	}
	s.holds(t, "/curves?kind=distance", `title="1000 m">0.62</data> <span class="unit">mi</span>`)
	s.holds(t, "/curves?kind=swim-distance", `title="1000 m">1,094</data> <span class="unit">yd</span>`)
}

// TestSettingsAreSetFromADayOn without a script, and a pace as people write it.
func TestSettingsAreSetFromADayOn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		fields url.Values
		want   string
	}{
		{
			url.Values{"setting": {"ftp_w"}, "sport": {"cycling"}, "value": {"251"}, "effective_from": {"2026-11-01"}},
			`update_athlete_settings {"effective_from":"2026-11-01","ftp_w":251,"sport":"cycling"}`,
		},
		{
			url.Values{"setting": {"threshold_pace_s_per_km"}, "sport": {"running"}, "value": {"4:13"}},
			`update_athlete_settings {"sport":"running","threshold_pace_s_per_km":253}`,
		},
		{url.Values{"setting": {"weight_kg"}, "sport": {"cycling"}, "value": {"61,5"}}, `update_athlete_settings {"weight_kg":61.5}`},
		{
			url.Values{"units": {"imperial"}, "week_start": {"sunday"}, "time_zone": {"Asia/Shanghai"}},
			`update_athlete_settings {"time_zone":"Asia/Shanghai","units":"imperial","week_start":"sunday"}`,
		},
		{url.Values{"keep": {"weight"}, "share": {"notes", "weight"}}, `update_athlete_settings {"share":["notes"]}`},
		{url.Values{"keep": {"weight"}, "share": {"weight"}}, `update_athlete_settings {"share":[]}`},
	} {
		res, _ := s.send(t, "/settings", c.fields)
		if res.StatusCode != http.StatusSeeOther {
			t.Errorf("%v: %d", c.fields, res.StatusCode)
		}
		s.table.want(t, c.want)
	}
	for _, fields := range []url.Values{
		{"setting": {"home_source"}, "value": {"1"}},
		{"setting": {"ftp_w"}, "value": {"much"}},
		{"setting": {"ftp_w"}, "value": {"4:75"}},
		{},
	} {
		if res, _ := s.send(t, "/settings", fields); res.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", fields, res.StatusCode)
		}
	}
	s.table.want(t)
}

// TestCheckInNeedsNoScript: what was filled in, and nothing else.
func TestCheckInNeedsNoScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	res, _ := s.send(t, "/wellness", url.Values{
		"date": {"2026-11-27"}, "mood": {"2"}, "weight_kg": {" 61.5 "}, "fatigue": {""}, "other": {"1"},
	})
	if res.StatusCode != http.StatusSeeOther {
		t.Errorf("%d", res.StatusCode)
	}
	s.table.want(t, `update_wellness {"date":"2026-11-27","values":{"mood":"2","weight_kg":"61.5"}}`)
	if _, body := s.ask(t, http.MethodGet, "/wellness", nil); strings.Contains(body, "noscript") {
		t.Error("the form asks for a script")
	}
}
