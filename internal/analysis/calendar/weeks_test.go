package calendar_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/analysis/calendar"
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
