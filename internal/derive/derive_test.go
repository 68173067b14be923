package derive_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
	"lapkeep/test/metricstest"
	"lapkeep/test/recordingtest"
)

const me training.AthleteID = "me"

var start = time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC)

func activity(id string, sport training.Sport, after time.Duration) training.Activity {
	at := start.Add(after)
	return training.Activity{ID: training.ActivityID(id), Sport: sport, Start: at, LocalDay: training.DayOf(at), Name: id}
}

func recorded(sport training.Sport, after time.Duration, channels ...training.Channel) *training.Recording {
	o := ingesttest.Outing{Sport: sport, Start: start.Add(after), Seconds: 600, Seed: 1, LatDeg: 47, LonDeg: 8}
	return o.Record(ingesttest.Device{Channels: channels})
}

func kinds(ps []store.Primitive) map[string]bool {
	m := map[string]bool{}
	for _, p := range ps {
		m[p.Kind] = true
	}
	return m
}

func TestComputeStoresWhatARecordingHas(t *testing.T) {
	t.Parallel()
	all := ingesttest.Everything()
	tests := []struct {
		name  string
		sport training.Sport
		rec   *training.Recording
		want  []string
	}{
		{"an hour's ride with everything", training.Cycling, recordingtest.Hour(), []string{
			derive.PowerHistogram, derive.WorkHistogram, derive.HRHistogram, derive.SpeedHistogram, derive.PowerCurve, derive.HRCurve,
			derive.FatiguedCurve, derive.NPCurve, derive.PaceCurve,
			derive.Efforts, derive.AfterBest, derive.Laps, derive.SplitsKM, derive.SplitsMile, derive.Climbs, derive.ClimbWays,
			derive.Route, derive.Report,
		}},
		{"a run", training.Running, recorded(training.Running, 0, all[1:]...), []string{
			derive.HRHistogram, derive.SpeedHistogram, derive.HRCurve, derive.PaceCurve, derive.Efforts, derive.AfterBest,
			derive.GradedPaceCurve, derive.GradedEfforts, derive.Laps,
			derive.SplitsKM, derive.SplitsMile, derive.Route, derive.Report,
		}},
		{"heart rate alone", training.Yoga, recorded(training.Yoga, 0, training.HeartRate), []string{
			derive.HRHistogram, derive.HRCurve, derive.AfterBest, derive.Laps, derive.Report,
		}},
		{"no rows", training.Fitness, &training.Recording{
			Start: start, ElapsedS: 600, TimerS: 500,
			DeviceValues: training.Values{training.MetricAvgHRBpm: 130},
		}, []string{derive.Report}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			act := activity("a", tt.sport, 0)
			sum, ps := derive.Single(act, "r", tt.rec)
			want := map[string]bool{}
			for _, k := range tt.want {
				want[k] = true
			}
			if diff := cmp.Diff(want, kinds(ps)); diff != "" {
				t.Error(diff)
			}
			if sum.Version != derive.RulesOf(&training.Recording{}) || sum.Values[training.MetricElapsedTimeS] == 0 {
				t.Errorf("%+v", sum)
			}
			for _, p := range ps {
				if p.Activity != act.ID || p.Day != act.LocalDay || p.Sport != tt.sport || p.InputHash == "" || p.Version != derive.Version() {
					t.Errorf("%+v", p)
				}
			}
			sum2, ps2 := derive.Single(act, "r", tt.rec)
			if diff := cmp.Diff(sum, sum2) + cmp.Diff(ps, ps2); diff != "" {
				t.Errorf("not pure: %s", diff)
			}
		})
	}
}

// TestZerosAreNoPower: a ride whose power is 0 throughout has none, as one
// that was found by has_power would have to.
func TestZerosAreNoPower(t *testing.T) {
	t.Parallel()
	rec := *recordingtest.Hour()
	for _, watts := range []int32{0, 1} {
		for i := range rec.Columns.TimeS {
			rec.Columns.Put(training.Power, i, watts)
		}
		sum, _ := derive.Single(activity("a", training.Cycling, 0), "r", &rec)
		if has := sum.Channels.Has(training.Power); has != (watts > 0) || !sum.Channels.Has(training.HeartRate) {
			t.Errorf("%d W throughout: power %v", watts, has)
		}
	}
}

