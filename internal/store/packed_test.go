package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const assorted = 90

// assort stores activities that differ in all that lists select by, three of
// them at a time with one start.
func assort(t *testing.T, db *store.DB) {
	t.Helper()
	storetest.Athlete(t, db, "ann")
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	audiences := []store.Audiences{
		store.EveryAudience, store.EveryAudience, 1 << training.AudiencePage,
		1<<training.AudiencePage | 1<<training.AudienceExport,
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i := range assorted {
			id, start := training.ActivityID(fmt.Sprintf("a%02d", i)), storetest.Noon().AddDate(0, 0, 2*(i/3))
			if rng.IntN(2) == 0 {
				if err := storetest.AddRide(tx, "ann", id, start, audiences[rng.IntN(len(audiences))]); err != nil {
					return err
				}
			}
			x := storetest.Activity(id, start)
			x.Sport, x.SubSport = training.Sport(pick("cycling", "running")), pick("", "virtual", "road")
			x.Name, x.Description = pick("", "Évening loop", "loop", "Long RIDE"), pick("", "in the evening", "hills")
			x.Race, x.GearID, x.HiddenFromModels = rng.IntN(3) == 0, pick("", "bike", "shoes"), rng.IntN(9) == 0
			if x.Commute = rng.IntN(3) == 0; rng.IntN(3) == 0 {
				x.MoreGear = []string{pick("wheels", "bike"), "socks"}
			}
			err := tx.PutActivity("ann", x)
			if rng.IntN(3) > 0 {
				s := store.Summary{Values: training.Values{}, Version: rng.IntN(2), Channels: store.Channels(training.Channel(rng.IntN(3)))}
				for _, m := range sortable {
					if rng.IntN(3) > 0 {
						s.Values[m] = float64(rng.IntN(4))
					}
				}
				err = errors.Join(err, tx.PutSummary("ann", id, s))
			}
			if rng.IntN(12) == 0 {
				err = errors.Join(err, tx.DeleteActivity("ann", id))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

var sortable = []training.Metric{training.MetricDistanceKM, training.MetricAvgPowerW, training.MetricMaxSpeedKMH}

// drawFilter draws conditions that both ways to list know, of few days.
func drawFilter(t *rapid.T) store.ActivityFilter {
	first := training.DayOf(storetest.Noon())
	from := rapid.IntRange(-2, 60).Draw(t, "from")
	f := store.ActivityFilter{
		Days:      &training.DayRange{From: first + training.Day(from), To: first + training.Day(from+rapid.IntRange(-1, 80).Draw(t, "days"))},
		Text:      rapid.SampledFrom([]string{"", "", "", "evening", "LOOP evening", "oop", "pl"}).Draw(t, "text"),
		GearID:    rapid.SampledFrom([]string{"", "", "bike", "wheels", "none"}).Draw(t, "gear"),
		SortBy:    rapid.SampledFrom(append([]training.Metric{""}, sortable...)).Draw(t, "sort"),
		Ascending: rapid.Bool().Draw(t, "ascending"),
		Deleted:   rapid.Bool().Draw(t, "deleted"),
		Limit:     rapid.IntRange(0, 12).Draw(t, "limit"),
		Sports: rapid.SampledFrom([][]training.Discipline{
			nil, nil,
			{training.Running.Plain()},
			{training.Cycling.Plain(), training.Running.Plain()},
			{training.Rowing.Plain()},
			{training.DisciplineOf(training.Cycling, training.SubIndoor)},
			{training.DisciplineOf(training.Running, training.SubTrail)},
		}).Draw(t, "sports"),
	}
	for _, want := range []**bool{&f.Race, &f.Commute, &f.Indoor, &f.HasPower, &f.HasHR, &f.HasGPS} {
		*want = rapid.SampledFrom([]*bool{nil, nil, nil, new(true), new(false)}).Draw(t, "asked")
	}
	for _, bound := range []*training.Values{&f.Min, &f.Max} {
		if rapid.IntRange(0, 3).Draw(t, "bounded") == 0 {
			*bound = training.Values{rapid.SampledFrom(sortable).Draw(t, "metric"): float64(rapid.IntRange(0, 4).Draw(t, "bound"))}
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "named") == 0 {
		for range rapid.IntRange(0, 30).Draw(t, "names") {
			f.IDs = append(f.IDs, training.ActivityID(fmt.Sprintf("a%02d", rapid.IntRange(0, assorted+5).Draw(t, "id"))))
		}
	}
	return f
}

// TestListsFromMemory checks the law of lists: what is packed in memory selects
// and orders as the database does, page by page and for every audience. A store
// that was only ever asked of few days has nothing in memory.
func TestListsFromMemory(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	packed, plain := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	assort(t, packed)
	for _, sharing := range []bool{false, true} {
		storetest.Write(t, packed, func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: "ann", TimeZone: "Europe/Berlin", Sharing: training.Sharing{Notes: sharing}})
		})
		for range 2 { // the second list is worth reading all
			all, err := packed.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{SortBy: training.MetricAvgPowerW})
			if err != nil || all.Total < assorted/2 {
				t.Fatalf("%d activities, %v", all.Total, err)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			f := drawFilter(t)
			s := training.Scope{Athlete: "ann", Audience: training.Audience(rapid.IntRange(0, 2).Draw(t, "audience"))}
			for {
				got, err := packed.Activities(context.Background(), s, f)
				if err != nil {
					t.Fatal(err)
				}
				want, err := plain.Activities(context.Background(), s, f)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("%+v (-database +memory):\n%s", f, d)
				}
				if f.After = got.Next; f.After == "" {
					return
				}
			}
		})
	}
}

