package igpsport

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// ids are those of a region's athlete.
func ids(s *igpsporttest.Server, r igpsporttest.Region) map[string]*igpsporttest.Ride {
	all := map[string]*igpsporttest.Ride{}
	s.Do(r, func(m *igpsporttest.Member) {
		for _, ride := range m.Rides {
			all[strconv.FormatInt(ride.ID, 10)] = ride
		}
	})
	return all
}

func TestEveryActivityIsListedWhateverThePagesAre(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]igpsporttest.Options{
		"as it is": {}, "repeats": {PastEnd: igpsporttest.PastEndRepeats}, "ends": {PastEnd: igpsporttest.PastEndEmpty},
		"bare":       {Rows: igpsporttest.RowsBare, PastEnd: igpsporttest.PastEndRepeats},
		"bare, ends": {Rows: igpsporttest.RowsBare, PastEnd: igpsporttest.PastEndEmpty},
		"list":       {Rows: igpsporttest.RowsInList}, "full pages": {Activities: 40, Rows: igpsporttest.RowsBare}, "none": {Empty: true},
		"texts": {NumbersText: true}, "small pages": {PageCap: 7},
		"days": {Dates: igpsporttest.DatesDotted}, "times": {Dates: igpsporttest.DatesWithTime},
	} {
		o.Seconds = 60
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, o, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				c, _ := signedIn(t, s, r)
				want := ids(s, r)
				for _, limit := range []int{0, 3, 100} {
					q, seen, last := everyDay(), map[string]bool{}, training.Day(1<<30)
					q.Limit = limit
					for _, a := range listed(t, c, q) {
						ride := want[a.ID]
						if ride == nil || seen[a.ID] || a.Day > last {
							t.Fatalf("%d a page: %s comes twice, or out of order", limit, a.ID)
						}
						seen[a.ID], last = true, a.Day
						local := training.LocalTimeOf(ride.Start)
						if a.Day != local.Day() || a.StartLocal != "" && a.StartLocal != local || a.Withheld != "" {
							t.Errorf("%s: %+v, began %s", a.ID, a, ride.Start)
						}
					}
					if len(seen) != len(want) {
						t.Errorf("%d a page: %d of %d", limit, len(seen), len(want))
					}
				}
				for _, asked := range s.Requests() {
					if asked.Operation == "listActivities" && asked.Query.Get("beginTime") == "" {
						t.Errorf("asked for %v", asked.Query)
					}
				}
			})
		})
	}
}

func TestTheServerPicksTheDays(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 100, Seconds: 30}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		days := training.DayRange{From: training.NewDay(2026, 8, 3), To: training.NewDay(2026, 8, 9)}
		all := listed(t, c, source.ActivityQuery{Days: days})
		if len(all) != 7 || all[0].Day != days.To || all[6].Day != days.From {
			t.Errorf("%d activities", len(all))
		}
		if n := asked(s, "listActivities"); n != 1 {
			t.Errorf("%d pages", n)
		}
	})
}

// TestADayInTheMiddleOfAPage: of pages of two rows, those from a day on.
func TestADayInTheMiddleOfAPage(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 6, Seconds: 30, PageCap: 2}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		days := []training.Day{
			training.NewDay(2026, 6, 19), training.NewDay(2026, 6, 10), training.NewDay(2026, 5, 20), training.NewDay(2026, 4, 15),
			training.NewDay(2026, 3, 30), training.NewDay(2026, 2, 1),
		}
		s.Do(r, func(m *igpsporttest.Member) {
			for i, ride := range m.Rides {
				ride.Start = days[i].Time(time.UTC).Add(9 * time.Hour)
				ride.Body.Start = ride.Start
			}
		})
		c, _ := signedIn(t, s, r)
		var got []training.Day
		for _, a := range listed(t, c, source.ActivityQuery{Days: training.DayRange{From: training.NewDay(2026, 3, 1), To: days[0]}}) {
			got = append(got, a.Day)
		}
		if !slices.Equal(got, days[:5]) || asked(s, "listActivities") != 3 {
			t.Errorf("%v by %d requests", got, asked(s, "listActivities"))
		}
	})
}

