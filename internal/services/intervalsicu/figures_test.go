package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

// TestAListAsksForAllFigures: what is read is asked for.
func TestAListAsksForAllFigures(t *testing.T) {
	t.Parallel()
	for f := range reflect.TypeFor[Figures]().Fields() {
		if name := f.Tag.Get("json"); !slices.Contains(Fields(), name) {
			t.Errorf("%s is not asked for", name)
		}
	}
}

// TestFiguresAreTheServicesWord: each is kept as it is said, and none that is
// not said.
func TestFiguresAreTheServicesWord(t *testing.T) {
	t.Parallel()
	read := func(text string) training.Figures {
		var a Activity
		head := `{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00"`
		if err := json.Unmarshal([]byte(head+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		return a.Read(time.UTC).Rated.Figures
	}
	mild, frost := 4.5, 0.0
	want := training.Figures{
		CTL: 38.8, ATL: 56.7, TRIMP: 62.9, SessionRPE: 307, DecouplingPct: -1.5, EfficiencyFactor: 1.47,
		VariabilityIndex: 1.1, PowerHRRatio: 1.34,
		Polarization: 1.07, WorkAboveFTPKJ: 3.155, CaloriesKcal: 459, CarbsUsedG: 81, BalancePct: 50.8, StrideM: 1.08,
		AvgTempC: &mild, MinTempC: &frost,
		PowerMeter: "Favero Assioma DUO", Intervals: []string{"3x 8m 250w"},
	}
	got := read(`,"icu_ctl":38.8,"icu_atl":56.7,"trimp":62.9,"session_rpe":307,"decoupling":-1.5,"icu_efficiency_factor":1.47,
		"icu_variability_index":1.1,"icu_power_hr":1.34,"polarization_index":1.07,"icu_joules_above_ftp":3155,"calories":459,"carbs_used":81,
		"avg_lr_balance":50.8,"average_stride":1.08,"average_temp":4.5,"min_temp":0,"max_temp":null,"power_meter":"Favero Assioma DUO",
		"interval_summary":["3x 8m 250w"]`)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := read(""); !reflect.DeepEqual(got, training.Figures{}) {
		t.Errorf("of what is not said: %+v", got)
	}
}