// TestListsFromMemoryFollow: a change of an activity, by whichever process, is
// in the next list, and so is one that moves it to another place.
func TestListsFromMemoryFollow(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	assort(t, db)
	storetest.Athlete(t, db, "bob")
	count := func(f store.ActivityFilter) int {
		t.Helper()
		counts := map[int]bool{}
		total := 0
		for range 3 { // of the database, read into memory, and from there
			page, err := db.Activities(t.Context(), storetest.Export("ann"), f)
			if err != nil {
				t.Fatal(err)
			}
			total = page.Total
			counts[total] = true
		}
		if len(counts) != 1 {
			t.Errorf("%+v: %v", f, counts)
		}
		return total
	}
	is := func(what string, want, got int) {
		t.Helper()
		if want != got {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	xyz, far := store.ActivityFilter{Text: "xyz"}, store.ActivityFilter{Min: training.Values{training.MetricDistanceKM: 500}}
	is("at first", 0, count(xyz)+count(far))
	id, all := training.ActivityID("zz"), count(store.ActivityFilter{SortBy: training.MetricDistanceKM})
	storetest.Write(t, other, func(tx *store.Tx) error {
		x := storetest.Activity(id, storetest.Noon().AddDate(0, 0, -1))
		x.Name = "Xyz"
		return errors.Join(tx.PutActivity("ann", x), tx.PutActivity("bob", x))
	})
	is("a new one", 1, count(xyz))
	is("all of them", all+1, count(store.ActivityFilter{SortBy: training.MetricDistanceKM}))
	storetest.Write(t, other, func(tx *store.Tx) error {
		return tx.PutSummary("ann", id, store.Summary{Values: training.Values{training.MetricDistanceKM: 900}})
	})
	is("its metrics", 1, count(far))
	storetest.Write(t, other, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", id, "name", json.RawMessage(`"Other"`))
		return err
	})
	is("renamed", 0, count(xyz))
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.DeleteActivity("ann", id) })
	is("deleted", 0, count(far))
	storetest.Write(t, other, func(tx *store.Tx) error {
		return tx.PutNote("ann", store.Note{ID: "n", Activity: "a01", Author: "athlete", Text: "xyz", At: storetest.Noon()})
	})
	is("a note is not an activity's text", 0, count(xyz))
}

func TestListsFromMemoryRefuse(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	assort(t, db)
	s := storetest.Export("ann")
	for _, f := range []store.ActivityFilter{
		{SortBy: training.MetricDistanceKM, After: "nonsense"},
		{Min: training.Values{"no_metric": 1}},
	} {
		if _, err := db.Activities(t.Context(), s, f); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%+v: %v", f, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Activities(ctx, s, store.ActivityFilter{Text: "loop"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled list: %v", err)
	}
}

// TestWhatIsKeptInMemoryIsDropped: counts and totals are those of the moment,
// whoever wrote last, this process or another, and whoever asks.
func TestWhatIsKeptInMemoryIsDropped(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	check := func(s training.Scope, want int) {
		t.Helper()
		c, err := db.Counts(t.Context(), s)
		if err != nil || c.Activities != want || c.Recordings != want || c.BySport[training.Cycling] != want {
			t.Errorf("%+v %v, want %d", c, err, want)
		}
		c.BySport[training.Cycling] = 99 // a caller's own
		page, err := db.Activities(t.Context(), s, store.ActivityFilter{Limit: 1, Sports: []training.Discipline{training.Cycling.Plain()}})
		if want > 1 && page.Total != want || err != nil {
			t.Errorf("total %d %v, want %d", page.Total, err, want)
		}
	}
	check(storetest.Export("ann"), 0)
	for i, by := range []*store.DB{db, other, db} {
		storetest.Write(t, by, func(tx *store.Tx) error {
			return storetest.AddRide(tx, "ann", training.ActivityID(rune('a'+i)),
				storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience)
		})
		check(storetest.Export("ann"), i+1)
		check(storetest.Export("ann"), i+1)
	}
	storetest.Write(t, other, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "hidden_from_models", []byte("true"))
		return err
	})
	check(storetest.Model("ann"), 2)
	check(storetest.Export("ann"), 3)
	storetest.Write(t, other, func(tx *store.Tx) error { return tx.DeleteActivity("ann", "b") })
	check(storetest.Model("ann"), 1)
}

