package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestFitnessIsAskedAsTheAddressSays: sport and constants reach the tool, what the
// legend hides stays in the table and leaves the chart.
func TestFitnessIsAskedAsTheAddressSays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness?sport=running&ctl=30&atl=5&hide=atl", nil)
	asked := s.table.asked("analyze_training_load")
	for _, want := range []string{`"sport":"running"`, `"ctl_days":30`, `"atl_days":5`} {
		if !strings.Contains(asked, want) {
			t.Errorf("%s is not asked: %s", want, asked)
		}
	}
	for _, want := range []string{
		`data-key="atl" data-line="none"`, `data-key="ctl" data-line="line"`, `data-key="load_running" data-line="bar"`,
		`data-band="fresh" data-from="5" data-to="20"`, `<data value="52" data-key="power_tss">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !strings.Contains(body, "hide=atl%2Cctl") {
		t.Error("the legend does not hide more")
	}
	if _, body := s.ask(t, http.MethodGet, "/fitness?hide=bands", nil); strings.Contains(body, "data-band") {
		t.Error("bands are there that were hidden")
	}
}

// TestFitnessHasTheAthletesSports: bars, legend and table are of the sports that the
// tool tells apart, asked for once; the switch has all that the athlete does.
func TestFitnessHasTheAthletesSports(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.Replace(b, []byte(`"running": 207`), []byte(`"running": 207, "hiking": 2, "rowing": 41, "transition": 9`), 1)
	}
	_, body := s.ask(t, http.MethodGet, "/fitness?hide=rowing", nil)
	for _, want := range []string{
		`data-key="load_cycling" data-line="bar" data-color="sport-cycling"`, `data-key="load_rowing" data-line="none" data-color="sport-rowing"`,
		`data-key="load_other" data-line="bar" data-color="sport-other"`, `<li class="sport-rowing off">`, `href="/fitness?hide=rowing&amp;sport=hiking"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(body, "sport=transition") || strings.Contains(body, `data-key="load_swimming"`) {
		t.Error("what the athlete does not do is there")
	}
	if n := s.table.calledOf("analyze_training_load"); n != 1 {
		t.Errorf("%d questions for the load", n)
	}
	if _, body = s.ask(t, http.MethodGet, "/fitness?sport=paddling", nil); !strings.Contains(body, `href="/fitness?sport=paddling" aria-current`) {
		t.Error("the sport that is looked at is not in the switch")
	}
	if s.ask(t, http.MethodGet, "/fitness?sport=%3Cb%3E", nil); strings.Contains(s.table.asked("analyze_training_load"), `"sport"`) {
		t.Error("what is no sport is asked for")
	}
	_, body = s.ask(t, http.MethodGet, "/settings", nil)
	for _, sport := range []string{"hiking", "rowing", "swimming"} {
		if !strings.Contains(body, `<option value="`+sport+`">`) {
			t.Errorf("no setting can be of %s", sport)
		}
	}
}

// TestADay: what was done and planned on it, with what the load rests on.
func TestADay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/days/2026-11-25", nil)
	for _, want := range []string{`data-day-of="2026-11-25"`, `href="/activities/`, `href="/days/2026-11-24"`, `href="/days/2026-11-26"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the day lacks %s", want)
		}
	}
	if asked := s.table.asked("list_activities"); !strings.Contains(asked, `"range":"2026-11-25"`) || !strings.Contains(asked, "load_method") {
		t.Errorf("it asked %s", asked)
	}
	if res, _ := s.ask(t, http.MethodGet, "/days/yesterday-or-so", nil); res.StatusCode != http.StatusBadRequest {
		t.Errorf("no day: %d", res.StatusCode)
	}
}

// TestZones: each week and all of them, by what was chosen, with the three parts.
func TestZones(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.table.called.Load()
	_, body := s.ask(t, http.MethodGet, "/fitness/zones?weeks=6&sport=cycling", nil)
	if n := s.table.called.Load() - before; n != 9 {
		t.Errorf("%d questions for six weeks and the sports", n)
	}
	for _, want := range []string{
		`kind="zones" data-table="zone-weeks"`, `<table id="zones-sums"`, `<table id="thirds"`,
		"55.4", "33.8", "10.8", "1.25", `class="target"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("zones lack %s", want)
		}
	}
	if asked := s.table.asked("get_training_summary"); !strings.Contains(asked, `"sport":"cycling"`) {
		t.Errorf("it asked %s", asked)
	}
}

// TestDaysOfTheChart: where a row is a day, it leads to it, and the chart shows it.
func TestDaysOfTheChart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"resolution": "week"`), []byte(`"resolution": "day"`))
	}
	_, body := s.ask(t, http.MethodGet, "/fitness", nil)
	if !strings.Contains(body, `href="/days/2026-11-`) || !strings.Contains(body, "data-day-card") {
		t.Error("days cannot be reached")
	}
}
