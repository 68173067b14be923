package web_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestEveryChartIsSaid: beside each chart stand its table and sentences on it,
// before any script ran.
func TestEveryChartIsSaid(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chart, charts := regexp.MustCompile(`<lk-chart kind="[a-z]+" data-table="([^"]+)"[^>]*aria-describedby="([^"]+)"`), 0
	for _, path := range everyPage() {
		_, body := s.ask(t, http.MethodGet, path, nil)
		found := chart.FindAllStringSubmatch(body, -1)
		if n := strings.Count(body, "<lk-chart"); n != len(found) {
			t.Errorf("%s: %d charts, of which %d are described", path, n, len(found))
		}
		for _, m := range found {
			charts++
			if !strings.Contains(body, `<table id="`+m[1]+`"`) {
				t.Errorf("%s: no table of %s", path, m[1])
			}
			if !regexp.MustCompile(`id="` + m[2] + `">\s*<p>[^<]{10,}</p>`).MatchString(body) {
				t.Errorf("%s: no sentence on %s", path, m[1])
			}
		}
		if n := strings.Count(body, `<svg class="zone-bars"`); n > strings.Count(body, `<table id="zones-`) {
			t.Errorf("%s: bars of zones without a table", path)
		}
	}
	if charts < 4 {
		t.Errorf("only %d charts", charts)
	}
	_, body := s.ask(t, http.MethodGet, "/wellness", nil)
	if !regexp.MustCompile(`Resting heart rate: last \d+ bpm \([^)]+\), lowest \d+ bpm \([^)]+\), highest \d+ bpm`).MatchString(body) {
		t.Error("the chart of the resting heart rate is not read out")
	}
}

// TestEveryPanelHasAWayOut: who finds an error, or nothing, finds where to go.
func TestEveryPanelHasAWayOut(t *testing.T) {
	t.Parallel()
	failing, bare := newSite(t), newSite(t)
	failing.table.fail = training.Errorf(training.KindUnavailable, "The store is closed.").WithFix("Start it again.")
	bare.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{}`) }
	for _, path := range everyPage() {
		_, body := failing.ask(t, http.MethodGet, path, nil)
		for i, part := range strings.Split(body, `<div class="trouble">`)[1:] {
			card, _, _ := strings.Cut(part, "</section>")
			if !regexp.MustCompile(`<p class="exits">\s*<a class="button`).MatchString(card) {
				t.Errorf("%s: failure %d has no way out: %.200s", path, i, card)
			}
		}
		_, body = bare.ask(t, http.MethodGet, path, nil)
		if m := regexp.MustCompile(`<div class="empty">\s*<p>\s*</p>`).FindString(body); m != "" {
			t.Errorf("%s: something is empty, and does not say so", path)
		}
		for _, card := range strings.Split(body, "<section")[1:] {
			card, _, _ = strings.Cut(card, "</section>")
			if _, inside, ok := strings.Cut(card, "</h2>"); ok && strings.TrimSpace(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(inside, "")) == "" &&
				!strings.Contains(card, "datetime=") && path != "/plan" { // no tool answers with a plan of nothing
				t.Errorf("%s: a card has nothing in it: %.200s", path, card)
			}
		}
	}
}
