package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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
