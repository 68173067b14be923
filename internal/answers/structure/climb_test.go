package structure_test

import (
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestTimesOnANamedClimb: the quickest first, whatever accents and apostrophes
// its name is written with; of intervals of other lengths the newest.
func TestTimesOnANamedClimb(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	climb := func(id training.ActivityID, day training.Day, name string, metres float64, seconds ...float64) {
		d := training.Drawn{Ref: "file:" + string(id), Source: "tri", Day: day}
		for _, x := range seconds {
			d.Intervals = append(d.Intervals, training.DrawnInterval{Name: name, StartS: 60, EndS: 60 + x, DistanceM: metres, AvgPowerW: 250})
		}
		s.Say(document.Drawn, d.Ref, "tri", day, d)
	}
	climb(answerstest.Ride, 10, "Alpe d’Huez", 13_800, 3600, 3300)
	climb(answerstest.NoPower, 20, "ALPE D'HUEZ (virage 21)", 13_600, 3000)
	climb(answerstest.ActivityRun, 30, "Col d'Èze", 9000, 1800)
	find := func(name string) *structure.Answer {
		t.Helper()
		q := structure.Query{Name: name, Days: training.DayRange{From: 0, To: 100}}
		a, err := structure.Named(t.Context(), s, answerstest.ActivityModel, answers.Frame{}, q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := find("alpe d'huez")
	if a.Total != 2 || a.Order != "quickest first" || a.Activities[0].QuickestS != 3000 || a.Activities[1].QuickestS != 3300 {
		t.Errorf("%+v", a)
	}
	if a := find("eze"); a.Total != 1 || a.Order != "" {
		t.Errorf("%+v", a)
	}
	if a := find("d'"); a.Total != 3 || a.Order != "" || a.Activities[0].QuickestS != 1800 {
		t.Errorf("lengths that differ: %+v", a)
	}
}
