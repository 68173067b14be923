package igpsport

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

const sweetSpot = "- 10m 50-65%\n\n2x\n- 20m 88-94%\n- 5m 120-130w\n\n- 10m 45-55%"

func by(ftp float64) efforts.Day {
	return efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: ftp}}
}

// session returns a workout of a text.
func session(id, name, text string) training.LibraryWorkout {
	w, _ := steptext.Read(text, training.Cycling)
	return training.LibraryWorkout{
		ID: id, Name: name, Sport: training.Cycling, Description: text, Structure: training.StructureOf(text, w.Steps),
	}
}

// plain returns a text without the class that every step has there.
func plain(w training.LibraryWorkout) string {
	return strings.ReplaceAll(w.Description, " intensity=active", "")
}

func save(t *testing.T, c *Client, w training.LibraryWorkout, fields ...string) source.SavedSteps {
	t.Helper()
	saved, err := c.SaveSteps(t.Context(), w, by(250), fields...)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// TestAWorkoutReadsBackInWatts: 2×20 minutes at 88–94 % of an FTP of 250 W, also
// where the service does not say which workout it made.
func TestAWorkoutReadsBackInWatts(t *testing.T) {
	t.Parallel()
	for _, null := range []bool{false, true} {
		both(t, igpsporttest.Options{NullCreated: null}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			before, err := c.WorkoutIDs(t.Context())
			if err != nil || len(before) != 3 {
				t.Fatalf("%v %v", before, err)
			}
			save(t, c, session("", "2x20", sweetSpot)) // one of the same name
			saved := save(t, c, session("", "2x20", sweetSpot))
			want := "- 10m 125-162w\n\n2x\n- 20m 220-235w\n- 5m 120-130w\n\n- 10m 112-138w"
			got, err := c.Workout(t.Context(), saved.ID)
			if err != nil || got.Name != "2x20" || got.Sport != training.Cycling || got.MovingTimeS != 4200 {
				t.Errorf("%+v %v", got, err)
			}
			if d := cmp.Diff(want, plain(got)); d != "" {
				t.Error(d)
			}
			if all, err := c.Workouts(t.Context()); err != nil || len(all) != 5 {
				t.Errorf("%d workouts, %v", len(all), err)
			}
			if len(saved.Losses) != 1 || !strings.Contains(saved.Losses[0].String(), "written as watts at an FTP of 250 W") ||
				len(saved.Differs) > 0 {
				t.Errorf("%q %+v", saved.Losses, saved.Differs)
			}
			if err := c.DeleteWorkout(t.Context(), saved.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Workout(t.Context(), saved.ID); training.KindOf(err) != training.KindNotFound {
				t.Errorf("deleted: %v", err)
			}
		})
	}
}

// TestAWorkoutIsChanged by its id, its steps only where they are meant.
func TestAWorkoutIsChanged(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		ids, err := c.WorkoutIDs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		id := ids[len(ids)-1]
		before, err := c.Workout(t.Context(), id)
		if err != nil || len(before.Structure.Steps) == 0 {
			t.Fatalf("%+v %v", before, err)
		}
		w := before
		w.Name = "Renamed"
		if got := save(t, c, w, "name"); got.Name != "Renamed" || cmp.Diff(before.Structure, got.Structure) != "" ||
			len(got.Losses)+len(got.Differs) > 0 {
			t.Errorf("%+v", got)
		}
		w.Sport = training.Running
		if got := save(t, c, w, "sport"); got.Sport != training.Running || got.Name != "Renamed" {
			t.Errorf("%+v", got)
		}
		got := save(t, c, session(id, "Other", "- 5m 200-210w"), "name", "description")
		if plain(got.LibraryWorkout) != "- 5m 200-210w" || got.ID != id {
			t.Errorf("%+v", got)
		}
		if now, err := c.WorkoutIDs(t.Context()); err != nil || len(now) != len(ids) {
			t.Errorf("%v %v", now, err)
		}
	})
}

// TestWhatTheServiceCannotTakeIsTold, or refused in a sentence.
func TestWhatTheServiceCannotTakeIsTold(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		nested := session("", "Nested", "- 5m 200-210w")
		step := nested.Structure.Steps[0]
		nested.Structure.Steps = []training.WorkoutStep{{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{
			{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{step}}, step,
		}}}
		got := save(t, c, nested)
		if n := len(training.WrittenOut(got.Structure.Steps)); n != 8 || len(got.Losses) != 1 || len(got.Differs) > 0 ||
			!strings.Contains(got.Losses[0].String(), "a repeat within a repeat, which iGPSport loses") {
			t.Errorf("%d steps, %q", n, got.Losses)
		}
		swim := session("", "Swim", "- 5m 200-210w")
		swim.Sport = training.Swimming
		for name, w := range map[string]training.LibraryWorkout{
			"sport": swim, "steps": session("", "Words", "Easy"), "name": session("", "", "- 5m"), "id": session("../1", "Up", "- 5m"),
		} {
			if _, err := c.SaveSteps(t.Context(), w, by(250), "name"); training.KindOf(err) == training.KindInternal || err == nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := c.DeleteWorkout(t.Context(), "../1"); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%v", err)
		}
		if n := asked(s, "saveWorkout"); n != 1 {
			t.Errorf("%d were sent", n)
		}
	})
}

// TestALostAnswerIsNoSecondWorkout: a new one is not sent again.
func TestALostAnswerIsNoSecondWorkout(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		s.Inject(igpsporttest.Fault{Operation: "saveWorkout", Times: 1, Cut: true, Late: true})
		if _, err := c.SaveSteps(t.Context(), session("", "Lost", sweetSpot), by(250)); training.KindOf(err) != training.KindUnavailable {
			t.Errorf("%v", err)
		}
		if ids, err := c.WorkoutIDs(t.Context()); err != nil || len(ids) != 4 || asked(s, "saveWorkout") != 1 {
			t.Errorf("%v %v", ids, err)
		}
	})
}

// TestManyWorkoutsArePagedThrough, once each.
func TestManyWorkoutsArePagedThrough(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		s.Do(r, func(m *igpsporttest.Member) {
			for i := range 45 {
				m.Workouts = append(m.Workouts, &igpsporttest.Workout{ID: 700000 + i, Doc: m.Workouts[0].Doc})
			}
		})
		ids, err := c.WorkoutIDs(t.Context())
		seen := map[string]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if err != nil || len(ids) != 48 || len(seen) != 48 {
			t.Errorf("%d of %d, %v", len(seen), len(ids), err)
		}
	})
}
