package digest_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/digest"
	"lapkeep/internal/demo"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

const ada training.AthleteID = "ada"

var page = training.Scope{Athlete: ada, Audience: training.AudiencePage}

// made is an activity of the demo athlete as an import stores it.
type made struct {
	act  training.Activity
	sum  store.Summary
	prim []store.Primitive
}

// weeks returns the last weeks of the demo athlete.
var weeks = sync.OnceValue(func() (out []made) {
	today := training.NewDay(2026, time.May, 20)
	for it := range demo.Athlete(today).Items() {
		if it.Day < today-70 {
			continue
		}
		rec := it.Recordings()[0]
		a := training.Activity{
			ID: training.ActivityID(fmt.Sprint("a", len(out))), Sport: it.Sport, SubSport: rec.SubSport, Start: it.Start, LocalDay: it.Day,
			OffsetS: 7200, Name: it.Name, Description: it.Description, Race: it.Race, PerceivedExertion: it.PerceivedExertion,
		}
		sum, prim := derive.Single(a, "r", rec)
		out = append(out, made{a, sum, prim})
	}
	return out
})

// put stores an activity.
func (m made) put(tx *store.Tx) error {
	if err := tx.PutActivity(ada, m.act); err != nil {
		return err
	}
	if err := tx.PutSummary(ada, m.act.ID, m.sum); err != nil {
		return err
	}
	for _, p := range m.prim {
		p.Activity = m.act.ID
		if err := tx.PutPrimitive(ada, p); err != nil {
			return err
		}
	}
	return nil
}