// TestWhatNobodyCanDoIsInNoBest: a meter that shows twice what is there, and a
// way that was driven, are kept and named, and no best or threshold is taken
// from them.
func TestWhatNobodyCanDoIsInNoBest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sport  training.Sport
		put    training.Channel
		value  func(row int) float64
		absent []string
		note   string
	}{
		"a meter": {
			training.Cycling, training.Power, func(int) float64 { return 1400 },
			[]string{derive.PowerCurve, derive.NPCurve},
			"1400 W over",
		},
		"a run by car": {
			training.Running, training.Distance, func(row int) float64 { return 12 * float64(row) },
			[]string{derive.PaceCurve, derive.Efforts, derive.Climbs},
			"beyond what a person can do in the sport",
		},
		"a normal ride": {training.Cycling, training.Power, func(int) float64 { return 250 }, nil, ""},
	} {
		r := metricstest.Recording(c.sport, 900)
		values := make([]float64, 900)
		for i := range values {
			values[i] = c.value(i)
		}
		metricstest.Put(r, c.put, values)
		for i := range values { // up a hill of 3 %
			values[i] = 0.36 * float64(i)
		}
		metricstest.Put(r, training.Altitude, values)
		_, ps := derive.Compute(derive.Inputs{Activity: activity("a", c.sport, 0), Recording: r})
		have := kinds(ps)
		for _, kind := range c.absent {
			if have[kind] {
				t.Errorf("%s: there is a %s", name, kind)
			}
		}
		if c.note == "" && !have[derive.PowerCurve] {
			t.Errorf("%s: there is no power curve", name)
		}
		for _, p := range ps {
			if p.Kind != derive.Report {
				continue
			}
			found, err := derive.DecodeReport(p.Data)
			if notes := strings.Join(phrasetest.Texts(found.Notes), " "); err != nil || c.note != "" && !strings.Contains(notes, c.note) ||
				c.note == "" && strings.Contains(notes, "beyond") {
				t.Errorf("%s: %q, %v", name, notes, err)
			}
		}
	}
}

func TestPoolSwim(t *testing.T) {
	t.Parallel()
	rec := &training.Recording{
		Sport: training.Swimming, SubSport: training.SubPool, Start: start, ElapsedS: 70, TimerS: 70,
		DeviceValues: training.Values{training.MetricPoolLengthM: 25},
	}
	for i := range 3 {
		rec.Lengths = append(rec.Lengths, training.Length{
			StartS: float64(20 * i), ElapsedS: 20, TimerS: 20, Strokes: 12,
			Stroke: "freestyle", Active: i < 2,
		})
	}
	for i := range 70 {
		rec.Columns.TimeS = append(rec.Columns.TimeS, int32(i))
		rec.Columns.Put(training.HeartRate, i, 120)
	}
	act := activity("a", training.Swimming, 0)
	act.SubSport = training.SubPool
	sum, _ := derive.Single(act, "r", rec)
	if v := sum.Values; v[training.MetricDistanceKM] != 0.05 || v[training.MetricPoolLengthM] != 25 || v[training.MetricStrokes] != 24 {
		t.Errorf("%v", v)
	}
}

func TestHashNamesTheInputs(t *testing.T) {
	t.Parallel()
	act := activity("a", training.Cycling, 0)
	links := []derive.Link{{Recording: "r1", Rank: 0, Chosen: 3}, {Recording: "r2", Rank: 1, Chosen: 4}}
	same := []derive.Link{links[1], links[0]}
	base := derive.Hash(act, links)
	if base != derive.Hash(act, same) {
		t.Error("the order of the list enters")
	}
	renamed := act
	renamed.Name = "another"
	if base != derive.Hash(renamed, links) {
		t.Error("a name enters")
	}
	run, day := act, act
	run.Sport, day.LocalDay = training.Running, act.LocalDay+1
	for name, h := range map[string]string{
		"sport": derive.Hash(run, links), "day": derive.Hash(day, links),
		"choice": derive.Hash(act, []derive.Link{{Recording: "r1", Chosen: 1}, links[1]}), "recording": derive.Hash(act, links[:1]),
	} {
		if h == base {
			t.Errorf("the %s does not enter", name)
		}
	}
}

// put stores an activity with a recording, without anything derived.
func put(t *testing.T, db *store.DB, id string, sport training.Sport, after time.Duration, channels ...training.Channel) {
	t.Helper()
	rec := recorded(sport, after, channels...)
	write(t, db, func(tx *store.Tx) error {
		rid := training.RecordingID("r" + id)
		return errors.Join(
			tx.PutActivity(me, activity(id, sport, after)),
			tx.PutRecording(me, store.NewRecording{ID: rid, Origin: store.Origin{Source: "file"}, Audience: store.EveryAudience, Recording: rec}),
			tx.LinkRecording(me, training.ActivityID(id), rid, 0, derive.Present(&rec.Columns)))
	})
}

