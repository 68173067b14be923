package intervalsicu

import (
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// all pages through the activities of a range.
func all(t testing.TB, c *Client, q source.ActivityQuery) (list []source.Activity, pages int) {
	t.Helper()
	for pages = 1; ; pages++ {
		p, err := c.ListActivities(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p.Activities...)
		if p.Next == "" {
			return list, pages
		}
		if q.After = p.Next; pages > 1000 {
			t.Fatal("paging does not end")
		}
	}
}

func ids(list []source.Activity) (out []string) {
	for _, a := range list {
		out = append(out, a.ID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestPagesTogetherAreAllActivitiesNewestFirst(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Activities: 25, Seconds: 60})
	days := days(t, "2026-01-01", "2026-12-31")
	whole, pages := all(t, c, source.ActivityQuery{Days: days})
	if len(whole) != 25 || pages != 1 || !slices.IsSortedFunc(whole, func(a, b source.Activity) int { return int(b.Day - a.Day) }) {
		t.Fatalf("%d in %d pages", len(whole), pages)
	}
	for _, limit := range []int{2, 7, 25, 26} {
		got, _ := all(t, c, source.ActivityQuery{Days: days, Limit: limit})
		if diff := cmp.Diff(ids(whole), ids(got)); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
	}
}

// TestPagingVisitsAllHoweverManyBeginInOneSecond: the service has no cursor,
// and its bound may or may not be counted in.
func TestPagingVisitsAllHoweverManyBeginInOneSecond(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	rapid.Check(t, func(r *rapid.T) {
		starts := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 25).Draw(r, "seconds")
		exclusive := rapid.Bool().Draw(r, "exclusive")
		sort.Sort(sort.Reverse(sort.IntSlice(starts)))
		d.mu.Lock()
		d.script["listActivities"] = []http.HandlerFunc{func(w http.ResponseWriter, q *http.Request) {
			limit, _ := strconv.Atoi(q.URL.Query().Get("limit"))
			newest := q.URL.Query().Get("newest")
			var rows []string
			for i, s := range starts {
				at := fmt.Sprintf("2026-09-20T10:00:%02d", s)
				if len(newest) > len("2006-01-02") && (at > newest || exclusive && at == newest) || len(rows) == limit {
					continue
				}
				rows = append(rows, fmt.Sprintf(`{"id":"i%d","name":"n","type":"Ride","start_date_local":"%s","start_date":"%sZ"}`, i, at, at))
			}
			text("["+strings.Join(rows, ",")+"]")(w, q)
		}}
		d.mu.Unlock()
		got, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-09-20"), Limit: rapid.IntRange(1, 5).Draw(r, "limit")})
		if len(ids(got)) != len(starts) {
			r.Fatalf("%d of %d", len(ids(got)), len(starts))
		}
	})
}

func TestAListAsksForNoMoreThanWhatIsRead(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	must[source.ActivityPage](t)(d.client(t).ListActivities(t.Context(),
		source.ActivityQuery{Days: days(t, "2026-09-01", "2026-09-20"), Limit: 5}))
	q := d.last(t, "listActivities").query
	if q.Get("oldest") != "2026-09-01" || q.Get("newest") != "2026-09-20" || q.Get("limit") != "5" ||
		!strings.Contains(q.Get("fields"), "icu_rpe") {
		t.Errorf("%v", q)
	}
	for name, v := range q {
		if strings.HasSuffix(v[0], "Z") || len(v) != 1 {
			t.Errorf("%s is %q", name, v)
		}
	}
}

func TestAnActivityIsReadInOurWords(t *testing.T) {
	t.Parallel()
	page := must[source.ActivityPage](t)(newFixture(t).client(t).ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}))
	got := page.Activities[0]
	start := time.Date(2026, 9, 19, 5, 15, 0, 0, time.UTC)
	want := source.Activity{
		ID: "i501", Version: got.Version, Start: start, Day: day(t, "2026-09-19"), StartLocal: "2026-09-19T07:15:00",
		HasFile: true, HasStreams: true,
		Replaces: []string{"strava:998877"}, Device: "Garmin Edge 840",
		Rated: &training.Rated{
			Ref: "intervals:i501", Source: "intervals", Day: day(t, "2026-09-19"), Sport: training.Cycling, Type: "GravelRide",
			Load: 70, Intensity: 0.888,
			Figures: training.Figures{SessionRPE: 420, CaloriesKcal: 800, AvgTempC: new(float64)},
		},
		Edit: source.ActivityEdit{
			Name: "Morning ride", Description: "wet", Sport: training.Cycling, SubSport: training.SubGravel, Tags: []string{"key"}, GearID: "g9",
			PerceivedExertion: 7, Feel: 2, CarbsG: 45, IgnoreHR: true, // a race by its sub type, which is not what can be set
		},
		Statement: training.Statement{
			Ref: "intervals:i501", Sport: training.Cycling, SubSport: training.SubGravel, Name: "Morning ride",
			Description: "wet", Tags: []string{"key"},
			Race: true, GearID: "intervals:g9", Feel: 2, CarbsG: 45, CaloriesKcal: 800,
			Ignored: []training.Ignored{{Channel: "hr"}}, PerceivedExertion: 7, // not Strava's 3, nor 420 minutes
			Weather: training.Values{
				training.MetricWeatherTempC: 17.9, training.MetricWeatherMinTempC: 17.2, training.MetricWeatherMaxTempC: 18.3,
				training.MetricFeelsLikeC:   17,
				training.MetricWindSpeedKMH: 5.4, training.MetricWindGustKMH: 18, training.MetricWindFromDeg: 67, training.MetricHeadwindPct: 22.6,
				training.MetricTailwindPct: 20.2, training.MetricCloudsPct: 0, training.MetricMaxRainMM: 0, training.MetricMaxSnowMM: 0,
			},
			Entry: &training.Entry{Start: start, TimerS: 3700, ElapsedS: 3900, Values: training.Values{
				training.MetricMovingTimeS: 3600, training.MetricDistanceKM: 30.0005, training.MetricElevationGainM: 0, training.MetricAvgHRBpm: 140,
				training.MetricMaxHRBpm: 170, training.MetricAvgCadenceRPM: 88.5, training.MetricAvgSpeedKMH: 8.33 * 3.6, training.MetricAvgPowerW: 201,
				training.MetricWorkKJ: 720, training.MetricCaloriesKcal: 800, training.MetricAvgTempC: 0,
			}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" || got.Version == "" {
		t.Error(diff)
	}
}

// What the service computes by rules of its own is no value of ours.
func TestLoadAndNormalisedPowerOfTheServiceAreNotOurs(t *testing.T) {
	t.Parallel()
	page := must[source.ActivityPage](t)(newFixture(t).client(t).ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}))
	for _, m := range []training.Metric{training.MetricTSS, training.MetricNormalizedPowerW, training.MetricIntensityFactor} {
		if v, ok := page.Activities[0].Statement.Entry.Values[m]; ok {
			t.Errorf("%s is %v", m, v)
		}
	}
}

