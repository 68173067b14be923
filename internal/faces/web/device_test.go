package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// ahead has what was planned still before the athlete, and nothing done of it.
func ahead(b json.RawMessage) json.RawMessage {
	b = bytes.ReplaceAll(b, []byte(`"local_date": "2026-11-24"`), []byte(`"local_date": "2026-11-28"`))
	return bytes.ReplaceAll(b, []byte(`"done": {`), []byte(`"undone": {`))
}

// TestSendToADevice: a planned session is offered as files and to the services
// that take workouts, into a folder of theirs; what was done goes to none.
func TestSendToADevice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const event = "/calendar/plan-2026-11-24-trainer"
	_, body := s.ask(t, http.MethodGet, event, nil)
	if !strings.Contains(body, `/workout.fit"`) || strings.Contains(body, `value="send"`) {
		t.Error("what was done has no file, or goes to a service")
	}
	s.table.change = ahead
	for _, path := range []string{"/", event} {
		before := s.table.calledOf("export_workout")
		_, body := s.ask(t, http.MethodGet, path, nil)
		for _, want := range []string{
			event + `/workout.fit"`, event + `/workout.zwo"`, event + `/workout.erg"`, event + `/workout.mrc"`, "Send to Intervals.icu",
			`<option value="intervals:9" selected>Rides &amp; runs</option>`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
		const loss = "Step 2: that the part “Main set” begins with it: it is left out."
		if said := strings.Contains(body, loss); said != (path == event) {
			t.Errorf("%s says what a format loses: %v", path, said)
		}
		if asked := s.table.calledOf("export_workout") > before; asked != (path == event) {
			t.Errorf("%s asked the formats: %v", path, asked)
		}
		if strings.Contains(body, `data-part="`+event+`"`) == (path == event) || path == "/" && !strings.Contains(body, `href="`+event+`#to-device"`) {
			t.Errorf("%s does not lead to what a format loses", path)
		}
		if strings.Contains(body, "A plan</option>") || strings.Contains(body, "Of this machine</option>") {
			t.Errorf("%s offers what is no folder of the service", path)
		}
	}
	send := fields(t, func() string { _, b := s.ask(t, http.MethodGet, event, nil); return b }(), "send")
	send.Set("folder", "intervals:9") // that which is chosen first
	for said, went := range map[string]string{
		`{"workouts":[{"status":"created"}]}`: "created", `{"workouts":[{"status":"unchanged"}]}`: "unchanged", `{}`: "",
	} {
		s.table.answer("create_workout", said)
		res, _ := s.send(t, event, send)
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != event+"?sent="+went {
			t.Errorf("%s: %d to %q", said, res.StatusCode, res.Header.Get("Location"))
		}
	}
	const wrote = `create_workout {"source":"intervals","workouts":[{"folder_id":"intervals:9","workout_id":"plan-2026-11-24-trainer"}]}`
	s.table.want(t, wrote, wrote, wrote)
	if res, _ := s.send(t, event, url.Values{"do": {"send"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("to no service: %d", res.StatusCode)
	}
	for sent, want := range map[string]bool{"created": true, "unchanged": true, "<b>": false} {
		if _, body := s.ask(t, http.MethodGet, event+"?sent="+url.QueryEscape(sent), nil); strings.Contains(body, `<p role="status">`) != want {
			t.Errorf("%s is told, or not: %v", sent, want)
		}
	}
}

// TestNothingToSend: without steps there is nothing to send, and a service that
// has the event, or takes no workouts, is not offered.
func TestNothingToSend(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, change := range map[string][2]string{
		"no steps":           {`"length": [`, `"lengths": [`},
		"there already":      {`"category": "workout"`, `"category": "workout", "sources": ["intervals"]`},
		"not connected":      {`"connected": true`, `"connected": false`},
		"takes no workouts":  {`"workouts"`, `"gear"`},
		"of a day long gone": {`"local_date": "2026-11-28"`, `"local_date": "2026-11-24"`},
	} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return bytes.ReplaceAll(ahead(b), []byte(change[0]), []byte(change[1]))
		}
		for _, path := range []string{"/", "/calendar/plan-2026-11-24-trainer"} {
			_, body := s.ask(t, http.MethodGet, path, nil)
			if strings.Contains(body, `value="send"`) {
				t.Errorf("%s: %s sends to a service", name, path)
			}
			if files := strings.Contains(body, "/workout.fit"); path != "/" && files == (name == "no steps") {
				t.Errorf("%s: %s offers files: %v", name, path, files)
			}
		}
	}
}

// TestWorkoutFiles: the tool's bytes come as a file, and its refusal as a page.
func TestWorkoutFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for file, want := range map[string]string{"workout.fit": "\x0e\x10\xdcR\xff", "workout.zwo": "DhDcUv8="} {
		res, body := s.ask(t, http.MethodGet, "/calendar/a%2F..%22b/"+file, nil)
		if res.StatusCode != http.StatusOK || body != want || res.Header.Get("Content-Type") != "application/octet-stream" {
			t.Errorf("%s: %d %q %s", file, res.StatusCode, body, res.Header.Get("Content-Type"))
		}
		if got, want := res.Header.Get("Content-Disposition"), "attachment; filename=a-..-b."+file[len("workout."):]; got != want {
			t.Errorf("it is called %s, not %s", got, want)
		}
	}
	if asked := s.table.asked("export_workout"); !strings.Contains(asked, `"id":"a/..\"b"`) || !strings.Contains(asked, `"inline":true`) {
		t.Errorf("it asked %s", asked)
	}
	for _, file := range []string{"workout.exe", "workout.", "workout", "other.fit"} {
		if res, _ := s.ask(t, http.MethodGet, "/calendar/e1/"+file, nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", file, res.StatusCode)
		}
	}
	s.table.fails = map[string]error{"export_workout": training.Errorf(training.KindInvalid, "Step 1 is long.").WithFix("Write a FIT file.")}
	res, body := s.ask(t, http.MethodGet, "/calendar/e1/workout.erg", nil)
	if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, "Write a FIT file.") || res.Header.Get("Content-Disposition") != "" {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	_, body = s.ask(t, http.MethodGet, "/calendar/e1", nil)
	if strings.Contains(body, "/workout.") || !strings.Contains(body, "Step 1 is long.") {
		t.Error("a format that cannot be written is offered, or its reason is kept back")
	}
	r := s.request(t, http.MethodGet, "/calendar/e1/workout.fit", nil)
	r.Header.Del("Cookie")
	if res, _ := do(t, r); res.StatusCode == http.StatusOK {
		t.Error("the file is had without a session")
	}
}