func write(t *testing.T, db *store.DB, f func(tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

func follow(t *testing.T, db store.Store) int {
	t.Helper()
	n, err := derive.Follow(t.Context(), db, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func opened(t *testing.T) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, me)
	return db
}

func TestFollowComputesWhatChanged(t *testing.T) {
	t.Parallel()
	db := opened(t)
	put(t, db, "a", training.Cycling, 0, ingesttest.Everything()...)
	put(t, db, "b", training.Running, 0, training.HeartRate)
	write(t, db, func(tx *store.Tx) error { return tx.PutActivity(me, activity("manual", training.Yoga, 9*time.Hour)) })
	if n := follow(t, db); n != 2 {
		t.Errorf("computed %d, want 2", n)
	}
	row, err := db.Activity(t.Context(), storetest.Export(me), "a")
	if err != nil || row.Summary.Values[training.MetricNormalizedPowerW] == 0 {
		t.Errorf("%+v %v", row.Summary, err)
	}
	seq, version, err := db.Watermark(t.Context(), derive.Consumer)
	last, lerr := db.LastChange(t.Context())
	if err != nil || lerr != nil || seq != last || version != derive.Version() {
		t.Errorf("watermark %d version %d of %d, %v %v", seq, version, last, err, lerr)
	}
	if n := follow(t, db); n != 0 {
		t.Errorf("nothing changed, computed %d", n)
	}
	write(t, db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, "a", "name", []byte(`"Words"`))
		return err
	})
	if n := follow(t, db); n != 0 {
		t.Errorf("a name changed, computed %d", n)
	}
	write(t, db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, "a", "sport", []byte(`"running"`))
		return err
	})
	if n := follow(t, db); n != 1 {
		t.Errorf("a sport changed, computed %d", n)
	}
	write(t, db, func(tx *store.Tx) error { return tx.LinkRecording(me, "b", "ra", 1, store.Channels(training.Power)) })
	if n := follow(t, db); n != 1 { // a has nothing left and is not shown
		t.Errorf("a link changed, computed %d", n)
	}
	if _, err := db.Primitive(t.Context(), storetest.Export(me), "b", derive.PowerHistogram); err != nil {
		t.Error(err)
	}
}

func TestFollowAfterAChangeOfRules(t *testing.T) {
	t.Parallel()
	db := opened(t)
	put(t, db, "a", training.Cycling, 0, ingesttest.Everything()...)
	put(t, db, "b", training.Running, 5*time.Hour, training.HeartRate)
	follow(t, db)
	write(t, db, func(tx *store.Tx) error {
		p, err := db.Primitive(t.Context(), storetest.Export(me), "b", derive.Report)
		p.Version--
		return errors.Join(err, tx.PutPrimitive(me, p), tx.SetWatermark(derive.Consumer, 1<<40, derive.Version()-1))
	})
	if n := follow(t, db); n != 1 {
		t.Errorf("computed %d, want the one that the old rules wrote", n)
	}
	if seq, version, err := db.Watermark(t.Context(), derive.Consumer); err != nil || version != derive.Version() || seq >= 1<<40 {
		t.Errorf("watermark %d %d %v", seq, version, err)
	}
}

// killed stops following at the nth write, as a kill would.
type killed struct {
	*store.DB
	left int
}

var errKilled = errors.New("killed")

func (k *killed) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if k.left--; k.left < 0 {
		return errKilled
	}
	return k.DB.Write(ctx, f)
}

func TestFollowGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	db := opened(t)
	for i, id := range []string{"a", "b", "c"} {
		put(t, db, id, training.Cycling, time.Duration(i)*3*time.Hour, ingesttest.Everything()...)
	}
	total := 0
	for writes := 0; ; writes++ {
		n, err := derive.Follow(t.Context(), &killed{db, writes % 2}, nil)
		total += n
		if err == nil {
			break
		}
		if !errors.Is(err, errKilled) || writes > 10 {
			t.Fatal(err)
		}
	}
	if total != 3 {
		t.Errorf("computed %d in all, want each once", total)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := derive.Follow(ctx, db, nil); training.KindOf(err) != training.KindCanceled {
		t.Errorf("got %v", err)
	}
}

// damaged cannot read the columns of one activity.
type damaged struct{ *store.DB }

func (d damaged) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error) {
	if id == "a" {
		return nil, training.Errorf(training.KindCorrupt, "A column is damaged.")
	}
	return d.DB.Stream(ctx, s, id, want)
}

func TestDamagedColumnsStopNothing(t *testing.T) {
	t.Parallel()
	db := opened(t)
	put(t, db, "a", training.Cycling, 0, ingesttest.Everything()...)
	put(t, db, "b", training.Cycling, 3*time.Hour, ingesttest.Everything()...)
	if n := follow(t, damaged{db}); n != 2 {
		t.Errorf("followed %d", n)
	}
	p, err := db.Primitive(t.Context(), storetest.Export(me), "a", derive.Report)
	if err != nil {
		t.Fatal(err)
	}
	if f, err := derive.DecodeReport(p.Data); err != nil || len(f.Notes) != 1 {
		t.Errorf("%+v %v", f, err)
	}
	if n := follow(t, damaged{db}); n != 0 {
		t.Errorf("the damaged one is tried again and again: %d", n)
	}
}
