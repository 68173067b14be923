package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

func TestTheTableIsPrinted(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	printTable(&out, []measurement{
		{What: "NP", Goal: "≤ 20 µs", Result: "11 µs", Met: true},
		{What: "start", Goal: "≤ 10 ms", Result: "12 ms", Note: "busy"},
		{What: "kills", Goal: "no loss", Result: "by tests", Unmeasured: true},
	})
	const want = `| what | goal | measured | met |
|---|---|---|---|
| NP | ≤ 20 µs | 11 µs | yes |
| start | ≤ 10 ms | 12 ms | **no** (busy) |
| kills | no loss | by tests | not measured here |
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}

func rowOf(rows []measurement, what string) measurement {
	for _, r := range rows {
		if strings.Contains(r.What, what) {
			return r
		}
	}
	return measurement{}
}

func TestRunEndsWhenAsked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, Options{Activities: 300, Quick: true, Now: time.Now, Report: func(string) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind, %v", left, err)
	}
}

func TestProgramThatDoesNotServe(t *testing.T) {
	t.Parallel()
	b := &run{Options: Options{Program: "false", Now: time.Now}, dir: t.TempDir()}
	if _, err := b.startAnd(t.Context(), false, "default", listTools); err == nil {
		t.Error("an answer of a program that says nothing")
	}
	b.Program = filepath.Join(b.dir, "none")
	if _, err := b.startAnd(t.Context(), true, "default", listTools); err == nil {
		t.Error("an answer of a program that is not there")
	}
}

func TestSeries(t *testing.T) {
	t.Parallel()
	var s series
	if s.median() != 0 {
		t.Error("a median of nothing")
	}
	for i := 100; i > 0; i-- {
		s = append(s, time.Duration(i))
	}
	if s.best() != 1 || s.median() != 51 || s.quantile(0.95) != 96 || s.quantile(1) != 100 {
		t.Errorf("%d %d %d %d", s.best(), s.median(), s.quantile(0.95), s.quantile(1))
	}
}

func TestRepeatCountsCalls(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	b := &run{Options: Options{Now: func() time.Time { return now }}}
	calls := 0
	s, err := b.repeat(t.Context(), 3, func() error { calls++; now = now.Add(2 * time.Millisecond); return nil })
	if err != nil || len(s) != 3 || s.median() != 2*time.Millisecond || calls != 12 {
		t.Errorf("%v after %d calls, %v", s, calls, err)
	}
	failed := errors.New("no")
	if _, err := b.repeat(t.Context(), 3, func() error { return failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0 ns", 17: "17 ns", 18_300: "18.3 µs", 20_000: "20 µs", 1_234_000: "1.23 ms", 123_400_000: "123 ms", 2_500_000_000: "2.50 s",
	} {
		if got := text(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}

func TestFirstAnswersAfterAChange(t *testing.T) {
	t.Parallel()
	ms := func(n int) series { return series{time.Duration(n) * time.Millisecond} }
	for name, c := range map[string]struct {
		all  []toolTimes
		want measurement
	}{
		"in time": {
			[]toolTimes{{name: "a", took: ms(3)}, {name: "b", took: ms(7), cpu: 2e6, counted: true}},
			measurement{Result: "7.00 ms; 0 ns", Met: true, Note: "medians, with CPU: b 7.00 ms (2.00 ms), a 3.00 ms"},
		},
		"made when asked": {
			[]toolTimes{{name: "a" + classed, took: ms(900)}, {name: "b", took: ms(49)}},
			measurement{Result: "49 ms; 900 ms", Met: true, Note: "medians, with CPU: a (made when asked) 900 ms, b 49 ms"},
		},
		"late": {[]toolTimes{{name: "a", took: ms(50)}}, measurement{Result: "50 ms; 0 ns", Note: "medians, with CPU: a 50 ms"}},
		"made late": {
			[]toolTimes{{name: "a" + classed, took: ms(1000)}},
			measurement{Result: "0 ns; 1.00 s", Note: "medians, with CPU: a (made when asked) 1.00 s"},
		},
	} {
		c.want.What, c.want.Goal = name, "< 50 ms; what is made when asked < 1 s"
		if got := firstRow(name, c.all); got != c.want {
			t.Errorf("%s:\n%+v\n%+v", name, got, c.want)
		}
	}
}

func TestEveryThresholdIsChangedToAnotherValue(t *testing.T) {
	t.Parallel()
	for _, c := range changes() {
		for i := range 100 {
			if fmt.Sprint(c.set(i)) == fmt.Sprint(c.set(i+1)) {
				t.Errorf("change %d of %s changes nothing", i+1, c.name)
			}
		}
	}
}

func TestWhatCountsAsAnswered(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"isError\":true}"}],"structuredContent":{"n":1}}}`: true,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"There is no activity."}],"isError":true}}`:           false,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"There is no tool."}}`:                                          false,
		`{"error":"There are too many requests."}`:                                                                                false,
		``: false,
	} {
		if got := answered([]byte(body)); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}

