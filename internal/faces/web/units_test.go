package web_test

import (
	"encoding/csv"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestEveryPanelInMilesAndFeet: who wants miles and feet finds no metric unit
// beside any number, and the tool's own digits stand beneath.
func TestEveryPanelInMilesAndFeet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	number := regexp.MustCompile(`(<data [^>]*>[^<]*</data>)\s*<span class="unit">(km|m|km/h|m/h|m/s|/km|/100 m|kg|°C|cm)</span>`)
	for _, path := range everyPage() {
		_, body := s.ask(t, http.MethodGet, path, nil)
		for _, m := range number.FindAllStringSubmatch(body, -1) {
			if !strings.Contains(m[1], "pool_length_m") { // a pool is as long as it was built
				t.Errorf("%s says %s in %s", path, m[1], m[2])
			}
		}
	}
	_, body := s.ask(t, http.MethodGet, "/settings", nil)
	if !strings.Contains(body, `<data value="61.8" data-key="weight_kg">136.2</data>`) {
		t.Error("the weight is not in pounds above the tool's kilograms")
	}
}

// unitless are columns of numbers that have no unit.
func unitless() []string {
	return []string{
		"ctl", "atl", "tsb", "load", "tss", "lap", "split", "sessions", "completed", "projected_ctl", "projected_atl", "projected_tsb",
		"projected_load", "planned_load", "done_load", "load_cycling", "load_running", "load_rowing", "load_other",
		"without_load", "cycling_load", "running_load", "swimming_load", "strength_load", "mood", "fatigue", "soreness",
		"imported", "updated", "duplicate", "ignored", "failed", "stress", "steps",
		"sleep_quality", "sleep_score", "motivation", "injury", "spo2", "menstrual_phase", "intensity_factor", "pain",
		// Each row says what it is of, with the unit: "weight_kg".
		"interval", "climb", "category", "strokes", "swolf",
		"percent_of_threshold", // says it
		"value", "latest", "mean_7d", "mean_28d",
		"polarization_index",
		"from", // of a zone, by power in W, by heart rate in beats, by pace in seconds
	}
}

// TestCSVStaysMetric: whatever the page shows, a table as CSV has the tool's
// digits and units in its names.
func TestCSVStaysMetric(t *testing.T) {
	t.Parallel()
	metric, miles := newSite(t), newSite(t)
	miles.store.units = training.ImperialUnits
	unit := regexp.MustCompile(`_(km|m|kmh|kg|s|w|bpm|rpm|spm|c|h|pct|kj|kcal|ms|per_kg|per_km|per_100m|per_h|ml|g|min|week)$`)
	link, tables := regexp.MustCompile(`href="([^"]*as=csv[^"]*)"`), 0
	for _, path := range everyPage() {
		_, body := metric.ask(t, http.MethodGet, path, nil)
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			tables++
			_, one := metric.ask(t, http.MethodGet, html.UnescapeString(m[1]), nil)
			_, other := miles.ask(t, http.MethodGet, html.UnescapeString(m[1]), nil)
			if one != other {
				t.Errorf("%s is not the same in miles", m[1])
			}
			rows, err := csv.NewReader(strings.NewReader(one)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", m[1], err)
			}
			for i, name := range rows[0] {
				number := slices.ContainsFunc(rows[1:], func(r []string) bool { return regexp.MustCompile(`^-?[0-9.]+$`).MatchString(r[i]) })
				beside := strings.HasPrefix(name, "value_") || strings.HasPrefix(name, "difference_") // each row names its metric
				if number && !beside && !unit.MatchString(name) && !slices.Contains(unitless(), name) {
					t.Errorf("%s: the column %q has no unit", m[1], name)
				}
			}
		}
	}
	if tables < 10 {
		t.Errorf("only %d tables", tables)
	}
}
