package storetest

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func testStream(t *testing.T, a *Ann) {
	rec := Recording(noon, 100)
	a.put(put("r", rec))
	a.put(func(tx *store.Tx) error {
		if err := tx.PutActivity("ann", Activity("a", noon)); err != nil {
			return err
		}
		if err := tx.PutActivity("ann", Activity("typed in", noon)); err != nil {
			return err
		}
		return tx.LinkRecording("ann", "a", "r", 0, store.Channels(training.Power, training.Cadence))
	})
	c := must(a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels))(t)
	if !c.Has(training.Power) || c.Has(training.HeartRate) || c.Has(training.Cadence) {
		t.Error("it holds other channels than those that were chosen and are there")
	}
	same(t, rec.Columns.TimeS, c.TimeS)
	same(t, 1, len(c.Developer))
	c = must(a.DB.Stream(a.Ctx, a.Scope, "a", store.Channels(training.HeartRate)))(t)
	if c.Len() != 100 || c.Has(training.HeartRate) || c.Has(training.Power) {
		t.Error("a channel that was not chosen is there")
	}
	same(t, 0, must(a.DB.Stream(a.Ctx, a.Scope, "typed in", store.AllChannels))(t).Len())
	_, err := a.DB.Stream(a.Ctx, a.Scope, "none", store.AllChannels)
	wants(t, training.KindNotFound, err)
}

func testStreamOfTwo(t *testing.T, a *Ann) {
	bike, watch := Recording(noon, 100), Recording(noon.Add(10*time.Second), 100)
	a.put(put("bike", bike))
	a.put(put("watch", watch))
	a.put(func(tx *store.Tx) error {
		if err := tx.PutActivity("ann", Activity("a", noon)); err != nil {
			return err
		}
		if err := tx.LinkRecording("ann", "a", "watch", 1, store.Channels(training.HeartRate)); err != nil {
			return err
		}
		return tx.LinkRecording("ann", "a", "bike", 0, store.Channels(training.Power))
	})
	c := must(a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels))(t)
	same(t, bike.Columns.TimeS, c.TimeS)
	same(t, bike.Columns.Data[training.Power], c.Data[training.Power])
	for i := range 100 {
		want, has := watch.Columns.At(training.HeartRate, i-10+100*b2i(i < 10)) // no values before the watch started
		has = has && i >= 10
		got, ok := c.At(training.HeartRate, i)
		if ok != has || ok && got != want {
			t.Fatalf("heart rate of second %d is %d (%v), want %d (%v)", i, got, ok, want, has)
		}
	}
	// Without the watch, the channel comes from another recording that has it.
	a.put(func(tx *store.Tx) error { return tx.RemoveRecording("ann", "watch") })
	c = must(a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels))(t)
	same(t, bike.Columns.Data[training.HeartRate], c.Data[training.HeartRate])
}

// testStreamWithout checks that an ignored channel is kept, and comes back when
// it is no longer ignored.
func testStreamWithout(t *testing.T, a *Ann) {
	a.rides("a")
	whole := must(a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels))(t)
	shown := a.activity("a").Summary.Channels
	ignore := func(value string) *training.Columns {
		a.put(func(tx *store.Tx) error {
			_, err := tx.SetOverride("ann", "a", "ignored", json.RawMessage(value))
			return err
		})
		return must(a.DB.Stream(a.Ctx, a.Scope, "a", store.AllChannels))(t)
	}
	c := ignore(`[{"channel":"power"},{"channel":"hr","from_s":10,"to_s":20},{"channel":"cadence"}]`)
	same(t, shown&^store.Channels(training.Power), a.activity("a").Summary.Channels)
	same(t, false, c.Has(training.Power))
	same(t, whole.Data[training.Latitude], c.Data[training.Latitude])
	for i := range whole.Len() {
		want, has := whole.At(training.HeartRate, i)
		if i >= 10 && i < 20 {
			want, has = 0, false
		}
		if got, ok := c.At(training.HeartRate, i); got != want || ok != has {
			t.Fatalf("heart rate of second %d is %d (%v), want %d (%v)", i, got, ok, want, has)
		}
	}
	same(t, whole, ignore(`null`))
	same(t, shown, a.activity("a").Summary.Channels)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func testSummary(t *testing.T, a *Ann) {
	a.rides("a")
	want := store.Summary{
		NPWindows: 12, HRSeconds: 34.5, Version: 6,
		Values: training.Values{training.MetricAvgPowerW: 0, training.MetricTSS: 55.25, "a_new_metric": 3},
	}
	a.put(func(tx *store.Tx) error { return tx.PutSummary("ann", "a", want) })
	want.Channels = store.Channels(training.Power, training.HeartRate, training.Latitude, training.Longitude)
	same(t, want, a.activity("a").Summary)
	// The summary stays when the activity is written again, until it is
	// replaced.
	a.put(func(tx *store.Tx) error { return tx.PutActivity("ann", Activity("a", noon)) })
	same(t, want, a.activity("a").Summary)
	a.put(func(tx *store.Tx) error { return tx.PutSummary("ann", "a", store.Summary{Version: 7}) })
	same(t, store.Summary{Version: 7, Channels: want.Channels}, a.activity("a").Summary)
	for _, x := range []float64{math.NaN(), math.Inf(-1)} {
		a.refused(training.KindInvalid, func(tx *store.Tx) error {
			return tx.PutSummary("ann", "a", store.Summary{Values: training.Values{training.MetricTSS: x}})
		})
	}
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.PutSummary("ann", "none", want) })
	// Graded pace is one of the metrics without a column, and loads ask for it.
	run := store.Summary{Values: training.Values{training.MetricNGPSPerKM: 250}}
	a.put(func(tx *store.Tx) error { return tx.PutSummary("ann", "a", run) })
	same(t, 4.0, must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)[0].GradedMPS)
}