// TestKeepHome leaves a store of 15,000 activities where LAPKEEP_BENCH_HOME says, for
// measurements from outside such as make page-bench.
func TestKeepHome(t *testing.T) {
	to := os.Getenv("LAPKEEP_BENCH_HOME")
	if to == "" {
		t.Skip("LAPKEEP_BENCH_HOME names the folder to make; make page-bench sets it")
	}
	b := &run{Options: Options{Activities: 15000, Now: time.Now, Report: func(what string) { t.Log(what) }}, dir: filepath.Dir(to)}
	if _, err := b.build(t.Context(), to, b.Activities, false); err != nil {
		t.Fatal(err)
	}
}

var day = time.Date(2026, 6, 17, 6, 0, 0, 0, time.UTC)

func TestMadeHourHasEverySensor(t *testing.T) {
	t.Parallel()
	data, err := hourFile(day, 1)
	if err != nil {
		t.Fatal(err)
	}
	res, err := recording.Read(t.Context(), "hour.fit", data, recording.Limits{})
	if err != nil || len(res.Recordings) != 1 || len(res.Warnings) > 0 {
		t.Fatalf("%+v %v", res, err)
	}
	rec := res.Recordings[0]
	if rec.Columns.Len() != hourS || len(rec.Laps) != 4 {
		t.Errorf("%d rows, %d laps", rec.Columns.Len(), len(rec.Laps))
	}
	for _, ch := range []training.Channel{
		training.Power, training.HeartRate, training.Cadence, training.Speed, training.Altitude, training.Distance, training.Temperature,
		training.Latitude, training.Longitude, training.LeftBalance, training.RespirationRate, training.CoreTemperature,
	} {
		if got := rec.Columns.Data[ch].Valid.Count(); got != hourS {
			t.Errorf("%s has %d values", ch, got)
		}
	}
	sum, _ := derive.Single(training.Activity{ID: "a", Sport: training.Cycling}, "r", rec)
	if np := sum.Values[training.MetricNormalizedPowerW]; np < 120 || np > 320 {
		t.Errorf("normalized power %v", np)
	}
	if hr := sum.Values[training.MetricAvgHRBpm]; hr < 100 || hr > 190 {
		t.Errorf("heart rate %v", hr)
	}
	if other, err := hourFile(day, 2); err != nil || string(other) == string(data) {
		t.Errorf("two seeds make one ride, %v", err)
	}
}

// TestMadeHome: a store as an import would have left it, in which derive
// finds nothing to do.
func TestMadeHome(t *testing.T) {
	t.Parallel()
	for _, real := range []bool{false, true} {
		t.Run(fmt.Sprint("like a real one: ", real), func(t *testing.T) { t.Parallel(); madeHome(t, real) })
	}
}

func madeHome(t *testing.T, real bool) {
	t.Helper()
	b := &run{Options: Options{Activities: 260, Real: real, Now: func() time.Time { return day }, Report: func(string) {}}, dir: t.TempDir()}
	if err := b.makeHome(t.Context()); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Home: b.home.path, Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	scope := training.Scope{Athlete: athleteID, Audience: training.AudienceModel}
	counts, err := db.Counts(t.Context(), scope)
	recordings := 260
	if real {
		recordings += wholeColumns / secondDeviceOf
		realHome(t, b, db)
	}
	if err != nil || counts.Activities != 260 || counts.Recordings != recordings || counts.DerivedBehind != 0 ||
		counts.Last != training.DayOf(day) {
		t.Errorf("%+v %v", counts, err)
	}
	if n, err := derive.Follow(t.Context(), db, nil); err != nil || n != 0 {
		t.Errorf("derive computed %d, %v", n, err)
	}
	compose, _, err := db.Watermark(t.Context(), "compose")
	if last, err2 := db.LastChange(t.Context()); err != nil || err2 != nil || compose != last {
		t.Errorf("joined up to %d of %d, %v %v", compose, last, err, err2)
	}
	for collection, want := range map[document.Collection]int{
		document.Wellness: historyYears*daysPerYear + 1, document.Events: (plannedYears*daysPerYear+plannedAhead)/2 + 1,
		document.Routes: routes, document.CustomItems: 1,
	} {
		if all, err := db.Documents(t.Context(), scope, collection, document.Filter{}); err != nil || len(all) != want {
			t.Errorf("%d of %s, want %d, %v", len(all), collection, want, err)
		}
	}
	if all, err := db.Documents(t.Context(), scope, document.Events,
		document.Filter{ID: b.home.nearEvent(b.home.today + 3)}); err != nil || len(all) != 1 {
		t.Errorf("no event near a day, %v", err)
	}
	if len(b.home.ids) != wholeColumns || len(b.home.rides) == 0 || b.home.since(1) > b.home.today || b.home.since(1<<20) != b.home.rides[0] {
		t.Errorf("%d whole, %d rides", len(b.home.ids), len(b.home.rides))
	}
	cols, err := db.Stream(t.Context(), scope, b.home.ids[0], store.AllChannels)
	if err != nil || cols.Len() <= extractRows {
		t.Errorf("%d rows, %v", cols.Len(), err)
	}
	cols, err = db.Stream(t.Context(), scope, "b000000000", store.AllChannels)
	if err != nil || cols.Len() != extractRows {
		t.Errorf("%d rows of an extract, %v", cols.Len(), err)
	}
}

