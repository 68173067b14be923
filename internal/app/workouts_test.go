package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// TestAPlannedWorkoutIsComparedWithItsRide: the steps of a service's library
// come along with a plan that is put into the calendar, and the ride that was
// done by it is compared step by step.
func TestAPlannedWorkoutIsComparedWithItsRide(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"})
	day := noon.AddDate(0, 0, -2)
	file := filepath.Join(l.user, "ride.fit")
	if err := os.WriteFile(file, threeOfFour(t, day), 0o600); err != nil {
		t.Fatal(err)
	}
	l.ok(t, "", []string{"import", file})

	var library struct {
		Folders  []struct{ ID, Name string }
		Workouts []struct{ ID, Name string }
	}
	read := func(to any, args ...string) {
		t.Helper()
		if err := json.Unmarshal([]byte(l.ok(t, "", args)), to); err != nil {
			t.Fatal(err)
		}
	}
	read(&library, "call", "list_workouts", `{"folder":"Base weeks"}`)
	if len(library.Folders) != 1 || len(library.Workouts) != 6 {
		t.Fatalf("%+v", library)
	}
	l.ok(t, "", []string{"call", "get_workout", `{"id":"` + library.Workouts[0].ID + `"}`}, `[1,4,4,1]`, `"105 % FTP"`)
	l.begun = l.begun.Add(72 * time.Hour) // it was planned before it was ridden
	l.ok(t, "", []string{
		"call", "apply_training_plan",
		`{"plan_id":"` + library.Folders[0].ID + `","start_date":"` + day.Format(time.DateOnly) + `"}`,
	})
	l.begun = l.begun.Add(-72 * time.Hour)

	var rides struct{ Activities []struct{ ID string } }
	read(&rides, "call", "list_activities", `{"limit":1,"range":"`+day.Format(time.DateOnly)+`","sport":"ride","sort":"duration"}`)
	var ride struct {
		Intervals struct {
			Planned struct {
				Name, Source, Words string
				EventID             string `json:"event_id"`
				Steps               struct {
					Step, Side []string
					Interval   []*int
				}
			}
		}
	}
	read(&ride, "call", "get_activity", `{"id":"`+rides.Activities[0].ID+`","sections":["intervals"]}`)
	p := ride.Intervals.Planned
	if p.Name != "Base weeks 1" || p.Source != "calendar" || !strings.HasPrefix(p.Words, "3 of 4 done, the last") ||
		slices.Compare(p.Steps.Side, []string{"on_target", "on_target", "below", "missed"}) != 0 || p.Steps.Interval[3] != nil {
		t.Errorf("%+v", p)
	}
	l.ok(t, "", []string{"call", "get_event", `{"id":"` + p.EventID + `"}`}, `"status":"partly"`, `"repeats":{"done":3,"asked":4}`, `[1,4,4,1]`)
}

// threeOfFour is a ride of 3 of the 4 intervals of 3 minutes at 105 % of an
// FTP of 250 W, the third of them weaker.
func threeOfFour(t *testing.T, day time.Time) []byte {
	t.Helper()
	var watts []int32
	flat := func(seconds int, level int32) {
		for i := range seconds {
			watts = append(watts, level+int32(i%7)-3)
		}
	}
	flat(600, 137)
	for _, level := range []int32{262, 264, 235} {
		flat(180, level)
		flat(180, 125)
	}
	flat(600, 125)
	n := len(watts)
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, Start: day.UTC(), ElapsedS: float64(n), TimerS: float64(n),
		Columns: training.Columns{TimeS: make([]int32, n)},
	}
	for i := range n {
		r.Columns.TimeS[i] = int32(i)
	}
	valid := training.NewBitmap(n)
	for i := range n {
		valid.Set(i)
	}
	r.Columns.Data[training.Power] = training.Column{Values: watts, Valid: valid}
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{r}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestImportedWorkoutsStayHere: a folder of files would be a flood of unasked
// writes at a service, also of what is changed of them afterwards; and what a
// service then lists is none of theirs.
func TestImportedWorkoutsStayHere(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"call", "update_athlete_settings", `{"home_source":"intervals"}`})
	l.ok(t, "", []string{"sync"})
	dir := filepath.Join(l.user, "plans", "Base")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const ten = `<workout_file><name>Ten easy</name><workout><SteadyState Duration="600" Power="0.6"/></workout></workout_file>`
	if err := os.WriteFile(filepath.Join(dir, "ten.zwo"), []byte(ten), 0o600); err != nil {
		t.Fatal(err)
	}
	l.server.Forget()
	l.ok(t, "", []string{"import", filepath.Dir(dir)}, "1 new workout, 1 new folder")
	var list struct {
		Workouts []struct {
			ID string `json:"id"`
		} `json:"workouts"`
	}
	found := l.ok(t, "", []string{"call", "list_workouts", `{"folder":"Base"}`})
	if err := json.Unmarshal([]byte(found), &list); err != nil || len(list.Workouts) != 1 {
		t.Fatal(found, err)
	}
	saved := l.ok(t, "", []string{"call", "save_workout", `{"id":"` + list.Workouts[0].ID + `","name":"Ten very easy"}`}, "not_for_service")
	if strings.Contains(saved, "sent to file") {
		t.Error(saved)
	}
	l.ok(t, "", []string{"sync"})
	for _, r := range l.server.Requests() {
		if r.Method != "GET" {
			t.Errorf("the service got %s %s", r.Method, r.Path)
		}
	}
	l.ok(t, "", []string{"call", "list_workouts", `{"text":"Ten very easy"}`}, `"total":1`)
}

// TestAWorkoutKeepsTheKindOfSportThatIsSaid: one for trail runs is not one for
// any run.
func TestAWorkoutKeepsTheKindOfSportThatIsSaid(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	writeText(t, filepath.Join(p.work, "w.txt"), "- 10m 60%\n")
	p.must(t, "workout", "push", "w.txt", "--sport", "trail run", "--on", "tomorrow")
	if out := p.must(t, "call", "list_events", "{}"); !strings.Contains(out, `"sport":"running","sub_sport":"trail"`) {
		t.Error(out)
	}
}
