package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// TestWhatIsPutHolds from its day on until the next later entry; what was
// there for earlier days stays, and what is removed is gone.
func TestWhatIsPutHolds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var h training.History
		for _, day := range rapid.SliceOfNDistinct(rapid.Int32Range(0, 50), 1, 8, rapid.ID).Draw(t, "days") {
			h = append(h, training.ThresholdEntry{
				Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: training.Day(day),
				Values: []float64{float64(200 + day%3)},
			})
		}
		from := training.Day(rapid.Int32Range(0, 50).Draw(t, "from"))
		ftp := float64(200 + rapid.IntRange(0, 4).Draw(t, "ftp"))
		p := tools.Plan{History: h, From: from}
		p.Put(training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: from, Values: []float64{ftp}})
		after := p.After()
		next, first := training.Day(51), training.Day(51)
		for _, e := range h {
			if first = min(first, e.From); e.From > from {
				next = min(next, e.From)
			}
		}
		for day := range training.Day(51) {
			got, want := after.At(training.Cycling.Plain(), day).FTPW, h.At(training.Cycling.Plain(), day).FTPW
			if day >= from && day < next || from <= first && day < from {
				want = ftp
			}
			if got != want {
				t.Fatalf("%v from %d, next %d: %g on %d, want %g", ftp, from, next, got, day, want)
			}
		}
		q := tools.Plan{History: after, From: from}
		for _, e := range after {
			q.Remove(e)
		}
		if left := q.After(); len(left) != 0 || len(q.Changes) != len(after) {
			t.Fatalf("left: %v", left)
		}
	})
}

func TestHiddenWeightIsNotToldByTrying(t *testing.T) {
	t.Parallel()
	e := training.ThresholdEntry{Key: training.KeyWeight, From: 10, Values: []float64{61.5}}
	for hides, want := range map[bool]int{true: 1, false: 0} {
		p := tools.Plan{History: training.History{e}, From: 10, HidesWeight: hides}
		p.Put(e)
		if len(p.Changes) != want || want == 1 && p.Changes[0].Before != "" {
			t.Errorf("hidden %v: %+v", hides, p.Changes)
		}
		if err := p.Clear("weight_kg", training.Discipline{}); hides != (training.KindOf(err) == training.KindForbidden) {
			t.Errorf("hidden %v: cleared: %v", hides, err)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		asked training.Sport
		key   training.ThresholdKey
		sport training.Sport
	}{
		{"ftp_w", "", training.KeyFTP, training.Cycling},
		{"ftp_w", training.Running, training.KeyFTP, training.Running},
		{"lthr_bpm", "", training.KeyLTHR, ""},
		{"threshold_pace_s_per_km", "", training.KeyThresholdPace, training.Running},
		{"threshold_pace_s_per_km", training.Rowing, training.KeyThresholdPace, training.Rowing},
		{"css_pace_s_per_100m", training.Running, training.KeyThresholdPace, training.Swimming},
		{"pace_zones_s_per_km", "", training.KeyPaceZones, training.Running},
		{"weight_kg", training.Running, training.KeyWeight, ""},
	} {
		if k, s := tools.Named(tt.name, tt.asked.Plain()); k != tt.key || s != tt.sport.Plain() {
			t.Errorf("%s of %q: %s of %q", tt.name, tt.asked, k, s)
		} else if got := tools.DatedName(training.ThresholdEntry{Key: k, Sport: s}); got != tt.name {
			t.Errorf("%s comes back as %s", tt.name, got)
		}
	}
}

func TestWordsArePacesAsTheyAreGiven(t *testing.T) {
	t.Parallel()
	zones, err := tools.DatedBounds("pace_zones_s_per_km", []float64{1200, 1000}, true)
	if err != nil {
		t.Fatal(err)
	}
	for want, e := range map[string]training.ThresholdEntry{
		"1200, 1000": {Key: training.KeyPaceZones, Sport: training.Swimming.Plain(), Values: zones},
		"95":         {Key: training.KeyThresholdPace, Sport: training.Swimming.Plain(), Values: []float64{100. / 95}},
		"250":        {Key: training.KeyThresholdPace, Sport: training.Running.Plain(), Values: []float64{4}},
	} {
		if got := tools.DatedWords(e); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestEveryNameIsThereOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, n := range tools.FormerNames() {
		if seen[n.Old] || n.Old == n.Tool {
			t.Errorf("%s is there twice, or is no other name", n.Old)
		}
		seen[n.Old] = true
		var args map[string]any
		if err := json.Unmarshal([]byte(n.Args), &args); err != nil {
			t.Errorf("%s: %v", n.Old, err)
		}
	}
	for _, want := range []string{
		"get_activities", "icu_get_recent_activities", "icu_update_activity", "strava://athlete/fetch-all",
		"strava.trimp.banister", "get_activity_laps", "get_run_detail", "get_athlete_power_curves",
	} {
		if !seen[want] {
			t.Errorf("%s is not known", want)
		}
	}
}

func TestHintsNameNoRealActivity(t *testing.T) {
	t.Parallel()
	hints := tools.Hints()
	if len(hints) != len(tools.FormerNames()) {
		t.Errorf("%d hints for %d names", len(hints), len(tools.FormerNames()))
	}
	for old, hint := range hints {
		if strings.Contains(hint, tools.ExampleID) || len(hint) > 300 {
			t.Errorf("%s: %s", old, hint)
		}
		if _, args, ok := strings.Cut(textclean.Markdown(hint), " such as "); ok && !json.Valid([]byte(args)) {
			t.Errorf("%s: an assistant reads arguments that are no JSON: %s", old, args)
		}
	}
	if got := hints["icu_get_activity_intervals"]; got != `get_activity with arguments such as {"id": "ID", "sections": ["laps"]}` {
		t.Error(got)
	}
	if got := hints["get_fitness_summary"]; got != "analyze_training_load" {
		t.Error(got)
	}
}

// TestServicesAreToldWhatHoldsToday: a value of today goes out, for each sport
// that it holds for; one of the past stays here, with a note.
func TestServicesAreToldWhatHoldsToday(t *testing.T) {
	t.Parallel()
	const today = training.Day(100)
	ftp := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 50, Values: []float64{250}}
	heart := training.ThresholdEntry{Key: training.KeyMaxHR, From: 50, Values: []float64{190}}
	for _, tt := range []struct {
		name        string
		key         training.ThresholdKey
		sport       training.Sport
		from        training.Day
		told, notes int
	}{
		{"today", training.KeyFTP, training.Cycling, today, 1, 0},
		{"the past", training.KeyFTP, training.Cycling, 40, 0, 2},
		{"the future", training.KeyFTP, training.Cycling, today + 1, 0, 1},
		{"every sport", training.KeyMaxHR, "", today, 1, 0},
		{"what services do not have", training.KeyRestHR, training.Cycling, today, 0, 1},
	} {
		p := tools.Plan{History: training.History{ftp, heart}, From: tt.from}
		p.Put(training.ThresholdEntry{Key: tt.key, Sport: tt.sport.Plain(), From: tt.from, Values: []float64{60}})
		p.Tell(training.Athlete{HomeSource: "intervals"}, today, false)
		var e journal.Effect
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ada")
		storetest.Write(t, db, func(tx *store.Tx) error { return p.Apply(tx, "ada", &e) })
		told := 0
		for _, c := range e.Changed {
			if _, ok := c.(journal.SettingsChanged); ok {
				told++
			}
		}
		if told != tt.told || len(p.Notes) != tt.notes {
			t.Errorf("%s: %v, %q", tt.name, e.Changed, p.Notes)
		}
	}
}
