package storetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

type ids = []training.ActivityID

// assorted stores five different activities.
func (a *Ann) assorted() {
	a.Helper()
	a.put(func(tx *store.Tx) error {
		for i, change := range []func(*training.Activity){
			func(x *training.Activity) { x.Name, x.Tags = "Évening loop", []string{"Hot"} },
			func(x *training.Activity) {
				x.Sport, x.Name, x.Description = training.Running, "Track", "intervals in the EVENING"
			},
			func(x *training.Activity) {
				x.Race, x.GearID, x.Name, x.MoreGear = true, "bike-1", "100% effort", []string{"wheels-1"}
			},
			func(x *training.Activity) {
				x.ParentID, x.Sport, x.Commute, x.MoreGear = "a0", training.Swimming, true, []string{"bike-1"}
			},
			func(x *training.Activity) {
				x.Name, x.Tags, x.SubSport = "loop", []string{"hot", "easy"}, training.SubVirtual
			},
		} {
			x := Activity(training.ActivityID(fmt.Sprintf("a%d", i)), noon.AddDate(0, 0, i))
			change(&x)
			if err := tx.PutActivity("ann", x); err != nil {
				return err
			}
			if i == 3 {
				continue // has no data
			}
			s := store.Summary{Values: training.Values{training.MetricDistanceKM: float64(10 * (i % 3))}, Channels: store.Channels(training.Power)}
			if err := tx.PutSummary("ann", x.ID, s); err != nil {
				return err
			}
		}
		return AddRide(tx, "ann", "r", noon.AddDate(0, 0, 5), store.EveryAudience)
	})
}

func testFilters(t *testing.T, a *Ann) {
	a.assorted()
	yes, no := true, false
	day := training.DayOf(noon)
	many := append(slices.Repeat(ids{"none"}, 1000), "a4", "a1", "a0")
	for name, tt := range map[string]struct {
		f    store.ActivityFilter
		want ids
	}{
		"none":       {store.ActivityFilter{}, ids{"r", "a4", "a3", "a2", "a1", "a0"}},
		"ascending":  {store.ActivityFilter{Ascending: true, Limit: 2}, ids{"a0", "a1"}},
		"ids":        {store.ActivityFilter{IDs: ids{"a1", "a4", "none"}}, ids{"a4", "a1"}},
		"many ids":   {store.ActivityFilter{IDs: many}, ids{"a4", "a1", "a0"}},
		"some of":    {store.ActivityFilter{IDs: many, Text: "evening", Limit: 1}, ids{"a1"}},
		"no ids":     {store.ActivityFilter{IDs: ids{}}, ids{}},
		"days":       {store.ActivityFilter{Days: &training.DayRange{From: day + 1, To: day + 2}}, ids{"a2", "a1"}},
		"empty days": {store.ActivityFilter{Days: &training.DayRange{From: day + 2, To: day + 1}}, ids{}},
		"sports": {store.ActivityFilter{Sports: []training.Discipline{training.Running.Plain(), training.Swimming.Plain()}}, ids{
			"a3",
			"a1",
		}},
		"text":        {store.ActivityFilter{Text: "EVENING"}, ids{"a1", "a0"}},
		"words":       {store.ActivityFilter{Text: " loop  evening "}, ids{"a0"}},
		"accents":     {store.ActivityFilter{Text: "évening loop"}, ids{"a0"}},
		"tag as text": {store.ActivityFilter{Text: "easy"}, ids{"a4"}},
		"no wildcard": {store.ActivityFilter{Text: "100%"}, ids{"a2"}},
		"tag":         {store.ActivityFilter{Tags: []string{"hot"}}, ids{"a4", "a0"}},
		"tags":        {store.ActivityFilter{Tags: []string{"HOT", "easy"}}, ids{"a4"}},
		"race":        {store.ActivityFilter{Race: &yes}, ids{"a2"}},
		"no race":     {store.ActivityFilter{Race: &no, Limit: 1}, ids{"r"}},
		"gear":        {store.ActivityFilter{GearID: "bike-1"}, ids{"a3", "a2"}},
		"more gear":   {store.ActivityFilter{GearID: "wheels-1"}, ids{"a2"}},
		"commute":     {store.ActivityFilter{Commute: &yes}, ids{"a3"}},
		"no commute":  {store.ActivityFilter{Commute: &no, Limit: 1}, ids{"r"}},
		"indoors":     {store.ActivityFilter{Indoor: &yes}, ids{"a4"}},
		"outdoors":    {store.ActivityFilter{Indoor: &no, Limit: 2}, ids{"r", "a3"}},
		"parent":      {store.ActivityFilter{Parent: "a0"}, ids{"a3"}},
		"by hand":     {store.ActivityFilter{Source: "manual"}, ids{"a4", "a3", "a2", "a1", "a0"}},
		"source":      {store.ActivityFilter{Source: "file"}, ids{"r"}},
		"device":      {store.ActivityFilter{Device: "One ACME"}, ids{"r"}},
		"no device":   {store.ActivityFilter{Device: "acme two"}, nil},
		"power":       {store.ActivityFilter{HasPower: &yes}, ids{"r", "a4", "a2", "a1", "a0"}},
		"no power":    {store.ActivityFilter{HasPower: &no}, ids{"a3"}},
		"gps and hr":  {store.ActivityFilter{HasGPS: &yes, HasHR: &yes}, ids{"r"}},
		"at least":    {store.ActivityFilter{Min: training.Values{training.MetricDistanceKM: 10}}, ids{"r", "a4", "a2", "a1"}},
		"between": {store.ActivityFilter{
			Min: training.Values{training.MetricDistanceKM: 10},
			Max: training.Values{training.MetricDistanceKM: 10},
		}, ids{"a4", "a1"}},
		"all together": {store.ActivityFilter{
			Sports: []training.Discipline{training.Cycling.Plain()}, Text: "loop",
			Tags: []string{"easy"}, HasPower: &yes,
		}, ids{"a4"}},
	} {
		got := a.names(tt.f)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", name, got, tt.want)
		}
	}
	// According to its summary, the activity's power contains no information.
	a.put(func(tx *store.Tx) error {
		return tx.PutSummary("ann", "r", store.Summary{Version: 3, Channels: store.Channels(training.HeartRate)})
	})
	same(t, ids{"r", "a3"}, a.names(store.ActivityFilter{HasPower: &no}))
	same(t, ids{"r"}, a.names(store.ActivityFilter{HasHR: &yes}))
	_, err := a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{Min: training.Values{"distance_km; DROP TABLE activities": 1}})
	wants(t, training.KindInvalid, err)
	_, err = a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{SortBy: "no_metric"})
	wants(t, training.KindInvalid, err)
}