// fill stores n activities, repeating those of the weeks into the past.
func fill(tb testing.TB, n int) *store.DB {
	tb.Helper()
	db := storetest.Open(tb)
	storetest.Athlete(tb, db, ada)
	storetest.Write(tb, db, func(tx *store.Tx) error {
		for _, e := range demo.Athlete(training.NewDay(2026, time.May, 20)).Thresholds {
			if err := tx.PutThreshold(ada, e); err != nil {
				return err
			}
		}
		return nil
	})
	all := weeks()
	for from := 0; from < n; from += 500 {
		storetest.Write(tb, db, func(tx *store.Tx) error {
			for i := from; i < min(from+500, n); i++ {
				m := all[i%len(all)]
				back := 70 * (i / len(all))
				m.act.ID = training.ActivityID(fmt.Sprint("b", i))
				m.act.Start = m.act.Start.AddDate(0, 0, -back)
				m.act.LocalDay = training.DayOf(m.act.Start.Add(time.Duration(m.act.OffsetS) * time.Second))
				if err := m.put(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return db
}

func rowsOf(tb testing.TB, db *store.DB, f store.ActivityFilter) []store.ActivityRow {
	tb.Helper()
	f.Metrics = digest.Metrics()
	p, err := db.Activities(tb.Context(), page, f)
	if err != nil {
		tb.Fatal(err)
	}
	return p.Rows
}

func linesOf(tb testing.TB, db *store.DB, rows []store.ActivityRow) []digest.View {
	tb.Helper()
	views, err := digest.Of(tb.Context(), db, page, rows)
	if err != nil {
		tb.Fatal(err)
	}
	return views
}

// TestOneOfManyIsTheSameAlone checks that activities read together and alone
// have the same lines.
func TestOneOfManyIsTheSameAlone(t *testing.T) {
	t.Parallel()
	db := fill(t, 140)
	rows := rowsOf(t, db, store.ActivityFilter{})
	all := linesOf(t, db, rows)
	seen := map[training.DigestTag]int{}
	for i := range rows {
		seen[all[i].Tag]++
		if d := cmp.Diff(all[i:i+1], linesOf(t, db, rows[i:i+1])); d != "" {
			t.Errorf("%s: %s", rows[i].ID, d)
		}
	}
	for _, tag := range []training.DigestTag{
		training.DigestEasy, training.DigestRecovery, training.DigestLong, training.DigestWorkout,
	} {
		if seen[tag] == 0 {
			t.Errorf("no activity is %s: %v", tag, seen)
		}
	}
}

// TestWhatIsAroundAnActivityCounts checks that a race on the next day, done or
// in the calendar, makes a short run a shakeout.
func TestWhatIsAroundAnActivityCounts(t *testing.T) {
	t.Parallel()
	noon := storetest.Noon()
	run := func(id string, day int, seconds float64, race bool) made {
		a := storetest.Activity(training.ActivityID(id), noon.AddDate(0, 0, day))
		a.Sport, a.Race = training.Running, race
		return made{a, store.Summary{Values: training.Values{
			training.MetricDurationS: seconds, training.MetricDistanceKM: seconds / 360, training.MetricAvgSpeedKMH: 10,
		}}, nil}
	}
	db := storetest.Open(t)
	storetest.Athlete(t, db, ada)
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i := range 6 {
			if err := run(fmt.Sprint("u", i), -60+7*i, 3000, false).put(tx); err != nil {
				return err
			}
		}
		others := []made{run("eve", -1, 1500, false), run("race", 0, 2400, true), run("far", -8, 4500, false), run("plan", 4, 1500, false)}
		for _, m := range others {
			if err := m.put(tx); err != nil {
				return err
			}
		}
		day := training.DayOf(noon) + 5
		own := document.Own{Fields: []byte(`{"category":"race_b","name":"City run"}`), Days: training.DayRange{From: day, To: day}}
		_, err := tx.PutOwn(ada, document.Events, "city", own)
		return err
	})
	for id, want := range map[training.ActivityID]string{
		"eve": "4.2km @6:00/km [shakeout]", "race": "6.7km @6:00/km [race]", "far": "12.5km @6:00/km [long]",
		"plan": "4.2km @6:00/km [shakeout]", "u5": "8.3km @6:00/km",
	} {
		got := linesOf(t, db, rowsOf(t, db, store.ActivityFilter{IDs: []training.ActivityID{id}}))
		if got[0].Line.String() != want {
			t.Errorf("%s is %q, want %q", id, got[0].Line, want)
		}
	}
}

// TestWhatIsSavedStandsOverOurs checks that a saved line replaces the computed
// one, and that both are kept.
func TestWhatIsSavedStandsOverOurs(t *testing.T) {
	t.Parallel()
	db := fill(t, 1)
	rows := rowsOf(t, db, store.ActivityFilter{})
	ours := linesOf(t, db, rows)[0]
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ada, document.Digests, string(rows[0].ID), document.Own{Fields: []byte(`{"line":"Easy spin [easy]","by":"model"}`)})
		return err
	})
	want := digest.View{Line: i18n.Name("Easy spin [easy]"), Tag: training.DigestEasy, By: "model", Computed: ours.Line}
	if d := cmp.Diff(want, linesOf(t, db, rows)[0]); d != "" {
		t.Error(d)
	}
}

// BenchmarkDigests15000 measures the lines of a whole history, from stored data.
func BenchmarkDigests15000(b *testing.B) {
	db := fill(b, 15_000)
	for b.Loop() {
		if n := len(linesOf(b, db, rowsOf(b, db, store.ActivityFilter{}))); n != 15_000 {
			b.Fatal(n)
		}
	}
}

// BenchmarkDigestOfOne measures the line of one activity.
func BenchmarkDigestOfOne(b *testing.B) {
	db := fill(b, 15_000)
	rows := rowsOf(b, db, store.ActivityFilter{Limit: 50})
	i := 0
	for b.Loop() {
		linesOf(b, db, rows[i%50:i%50+1])
		i++
	}
}

// BenchmarkLine measures only writing the line.
func BenchmarkLine(b *testing.B) {
	in := digest.Input{
		Sport: training.Running, DurationS: 3600, DistanceM: 11_900, GainM: 45, HRBpm: 139,
		Description: "Treadmill. 6x800m @3:40, rec 2min. 12 km in all", Indoor: true,
	}
	for b.Loop() {
		digest.Line(&in)
	}
}