// realHome checks what a plain home has not.
func realHome(t *testing.T, b *run, db *store.DB) {
	t.Helper()
	scope := training.Everything(athleteID)
	withheld, err := db.WithheldActivities(t.Context(), scope, training.DayRange{From: 0, To: b.home.today})
	if err != nil || len(withheld) != 260/withheldShare {
		t.Errorf("%d withheld, %v", len(withheld), err)
	}
	efforts, err := db.SegmentEfforts(t.Context(), scope, store.EffortFilter{Activity: b.home.ids[0]})
	if err != nil || len(efforts) < effortsARide {
		t.Errorf("%d efforts of the newest, %v", len(efforts), err)
	}
	entries, err := db.Journal(t.Context(), scope, 0)
	if err != nil || len(entries) != journalEntries || entries[0].At.Before(entries[1].At) {
		t.Errorf("%d entries, %v", len(entries), err)
	}
	ratings, err := db.Documents(t.Context(), scope, document.Rated, document.Filter{})
	if err != nil || len(ratings) != 260 {
		t.Errorf("%d ratings, %v", len(ratings), err)
	}
	logs, err := db.Documents(t.Context(), scope, document.SessionLogs, document.Filter{})
	if err != nil || len(logs) != loggedDays {
		t.Errorf("%d logs, %v", len(logs), err)
	}
	tallies, err := db.Connections().Tallies(t.Context(), ledger.ConnectionKey{Athlete: athleteID, Source: ratingService})
	if err != nil || len(tallies) != 2 || tallies[0].Items+tallies[1].Items != 260 {
		t.Errorf("seen: %+v, %v", tallies, err)
	}
}

func TestExtractKeepsMissingRows(t *testing.T) {
	t.Parallel()
	var c training.Columns
	for i := range 2 * extractRows {
		c.TimeS = append(c.TimeS, int32(i))
		if i%3 == 0 {
			c.Put(training.Power, i, 100)
		}
	}
	c.Pad()
	got := extract(&c)
	if got.Len() != extractRows || got.Data[training.Power].Valid.Count() != extractRows/3 || got.Data[training.HeartRate].Present() {
		t.Errorf("%d rows, %d values", got.Len(), got.Data[training.Power].Valid.Count())
	}
	if whole := c.Data[training.Power].Valid.Count(); whole != 2*extractRows/3 {
		t.Errorf("the source has %d values left", whole)
	}
}

func TestVariedPrimitives(t *testing.T) {
	t.Parallel()
	v := varier{derive.NewCurves()}
	sum, prims := derive.Single(training.Activity{ID: "a", Sport: training.Cycling}, "r", hour(day, 1))
	better := v.summary(sum, 1.1)
	if got, was := better.Values[training.MetricNormalizedPowerW], sum.Values[training.MetricNormalizedPowerW]; got <= was {
		t.Errorf("%v after %v", got, was)
	}
	for _, p := range prims {
		got, err := v.primitive(p, 1.1)
		if err != nil {
			t.Fatal(err)
		}
		changes := p.Kind == derive.PowerCurve || p.Kind == derive.HRCurve || p.Kind == derive.Efforts
		if same := cmp.Equal(got.Data, p.Data); same == changes {
			t.Errorf("%s: the same is %v", p.Kind, same)
		}
	}
	if _, err := v.primitive(store.Primitive{Kind: derive.PowerCurve, Data: []byte("damage")}, 1.1); err == nil {
		t.Error("damage was varied")
	}
}