// testPages checks that the pages together make up the list, for every order and page size.
func testPages(t *testing.T, a *Ann) {
	a.put(func(tx *store.Tx) error {
		for i := range 23 {
			id := training.ActivityID(fmt.Sprintf("a%02d", i))
			start := noon.Add(time.Duration(i/3) * time.Hour) // three at a time start together
			if err := tx.PutActivity("ann", Activity(id, start)); err != nil {
				return err
			}
			if i%4 == 0 {
				continue
			}
			if err := tx.PutSummary("ann", id, store.Summary{Values: training.Values{training.MetricAvgPowerW: float64(i % 5)}}); err != nil {
				return err
			}
		}
		return nil
	})
	rapid.Check(t, func(t *rapid.T) {
		f := store.ActivityFilter{
			SortBy:    rapid.SampledFrom([]training.Metric{"", training.MetricAvgPowerW}).Draw(t, "sort"),
			Ascending: rapid.Bool().Draw(t, "ascending"),
		}
		whole, err := a.DB.Activities(a.Ctx, a.Scope, f)
		if err != nil || whole.Total != 23 || len(whole.Rows) != 23 || whole.Next != "" {
			t.Fatalf("the whole list has %d of %d rows, %v", len(whole.Rows), whole.Total, err)
		}
		f.Limit = rapid.IntRange(1, 25).Draw(t, "limit")
		var got ids
		for {
			page, err := a.DB.Activities(a.Ctx, a.Scope, f)
			if err != nil || page.Total != 23 || len(page.Rows) > f.Limit || !maps.Equal(page.Sports, whole.Sports) {
				t.Fatalf("a page has %d rows of %d, %v, %v", len(page.Rows), page.Total, page.Sports, err)
			}
			for _, r := range page.Rows {
				got = append(got, r.ID)
			}
			if f.After = page.Next; f.After == "" {
				break
			}
		}
		for i, r := range whole.Rows {
			if got[i] != r.ID {
				t.Fatalf("row %d is %s in pages and %s in the list", i, got[i], r.ID)
			}
		}
	})
	first := must(a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{Limit: 3}))(t)
	for _, f := range []store.ActivityFilter{
		{After: "nonsense"},
		{After: first.Next, Ascending: true},
		{After: first.Next, SortBy: training.MetricAvgPowerW},
	} {
		_, err := a.DB.Activities(a.Ctx, a.Scope, f)
		wants(t, training.KindInvalid, err)
	}
}

// testSports checks that every list counts all selected activities by sport.
func testSports(t *testing.T, a *Ann) {
	a.assorted()
	yes := true
	for name, f := range map[string]store.ActivityFilter{
		"all": {}, "sorted": {SortBy: training.MetricDistanceKM}, "text": {Text: "a"},
		"bounded": {Min: training.Values{}.Put(training.MetricDistanceKM, 5)},
		"sensors": {HasPower: &yes}, "a sport": {Sports: []training.Discipline{training.Running.Plain()}}, "around": {Around: "a1"},
	} {
		f.Limit = 100
		whole := must(a.DB.Activities(a.Ctx, a.Scope, f))(t)
		want := map[training.Sport]int{}
		for i := range whole.Rows {
			want[whole.Rows[i].Sport]++
		}
		f.Limit = 1
		page := must(a.DB.Activities(a.Ctx, a.Scope, f))(t)
		if !maps.Equal(whole.Sports, want) || !maps.Equal(page.Sports, want) {
			t.Errorf("%s: %v are counted as %v and %v", name, want, whole.Sports, page.Sports)
		}
	}
}

