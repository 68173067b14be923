package others

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/training"
	"lapkeep/test/workouttest"
)

// answer is what one reader made of one file.
type answer struct {
	Error    string                      `json:"error"`
	Messages map[string][]map[string]any `json:"messages"`
}

// TestWorkoutsAreReadByOthers: each reader takes each file that we write, and
// says of every step what we meant.
func TestWorkoutsAreReadByOthers(t *testing.T) {
	t.Parallel()
	python := os.Getenv("LAPKEEP_OTHERS_PYTHON")
	if python == "" {
		t.Skip("LAPKEEP_OTHERS_PYTHON names no Python that has the readers: make workouts installs them")
	}
	dir := t.TempDir()
	meant := map[string][]training.WorkoutStep{}
	for name, w := range workouttest.Shapes() {
		day := workouttest.Day(w.Sport)
		data, _, err := workoutfile.WriteFIT(&w, day)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, dir, name+".fit", data)
		back, _, err := workoutfile.ReadFIT(data)
		if err != nil {
			t.Fatal(err)
		}
		meant[name+".fit"] = back.Steps
		if data, _, err := workoutfile.WriteZWO(&w, day); err == nil {
			keep(t, dir, name+".zwo", data)
		}
	}
	out, err := exec.CommandContext(t.Context(), python, "workouts.py", "../../internal/formats/workoutfile/testdata/zwo/zwo.xsd",
		dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	var said map[string]map[string]answer
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	for _, reader := range []string{"garmin-fit-sdk", "fitdecode", "xmlschema"} {
		files := said[reader]
		for _, file := range slices.Sorted(maps.Keys(files)) {
			a := files[file]
			if a.Error != "" {
				t.Errorf("%s, %s: %s", reader, file, a.Error)
			} else if reader != "xmlschema" {
				check(t, reader+", "+file, a.Messages, meant[file])
			}
		}
		if len(files) < 5 {
			t.Errorf("%s read %d files", reader, len(files))
		}
		t.Logf("%s: %d files", reader, len(files))
	}
}

func keep(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// check holds the messages of a reader against the steps.
func check(t *testing.T, where string, messages map[string][]map[string]any, steps []training.WorkoutStep) {
	t.Helper()
	if id := messages["file_id"]; len(id) != 1 || id[0]["type"] != "workout" {
		t.Errorf("%s: %v", where, id)
	}
	var want []map[string]any
	flat(steps, &want)
	got := messages["workout_step"]
	if w := messages["workout"]; len(w) != 1 || w[0]["num_valid_steps"] != float64(len(got)) || len(got) != len(want) {
		t.Errorf("%s: %v, %d steps and not %d", where, w, len(got), len(want))
		return
	}
	for i := range want {
		want[i]["message_index"] = float64(i)
		for name, value := range want[i] {
			x, isNumber := got[i][name].(float64)
			if y, ok := value.(float64); ok && isNumber && math.Abs(x-y) < 1e-6 {
				continue
			}
			if got[i][name] != value {
				t.Errorf("%s, step %d: %s is %v, not %v", where, i, name, got[i][name], value)
			}
		}
	}
}

// flat adds steps as messages, by the names of the profile, a repeat after its
// steps and sets as a repeat.
func flat(steps []training.WorkoutStep, out *[]map[string]any) {
	for i := range steps {
		s, first := steps[i], len(*out)
		sets := 0
		if s.Exercise != nil {
			sets = s.Exercise.Sets
		}
		switch {
		case s.Kind == training.StepRepeat:
			flat(s.Steps, out)
			*out = append(*out, repeat(first, s.Count))
		case sets > 1:
			*out = append(*out, message(&s))
			if s.RestS > 0 {
				*out = append(*out, message(&training.WorkoutStep{Kind: training.StepRest, DurationS: s.RestS}))
			}
			*out = append(*out, repeat(first, sets))
		default:
			*out = append(*out, message(&s))
		}
	}
}

func repeat(first, count int) map[string]any {
	return map[string]any{
		"duration_type": "repeat_until_steps_cmplt", "duration_step": float64(first), "repeat_steps": float64(count),
	}
}

func message(s *training.WorkoutStep) map[string]any {
	m := map[string]any{"intensity": map[training.StepKind]string{
		"": "active", training.StepWork: "interval", training.StepRest: "rest",
		training.StepWarmup: "warmup", training.StepCooldown: "cooldown",
	}[s.Kind]}
	if s.Text != "" && s.Exercise == nil {
		m["notes"] = s.Text
	}
	switch {
	case s.Exercise != nil && s.Exercise.Reps > 0:
		m["duration_type"], m["duration_reps"] = "reps", float64(s.Exercise.Reps)
	case s.DistanceM > 0:
		m["duration_type"], m["duration_distance"] = "distance", s.DistanceM
	case s.DurationS > 0:
		m["duration_type"], m["duration_time"] = "time", s.DurationS
	default:
		m["duration_type"] = "open"
	}
	if s.Exercise != nil && s.Exercise.WeightKg > 0 {
		m["exercise_weight"] = s.Exercise.WeightKg
	}
	if len(s.Targets) == 0 {
		m["target_type"] = "open"
	}
	if s.Text == "Breaststroke with a pull buoy" {
		m["target_type"], m["target_stroke_type"], m["equipment"] = "swim_stroke", "breaststroke", "swim_pull_buoy"
	}
	for i, t := range s.Targets {
		target(m, []string{"", "secondary_"}[i], t, s.PowerShown)
	}
	return m
}

// target adds a target by the names that the profile has for its kind. Power
// over some seconds has none, and FIT's own numbers stay.
func target(m map[string]any, place string, t training.StepTarget, shown training.PowerShown) {
	kind := map[training.TargetOf]string{
		training.TargetPower: "power", training.TargetHR: "heart_rate", training.TargetPace: "speed", training.TargetSpeed: "speed",
		training.TargetCadence: "cadence",
	}[t.Of]
	above := map[training.TargetUnit]float64{training.TargetW: 1000, training.TargetBpm: 100}[t.Unit]
	name := kind
	m[place+"target_type"] = kind
	if t.Of == training.TargetPower && shown != "" {
		m[place+"target_type"], name = fmt.Sprintf("power_%s", shown), "value"
	}
	if t.Unit == training.TargetZone {
		zone := map[training.TargetOf]string{training.TargetPower: "power", training.TargetHR: "hr"}[t.Of]
		m[place+"target_"+zone+"_zone"] = t.Low
		return
	}
	m[place+"custom_target_"+name+"_low"], m[place+"custom_target_"+name+"_high"] = t.Low+above, t.High+above
}
