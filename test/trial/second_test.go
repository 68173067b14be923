//go:build e2e

package trial

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// The second athlete lifts weights, and has a watch, a ring since August, a scale and, until June,
// another watch. Its days are arithmetic, so that every fact can be checked on paper.

// secondGroups are the groups of questions that are about the second athlete.
func secondGroups() []string { return []string{"strength", "devices"} }

// lift is what was lifted in one session: so many sets of one exercise.
type lift struct {
	exercise   string
	sets, reps float64
	kg, rpe    float64
}

type gymSession struct {
	day   training.Day
	sets  string // as the athlete types them
	lifts []lift
}

func gymSessions() []gymSession {
	return []gymSession{
		{day(time.August, 4), "Squat 3x5 100kg RPE 8\nBench Press 3x8 60kg", []lift{{"Squat", 3, 5, 100, 8}, {"Bench press", 3, 8, 60, 0}}},
		{
			day(time.August, 11), "Squat 3x5 105kg RPE 8\nBench Press 3x8 62.5kg\nDeadlift 1x5 120kg",
			[]lift{{"Squat", 3, 5, 105, 8}, {"Bench press", 3, 8, 62.5, 0}, {"Deadlift", 1, 5, 120, 0}},
		},
		{
			day(time.August, 18), "Squat 2x5 110kg RPE 9\nBench Press 3x6 65kg\nPull Up 3x8",
			[]lift{{"Squat", 2, 5, 110, 9}, {"Bench press", 3, 6, 65, 0}, {"Pull up", 3, 8, 0, 0}},
		},
	}
}

// measured is what one device has for a day.
type measured struct {
	Source string                  `json:"source"`
	Days   map[string]training.Day `json:"days"`
	Body   map[string]any          `json:"body"`
	values map[training.WellnessField]float64
}

// devicesOn returns what the devices have for a day so many days ago.
func devicesOn(ago int, d training.Day) (out []measured) {
	say := func(statement, source string, values map[training.WellnessField]float64) {
		numbers := map[training.WellnessField]training.WellnessNumber{}
		for f, x := range values {
			numbers[f] = training.WellnessNumber{Value: x, Source: source}
		}
		out = append(out, measured{
			statement, map[string]training.Day{"from": d, "to": d}, map[string]any{"local_date": d, "numbers": numbers}, values,
		})
	}
	n := func(every int) float64 { return float64(ago % every) }
	if ago < 70 || ago > 72 { // the watch was being repaired
		watch := map[training.WellnessField]float64{
			training.WellnessSleepS: 25200 + 60*n(10), training.WellnessSleepDeepS: 4000 + 60*n(3), training.WellnessHRVRmssdMs: 50 + n(5),
			training.WellnessRestingHRBpm: 52 + n(3), training.WellnessSteps: 8000 + 100*n(7),
		}
		if ago%7 == 3 {
			watch[training.WellnessWeightKg] = 71.5
		}
		say("garmin", "garmin", watch)
	}
	if ago >= 60 {
		say("apple", "apple/Apple Watch", map[training.WellnessField]float64{
			training.WellnessSleepS: 24000, training.WellnessHRVSdnnMs: 80 + n(6), training.WellnessRestingHRBpm: 55,
		})
	}
	if ago < 20 {
		say("oura", "oura", map[training.WellnessField]float64{
			training.WellnessSleepS: 26400 + 60*n(8), training.WellnessSleepDeepS: 5000 + 60*n(4), training.WellnessHRVRmssdMs: 60 + n(4),
			training.WellnessRestingHRBpm: 49 + n(2), training.WellnessSteps: 6000,
		})
	}
	if ago%3 == 0 {
		say("withings", "withings", map[training.WellnessField]float64{
			training.WellnessWeightKg: 70 + 0.1*n(4), training.WellnessBodyFatPct: 14,
		})
	}
	return out
}

const secondDays = 90

