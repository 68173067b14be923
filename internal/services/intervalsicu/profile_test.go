package intervalsicu

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// TestWhoTheAthleteIs, with the notes, which the service's document has among
// the athletes of a key alone: a token is told of none.
func TestWhoTheAthleteIs(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Empty: true})
	born := training.NewDay(1990, 4, 12)
	want := training.Profile{
		ID: intervalstest.DefaultAthlete, Sex: training.Female, Born: &born, TimeZone: "Europe/Berlin", WeightKg: 62.5, RestHRBpm: 48,
	}
	for _, notes := range []string{"", "Knee.\n**No hills** until May.", ""} {
		if err := c.SaveNotes(t.Context(), notes); err != nil {
			t.Fatal(err)
		}
		want.Notes = notes
		if got, err := c.Profile(t.Context()); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	if n := asked(s, "updateAthlete"); n != 3 {
		t.Errorf("%d writes", n)
	}
	_, c = emulated(t, intervalstest.Options{Empty: true}, bearer)
	if got, err := c.Profile(t.Context()); err != nil || got.Sex != training.Female || got.Notes != "" {
		t.Errorf("%+v %v", got, err)
	}
}
