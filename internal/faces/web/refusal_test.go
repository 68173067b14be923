package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// refusedAs sends a form as the page's script does.
func (s *site) refusedAs(t *testing.T, path string, fields url.Values) (status int, body string) {
	t.Helper()
	r := s.request(t, http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	res, text := do(t, r)
	return res.StatusCode, text
}

// TestARefusalSpeaksOfTheForm: of its labels and of what was typed, where the
// tool speaks of its keys.
func TestARefusalSpeaksOfTheForm(t *testing.T) {
	t.Parallel()
	ftp := training.Errorf(training.KindInvalid, "ftp_w cannot be 4000.").WithFix("Give ftp_w as a number from 30 to 700.").
		Of("ftp_w", "Give a number from 30 to 700.")
	for name, c := range map[string]struct {
		path, want string
		fields     url.Values
		fail       error
		chinese    bool
	}{
		"limits": {
			"/settings", `{"error":"FTP cannot be 4000.","fix":"Give a number from 30 to 700.","field":"value"}`,
			url.Values{"setting": {"ftp_w"}, "value": {"4000"}},
			ftp, false,
		},
		"pace": {
			"/settings", `{"error":"Threshold pace cannot be 0:13.","fix":"Write a pace in minutes and seconds, such as 4:13.","field":"value"}`,
			url.Values{"setting": {"threshold_pace_s_per_km"}, "value": {"0:13"}},
			training.Errorf(training.KindInvalid, "x").Of("threshold_pace_s_per_km", "Give a number from 120 to 900."), false,
		},
		"missing": {
			"/calendar", `{"error":"Name is missing.","fix":"Fill it in.","field":"name"}`,
			url.Values{"date": {"2026-12-01"}, "name": {" "}},
			training.Errorf(training.KindInvalid, "events[0] needs name.").Of("events[0].name", ""), false,
		},
		"minutes": {
			"/calendar", `{"error":"Time cannot be 90000.","fix":"Give a number from 0 to 20160.","field":"duration_minutes"}`,
			url.Values{"date": {"2026-12-01"}, "name": {"x"}, "duration_minutes": {"90000"}},
			nil, false,
		},
		"chinese": {
			"/calendar", `{"error":"缺少名称。","fix":"请填写。","field":"name"}`,
			url.Values{"date": {"2026-12-01"}, "name": {""}},
			training.Errorf(training.KindInvalid, "events[0] needs name.").Of("events[0].name", ""), true,
		},
		"a session of nothing": {
			"/plan", `{"error":"The session has no length.","fix":"Give a time, a distance, a load or steps.","field":"duration_minutes"}`,
			url.Values{"do": {"add"}, "week": {"1"}, "day": {"Friday"}, "type": {"easy"}, "duration_minutes": {""}},
			nil, false,
		},
		"all of it": {
			"/wellness", `{"error":"Nothing was filled in.","fix":"Fill in at least one field."}`, url.Values{"date": {"2026-11-27"}}, nil, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.chinese = c.chinese
			s.table.fails = map[string]error{"update_athlete_settings": c.fail, "create_events": c.fail}
			if status, got := s.refusedAs(t, c.path, c.fields); status != http.StatusUnprocessableEntity || got != c.want {
				t.Errorf("%d %s, want %s", status, got, c.want)
			}
		})
	}
}

// TestARefusedFormKeepsWhatWasTyped: without a script its page has the form as it
// was sent, and sends the same once more.
func TestARefusedFormKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	sent := url.Values{
		"date": {"2026-12-01"}, "name": {`Hills "<b>`}, "duration_minutes": {"much"}, "description": {"- 10m\n- 5m"}, "category": {"workout"},
		"sport": {"running"},
	}
	res, page := s.send(t, "/calendar", sent)
	if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, "Time cannot be much.") ||
		strings.Contains(page, "duration_minutes cannot") {
		t.Fatalf("%d %s", res.StatusCode, page)
	}
	for _, part := range []string{
		`value="Hills &#34;&lt;b&gt;"`, ">- 10m\n- 5m</textarea>", `type="hidden" name="sport" value="running"`, `type="hidden" name="token"`,
		`id="why"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("it has no %s", part)
		}
	}
	if !strings.Contains(page, `name="duration_minutes" value="much" aria-describedby="why" aria-invalid="true" autofocus`) {
		t.Error("the field does not say that it is wrong")
	}
	s.table.want(t)
}

// TestAScriptsFormSaysWhereItLeads, and asks what must be agreed to.
func TestAScriptsFormSaysWhereItLeads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if status, got := s.refusedAs(t, "/settings", url.Values{"units": {"imperial"}, "back": {"/start"}}); status != http.StatusOK || got != `{"to":"/start"}` {
		t.Errorf("%d %s", status, got)
	}
	s.table.want(t, `update_athlete_settings {"units":"imperial"}`)
}
