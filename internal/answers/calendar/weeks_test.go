package calendar_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestWeeksBySport: what is told of a sport is what is told of it alone, with the
// climb of what was done; a session of no sport is of none.
func TestWeeksBySport(t *testing.T) {
	t.Parallel()
	s := week(t)
	s.plan(t, "any", today+1, "", 60, 40)
	s.Add(store.LoadInput{ID: "hike", Day: monday - 3, Sport: training.Hiking, TimerS: 7200, DistanceM: 9000, GainM: 612}, nil)
	days := training.DayRange{From: monday - 7, To: today + 20}
	v := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true})
	planned := map[training.Day]int{}
	for _, w := range v.Weeks {
		for _, of := range w.BySport {
			if of.Planned != nil {
				planned[w.Start] += of.Planned.Sessions
			}
			alone := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true, Sport: of.Sport})
			at := slices.IndexFunc(alone.Weeks, func(x calendar.Week) bool { return x.Start == w.Start })
			if d := cmp.Diff(alone.Weeks[at].BySport, []calendar.SportWeek{of}); d != "" {
				t.Errorf("%s in the week of %s (-alone +told apart):\n%s", of.Sport, w.Start, d)
			}
			if of.Sport == training.Hiking && (w.Start != monday-7 || of.Done.GainM != 612 || alone.Weeks[at].Done.DistanceKm != 9) {
				t.Errorf("the hike is %+v in the week of %s", of.Done, w.Start)
			}
		}
		if w.Planned != nil && w.Start <= today+1 && today+1 < w.Start+7 && planned[w.Start] != w.Planned.Sessions-1 {
			t.Errorf("%d of the %d sessions are of a sport", planned[w.Start], w.Planned.Sessions)
		}
	}
	if len(planned) == 0 || v.Weeks[0].BySport[0].Sport != training.Hiking {
		t.Errorf("%+v", v.Weeks)
	}
	if w := list(t, s, calendar.Query{View: calendar.ViewAnnual}).Weeks[0]; w.BySport != nil {
		t.Errorf("nobody asked for %+v", w.BySport)
	}
}

// TestAWeekSaysOneLoad: the calendar's week, its parts by sport and the summary add
// the activities up and round once.
func TestAWeekSaysOneLoad(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	for i, load := range []float64{50.46, 37.56, 47.89, 75.29} { // 0.04 less than their rounded sum
		s.did(string(rune('a'+i)), monday+training.Day(i), ride, 60, load)
	}
	days := training.DayRange{From: monday, To: monday + 6}
	w := list(t, s, calendar.Query{View: calendar.ViewAnnual, Days: &days, BySport: true}).Weeks[0]
	sum, err := fitness.NewHistograms(s.FitnessStore).Summary(t.Context(), s.FitnessStore, answerstest.FitnessModel, frame,
		fitness.SummaryQuery{
			Kind: fitness.PeriodWeek, Days: days,
		})
	if err != nil {
		t.Fatal(err)
	}
	if got := []float64{w.Done.Load, w.BySport[0].Done.Load, *sum.Totals.TSS}; !slices.Equal(got, []float64{211.2, 211.2, 211.2}) {
		t.Errorf("the loads of one week are %v", got)
	}
}

// TestPlannedDistancesThatAreNotStated: a sum of distances says how many sessions
// are not in it; what goes nowhere has none to state.
func TestPlannedDistancesThatAreNotStated(t *testing.T) {
	t.Parallel()
	s := &home{FitnessStore: &answerstest.FitnessStore{}}
	far := session("far", monday, run, 60).CalendarEvent
	far.DistanceKm = 10
	s.put(t, far)
	s.plan(t, "gym", monday+1, training.Strength, 30, 0)
	days := training.DayRange{From: monday, To: monday + 6}
	q := calendar.Query{View: calendar.ViewAnnual, Days: &days}
	if w := list(t, s, q).Weeks[0].Planned; w.WithoutDistance != 0 || w.DistanceKm != 10 {
		t.Errorf("%+v", w)
	}
	s.plan(t, "spin", monday+2, ride, 60, 0)
	if w := list(t, s, q).Weeks[0].Planned; w.WithoutDistance != 1 || w.DistanceKm != 10 {
		t.Errorf("%+v", w)
	}
}
