package workout_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

func TestTheLibraryIsWhole(t *testing.T) {
	t.Parallel()
	bySport, byPurpose, ids, names := map[training.Sport]int{}, map[workout.Purpose]int{}, map[string]bool{}, map[string]bool{}
	for _, s := range workout.AllSession() {
		bySport[s.Sport]++
		byPurpose[s.Purpose]++
		if ids[s.ID] || names[s.Name] {
			t.Errorf("%s, %q: there is one of that id or name", s.ID, s.Name)
		}
		ids[s.ID], names[s.Name] = true, true
	}
	want := map[training.Sport]int{training.Cycling: 18, training.Running: 12, training.Swimming: 5, training.Strength: 5}
	for sport, n := range want {
		if bySport[sport] != n {
			t.Errorf("%s has %d sessions, not %d", sport, bySport[sport], n)
		}
	}
	if len(ids) != 40 {
		t.Errorf("there are %d sessions", len(ids))
	}
	for _, p := range workout.Purposes() {
		if byPurpose[p] == 0 {
			t.Errorf("no session is for %s", p)
		}
	}
}

var (
	idForm     = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	sentences  = regexp.MustCompile(`^[A-Z][^.!?]{20,140}\. [A-Z][^.!?]{20,140}\.$`)
	sourceForm = regexp.MustCompile(`^\p{Lu}.* \p{Lu}+ \((19|20)[0-9]{2}\)\. \S.+[.?] .*[A-Za-z0-9]\.$`)
	articleIn  = regexp.MustCompile(`[.?] [A-Z][A-Za-z&, -]+ [0-9]+(\([0-9]+\))?:[0-9]+(-[0-9]+)?\.$`)
	publisher  = regexp.MustCompile(`\. (VeloPress|Human Kinetics|International Amateur Athletic Federation)\.$`)
)

// tags are those that doc.go lists.
var tags = []string{
	"all-out", "base", "beginner", "build", "climbing", "fresh", "indoor", "marathon", "outdoor", "race", "race-week",
}

func TestEachSessionSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, s := range workout.AllSession() {
		if !idForm.MatchString(s.ID) || len(s.ID) > 40 || s.Name == "" || len(s.Name) > 40 || strings.HasSuffix(s.Name, ".") {
			t.Errorf("%s: id and name %q", s.ID, s.Name)
		}
		if !sentences.MatchString(s.About) {
			t.Errorf("%s: two sentences, not %q", s.ID, s.About)
		}
		if !sourceForm.MatchString(s.Source) || articleIn.MatchString(s.Source) == publisher.MatchString(s.Source) {
			t.Errorf("%s: the source %q", s.ID, s.Source)
		}
		for i, tag := range s.Tags {
			if !slices.Contains(tags, tag) || i > 0 && s.Tags[i-1] >= tag {
				t.Errorf("%s: the tag %s of %q", s.ID, tag, s.Tags)
			}
		}
	}
}

// Paces that turn distances into time: of a runner who holds 4:30 a kilometre
// at threshold, and a swimmer of 1:40 a hundred metres.
const (
	runThresholdMPS = 1000.0 / 270
	swimCriticalMPS = 100.0 / 100
)

// lasts is how long the steps take, in seconds.
func lasts(sport training.Sport, steps []sessionsStep) (total float64) {
	speed := map[training.Sport]float64{training.Running: runThresholdMPS, training.Swimming: swimCriticalMPS}[sport]
	for _, s := range steps {
		total += s.seconds + s.rest
		if s.metres > 0 {
			total += s.metres / (speed * (s.low + s.high) / 200)
		}
	}
	return total
}

func TestStepsAreSound(t *testing.T) {
	t.Parallel()
	minutes := map[training.Sport][2]float64{
		training.Cycling: {30, 300}, training.Running: {20, 150}, training.Swimming: {20, 90}, training.Strength: {20, 75},
	}
	for _, s := range workout.AllSession() {
		steps, err := readText(s.Sport, s.Text)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if len(steps) > training.MaxWorkoutSteps {
			t.Errorf("%s has %d steps", s.ID, len(steps))
		}
		got := lasts(s.Sport, steps) / 60
		if bounds := minutes[s.Sport]; got < bounds[0] || got > bounds[1] {
			t.Errorf("%s lasts %.0f min", s.ID, got)
		}
		var units []string
		for _, step := range steps {
			if step.max && !slices.Contains(s.Tags, "all-out") {
				t.Errorf("%s is all-out, and no tag says so", s.ID)
			}
			if !step.max && !slices.Contains(units, step.unit) {
				units = append(units, step.unit)
			}
		}
		if len(units) != 1 { // its load is to come of one measure
			t.Errorf("%s is steered by %q", s.ID, units)
		}
	}
}

// TestCallersCannotChangeTheLibrary: what one caller does to its sessions,
// another does not see.
func TestCallersCannotChangeTheLibrary(t *testing.T) {
	t.Parallel()
	first := workout.AllSession()
	id, tag := first[0].ID, first[0].Tags[0]
	first[0].ID, first[0].Tags[0] = "changed", "changed"
	if again := workout.AllSession()[0]; again.ID != id || again.Tags[0] != tag {
		t.Errorf("%+v", again)
	}
}