// newSecond makes the second athlete, as an athlete does: an export is imported, sets are typed, and
// weight and sets are shared with assistants.
func newSecond(t *testing.T, today training.Day) (*mcp.ClientSession, ids) {
	t.Helper()
	a := newAthlete(t)
	folder := filepath.Join(a.work, "export")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(folder, "wellness.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(file, `{"format":"lapkeep-documents","version":1,"collection":"wellness","documents":%d}`+"\n", secondDays); err != nil {
		t.Fatal(err)
	}
	out := json.NewEncoder(file)
	for ago := range secondDays {
		d := today - training.Day(ago)
		if err := out.Encode(map[string]any{"id": d, "said": devicesOn(ago, d)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if said := a.run(t, "import", folder); !strings.Contains(said, "1 imported") {
		t.Fatal(said)
	}
	a.run(t, "call", "update_athlete_settings", `{"share": ["weight", "sets"]}`)
	s := a.serve(t, "--toolsets", "all", "--writes", "full")
	var entries []map[string]any
	for _, g := range gymSessions() {
		entries = append(entries, map[string]any{
			"sport": "strength", "start": g.day.String() + "T18:00", "duration_s": 3600, "name": "Gym", "sets": g.sets,
		})
	}
	must(t, s, "create_activities", map[string]any{"activities": entries})
	known := ids{}
	(&book{}).learn(t, s, known)
	return s, known
}

// run runs a command on the athlete's home, and returns what it prints.
func (a *athlete) run(t *testing.T, args ...string) string {
	t.Helper()
	var said logged
	if code := a.program(eof{}, &said, &said).Run(t.Context(), append(args, "--home", a.home)); code != 0 {
		t.Fatalf("%v: exit %d\n%s", args, code, said)
	}
	return string(said)
}

// ofGym puts down what the sets add up to.
func (b *book) ofGym() {
	epley := func(kg, reps float64) float64 { return kg * (1 + reps/30) }
	total, squatMax, benchMax := 0.0, 0.0, 0.0
	var volumes, chest []float64
	for _, g := range gymSessions() {
		volume := 0.0
		for _, l := range g.lifts {
			total += l.sets
			volume += l.sets * l.reps * l.kg
			switch l.exercise {
			case "Squat":
				squatMax = max(squatMax, epley(l.kg, l.reps))
			case "Bench press":
				benchMax = max(benchMax, epley(l.kg, l.reps))
				chest = append(chest, l.sets)
			}
		}
		volumes = append(volumes, volume)
	}
	last := gymSessions()[2]
	var names []string
	var sets []float64
	for _, l := range last.lifts {
		names, sets = append(names, l.exercise), append(sets, l.sets)
	}
	b.put("gym_last_volume", volumes[2])
	b.put("gym_last_names", names)
	b.put("gym_last_sets", sets)
	b.put("gym_squat_max", squatMax)
	b.put("gym_bench_max", benchMax)
	b.put("gym_bench_heaviest", 65.0)
	b.put("gym_bench_day", "2026-08-18")
	b.put("gym_sets", total)
	b.put("gym_volumes", volumes)
	b.put("gym_chest_sets", chest)
	b.put("gym_deadlift", 120.0)
	b.put("gym_squat_day", "2026-08-18")
	b.put("gym_pull_ups", 24.0)
	b.put("gym_squat_rpe", []float64{9, 9})
	b.put("gym_bench_set", 500.0) // 8 × 62.5 kg
}

// counted returns the values of one device on the days [from, to], so many days ago, the oldest first.
func counted(today training.Day, source string, field training.WellnessField, from, to int) (out []float64) {
	for ago := from; ago >= to; ago-- {
		for _, m := range devicesOn(ago, today-training.Day(ago)) {
			if x, ok := m.values[field]; ok && m.Source == source {
				out = append(out, x)
			}
		}
	}
	return out
}

// ofDevices puts down which device counts: the ring for nights since August, the watch before and for
// steps, the scale for weight.
func (b *book) ofDevices() {
	get := func(source string, f training.WellnessField, from, to int) []float64 {
		return counted(b.today, source, f, from, to)
	}
	const changed = "the source changed from garmin to oura on 2026-08-01, so only the 20 days from oura count"
	july := [2]int{50, 20} // days ago
	b.put("dev_sleep_source", "oura")
	b.put("dev_sleep_h", get("oura", training.WellnessSleepS, 0, 0)[0]/3600)
	b.put("dev_sleep_watch_h", get("garmin", training.WellnessSleepS, 0, 0)[0]/3600)
	b.put("dev_restarted", changed)
	b.put("dev_hrv_7d", naive.Mean(get("oura", training.WellnessHRVRmssdMs, 6, 0)))
	b.put("dev_hrv_28d", naive.Mean(get("oura", training.WellnessHRVRmssdMs, 19, 0)))
	b.put("dev_hrv_july", naive.Mean(get("garmin", training.WellnessHRVRmssdMs, july[0], july[1])))
	b.put("dev_rest_july", naive.Mean(get("garmin", training.WellnessRestingHRBpm, july[0], july[1])))
	b.put("dev_rest_week", get("oura", training.WellnessRestingHRBpm, 3, 0))
	b.put("dev_steps_yesterday", get("garmin", training.WellnessSteps, 1, 1)[0])
	b.put("dev_steps_7d", naive.Mean(get("garmin", training.WellnessSteps, 6, 0)))
	b.put("dev_weight", get("withings", training.WellnessWeightKg, 0, 0)[0])
	b.put("dev_weight_day", "2026-08-20")
	b.put("dev_weight_watch", 71.5)
	b.put("dev_weight_month", naive.Mean(get("withings", training.WellnessWeightKg, 19, 0)))
	b.put("dev_fat", 14.0)
	b.put("dev_change", "oura 2026-08-01..2026-08-20")
	b.put("dev_sdnn_june", get("apple", training.WellnessHRVSdnnMs, 72, 70))
	b.put("dev_sleep_june_h", []float64{24000.0 / 3600, 24000.0 / 3600, 24000.0 / 3600})
	b.put("dev_deep_7d_h", naive.Mean(get("oura", training.WellnessSleepDeepS, 6, 0))/3600)
	b.put("write_watch", "sleep=garmin; hrv=garmin")
	b.put("write_ring", "steps=oura")
}
