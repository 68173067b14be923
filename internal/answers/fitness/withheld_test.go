package fitness_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestAServicesFitnessByDay: its values of days to come are apart from those
// that happened, as far as is projected here, and weeks have none.
func TestAServicesFitnessByDay(t *testing.T) {
	t.Parallel()
	s := rides([]float64{50, 50, 50, 0})
	model := training.SportModel{Type: "Ride", FTPW: 241.5, WPrimeJ: 16000, MaxPowerW: 830}
	for i := range training.Day(5) {
		day := here.Today - 1 + i
		s.Say(document.Fitness, day.String(), "tri", day,
			training.FitnessDay{Day: day, CTL: 40 + float64(i), ATL: 30, CTLLoad: 50, Sports: []training.SportModel{model}})
	}
	assumed := 30.0
	x := analyse(t, s, fitness.LoadQuery{Days: lastDays(2), Assumed: &assumed, ProjectDays: 2}).Services[0]
	if d := cmp.Diff([]float64{40, 41}, x.Days.CTL); d != "" || len(x.Sports) != 1 || x.Sports[0] != model {
		t.Errorf("%s %+v", d, x)
	}
	if d := cmp.Diff([]training.Day{here.Today + 1, here.Today + 2}, x.Expected.Dates); d != "" || x.Expected.Form[1] != 13 {
		t.Errorf("%s %+v", d, x.Expected)
	}
	if x := analyse(t, s, fitness.LoadQuery{Days: lastDays(2), Resolution: fitness.ByWeek}).Services[0]; x.Days != nil || x.Expected != nil {
		t.Errorf("by weeks %+v", x)
	}
}

// TestWithheldActivitiesAreNoRest: a day on which a service shows only that
// there was something is not a day of rest with full coverage, and the
// service's values, which count it, are beside ours.
func TestWithheldActivitiesAreNoRest(t *testing.T) {
	t.Parallel()
	s := rides([]float64{50, 50, 50, 0})
	yesterday := here.Today - 1
	s.Say(document.Withheld, "tri:7", "tri", yesterday,
		training.Withheld{Ref: "tri:7", Source: "tri", Day: yesterday, Reason: "It is not passed on."})
	s.Say(document.Fitness, "a", "tri", yesterday, training.FitnessDay{Day: yesterday, CTL: 40, ATL: 41})
	s.Say(document.Fitness, "b", "tri", here.Today,
		training.FitnessDay{Day: here.Today, CTL: 61.54, ATL: 72.06, Ramp: 3.1, ATLLoad: 120, CTLLoad: 120})
	v := analyse(t, s, fitness.LoadQuery{Days: lastDays(4)})
	if c := v.Coverage; c.Activities != c.WithLoad+1 || c.Withheld != 1 || len(c.Without) != 1 ||
		c.Without[0].Reason != "It is not passed on." || c.Without[0].Latest[0] != "tri:7" {
		t.Errorf("%+v", c)
	}
	want := []serviced.Fitness{{
		Service: "tri", Date: here.Today, Load: 120, CTL: 61.5, ATL: 72.1, Form: -10.5, Ramp: 3.1, Days: &serviced.FitnessDays{
			Dates: []training.Day{yesterday, here.Today}, Load: []float64{0, 120}, CTL: []float64{40, 61.5}, ATL: []float64{41, 72.1},
			Form: []float64{-1, -10.5}, Ramp: []float64{0, 3.1},
		},
	}}
	if d := cmp.Diff(want, v.Services); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !strings.Contains(v.Words[0].String(), "tri withholds 1 activity") || !strings.Contains(v.Words[0].String(), "61.5") {
		t.Errorf("%q", v.Words)
	}
	if later := analyse(t, s, fitness.LoadQuery{Days: on(here.Today)}); later.Coverage.Withheld != 0 ||
		!strings.Contains(strings.Join(phrasetest.Texts(later.Notes), " "),
			"1 activity is withheld by the service in the 126 days before the range") ||
		!strings.Contains(later.Words[0].String(), "tri withholds 1 activity") {
		t.Errorf("before the range: %+v %q %q", later.Coverage, later.Notes, later.Words)
	}
	if v.Today.CTL == 61.5 {
		t.Error("the service's value is ours")
	}
	w := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(4)})
	if w.Coverage.Withheld != 1 || !strings.Contains(strings.Join(phrasetest.Texts(w.Words), " "), "1 more activity is there but not shown") {
		t.Errorf("%+v, %q", w.Coverage, w.Words)
	}
	if w := summarise(t, s, here, fitness.SummaryQuery{
		Kind: fitness.PeriodRange, Days: lastDays(4),
		Sports: []training.Sport{training.Cycling},
	}); w.Coverage.Withheld != 0 {
		t.Errorf("of cycling %+v", w.Coverage)
	}
}
