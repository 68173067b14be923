package archive

import (
	"strings"
	"testing"
	"time"

	"lapkeep/internal/training"
)

// phases reads a table of cycles: the first letter of each day's phase, "." of
// a day without, from 1 March 2024.
func phases(t *testing.T, text string) string {
	t.Helper()
	d := newDiary(func(time.Time) (*time.Location, bool) { return time.UTC, true })
	if err := rows(strings.NewReader(text), "", func(v cycleRow) { d.cycle(&v) }); err != nil {
		t.Fatal(err)
	}
	out := ""
	for day := training.NewDay(2024, 3, 1); day < training.NewDay(2024, 4, 1); day++ {
		phase := "."
		if w := d.days[day]; w != nil {
			phase = w.Words[training.WellnessMenstrualPhase].Text[:1]
		}
		out += phase
	}
	return strings.TrimRight(out, ".")
}

func TestCycles(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"a whole one": {
			`[{"startDate":"2024-03-02","periodLength":4,"cycleLength":20,"fertileWindowStart":8,"lengthOfFertileWindow":3}]`,
			".ppppfffooolllllllllll"[:21],
		},
		"a calendar": {
			`{"cycleSummaries":[{"startDate":"2024-03-01","periodLength":2},{"startDate":"2024-03-29","periodLength":2,"predictedCycle":true}]}`, "pp",
		},
		"a summary": {`{"periodStartDate":"2024-03-03","periodLength":3,"isPredictedCycle":false,"cycleLength":500}`, "..ppp"},
		"nobody":    {`[{"startDate":"2024-03-01","periodLength":40},{"periodLength":3},{"startDate":"2024-03-01"},{"startDate":7.5,"periodLength":"x"}]`, ""},
		"pregnant":  {`{"periodStartDate":"2024-03-03","periodLength":3,"currentPhaseType":"SECOND_TRIMESTER"}`, ""},
	} {
		if got := phases(t, tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if !isTable("di-connect-wellness/x_menstrualcycles_2.json", menstrual) || isTable("di-connect-wellness/menstrual.txt", menstrual) {
		t.Error("the table is known by its name")
	}
}