func testSorting(t *testing.T, a *Ann) {
	a.assorted() // distances 0, 10, 20, unknown, 10, 30
	by := store.ActivityFilter{SortBy: training.MetricDistanceKM}
	same(t, ids{"r", "a2", "a4", "a1", "a0", "a3"}, a.names(by))
	by.Ascending = true
	same(t, ids{"a0", "a1", "a4", "a2", "r", "a3"}, a.names(by))
}

func testAround(t *testing.T, a *Ann) {
	a.rides("a", "b", "c", "d", "e")
	for _, tt := range []struct {
		f    store.ActivityFilter
		want ids
	}{
		{store.ActivityFilter{Around: "c", Limit: 3}, ids{"d", "c", "b"}},
		{store.ActivityFilter{Around: "c", Limit: 3, Ascending: true}, ids{"b", "c", "d"}},
		{store.ActivityFilter{Around: "a", Limit: 2}, ids{"b", "a"}},
		{store.ActivityFilter{Around: "e", Limit: 1}, ids{"e"}},
		{store.ActivityFilter{Around: "b"}, ids{"e", "d", "c", "b", "a"}},
		{store.ActivityFilter{Around: "b", Limit: 2, IDs: ids{"d", "e"}}, ids{"e", "d"}},
	} {
		if got := a.names(tt.f); !slices.Equal(got, tt.want) {
			t.Errorf("around %s: got %v, want %v", tt.f.Around, got, tt.want)
		}
	}
	_, err := a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{Around: "none"})
	wants(t, training.KindNotFound, err)
	_, err = a.DB.Activities(a.Ctx, a.Scope, store.ActivityFilter{Around: "a", SortBy: training.MetricAvgPowerW})
	wants(t, training.KindInvalid, err)
}

func testResolve(t *testing.T, a *Ann) {
	a.rides("a", "b")
	hash := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{[]byte("bytes")}))(t)[0]
	a.put(func(tx *store.Tx) error {
		err := tx.PutRecording("ann", store.NewRecording{
			ID: "o", Audience: store.EveryAudience, Original: hash,
			Origin: store.Origin{Source: "strava", ExternalID: "99"}, Recording: Recording(noon, 10),
		})
		if err == nil {
			err = tx.LinkRecording("ann", "b", "o", 1, 0)
		}
		if err == nil {
			err = tx.PutExternalID("ann", "a", "intervals:i5")
		}
		return err
	})
	for id, want := range map[string]training.ActivityID{
		"a": "a", "intervals:i5": "a", "strava:99": "b", "file:" + hash: "b", "file:x-a": "a",
	} {
		got, err := a.DB.Resolve(a.Ctx, a.Scope, id)
		if err != nil || got != want {
			t.Errorf("%s means %q, %v; want %q", id, got, err, want)
		}
	}
	for _, id := range []string{"", "none", "strava:1", "file:", ":"} {
		_, err := a.DB.Resolve(a.Ctx, a.Scope, id)
		wants(t, training.KindNotFound, err)
	}
	a.put(func(tx *store.Tx) error { return tx.PutExternalID("ann", "b", "intervals:i5") })
	same(t, "b", must(a.DB.Resolve(a.Ctx, a.Scope, "intervals:i5"))(t))
	same(t, 0, len(a.activity("a").ExternalIDs))
	a.put(func(tx *store.Tx) error { return tx.DeleteActivity("ann", "b") })
	_, err := a.DB.Resolve(a.Ctx, a.Scope, "strava:99")
	wants(t, training.KindNotFound, err)
}

func testRedirects(t *testing.T, a *Ann) {
	a.rides("a", "b", "c")
	a.put(func(tx *store.Tx) error {
		if err := tx.LinkRecording("ann", "b", "r-a", 1, 0); err != nil {
			return err
		}
		return tx.Redirect("ann", "a", "b")
	})
	a.put(func(tx *store.Tx) error { return tx.Redirect("ann", "b", "c") })
	same(t, "c", must(a.DB.Resolve(a.Ctx, a.Scope, "a"))(t))
	same(t, ids{"c"}, a.names(store.ActivityFilter{}))
	a.refused(training.KindConflict, func(tx *store.Tx) error { return tx.Redirect("ann", "c", "a") })
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.Redirect("ann", "c", "none") })
	a.put(func(tx *store.Tx) error { return tx.Redirect("ann", "b", "b") })
	same(t, "b", must(a.DB.Resolve(a.Ctx, a.Scope, "a"))(t))
	same(t, ids{"c", "b"}, a.names(store.ActivityFilter{}))
}
