package activity_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// further holds the columns of the efforts of a kind after the best one.
type further struct {
	rank, durationS       []float64
	distanceKM            []*float64
	watts, bpm, secs, off []float64
}

func furtherOf(t *testing.T, d *activity.Detail, kind string) *further {
	t.Helper()
	for _, f := range d.BestEfforts["further"] {
		if f["kind"] != kind {
			continue
		}
		var v struct {
			Rank       []float64  `json:"rank"`
			DurationS  []float64  `json:"duration_s"`
			DistanceKM []*float64 `json:"distance_km"`
			Watts      []float64  `json:"avg_power_w"`
			Bpm        []float64  `json:"avg_hr_bpm"`
			Secs       []float64  `json:"elapsed_time_s"`
			Off        []float64  `json:"start_offset_s"`
		}
		b, err := json.Marshal(f)
		if err == nil {
			err = json.Unmarshal(b, &v)
		}
		if err != nil || len(v.Off) != len(v.Rank) {
			t.Fatalf("%s: %s %v", kind, b, err)
		}
		return &further{v.Rank, v.DurationS, v.DistanceKM, v.Watts, v.Bpm, v.Secs, v.Off}
	}
	return nil
}

// TestFurtherEfforts checks the next best efforts of a ride that is hardest in
// two stretches of five minutes, starting at 1200 s and at 2700 s.
func TestFurtherEfforts(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionBestEfforts)
	power := furtherOf(t, d, "power")
	if power == nil || len(power.watts) != len(power.rank) || len(power.bpm)+len(power.secs) > 0 {
		t.Fatalf("%+v", power)
	}
	five := slices.Index(power.durationS, 300)
	i := slices.IndexFunc(d.BestEfforts["power"], func(f activity.Facts) bool { return f["duration_s"] == int32(300) })
	best := d.BestEfforts["power"][i]
	starts := []float64{float64(best["start_offset_s"].(int32)), power.off[five]}
	slices.Sort(starts)
	if power.rank[five] != 2 || math.Abs(starts[0]-1200) > 7 || math.Abs(starts[1]-2700) > 7 || power.watts[five] < 280 {
		t.Errorf("five minutes: %v, then number %v of %v W at %v", best, power.rank[five], power.watts[five], starts)
	}
	// The speed in these minutes is slightly above 8.6 m/s.
	if km, _ := best["distance_km"].(float64); math.Abs(km-2.6) > 0.05 || math.Abs(*power.distanceKM[five]-2.6) > 0.05 {
		t.Errorf("%v km and %v km", best["distance_km"], *power.distanceKM[five])
	}
	if power.rank[five+1] != 3 || power.durationS[five+1] != 300 || power.watts[five+1] > power.watts[five] {
		t.Errorf("the third: %+v", power)
	}
	hr, way := furtherOf(t, d, "hr"), furtherOf(t, d, "distance")
	if hr == nil || way == nil || len(hr.bpm) != len(hr.rank) || len(way.secs) != len(way.rank) || len(way.durationS) > 0 {
		t.Fatalf("%+v %+v", hr, way)
	}
	km := slices.IndexFunc(d.BestEfforts["distance"], func(f activity.Facts) bool { return f["distance_km"] == 1.0 })
	first := d.BestEfforts["distance"][km]
	if *way.distanceKM[0] != 1 || way.secs[0] < first["elapsed_time_s"].(float64) || way.secs[1] < way.secs[0] {
		t.Errorf("a kilometre: %v, then %+v", first, way)
	}
	overlaps(t, d)
}

// overlaps fails if efforts of the same length share time.
func overlaps(t *testing.T, d *activity.Detail) {
	t.Helper()
	type span struct{ length, from, to float64 }
	for _, f := range d.BestEfforts["further"] {
		key := f["kind"].(string)
		e := furtherOf(t, d, key)
		var all []span
		for _, f := range d.BestEfforts[key] {
			if key == "distance" {
				from, took := f["start_offset_s"].(float64), f["elapsed_time_s"].(float64)
				all = append(all, span{f["distance_km"].(float64), from, from + took})
				continue
			}
			from, took := float64(f["start_offset_s"].(int32)), float64(f["duration_s"].(int32))
			all = append(all, span{took, from, from + took})
		}
		for i := range e.rank {
			if key == "distance" {
				all = append(all, span{*e.distanceKM[i], e.off[i], e.off[i] + e.secs[i]})
			} else {
				all = append(all, span{e.durationS[i], e.off[i], e.off[i] + e.durationS[i]})
			}
		}
		for i, a := range all {
			for _, b := range all[i+1:] {
				// the start of an effort over a distance is rounded to a tenth of a second
				if a.length == b.length && a.from < b.to-0.1 && b.from < a.to-0.1 {
					t.Errorf("%s: %v overlaps %v", key, a, b)
				}
			}
		}
	}
}

