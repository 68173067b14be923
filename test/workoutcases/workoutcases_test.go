package workoutcases_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/workoutcases"
)

func TestExamplesAreWhole(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range workoutcases.Examples() {
		key := string(e.Sport) + e.Text
		if seen[key] {
			t.Errorf("%q is there twice", e.Text)
		}
		seen[key] = true
		var d struct {
			Steps []map[string]any `json:"steps"`
		}
		if err := json.Unmarshal([]byte(e.Doc), &d); err != nil {
			t.Errorf("%q: %v", e.Text, err)
		}
		if len(d.Steps) == 0 && e.Doc != "{}" {
			t.Errorf("%q: %s", e.Text, e.Doc)
		}
	}
}

// native is a part of a workout's form at iGPSport.
type native struct {
	Type   string
	Length struct {
		Unit  string
		Value float64
	}
	OpenDuration string
	Steps        []native
}

// seconds returns the seconds that a step adds to the total.
func (n native) seconds() int {
	switch {
	case n.OpenDuration == "true":
		return 60
	case n.Length.Unit == "Meter":
		return max(60, int(n.Length.Value/8))
	case n.Length.Unit == "Kcal":
		return max(60, int(n.Length.Value*5))
	case n.Length.Unit == "Repetition":
		sum := 0
		for _, s := range n.Steps {
			sum += s.seconds()
		}
		return int(n.Length.Value) * sum
	}
	return int(n.Length.Value)
}

func TestIGPSportsAddUp(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range workoutcases.IGPSports() {
		if seen[c.Name] {
			t.Errorf("%s is there twice", c.Name)
		}
		seen[c.Name] = true
		if err := training.CheckSteps(c.Steps); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		var d struct {
			TotalTime int
			Structure []native
		}
		if err := json.Unmarshal([]byte(c.Native), &d); err != nil {
			t.Fatalf("%s: %v in %s", c.Name, err, c.Native)
		}
		sum := 0
		for _, s := range d.Structure {
			sum += s.seconds()
		}
		if sum != d.TotalTime || sum == 0 {
			t.Errorf("%s: the steps take %d s, the whole %d s", c.Name, sum, d.TotalTime)
		}
	}
}