// A list with chosen fields and one by id differ in what they leave out.
func TestListAndReadByIDGiveTheSameVersion(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	listed, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	read := must[[]source.Activity](t)(c.Activities(t.Context(), ids(listed)...))
	if len(read) != len(listed) {
		t.Fatalf("%d of %d", len(read), len(listed))
	}
	for _, a := range listed {
		i := slices.IndexFunc(read, func(b source.Activity) bool { return b.ID == a.ID })
		if diff := cmp.Diff(a, read[i]); diff != "" {
			t.Errorf("%s: %s", a.ID, diff)
		}
	}
}

func TestTheVersionFollowsWordsAndFileButNoAnalysis(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	version := func(body string) string {
		d.says("getActivities", text("["+body+"]"))
		return must[[]source.Activity](t)(c.Activities(t.Context(), "i501"))[0].Version
	}
	first := version(ride)
	for what, change := range map[string][2]string{
		"name": {`"Morning ride"`, `"Evening ride"`}, "start": {"05:15:00Z", "05:16:00Z"}, "file": {"06:30:00", "09:30:00"},
		"effort": {`"icu_rpe":7`, `"icu_rpe":8`},
	} {
		if version(strings.Replace(ride, change[0], change[1], 1)) == first {
			t.Errorf("%s changes nothing", what)
		}
	}
	for what, change := range map[string][2]string{
		"load": {`"icu_training_load":70`, `"icu_training_load":99`}, "intensity": {`"icu_intensity":88.8`, `"icu_intensity":80`},
		"mean of a file": {`"icu_average_watts":201`, `"icu_average_watts":199`},
	} {
		if version(strings.Replace(ride, change[0], change[1], 1)) != first {
			t.Errorf("%s changes the version", what)
		}
	}
	byHand := strings.Replace(ride, `"file_type":"fit"`, `"file_type":null`, 1)
	if version(byHand) == version(strings.Replace(byHand, `"average_heartrate":140`, `"average_heartrate":150`, 1)) {
		t.Error("of an activity without a file its values are all there is")
	}
}