func TestAnActivityInOurWords(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		all := listed(t, c, everyDay())
		first := all[0] // of a full row
		ride := ids(s, r)[first.ID]
		zone := map[igpsporttest.Region]int{igpsporttest.CN: 8, igpsporttest.INTL: 2}[r]
		midnight := time.Date(ride.Start.Year(), ride.Start.Month(), ride.Start.Day(), 0, 0, 0, 0, time.FixedZone("", zone*3600))
		if r == igpsporttest.INTL {
			midnight = ride.Start
		}
		e := first.Said.Entry
		if first.Said.Sport != training.Cycling || first.Said.Name != ride.Title || !first.HasFile || first.Device != "iGPSPORT BSC300" ||
			first.Said.Ref != "igpsport:"+first.ID || !e.Local || e.TimerS != 900 || !first.Start.Equal(midnight) {
			t.Errorf("%+v %+v", first, e)
		}
		for m, unit := range map[training.Metric]float64{
			training.MetricDistanceKM: 0.001 * ride.Body.DistanceM(), training.MetricMovingTimeS: 900,
			training.MetricAvgSpeedKMH: 3.6 * ride.Body.DistanceM() / 900,
		} {
			if got := e.Values[m]; got < 0.999*unit || got > 1.001*unit {
				t.Errorf("%v is %g, want %g", m, got, unit)
			}
		}
		for _, a := range all { // a run, and a walk without a number
			if ride := ids(s, r)[a.ID]; ride.Exercise != 0 && a.Said.Sport != "" {
				t.Errorf("%v is %s", ride.Exercise, a.Said.Sport)
			}
		}
		one, err := c.Activities(t.Context(), first.ID, all[1].ID, "77")
		if err != nil || len(one) != 2 || one[0].Version != first.Version || one[1].Version != all[1].Version || one[0].Day != first.Day {
			t.Errorf("%+v, %v", one, err)
		}
		if got := string(one[0].StartLocal); got != ride.Start.Format("2006-01-02T15:04:05") {
			t.Errorf("began %s", got)
		}
	})
}

func TestARowWithoutAStart(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{NoStartEvery: 4}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		all := listed(t, c, everyDay())
		for _, a := range all {
			if ride := ids(s, r)[a.ID]; a.Withheld != "" || a.Day != training.LocalTimeOf(ride.Start).Day() {
				t.Errorf("%s of %s: %q", a.Day, ride.Start, a.Withheld)
			}
		}
		n := asked(s, "activityDetail")
		if again := listed(t, c, everyDay()); len(again) != len(all) || asked(s, "activityDetail") != n {
			t.Errorf("%d, then %d were asked alone", n, asked(s, "activityDetail")-n)
		}
		// Where nothing says when it was, that is told, and the rest is kept.
		defer s.Inject(igpsporttest.Fault{Operation: "activityDetail", Body: `{"code":0,"message":"","data":{"rideId":1}}`})()
		c, _ = signedIn(t, s, r)
		told := 0
		for _, a := range listed(t, c, everyDay()) {
			if a.Withheld == "iGPSport does not say when it was." {
				told++
			}
		}
		if told != 6 {
			t.Errorf("%d are told", told)
		}
	})
}

func TestARowOfAnotherFormDoesNotLoseTheList(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		defer s.Inject(igpsporttest.Fault{Operation: "listActivities", Body: `{"code":0,"message":"","data":{"totalPage":1,"rows":[` +
			`{"rideId":5,"startTime":"2026.09.03","title":{"zh":"x"}},{"rideId":"6","title":"b","startTime":"2026-09-02 08:00:00"},` +
			`{"id":"66f0c0ffee","title":"no number"},{"rideId":"../7","title":"bad"}]}}`})()
		all := listed(t, c, everyDay())
		if len(all) != 2 || !strings.Contains(all[0].Withheld, "cannot read") || all[0].Day != training.NewDay(2026, 9, 3) ||
			all[1].Withheld != "" || all[1].StartLocal != "2026-09-02T08:00:00" {
			t.Errorf("%+v", all)
		}
	})
}

func TestAnothersActivityIsNotTheAthletes(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		defer s.Inject(igpsporttest.Fault{
			Operation: "activityDetail", Body: `{"code":0,"data":{"rideId":5,"memberId":4,"startTime":"2026-09-02 08:00:00"}}`,
		})()
		if all, err := c.Activities(t.Context(), "5"); err != nil || len(all) != 0 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func TestIDsThatAreNoneAreRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		if _, err := c.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Forget()
		for _, id := range []string{"", "x", "../1", "1/2", "1?a=b", "-1", "1 ", "12345678901234567890", "1%2f2", "٣"} {
			_, err := c.FetchRecording(t.Context(), id)
			_, again := c.Activities(t.Context(), id)
			if training.KindOf(err) != training.KindInvalid || training.KindOf(again) != training.KindInvalid {
				t.Errorf("%q: %v, %v", id, err, again)
			}
		}
		for _, after := range []string{"x", "1:5", "2:../1", "-2:5", "2"} {
			q := everyDay()
			q.After = after
			if _, err := c.ListActivities(t.Context(), q); training.KindOf(err) != training.KindInvalid {
				t.Errorf("%q: %v", after, err)
			}
		}
		if len(s.Requests()) > 0 {
			t.Errorf("%d requests", len(s.Requests()))
		}
	})
}
