package dashboard_test

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
	if !strings.Contains(body, "hide=atl%2Cctl") || strings.Contains(body, `data-key="load_cycling"`) {
		t.Error("the legend does not hide more, or another sport is there")
	}
	if _, body := s.ask(t, http.MethodGet, "/fitness?hide=bands", nil); strings.Contains(body, "data-band") {
		t.Error("bands are there that were hidden")
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
	if n := s.table.called.Load() - before; n != 8 {
		t.Errorf("%d questions for six weeks", n)
	}
	for _, want := range []string{`kind="zones" data-table="zone-weeks"`, `<table id="zones-sums"`, `<table id="thirds"`, "55.4", "33.8", "10.8", "1.25", `class="target"`} {
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