// activeDaysAre compares the active days by sport with those of all activities.
func activeDaysAre(t *testing.T, a *Ann, all []store.LoadInput) {
	t.Helper()
	want := map[training.Sport][]training.Day{}
	for _, in := range all {
		if !slices.Contains(want[in.Sport], in.Day) {
			want[in.Sport] = append(want[in.Sport], in.Day)
		}
	}
	for range 2 { // read, then cached
		if got := must(a.DB.ActiveDays(a.Ctx, a.Scope))(t); !reflect.DeepEqual(want, got) {
			t.Errorf("active days %v, want %v", got, want)
		}
	}
}

func testLoadInputs(t *testing.T, a *Ann) {
	a.rides("a", "b", "c")
	day := training.DayOf(noon)
	all := must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)
	same(t, 3, len(all))
	same(t, store.LoadInput{
		ID: "a", Sport: training.Cycling, Day: day, Hour: 14, TimerS: 3600, MovingS: 3590, ElapsedS: 3700, DistanceM: 30_000,
		NP: 210.5, NPWindows: 3571, AvgHR: 140, HRSeconds: 3500, AvgSpeed: 30_000.0 / 3600, GainM: 300, WorkJ: 720_000,
	}, all[0])
	for _, tt := range []struct {
		days training.DayRange
		n    int
	}{
		{training.DayRange{From: day + 1, To: day + 1}, 1},
		{training.DayRange{From: day + 1, To: day + 1000}, 2},
		{training.DayRange{From: day - 1000, To: day}, 1},
		{training.DayRange{From: day + 3, To: day + 1000}, 0},
		{training.DayRange{From: day + 1, To: day}, 0},
		{training.DayRange{From: -1 << 30, To: 1 << 30}, 3},
	} {
		same(t, tt.n, len(must(a.DB.LoadInputs(a.Ctx, a.Scope, tt.days))(t)))
	}
	// A move to another day must invalidate the cached answer.
	moved := Activity("a", noon.AddDate(0, 0, 30))
	moved.SubSport = training.SubIndoor
	a.put(func(tx *store.Tx) error { return tx.PutActivity("ann", moved) })
	all = must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)
	if len(all) != 3 || all[2].ID != "a" || all[2].Day != moved.LocalDay || !all[2].Indoor || all[1].Indoor {
		t.Errorf("after it moved: %+v", all)
	}
	activeDaysAre(t, a, all)
	gone := must(a.DB.ActiveDays(a.Ctx, training.Scope{Athlete: "bob", Audience: a.Scope.Audience}))(t)
	same(t, 0, len(gone))
	r, ok, err := a.DB.DaySpan(a.Ctx, a.Scope)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	same(t, training.DayRange{From: day + 1, To: day + 30}, r)
}

func testPrimitives(t *testing.T, a *Ann) {
	a.rides("c", "a", "b") // in order of day
	read := func(days training.DayRange) (got ids) {
		for p, err := range a.DB.Primitives(a.Ctx, a.Scope, "curve", days) {
			if err != nil {
				t.Fatal(err)
			}
			if string(p.Data) != string(p.Activity) || p.Kind != "curve" {
				t.Errorf("%+v", p)
			}
			got = append(got, p.Activity)
		}
		return got
	}
	day := training.DayOf(noon)
	same(t, ids{"c", "a", "b"}, read(everyDay))
	same(t, ids{"a"}, read(training.DayRange{From: day + 1, To: day + 1}))
	a.put(func(tx *store.Tx) error {
		if err := tx.PutActivity("ann", Activity("c", noon.AddDate(0, 0, 9))); err != nil {
			return err
		}
		_, err := tx.SetOverride("ann", "c", "sport", json.RawMessage(`"running"`))
		return err
	})
	same(t, ids{"a", "b", "c"}, read(everyDay))
	p := must(a.DB.Primitive(a.Ctx, a.Scope, "c", "curve"))(t)
	same(t, store.Primitive{
		Activity: "c", Day: day + 9, Sport: training.Running, Kind: "curve", Version: 1,
		InputHash: "h", Data: []byte("c"),
	}, p)
	a.put(func(tx *store.Tx) error { return tx.PutPrimitive("ann", store.Primitive{Activity: "c", Kind: "empty"}) })
	same(t, 0, len(must(a.DB.Primitive(a.Ctx, a.Scope, "c", "empty"))(t).Data))
	for _, err := range a.DB.Primitives(a.Ctx, a.Scope, "curve", everyDay) {
		same(t, nil, err)
		break // leaving the loop early must free the reader
	}
	a.put(func(tx *store.Tx) error { return tx.DeletePrimitives("ann", "a") })
	same(t, ids{"b", "c"}, read(everyDay))
	_, err := a.DB.Primitive(a.Ctx, a.Scope, "a", "curve")
	wants(t, training.KindNotFound, err)
	a.refused(training.KindNotFound, func(tx *store.Tx) error {
		return tx.PutPrimitive("ann", store.Primitive{Activity: "none", Kind: "curve"})
	})
}