// TestFurtherEffortsOnlyWhereThereAreSome checks that nothing replaces missing efforts.
func TestFurtherEffortsOnlyWhereThereAreSome(t *testing.T) {
	t.Parallel()
	for id, want := range map[string][]string{
		string(answerstest.NoPower): {"distance", "hr"}, string(answerstest.NoHR): {"distance", "power"}, string(answerstest.ByHand): nil,
	} {
		d, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityPage,
			activity.DetailQuery{ID: id, Sections: []activity.Section{activity.SectionBestEfforts}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range d.BestEfforts["further"] {
			got = append(got, f["kind"].(string))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
		overlaps(t, d)
	}
	d := describe(t, answerstest.NewActivityStore(), answerstest.Ride)
	if d.BestEfforts != nil {
		t.Error("nobody asked for efforts")
	}
}

func TestCaloriesAreEstimatedWhereNoDeviceSays(t *testing.T) {
	t.Parallel()
	const key = string(training.MetricEstimatedCaloriesKcal)
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Weight, s.Who.BirthYear = true, 1990
	ride := describe(t, s, answerstest.Ride, activity.SectionSummary)
	if got, want := ride.Summary[key], math.Round(ride.Summary["work_kj"].(float64)/4.184/0.24); got != want {
		t.Errorf("the ride has %v kcal, want %v by its work", got, want)
	}
	run := describe(t, s, answerstest.ActivityRun, activity.SectionSummary)
	want := naive.KeytelKcal(run.Summary["avg_hr_bpm"].(float64), 61.5, 36, run.Summary["duration_s"].(float64)/60, true)
	if got, ok := run.Summary[key].(float64); !ok || math.Abs(got-want) > 1 {
		t.Errorf("the run has %v kcal, want %.1f by heart rate: %s", run.Summary[key], want, run.Missing[key])
	}

	for name, c := range map[string]struct {
		change func()
		want   string
	}{
		"weight kept":   {func() { s.Who.Sharing.Weight = false }, "hidden from assistants"},
		"no birth year": {func() { s.Who.Sharing.Weight, s.Who.BirthYear = true, 0 }, "year of birth"},
		"no weight":     {func() { s.Who.Sharing.Weight, s.Past = true, nil }, "set weight_kg"},
	} {
		c.change()
		d := describe(t, s, answerstest.ActivityRun, activity.SectionSummary)
		if _, has := d.Summary[key]; has || !strings.Contains(d.Missing[key].String(), c.want) {
			t.Errorf("%s: %v, missing because %q", name, d.Summary[key], d.Missing[key])
		}
		s.Past, s.Who.BirthYear = answerstest.History(), 1990
	}
	said := describe(t, s, answerstest.ByHand, activity.SectionSummary)
	if _, has := said.Summary[key]; has || said.Missing[key] != "" {
		t.Errorf("an activity by hand: %v %q", said.Summary[key], said.Missing[key])
	}
}

// TestDataQualityIsToldOnce checks that notes on the data are in the summary
// only once, also if the device gave no values.
func TestDataQualityIsToldOnce(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for _, sections := range [][]activity.Section{
		{activity.SectionSummary}, {activity.SectionDevice}, {activity.SectionSummary, activity.SectionDevice},
	} {
		d := describe(t, s, answerstest.Ride, sections...)
		if n := strings.Count(strings.Join(phrasetest.Texts(d.DataQuality), " "), "The power records add up"); n != 1 {
			t.Errorf("%v: the energy gap is told %d times: %v", sections, n, d.DataQuality)
		}
	}
}