// TestSettingsAreThoseOfTheMoment: dated settings are kept in memory, and one
// that another process writes is seen at once. A caller may change its own.
func TestSettingsAreThoseOfTheMoment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	for i, by := range []*store.DB{db, other, db, other} {
		entry := training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(20000 + i), Values: []float64{250}}
		storetest.Write(t, by, func(tx *store.Tx) error { return tx.PutThreshold("ann", entry) })
		for range 2 {
			h, err := db.History(t.Context(), storetest.Export("ann"))
			if err != nil || len(h) != i+1 {
				t.Fatalf("%d settings of %d, %v", len(h), i+1, err)
			}
			h[0].Key = "a caller's own"
		}
		if h, err := db.History(t.Context(), storetest.Export("bob")); err != nil || len(h) != 0 {
			t.Errorf("the settings of another: %v, %v", h, err)
		}
	}
	weight := training.ThresholdEntry{Key: training.KeyWeight, From: 20000, Values: []float64{70}}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutThreshold("ann", weight) })
	for s, want := range map[training.Scope]int{storetest.Export("ann"): 5, storetest.Model("ann"): 4} {
		for range 2 {
			if h, err := db.History(t.Context(), s); err != nil || len(h) != want {
				t.Errorf("%s reads %d settings, %v; want %d", s.Audience, len(h), err, want)
			}
		}
	}
}

// TestShortReadsUseWhatALongOneKept: the load inputs of a few days are those
// of the moment, before and after a series of years was read.
func TestShortReadsUseWhatALongOneKept(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	first := training.DayOf(storetest.Noon())
	short, long := training.DayRange{From: first, To: first + 1}, training.DayRange{From: first - 4000, To: first + 4000}
	for i, by := range []*store.DB{db, other, db} {
		storetest.Write(t, by, func(tx *store.Tx) error {
			return storetest.AddRide(tx, "ann", training.ActivityID(rune('a'+i)),
				storetest.Noon().Add(time.Duration(i)*24*time.Hour), store.EveryAudience)
		})
		for _, days := range []training.DayRange{short, long, short} {
			got, err := db.LoadInputs(t.Context(), storetest.Export("ann"), days)
			want := i + 1
			if days == short {
				want = min(want, 2)
			}
			if err != nil || len(got) != want {
				t.Errorf("%d inputs in %s after %d rides, %v; want %d", len(got), days, i+1, err, want)
			}
		}
	}
}

// TestRowsHaveTheMetricsThatAreAskedFor, and those that have no column.
func TestRowsHaveTheMetricsThatAreAskedFor(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	all := training.Values{training.MetricDistanceKM: 40, training.MetricAvgHRBpm: 140, training.MetricTSS: 70, training.MetricNGPSPerKM: 300}
	for i, values := range []training.Values{all, {training.MetricAvgHRBpm: 120}} {
		id := training.ActivityID(rune('a' + i))
		storetest.Write(t, db, func(tx *store.Tx) error {
			if err := storetest.AddRide(tx, "ann", id, storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience); err != nil {
				return err
			}
			return tx.PutSummary("ann", id, store.Summary{Values: values, NPWindows: i})
		})
	}
	for name, c := range map[string]struct {
		metrics []training.Metric
		want    []training.Values
	}{
		"all":  {nil, []training.Values{all, {training.MetricAvgHRBpm: 120}}},
		"none": {[]training.Metric{}, []training.Values{{training.MetricNGPSPerKM: 300}, nil}},
		"two": {
			[]training.Metric{training.MetricDistanceKM, training.MetricTSS},
			[]training.Values{{training.MetricDistanceKM: 40, training.MetricTSS: 70, training.MetricNGPSPerKM: 300}, nil},
		},
	} {
		page, err := db.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{Metrics: c.metrics, Ascending: true})
		if err != nil || len(page.Rows) != 2 {
			t.Fatal(page, err)
		}
		if d := cmp.Diff(c.want, []training.Values{page.Rows[0].Summary.Values, page.Rows[1].Summary.Values}); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		around, err := db.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{Metrics: c.metrics, Around: "a", Ascending: true})
		if d := cmp.Diff(page.Rows, around.Rows); d != "" || err != nil {
			t.Errorf("%s around one: %v (-page +around):\n%s", name, err, d)
		}
	}
}
