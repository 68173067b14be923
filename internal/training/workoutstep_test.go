package training

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func repeat(n int, steps ...WorkoutStep) WorkoutStep {
	return WorkoutStep{Kind: StepRepeat, Count: n, Steps: steps}
}

func TestCheckSteps(t *testing.T) {
	t.Parallel()
	minute := WorkoutStep{DurationS: 60}
	aims := func(target StepTarget) []WorkoutStep {
		return []WorkoutStep{{DurationS: 60, Targets: []StepTarget{target}}}
	}
	for name, c := range map[string]struct {
		steps []WorkoutStep
		want  Kind
	}{
		"none":                {nil, 0},
		"one":                 {[]WorkoutStep{minute}, 0},
		"repeats three deep":  {[]WorkoutStep{repeat(2, repeat(2, repeat(2, minute)))}, 0},
		"repeats four deep":   {[]WorkoutStep{repeat(2, repeat(2, repeat(2, repeat(2, minute))))}, KindTooLarge},
		"as many as there is": {[]WorkoutStep{repeat(MaxWorkoutSteps, minute)}, 0},
		"one more":            {[]WorkoutStep{repeat(MaxWorkoutSteps, minute), minute}, KindTooLarge},
		"far too many":        {[]WorkoutStep{repeat(400, repeat(400, repeat(400, minute)))}, KindTooLarge},
		"a long list":         {make([]WorkoutStep, MaxWorkoutSteps+1), KindTooLarge},
		"no kind of step":     {[]WorkoutStep{{Kind: "sprint"}}, KindInvalid},
		"repeats nothing":     {[]WorkoutStep{repeat(2)}, KindInvalid},
		"never repeated":      {[]WorkoutStep{repeat(0, minute)}, KindInvalid},
		"too often repeated":  {[]WorkoutStep{repeat(math.MaxInt, minute)}, KindInvalid},
		"steps but no repeat": {[]WorkoutStep{{Kind: StepWork, Steps: []WorkoutStep{minute}}}, KindInvalid},
		"within a repeat":     {[]WorkoutStep{repeat(2, WorkoutStep{DurationS: math.NaN()})}, KindInvalid},
		"negative":            {[]WorkoutStep{{DistanceM: -1}}, KindInvalid},
		"endless":             {[]WorkoutStep{{DurationS: math.Inf(1)}}, KindInvalid},
		"a range":             {aims(StepTarget{Of: TargetPower, Unit: TargetW, Low: 200, High: 220, Ramp: RampUp}), 0},
		"at least":            {aims(StepTarget{Of: TargetHR, Unit: TargetZone, Low: 3}), 0},
		"at most":             {aims(StepTarget{Of: TargetPace, Unit: TargetMPS, High: 3}), 0},
		"no bounds":           {aims(StepTarget{Of: TargetPower, Unit: TargetW}), KindInvalid},
		"the wrong way round": {aims(StepTarget{Of: TargetPower, Unit: TargetW, Low: 220, High: 200}), KindInvalid},
		"another's unit":      {aims(StepTarget{Of: TargetPower, Unit: TargetBpm, Low: 1, High: 2}), KindInvalid},
		"of nothing":          {aims(StepTarget{Unit: TargetW, Low: 1, High: 2}), KindInvalid},
		"no number":           {aims(StepTarget{Of: TargetCadence, Unit: TargetRPM, Low: 1, High: math.NaN()}), KindInvalid},
		"a ramp to the side":  {aims(StepTarget{Of: TargetPower, Unit: TargetFTP, Low: 1, High: 2, Ramp: "left"}), KindInvalid},
	} {
		if err := CheckSteps(c.steps); (err == nil) != (c.want == 0) || err != nil && KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStepsWrittenOut(t *testing.T) {
	t.Parallel()
	steps := []WorkoutStep{{Text: "a"}, repeat(2, WorkoutStep{Text: "b"}, repeat(3, WorkoutStep{Text: "c"})), {Text: "d"}}
	for range 2 { // it leaves what it reads as it was
		got := ""
		for _, s := range WrittenOut(steps) {
			got += s.Text
		}
		if got != "abcccbcccd" {
			t.Fatal(got)
		}
	}
	if got := StepNumbers(steps); !slices.Equal(got, []int{1, 2, 3, 3, 3, 2, 3, 3, 3, 6}) {
		t.Error(got)
	}
}

// TestSoundStepsAreFew: what is sound is written out to no more than there may
// be, and stays the same when it is kept.
func TestSoundStepsAreFew(t *testing.T) {
	t.Parallel()
	sound := 0
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 1))
		all := someSteps(random, random.IntN(5))
		if CheckSteps(all) != nil {
			continue
		}
		sound++
		out := WrittenOut(all)
		if len(out) > MaxWorkoutSteps || len(StepNumbers(all)) != len(out) {
			t.Fatalf("%d steps", len(out))
		}
		b, err := json.Marshal(StructureOf("text", all))
		if err != nil {
			t.Fatal(err)
		}
		var back Structure
		if err := json.Unmarshal(b, &back); err != nil || len(WrittenOut(back.Of("text"))) != len(out) {
			t.Fatalf("%s: %v", b, err)
		}
	}
	if sound < 200 || sound > 1900 {
		t.Errorf("%d of 2000 are sound", sound)
	}
}

func someSteps(random *rand.Rand, depth int) []WorkoutStep {
	var out []WorkoutStep
	for range 1 + random.IntN(5) {
		s := WorkoutStep{DurationS: 9000 * random.Float64()}
		if depth > 0 && random.IntN(2) == 0 {
			s = repeat(random.IntN(12), someSteps(random, depth-1)...)
		}
		out = append(out, s)
	}
	return out
}

func TestStepsBelongToTheirText(t *testing.T) {
	t.Parallel()
	s := StructureOf("- 10m 95%", []WorkoutStep{{DurationS: 600}})
	if len(s.Of("- 10m 95%")) != 1 || s.Of("- 12m 95%") != nil || s.Of("") != nil || (Structure{}).Of("") != nil {
		t.Errorf("%+v", s)
	}
	power := StepTarget{Of: TargetPower, Unit: TargetW, Low: 1}
	step := WorkoutStep{Targets: []StepTarget{{Of: TargetCadence, Unit: TargetRPM, Low: 90}, power}}
	if got, ok := step.Target(TargetPower); !ok || got != power {
		t.Errorf("%+v", got)
	}
	if _, ok := step.Target(TargetHR); ok {
		t.Error("a target that is not there")
	}
}