func TestMissingActivitiesAreLeftOut(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	listed, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	got := must[[]source.Activity](t)(c.Activities(t.Context(), listed[0].ID, "i99999999"))
	if len(got) != 1 || got[0].ID != listed[0].ID {
		t.Errorf("%+v", got)
	}
}

// An activity that came from Strava has a bare number: a letter before it
// would name another activity.
func TestIDsOfActivitiesAreSentAsTheyAre(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	must[[]source.Activity](t)(d.client(t).Activities(t.Context(), "14001", "i501"))
	if got := d.last(t, "getActivities").path; got != apiPath+"/athlete/0/activities/14001,i501" {
		t.Error(got)
	}
	for _, bad := range []string{"", "i", "../athlete/0", "strava:1", "i12?x=1", "i1,i2"} {
		if _, err := d.client(t).Activities(t.Context(), bad); fault(err) != "invalid" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// An activity of the evening that the athlete's day has and UTC's does not.
func TestTheDayIsTheAthletes(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.says("getActivities", text(`[{"id":"i1","icu_athlete_id":"i12345","type":"Run","name":"late","start_date_local":"2026-09-20T00:30:00","start_date":"2026-09-19T22:30:00Z"},
		{"id":"i2","icu_athlete_id":"i12345","type":"Run","name":"by hand","start_date_local":"2026-09-20T00:30:00"}]`))
	for _, a := range must[[]source.Activity](t)(d.client(t).Activities(t.Context(), "i1", "i2")) {
		if a.Day != day(t, "2026-09-20") || !a.Start.Equal(time.Date(2026, 9, 19, 22, 30, 0, 0, time.UTC)) {
			t.Errorf("%s: %s %s", a.ID, a.Day, a.Start)
		}
	}
}

func TestMessagesAreOldestFirstMineKnownAndDeletedOnesLeftOut(t *testing.T) {
	t.Parallel()
	got := must[[]source.Message](t)(newFixture(t).client(t).Messages(t.Context(), "i501"))
	const page = "https://intervals.icu/activities/i501"
	want := []source.Message{
		{
			ID: "11", AuthorID: "i12345", Author: "A. Thlete", At: time.Date(2026, 9, 19, 7, 0, 0, 0, time.UTC), Kind: "note",
			Text: "hard", Mine: true, Seen: true, Page: page,
		},
		{
			ID: "12", AuthorID: "i999", Author: "Coach", At: time.Date(2026, 9, 19, 8, 0, 0, 0, time.UTC), Kind: "text",
			Text: "well done", Page: page,
			Attachment: true, AttachmentURL: "https://intervals.icu/a/1.png",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMoreMessagesThanOnePageAllCome(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.says("listActivityMessages", func(w http.ResponseWriter, r *http.Request) {
		since, _ := strconv.Atoi(r.URL.Query().Get("sinceId"))
		var rows []string
		for id := since; id <= 250 && len(rows) < messagePage; id++ { // its bound counted in, so that one comes twice
			rows = append(rows, fmt.Sprintf(`{"id":%d,"created":"2026-09-19T07:00:00.000+00:00","type":"TEXT","content":"m"}`, max(id, 1)))
		}
		text("["+strings.Join(rows, ",")+"]")(w, r)
	})
	if got := must[[]source.Message](t)(d.client(t).Messages(t.Context(), "i501")); len(got) != 250 {
		t.Errorf("%d", len(got))
	}
}

func TestAMessageIsSaidAndRead(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	p := must[source.Posted](t)(c.AddMessage(t.Context(), a.ID, "hello <b>you</b>"))
	got := must[[]source.Message](t)(c.Messages(t.Context(), a.ID))
	if last := got[len(got)-1]; last.ID != p.ID || !last.Mine || last.Text != "hello <b>you</b>" {
		t.Errorf("%+v", got)
	}
	if _, err := c.AddMessage(t.Context(), a.ID, " \n"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

// TestWhatWasSaidIsDeleted by the chat that the first message on an activity
// begins, or by the one that is listed while it is new.
func TestWhatWasSaidIsDeleted(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC)
	s, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1, Now: func() time.Time { return now }})
	ctx := t.Context()
	count := func(id string) int { return len(must[[]source.Message](t)(c.Messages(ctx, id))) }
	ride, run := wholeOne(t, c, training.Cycling).ID, wholeOne(t, c, training.Running).ID
	for _, id := range []string{ride, run} { // one is talked about already
		before := count(id)
		p, q := must[source.Posted](t)(c.AddMessage(ctx, id, "one")), must[source.Posted](t)(c.AddMessage(ctx, id, "one"))
		if p.Chat == "" || p.Chat != q.Chat || p.ID == q.ID {
			t.Errorf("%+v %+v", p, q)
		}
		q.Chat = ""
		for _, x := range []source.Posted{p, q, p} {
			if err := c.DeleteMessage(ctx, id, x); err != nil {
				t.Error(err)
			}
		}
		if n := count(id); n != before {
			t.Errorf("%d messages, %d before", n, before)
		}
	}
	p := must[source.Posted](t)(c.AddMessage(ctx, run, "two"))
	if err := c.DeleteMessage(ctx, run, source.Posted{ID: "99999", Chat: p.Chat}); fault(err) != "not found" {
		t.Errorf("one that is not there: %v", err)
	}
	now = now.AddDate(0, 1, 0)
	if err := c.DeleteMessage(ctx, run, source.Posted{ID: p.ID}); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("in a chat that is not listed any more: %v", err)
	}
	remove := s.Inject(intervalstest.Fault{Operation: "listChats", Status: 503})
	q, err := c.AddMessage(ctx, run, "three")
	if remove(); err != nil || q.ID == "" || q.Chat != "" {
		t.Errorf("where only the chat is not known: %+v %v", q, err)
	}
}

// TestACoachSpeaks: what a coach's key says is the coach's, and deleted by it.
func TestACoachSpeaks(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1, Coached: []string{"i67890"}},
		func(o *client.Options) { o.Athlete = "i67890" })
	ctx, run := t.Context(), wholeOne(t, c, training.Running).ID
	before := len(must[[]source.Message](t)(c.Messages(ctx, run)))
	for range 2 { // the second stands in a chat that is there
		p := must[source.Posted](t)(c.AddMessage(ctx, run, "well done"))
		got := must[[]source.Message](t)(c.Messages(ctx, run))
		if last := got[len(got)-1]; last.ID != p.ID || last.Mine || p.Chat == "" {
			t.Errorf("%+v %+v", p, last)
		}
		if err := c.DeleteMessage(ctx, run, p); err != nil || len(must[[]source.Message](t)(c.Messages(ctx, run))) != before {
			t.Errorf("deleted: %v", err)
		}
	}
}
