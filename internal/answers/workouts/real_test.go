package workouts_test

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
)

// TestAWorkoutThatWasGivenUp is a ride by two times ten short efforts that was
// given up after the third, with the watts that the device asked for.
func TestAWorkoutThatWasGivenUp(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(testdata.Dir(t), "fit", "fitparse-rs__hrv-activity__0abea8.fit"))
	if err != nil {
		t.Skip(err)
	}
	res, err := fit.Read(t.Context(), b, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatal(err)
	}
	r := res.Recordings[0]
	s, why := efforts.Of(stream.Of(r, stream.Limits{}))
	if why != "" {
		t.Fatal(why)
	}
	v, why := workouts.ComplianceOf(&s, workouts.CompliancePlan{Steps: r.Workout}, efforts.Day{Sport: r.Sport})
	if why != "" || v.Words.String() != "3 of 20 done, all on target, 1 interval besides" || v.Steps.Target[0].String() != "372–516 W" ||
		*v.Steps.Interval[2] != 3 {
		t.Errorf("%+v %s", v, why)
	}
}