// inputOf returns the input for the line of a recording, with its laps.
func inputOf(t *testing.T, r *training.Recording) (in digest.Input, cut []summary.Lap) {
	t.Helper()
	act := training.Activity{Sport: r.Sport, SubSport: r.SubSport}
	sum, derived := derive.Single(act, "r", r)
	v := sum.Values
	in = digest.Input{
		Sport: r.Sport, Indoor: act.Indoor(), DurationS: v[training.MetricDurationS], DistanceM: 1000 * v[training.MetricDistanceKM],
		GainM: v[training.MetricElevationGainM], PowerW: v[training.MetricAvgPowerW], HRBpm: v[training.MetricAvgHRBpm],
		SpeedMPS: v[training.MetricAvgSpeedKMH] / 3.6,
	}
	var err error
	for _, d := range derived {
		switch d.Kind {
		case derive.Intervals:
			in.Session, err = derive.DecodeIntervals(d.Data)
		case derive.Laps:
			cut, err = derive.DecodeLaps(d.Data)
			in.Laps = digest.LapsOf(cut)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return in, cut
}

// byHand reports whether a person or a workout cut the laps, instead of a distance.
func byHand(r *training.Recording) bool {
	n := 0
	for _, l := range r.Laps {
		if l.Trigger != "distance" && l.EndS-l.StartS > 5 {
			n++
		}
	}
	return n >= 5
}

// told is a set in a line: its number of repeats, their size in s or m, and
// their level in W or m/s.
type told struct {
	count                  int
	seconds, metres, level float64
	power                  bool
}

var toldOf = regexp.MustCompile(`(\d+)×(?:(\d+):(\d\d)min|(\d+)(s|min|m|yd)) @(?:(\d+)W|(\d+):(\d\d)/(km|100m|500m))`)

func toldIn(line string) (out []told) {
	for _, m := range toldOf.FindAllStringSubmatch(line, -1) {
		n := func(i int) float64 { x, _ := strconv.ParseFloat("0"+m[i], 64); return x }
		x := told{count: int(n(1)), level: n(6), power: m[6] != ""}
		switch m[5] {
		case "m":
			x.metres = n(4)
		case "yd":
			x.metres = 0.9144 * n(4)
		case "min":
			x.seconds = 60 * n(4)
		default:
			x.seconds = 60*n(2) + n(3) + n(4)
		}
		if pace := 60*n(7) + n(8); pace > 0 {
			x.level = map[string]float64{"km": 1000, "100m": 100, "500m": 500}[m[9]] / pace
		}
		out = append(out, x)
	}
	return out
}

// lapsOf counts the laps that match such an interval: in size within 4 % or 3
// s, in level within a tenth, since the intervals of a set differ as much.
func (x told) lapsOf(cut []summary.Lap) (n int) {
	near := func(a, b, share, least float64) bool { return math.Abs(a-b) <= max(share*b, least) }
	for _, l := range cut {
		s, m := l.EndS-l.StartS, 1000*l.Values[training.MetricDistanceKM]
		size := near(s, x.seconds, 0.04, 3)
		if x.metres > 0 {
			size = near(m, x.metres, 0.04, 0)
		}
		level := l.Values[training.MetricAvgPowerW]
		if !x.power {
			level = m / s
		}
		if size && near(level, x.level, 0.1, 0) {
			n++
		}
	}
	return n
}

// TestDigestsAgreeWithDeviceLaps checks that if a person or a workout cut the
// laps, each set in a line corresponds to as many laps of that size and level.
func TestDigestsAgreeWithDeviceLaps(t *testing.T) {
	t.Parallel()
	recordings, sets, agree := 0, 0, 0
	for _, file := range realdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			if !byHand(r) {
				continue
			}
			in, cut := inputOf(t, r)
			line := digest.Line(&in).String()
			all := toldIn(line)
			if len(all) > 0 {
				recordings++
			}
			for _, x := range all {
				sets++
				if n := x.lapsOf(cut); n >= x.count {
					agree++
				} else {
					t.Logf("%s: %+v has %d laps: %s", filepath.Base(file), x, n, strings.TrimSpace(line))
				}
			}
		}
	}
	t.Logf("%d recordings, %d of %d sets agree with the laps", recordings, agree, sets)
	if recordings < 8 || 100*agree < 95*sets {
		t.Errorf("%d recordings, %d of %d sets agree with the laps", recordings, agree, sets)
	}
}
