package igpsport

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/rawfit"
)

// ids returns the ids of a region's athlete.
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
		e := first.Statement.Entry
		if first.Statement.Sport != training.Cycling || first.Statement.Name != ride.Title || !first.HasFile ||
			first.Device != "iGPSPORT BSC300" ||
			first.Statement.Ref != "igpsport:"+first.ID || !e.Local || e.TimerS != 900 || !first.Start.Equal(midnight) {
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
			if ride := ids(s, r)[a.ID]; ride.Exercise != 0 && a.Statement.Sport != "" {
				t.Errorf("%v is %s", ride.Exercise, a.Statement.Sport)
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
			`{"id":"66f0c0ffee","title":"not a number"},{"rideId":"../7","title":"bad"}]}}`})()
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

// recorded returns a ride that the emulator has not, and when it began.
func recorded() (source.File, source.Upload) {
	ride := rawfit.SteadyRide()
	return source.File{Name: "ride.fit", Body: ride.Bytes}, source.Upload{Start: rawfit.Start()}
}

// TestAFileBecomesOneActivity, whatever form the list has: sent again, it is
// there already and nothing is sent.
func TestAFileBecomesOneActivity(t *testing.T) {
	t.Parallel()
	for _, dates := range []igpsporttest.Dates{igpsporttest.DatesDotted, igpsporttest.DatesWithTime} {
		both(t, igpsporttest.Options{Activities: 3, Dates: dates}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			f, said := recorded()
			made, fresh, err := c.Upload(t.Context(), f, said)
			if err != nil || !fresh || len(made) != 1 || ids(s, r)[made[0]] == nil {
				t.Fatalf("%v %v %v", made, fresh, err)
			}
			other, _ := signedIn(t, s, r) // one that knows nothing of it
			again, fresh, err := other.Upload(t.Context(), f, said)
			if err != nil || fresh || !slices.Equal(made, again) || asked(s, "signedURL") != 1 || asked(s, "uploaded") != 1 {
				t.Errorf("again: %v %v %v, put %d times", again, fresh, err, asked(s, "putFile"))
			}
			if got, err := c.FetchRecording(t.Context(), made[0]); err != nil || string(got.Body) != string(f.Body) {
				t.Errorf("it came back as %d bytes: %v", len(got.Body), err)
			}
			for _, q := range s.Requests() {
				if q.Operation == "putFile" && (q.Auth != "" || q.Headers.Get("Content-Type") != "" || q.Headers.Get("Origin") != "") {
					t.Errorf("the file host got %s %v", q.Auth, q.Headers)
				}
			}
		})
	}
}

// TestAClockOfAnotherZoneIsNoOtherRide: where starts are apart by a zone, the
// file decides.
func TestAClockOfAnotherZoneIsNoOtherRide(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		f, said := recorded()
		made, _, err := c.Upload(t.Context(), f, said)
		if err != nil {
			t.Fatal(err)
		}
		said.Start = said.Start.Add(2 * time.Hour)
		if again, fresh, err := c.Upload(t.Context(), f, said); err != nil || fresh || !slices.Equal(made, again) {
			t.Errorf("the same file: %v %v %v", again, fresh, err)
		}
		f.Body = append(slices.Clone(f.Body), 0)
		s.Inject(igpsporttest.Fault{Operation: "uploaded", Status: 500})
		if again, _, err := c.Upload(t.Context(), f, said); err == nil {
			t.Errorf("another file two hours later is taken for %v", again)
		}
	})
}

// success is a response that does nothing.
const success = `{"code":0,"message":"success","data":null}`

// TestWhatDoesNotAppear checks that a file that does not appear is taken,
// without a known id, and that a late one is waited for.
func TestWhatDoesNotAppear(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		known bool
		looks int
	}{
		"never":          {igpsporttest.Fault{Operation: "uploaded", Body: success}, false, 5},
		"late":           {igpsporttest.Fault{Operation: "listActivities", After: 1, Times: 2, Body: `{"code":0,"data":{"rows":[]}}`}, true, 4},
		"cannot be told": {igpsporttest.Fault{Operation: "listActivities", After: 1, Status: 403}, false, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				c, _ := signedIn(t, s, r)
				s.Inject(x.fault)
				f, said := recorded()
				made, fresh, err := c.Upload(t.Context(), f, said)
				if err != nil || !fresh || (len(made) == 1) != x.known || asked(s, "listActivities") != x.looks || asked(s, "uploaded") != 1 {
					t.Errorf("%v %v %v after %d looks", made, fresh, err, asked(s, "listActivities"))
				}
			})
		})
	}
}

