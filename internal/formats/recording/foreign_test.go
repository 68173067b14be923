package recording_test

import (
	"strings"
	"testing"

	"lapkeep/internal/formats/recording"
)

// TestTablesOfOthersAreNamed: a table that holds no recording is called what it
// is, whatever its name and quotes; another table is not.
func TestTablesOfOthersAreNamed(t *testing.T) {
	t.Parallel()
	for head, name := range map[string]string{
		"Cycle start time,Cycle end time,Cycle timezone,Recovery score %":                          "Whoop",
		"\ufeffdate,Readiness Score,Sleep Score":                                                   "Oura",
		`"title","start_time","end_time","description","exercise_title","superset_id","set_index"`: "Hevy",
		"Day,Time,Group,Food Name,Amount,Energy (kcal)":                                            "Cronometer",
		"Date,Energy (kcal),Alcohol (g),Completed":                                                 "Cronometer",
	} {
		res, err := recording.Read(t.Context(), "a.csv", []byte(head+"\r\n1,2,3\r\n"), recording.Limits{})
		if err != nil || !strings.Contains(res.Ignored.String(), name) {
			t.Errorf("%s: %q, %v", name, res.Ignored, err)
		}
	}
	if _, err := recording.Read(t.Context(), "a.csv", []byte("date,score\n1,2\n"), recording.Limits{}); err == nil {
		t.Error("any table is known")
	}
}