// TestBrokenUploads: each of the steps fails as itself, and what may have been
// taken is found when it is sent again.
func TestBrokenUploads(t *testing.T) {
	t.Parallel()
	type fault = igpsporttest.Fault
	const away = "redirects elsewhere"
	const elsewhere = `{"code":0,"data":{"ossId":"a","signedUrl":"https://example.com/a"}}`
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		kind  training.Kind
		says  string
	}{
		"list down":          {fault{Operation: "listActivities", Status: 503}, training.KindUnavailable, "does not answer"},
		"address is HTML":    {fault{Operation: "signedURL", Body: igpsporttest.HTML}, training.KindUnavailable, "iGPSport"},
		"no address":         {fault{Operation: "signedURL", Body: `{"code":0,"data":{"ossId":"a"}}`}, training.KindUnsupported, "format that this version of Lapkeep does not know"},
		"address elsewhere":  {fault{Operation: "signedURL", Body: elsewhere}, training.KindForbidden, "not on its own file hosts"},
		"address refused":    {fault{Operation: "signedURL", Body: `{"code":500,"message":"no"}`}, training.KindInvalid, "no"},
		"host refuses":       {fault{Operation: "putFile", Status: 403}, training.KindForbidden, "file host of iGPSport does not accept"},
		"host down":          {fault{Operation: "putFile", Status: 503}, training.KindUnavailable, "does not answer"},
		"host leads away":    {fault{Operation: "putFile", Location: "elsewhere"}, training.KindUnsupported, away},
		"host leads on":      {fault{Operation: "putFile", Location: "elsewhere", Status: 307}, training.KindUnsupported, away},
		"not taken":          {fault{Operation: "uploaded", Body: `{"code":500,"message":"File error"}`}, training.KindInvalid, "File error"},
		"taken, no answer":   {fault{Operation: "uploaded", Late: true, Cut: true}, training.KindUnavailable, "does not answer"},
		"taken, half answer": {fault{Operation: "uploaded", Late: true, Status: 502}, training.KindUnavailable, "does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				f := x.fault
				if f.Location != "" {
					f.Location = s.ElsewhereURL + "/x.fit"
				}
				c, _ := signedIn(t, s, r)
				file, said := recorded()
				before := len(ids(s, r))
				end := s.Inject(f)
				if made, _, err := c.Upload(t.Context(), file, said); training.KindOf(err) != x.kind || !strings.Contains(err.Error(), x.says) {
					t.Errorf("%v, %v: %v", made, training.KindOf(err), err)
				}
				if n := asked(s, "uploaded"); n > 1 {
					t.Errorf("it was sent %d times", n)
				}
				end()
				made, fresh, err := c.Upload(t.Context(), file, said)
				if err != nil || len(made) != 1 || fresh == f.Late || len(ids(s, r)) != before+1 {
					t.Errorf("sent again: %v %v %v", made, fresh, err)
				}
				for _, q := range s.Requests() {
					if q.Host == "elsewhere" {
						t.Error("the redirect was followed")
					}
				}
			})
		})
	}
}

func TestFilesThatAreNotSent(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 1}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		f, said := recorded()
		large := append(slices.Clone(f.Body), make([]byte, API().MaxFile)...)
		for _, x := range []struct {
			body []byte
			kind training.Kind
			says string
		}{
			{[]byte("<?xml version=\"1.0\"?><gpx/>"), training.KindUnsupported, "accepts FIT files"},
			{nil, training.KindUnsupported, "accepts FIT files"},
			{large, training.KindTooLarge, "more than 32 MiB"},
		} {
			if _, _, err := c.Upload(t.Context(), source.File{Name: "x", Body: x.body}, said); training.KindOf(err) != x.kind ||
				!strings.Contains(err.Error(), x.says) {
				t.Errorf("%d bytes: %v", len(x.body), err)
			}
		}
		if n := asked(s, "putFile") + asked(s, "uploaded"); n > 0 {
			t.Errorf("%d were sent", n)
		}
	})
}

// TestFilesAreStoredAtFileHostsAlone: the service names the address.
func TestFilesAreStoredAtFileHostsAlone(t *testing.T) {
	t.Parallel()
	var sent []string
	o := optionsOf(igpsporttest.New(t, igpsporttest.Options{}), igpsporttest.CN)
	o.BaseURL, o.Base = "", roundTrip(func(host string) { sent = append(sent, host) })
	api, err := client.New(API(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		"http://igp.oss.aliyuncs.com/a.fit", "https://127.0.0.1/a", "https://prod.zh.igpsport.com/a", "https://a:b@x.aliyuncs.com/a", "",
	} {
		if err := api.Store(t.Context(), address, []byte("x")); training.KindOf(err) != training.KindForbidden || len(sent) > 0 {
			t.Errorf("%q: %v, asked %v", address, err, sent)
		}
	}
}
